"""What every Embedder promises."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from cw_core import Chunk, ModelUnavailable, RepoPath, SourceFile, Span
from cw_core.testing import HashEmbedder, OutageEmbedder
from cw_search.models.static import StaticEmbedder

EMBEDDERS = {
    "static": StaticEmbedder(),
    "hash": HashEmbedder(),
    "outage-to-come": OutageEmbedder(HashEmbedder(), calls=10**9),
}

TEXTS = [
    "def backoff(attempt):\n    time.sleep(2 ** attempt)  # wait between retries\n",
    "class ShoppingCart:\n    def checkout(self): ...\n",
    "用户认证失败\n",
    "x",
    "--- *** ---\n",
    "s = '\ufffd😀'\n",
    "a" * 50_000,
]


def chunk(text, path="src/a.py"):
    file = SourceFile(RepoPath(path), text.encode())
    return Chunk.cut(file, Span(0, len(file.content)), "python", (path,))


CHUNKS = [chunk(text) for text in TEXTS]


@pytest.fixture(params=EMBEDDERS)
def embedder(request):
    return EMBEDDERS[request.param]


def test_rows_are_float32_one_a_chunk_of_unit_length_or_zero(embedder):
    vectors = embedder.embed_chunks(CHUNKS)
    assert vectors.shape == (len(CHUNKS), embedder.space.dimensions)
    assert vectors.dtype == np.float32
    lengths = np.linalg.norm(vectors, axis=1)
    assert all(abs(length - 1) < 1e-5 or length == 0 for length in lengths)
    assert lengths[0] > 0.9


def test_no_chunks_give_no_rows(embedder):
    assert embedder.embed_chunks([]).shape == (0, embedder.space.dimensions)


def test_a_row_is_in_its_place_and_does_not_depend_on_its_neighbours(embedder):
    together = embedder.embed_chunks(CHUNKS)
    alone = np.concatenate([embedder.embed_chunks([entry]) for entry in CHUNKS])
    backwards = embedder.embed_chunks(CHUNKS[::-1])[::-1]
    assert np.array_equal(together, alone)
    assert np.array_equal(together, backwards)


def test_a_question_is_one_unit_vector_or_zero_if_nothing_is_known(embedder):
    query = embedder.embed_query("how long to wait between retries")
    assert query.shape == (embedder.space.dimensions,)
    assert query.dtype == np.float32
    assert abs(np.linalg.norm(query) - 1) < 1e-5
    assert not embedder.embed_query("").any()
    assert not embedder.embed_query(" \n\t").any()


@pytest.mark.parametrize("text", ["\ud800", "\0", "\u2028", "é" * 10_000, "a\ud800b"])
def test_any_text_can_be_asked(embedder, text):
    assert np.isfinite(embedder.embed_query(text)).all()


def test_the_text_that_speaks_of_it_is_nearer(embedder):
    vectors = embedder.embed_chunks(CHUNKS[:2])
    scores = vectors @ embedder.embed_query("sleep between retries with backoff")
    assert scores[0] > scores[1]


def test_threads_get_what_one_thread_gets(embedder):
    want = embedder.embed_chunks(CHUNKS)
    with ThreadPoolExecutor(4) as pool:
        assert all(np.array_equal(got, want) for got in pool.map(lambda _: embedder.embed_chunks(CHUNKS), range(12)))


def test_a_space_names_itself_in_one_string(embedder):
    assert embedder.space == embedder.space
    assert str(embedder.space.dimensions) in embedder.space.key.split("/")


def test_spaces_of_two_models_differ():
    keys = {each.space.key for each in (StaticEmbedder(), HashEmbedder(), HashEmbedder(16), HashEmbedder(model="b"))}
    assert len(keys) == 4


def test_an_outage_begins_when_it_is_told_to_and_says_what_to_do():
    out = OutageEmbedder(HashEmbedder(), calls=1)
    assert out.embed_query("x").any()
    for ask in (lambda: out.embed_query("x"), lambda: out.embed_chunks(CHUNKS)):
        with pytest.raises(ModelUnavailable) as caught:
            ask()
        assert caught.value.hint
