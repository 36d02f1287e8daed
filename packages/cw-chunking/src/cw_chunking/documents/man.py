"""Manual pages by their section macros."""

from __future__ import annotations

import re

from cw_chunking.documents.blocks import paragraphs
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.outline import Heading, cut_sections
from cw_chunking.documents.text import split_text
from cw_chunking.runs import Measure

_TITLE = re.compile(r"[.'][ \t]*(SH|SS|Sh|Ss)[ \t]+(\S.{0,300})")
_FONT = re.compile(r"\\f(?:\w|\[\w{0,20}\])|\\\-|\\&")
_PARAGRAPH = re.compile(r"[.'][ \t]*(?:[A-Z]?P|TP|IP|PP|Pp|HP|It|RS)\b")


def split_man(measure: Measure) -> Document:
    """Pieces by `.SH` and `.SS`, cut at paragraph macros; a file without them is no manual page but a text."""
    lines = lines_of(measure)
    headings = [
        Heading(number, 1 + (found[1].upper() == "SS"), _FONT.sub("", found[2]).strip('" '))
        for number, line in enumerate(lines, 1)
        if line[:1] in (".", "'") and (found := _TITLE.match(line))
    ]
    if not headings:
        return split_text(measure)
    parted = ["" if line[:1] in (".", "'") and _PARAGRAPH.match(line) else line for line in lines]
    return Document(*cut_sections(measure, headings, paragraphs(parted, 1, len(lines))))
