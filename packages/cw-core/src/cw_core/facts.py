"""What an index knows of candidates as answers to one question, in numbers: what a ranking weighs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cw_core.chunk import ChunkId
from cw_core.source import RepoPath


@dataclass(frozen=True, slots=True)
class ChunkFacts:
    """Of one chunk: its score by words, the share of the question in its names, its cosine with the question.

    `similarity` is 0 where there is no vector.
    """

    words: float = 0.0
    naming: float = 0.0
    similarity: float = 0.0


@dataclass(frozen=True, slots=True)
class FileFacts:
    """Of one file, all its chunks together.

    `words` is its score by words as one document, `coverage` and `naming` the shares of the question that it holds
    anywhere, and in the names it defines, rare words counting for more. `similarity` is the cosine of its mean vector.
    `importers` counts the files that import it; `imported_by` are those of them that are candidates too.
    `best_words` and `best_similarities` are the scores of its best chunks, best first, at most `BEST`. `mark` is that
    of `ChunkedFile`: generated, vendored, minified, lock, data or nothing.
    """

    chunks: int = 0
    importers: int = 0
    words: float = 0.0
    coverage: float = 0.0
    naming: float = 0.0
    similarity: float = 0.0
    best_words: tuple[float, ...] = ()
    best_similarities: tuple[float, ...] = ()
    mark: str = ""
    imported_by: tuple[RepoPath, ...] = ()


BEST = 8
"""Chunks of a file whose scores are kept: the ninth of a sum that halves from one to the next is nothing."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Of all candidates, with what scales them: the best scores of any chunk and the most importers of any file.

    `rarity` is each word's share of the question, by how few files hold it; together 1, or 0 if the index knows none.
    """

    rarity: Mapping[str, float] = field(default_factory=dict)
    files: Mapping[RepoPath, FileFacts] = field(default_factory=dict)
    chunks: Mapping[ChunkId, ChunkFacts] = field(default_factory=dict)
    top_words: float = 0.0
    top_similarity: float = 0.0
    most_importers: int = 0
