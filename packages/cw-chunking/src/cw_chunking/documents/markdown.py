"""Markdown by its heading tree; fenced blocks, lists and tables stay whole where they fit."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

from cw_chunking.runs import Measure, Piece, fill, merge_small

if TYPE_CHECKING:
    from markdown_it import MarkdownIt


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    from markdown_it import MarkdownIt  # noqa: PLC0415 - code-only users never pay for it

    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join"])


def split_markdown(measure: Measure) -> list[Piece]:
    """Pieces that tile the file. A breadcrumb is the path of headings above, without their `#`."""
    lines = len(measure.file.lines)
    headings, borders = _outline(measure.file.text(), lines)
    out: list[Piece] = []
    path: list[tuple[int, str]] = []
    starts = [*headings, (lines + 1, 0, "")]
    if starts[0][0] > 1:
        out += fill(measure, Piece(1, starts[0][0] - 1), borders)
    for (first, level, title), (following, _, _) in pairwise(starts):
        path = [*(entry for entry in path if entry[0] < level), (level, title)]
        crumbs = tuple(name for _, name in path if name)
        out += fill(measure, Piece(first, following - 1, crumbs, True), borders)
    return merge_small(measure, out)


def _outline(text: str, lines: int) -> tuple[list[tuple[int, int, str]], list[int]]:
    """Headings as (line, level, title), and the first line of every block, all lines 1-based."""
    headings: list[tuple[int, int, str]] = []
    borders: list[int] = []
    tokens = _parser().parse(text.replace("\r\n", "\n").replace("\r", " "))
    for at, token in enumerate(tokens):
        if token.map is None or token.map[0] >= lines:
            continue
        borders.append(token.map[0] + 1)
        if token.type == "heading_open" and token.level == 0:
            title = " ".join(tokens[at + 1].content.split())[:120]
            headings.append((token.map[0] + 1, int(token.tag[1:]), title))
    return headings, borders
