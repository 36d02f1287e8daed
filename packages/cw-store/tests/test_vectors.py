import os
import shutil

import numpy as np
import pytest

from cw_core import IndexDamaged
from cw_store import matrix
from cw_store.matrix import Segment
from cw_store.vectors import BATCH, MOST_FRAGMENTS, TRAINING_ROWS, UNINDEXED_SHARE, VectorTable


def segment(ids, *rows):
    vectors = np.array(rows, np.float32)
    return Segment.of(np.array(ids, np.int64), vectors / np.linalg.norm(vectors, axis=1, keepdims=True))


def direction(*numbers):
    return segment([0], numbers).vectors()[0]


def ids_of(found):
    return [id_ for id_, _ in found]


def fragments(table):
    return table._table.stats()["fragment_stats"]["num_fragments"]


@pytest.fixture
def table(tmp_path):
    return VectorTable(tmp_path, 4)


def test_rows_are_replaced_by_id_and_removed_by_id(table):
    table.put(segment([1, 2], (1, 0, 0, 0), (0, 1, 0, 0)))
    table.put(segment([1], (0, 0, 1, 0)))
    assert len(table) == 2
    assert table.nearest(direction(0, 0, 1, 0), 1) == [(1, pytest.approx(1.0))]
    assert table.nearest(direction(1, 0, 0, 0), 1)[0][1] == pytest.approx(0.0)
    table.remove([1, 77])
    assert len(table) == 1
    assert ids_of(table.nearest(direction(1, 1, 1, 1), 10)) == [2]


def test_no_rows_are_put_or_removed_without_harm(table):
    table.put(Segment.of(np.zeros(0, np.int64), np.zeros((0, 4), np.float32)))
    table.remove([])
    assert len(table) == 0
    assert table.nearest(direction(1, 0, 0, 0), 5) == []
    table.tidy()
    table.train()


def test_more_rows_than_one_statement_holds_are_removed(table):
    ids = range(1_203)
    table.put(segment(ids, *[(1, 0, 0, 0)] * len(ids)))
    table.remove(ids[1:])
    assert len(table) == 1
    assert ids_of(table.nearest(direction(1, 0, 0, 0), 5)) == [0]


def test_more_rows_than_one_commit_holds_are_put(table):
    count = BATCH + 7
    vectors = np.random.default_rng(1).standard_normal((count, 4)).astype(np.float32)
    table.put(Segment.of(np.arange(count), vectors))
    assert len(table) == count


def test_an_older_version_is_read_as_it_was(tmp_path, table):
    table.put(segment([1], (1, 0, 0, 0)))
    version = table.version
    table.put(segment([2], (1, 0, 0, 0)))
    table.remove([1])
    table.put(segment([3, 1], (1, 0, 0, 0), (0, 1, 0, 0)))
    old = VectorTable(tmp_path, 4, create=False)
    old.at(version)
    assert table.version > version == old.version
    assert old.nearest(direction(1, 0, 0, 0), 10) == [(1, pytest.approx(1.0))]


def test_an_older_version_is_read_as_it_was_though_the_table_was_compacted_since(tmp_path, table):
    table.put(segment([0], (0, 1, 0, 0)))
    old = VectorTable(tmp_path, 4, create=False)
    old.at(table.version)
    table.remove([0])
    for n in range(1, MOST_FRAGMENTS + 5):
        table.put(segment([n], (1, 0, 0, 0)))
        table.tidy()
    assert fragments(table) < MOST_FRAGMENTS
    assert ids_of(old.nearest(direction(1, 0, 0, 0), 10)) == [0]


def test_a_version_that_never_was_is_damage(table):
    with pytest.raises(IndexDamaged) as caught:
        table.at(999)
    assert caught.value.hint


@pytest.mark.parametrize("before", [1, 2])
def test_small_commits_do_not_pile_up_however_many_a_run_makes(table, before):
    """A run of one edit is two commits: whether their count is odd or even must not matter."""
    for n in range(before):
        table.put(segment([1000 + n], (1, 0, 0, 0)))
    for n in range(MOST_FRAGMENTS + 10):
        table.put(segment([n], (1, 0, 0, 0)))
        table.remove([5000])
        table.tidy()
        assert fragments(table) <= MOST_FRAGMENTS
    assert len(table) == before + MOST_FRAGMENTS + 10


def test_a_hundred_rounds_of_changes_leave_few_pieces_to_read_and_the_right_rows(table):
    table.put(segment(range(20), *[(1, 0, 0, 0)] * 20))
    for n in range(100):
        table.put(segment([100 + n, n % 20], (0, 1, 0, 0), (0, 0, 1, 0)))
        table.remove([100 + n - 60])
        table.tidy()
        assert fragments(table) <= MOST_FRAGMENTS
    assert ids_of(table.nearest(direction(0, 1, 0, 0), 60)) == list(range(140, 200))
    assert len(table) == 80


def test_all_files_lie_in_the_folder_that_is_removed_as_a_whole(tmp_path, table):
    table.put(segment([1], (1, 0, 0, 0)))
    assert os.listdir(tmp_path) == ["table"]  # noqa: PTH208
    VectorTable.remove_all(tmp_path)
    assert os.listdir(tmp_path) == []  # noqa: PTH208
    VectorTable.remove_all(tmp_path)
    (tmp_path / "table").write_bytes(b"x")
    VectorTable.remove_all(tmp_path)
    assert os.listdir(tmp_path) == []  # noqa: PTH208


def test_the_nearest_are_those_of_the_mapped_files(table):
    vectors = np.random.default_rng(2).standard_normal((300, 4)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[[10, 250, 99]] = vectors[0]
    rows = Segment.of(np.random.default_rng(3).permutation(300), vectors)
    table.put(rows)
    for query in vectors[:20]:
        for limit in (1, 2, 7, 299, 300, 1000):
            want = matrix.nearest([rows], query, limit)
            found = table.nearest(query, limit)
            assert [score for _, score in found] == pytest.approx([score for _, score in want], abs=3e-6)
            if limit <= 2:
                assert ids_of(found) == ids_of(want)
    assert table.nearest(vectors[0], 0) == []


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_all_that_tie_with_the_last_one_asked_for_come_too_ordered_by_id(table, limit):
    table.put(segment([9, 3, 5], (1, 0, 0, 0), (1, 0, 0, 0), (0, 1, 0, 0)))
    table.put(segment([7, 1], (1, 0, 0, 0), (-1, 0, 0, 0)))
    found = table.nearest(direction(1, 0, 0, 0), limit)
    assert found == [(3, 1.0), (7, 1.0), (9, 1.0), (5, 0.0)][: max(3, limit)]


def test_more_ties_than_were_asked_for_at_first_all_come(table):
    ids = list(range(500, 0, -1))
    table.put(segment(ids, *[(1, 0, 0, 0)] * 500))
    table.put(segment([501], (0, 1, 0, 0)))
    assert table.nearest(direction(1, 0, 0, 0), 2) == [(id_, 1.0) for id_ in sorted(ids)]


@pytest.mark.parametrize("limit", [1, 3, 10])
def test_what_is_gone_is_not_found_and_takes_nothing_from_the_limit(table, limit):
    vectors = [(1, n / 100, 0, 0) for n in range(100)]
    table.put(segment(range(100), *vectors))
    gone = {*range(40), 41, 5000}
    want = [n for n in range(100) if n not in gone][:limit]
    assert ids_of(table.nearest(direction(1, 0, 0, 0), limit, gone)) == want
    assert table.nearest(direction(1, 0, 0, 0), limit, set(range(100))) == []


def test_rows_without_a_direction_are_never_found(table):
    table.put(Segment.of(np.array([1, 2]), np.array([[0, 0, 0, 0], [1, 0, 0, 0]], np.float32)))
    assert len(table) == 2
    assert ids_of(table.nearest(direction(1, 0, 0, 0), 5)) == [2]


DIMENSIONS = 32


class Clusters:
    """Random unit vectors around 200 centres."""

    def __init__(self):
        self._random = np.random.default_rng(9)
        self._centres = self._random.standard_normal((200, DIMENSIONS))

    def vectors(self, count):
        noise = 0.5 * self._random.standard_normal((count, DIMENSIONS))
        vectors = self._centres[self._random.integers(0, 200, count)] + noise
        return (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)


def recall(table, segments, queries, gone=()):
    """Of the ten nearest, by exact search."""
    hits = 0
    for query in queries:
        wanted = {id_ for id_, _ in matrix.nearest(segments, query, 10, gone)[:10]}
        hits += len(wanted.intersection(ids_of(table.nearest(query, 10, gone)[:10])))
    return hits / (10 * len(queries))


def test_a_small_table_is_not_trained_and_exact(tmp_path):
    table, clusters = VectorTable(tmp_path, DIMENSIONS), Clusters()
    rows = Segment.of(np.arange(TRAINING_ROWS - 1), clusters.vectors(TRAINING_ROWS - 1))
    table.put(rows)
    table.train()
    assert table._table.list_indices() == []
    assert recall(table, [rows], clusters.vectors(20)) == 1.0


def test_of_the_ten_nearest_a_trained_table_finds_97_in_100_with_new_rows_too(tmp_path):
    table, clusters = VectorTable(tmp_path, DIMENSIONS), Clusters()
    count = 12_000
    rows = Segment.of(np.arange(count), clusters.vectors(count))
    table.put(rows)
    table.train()
    assert len(table._table.list_indices()) == 1
    queries = clusters.vectors(50)
    assert recall(table, [rows], queries) >= 0.97
    gone = set(range(0, count, 7))
    assert recall(table, [rows], queries, gone) >= 0.97
    new = Segment.of(np.arange(count, count + count // 5), clusters.vectors(count // 5))
    table.put(new)
    assert recall(table, [rows, new], queries) >= 0.97
    table.train()
    assert recall(table, [rows, new], queries) >= 0.97
    table.remove(sorted(gone))
    assert recall(table, [rows.without(gone), new], queries) >= 0.97


def test_a_table_is_trained_anew_once_a_fifth_of_its_rows_came_after(tmp_path):
    table, clusters = VectorTable(tmp_path, DIMENSIONS), Clusters()
    table.put(Segment.of(np.arange(TRAINING_ROWS), clusters.vectors(TRAINING_ROWS)))
    table.train()

    def unindexed():
        (index,) = table._table.list_indices()
        return table._table.index_stats(index.name).num_unindexed_rows

    few = int(TRAINING_ROWS * UNINDEXED_SHARE)
    assert unindexed() == 0
    table.put(Segment.of(np.arange(TRAINING_ROWS, TRAINING_ROWS + few), clusters.vectors(few)))
    table.train()
    assert unindexed() == few
    more = range(TRAINING_ROWS + few, TRAINING_ROWS + 2 * few)
    table.put(Segment.of(np.array(more), clusters.vectors(few)))
    table.train()
    assert unindexed() == 0


def gone(folder):
    shutil.rmtree(folder)


def a_file(folder):
    shutil.rmtree(folder)
    folder.write_bytes(b"x")


def emptied(folder):
    shutil.rmtree(folder)
    folder.mkdir()


def no_bytes(folder):
    for path in folder.iterdir():
        path.write_bytes(b"")


def halved(folder):
    for path in folder.iterdir():
        path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def garbage(folder):
    for path in folder.iterdir():
        path.write_bytes(b"\xff\x00garbage" * 50)


def of_an_absurd_length(folder):
    for path in folder.glob("*.manifest"):
        path.write_bytes(path.read_bytes()[:1] + b"\xff" + path.read_bytes()[2:])


DAMAGE = [
    ("chunks.lance/_versions", of_an_absurd_length),
    *[(".", harm) for harm in (gone, a_file, emptied)],
    *[("chunks.lance", harm) for harm in (gone, a_file, emptied)],
    *[
        (f"chunks.lance/{name}", harm)
        for name in ("data", "_versions", "_deletions")
        for harm in (gone, emptied, no_bytes, halved, garbage)
    ],
]


@pytest.mark.parametrize(("where", "harm"), DAMAGE, ids=lambda value: getattr(value, "__name__", value))
def test_a_damaged_table_is_damage_with_a_hint(tmp_path, table, where, harm):
    table.put(segment([1, 2, 3], (1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 1, 0)))
    table.put(segment([4], (1, 0, 0, 0)))
    table.remove([2])
    harm(tmp_path / "table" / where)
    with pytest.raises(IndexDamaged) as caught:
        VectorTable(tmp_path, 4, create=False).nearest(direction(1, 0, 0, 0), 10)
    assert caught.value.hint


@pytest.mark.parametrize("dimensions", [3, 5])
def test_a_table_of_another_size_is_damage_to_a_reader_and_made_anew_by_a_writer(tmp_path, table, dimensions):
    table.put(segment([1], (1, 0, 0, 0)))
    with pytest.raises(IndexDamaged) as caught:
        VectorTable(tmp_path, dimensions, create=False)
    assert caught.value.hint
    assert len(VectorTable(tmp_path, dimensions)) == 0


def test_a_missing_table_is_damage_to_a_reader_and_not_made_by_it(tmp_path):
    with pytest.raises(IndexDamaged) as caught:
        VectorTable(tmp_path, 4, create=False)
    assert caught.value.hint
    assert os.listdir(tmp_path) == []  # noqa: PTH208


def test_a_question_of_another_size_is_damage_with_a_hint(table):
    table.put(segment([1], (1, 0, 0, 0)))
    with pytest.raises(IndexDamaged) as caught:
        table.nearest(np.ones(5, np.float32), 1)
    assert caught.value.hint
