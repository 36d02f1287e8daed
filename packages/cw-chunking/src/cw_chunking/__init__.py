"""Source code and documents into named chunks, by tree-sitter; no index, no network."""

from cw_chunking.chunker import SyntaxChunker
from cw_chunking.imports import ImportIndex, Target
from cw_core import Chunk, ChunkedFile, ChunkSettings, Reference, RepoPath, SourceFile, Span, Symbol

__all__ = [
    "Chunk", "ChunkSettings", "ChunkedFile", "ImportIndex", "Reference", "RepoPath", "SourceFile", "Span", "Symbol",
    "SyntaxChunker", "Target",
]  # fmt: skip
