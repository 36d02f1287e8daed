"""Plain text by its underlined titles and its paragraphs."""

from __future__ import annotations

from cw_chunking.documents.blocks import paragraphs
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.outline import cut_sections
from cw_chunking.documents.restructuredtext import (
    looks_like_restructuredtext,
    split_restructuredtext,
    underlined,
)
from cw_chunking.runs import Measure


def split_text(measure: Measure) -> Document:
    """Pieces that tile the file, never cut inside a paragraph that fits; reStructuredText is read as such. O(bytes)."""
    if looks_like_restructuredtext(measure.file.content):
        return split_restructuredtext(measure)
    lines = lines_of(measure)
    return Document(*cut_sections(measure, underlined(lines), paragraphs(lines, 1, len(lines))))
