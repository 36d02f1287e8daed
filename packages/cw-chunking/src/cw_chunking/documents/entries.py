"""Keys and what stands under them, two levels deep, into pieces and symbols."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice, pairwise

from cw_chunking.documents.document import Document
from cw_chunking.runs import Measure, Piece, fill, merge_small
from cw_core import Span, Symbol

MAX_KEYS = 2_000
"""Symbols of one file; more is a table, and its keys are rows."""

MAX_INDENTS = 8
"""Levels below the two named ones at which a value may still be cut by its own structure."""

MAX_NAME = 120
MAX_SIGNATURE = 200

NAMING = ("name", "id", "key", "title", "label")
"""The keys that name the things of a list, the better first."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A key with its value, or a thing in a list (with no name unless it says one), at bytes and lines of the file.

    `start` is the first line with the comments above it.
    """

    name: str
    span: Span
    lines: tuple[int, int]
    start: int
    signature: str = ""
    inner: tuple[Entry, ...] = ()


def entry_of(
    measure: Measure, name: str, lines: tuple[int, int], text: str, start: int = 0, inner: tuple[Entry, ...] = ()
) -> Entry:
    """An entry of whole lines, whose head is `text`."""
    span = measure.file.lines.span_of(*lines)
    return Entry(name[:MAX_NAME], span, lines, start or lines[0], text.strip()[:MAX_SIGNATURE], inner)


def cut_entries(
    measure: Measure, entries: Sequence[Entry], comments: tuple[Span, ...] = (), kind: str = "key"
) -> Document:
    """One piece for each key, small ones together; a key that is too large by those under it, then by lines."""
    return Document(
        merge_small(measure, _cut(measure, Piece(1, len(measure.file.lines)), entries)),
        tuple(islice(symbols_of(entries, kind), MAX_KEYS)),
        (),
        comments,
    )


def _cut(measure: Measure, piece: Piece, entries: Sequence[Entry]) -> list[Piece]:
    """A piece cut before each entry that begins a line of its own; what is too large is opened."""
    starts: list[tuple[int, Entry | None]] = [(piece.first, None)]
    for entry in entries:
        if entry.start > starts[-1][0]:
            starts.append((entry.start, entry))
        elif entry.start == starts[-1][0] and starts[-1][1] is None:
            starts[-1] = (entry.start, entry)
    out: list[Piece] = []
    for at, (start, owner) in enumerate(starts):
        last = starts[at + 1][0] - 1 if at + 1 < len(starts) else piece.last
        crumbs = (*piece.crumbs, owner.name) if owner and owner.name else piece.crumbs
        part = Piece(start, last, crumbs, bool(owner and owner.name) or piece.own)
        if measure.tokens(start, last) <= measure.most:
            out.append(part)
        elif owner and owner.inner:
            out += _cut(measure, part, owner.inner)
        else:
            out += fill(measure, part, _shallow(measure, start, last))
    return out


def _shallow(measure: Measure, first: int, last: int) -> list[int]:
    """The lines at the smallest indents, of as few as leave no run too large; a closing bracket is no border."""
    content = measure.file.content[measure.file.lines.span_of(first, last).start :]
    indents = {
        number: len(line) - len(line.lstrip())
        for number, line in enumerate(content.split(b"\n", last - first + 1)[: last - first + 1], first)
        if number > first and line.strip() and line.lstrip()[:1] not in b"}])"
    }
    borders: list[int] = []
    for indent in sorted(set(indents.values()))[:MAX_INDENTS]:
        borders = [number for number, own in indents.items() if own <= indent]
        if all(measure.tokens(a, b - 1) <= measure.most for a, b in pairwise([first, *borders, last + 1])):
            break
    return borders


def symbols_of(entries: Sequence[Entry], kind: str, container: str = "", depth: int = 2) -> Iterator[Symbol]:
    """The named entries and those under them, in the order of the file; qualified by dots."""
    for entry in entries:
        qualified = ".".join(filter(None, (container, entry.name)))
        if entry.name and len(entry.span):
            yield Symbol(entry.name, qualified, kind, entry.span, entry.lines, container, entry.signature)
        if depth > 1:
            yield from symbols_of(entry.inner, kind, qualified, depth - 1)


def comments_of(measure: Measure, lines: Sequence[str], marks: str, skip: frozenset[int] = frozenset()) -> list[Span]:
    """Spans of the lines that begin with one of `marks`, but for those numbered in `skip`."""
    return [
        measure.file.lines.span_of(number, number)
        for number, line in enumerate(lines, 1)
        if line.lstrip()[:1] in marks and line.strip() and number not in skip
    ]


def led_by_comments(lines: Sequence[str], line: int, floor: int, marks: str = "#") -> int:
    """The first of the comment lines right above `line`, or the line itself; above `floor` none is taken."""
    while line - 1 > floor and lines[line - 2].lstrip()[:1] in marks and lines[line - 2].strip():
        line -= 1
    return line
