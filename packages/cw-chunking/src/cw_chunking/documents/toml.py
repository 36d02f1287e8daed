"""TOML by its tables."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.entries import NAMING, Entry, comments_of, cut_entries, entry_of, led_by_comments
from cw_chunking.runs import Measure

_PART = r"(?:[\w-]{1,120}|\"[^\"\\]{0,120}\"|'[^']{0,120}')"
_DOTTED = rf"({_PART}(?:[ \t]*\.[ \t]*{_PART}){{0,12}})[ \t]*"
_TABLE = re.compile(rf"[ \t]*\[(\[?)[ \t]*{_DOTTED}\](?:\]|(?=[ \t]*(?:#|$)))")
_KEY = re.compile(rf"[ \t]*{_DOTTED}=(.*)")
_TOKENS = re.compile(r"\"\"\"|'''|\"[^\"\\]*+(?:\\.[^\"\\]*+)*+\"?|'[^']*+'?|#.*|[\[\]{}]")

Head = tuple[int, str, str, bool]
"""Line, name, value, whether it is a table."""


def split_toml(measure: Measure) -> Document:
    """Pieces by table, and by key before the first one. O(bytes)."""
    lines = lines_of(measure)
    entries, skip = toml_entries(measure, lines, 1, len(lines))
    return cut_entries(measure, entries, tuple(comments_of(measure, lines, "#", skip)))


def toml_entries(
    measure: Measure, lines: Sequence[str], first: int, last: int
) -> tuple[tuple[Entry, ...], frozenset[int]]:
    """Tables with their keys, the keys before any table; and the lines that continue a value, where `#` is text."""
    heads, inside = _heads(lines, first, last)
    out: list[Entry] = []
    at = 0
    floor = first - 1
    while at < len(heads):
        line, name, _, is_table = heads[at]
        stop = at + 1
        while is_table and stop < len(heads) and not heads[stop][3]:
            stop += 1
        following = heads[stop][0] if stop < len(heads) else last + 1
        end = _trimmed(lines, line, following - 1)
        inner, says = _keys(measure, lines, heads[at + 1 : stop], end)
        if lines[line - 1].lstrip().startswith("[[") and (said := next((says[k] for k in NAMING if says.get(k)), "")):
            name = f"{name}.{said}"
        out.append(
            entry_of(measure, name, (line, end), lines[line - 1], led_by_comments(lines, line, floor), tuple(inner))
        )
        floor, at = end, stop
    return tuple(out), inside


def _keys(
    measure: Measure, lines: Sequence[str], heads: Sequence[Head], last: int
) -> tuple[list[Entry], dict[str, str]]:
    out: list[Entry] = []
    says: dict[str, str] = {}
    for (line, name, value, _), (following, *_) in pairwise([*heads, (last + 1, "", "", False)]):
        end = _trimmed(lines, line, following - 1)
        start = led_by_comments(lines, line, out[-1].lines[1] if out else line - 1)
        out.append(entry_of(measure, name, (line, end), lines[line - 1], start))
        if value[:1] in "\"'" and not value.startswith(('"""', "'''")):
            says.setdefault(name, value.strip("\"'")[:120])
    return out, says


def _heads(lines: Sequence[str], first: int, last: int) -> tuple[list[Head], frozenset[int]]:
    """The lines where a table or a key begins, and those inside a value that began above."""
    heads: list[Head] = []
    inside: set[int] = set()
    quote, depth = "", 0
    for number in range(first, last + 1):
        line = lines[number - 1]
        if quote or depth:
            inside.add(number)
            quote, depth = _after(line, quote, depth)
        elif table := _TABLE.match(line):
            heads.append((number, _bare(table[2]), "", True))
        elif key := _KEY.match(line):
            heads.append((number, _bare(key[1]), key[2].strip(), False))
            quote, depth = _after(key[2], "", 0)
    return heads, frozenset(inside)


def _after(text: str, quote: str, depth: int) -> tuple[str, int]:
    """What is open after a line: the quotes of a long string, brackets."""
    at = 0
    while True:
        if quote:
            at = text.find(quote, at)
            if at < 0:
                return quote, depth
            at, quote = at + 3, ""
        token = _TOKENS.search(text, at)
        if token is None:
            return quote, depth
        at = token.end()
        if token[0] in ('"""', "'''"):
            quote = token[0]
        elif token[0] in "[{":
            depth += 1
        elif token[0] in "]}":
            depth = max(0, depth - 1)


def _bare(key: str) -> str:
    return ".".join(part.strip().strip("\"'") for part in key.split(".")) if '"' not in key else key.replace('"', "")


def _trimmed(lines: Sequence[str], first: int, last: int) -> int:
    while last > first and lines[last - 1].lstrip()[:1] in ("", "#"):
        last -= 1
    return last
