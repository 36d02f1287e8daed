"""The word index: six fields of each chunk in FTS5, put in and taken out; `cw_store.matches` asks it."""

from __future__ import annotations

import sqlite3
from bisect import bisect_left
from collections.abc import Sequence

from cw_core import Chunk, ChunkedFile, Span, Symbol
from cw_core.text import token_text

FIELDS = ("path", "breadcrumb", "names", "signature", "comments", "body")
MAX_BODY = 16_000
"""Characters of a chunk that are looked up by word: all of any chunk of code or prose."""

MAX_DATA = 4_000
"""The same of data, which is found by its head: ten chunks' worth."""

Words = tuple[str, str, str, str, str, str]


def words_of(cut: ChunkedFile) -> list[Words]:
    """The fields of each chunk of a file, in order, as space-separated tokens."""
    signatures: dict[int, list[Symbol]] = {}
    starts = [chunk.span.start for chunk in cut.chunks]
    at = 0
    for symbol in sorted(cut.symbols, key=lambda s: s.span.start):
        while at + 1 < len(starts) and starts[at + 1] <= symbol.span.start:
            at += 1
        signatures.setdefault(at, []).append(symbol)
    path = token_text(cut.path)
    comments = _by_chunk(cut)
    return [(path, *_fields(chunk, signatures.get(n, []), comments[n])) for n, chunk in enumerate(cut.chunks)]


def _by_chunk(cut: ChunkedFile) -> list[Sequence[Span]]:
    """For each chunk the comments that begin in it."""
    begins = [span.start for span in cut.comments]
    edges = [(bisect_left(begins, chunk.span.start), bisect_left(begins, chunk.span.end)) for chunk in cut.chunks]
    return [cut.comments[first:last] for first, last in edges]


def _fields(chunk: Chunk, symbols: Sequence[Symbol], comments: Sequence[Span]) -> tuple[str, str, str, str, str]:
    """All fields but the path's."""
    most = MAX_DATA if chunk.kind == "data" else MAX_BODY
    comment, code = ("", chunk.reads) if chunk.reads else _apart(chunk, chunk.text[:most], comments)
    if chunk.kind != "code":
        symbols = ()  # headings and keys are words of their text, and no definitions
    symbols = [symbol for symbol in symbols if symbol.kind != "package"]  # every file says it; none defines it
    return (
        token_text(" ".join(chunk.breadcrumb[1:])),
        token_text(" ".join(symbol.name for symbol in symbols)),
        token_text(" ".join(symbol.signature for symbol in symbols if symbol.signature != symbol.name)),
        token_text(comment),
        token_text(code[:most]),
    )


def _apart(chunk: Chunk, content: str, comments: Sequence[Span]) -> tuple[str, str]:
    """A chunk's comments and the rest of it."""
    if not comments:
        return "", content
    raw = content.encode("utf-8", "surrogatepass")
    out: list[bytes] = []
    rest: list[bytes] = []
    at = 0
    for span in comments:
        start, end = span.start - chunk.span.start, min(span.end, chunk.span.end) - chunk.span.start
        if start < at:
            continue
        rest.append(raw[at:start])
        out.append(raw[start:end])
        at = end
    rest.append(raw[at:])
    return b"\n".join(out).decode("utf-8", "replace"), b"\n".join(rest).decode("utf-8", "replace")


def add(db: sqlite3.Connection, rows: Sequence[tuple[int, Words]]) -> None:
    """Put chunks (by row id) into the word index."""
    db.executemany(
        "INSERT INTO words (rowid, path, breadcrumb, names, signature, comments, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
        [(row, *fields) for row, fields in rows],
    )


def remove(db: sqlite3.Connection, rows: Sequence[tuple[int, Words]]) -> None:
    """Take chunks out again, by row id with the fields that were put in: FTS5 needs the very same."""
    db.executemany(
        "INSERT INTO words (words, rowid, path, breadcrumb, names, signature, comments, body)"
        " VALUES ('delete', ?, ?, ?, ?, ?, ?, ?)",
        [(row, *fields) for row, fields in rows],
    )
