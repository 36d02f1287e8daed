import pytest

from cw_core import Notice, Recall, Scored
from cw_search.fuse import fuse


@pytest.fixture
def recall(chunk_of):
    """A function: lists of letters into a Recall over files of these names."""

    def make(**lists):
        chunks = {letter: chunk_of(f"{letter}.py", letter) for letters in lists.values() for letter in letters}
        scored = {
            name: tuple(Scored(chunks[letter].id, 100.0 - place) for place, letter in enumerate(letters))
            for name, letters in lists.items()
        }
        return Recall(scored, {chunk.id: chunk for chunk in chunks.values()}, (Notice("stale", "x"),))

    return make


def order(candidates):
    return "".join(hit.chunk.path[0] for hit in candidates.hits)


def test_a_chunk_high_on_both_lists_beats_one_that_leads_a_single_list(recall):
    assert order(fuse(recall(lexical="abc", vector="dbe"), {})) == "badce"


def test_a_score_is_the_sum_of_weights_over_ranks(recall):
    hits = fuse(recall(lexical="ab", vector="b"), {"lexical": 0.4, "vector": 0.6}, k0=20).hits
    assert [hit.chunk.path[0] for hit in hits] == ["b", "a"]
    assert [hit.score for hit in hits] == pytest.approx([0.4 / 22 + 0.6 / 21, 0.4 / 21])


def test_a_list_without_a_weight_counts_one_and_one_of_weight_zero_nothing(recall):
    both = recall(lexical="a", vector="b")
    assert order(fuse(both, {"lexical": 0.5})) == "ba"
    assert [hit.score for hit in fuse(both, {"vector": 0.0}).hits][1] == 0


def test_ties_fall_to_the_chunk_id(recall):
    assert order(fuse(recall(lexical="cx", vector="ay"), {})) == "acxy"
    assert order(fuse(recall(vector="ay", lexical="cx"), {})) == "acxy"


def test_a_chunk_comes_once_with_the_evidence_of_all_its_lists(recall):
    (hit, _) = fuse(recall(lexical="ab", vector="ba"), {}).hits
    assert {(e.source, e.rank, e.score) for e in hit.evidence} in (
        {("lexical", 1, 100.0), ("vector", 2, 99.0)},
        {("lexical", 2, 99.0), ("vector", 1, 100.0)},
    )


def test_a_limit_keeps_the_best(recall):
    assert order(fuse(recall(lexical="abc", vector="dbe"), {}, limit=2)) == "ba"


def test_nothing_found_is_no_candidates_and_notices_go_on(recall):
    assert fuse(Recall({}, {}), {}).hits == ()
    assert fuse(recall(lexical="a"), {}).notices == (Notice("stale", "x"),)


def test_a_smaller_constant_trusts_the_first_ranks_more(recall):
    lists = recall(lexical="axyzc", vector="bxzyc")
    small, large = (fuse(lists, {}, k0=k0) for k0 in (1, 60))
    assert order(small).index("a") < order(large).index("a")
