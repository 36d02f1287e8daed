"""Places in a text as editors count them: code points and UTF-16 units for bytes, and back."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import Literal

from cw_core.source import LineIndex

Unit = Literal["bytes", "code points", "utf-16"]
"""What a column counts: bytes of UTF-8, characters of Unicode (Python's), or what LSP and JavaScript count."""

STRIDE = 512
"""Bytes between two places whose counts are kept: a question counts within one stride."""

_CONTINUATION = bytes(range(0x80, 0xC0))
_NOT_ASTRAL = bytes(range(0xF0))


@dataclass(frozen=True, slots=True)
class Position:
    """A line (1-based) and a column (0-based, in the unit that was asked for)."""

    line: int
    column: int


class Columns:
    """Converts between byte offsets of a text and positions. O(log n) a question, after one pass over the text.

    Where the text is no valid UTF-8, each question reads its line, and a broken place is one U+FFFD, as it is shown.
    """

    def __init__(self, content: bytes, lines: LineIndex) -> None:
        self._content = content
        self._lines = lines
        self._ascii = content.isascii()
        self._valid = self._ascii or _is_utf8(content)
        self._counts: dict[Unit, list[int]] = {}
        if self._valid and not self._ascii:
            self._counts = {unit: self._made(unit) for unit in ("code points", "utf-16")}

    def position(self, offset: int, unit: Unit = "utf-16") -> Position:
        """The line and column of a byte; one inside a character is that character's. Clamped to the text."""
        content = self._content
        offset = min(max(offset, 0), len(content))
        while self._valid and 0 < offset < len(content) and content[offset] & 0xC0 == 0x80:
            offset -= 1
        line = self._lines.line_at(offset)
        start = self._lines.starts[line - 1]
        if self._ascii or unit == "bytes":
            return Position(line, offset - start)
        if not self._valid:
            return Position(line, _length(content[start:offset].decode("utf-8", "replace"), unit))
        return Position(line, self._before(offset, unit) - self._before(start, unit))

    def offset(self, position: Position, unit: Unit = "utf-16") -> int:
        """The byte of a line and column; the line's end for a column beyond it. Never inside a character."""
        line = min(max(position.line, 1), len(self._lines))
        span = self._lines.span_of(line, line)
        end = span.end - (self._content[span.start : span.end].endswith(b"\n"))
        column = max(position.column, 0)
        if self._ascii or unit == "bytes":
            return min(span.start + column, end)
        if not self._valid:
            text = self._content[span.start : end].decode("utf-8", "surrogateescape")
            return span.start + len(_head(text, column, unit).encode("utf-8", "surrogateescape"))
        wanted = self._before(span.start, unit) + column
        counts = self._counts[unit]
        stride = max(span.start, (bisect_right(counts, wanted) - 1) * STRIDE)
        stride = min(stride, end)
        while 0 < stride < end and self._content[stride] & 0xC0 == 0x80:
            stride -= 1
        left = wanted - self._before(stride, unit)
        text = self._content[stride : min(end, stride + 2 * STRIDE + 8)].decode("utf-8", "ignore")
        return min(end, stride + len(_head(text, left, unit).encode()))

    def _made(self, unit: Unit) -> list[int]:
        counts, total = [0], 0
        for start in range(0, len(self._content), STRIDE):
            total += _count(self._content[start : start + STRIDE], unit)
            counts.append(total)
        return counts

    def _before(self, offset: int, unit: Unit) -> int:
        """How many units come before a byte that begins a character."""
        stride = offset // STRIDE
        return self._counts[unit][stride] + _count(self._content[stride * STRIDE : offset], unit)


def _is_utf8(content: bytes) -> bool:
    try:
        content.decode()
    except UnicodeDecodeError:
        return False
    return True


def _count(part: bytes, unit: Unit) -> int:
    """Characters that begin in a part, those beyond U+FFFF twice for UTF-16."""
    points = len(part.translate(None, _CONTINUATION))
    return points + len(part.translate(None, _NOT_ASTRAL)) if unit == "utf-16" else points


def _length(text: str, unit: Unit) -> int:
    return len(text) + sum(char > "\uffff" for char in text) if unit == "utf-16" else len(text)


def _head(text: str, units: int, unit: Unit) -> str:
    """The first characters of a text that make so many units; the one that a unit falls into is left out."""
    if unit == "code points":
        return text[:units]
    count = 0
    for at, char in enumerate(text):
        count += 2 if char > "\uffff" else 1
        if count > units:
            return text[:at]
    return text
