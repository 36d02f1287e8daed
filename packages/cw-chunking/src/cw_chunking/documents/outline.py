"""A tree of headings into sections: each is cut by its blocks and is a symbol that spans its subsections."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

from cw_chunking.documents.blocks import Block, cut_blocks
from cw_chunking.runs import Measure, Piece, merge_small
from cw_core import Symbol

MAX_TITLE = 120
"""Characters of a heading that are kept."""

MAX_DEPTH = 12
"""Headings above one that are kept in its path, outermost first."""

Path = tuple[str, ...]


class Heading(NamedTuple):
    """A heading at a line; a lower level is further out."""

    line: int
    level: int
    title: str


def cut_sections(
    measure: Measure, headings: Sequence[Heading], blocks: Sequence[Block], first: int = 1, above: Path = ()
) -> tuple[list[Piece], tuple[Symbol, ...]]:
    """Pieces from line `first` to the end, and the headings as symbols.

    `headings` and `blocks` are in order. A breadcrumb is `above` and the path of headings, as a symbol's qualified
    name is, joined with ` > `. A heading without a title ends a section and names none. O(n log n).
    """
    last = len(measure.file.lines)
    if first > last:
        return [], ()
    paths = paths_of(headings, above)
    starts = [(heading.line, path) for heading, path in zip(headings, paths, strict=True)]
    if not starts or not all(measure.blank(line) for line in range(first, starts[0][0])):
        starts.insert(0, (first, above))
    else:
        starts[0] = (first, starts[0][1])
    out: list[Piece] = []
    waiting = list(reversed(blocks))
    for (start, path), (following, _) in pairwise([*starts, (last + 1, ())]):
        inside = _taken(waiting, following)
        out += cut_blocks(measure, Piece(start, following - 1, path, bool(path)), inside)
    return merge_small(measure, out), heading_symbols(measure, headings, paths)


def _taken(waiting: list[Block], following: int) -> list[Block]:
    """The blocks before a line, taken off the end of `waiting`; one that a heading interrupts is two."""
    out: list[Block] = []
    while waiting and waiting[-1].first < following:
        block = waiting.pop()
        if block.last >= following:
            waiting.append(Block(following, block.last))
            block = Block(block.first, following - 1)
        out.append(block)
    return out


def paths_of(headings: Sequence[Heading], above: Path = ()) -> list[Path]:
    """The titles on the way to each heading, its own last."""
    out: list[Path] = []
    open_: list[Heading] = []
    for heading in headings:
        while open_ and open_[-1].level >= heading.level:
            open_.pop()
        open_.append(heading._replace(title=" ".join(heading.title.split())[:MAX_TITLE].rstrip()))
        del open_[MAX_DEPTH:]
        out.append((*above, *(entry.title for entry in open_ if entry.title)))
    return out


def heading_symbols(measure: Measure, headings: Sequence[Heading], paths: Sequence[Path]) -> tuple[Symbol, ...]:
    """The headings that have a title, each with the lines up to the next one of its level or further out."""
    lasts = [len(measure.file.lines)] * len(headings)
    open_: list[int] = []
    for at, heading in enumerate(headings):
        while open_ and headings[open_[-1]].level >= heading.level:
            above = open_.pop()
            lasts[above] = max(headings[above].line, heading.line - 1)
        open_.append(at)
    return tuple(
        Symbol(
            name=path[-1],
            qualified=" > ".join(path),
            kind="heading",
            span=measure.file.lines.span_of(heading.line, last),
            lines=(heading.line, last),
            container=" > ".join(path[:-1]),
            signature=path[-1],
        )
        for heading, path, last in zip(headings, paths, lasts, strict=True)
        if heading.title.strip()
    )
