"""Source code and documents into named chunks, by tree-sitter; no index, no network."""

from cw_chunking.chunker import SyntaxChunker
from cw_core import Chunk, ChunkedFile, Reference, RepoPath, SourceFile, Symbol

__all__ = ["Chunk", "ChunkedFile", "Reference", "RepoPath", "SourceFile", "Symbol", "SyntaxChunker"]
