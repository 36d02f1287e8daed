"""Plain text, and code without a grammar: cut at blank lines."""

from __future__ import annotations

from cw_chunking.runs import Measure, Piece, blank_line_borders, fill, merge_small


def split_plain(measure: Measure) -> list[Piece]:
    """Pieces that tile the file, cut after blank lines where there are any, else before any line."""
    whole = Piece(1, len(measure.file.lines))
    return merge_small(measure, fill(measure, whole, blank_line_borders(measure, whole.first, whole.last)))
