"""LaTeX by its sections; environments stay whole where they fit, and so do the entries of a bibliography."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cw_chunking.documents.blocks import Block, paragraphs
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.mentions import link, mention
from cw_chunking.documents.outline import Heading, cut_sections
from cw_chunking.runs import Measure
from cw_core import Reference

LEVELS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph")

_TITLE = re.compile(rf"[ \t]*\\({'|'.join(LEVELS)})\*?(?:\[[^\[\]]{{0,200}}\])?\{{(.{{0,300}})")
_COMMAND = re.compile(r"\\[A-Za-z]{1,30}\*?|[{}]")
_EDGE = re.compile(r"\\(begin|end)\{([\w*]{1,60})\}")
_ENTRY = re.compile(r"@\w{1,30}\{")
_LINK = re.compile(r"\\(?:input|include(?:graphics(?:\[[^\[\]]{0,200}\])?)?|lstinputlisting|c?ref)\{([^{}]{1,300})\}")
_CODE = re.compile(r"\\(?:texttt|verb|code|lstinline)(?:\{([^{}]{1,200})\}|\|([^|]{1,200})\|)")


def split_latex(measure: Measure) -> Document:
    """Pieces that tile the file; the environment `document` is no block. O(bytes)."""
    lines = lines_of(measure)
    headings = [
        Heading(number, LEVELS.index(found[1]), _braced(found[2]))
        for number, line in enumerate(lines, 1)
        if "\\" in line and (found := _TITLE.match(line))
    ]
    pieces, symbols = cut_sections(measure, headings, list(_blocks(lines)))
    return Document(pieces, symbols, tuple(_references(lines)))


def _braced(text: str) -> str:
    """What stands before the brace that closes the one opened before the text, without commands."""
    depth = 1
    for at, char in enumerate(text):
        depth += (char == "{") - (char == "}")
        if not depth:
            text = text[:at]
            break
    return _COMMAND.sub("", text)


def _blocks(lines: Sequence[str]) -> Iterator[Block]:
    """Outermost environments, and between them paragraphs; a bibliography has neither and is cut at its entries."""
    at, depth, start = 1, 0, 0
    for number, line in enumerate(lines, 1):
        if _ENTRY.match(line) and not depth:
            yield from paragraphs(lines, at, number - 1)
            at = number
        for edge in _EDGE.finditer(line) if "\\" in line else ():
            if edge[2] == "document":
                continue
            if edge[1] == "begin":
                start = start if depth else number
                depth += 1
            elif depth:
                depth -= 1
                if not depth and start >= at:
                    yield from paragraphs(lines, at, start - 1)
                    yield Block(start, number, tuple(paragraphs(lines, start, number)))
                    at = number + 1
    yield from paragraphs(lines, at, len(lines))


def _references(lines: Sequence[str]) -> Iterator[Reference]:
    for number, line in enumerate(lines, 1):
        if "\\" in line:
            yield from filter(None, (link(found[1], number) for found in _LINK.finditer(line)))
            yield from filter(None, (mention(found[1] or found[2], number) for found in _CODE.finditer(line)))
