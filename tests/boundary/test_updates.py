"""What a run changes, and what it leaves alone. The fakes cut and embed; the store is the real one."""

import os
import shutil
import sqlite3
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest

from cw_core import IndexSettings, RepoPath, Scope
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_core.text import tokens
from cw_store import Job, Layout, snapshot, stats, update
from cw_store.lock import writing

FILES = {
    "a.py": "def walnut():\n    return 1\n",
    "lib/b.py": "def chestnut():\n    return 2\n" * 30,
    "lib/c.txt": "plain words about a pecan\n",
}


class Tree:
    """A tree with its index."""

    def __init__(self, folder):
        self.root = folder / "tree"
        self.root.mkdir()
        self.layout = Layout.of(folder / "home", self.root)

    def write(self, files):
        for path, text in files.items():
            (self.root / path).parent.mkdir(parents=True, exist_ok=True)
            (self.root / path).write_text(text, encoding="utf-8")

    def run(self, embedder=None, **options):
        job = Job(self.root, LinesChunker(), embedder or HashEmbedder(), IndexSettings(workers=1), unobserved)
        return update(self.layout, job, **options)

    def rows(self):
        """Row ids of every chunk, by path."""
        with closing(sqlite3.connect(self.layout.current() / "catalog.db")) as db:
            found = db.execute("SELECT file.path, chunk.id FROM chunk JOIN file ON file.id = chunk.file_id")
            out = {}
            for path, row in sorted(found):
                out.setdefault(path, []).append(row)
            return out

    def answers(self, word):
        """Paths that each part of the store knows for a word."""
        opened = snapshot(self.layout)
        try:
            words = opened.lexical(tokens(word), Scope(), 100)
            vectors = opened.nearest(HashEmbedder().embed_query(word), Scope(), 100)
            known = {chunk.path for chunk in opened.chunks([hit.id for hit in (*words, *vectors)]).values()}
            assert len(known) == len({hit.id.split("@")[0] for hit in (*words, *vectors)})
            return {hit.id.split("@")[0] for hit in words}, {hit.id.split("@")[0] for hit in vectors}
        finally:
            opened.close()


@pytest.fixture(scope="module")
def template(tmp_path_factory):
    tree = Tree(tmp_path_factory.mktemp("template"))
    tree.write(FILES)
    tree.run()
    return tree


@pytest.fixture
def tree(tmp_path, template):
    """Three files and their index: a copy, for making one takes half a second."""
    tree = Tree(tmp_path)
    shutil.copytree(template.root, tree.root, dirs_exist_ok=True)
    shutil.copytree(template.layout.folder, tree.layout.folder)
    return tree


def counts(report):
    seen = report.added + report.modified + report.unchanged + len(report.skipped)
    assert seen == report.discovered
    return report.added, report.modified, report.unchanged, report.deleted


def test_unchanged_files_are_not_touched(tree):
    before = tree.rows()
    tree.write({"a.py": "def walnut():\n    return 3\n", "new.py": "x = 1\n"})
    assert counts(tree.run()) == (1, 1, 2, 0)
    after = tree.rows()
    assert {path: after[path] for path in ("lib/b.py", "lib/c.txt")} == {
        path: before[path] for path in ("lib/b.py", "lib/c.txt")
    }
    assert after["a.py"] != before["a.py"]


def test_only_what_changed_is_embedded(tree):
    tree.write({"a.py": "def walnut():\n    return 3\n"})
    assert tree.run().embedded == 1


def test_a_touched_file_is_the_same_file(tree):
    before, generation = tree.rows(), stats(tree.layout, tree.root).generation
    os.utime(tree.root / "a.py", ns=(1, 1))
    report = tree.run()
    assert counts(report) == (0, 0, 3, 0)
    assert not report.changed
    assert (tree.rows(), stats(tree.layout, tree.root).generation) == (before, generation)


def test_a_run_with_nothing_changed_publishes_nothing(tree):
    before = stats(tree.layout, tree.root).generation
    for _ in range(2):
        report = tree.run()
        assert counts(report) == (0, 0, 3, 0)
        assert report.generation == before


def test_a_deleted_file_is_gone_from_words_vectors_and_catalog(tree):
    assert "a.py" in tree.answers("walnut")[0] & tree.answers("walnut")[1]
    (tree.root / "a.py").unlink()
    assert counts(tree.run()) == (0, 0, 2, 1)
    assert all("a.py" not in paths for paths in tree.answers("walnut"))
    opened = snapshot(tree.layout)
    assert (opened.chunks_of(RepoPath("a.py")), opened.file_text(RepoPath("a.py"))) == ((), b"")
    assert opened.generation.vectors == opened.generation.chunks
    opened.close()


def test_a_renamed_file_answers_under_its_new_name_alone(tree):
    (tree.root / "a.py").rename(tree.root / "lib" / "moved.py")
    assert counts(tree.run()) == (1, 0, 2, 1)
    for paths in tree.answers("walnut"):
        assert "lib/moved.py" in paths
        assert "a.py" not in paths


def test_a_renamed_folder_moves_with_all_its_files(tree):
    (tree.root / "lib").rename(tree.root / "pkg")
    assert counts(tree.run()) == (2, 0, 1, 2)
    words, vectors = tree.answers("chestnut pecan")
    assert words == {"pkg/b.py", "pkg/c.txt"}
    assert {path for path in vectors if path.startswith("lib/")} == set()


def test_a_file_that_became_a_folder_and_back_is_followed(tree):
    (tree.root / "a.py").unlink()
    tree.write({"a.py/inner.txt": "hazelnut\n"})
    assert counts(tree.run()) == (1, 0, 2, 1)
    assert tree.answers("hazelnut")[0] == {"a.py/inner.txt"}


def test_an_edit_of_the_same_size_and_time_right_after_a_run_is_seen(tree):
    path = tree.root / "a.py"
    before = path.stat()
    with path.open("r+b") as file:
        file.write(b"def almond():\n ")
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = path.stat()
    assert (after.st_size, after.st_mtime_ns, after.st_ino) == (before.st_size, before.st_mtime_ns, before.st_ino)
    assert counts(tree.run()) == (0, 1, 2, 0)
    assert "a.py" in tree.answers("almond")[0]


def test_a_file_that_turns_binary_leaves_and_one_that_turns_text_comes(tree):
    (tree.root / "a.py").write_bytes(b"\0\1\2\3" * 100)
    report = tree.run()
    assert (counts(report), report.skipped_by_reason) == ((0, 0, 2, 1), {"binary": 1})
    assert all("a.py" not in paths for paths in tree.answers("walnut"))
    assert stats(tree.layout, tree.root).skipped == {"binary": 1}
    assert tree.run().skipped_by_reason == {"binary": 1}
    tree.write({"a.py": "def walnut():\n    return 1\n"})
    assert counts(tree.run()) == (1, 0, 2, 0)
    assert stats(tree.layout, tree.root).skipped == {}


def test_force_builds_aside_and_swaps(tree):
    before = tree.layout.current()
    seen = []

    def observe(_):
        seen.append((tree.layout.current(), stats(tree.layout, tree.root).generation.number))

    job = Job(tree.root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1), observe)
    report = update(tree.layout, job, force=True)
    assert set(seen) == {(before, 1)}
    assert tree.layout.current() != before
    assert not before.exists()
    assert counts(report) == (3, 0, 0, 0)
    assert tree.answers("walnut")[0] == {"a.py"}


def test_a_forced_run_that_fails_leaves_the_old_index_in_force(tree):
    class Failing(LinesChunker):
        pass

    def observe(progress):
        if progress.phase == "chunk":
            raise KeyboardInterrupt

    before = tree.layout.current()
    with pytest.raises(KeyboardInterrupt):
        update(
            tree.layout, Job(tree.root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1), observe), force=True
        )
    assert tree.layout.current() == before
    assert tree.answers("walnut")[0] == {"a.py"}
    assert counts(tree.run()) == (0, 0, 3, 0)


def test_another_way_to_cut_builds_anew_and_says_so(tree):
    job = Job(tree.root, LinesChunker(5), HashEmbedder(), IndexSettings(workers=1), unobserved)
    assert [notice.code for notice in update(tree.layout, job).notices] == ["index-rebuilt"]
    assert len(tree.rows()["lib/b.py"]) == 12
    assert update(tree.layout, job).notices == ()


def test_another_model_makes_all_vectors_anew_and_nothing_else(tree):
    report = tree.run(HashEmbedder(16))
    assert (report.notices, report.added, report.modified) == ((), 0, 0)
    assert report.generation.vectors == report.generation.chunks == report.embedded + report.reused
    assert report.generation.space == HashEmbedder(16).space.key
    opened = snapshot(tree.layout)
    assert len(opened.nearest(HashEmbedder(16).embed_query("walnut"), Scope(), 100)) == report.generation.chunks
    opened.close()


def test_a_run_that_waited_for_another_does_not_undo_its_work(tree):
    """The tree is looked at once the lock is held: what came in meanwhile is in."""
    with ThreadPoolExecutor(1) as pool:
        with writing(tree.layout.lock, 10):
            waiting = pool.submit(tree.run)
            time.sleep(0.3)
            tree.write({"late.py": "def hazelnut():\n    return 1\n"})
        waiting.result(60)
    assert tree.answers("hazelnut")[0] == {"late.py"}


def test_a_file_name_of_any_characters_comes_back_equal(tree):
    names = [
        "a\tb.py",
        "a\x1fb.py",
        "a'b\"c.py",
        "a\\b.py",
        "a;b--.py",
        "a%b_.py",
        " lead.py",
        "ü.py",
        "u\u0308.py",
        "\u202ex.py",
    ]
    tree.write({name: f"odd = {number}\n" for number, name in enumerate(names)})
    tree.run()
    opened = snapshot(tree.layout)
    try:
        for number, name in enumerate(names):
            (chunk,) = opened.chunks_of(RepoPath(name))
            assert (chunk.path, chunk.breadcrumb, chunk.text) == (name, (name,), f"odd = {number}\n")
            assert opened.chunks([chunk.id]) == {chunk.id: chunk}
    finally:
        opened.close()


def test_a_home_given_relative_to_here_is_as_good_as_any(tree, monkeypatch, tmp_path):
    from pathlib import Path

    monkeypatch.chdir(tmp_path)
    layout = Layout.of(Path("relative home"), tree.root)
    job = Job(tree.root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1), unobserved)
    assert update(layout, job).added == 3
    assert not update(layout, job).changed
    opened = snapshot(layout)
    assert opened.generation.files == 3
    opened.close()


def test_files_come_in_all_at_once_or_not_at_all(tree):
    """A reader during a run sees the generation before it."""
    tree.write({"a.py": "def almond():\n    return 1\n", "d.py": "def almond():\n    return 2\n"})
    seen = []
    job = Job(
        tree.root,
        LinesChunker(),
        HashEmbedder(),
        IndexSettings(workers=1),
        lambda _: seen.append(tree.answers("almond")[0]),
    )
    update(tree.layout, job)
    assert seen == [set()] * len(seen)
    assert len(seen) >= 3
    assert tree.answers("almond")[0] == {"a.py", "d.py"}
