"""What every VectorIndex promises: the mapped matrix, the LanceDB table and the exact yardstick give one answer."""

import numpy as np
import pytest

from cw_core import Scope
from cw_core.testing import as_kept
from cw_store import matrix

SCOPES = [
    Scope(),
    Scope(include=("src/",)),
    Scope(include=("src/auth/*.py", "*.md"), exclude=("**/retry.py",)),
    Scope(languages=("markdown",)),
    Scope(include=("it's here.py",)),
    Scope(include=("src/[[]id]/*",)),
    Scope(include=("docs/用户/**",)),
    Scope(exclude=("**",)),
]
QUESTIONS = ["login user", "how long to wait between retries", "shipping and returns", "用户认证"]


@pytest.mark.parametrize("scope", SCOPES, ids=repr)
@pytest.mark.parametrize("question", QUESTIONS)
def test_ids_order_and_scores_are_those_of_the_yardstick(a_vector_index, snapshots, embedder, question, scope):
    query = embedder.embed_query(question)
    hits = a_vector_index.nearest(query, scope, 1000)
    want = snapshots["memory"].nearest(query, scope, 1000)
    assert [hit.id for hit in hits] == [hit.id for hit in want]
    assert [hit.score for hit in hits] == pytest.approx([hit.score for hit in want], abs=1e-5)


@pytest.mark.parametrize("limit", [1, 3, 7, 15])
@pytest.mark.parametrize("question", ["shipping", "the very same shipping words"])
def test_a_limit_takes_the_first_of_the_whole_list_ties_included(a_vector_index, snapshots, embedder, question, limit):
    query = embedder.embed_query(question)
    want = snapshots["memory"].nearest(query, Scope(), 1000)
    assert [hit.id for hit in a_vector_index.nearest(query, Scope(), limit)] == [hit.id for hit in want[:limit]]


def test_a_score_is_the_cosine_with_the_vector_as_it_is_kept(a_vector_index, cut_files, embedder):
    query = embedder.embed_query("charge a card")
    chunks = {chunk.id: chunk for cut, _ in cut_files for chunk in cut.chunks}
    for hit in a_vector_index.nearest(query, Scope(), 5):
        row = as_kept(embedder.embed_chunks([chunks[hit.id]]))[0]
        assert hit.score == pytest.approx(float(row @ query), abs=1e-5)


def test_more_than_there_is_gives_all_there_is(a_vector_index, cut_files, embedder):
    hits = a_vector_index.nearest(embedder.embed_query("login"), Scope(), 10**6)
    assert {hit.id for hit in hits} == {chunk.id for cut, _ in cut_files for chunk in cut.chunks}


def test_a_scope_does_not_take_from_the_limit(a_vector_index, embedder):
    hits = a_vector_index.nearest(embedder.embed_query("shipping"), Scope(include=("it's here.py",)), 1)
    assert [hit.id.split("@")[0] for hit in hits] == ["src/it's here.py"]


def test_an_index_without_vectors_finds_nothing(small_index, embedder):
    from cw_core.testing import MemorySnapshot

    layout = small_index({"empty.txt": ""})
    from cw_store import snapshot

    for index in (snapshot(layout), MemorySnapshot(())):
        assert index.nearest(embedder.embed_query("x"), Scope(), 5) == ()
        assert index.lexical(["x"], Scope(), 5) == ()


def test_what_is_kept_of_a_vector_is_its_length_and_nearly_its_direction():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((100, 256)).astype(np.float32)
    vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
    vectors[7] = 0
    kept = as_kept(vectors)
    assert np.linalg.norm(kept, axis=1) == pytest.approx(np.linalg.norm(vectors, axis=1), abs=1e-6)
    cosines = (kept * vectors).sum(axis=1)
    assert np.delete(cosines, 7).min() > 0.9999
    assert matrix.Segment.of(np.arange(100), vectors).vectors() == pytest.approx(kept, abs=1e-7)


def test_without_a_scope_the_table_was_asked_where_there_is_one(snapshots, embedder):
    for name, asked in (("store", False), ("table", True)):
        snapshots[name].nearest(embedder.embed_query("login"), Scope(), 5)
        assert (snapshots[name]._table is not None) is asked


def test_equal_rows_have_equal_scores_wherever_they_stand():
    rng = np.random.default_rng(0)
    vectors = rng.standard_normal((37, 256)).astype(np.float32)
    vectors[[3, 8, 20, 21, 36]] = vectors[0]
    segment = matrix.Segment.of(np.arange(100, 137), vectors)
    found = matrix.nearest([segment], vectors[0], 6)
    assert [row for row, _ in found] == [100, 103, 108, 120, 121, 136]
    assert len({score for _, score in found}) == 1
