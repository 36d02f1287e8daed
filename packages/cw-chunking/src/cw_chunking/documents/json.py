"""JSON by its outer keys, in one pass that counts brackets."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from cw_chunking.documents.document import Document
from cw_chunking.documents.entries import MAX_NAME, MAX_SIGNATURE, NAMING, Entry, cut_entries
from cw_chunking.runs import Measure
from cw_core import Span

TOKENS = re.compile(
    rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"?'
    rb"|'[^'\\\n]*+(?:\\.[^'\\\n]*+)*+'?"
    rb"|//[^\n]*|/\*(?:[^*]|\*(?!/))*+(?:\*/)?|[{}\[\],]|[A-Za-z_$][\w$.-]*+"
)
"""Strings, comments, brackets, commas, words; a string that is not closed ends with its line. Linear on any bytes."""

LEVELS = 2
"""How deep keys are kept."""


def split_json(measure: Measure) -> Document:
    """Pieces by top-level key or by item of a top-level list; comments and trailing commas are allowed. O(bytes)."""
    scan = _Scan(measure)
    for token in TOKENS.finditer(measure.file.content):
        scan.take(token.group(), token.start(), token.end())
    return cut_entries(measure, scan.entries(), tuple(scan.comments))


def decoded(string: bytes) -> str:
    """What a JSON string says; of a broken one, what stands between its quotes."""
    text = string.decode("utf-8", "replace")
    if "\\" not in text:
        return text.strip("\"'")
    try:
        return str(json.loads(text, strict=False)).encode("utf-8", "replace").decode()
    except ValueError:
        return text.strip("\"'")


def _one_line(string: bytes) -> str:
    return " ".join(decoded(string[: 4 * MAX_NAME]).split())


@dataclass(slots=True)
class _Level:
    """An open object or list: the entry that is being read in it, and those that are complete."""

    is_list: bool
    start: int = -1
    name: str = ""
    valued: bool = False
    says: dict[str, str] = field(default_factory=dict)
    inner: tuple[Entry, ...] = ()
    entries: list[Entry] = field(default_factory=list)


class _Scan:
    """What is known at a point of the file; only the outer levels are kept, deeper ones are counted."""

    def __init__(self, measure: Measure) -> None:
        self.measure = measure
        self.depth = 0
        self.levels: list[_Level] = []
        self.comments: list[Span] = []
        self.done: list[Entry] = []

    def take(self, token: bytes, start: int, end: int) -> None:
        """One token more."""
        head = token[:1]
        if head in b"{[":
            self._value(start, "")
            self.depth += 1
            if self.depth <= LEVELS + 1:
                self.levels.append(_Level(head == b"["))
        elif head in b"}]":
            if self.depth and self.depth <= LEVELS + 1:
                self._close(start, end)
            self.depth = max(0, self.depth - 1)
        elif head == b"/":
            self.comments.append(Span(start, end))
        elif self.depth > LEVELS + 1 or not self.levels:
            return
        elif head == b",":
            self._end(start)
        else:
            self._value(start, _one_line(token) if head in b"\"'" else token.decode())

    def _value(self, start: int, text: str) -> None:
        """A key, a value or an item begins."""
        if not self.levels or self.depth > LEVELS + 1:
            return
        level = self.levels[-1]
        if level.start < 0:
            level.start = start
            level.name = "" if level.is_list else text[:MAX_NAME]
        elif not level.valued:
            level.valued = True
            if not level.is_list and text and len(self.levels) > 1:
                self.levels[-2].says.setdefault(level.name, text[:MAX_NAME])

    def _end(self, before: int) -> None:
        """The entry of the innermost level ends before the byte `before`."""
        level = self.levels[-1]
        if level.start >= 0 and len(self.levels) <= LEVELS:
            content = self.measure.file.content
            end = before
            while end > level.start + 1 and content[end - 1 : end].isspace():
                end -= 1
            span = Span(level.start, end)
            lines = self.measure.file.lines.lines_of(span)
            head = content[level.start : min(end, level.start + 4 * MAX_SIGNATURE)].split(b"\n")[0]
            says = level.says if level.is_list else {}
            name = level.name or next((says[key] for key in NAMING if says.get(key)), "")
            signature = head.decode("utf-8", "replace").strip()[:MAX_SIGNATURE]
            inner = level.inner if name or not level.is_list else ()
            level.entries.append(Entry(name, span, lines, lines[0], signature, inner))
        level.start, level.name, level.valued, level.says, level.inner = -1, "", False, {}, ()

    def _close(self, start: int, end: int) -> None:
        """A bracket closes the innermost level, whichever it is."""
        self._end(start)
        level = self.levels.pop()
        if self.levels:
            self.levels[-1].inner = tuple(level.entries)
        else:
            self.done += level.entries

    def entries(self) -> tuple[Entry, ...]:
        """What was found; brackets that are still open end with the file."""
        size = len(self.measure.file.content)
        while self.levels:
            self._close(size, size)
        return tuple(self.done)
