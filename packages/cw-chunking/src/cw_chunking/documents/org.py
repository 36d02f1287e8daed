"""Org by its stars; blocks between `#+begin` and `#+end` stay whole where they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cw_chunking.documents.blocks import Block, paragraphs
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.mentions import link, mention
from cw_chunking.documents.outline import Heading, cut_sections
from cw_chunking.runs import Measure
from cw_core import Reference

_TITLE = re.compile(r"(\*+)[ \t]+(?:(?:TODO|DONE|NEXT|WAITING)[ \t]+)?(?:\[#\w\][ \t]*)?(.*)")
_TAGS = re.compile(r"[ \t]:[\w@#%:]{1,100}:$")
_BEGIN = re.compile(r"[ \t]*#\+begin_(\w{1,40})", re.IGNORECASE)
_LINK = re.compile(r"\[\[(?:file:)?([^\[\]]{1,500})\]")
_CODE = re.compile(r"(?<![\w~=])([~=])(\S[^~=]{0,200})\1(?![\w~=])")


def split_org(measure: Measure) -> Document:
    """Pieces that tile the file; a block that nothing closes is text. O(bytes)."""
    lines = lines_of(measure)
    fenced = list(_fenced(lines))
    headings: list[Heading] = []
    blocks: list[Block] = []
    prose: list[tuple[int, str]] = []
    at = 1
    for first, last in [*fenced, (len(lines) + 1, 0)]:
        blocks += paragraphs(lines, at, first - 1)
        prose += [(number, lines[number - 1]) for number in range(at, first)]
        if last:
            blocks.append(Block(first, last, tuple(paragraphs(lines, first, last))))
        at = last + 1
    for number, line in prose:
        if line.startswith("*") and (found := _TITLE.match(line)):
            headings.append(Heading(number, len(found[1]), _TAGS.sub("", found[2].rstrip()[-400:])))
    pieces, symbols = cut_sections(measure, headings, blocks)
    return Document(pieces, symbols, tuple(_references(prose)))


def _fenced(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """First and last lines of the outermost blocks."""
    ends: dict[str, int] = {}
    words: dict[int, str] = {}
    for number, line in enumerate(lines, 1):
        text = line.strip()[:60].lower()
        if text.startswith("#+end_"):
            ends[text[6:]] = number
        elif found := _BEGIN.match(line):
            words[number] = found[1].lower()
    closer, start = "", 0
    for number, line in enumerate(lines, 1):
        if closer:
            if line.strip().lower() == closer:
                yield start, number
                closer = ""
        elif ends.get(words.get(number, ""), 0) > number:
            closer, start = f"#+end_{words[number]}", number


def _references(prose: Sequence[tuple[int, str]]) -> Iterator[Reference]:
    for number, line in prose:
        if "[[" in line:
            yield from filter(None, (link(found[1], number) for found in _LINK.finditer(line)))
        if "~" in line or "=" in line:
            yield from filter(None, (mention(found[2], number) for found in _CODE.finditer(line)))
