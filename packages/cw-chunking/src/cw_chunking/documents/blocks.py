"""Blocks that stay whole while they fit: a run of lines is cut between them, and inside only what is too large."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from cw_chunking.runs import Measure, Piece, blank_line_borders, fill


class Block(NamedTuple):
    """Lines `first` to `last` (1-based, inclusive) that belong together: a paragraph, a list, a fence, a table."""

    first: int
    last: int
    inner: tuple[Block, ...] = ()


def cut_blocks(measure: Measure, piece: Piece, blocks: Sequence[Block]) -> list[Piece]:
    """A piece cut between its blocks into parts none of which is too large; a block that is too large is opened.

    `blocks` are in order and apart from each other; lines between them are allowed. A few lines before an opened
    block (its heading, the sentence that introduces it) stay with its first part. O(n log n) for each level.
    """
    if measure.tokens(piece.first, piece.last) <= measure.most:
        return [piece]
    out: list[Piece] = []
    borders: list[int] = []
    start = piece.first
    for block in blocks:
        if block.first < start:
            continue
        if measure.tokens(block.first, block.last) <= measure.most:
            borders.append(block.first)
            continue
        lead = start if start < block.first and measure.tokens(start, block.first - 1) < measure.least else block.first
        if start < lead:
            out += fill(measure, replace(piece, first=start, last=lead - 1), borders)
        out += _opened(measure, replace(piece, first=lead, last=block.last), block)
        start, borders = block.last + 1, []
    if start <= piece.last:
        out += fill(measure, replace(piece, first=start), borders)
    return out


def _opened(measure: Measure, piece: Piece, block: Block) -> list[Piece]:
    if block.inner:
        return cut_blocks(measure, piece, block.inner)
    return fill(measure, piece, blank_line_borders(measure, piece.first, piece.last))


def paragraphs(lines: Sequence[str], first: int, last: int) -> list[Block]:
    """The runs of lines between blank ones."""
    out: list[Block] = []
    start = 0
    for line in range(first, last + 2):
        blank = line > last or not lines[line - 1].strip()
        if blank and start:
            out.append(Block(start, line - 1))
            start = 0
        elif not blank and not start:
            start = line
    return out
