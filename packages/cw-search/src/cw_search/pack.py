"""Hits into exact, non-overlapping pieces of files that keep a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cw_core import Candidates, Chunk, ContextPack, Evidence, Hit, Notice, Query, RepoPath, SearchSettings, Segment
from cw_core.text import tokens_in

HEADER_TOKENS = 24
"""What a segment's heading and fence cost a reader, beside its path and breadcrumb."""

SEEDS = ("definition", "lexical", "vector")
"""Evidence that a chunk was found by the question itself."""


@dataclass(slots=True)
class _File:
    """The chosen chunks of one file, by place."""

    hits: dict[int, Hit] = field(default_factory=dict)

    def runs(self) -> list[list[Hit]]:
        """Chosen chunks that touch, in order of place."""
        out: list[list[Hit]] = []
        for start in sorted(self.hits):
            hit = self.hits[start]
            if out and out[-1][-1].chunk.span.end == hit.chunk.span.start:
                out[-1].append(hit)
            else:
                out.append([hit])
        return out

    def touches(self, chunk: Chunk) -> bool:
        spans = [hit.chunk.span for hit in self.hits.values()]
        return any(span.end == chunk.span.start or span.start == chunk.span.end for span in spans)


def pack(candidates: Candidates, query: Query, settings: SearchSettings) -> ContextPack:
    """Segments, best first, every file's best before any file's second.

    Chunks are chosen in that order while they fit, first those that the question found, then those that came along;
    chosen neighbours become one segment. A first chunk too large for the budget is cut to the lines that fit. What did
    not fit is counted in `left_out`, and a notice says so. O(n log n).
    """
    budget = query.budget.tokens or settings.max_tokens
    most_files = query.budget.files or settings.max_files
    most_runs = query.budget.segments_per_file or settings.max_segments_per_file
    files: dict[RepoPath, _File] = {}
    spent, left_out = 0, 0
    for hit in _breadth_first(candidates.hits):
        path = hit.chunk.path
        if path not in files and (len(files) >= most_files or not _seed(hit)):
            left_out += _seed(hit)
            continue
        chosen = files.get(path) or _File()
        joins = chosen.touches(hit.chunk)
        cost = tokens_in(hit.chunk.text) + (0 if joins else _header(hit.chunk))
        if not joins and len(chosen.runs()) >= most_runs:
            left_out += _seed(hit)
            continue
        if spent + cost > budget:
            cut = _fitting(hit, budget - spent - _header(hit.chunk)) if not files else None
            if cut is None:
                left_out += _seed(hit)
                continue
            cost, left_out = budget - spent, left_out + 1
        else:
            cut = hit
        files.setdefault(path, chosen).hits[cut.chunk.span.start] = cut
        spent += cost
    segments = _ordered([_segment(run) for chosen in files.values() for run in chosen.runs()])
    notices = candidates.notices
    if left_out:
        notices = (*notices, Notice("truncated", f"{left_out} more matching pieces did not fit the budget"))
    cost = sum(tokens_in(segment.text) + _header_of(segment.path, segment.breadcrumb) for segment in segments)
    return ContextPack(query=query, segments=segments, notices=notices, tokens=cost, left_out=left_out)


def _breadth_first(hits: Sequence[Hit]) -> list[Hit]:
    """Seeds before companions; among each, every file's best before any file's second; else by the order given."""
    seen: dict[tuple[RepoPath, bool], int] = {}
    keyed: list[tuple[bool, int, int]] = []
    for place, hit in enumerate(hits):
        key = (hit.chunk.path, _seed(hit))
        seen[key] = seen.get(key, 0) + 1
        keyed.append((not _seed(hit), seen[key], place))
    return [hits[place] for _, _, place in sorted(keyed)]


def _seed(hit: Hit) -> bool:
    return any(evidence.source in SEEDS for evidence in hit.evidence)


def _header(chunk: Chunk) -> int:
    return _header_of(chunk.path, chunk.breadcrumb)


def _header_of(path: str, breadcrumb: Sequence[str]) -> int:
    return HEADER_TOKENS + tokens_in(path) + tokens_in(" > ".join(breadcrumb))


def _fitting(hit: Hit, room: int) -> Hit | None:
    """The first lines of a chunk that fit, as a hit; None if not even one does."""
    lines = [line + "\n" for line in hit.chunk.text.split("\n")]
    lines[-1] = lines[-1].removesuffix("\n")
    kept: list[str] = []
    for line in lines:
        if tokens_in("".join(kept) + line) > room:
            break
        kept.append(line)
    if not "".join(kept):
        return None
    chunk = hit.chunk
    text = "".join(kept)
    span = type(chunk.span)(chunk.span.start, chunk.span.start + len(text.encode("utf-8", "replace")))
    shorter = Chunk(
        path=chunk.path, digest=chunk.digest, span=span, lines=(chunk.lines[0], chunk.lines[0] + len(kept) - 1),
        language=chunk.language, breadcrumb=chunk.breadcrumb, text=text, names=chunk.names, kind=chunk.kind,
    )  # fmt: skip
    return Hit(shorter, hit.score, hit.evidence)


def _segment(run: Sequence[Hit]) -> Segment:
    """Touching chunks as one piece, without blank lines at its ends."""
    best = max(run, key=lambda hit: (_seed(hit), hit.score))
    first, last = run[0].chunk.lines[0], run[-1].chunk.lines[1]
    lines = "".join(hit.chunk.text for hit in run).split("\n")
    if lines[-1] == "" and len(lines) > 1:
        lines.pop()
    while len(lines) > 1 and not lines[-1].strip():
        lines.pop()
        last -= 1
    while len(lines) > 1 and not lines[0].strip():
        lines.pop(0)
        first += 1
    evidence: dict[tuple[str, str], Evidence] = {}
    for hit in run:
        for entry in hit.evidence:
            evidence.setdefault((entry.source, entry.note), entry)
    return Segment(
        path=best.chunk.path,
        lines=(first, last),
        language=best.chunk.language,
        breadcrumb=best.chunk.breadcrumb,
        text="\n".join(lines).removesuffix("\r"),
        score=best.score,
        seed=any(_seed(hit) for hit in run),
        chunks=tuple(hit.chunk.id for hit in run),
        evidence=tuple(evidence.values()),
    )


def _ordered(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    by_score = sorted(segments, key=lambda segment: (-segment.score, segment.path, segment.lines))
    seen: dict[RepoPath, int] = {}
    keyed: list[tuple[int, int]] = []
    for place, segment in enumerate(by_score):
        seen[segment.path] = seen.get(segment.path, 0) + 1
        keyed.append((seen[segment.path], place))
    return tuple(by_score[place] for _, place in sorted(keyed))
