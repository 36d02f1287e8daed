"""Hits into exact, non-overlapping pieces of files that keep a budget."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass, field, replace
from math import ceil

from cw_core import (
    Candidates,
    ChunkId,
    ContextPack,
    Evidence,
    Hit,
    Notice,
    Query,
    RepoPath,
    SearchSettings,
    Segment,
    Span,
)
from cw_core.text import TOKEN_BYTES, tokens_in

HEADER_TOKENS = 24
"""What a segment's heading and fence cost a reader, beside its path and breadcrumb."""

SEEDS = ("definition", "lexical", "file", "vector")
"""Evidence that a chunk was found by the question itself."""


DATA_SHARE, SHARE = 1 / 4, 1 / 2
"""Of the budget, what one data chunk, or any other chunk, may take while others wait."""

GRADED, LEAST = 400, 100
"""Tokens that a hit may take for each point of its score, and that any may: the likelier an answer is, the more of it
is shown, and what is less likely costs little to pass over. A chunk of code is 400 at most."""


@dataclass(slots=True)
class _Choice:
    """What is chosen so far: hits by file and place, cut where they had to be; `spent` is what their segments cost.

    `cut` keeps, whole, the hits that were cut; `clipped` are those of them that were cut inside a line.
    """

    budget: int
    most_files: int
    most_runs: int
    files: dict[RepoPath, dict[int, Hit]] = field(default_factory=dict)
    cut: dict[ChunkId, Hit] = field(default_factory=dict)
    clipped: set[ChunkId] = field(default_factory=set)
    spent: int = 0

    def take(self, hit: Hit) -> bool:
        """Adds a hit if the bounds allow it, a seed too large for its share cut to that; False if not."""
        path = hit.chunk.path
        if path not in self.files and (len(self.files) >= self.most_files or not (_seed(hit) or _used(hit))):
            return False
        before = self.files.get(path, {})
        runs = _runs({**before, hit.chunk.span.start: hit})
        if len(runs) > self.most_runs:
            return False
        header = _headers(runs) - _headers(_runs(before))
        wanted = tokens_in(hit.chunk.text)
        if _seed(hit):
            share = DATA_SHARE if hit.chunk.kind == "data" else SHARE
            graded = max(LEAST, ceil(GRADED * hit.score)) if hit.chunk.kind != "data" else self.budget
            wanted = min(wanted, ceil((self.budget - header) * share), graded)
        return self.spent + header + wanted <= self.budget and self._show(hit, wanted, header)

    def fill(self) -> None:
        """Gives what is left of the budget to the best hit, if it was cut."""
        best = next((hit.chunk.id for hits in self.files.values() for hit in hits.values()), None)
        for key, hit in list(self.cut.items()):
            if key == best:
                shown = tokens_in(self.files[hit.chunk.path][hit.chunk.span.start].chunk.text)
                self._show(hit, self.budget - self.spent + shown, -shown)

    def _show(self, hit: Hit, room: int, cost: int) -> bool:
        """Puts a hit in its place, cut if its text does not fit the room; False if nothing of it does."""
        piece, clipped = hit, False
        if tokens_in(hit.chunk.text) > room:
            shorter, clipped = _fitting(hit, room)
            if shorter is None:
                return False
            piece = shorter
        self.files.setdefault(hit.chunk.path, {})[hit.chunk.span.start] = piece
        self.spent += cost + tokens_in(piece.chunk.text)
        self.cut.pop(hit.chunk.id, None)
        self.clipped.discard(hit.chunk.id)
        if piece is not hit:
            self.cut[hit.chunk.id] = hit
        if clipped:
            self.clipped.add(hit.chunk.id)
        return True


def pack(candidates: Candidates, query: Query, settings: SearchSettings) -> ContextPack:
    """Segments, first those that the question found, then those that came along, every file's best before any's second.

    Chunks are chosen in that order while they fit; chosen neighbours of one kind become one segment. The better a hit,
    the more of it is shown: GRADED tokens for the best, never under LEAST. A chunk too large for that, or for its share
    of the budget, is cut to the lines that fit, or to the beginning of its first line if that alone is too long
    (`clipped`); what nobody took in the end goes to the best hit. What did not fit is counted in `left_out`, and a
    notice says so. O(n) times the hits of one file.
    """
    choice = _Choice(
        budget=query.budget.tokens or settings.max_tokens,
        most_files=query.budget.files or settings.max_files,
        most_runs=query.budget.segments_per_file or settings.max_segments_per_file,
    )
    refused = [hit for hit in _breadth_first(candidates.hits) if not choice.take(hit)]
    choice.fill()
    left_out = sum(map(_seed, refused)) + len(choice.cut)
    segments = _ordered([_segment(run, choice.clipped) for hits in choice.files.values() for run in _runs(hits)])
    notices = candidates.notices
    if left_out:
        told = [f"{sum(map(_seed, refused))} more matching pieces did not fit"] if left_out > len(choice.cut) else []
        told += [f"of {len(choice.cut)} pieces only the beginning is shown"] if choice.cut else []
        notices = (*notices, Notice("truncated", "; ".join(told)))
    cost = sum(tokens_in(segment.text) + _header(segment.path, segment.breadcrumb) for segment in segments)
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


def _used(hit: Hit) -> bool:
    """True for what another hit uses: it may come along from a file of its own."""
    return any(evidence.source == "import" for evidence in hit.evidence)


def _runs(hits: Mapping[int, Hit]) -> list[list[Hit]]:
    """Chosen chunks that touch, in order of place; what the question found apart from what came along."""
    out: list[list[Hit]] = []
    for start in sorted(hits):
        hit = hits[start]
        last = out[-1][-1] if out else None
        if last and last.chunk.span.end == hit.chunk.span.start and _seed(last) == _seed(hit):
            out[-1].append(hit)
        else:
            out.append([hit])
    return out


def _headers(runs: Sequence[Sequence[Hit]]) -> int:
    return sum(_header(run[0].chunk.path, _best(run).chunk.breadcrumb) for run in runs)


def _header(path: str, breadcrumb: Sequence[str]) -> int:
    return HEADER_TOKENS + tokens_in(path) + tokens_in(" > ".join(breadcrumb))


def _best(run: Sequence[Hit]) -> Hit:
    """The hit that gives a run its heading and its score."""
    return max(run, key=lambda hit: (_seed(hit), hit.score))


def _fitting(hit: Hit, room: int) -> tuple[Hit | None, bool]:
    """The first lines of a chunk that fit, as a hit, and whether the last of them is clipped; None if nothing fits.

    Costs what fits, however large the chunk is.
    """
    chunk, most = hit.chunk, max(room, 0) * TOKEN_BYTES
    head = chunk.text[:most].encode("utf-8", "replace")[:most].decode("utf-8", "ignore")
    text, clipped = head[: head.rfind("\n") + 1], False
    if not text.strip():
        text, clipped = head, not chunk.text.startswith(("\n", "\r\n"), len(head))
    if not text.strip():
        return None, False
    shorter = replace(
        chunk,
        span=Span(chunk.span.start, chunk.span.start + len(text.encode("utf-8", "replace"))),
        lines=(chunk.lines[0], chunk.lines[0] + text.removesuffix("\n").count("\n")),
        text=text,
    )
    return replace(hit, chunk=shorter), clipped


def _segment(run: Sequence[Hit], clipped: Container[ChunkId]) -> Segment:
    """Touching chunks as one piece, without blank lines at its ends."""
    best = _best(run)
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
        clipped=any(hit.chunk.id in clipped for hit in run),
    )


def _ordered(segments: Sequence[Segment]) -> tuple[Segment, ...]:
    """What the question found before what came along; of each, every file's best before any file's second."""
    by_score = sorted(segments, key=lambda segment: (not segment.seed, -segment.score, segment.path, segment.lines))
    seen: dict[tuple[RepoPath, bool], int] = {}
    keyed: list[tuple[bool, int, int]] = []
    for place, segment in enumerate(by_score):
        key = (segment.path, segment.seed)
        seen[key] = seen.get(key, 0) + 1
        keyed.append((not segment.seed, seen[key], place))
    return tuple(by_score[place] for _, _, place in sorted(keyed))
