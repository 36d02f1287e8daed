"""The answer: exact pieces of files within a budget, and what is to be known about them."""

from __future__ import annotations

from dataclasses import dataclass, field

from cw_core.chunk import ChunkId
from cw_core.hit import Evidence, Notice
from cw_core.query import Query
from cw_core.source import RepoPath


@dataclass(frozen=True, slots=True)
class Segment:
    """Lines `lines[0]` to `lines[1]` of a file (1-based, inclusive), verbatim but for the last line end.

    `seed` is true if the question itself found it, false if it came along as context. `clipped` is true if the last
    line is too long for the budget and only its beginning is here; a face says so where it shows the text.
    """

    path: RepoPath
    lines: tuple[int, int]
    language: str
    breadcrumb: tuple[str, ...]
    text: str
    score: float
    seed: bool
    chunks: tuple[ChunkId, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    clipped: bool = False

    @property
    def sources(self) -> tuple[str, ...]:
        """The lists that found it, each once, sorted."""
        return tuple(sorted({evidence.source for evidence in self.evidence}))


@dataclass(frozen=True, slots=True)
class ContextPack:
    """Segments, best first: what the question found before what came along, every file's best before any's second.

    `tokens` is what the segments cost with their headers; `generation` is the state of the index that answered,
    `freshness` how that stands to the tree (`cw_core.Freshness`), empty if nobody looked. `confidence` is how likely an
    answer is among the first: high, medium, low, none; or unknown. `checked` says what was looked at.
    """

    query: Query
    segments: tuple[Segment, ...]
    notices: tuple[Notice, ...] = ()
    tokens: int = 0
    generation: int = 0
    freshness: str = ""
    left_out: int = 0
    confidence: str = ""
    checked: str = ""
    timings_ms: dict[str, float] = field(default_factory=dict)

    @property
    def files(self) -> tuple[RepoPath, ...]:
        """Each file once, in the order of its best segment."""
        return tuple(dict.fromkeys(segment.path for segment in self.segments))
