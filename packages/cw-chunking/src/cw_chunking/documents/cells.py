"""The cells of a notebook, read from its JSON with the line of the file that each line of source stands on."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from cw_chunking.documents.json import TOKENS, decoded
from cw_chunking.runs import Measure

BULKY = ("outputs", "metadata", "attachments")
"""The members of a cell that nobody wrote."""

_LANGUAGE = (["metadata", "kernelspec", "language"], ["metadata", "language_info", "name"])

_KEPT = 5
"""Levels of nesting that are known by key; deeper ones are counted."""


@dataclass(slots=True)
class Cell:
    """A cell at lines `first` to `last`. `source` is (text, line of the file); `bulky` are runs of lines."""

    first: int
    last: int = 0
    kind: str = ""
    source: list[tuple[str, int]] = field(default_factory=list)
    bulky: list[tuple[int, int]] = field(default_factory=list)


@dataclass(slots=True)
class Notebook:
    """Cells in order, and the language of the code in them as its kernel calls it."""

    cells: list[Cell]
    language: str = "python"


def read_cells(measure: Measure) -> Notebook | None:
    """The notebook, or None if the JSON is broken, is no notebook, or has several cells on one line. O(bytes)."""
    reader = _Reader(measure)
    for token in TOKENS.finditer(measure.file.content):
        reader.take(token.group(), token.start())
    cells = reader.cells
    if reader.depth or reader.broken or not cells:
        return None
    for before, cell in pairwise(cells):
        cell.first = max(cell.first, before.last + 1)
    if any(cell.first > cell.last for cell in cells) or (cells[0].first == cells[0].last and cells[0].source):
        return None
    return Notebook(cells, reader.language)


class _Reader:
    def __init__(self, measure: Measure) -> None:
        self.line_at = measure.file.lines.line_at
        self.depth = 0
        self.broken = False
        self.cells: list[Cell] = []
        self.language = "python"
        self.keys = [""] * (_KEPT + 1)
        self.key_starts = [0] * (_KEPT + 1)
        self.lists = [True] * (_KEPT + 1)
        self.wants_key = [False] * (_KEPT + 1)

    def take(self, token: bytes, start: int) -> None:
        """One token more."""
        head = token[:1]
        if self.broken:
            return
        if head in b"{[":
            self._open(head == b"[", start)
        elif head in b"}]":
            self._close(start)
        elif self.depth > _KEPT:
            return
        elif head == b",":
            self.wants_key[self.depth] = not self.lists[self.depth]
        elif head == b'"':
            if self.wants_key[self.depth]:
                self.keys[self.depth] = decoded(token) if len(token) < 100 else ""
                self.key_starts[self.depth] = start
                self.wants_key[self.depth] = False
            else:
                self._value(token, start)

    def _in_cell(self) -> bool:
        return self.keys[1] == "cells" and self.lists[2] and not self.lists[3] and bool(self.cells)

    def _open(self, is_list: bool, start: int) -> None:
        self.depth += 1
        if self.depth <= _KEPT:
            self.lists[self.depth], self.wants_key[self.depth], self.keys[self.depth] = is_list, not is_list, ""
        if self.depth == 3 and not is_list and self.keys[1] == "cells" and self.lists[2]:
            self.cells.append(Cell(self.line_at(start)))

    def _close(self, start: int) -> None:
        self.depth -= 1
        self.broken = self.broken or self.depth < 0
        if self.depth == 2 and self._in_cell():
            self.cells[-1].last = self.line_at(start)
        elif self.depth == 3 and self._in_cell() and self.keys[3] in BULKY:
            self.cells[-1].bulky.append((self.line_at(self.key_starts[3]), self.line_at(start)))

    def _value(self, token: bytes, start: int) -> None:
        if self._in_cell() and self.depth in (3, 4):
            if self.keys[3] == "source":
                self._source(decoded(token), self.line_at(start))
            elif self.depth == 3 and self.keys[3] == "cell_type":
                self.cells[-1].kind = decoded(token)
        elif self.depth == 3 and self.keys[1:4] in _LANGUAGE and len(token) < 60:
            self.language = decoded(token)

    def _source(self, text: str, line: int) -> None:
        """A string of source: one line with its end, as is usual, or several."""
        source = self.cells[-1].source
        parts = text.split("\n")
        if source and not source[-1][0].endswith("\n"):
            source[-1] = (source[-1][0] + parts.pop(0) + ("\n" if parts else ""), source[-1][1])
        source += [(part + "\n", line) for part in parts[:-1]]
        if parts and parts[-1]:
            source.append((parts[-1], line))
