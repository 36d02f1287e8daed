"""What the reading of a document yields: where it is cut and what it names."""

from __future__ import annotations

from dataclasses import dataclass

from cw_chunking.runs import Measure, Piece
from cw_core import Reference, Span, Symbol


@dataclass(frozen=True, slots=True)
class Document:
    """Pieces that tile the file in whole lines; headings or keys as symbols; links and mentions as references.

    `comments` are spans of comments, in order.
    """

    pieces: list[Piece]
    symbols: tuple[Symbol, ...] = ()
    references: tuple[Reference, ...] = ()
    comments: tuple[Span, ...] = ()


def lines_of(measure: Measure) -> list[str]:
    """The file's lines without their ends: line `n` of the file is item `n - 1`, whatever the bytes.

    Only LF ends a line, as everywhere in the house; other line ends inside one read as a space.
    """
    text = measure.file.text()
    lines = text.split("\n")
    del lines[len(measure.file.lines) :]
    return lines if "\r" not in text else [line.rstrip("\r").replace("\r", " ") for line in lines]
