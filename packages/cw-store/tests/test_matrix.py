import os
import zlib

import numpy as np
import pytest

from cw_core.testing import as_kept
from cw_store import matrix
from cw_store.catalog import SegmentRow
from cw_store.matrix import Segment


def unit(count, dimensions, seed=3):
    vectors = np.random.default_rng(seed).standard_normal((count, dimensions)).astype(np.float32)
    return vectors / np.linalg.norm(vectors, axis=1, keepdims=True)


def segment_of(vectors, first=0):
    return Segment.of(np.arange(first, first + len(vectors)), vectors)


def same(one, other):
    return (
        np.array_equal(one.ids, other.ids)
        and np.array_equal(one.scales, other.scales)
        and np.array_equal(one.rows, other.rows)
    )


def by_plain_sort(segments, query, limit, ids=None):
    """Ids with scores: all that are at least as near as the one at `limit`."""
    scored = [
        (id_, round(float(row.astype(np.float64) @ query.astype(np.float64) * scale), 6))
        for segment in segments
        for id_, row, scale in zip(segment.ids.tolist(), segment.rows, segment.scales, strict=True)
        if ids is None or id_ in ids
    ]
    scored.sort(key=lambda pair: (-pair[1], pair[0]))
    least = scored[min(limit, len(scored)) - 1][1] if scored else 0.0
    return [pair for pair in scored if pair[1] >= least]


@pytest.fixture
def vectors():
    return unit(60, 16)


@pytest.fixture
def segment(vectors):
    return segment_of(vectors, 500)


@pytest.mark.parametrize("count", [1, 3, 60])
def test_what_is_saved_is_loaded_mapped(tmp_path, vectors, count):
    segment = segment_of(vectors[:count], 500)
    matrix.save(tmp_path, 3, segment)
    found = matrix.load(tmp_path, 3, count, 16)
    assert same(found, segment)
    assert all(isinstance(part, np.memmap) for part in (found.ids, found.scales, found.rows))


def test_a_segment_without_rows_is_loaded_as_it_was_saved(tmp_path):
    matrix.save(tmp_path, 1, segment_of(np.zeros((0, 4), np.float32)))
    found = matrix.load(tmp_path, 1, 0, 4)
    assert found is not None
    assert found.rows.shape == (0, 4)


def test_a_segment_takes_the_place_of_a_file_where_its_folder_should_be(tmp_path, segment):
    (tmp_path / "vectors").write_bytes(b"x")
    matrix.save(tmp_path, 1, segment)
    assert same(matrix.load(tmp_path, 1, 60, 16), segment)


def test_the_checksum_of_a_segment_is_that_of_its_file(tmp_path, segment):
    checksum = matrix.save(tmp_path, 1, segment)
    assert checksum == zlib.crc32(matrix.path_of(tmp_path, 1).read_bytes())
    assert matrix.size_of(60, 16) == matrix.path_of(tmp_path, 1).stat().st_size


def damaged(content):
    return {
        "empty": b"",
        "cut": content[:-1],
        "cut to the header": content[: matrix.HEADER_BYTES],
        "cut in the header": content[:3],
        "lengthened": content + b"\0",
        "of another kind": b"\x93NPY" + content[4:],
    }


HARM = list(damaged(b""))


@pytest.mark.parametrize("harm", HARM)
def test_a_damaged_file_is_none(tmp_path, segment, harm):
    matrix.save(tmp_path, 1, segment)
    path = matrix.path_of(tmp_path, 1)
    path.write_bytes(damaged(path.read_bytes())[harm])
    assert matrix.load(tmp_path, 1, 60, 16) is None


def test_a_missing_file_is_none(tmp_path, segment):
    assert matrix.load(tmp_path, 1, 60, 16) is None
    matrix.save(tmp_path, 1, segment)
    assert matrix.load(tmp_path, 2, 60, 16) is None
    matrix.path_of(tmp_path, 2).mkdir()
    assert matrix.load(tmp_path, 2, 60, 16) is None


@pytest.mark.parametrize(("rows", "dimensions"), [(59, 16), (61, 16), (60, 15), (60, 17)])
def test_a_file_of_another_size_than_the_catalog_says_is_none(tmp_path, segment, rows, dimensions):
    matrix.save(tmp_path, 1, segment)
    assert matrix.load(tmp_path, 1, rows, dimensions) is None


def test_a_file_of_other_counts_than_the_catalog_says_is_none_though_its_size_is_the_same(tmp_path):
    matrix.save(tmp_path, 1, segment_of(unit(2, 4)))
    assert matrix.size_of(2, 4) == matrix.size_of(1, 20)
    assert matrix.load(tmp_path, 1, 1, 20) is None


@pytest.mark.parametrize("thorough", [False, True])
@pytest.mark.parametrize("harm", ["missing", *HARM])
def test_a_file_that_is_missing_or_of_another_size_is_not_intact(tmp_path, segment, harm, thorough):
    row = SegmentRow(1, 60, 16, matrix.save(tmp_path, 1, segment), False)
    path = matrix.path_of(tmp_path, 1)
    content = path.read_bytes()
    assert matrix.intact(tmp_path, row, thorough)
    path.unlink()
    if harm != "missing":
        path.write_bytes(damaged(content)[harm])
    of_its_size = harm == "of another kind" and not thorough
    assert matrix.intact(tmp_path, row, thorough) == of_its_size


@pytest.mark.parametrize("place", [0, 4, 8, 12, 15, 16, 500, -1])
def test_only_a_thorough_look_finds_a_flipped_byte_and_finds_it_anywhere(tmp_path, segment, place):
    row = SegmentRow(1, 60, 16, matrix.save(tmp_path, 1, segment), False)
    path = matrix.path_of(tmp_path, 1)
    content = bytearray(path.read_bytes())
    content[place] ^= 1
    path.write_bytes(content)
    assert matrix.intact(tmp_path, row, False)
    assert not matrix.intact(tmp_path, row, True)


def test_segments_are_joined_in_order(vectors):
    parts = [segment_of(vectors[:7], 100), segment_of(vectors[7:8], 50), segment_of(vectors[8:], 200)]
    joined = Segment.joined(parts)
    assert joined.ids.tolist() == [*range(100, 107), 50, *range(200, 252)]
    assert np.array_equal(joined.vectors(), np.concatenate([part.vectors() for part in parts]))
    assert same(Segment.joined(parts[:1]), parts[0])


def test_mapped_segments_are_joined_as_those_in_memory(tmp_path, vectors):
    parts = [segment_of(vectors[:7]), segment_of(vectors[7:], 7)]
    for number, part in enumerate(parts):
        matrix.save(tmp_path, number, part)
    loaded = [matrix.load(tmp_path, number, len(part), 16) for number, part in enumerate(parts)]
    assert same(Segment.joined(loaded), Segment.joined(parts))


def test_the_rows_of_chunks_that_are_gone_are_left_out_and_no_others(segment):
    left = segment.without({500, 530, 559, 7})
    assert left.ids.tolist() == [id_ for id_ in range(500, 560) if id_ not in (500, 530, 559)]
    assert np.array_equal(left.rows, np.delete(segment.rows, [0, 30, 59], axis=0))
    assert np.array_equal(left.scales, np.delete(segment.scales, [0, 30, 59]))
    assert same(segment.without(set()), segment)
    assert len(segment.without(set(range(500, 560)))) == 0


@pytest.mark.parametrize("count", [0, 1, 60])
def test_packed_rows_are_unpacked_as_they_were(vectors, count):
    segment = segment_of(vectors[:count], 9)
    packed = matrix.packed_rows(segment)
    assert [len(row) for row in packed] == [16 + 4] * count
    assert same(matrix.unpacked(segment.ids, packed, 16), segment)


def test_packed_rows_stand_in_the_order_they_are_given_back_in(segment):
    turned = matrix.unpacked(segment.ids[::-1], matrix.packed_rows(segment)[::-1], 16)
    assert np.array_equal(turned.rows, segment.rows[::-1])
    assert np.array_equal(turned.vectors()[0], segment.vectors()[59])


@pytest.mark.parametrize("dimensions", [1, 3, 256, 1024])
def test_at_eight_bits_a_row_keeps_its_length_and_each_number_nearly(dimensions):
    vectors = unit(200, dimensions) * np.linspace(0.01, 90, 200, dtype=np.float32)[:, None]
    segment = segment_of(vectors)
    kept = segment.vectors().astype(np.float64)
    assert np.linalg.norm(kept, axis=1) == pytest.approx(np.linalg.norm(vectors, axis=1), rel=1e-6)
    assert np.abs(segment.rows.astype(int)).max(axis=1).tolist() == [127] * 200
    assert (np.abs(kept - vectors).max(axis=1) <= 0.02 * np.linalg.norm(vectors, axis=1) + 1e-6).all()


def test_rows_without_a_direction_stay_zero_and_have_no_part_in_others():
    vectors = np.zeros((3, 4), np.float32)
    vectors[1] = 0.5
    segment = segment_of(vectors)
    assert np.array_equal(segment.vectors(), vectors)
    assert matrix.nearest([segment], vectors[1], 3) == [(1, 1.0), (0, 0.0), (2, 0.0)]


HALFWAY = [
    [0.6260104179382324, -1.1612695455551147, -1.1778271198272705],
    [-1.2821385860443115, -0.3455810248851776, 1.5092788934707642],
]
"""Rows with a number almost midway between two steps."""


def test_rows_are_kept_as_the_yardstick_keeps_them():
    for vectors in (unit(2_000, 16), np.array(HALFWAY, np.float32)):
        assert np.abs(segment_of(vectors).vectors() - as_kept(vectors)).max() < 1e-6


def test_only_the_segments_to_keep_stay_and_all_that_is_none(tmp_path, segment):
    for number in (1, 2, 3, 12):
        matrix.save(tmp_path, number, segment)
    folder = tmp_path / "vectors"
    (folder / "other.txt").write_text("stays")
    (tmp_path / "4.seg").write_text("stays")
    matrix.sweep(tmp_path, {2, 3, 99})
    assert sorted(path.name for path in folder.iterdir()) == ["2.seg", "3.seg", "other.txt"]
    assert (tmp_path / "4.seg").exists()
    matrix.sweep(tmp_path, ())
    assert sorted(path.name for path in folder.iterdir()) == ["other.txt"]


def test_what_cannot_be_swept_is_left_and_stops_nothing(tmp_path, segment):
    matrix.path_of(tmp_path, 1).mkdir(parents=True)
    matrix.save(tmp_path, 2, segment)
    matrix.save(tmp_path, 3, segment)
    matrix.sweep(tmp_path, {3})
    assert sorted(path.name for path in (tmp_path / "vectors").iterdir()) == ["1.seg", "3.seg"]


def test_where_there_are_no_vectors_nothing_is_swept(tmp_path):
    matrix.sweep(tmp_path, {1})
    assert list(tmp_path.iterdir()) == []


def test_a_file_where_the_folder_should_be_stops_no_sweep(tmp_path):
    (tmp_path / "vectors").write_bytes(b"x")
    matrix.sweep(tmp_path, {1})


@pytest.mark.skipif(os.name == "nt", reason="what is mapped cannot be removed there")
def test_a_segment_that_is_mapped_is_read_on_after_it_was_swept(tmp_path, segment):
    matrix.save(tmp_path, 1, segment)
    mapped = matrix.load(tmp_path, 1, 60, 16)
    matrix.sweep(tmp_path, ())
    assert same(mapped, segment)


@pytest.mark.parametrize("limit", [1, 7, 59, 60, 1000])
def test_the_nearest_are_those_of_a_plain_sort(vectors, segment, limit):
    query = vectors[11]
    found = matrix.nearest([segment], query, limit)
    assert found == by_plain_sort([segment], query, limit)
    assert len(found) == min(limit, 60)
    assert found[0] == (511, pytest.approx(1.0, abs=1e-3))


@pytest.mark.parametrize("limit", [1, 10, 3000])
@pytest.mark.parametrize("sizes", [(1, 2999), (1000, 1000, 1000), (1, 0, 2047, 1, 951)])
def test_the_nearest_of_several_segments_are_those_of_one(tmp_path, sizes, limit):
    vectors = unit(3000, 32)
    whole = Segment.of(np.random.default_rng(1).permutation(3000), vectors)
    parts, at = [], 0
    for size in sizes:
        parts.append(Segment(whole.ids[at : at + size], whole.scales[at : at + size], whole.rows[at : at + size]))
        at += size
    found = matrix.nearest(parts, vectors[5], limit)
    assert found == matrix.nearest([whole], vectors[5], limit) == by_plain_sort([whole], vectors[5], limit)


def test_rows_of_chunks_that_are_gone_are_not_found_and_take_nothing_from_the_limit(vectors, segment):
    best = [row for row, _ in matrix.nearest([segment], vectors[11], 60)]
    gone = {*best[:5], 8}
    found = matrix.nearest([segment], vectors[11], 3, gone=gone)
    assert [row for row, _ in found] == best[5:8]
    assert found == by_plain_sort([segment], vectors[11], 3, set(best) - gone)
    assert matrix.nearest([segment], vectors[11], 3, gone=set(range(500, 560))) == []


def test_the_vectors_of_some_chunks_are_their_rows_as_they_are_kept(vectors):
    parts = [segment_of(vectors[:20], 500), segment_of(vectors[20:], 520)]
    ids, rows = matrix.vectors_of(parts, np.array([3, 501, 519, 520, 559]))
    assert ids.tolist() == [501, 519, 520, 559]
    assert np.array_equal(rows, np.concatenate([part.vectors() for part in parts])[[1, 19, 20, 59]])
    assert matrix.vectors_of(parts, np.array([3]))[0].tolist() == []


def test_no_rows_have_no_nearest(segment, vectors):
    assert matrix.nearest([], np.ones(4, np.float32), 5) == []
    assert matrix.nearest([segment_of(np.zeros((0, 4), np.float32))], np.ones(4, np.float32), 5) == []
    assert matrix.nearest([segment], vectors[11], 0) == []


@pytest.mark.parametrize("dimensions", [32, 256])
@pytest.mark.parametrize("count", [9, 38, 63, 5001])
def test_equal_rows_have_equal_scores_wherever_they_stand(dimensions, count):
    vectors = unit(count, dimensions, seed=0)
    twins = [0, 1, count // 2, count - 1]
    vectors[twins] = vectors[0]
    found = matrix.nearest([segment_of(vectors)], vectors[0], 4)
    assert [row for row, _ in found] == twins
    assert len({score for _, score in found}) == 1
    cut = [segment_of(vectors[:2]), segment_of(vectors[2:], 2)]
    assert matrix.nearest(cut, vectors[0], 4) == found


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_all_that_tie_with_the_last_one_asked_for_come_too_ordered_by_id(limit):
    vectors = np.array([[0, 1], [1, 0], [1, 0], [1, 0], [-1, 0]], np.float32)
    parts = [Segment.of(np.array([5, 9, 3]), vectors[:3]), Segment.of(np.array([7, 1]), vectors[3:])]
    found = matrix.nearest(parts, np.array([1, 0], np.float32), limit)
    assert found == [(3, 1.0), (7, 1.0), (9, 1.0), (5, 0.0)][: max(3, limit)]
