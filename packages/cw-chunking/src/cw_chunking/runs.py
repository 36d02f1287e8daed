"""Runs of lines cut to size at given borders; the arithmetic under every way of cutting."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace

from cw_core import ChunkSettings, SourceFile, Span
from cw_core.text import TOKEN_BYTES


@dataclass(slots=True)
class Piece:
    """Lines `first` to `last` (1-based, inclusive) of a file under one breadcrumb, its path left out.

    `own` is true if the last name of the breadcrumb is a definition that this piece is the whole or a part of.
    `kind` is that of the chunk where it is not that of the file; `reads` is what a model reads instead of the lines.
    """

    first: int
    last: int
    crumbs: tuple[str, ...] = ()
    own: bool = False
    kind: str = ""
    reads: str = ""


class Measure:
    """Sizes of runs of lines of one file, in estimated tokens, each in O(1)."""

    def __init__(self, file: SourceFile, settings: ChunkSettings) -> None:
        self.file = file
        self.most = settings.max_tokens
        self.least = min(settings.min_tokens, settings.max_tokens)
        self._starts = [*file.lines.starts, file.lines.size]

    def tokens(self, first: int, last: int) -> int:
        """Estimated tokens of lines `first` to `last`."""
        return (self._starts[last] - self._starts[first - 1]) // TOKEN_BYTES

    def beyond(self, first: int) -> int:
        """The line that makes the lines from `first` up to it too large, if there is one. O(log n)."""
        return bisect_right(self._starts, self._starts[first - 1] + (self.most + 1) * TOKEN_BYTES - 1)

    def blank(self, line: int) -> bool:
        """True if the line holds nothing but white space."""
        return not self.file.content[self._starts[line - 1] : self._starts[line]].strip()


def fill(measure: Measure, piece: Piece, borders: Iterable[int], others: Iterable[int] = ()) -> list[Piece]:
    """A piece cut before some of the `borders` (line numbers), into parts of like size none of which is too large.

    Where no border comes in time, the cut falls before one of the `others`, or else before any line; a single line is
    never cut. O(n log n).
    """
    total = measure.tokens(piece.first, piece.last)
    if total <= measure.most:
        return [piece]
    target = total / -(-total // measure.most)
    allowed = sorted({line for line in borders if piece.first < line <= piece.last})
    spare = sorted({line for line in others if piece.first < line <= piece.last})
    out: list[Piece] = []
    start = piece.first
    while measure.tokens(start, piece.last) > measure.most and start < piece.last:
        cut = _next_cut(measure, start, piece.last, target, allowed, spare)
        out.append(replace(piece, first=start, last=cut - 1))
        start = cut
    out.append(replace(piece, first=start))
    return out


def _next_cut(
    measure: Measure, start: int, last: int, target: float, allowed: Sequence[int], spare: Sequence[int]
) -> int:
    """The line before which to cut: the border nearest to the target size that is not too large, else any line."""

    def size(line: int) -> int:
        return measure.tokens(start, line - 1)

    beyond = measure.beyond(start)
    low, high = bisect_right(allowed, start), bisect_right(allowed, beyond)
    if low >= high:
        at = bisect_right(spare, beyond) - 1
        return spare[at] if at >= 0 and spare[at] > start else min(max(beyond, start + 1), last)
    at = bisect_left(allowed, target, low, high, key=size)
    nearest = min(allowed[max(low, at - 1) : min(high, at + 1)], key=lambda line: abs(size(line) - target))
    return allowed[bisect_left(allowed, size(nearest), low, high, key=size)]  # the first of those of one size


def merge_small(measure: Measure, pieces: Sequence[Piece]) -> list[Piece]:
    """Neighbours joined while one of the two is too small to stand alone and both together are not too large.

    A joined piece is labelled by what its parts have in common, or by its one definition if that is not small.
    """
    out: list[Piece] = []
    for piece in pieces:
        if out and _belongs(measure, out[-1], piece):
            out[-1] = _join(measure, out[-1], piece)
        else:
            out.append(piece)
    return out


def _belongs(measure: Measure, left: Piece, right: Piece) -> bool:
    alike = left.kind == right.kind and bool(left.reads) == bool(right.reads)
    if not alike or measure.tokens(left.first, right.last) > measure.most:
        return False
    return min(measure.tokens(left.first, left.last), measure.tokens(right.first, right.last)) < measure.least


def _join(measure: Measure, left: Piece, right: Piece) -> Piece:
    big = [piece for piece in (left, right) if measure.tokens(piece.first, piece.last) >= measure.least]
    small = right if big == [left] else left
    if len(big) == 1 and big[0].own and (not small.own or big[0].crumbs[: len(small.crumbs)] == small.crumbs):
        crumbs, own = big[0].crumbs, True
    elif left.crumbs == right.crumbs:
        crumbs, own = left.crumbs, left.own and right.own
    else:
        crumbs, own = _common(left.crumbs, right.crumbs), False
    reads = "\n".join(filter(None, (left.reads, right.reads)))
    return Piece(left.first, right.last, crumbs, own, left.kind, reads)


def _common(left: tuple[str, ...], right: tuple[str, ...]) -> tuple[str, ...]:
    same = 0
    while same < min(len(left), len(right)) and left[same] == right[same]:
        same += 1
    return left[:same]


def blank_line_borders(measure: Measure, first: int, last: int) -> list[int]:
    """The first line after each blank one: where plain text and unparsed code may be cut."""
    return [line for line in range(first + 1, last + 1) if measure.blank(line - 1) and not measure.blank(line)]


def long_line(measure: Measure, span: Span, border: Callable[[int, int], int] | None = None) -> list[Span]:
    """A line too long for a chunk, cut where `border(offset, least)` says, or after white space. No character is cut.

    A border is at most `offset` and more than `least`.
    """
    content, most = measure.file.content, max(8, measure.most * TOKEN_BYTES)
    out: list[Span] = []
    start = span.start
    while span.end - start > most:
        limit = start + most
        while content[limit] & 0xC0 == 0x80 and limit > start + 4:
            limit -= 1
        cut = border(limit, start) if border else content.rfind(b" ", (start + limit) // 2, limit) + 1
        cut = cut if start < cut <= limit else limit
        out.append(Span(start, cut))
        start = cut
    return [*out, Span(start, span.end)]
