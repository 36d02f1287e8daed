"""The embedder in this process: static vectors summed by learned weights.

A chunk is the sum over its pieces t of `wd[t] * (log(1 + in body) + a * in names + b * in path) * E[t]`, a query the
sum of `wq[t] * E[t]`, both brought to length 1. Word order plays no part; `weights/README.md` tells where the numbers
come from. 7,000 to 15,000 chunks of 1,500 characters per CPU-second, as their words are new or known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import as_file, files
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Literal

from cw_core.chunk import Chunk
from cw_core.snapshot import EmbeddingSpace
from cw_search.models.pieces import Pieces

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]

MODEL = "code-static-256-0d92a046"
"""The last part is the head of the SHA-256 of all arrays in `weights`, in order of file name."""

SPACE = EmbeddingSpace(provider="static", model=MODEL, dimensions=256, text_format="fields-3")

MAX_BODY_CHARACTERS = 16_000
"""The head of a body that is read. Chunks of code are a tenth of this."""

MAX_DATA_CHARACTERS = 4_000
"""The same of data, which may be one chunk of any size and is found by its head."""

BLOCK = 256
"""Chunks whose pieces are counted at once; their keys have 14 bits for it. Larger is no faster."""

_TOKEN_BITS = 16
_FIELD_BITS = 2


class StaticEmbedder:
    """Vectors from a table in this package, read on first use. Thread-safe."""

    @property
    def space(self) -> EmbeddingSpace:
        """Known without reading the weights."""
        return SPACE

    @property
    def remote(self) -> bool:
        """False: it works in this process."""
        return False

    def reads(self, chunk: Chunk) -> str:
        """The three fields, each ended by NUL."""
        return "\0".join((*_fields(chunk), ""))

    def embed_chunks(self, chunks: Sequence[Chunk]) -> Vectors:
        """Shape (n, 256), float32, unit rows in the order given; a zero row where no piece is known.

        Read are text (its first 16,000 characters, of data 4,000), names and path. A row does not depend on others.
        """
        import numpy as np  # noqa: PLC0415

        out = np.zeros((len(chunks), SPACE.dimensions), np.float32)
        for start in range(0, len(chunks), BLOCK):
            block = slice(start, start + BLOCK)
            _sum_chunks(self._weights, chunks[block], out[block])
        return _to_unit_length(out)

    def embed_query(self, text: str) -> Vectors:
        """Shape (256,), float32, unit length, or all zero if no piece is known. 0.1 ms once the weights are there."""
        import numpy as np  # noqa: PLC0415

        weights = self._weights
        tokens = np.frombuffer(weights.pieces.encode(text), np.uint16)
        out = np.zeros((1, SPACE.dimensions), np.float32)
        _sum_rows(weights.rows, tokens, weights.in_query[tokens], out[0])
        vector: Vectors = _to_unit_length(out)[0]
        return vector

    @cached_property
    def _weights(self) -> _Weights:
        return _Weights.load()


@dataclass(frozen=True, slots=True)
class _Weights:
    """Everything learned; one entry per piece. `rows` is mapped from disk, and its scale is part of the weights."""

    pieces: Pieces
    rows: NDArray[np.int8]
    in_chunk: Vectors
    in_query: Vectors
    per_name: np.float32
    per_path: np.float32

    @classmethod
    def load(cls) -> _Weights:
        """Read all but the rows, about 20 ms of CPU."""
        import numpy as np  # noqa: PLC0415

        scale = _array("scale").astype(np.float32)
        per_name, per_path = _array("ab")
        return cls(
            pieces=Pieces(_array("vocab").tobytes().decode("utf-8").split("\n")),
            rows=_array("E", mmap_mode="r"),
            in_chunk=_array("wd").astype(np.float32) * scale,
            in_query=_array("wq").astype(np.float32) * scale,
            per_name=per_name,
            per_path=per_path,
        )


def _array(name: str, mmap_mode: Literal["r"] | None = None) -> NDArray[Any]:
    import numpy as np  # noqa: PLC0415

    with as_file(files("cw_search.models").joinpath("weights", f"{name}.npy")) as path:
        array: NDArray[Any] = np.load(path, mmap_mode=mmap_mode, allow_pickle=False)
    return np.asarray(array)


def _sum_chunks(weights: _Weights, chunks: Sequence[Chunk], out: Vectors) -> None:
    """Fill row i of `out`, shape (len(chunks), 256), with the sum of chunk i."""
    import numpy as np  # noqa: PLC0415

    owners, fields, tokens, counts = _counted(weights.pieces, chunks)
    strength = np.select(
        [fields == 0, fields == 1],
        [np.log1p(counts, dtype=np.float32), weights.per_name * counts],
        weights.per_path * counts,
    )
    strength = weights.in_chunk[tokens] * strength
    bounds = np.searchsorted(owners, np.arange(len(chunks) + 1)).tolist()
    for row, (start, end) in enumerate(pairwise(bounds)):
        _sum_rows(weights.rows, tokens[start:end], strength[start:end], out[row])


def _counted(pieces: Pieces, chunks: Sequence[Chunk]) -> tuple[NDArray[Any], ...]:
    """Which chunk, which field (0 body, 1 names, 2 path), which piece, how often: four columns in order of these.

    Each occurrence becomes one 32-bit key, chunk before field before piece; equal keys are neighbours once sorted.
    """
    import numpy as np  # noqa: PLC0415

    texts = [pieces.encode(text) for chunk in chunks for text in _fields(chunk)]
    lengths = np.fromiter((len(text) // 2 for text in texts), np.intp, len(texts))
    text_number = np.arange(len(texts), dtype=np.uint32)
    owner_and_field = (text_number // 3 << _FIELD_BITS | text_number % 3) << _TOKEN_BITS
    keys = np.repeat(owner_and_field, lengths) | np.frombuffer(b"".join(texts), np.uint16)
    keys.sort()
    first = np.flatnonzero(np.diff(keys, prepend=~keys[:1]))
    counts = np.diff(first, append=len(keys)).astype(np.float32)
    keys = keys[first]
    owner, field = keys >> _TOKEN_BITS + _FIELD_BITS, keys >> _TOKEN_BITS & (1 << _FIELD_BITS) - 1
    return owner, field, (keys & (1 << _TOKEN_BITS) - 1).astype(np.intp), counts


def _fields(chunk: Chunk) -> Iterable[str]:
    most = MAX_DATA_CHARACTERS if chunk.kind == "data" else MAX_BODY_CHARACTERS
    return chunk.text[:most], _names(chunk), str(chunk.path)


def _names(chunk: Chunk) -> str:
    """The names defined in a chunk; for the inner part of a long function or section, the name of the whole."""
    if chunk.names or len(chunk.breadcrumb) < 2:
        return " ".join(chunk.names)
    kind, _, name = chunk.breadcrumb[-1].partition(" ")
    return name or kind


def _sum_rows(rows: NDArray[np.int8], tokens: NDArray[Any], strength: Vectors, out: Vectors) -> None:
    """Fill `out`, shape (256,), with the rows of `tokens`, each times its strength.

    Chunk by chunk: one product for the block is no faster, starts threads, and lets neighbours change the last bits.
    """
    import numpy as np  # noqa: PLC0415

    np.dot(strength, rows.take(tokens, axis=0).astype(np.float32), out=out)


def _to_unit_length(vectors: Vectors) -> Vectors:
    """Each row divided by its length, in place; a zero row stays."""
    import numpy as np  # noqa: PLC0415

    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Vectors = np.divide(vectors, lengths, out=vectors, where=lengths > 0)
    return unit
