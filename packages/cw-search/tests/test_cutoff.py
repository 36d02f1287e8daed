import pytest

from cw_core import Candidates, SearchSettings
from cw_search.cutoff import cutoff

SETTINGS = SearchSettings(smart_top_score_ratio=0.5, smart_min_k=2, smart_max_k=5)


@pytest.fixture
def kept(chunk_of, hits_of):
    """A function: how many of hits with these scores, each of a file of its own, are kept."""

    def run(scores, settings=SETTINGS):
        chunks = [chunk_of(f"{n}.py", "x") for n in range(len(scores))]
        out = cutoff(hits_of(chunks, scores), settings)
        assert [hit.chunk for hit in out.hits] == chunks[: len(out.hits)]
        return len(out.hits)

    return run


@pytest.mark.parametrize(
    ("scores", "count"),
    [
        ([1.0, 0.9, 0.5, 0.49], 3),
        ([1.0, 0.1, 0.09], 2),
        ([1.0], 1),
        ([1.0] * 9, 5),
        ([0.0, 0.0, 0.0], 3),
    ],
)
def test_kept_are_those_near_the_best_at_least_two_at_most_five(kept, scores, count):
    assert kept(scores) == count


def test_the_best_of_every_file_is_taken_before_the_second_of_any(chunks_of, hits_of):
    many = chunks_of("many.txt", "a\nb\n" * 8)
    single = [chunks_of(f"one{n}.txt", "c\n")[0] for n in range(3)]
    out = cutoff(hits_of([*many[:6], *single], [1.0] * 6 + [0.6] * 3), SETTINGS)
    assert [hit.chunk for hit in out.hits] == [*many[:2], *single]


def test_what_is_kept_keeps_its_order(chunks_of, hits_of):
    many, single = chunks_of("many.txt", "a\nb\n" * 8), chunks_of("one.txt", "c\n")[0]
    out = cutoff(hits_of([many[0], many[1], single, many[2]]), SETTINGS)
    assert [hit.chunk for hit in out.hits] == [many[0], many[1], single, many[2]]


def test_nothing_found_is_said():
    assert [notice.code for notice in cutoff(Candidates(), SETTINGS).notices] == ["nothing-found"]


def test_something_found_is_not_called_nothing(chunk_of, hits_of):
    assert cutoff(hits_of([chunk_of("a.py", "x")]), SETTINGS).notices == ()
