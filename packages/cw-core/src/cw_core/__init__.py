"""The words of ContextWeaver: what flows between the packages, what they ask of each other, what stops them."""

from cw_core.chunk import Chunk, ChunkedFile, ChunkId
from cw_core.columns import Columns, Position
from cw_core.context import ContextPack, Segment
from cw_core.errors import (
    CwError,
    GrammarError,
    IndexBusy,
    IndexDamaged,
    IndexIncompatible,
    IndexMissing,
    ModelError,
    ModelRefused,
    ModelUnavailable,
    RootRefused,
    SettingsError,
    StoreError,
)
from cw_core.facts import ChunkFacts, Facts, FileFacts
from cw_core.hit import Candidates, Evidence, Hit, Notice, Recall, Scored
from cw_core.progress import Observe, Progress
from cw_core.query import Budget, Query, Scope
from cw_core.report import IndexEntry, IndexReport, IndexStats, MigrationState
from cw_core.settings import ChunkSettings, IndexSettings, SearchSettings, Settings, load_settings
from cw_core.snapshot import EmbeddingSpace, FileStamp, Freshness, Generation
from cw_core.source import Digest, LineIndex, RepoPath, Skipped, SourceFile, Span
from cw_core.symbol import Edge, Reference, Symbol

__all__ = [
    "Budget",
    "Candidates",
    "Chunk",
    "ChunkFacts",
    "ChunkId",
    "ChunkSettings",
    "ChunkedFile",
    "Columns",
    "ContextPack",
    "CwError",
    "Digest",
    "Edge",
    "EmbeddingSpace",
    "Evidence",
    "Facts",
    "FileFacts",
    "FileStamp",
    "Freshness",
    "Generation",
    "GrammarError",
    "Hit",
    "IndexBusy",
    "IndexDamaged",
    "IndexEntry",
    "IndexIncompatible",
    "IndexMissing",
    "IndexReport",
    "IndexSettings",
    "IndexStats",
    "LineIndex",
    "MigrationState",
    "ModelError",
    "ModelRefused",
    "ModelUnavailable",
    "Notice",
    "Observe",
    "Position",
    "Progress",
    "Query",
    "Recall",
    "Reference",
    "RepoPath",
    "RootRefused",
    "Scope",
    "Scored",
    "SearchSettings",
    "Segment",
    "Settings",
    "SettingsError",
    "Skipped",
    "SourceFile",
    "Span",
    "StoreError",
    "Symbol",
    "load_settings",
]
