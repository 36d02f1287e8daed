"""Hits and snapshots for the stages, from files written as plain text."""

from __future__ import annotations

import pytest

from cw_core import Candidates, Chunk, Evidence, Hit, RepoPath, SourceFile
from cw_core.testing import HashEmbedder, LinesChunker, MemorySnapshot

EVIDENCE = (Evidence("lexical", 1, 1.0),)


@pytest.fixture
def chunk_of():
    """A function: one chunk that is the whole of a file."""

    def make(path: str, text: str, names: tuple[str, ...] = (), breadcrumb: tuple[str, ...] = (), kind: str = "code"):
        file = SourceFile(RepoPath(path), text.encode())
        span = file.lines.span_of(1, len(file.lines))
        return Chunk.cut(file, span, "python", (path, *breadcrumb), names, kind)

    return make


@pytest.fixture
def chunks_of():
    """A function: a file cut after every `most` lines."""

    def make(path: str, text: str, most: int = 2):
        return LinesChunker(most).chunk(SourceFile(RepoPath(path), text.encode())).chunks

    return make


@pytest.fixture
def hits_of():
    """A function: candidates in the order given, each found by `evidence`, with falling scores unless given."""

    def make(chunks, scores=None, evidence=EVIDENCE):
        scores = scores or [1.0 - 0.01 * place for place in range(len(chunks))]
        return Candidates(tuple(Hit(chunk, score, evidence) for chunk, score in zip(chunks, scores, strict=True)))

    return make


@pytest.fixture
def snapshot_of():
    """A function: files as a snapshot in memory, cut after every `most` lines."""

    def make(files: dict[str, str], most: int = 2, embedder=HashEmbedder(), chunker=None):  # noqa: B008 - frozen
        chunker = chunker or LinesChunker(most)
        sources = [SourceFile(RepoPath(path), text.encode()) for path, text in files.items()]
        return MemorySnapshot([(chunker.chunk(file), file.content) for file in sources], embedder)

    return make
