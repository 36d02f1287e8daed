"""Sections and keys of INI, properties and unit files."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.entries import Entry, comments_of, cut_entries, entry_of, led_by_comments
from cw_chunking.runs import Measure

MARKS = "#;!"
"""What a line of comment begins with; `!` only in properties, where a key cannot begin so either."""

_SECTION = re.compile(r"[ \t]*\[([^\[\]\n]{1,200})\][ \t]*(?:[#;].*)?$")
_KEY = re.compile(r"(?:export[ \t]+)?([^\s=:\[\]#;!<>{}()\"']{1,120}(?: [^\s=:\[\]#;!<>{}()\"']{1,60}){0,4})[ \t]*[=:]")


def split_ini(measure: Measure) -> Document:
    """Pieces by section, or by key where there is no section; what is indented more continues the value above."""
    lines = lines_of(measure)
    sections = [(n, found[1].strip()) for n, line in enumerate(lines, 1) if (found := _SECTION.match(line))]
    before = sections[0][0] - 1 if sections else len(lines)
    out = _keys(measure, lines, 1, before)
    for (line, name), (following, _) in pairwise([*sections, (len(lines) + 1, "")]):
        end = _trimmed(lines, line, following - 1)
        start = led_by_comments(lines, line, out[-1].lines[1] if out else 0, MARKS)
        inner = tuple(_keys(measure, lines, line + 1, end))
        out.append(entry_of(measure, name, (line, end), lines[line - 1], start, inner))
    return cut_entries(measure, out, tuple(comments_of(measure, lines, MARKS)))


def _keys(measure: Measure, lines: Sequence[str], first: int, last: int) -> list[Entry]:
    """The keys between two lines, all at the indent of the first one."""
    found: list[tuple[int, str]] = []
    indent = -1
    for number in range(first, last + 1):
        text = lines[number - 1].lstrip()
        own = len(lines[number - 1]) - len(text)
        if not text or text[0] in MARKS or 0 <= indent != own:
            continue
        if key := _KEY.match(text):
            indent = own
            found.append((number, key[1]))
    out: list[Entry] = []
    for (line, name), (following, _) in pairwise([*found, (last + 1, "")]):
        end = _trimmed(lines, line, following - 1)
        start = led_by_comments(lines, line, out[-1].lines[1] if out else first - 1, MARKS)
        out.append(entry_of(measure, name, (line, end), lines[line - 1], start))
    return out


def _trimmed(lines: Sequence[str], first: int, last: int) -> int:
    """The last line of a value: blank lines and comments after it are left out."""
    while last > first and (not lines[last - 1].strip() or lines[last - 1].lstrip()[0] in MARKS):
        last -= 1
    return last
