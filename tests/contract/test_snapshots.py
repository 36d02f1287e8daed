"""What every Snapshot promises: it is one generation, and stays it."""

import contextlib

import pytest

from cw_core import RepoPath, Scope
from cw_store import snapshot


def test_a_generation_counts_what_it_holds(a_snapshot, cut_files):
    generation = a_snapshot.generation
    chunks = sum(len(cut.chunks) for cut, _ in cut_files)
    assert (generation.files, generation.chunks, generation.vectors) == (len(cut_files), chunks, chunks)
    assert generation.space == "testing/hash/32/1"
    assert generation.number > 0


@pytest.fixture(params=["edited", "built anew"])
def later(request, small_index):
    """A snapshot of the first of two generations, and a function that publishes the second."""
    layout = small_index({"a.txt": "old login\n", "b.txt": "old shop\n"})
    opened = snapshot(layout)

    def write():
        (layout.folder.parent.parent / "tree" / "b.txt").unlink()
        small_index({"a.txt": "new words\n", "c.txt": "new login\n"}, force=request.param == "built anew")
        return snapshot(layout)

    yield opened, write
    opened.close()


def answers(opened, embedder):
    return {
        "words": opened.lexical(["login", "shop", "new"], Scope(), 10),
        "vectors": opened.nearest(embedder.embed_query("login shop"), Scope(), 10),
        "chunks": [opened.chunks_of(RepoPath(f"{name}.txt")) for name in "abc"],
        "generation": opened.generation,
    }


def test_later_writes_do_not_show_in_a_snapshot_that_has_answered_before(later, embedder):
    opened, write = later
    before = answers(opened, embedder)
    fresh = write()
    assert answers(opened, embedder) == before
    assert {hit.id.split("@")[0] for hit in fresh.lexical(["login"], Scope(), 10)} == {"c.txt"}


def test_later_writes_do_not_show_in_a_snapshot_that_is_asked_first_after_them(later, embedder):
    opened, write = later
    write()
    found = answers(opened, embedder)
    assert sorted(hit.id.split("@")[0] for hit in found["words"]) == ["a.txt", "b.txt"]
    assert [len(chunks) for chunks in found["chunks"]] == [1, 1, 0]
    assert sorted(hit.id.split("@")[0] for hit in found["vectors"]) == ["a.txt", "b.txt"]


def test_a_reader_writes_nothing(later, embedder):
    opened, write = later
    write().close()
    before = files_of(opened._store)
    with contextlib.suppress(ValueError):  # told by the tests above
        answers(opened, embedder)
    assert files_of(opened._store) <= before


def files_of(store):
    return {path.name for path in store.rglob("*")} if store.exists() else set()
