"""What every Reranker promises."""

import pytest

from cw_core.testing import FixedReranker


@pytest.fixture(params=["fixed"])
def reranker(request):
    return FixedReranker({"the answer": 1.0, "nearly": 0.5})


def test_there_is_one_score_a_passage_in_the_order_given(reranker):
    assert reranker.rerank("question", ["no", "the answer", "nearly", "no"]) == (0.0, 1.0, 0.5, 0.0)


def test_no_passages_have_no_scores(reranker):
    assert reranker.rerank("question", []) == ()
