from __future__ import annotations

import hashlib
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from importlib.resources import files
from typing import Any

import numpy as np
import pytest

from cw_core.chunk import Chunk
from cw_core.ports import Embedder
from cw_core.source import RepoPath, SourceFile, Span
from cw_search.models import static
from cw_search.models.pieces import Pieces
from cw_search.models.static import MAX_BODY_CHARACTERS, StaticEmbedder

REBUILD_AUTH = '''def rebuild_auth(self, prepared_request, response):
    """When being redirected we may want to strip authentication from the request."""
    if "Authorization" in headers and self.should_strip_auth(response.request.url, url):
        del headers["Authorization"]
'''
PLOT = '''def draw_histogram(values, bins):
    """Draw bars for a series of numbers on the axes."""
    axes.bar(edges[:-1], counts, width=numpy.diff(edges))
'''


def chunk(text: str, path: str = "src/app.py", names: tuple[str, ...] = ()) -> Chunk:
    file = SourceFile(RepoPath(path), text.encode())
    return Chunk.cut(file, Span(0, len(file.content)), "python", (path,), names)


CHUNKS = (
    chunk(REBUILD_AUTH, "requests/sessions.py", ("SessionRedirectMixin.rebuild_auth",)),
    chunk(PLOT, "charts/plot.py", ("draw_histogram", "draw_histogram.inner")),
    chunk("x = 1\n" * 500, "a.py"),
    chunk("größe = 日本語  # naïve\n", "docs/größe.md"),
    chunk("\n", "\u65e5"),
    chunk("parse " * 4_000, "data/huge.json", ("parse",)),
)


@pytest.fixture(scope="module")
def embedder() -> StaticEmbedder:
    return StaticEmbedder()


@pytest.fixture(scope="module")
def arrays() -> dict[str, Any]:
    folder = files("cw_search.models") / "weights"
    return {name: np.load(str(folder / f"{name}.npy")) for name in ("E", "ab", "scale", "vocab", "wd", "wq")}


def plain(arrays: dict[str, Any], weight: str, strengths: dict[int, float]) -> Any:
    """The formula, one piece after the other, in double precision."""
    total = np.zeros(256)
    for number, strength in strengths.items():
        row = arrays["E"][number].astype(float) * float(arrays["scale"][number])
        total += float(arrays[weight][number]) * strength * row
    length = np.linalg.norm(total)
    return total / length if length else total


def counted(arrays: dict[str, Any], text: str) -> Counter[int]:
    pieces = Pieces(bytes(arrays["vocab"]).decode().split("\n"))
    return Counter(np.frombuffer(pieces.encode(text), np.uint16).tolist())


def plain_chunk(arrays: dict[str, Any], chunk: Chunk) -> Any:
    fields = (chunk.text[:MAX_BODY_CHARACTERS], " ".join(chunk.names), str(chunk.path))
    body, name, path = (counted(arrays, text) for text in fields)
    per_name, per_path = map(float, arrays["ab"])
    strengths = {
        number: np.log(1 + body[number]) + per_name * name[number] + per_path * path[number]
        for number in body | name | path
    }
    return plain(arrays, "wd", strengths)


def test_the_static_embedder_is_an_embedder() -> None:
    port: Embedder = StaticEmbedder()
    assert port.space.key == f"static/{static.MODEL}/256/fields-3"


def test_the_model_is_named_after_the_weights_in_the_package() -> None:
    folder = files("cw_search.models") / "weights"
    arrays = sorted((file for file in folder.iterdir() if file.name.endswith(".npy")), key=lambda file: file.name)
    fingerprint = hashlib.sha256(b"".join(file.read_bytes() for file in arrays)).hexdigest()
    assert f"code-static-256-{fingerprint[:8]}" == static.MODEL


def test_the_space_is_known_without_the_weights() -> None:
    embedder = StaticEmbedder()
    assert embedder.space.dimensions == 256
    assert "_weights" not in vars(embedder)


def test_importing_the_package_leaves_the_model_alone() -> None:
    code = "import sys, cw_search; print('cw_search.models.static' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


def test_chunk_vectors_follow_the_formula(embedder: StaticEmbedder, arrays: dict[str, Any]) -> None:
    expected = np.array([plain_chunk(arrays, chunk) for chunk in CHUNKS])
    np.testing.assert_allclose(embedder.embed_chunks(CHUNKS), expected, atol=1e-6)


@pytest.mark.parametrize("text", ["drop credentials on redirect", "retry retry backoff", "parseHTTPResponse", ""])
def test_query_vectors_follow_the_formula(embedder: StaticEmbedder, arrays: dict[str, Any], text: str) -> None:
    expected = plain(arrays, "wq", dict(counted(arrays, text)))
    np.testing.assert_allclose(embedder.embed_query(text), expected, atol=1e-6)


def test_rows_are_unit_length_or_zero_where_nothing_is_known(embedder: StaticEmbedder) -> None:
    vectors = embedder.embed_chunks(CHUNKS)
    assert vectors.dtype == np.float32
    assert vectors.shape == (len(CHUNKS), 256)
    np.testing.assert_allclose(np.linalg.norm(vectors, axis=1), [1, 1, 1, 1, 0, 1], atol=1e-6)
    query = embedder.embed_query("where are retries decided?")
    assert query.dtype == np.float32
    assert query.shape == (256,)
    assert np.linalg.norm(query) == pytest.approx(1)
    assert not embedder.embed_query("\u65e5 ()").any()


def test_nothing_in_gives_no_rows(embedder: StaticEmbedder) -> None:
    vectors = embedder.embed_chunks(())
    assert vectors.shape == (0, 256)
    assert vectors.dtype == np.float32


def test_a_vector_depends_on_its_chunk_alone_and_order_is_kept(embedder: StaticEmbedder) -> None:
    many = [chunk(f"def load_{number}(path): return read(path, {number})", f"p{number}.py") for number in range(600)]
    together = embedder.embed_chunks(many)
    np.testing.assert_array_equal(embedder.embed_chunks(many), together)
    np.testing.assert_allclose(embedder.embed_chunks(many[::-1])[::-1], together, atol=1e-6)
    alone = np.concatenate([embedder.embed_chunks([each]) for each in many[250:260]])
    np.testing.assert_allclose(alone, together[250:260], atol=1e-6)


def test_only_the_head_of_a_huge_body_is_read(embedder: StaticEmbedder) -> None:
    head = "value = 1\n" * (MAX_BODY_CHARACTERS // 10)
    longer = embedder.embed_chunks([chunk(head), chunk(head + "authentication " * 1_000)])
    np.testing.assert_array_equal(longer[0], longer[1])


def test_threads_that_share_an_embedder_get_the_same_vectors() -> None:
    embedder, alone = StaticEmbedder(), StaticEmbedder().embed_chunks(CHUNKS)
    with ThreadPoolExecutor(8) as pool:
        for vectors in pool.map(embedder.embed_chunks, [CHUNKS] * 32):
            np.testing.assert_array_equal(vectors, alone)


@pytest.mark.parametrize(
    ("query", "nearest"),
    [
        ("drop credentials on redirect to another host", 0),
        ("show the distribution of numbers as a bar chart", 1),
    ],
)
def test_a_question_is_nearer_to_code_that_answers_it_in_other_words(
    embedder: StaticEmbedder, query: str, nearest: int
) -> None:
    similarity = embedder.embed_chunks(CHUNKS[:2]) @ embedder.embed_query(query)
    assert int(similarity.argmax()) == nearest
    assert abs(similarity[0] - similarity[1]) > 0.1
