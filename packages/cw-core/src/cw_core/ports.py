"""What the parts need of each other, as protocols; each has a fake in `cw_core.testing` and a contract test."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from cw_core.chunk import Chunk, ChunkedFile, ChunkId
from cw_core.facts import Facts
from cw_core.hit import Scored
from cw_core.query import Scope
from cw_core.snapshot import EmbeddingSpace, Generation
from cw_core.source import RepoPath, SourceFile
from cw_core.symbol import Edge, Reference, Symbol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Vectors = NDArray[np.float32]


class Chunker(Protocol):
    """Cuts one file. Pure, and picklable so that worker processes can hold it."""

    @property
    def version(self) -> str:
        """Changes whenever the same file would be cut differently."""
        ...

    def chunk(self, file: SourceFile) -> ChunkedFile:
        """Chunks in order that tile the file without holes or overlap; at least one for a file that is not empty.

        Never raises for any bytes: what cannot be parsed is cut by lines.
        """
        ...

    def by_lines(self, file: SourceFile, problem: str) -> ChunkedFile:
        """The same promise without any parser, for a file that a parser crashed or hung on; `problem` is kept."""
        ...


class Meant(Protocol):
    """A file that an import means, with how sure that is (0 to 1)."""

    @property
    def path(self) -> RepoPath:
        """Which file."""
        ...

    @property
    def confidence(self) -> float:
        """1 for what a rule of the language gives, less for a guess."""
        ...


class Imports(Protocol):
    """Tells which files of a repository its imports mean."""

    def resolve(self, reference: Reference, importer: RepoPath, language: str) -> Sequence[Meant]:
        """Best first, each file once, never the importer; empty if it means none of the repository. Never raises."""
        ...


class ImportRules(Protocol):
    """What makes `Imports` of the paths of a repository."""

    @property
    def manifest_names(self) -> frozenset[str]:
        """Names of files that rules look for and read: when one comes or changes, any import may mean others."""
        ...

    def of(
        self,
        paths: Iterable[RepoPath],
        read: Callable[[RepoPath], bytes | None],
        declared: Mapping[RepoPath, Sequence[str]] | None = None,
    ) -> Imports:
        """The rules for these files; `read` gives the text of some, `declared` the namespaces that files declare."""
        ...


class Embedder(Protocol):
    """Turns text into unit vectors of one space. Thread-safe."""

    @property
    def space(self) -> EmbeddingSpace:
        """Which space the vectors live in."""
        ...

    @property
    def remote(self) -> bool:
        """True if it asks a service: then words are published before anybody waits for it."""
        ...

    def reads(self, chunk: Chunk) -> str:
        """All that a chunk's vector depends on, as one string: in one space, equal strings have equal vectors."""
        ...

    def embed_chunks(self, chunks: Sequence[Chunk]) -> Vectors:
        """Shape (n, dimensions), float32, unit rows (or zero rows for nothing known), in the order given.

        Raises ModelUnavailable or ModelRefused.
        """
        ...

    def embed_query(self, text: str) -> Vectors:
        """Shape (dimensions,), float32, unit length, or all zero if the text holds nothing known."""
        ...


class LexicalIndex(Protocol):
    """Finds chunks by words."""

    def lexical(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """Chunks that hold any of `words` (tokens of `cw_core.text`; one given twice counts twice), best first."""
        ...

    def lexical_files(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """The best chunk of each of the files that, as whole documents, fit the words best; with the file's score."""
        ...


class VectorIndex(Protocol):
    """Finds chunks by direction. Vectors are kept at eight bits a number (`cw_core.testing.as_kept` says how)."""

    def nearest(self, vector: Vectors, scope: Scope, limit: int) -> tuple[Scored, ...]:
        """Chunks by cosine similarity with the vectors as they are kept, best first, ties by id.

        Empty if there are no vectors. Exact but for very large indexes without a scope: there, of the ten nearest,
        more than 97 in 100 are found.
        """
        ...


class Catalog(Protocol):
    """Answers by key."""

    def chunks(self, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """The chunks that exist in this generation; unknown ids are left out."""
        ...

    def heads(self, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """The same without their texts: all that a ranking asks of many."""
        ...

    def facts(self, ids: Sequence[ChunkId], words: Sequence[str], vector: Vectors | None) -> Facts:
        """What words and a vector say of some chunks and of their files; without a vector, by words alone.

        Scores by words compare with those of `lexical` for the same words.
        """
        ...

    def chunks_of(self, path: RepoPath) -> tuple[Chunk, ...]:
        """All chunks of a file in order; empty if it is unknown."""
        ...

    def definitions(self, name: str, limit: int) -> tuple[tuple[ChunkId, Symbol], ...]:
        """Definitions whose name, or qualified name, equals `name` but for case and `_`, exact ones first.

        Headings of documents and keys of configuration are symbols of their files, and no definitions;
        nor is the line that says which package a file belongs to.
        """
        ...

    def used_by(self, path: RepoPath, lines: tuple[int, int], limit: int) -> tuple[Edge, ...]:
        """What some lines of a file use: each definition that may be meant, in order of the uses, surest first."""
        ...

    def file_text(self, path: RepoPath) -> bytes:
        """The decoded text as it was indexed, as UTF-8 bytes; empty if unknown."""
        ...


class Snapshot(LexicalIndex, VectorIndex, Catalog, Protocol):
    """One generation: later writes do not show. Used by one thread at a time unless it says otherwise."""

    @property
    def generation(self) -> Generation:
        """Which one."""
        ...


class Reranker(Protocol):
    """Reads question and passage together."""

    def rerank(self, query: str, passages: Sequence[str]) -> tuple[float, ...]:
        """One score per passage, in the order given; higher is better, comparable within one call."""
        ...
