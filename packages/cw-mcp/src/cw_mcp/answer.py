"""The wire form of a context pack: the very names and shapes that JSON readers see, from both faces.

The names are camelCase because they are the protocol's, and those of the TypeScript ContextWeaver.
"""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from typing import Any

from cw_core.context import ContextPack, Segment


@dataclass(frozen=True, slots=True)
class Warned:
    """A weakness of the answer: `code` for programs, `message` for readers."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class Summary:
    """How much came back; `generation` is the state of the index that answered.

    `freshness` is how that stands to the tree: fresh, stale(n), indexing (a run goes on), unknown; empty if not asked.
    `confidence` is how likely an answer is among the first: high, medium, low, none, unknown; `checked` says what was
    looked at.
    """

    seedCount: int
    expandedCount: int
    fileCount: int
    totalSegments: int
    tokens: int
    generation: int
    freshness: str
    confidence: str
    checked: str
    warnings: list[Warned]


@dataclass(frozen=True, slots=True)
class Piece:
    """Lines `startLine` to `endLine` of a file (1-based, inclusive), verbatim."""

    path: str
    startLine: int
    endLine: int
    language: str
    score: float
    breadcrumb: str
    sources: list[str]
    isSeed: bool
    clipped: bool
    text: str


@dataclass(frozen=True, slots=True)
class FilePieces:
    """One file's segments, best first."""

    path: str
    segments: list[Piece]


@dataclass(frozen=True, slots=True)
class Debug:
    """What each stage cost, and `place -> list -> [rank, score]` for every segment."""

    timingsMs: dict[str, float] = field(default_factory=dict)
    evidence: dict[str, dict[str, list[float]]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Answer:
    """A context pack as JSON; `debug` is there only if it was asked for."""

    query: str
    summary: Summary
    files: list[FilePieces]
    debug: Debug = field(default_factory=Debug)


def wire(pack: ContextPack, *, debug: bool = False) -> dict[str, Any]:
    """The pack as plain values, ready for `json.dumps`."""
    seeds = sum(segment.seed for segment in pack.segments)
    answer = Answer(
        query=pack.query.text,
        summary=Summary(
            seedCount=seeds,
            expandedCount=len(pack.segments) - seeds,
            fileCount=len(pack.files),
            totalSegments=len(pack.segments),
            tokens=pack.tokens,
            generation=pack.generation,
            freshness=pack.freshness,
            confidence=pack.confidence,
            checked=pack.checked,
            warnings=[Warned(notice.code, notice.message) for notice in pack.notices],
        ),
        files=[FilePieces(path, [_piece(segment) for segment in group]) for path, group in by_file(pack)],
        debug=_debug(pack) if debug else Debug(),
    )
    values = asdict(answer)
    if not debug:
        del values["debug"]
    return values


def by_file(pack: ContextPack) -> list[tuple[str, list[Segment]]]:
    """Each file once, in the order of its best segment, with its segments best first."""
    groups: dict[str, list[Segment]] = {path: [] for path in pack.files}
    for segment in pack.segments:
        groups[segment.path].append(segment)
    return list(groups.items())


def breadcrumb(segment: Segment) -> str:
    """What the segment lies in, outermost first; the path is left out, as it always stands beside it."""
    names = segment.breadcrumb
    if names and names[0] == segment.path:
        names = names[1:]
    return " > ".join(" ".join(name.split()) for name in names)


def place(segment: Segment) -> str:
    """Where a segment is, as people and editors write it: `src/retry.py:12-40`."""
    return f"{segment.path}:{segment.lines[0]}-{segment.lines[1]}"


def _piece(segment: Segment) -> Piece:
    return Piece(
        path=segment.path,
        startLine=segment.lines[0],
        endLine=segment.lines[1],
        language=segment.language,
        score=round(segment.score, 4),
        breadcrumb=breadcrumb(segment),
        sources=list(segment.sources),
        isSeed=segment.seed,
        clipped=segment.clipped,
        text=segment.text,
    )


def _debug(pack: ContextPack) -> Debug:
    return Debug(
        timingsMs={stage: round(spent, 2) for stage, spent in pack.timings_ms.items()},
        evidence={
            place(segment): {entry.source: [entry.rank, round(entry.score, 4)] for entry in segment.evidence}
            for segment in pack.segments
        },
    )
