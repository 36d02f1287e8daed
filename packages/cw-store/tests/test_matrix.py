import numpy as np
import pytest

from cw_store import matrix


@pytest.fixture
def rows():
    rng = np.random.default_rng(3)
    vectors = rng.standard_normal((60, 16)).astype(np.float32)
    return np.arange(500, 560), vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def test_what_is_saved_is_loaded_mapped(tmp_path, rows):
    matrix.save(tmp_path, 3, *rows)
    ids, vectors = matrix.load(tmp_path, 3)
    assert np.array_equal(ids, rows[0])
    assert np.array_equal(vectors, rows[1])
    assert isinstance(vectors, np.memmap)


def test_another_generations_files_are_swept(tmp_path, rows):
    for generation in (1, 2, 3):
        matrix.save(tmp_path, generation, *rows)
    (tmp_path / "other.txt").write_text("stays")
    matrix.sweep(tmp_path, 3)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["ids-3.npy", "other.txt", "vectors-3.npy"]


def test_missing_or_damaged_files_are_none(tmp_path, rows):
    assert matrix.load(tmp_path, 1) is None
    matrix.save(tmp_path, 1, rows[0][:5], rows[1])
    assert matrix.load(tmp_path, 1) is None
    matrix.save(tmp_path, 1, *rows)
    (tmp_path / "vectors-1.npy").write_bytes(b"")
    assert matrix.load(tmp_path, 1) is None


@pytest.mark.parametrize("limit", [1, 7, 59, 60, 1000])
def test_the_nearest_are_those_of_a_plain_sort(rows, limit):
    ids, vectors = rows
    query = vectors[11]
    want = sorted(zip(ids.tolist(), (vectors @ query).tolist(), strict=True), key=lambda pair: (-pair[1], pair[0]))
    found = matrix.nearest(ids, vectors, query, None, limit)
    assert [row for row, _ in found] == [row for row, _ in want[:limit]]
    assert found[0] == (511, pytest.approx(1.0))


def test_only_allowed_rows_are_found_and_take_nothing_from_the_limit(rows):
    ids, vectors = rows
    allowed = np.isin(ids, [503, 540, 559])
    assert {row for row, _ in matrix.nearest(ids, vectors, vectors[11], allowed, 3)} == {503, 540, 559}
    assert matrix.nearest(ids, vectors, vectors[11], np.zeros(60, bool), 3) == []


def test_no_rows_have_no_nearest():
    assert matrix.nearest(np.zeros(0, np.int64), np.zeros((0, 4), np.float32), np.ones(4, np.float32), None, 5) == []


@pytest.mark.parametrize("dimensions", [32, 256])
@pytest.mark.parametrize("count", [9, 38, 63, 5001])
def test_equal_rows_have_equal_scores_wherever_they_stand(dimensions, count):
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((count, dimensions)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    twins = [0, 1, count // 2, count - 1]
    vectors[twins] = vectors[0]
    found = matrix.nearest(np.arange(count), vectors, vectors[0], None, 4)
    assert [row for row, _ in found] == twins
