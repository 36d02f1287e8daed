import numpy as np
import pytest

from cw_core import Chunk, RepoPath, SourceFile, Span
from cw_store.vectors import MOST_FRAGMENTS, VectorTable


def chunk(path, text="x"):
    file = SourceFile(RepoPath(path), text.encode())
    return Chunk.cut(file, Span(0, len(file.content)), "text", (path,))


def key(entry):
    return f"{entry.path}@{entry.digest}"


@pytest.fixture
def table(tmp_path):
    return VectorTable(tmp_path, 4)


def unit(*numbers):
    vectors = np.array([numbers], np.float32)
    return vectors / np.linalg.norm(vectors)


def test_rows_are_replaced_by_id_and_removed_by_file(table):
    a, b = chunk("it's a.py"), chunk("b.py")
    table.put([a, b], np.concatenate([unit(1, 0, 0, 0), unit(0, 1, 0, 0)]))
    table.put([a], unit(0, 0, 1, 0))
    assert len(table) == 2
    assert table.nearest(unit(0, 0, 1, 0)[0], None, 1) == [(a.id, pytest.approx(1.0))]
    table.remove([key(a)])
    assert [found for found, _ in table.nearest(unit(1, 1, 1, 1)[0], None, 10)] == [b.id]


def test_an_older_version_is_read_as_it_was(tmp_path, table):
    a, b = chunk("a.py"), chunk("b.py")
    table.put([a], unit(1, 0, 0, 0))
    version = table.version
    table.put([b], unit(1, 0, 0, 0))
    table.remove([key(a)])
    old = VectorTable(tmp_path, 4)
    old.at(version)
    assert [found for found, _ in old.nearest(unit(1, 0, 0, 0)[0], None, 10)] == [a.id]


def test_more_files_than_one_statement_holds_are_removed(table):
    chunks = [chunk(f"f{n}.py") for n in range(1_203)]
    table.put(chunks, np.repeat(unit(1, 0, 0, 0), len(chunks), axis=0))
    table.remove([key(entry) for entry in chunks[1:]])
    assert len(table) == 1


@pytest.mark.parametrize("before", [1, 2])
def test_small_commits_do_not_pile_up_however_many_a_run_makes(table, before):
    """A run of one edit is two commits: whether their count is odd or even must not matter."""
    for n in range(before):
        table.put([chunk(f"first{n}.py")], unit(1, 0, 0, 0))
    for n in range(MOST_FRAGMENTS + 10):
        table.put([chunk(f"f{n}.py")], unit(1, 0, 0, 0))
        table.remove(["nothing@0"])
        table.tidy()
    assert table._table.stats()["fragment_stats"]["num_fragments"] <= MOST_FRAGMENTS
