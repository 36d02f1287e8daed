"""A fake for every port, held to the same contracts as the real thing.

All of it is deterministic and small enough to check by eye. Only what makes vectors needs numpy, when it makes them.
"""

from __future__ import annotations

import math
import zlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, TypeVar

from cw_core.chunk import Chunk, ChunkedFile, ChunkId
from cw_core.errors import ModelUnavailable
from cw_core.facts import BEST, ChunkFacts, Facts, FileFacts
from cw_core.hit import Scored
from cw_core.ports import Embedder
from cw_core.query import Scope
from cw_core.snapshot import EmbeddingSpace, Generation
from cw_core.source import RepoPath, SourceFile
from cw_core.symbol import Edge, Symbol
from cw_core.text import tokens, whole

if TYPE_CHECKING:
    from cw_core.ports import Vectors

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class LinesChunker:
    """A Chunker that cuts after every `most` lines. The language is the suffix: `py`; `text` without one."""

    most: int = 20

    @property
    def version(self) -> str:
        """Another size, another version."""
        return f"lines/{self.most}"

    def chunk(self, file: SourceFile) -> ChunkedFile:
        """See `cw_core.ports.Chunker`."""
        return self.by_lines(file, "")

    def by_lines(self, file: SourceFile, problem: str) -> ChunkedFile:
        """See `cw_core.ports.Chunker`."""
        language = file.path.suffix[1:] or "text"
        firsts = range(1, len(file.lines) + 1, self.most) if file.content else ()
        spans = (file.lines.span_of(first, min(first + self.most - 1, len(file.lines))) for first in firsts)
        chunks = tuple(Chunk.cut(file, span, language, (str(file.path),)) for span in spans)
        return ChunkedFile(file.path, file.digest, language, "lines", chunks, problem=problem)


@dataclass(frozen=True, slots=True)
class HashEmbedder:
    """An Embedder whose vectors are sums of one fixed direction a token: texts that share words are near.

    A chunk's text alone counts, so equal texts have equal vectors whatever their path; no token gives a zero row.
    """

    dimensions: int = 32
    model: str = "hash"

    @property
    def space(self) -> EmbeddingSpace:
        """Its name and size."""
        return EmbeddingSpace("testing", self.model, self.dimensions)

    @property
    def remote(self) -> bool:
        """False: it works here."""
        return False

    def reads(self, chunk: Chunk) -> str:
        """See `cw_core.ports.Embedder`."""
        return chunk.text

    def embed_chunks(self, chunks: Sequence[Chunk]) -> Vectors:
        """See `cw_core.ports.Embedder`."""
        import numpy as np  # noqa: PLC0415 - the fakes without vectors work without it

        out = np.zeros((len(chunks), self.dimensions), np.float32)
        for row, chunk in enumerate(chunks):
            out[row] = self.embed_query(chunk.text)
        return out

    def embed_query(self, text: str) -> Vectors:
        """See `cw_core.ports.Embedder`."""
        import numpy as np  # noqa: PLC0415

        sums = [0.0] * self.dimensions
        for token, count in Counter(tokens(text)).items():
            for at in range(self.dimensions):
                sums[at] += count * (zlib.crc32(f"{at} {token}".encode()) / 2**31 - 1)
        length = math.sqrt(math.fsum(value * value for value in sums))
        return np.array([value / length if length else 0.0 for value in sums], np.float32)


@dataclass(slots=True)
class OutageEmbedder:
    """Another Embedder, in the same space, that works for `calls` calls and is unavailable ever after."""

    inner: Embedder
    calls: int = 0

    @property
    def space(self) -> EmbeddingSpace:
        """That of the inner one."""
        return self.inner.space

    @property
    def remote(self) -> bool:
        """True, as for all that can be out."""
        return True

    def reads(self, chunk: Chunk) -> str:
        """See `cw_core.ports.Embedder`."""
        return self.inner.reads(chunk)

    def embed_chunks(self, chunks: Sequence[Chunk]) -> Vectors:
        """See `cw_core.ports.Embedder`."""
        self._count()
        return self.inner.embed_chunks(chunks)

    def embed_query(self, text: str) -> Vectors:
        """See `cw_core.ports.Embedder`."""
        self._count()
        return self.inner.embed_query(text)

    def _count(self) -> None:
        if self.calls <= 0:
            raise ModelUnavailable("the model is out", "Try again later.", retry_after_s=1.0)
        self.calls -= 1


@dataclass(frozen=True, slots=True)
class FixedReranker:
    """A Reranker that knows its scores beforehand, by passage; others have `otherwise`."""

    scores: Mapping[str, float] = field(default_factory=dict)
    otherwise: float = 0.0

    def rerank(self, query: str, passages: Sequence[str]) -> tuple[float, ...]:
        """See `cw_core.ports.Reranker`."""
        return tuple(self.scores.get(passage, self.otherwise) for passage in passages)


def as_kept(vectors: Vectors) -> Vectors:
    """Vectors as a VectorIndex keeps them: eight bits a number, a row's largest being 127, its length unchanged."""
    import numpy as np  # noqa: PLC0415

    out = np.zeros_like(vectors)
    for at, row in enumerate(vectors):
        if row.any():
            whole = np.rint(row * 127 / np.abs(row).max())
            out[at] = whole * (np.linalg.norm(row) / np.linalg.norm(whole))
    return out


class MemorySnapshot:
    """A Snapshot of files held in memory, every answer worked out from scratch: the yardstick for the others.

    `files` are cut files with their texts. Without an embedder there are no vectors. Thread-safe, for nothing changes.
    """

    def __init__(
        self, files: Iterable[tuple[ChunkedFile, bytes]], embedder: Embedder | None = None, number: int = 1
    ) -> None:
        ordered = sorted(files, key=lambda entry: entry[0].path)
        self._files = {cut.path: cut for cut, _ in ordered}
        self._texts = {cut.path: text for cut, text in ordered}
        self._chunks = {chunk.id: chunk for cut in self._files.values() for chunk in cut.chunks}
        self._words = {key: Counter(_words(chunk)) for key, chunk in self._chunks.items()}
        self._whole = {
            path: Counter(word for chunk in cut.chunks for word in _words(chunk)) for path, cut in self._files.items()
        }
        self._vectors = as_kept(embedder.embed_chunks(list(self._chunks.values()))) if embedder else None
        made = len(self._chunks) if embedder else 0
        space = embedder.space.key if embedder else ""
        self._generation = Generation(number, len(self._files), len(self._chunks), made, space)

    @property
    def generation(self) -> Generation:
        """Which one."""
        return self._generation

    def lexical(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.LexicalIndex`. BM25 over one field: path, breadcrumb and text."""
        scores = self._scores(words, self._words)
        return _best(((key, score) for key, score in scores.items() if self._admits(scope, key)), limit)

    def lexical_files(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.LexicalIndex`. The same over whole files."""
        chunks = self._scores(words, self._words)
        scores = self._scores(words, self._whole)
        best = {
            path: min((chunk.id for chunk in self._files[path].chunks), key=lambda key: (-chunks.get(key, 0.0), key))
            for path in scores
        }
        return _best(((best[path], score) for path, score in scores.items() if self._admits(scope, best[path])), limit)

    def _scores(self, words: Sequence[str], held: Mapping[Key, Counter[str]]) -> dict[Key, float]:
        total = len(held)
        average = sum(counts.total() for counts in held.values()) / total if total else 1.0
        scores: dict[Key, float] = {}
        for word in words:
            holders = [key for key, counts in held.items() if counts[word]]
            rarity = math.log(1 + (total - len(holders) + 0.5) / (len(holders) + 0.5))
            for key in holders:
                often, length = held[key][word], held[key].total()
                weight = often * 2.2 / (often + 1.2 * (0.25 + 0.75 * length / average))
                scores[key] = scores.get(key, 0.0) + rarity * weight
        return scores

    def nearest(self, vector: Vectors, scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.VectorIndex`. Exact."""
        if self._vectors is None:
            return ()
        query = vector.astype("float64")
        scored = (
            (key, float(row.astype("float64") @ query)) for key, row in zip(self._chunks, self._vectors, strict=True)
        )
        return _best(((key, score) for key, score in scored if self._admits(scope, key)), limit)

    def chunks(self, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """See `cw_core.ports.Catalog`."""
        return {key: self._chunks[key] for key in ids if key in self._chunks}

    def heads(self, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """See `cw_core.ports.Catalog`."""
        return {key: replace(chunk, text="") for key, chunk in self.chunks(ids).items()}

    def facts(self, ids: Sequence[ChunkId], words: Sequence[str], vector: Vectors | None) -> Facts:
        """See `cw_core.ports.Catalog`. Nothing is known of who imports what."""
        scores, whole = self._scores(words, self._words), self._scores(words, self._whole)
        near = (
            {hit.id: hit.score for hit in self.nearest(vector, Scope(), len(self._chunks))}
            if vector is not None
            else {}
        )
        raw = {word: sum(1 for held in self._whole.values() if held[word]) for word in dict.fromkeys(words)}
        rare = {
            word: words.count(word) * math.log(1 + len(self._whole) / count) for word, count in raw.items() if count
        }
        rarity = {word: value / sum(rare.values()) for word, value in rare.items()}
        files = {}
        for path in dict.fromkeys(self._chunks[key].path for key in ids if key in self._chunks):
            chunks = self._files[path].chunks
            names = {word for chunk in chunks for name in chunk.names for word in tokens(name)}
            likenesses = sorted((near[chunk.id] for chunk in chunks if chunk.id in near), reverse=True)
            files[path] = FileFacts(
                chunks=len(chunks),
                words=whole.get(path, 0.0),
                coverage=sum(value for word, value in rarity.items() if self._whole[path][word]),
                naming=sum(value for word, value in rarity.items() if word in names),
                similarity=sum(likenesses) / max(1, len(likenesses)),
                best_words=tuple(sorted((scores[c.id] for c in chunks if c.id in scores), reverse=True)[:BEST]),
                best_similarities=tuple(likenesses[:BEST]),
            )
        known = [self._chunks[key] for key in ids if key in self._chunks]
        named = {chunk.id: {word for name in chunk.names for word in tokens(name)} for chunk in known}
        facts = {
            key: ChunkFacts(
                scores.get(key, 0.0), sum(v for word, v in rarity.items() if word in names), near.get(key, 0.0)
            )
            for key, names in named.items()
        }
        return Facts(rarity, files, facts, max(scores.values(), default=0.0), max(near.values(), default=0.0))

    def chunks_of(self, path: RepoPath) -> tuple[Chunk, ...]:
        """See `cw_core.ports.Catalog`."""
        return self._files[path].chunks if path in self._files else ()

    def definitions(self, name: str, limit: int) -> tuple[tuple[ChunkId, Symbol], ...]:
        """See `cw_core.ports.Catalog`."""
        folded, exact = whole(name), name.strip()
        found = [
            (_holder(cut, symbol).id, symbol)
            for cut in self._files.values()
            for symbol in sorted(cut.symbols, key=lambda symbol: symbol.span.start)
            if folded
            and folded in (whole(symbol.name), whole(symbol.qualified))
            and _holder(cut, symbol).kind == "code"
            and symbol.kind != "package"
        ]
        found.sort(key=lambda entry: (exact not in (entry[1].name, entry[1].qualified), len(entry[1].qualified)))
        return tuple(found[:limit])

    def used_by(self, path: RepoPath, lines: tuple[int, int], limit: int) -> tuple[Edge, ...]:
        """See `cw_core.ports.Catalog`. By names alone: surely in the same file, else shared among all that have it."""
        found: list[Edge] = []
        for use in self._files[path].references if path in self._files else ():
            if not lines[0] <= use.line <= lines[1] or use.kind == "import":
                continue
            known = {
                (cut.path, symbol.qualified)
                for cut in self._files.values()
                for symbol in cut.symbols
                if whole(symbol.name) == whole(use.name) and symbol.kind != "package"
            }
            near = {entry for entry in known if entry[0] == path} or known
            sure = 0.95 if any(target == path for target, _ in near) else 0.6 / max(1, len(near))
            found += [Edge(path, use.line, use.kind, "", target, name, sure) for target, name in sorted(near)]
        return tuple(found[:limit])

    def file_text(self, path: RepoPath) -> bytes:
        """See `cw_core.ports.Catalog`."""
        return self._texts.get(path, b"")

    def _admits(self, scope: Scope, key: ChunkId) -> bool:
        chunk = self._chunks[key]
        return scope.admits(chunk.path, chunk.language)


def _words(chunk: Chunk) -> list[str]:
    return tokens("\n".join((chunk.path, *chunk.breadcrumb[1:], chunk.text)))


def _holder(cut: ChunkedFile, symbol: Symbol) -> Chunk:
    """The chunk in which a symbol begins."""
    return [chunk for chunk in cut.chunks if chunk.span.start <= symbol.span.start][-1]


def _best(scored: Iterable[tuple[ChunkId, float]], limit: int) -> tuple[Scored, ...]:
    """Best first, ties by id. Scores that differ only by rounding are ties."""
    ordered = sorted(scored, key=lambda pair: (-round(pair[1], 6), pair[0]))
    return tuple(Scored(key, score) for key, score in ordered[:limit])
