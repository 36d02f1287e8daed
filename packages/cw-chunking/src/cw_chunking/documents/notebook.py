"""Notebooks cell by cell: the pieces are lines of the JSON, what is read is the source in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cw_chunking.documents.cells import Cell, read_cells
from cw_chunking.documents.document import Document
from cw_chunking.documents.markdown import read_outline, references_of
from cw_chunking.documents.outline import Heading, Path, heading_symbols, paths_of
from cw_chunking.documents.plain import split_plain
from cw_chunking.language import language_named
from cw_chunking.runs import Measure, Piece, fill, merge_small
from cw_core import Reference

MAGICS = {"sh": "bash", "script": "bash", "js": "javascript", "R": "r", "writefile": "text"} | {
    name: name for name in ("bash", "javascript", "html", "sql", "ruby", "perl", "latex", "markdown")
}
"""What language a cell is in that begins with `%%word`; other words do not change it."""


def split_notebook(measure: Measure) -> Document:
    """One piece or more for each cell; long outputs and metadata are pieces of kind `data`.

    A breadcrumb is the path of headings in the Markdown cells above, then `cell 3`. A file that is no notebook, or has
    no lines to speak of, is cut by lines.
    """
    notebook = read_cells(measure)
    if notebook is None:
        return Document(split_plain(measure))
    headings: list[Heading] = []
    references: list[Reference] = []
    owners: list[int] = []
    borders: list[list[int]] = []
    for cell in notebook.cells:
        lines = [text.rstrip("\n") for text, _ in cell.source]
        found, prose = _prose(cell, lines) if cell.kind == "markdown" else ([], [])
        headings += found
        references += references_of(prose)
        owners.append(len(headings) - len(found) + bool(found and lines and found[0].line == cell.source[0][1]))
        borders.append([heading.line for heading in found] or _parted(cell, lines))
    paths = paths_of(headings)
    out: list[Piece] = []
    for number, cell in enumerate(notebook.cells, 1):
        path = paths[owners[number - 1] - 1] if owners[number - 1] else ()
        last = notebook.cells[number].first - 1 if number < len(notebook.cells) else cell.last
        first = out[-1].last + 1 if out else _beginning(measure, cell, out)
        out += _cell(measure, cell, (first, last), (*path, f"cell {number}"), borders[number - 1])
    end = len(measure.file.lines)
    if out[-1].last < end:
        out.append(Piece(out[-1].last + 1, end, ("notebook metadata",), kind="data"))
    return Document(merge_small(measure, out), heading_symbols(measure, headings, paths), tuple(references))


def code_of(measure: Measure) -> list[tuple[str, str, list[int]]]:
    """The code cells: language, source, and for each line of the source the line of the file it stands on.

    Lines that only a notebook understands (`%magic`, `!command`) become comments, so that the rest can be parsed.
    """
    notebook = read_cells(measure)
    if notebook is None:
        return []
    usual = language_named(notebook.language) or notebook.language
    out: list[tuple[str, str, list[int]]] = []
    for cell in notebook.cells:
        if cell.kind != "code" or not cell.source:
            continue
        head = cell.source[0][0].split()[:1]
        word = head[0][2:] if head and head[0].startswith("%%") else ""
        texts = [f"# {text}" if text.lstrip()[:1] in ("%", "!", "?") else text for text, _ in cell.source]
        out.append((MAGICS.get(word, usual), "".join(texts), [line for _, line in cell.source]))
    return out


def _prose(cell: Cell, lines: Sequence[str]) -> tuple[list[Heading], list[tuple[int, str]]]:
    """The headings of a Markdown cell, at lines of the file, and its lines that are no code."""
    outline = read_outline([line.replace("\r", " ") for line in lines])
    headings = [heading._replace(line=cell.source[heading.line - 1][1]) for heading in outline.headings]
    prose = [(cell.source[n - 1][1], line) for n, line in enumerate(lines, 1) if n not in outline.code]
    return headings, prose


def _parted(cell: Cell, lines: Sequence[str]) -> list[int]:
    """Where the source may be cut: before what begins a line of its own after a blank one."""
    return [
        cell.source[at][1]
        for at in range(1, len(lines))
        if lines[at].strip() and not lines[at - 1].strip() and not lines[at][0].isspace()
    ]


def _beginning(measure: Measure, cell: Cell, out: list[Piece]) -> int:
    """The first line of the first cell's piece: the few lines above are its own, many are data."""
    if cell.first > 1 and measure.tokens(1, cell.first - 1) >= measure.least:
        out.append(Piece(1, cell.first - 1, ("notebook metadata",), kind="data"))
        return cell.first
    return 1


def _cell(
    measure: Measure, cell: Cell, lines: tuple[int, int], crumbs: Path, borders: Sequence[int]
) -> Iterator[Piece]:
    """The pieces of one cell: what is bulky before its source, the source, what is bulky after."""
    first, last = lines
    if not cell.source:
        yield Piece(first, last, crumbs, kind="data")
        return
    bulky = [(a, b) for a, b in cell.bulky if measure.tokens(a, b) >= max(measure.least, 20)]
    top, bottom = cell.source[0][1], cell.source[-1][1]
    start = max([first, *(b + 1 for _, b in bulky if b < top)])
    end = min([last, *(a - 1 for a, _ in bulky if a > bottom)])
    if first < start:
        yield Piece(first, start - 1, (*crumbs, "outputs"), kind="data")
    for part in fill(measure, Piece(start, end, crumbs), borders):
        reads = "".join(text for text, line in cell.source if part.first <= line <= part.last)
        kind = ("code" if cell.kind == "code" else "") if reads.strip() else "data"
        yield Piece(part.first, part.last, crumbs, kind=kind, reads=reads)
    if end < last:
        yield Piece(end + 1, last, (*crumbs, "outputs"), kind="data")
