"""AsciiDoc by its titles; delimited blocks and tables stay whole where they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cw_chunking.documents.blocks import Block, paragraphs
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.mentions import link, mention
from cw_chunking.documents.outline import Heading, cut_sections
from cw_chunking.runs import Measure
from cw_core import Reference

UNDERLINES = "=-~^+"
"""Of two-line titles, outermost first."""

_TITLE = re.compile(r"(={1,6}|#{1,6})[ \t]+(\S.*)")
_DELIMITER = re.compile(r"(?:-{4,}|\.{4,}|={4,}|\*{4,}|_{4,}|\+{4,}|/{4,}|--|[|,:!]={3,}|`{3}\w*)$")
_PROSE = ("*", "_", "=")
"""Delimiters of blocks that hold prose."""
_LINK = re.compile(r"\b(?:link|xref|include|image):{1,2}([^\s\[\]]{1,500})\[|<<([^<>,]{1,200})(?:,[^<>]{0,200})?>>")
_CODE = re.compile(r"`\+?([^`+]{1,200})\+?`")
_MARKUP = re.compile(r"[`*_]{1,2}")


def split_asciidoc(measure: Measure) -> Document:
    """Pieces that tile the file; a delimiter that nothing closes is text. O(bytes)."""
    lines = lines_of(measure)
    delimited = _delimited(lines)
    headings, blocks = _outline(lines, delimited)
    pieces, symbols = cut_sections(measure, headings, blocks)
    code = {n for a, b in delimited if not lines[a - 1].startswith(_PROSE) for n in range(a, b + 1)}
    return Document(pieces, symbols, tuple(_references(lines, code)))


def _delimited(lines: Sequence[str]) -> list[tuple[int, int]]:
    """The outermost delimited blocks, by first and last line."""
    closers: dict[str, int] = {}
    for number, line in enumerate(lines, 1):
        if _DELIMITER.match(line.rstrip()[:200]):
            closers[_closer(line)] = number
    out: list[tuple[int, int]] = []
    mark, start = "", 0
    for number, line in enumerate(lines, 1):
        text = line.rstrip()
        if mark:
            if text == mark:
                out.append((start, number))
                mark = ""
        elif _DELIMITER.match(text[:200]) and closers.get(_closer(line), 0) > number and not _underlines(lines, number):
            mark, start = _closer(line), number
    return out


def _closer(line: str) -> str:
    text = line.rstrip()
    return "```" if text.startswith("```") else text


def _underlines(lines: Sequence[str], number: int) -> bool:
    """True if a line is the second one of a title: as long as the one above, give or take two."""
    mark = lines[number - 1].rstrip()
    if number < 2 or len(mark) < 4 or mark[0] not in UNDERLINES or mark != mark[0] * len(mark):
        return False
    title = lines[number - 2].rstrip()
    begins = number == 2 or not lines[number - 3].strip() or lines[number - 3].startswith(("[", "//"))
    return begins and title[:1].isalnum() and abs(len(title) - len(mark)) < 3


def _outline(lines: Sequence[str], delimited: Sequence[tuple[int, int]]) -> tuple[list[Heading], list[Block]]:
    headings: list[Heading] = []
    blocks: list[Block] = []
    at = 1
    for first, last in [*delimited, (len(lines) + 1, 0)]:
        blocks += paragraphs(lines, at, first - 1)
        for number in range(at, first):
            if found := _TITLE.match(lines[number - 1]):
                headings.append(Heading(number, len(found[1]), _MARKUP.sub("", found[2][:300])))
            elif number > at and _underlines(lines, number):
                level = UNDERLINES.index(lines[number - 1][0]) + 1
                headings.append(Heading(number - 1, level, _MARKUP.sub("", lines[number - 2][:300])))
        if last:
            led = bool(blocks) and blocks[-1].last == first - 1 and _leads(lines[first - 2])
            start = blocks.pop().first if led else first
            blocks.append(Block(start, last, tuple(paragraphs(lines, first, last))))
        at = last + 1
    return headings, blocks


def _leads(line: str) -> bool:
    """True for a line of attributes or a block's title, which belongs to the block below."""
    return line.startswith(("[", ".")) and not line.startswith("..")


def _references(lines: Sequence[str], code: set[int]) -> Iterator[Reference]:
    for number, line in enumerate(lines, 1):
        if number in code:
            continue
        if "`" in line:
            yield from filter(None, (mention(found[1], number) for found in _CODE.finditer(line)))
        for found in _LINK.finditer(line) if ":" in line or "<<" in line else ():
            target = found[1] or (found[2] if "#" in found[2] or "." in found[2] else f"#{found[2]}")
            yield from filter(None, [link(target, number)])
