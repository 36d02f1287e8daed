"""Files, chunks and names of one generation, by key: reading the SQLite half of an index."""

from __future__ import annotations

import contextlib
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any

from cw_core import (
    Chunk,
    ChunkId,
    Digest,
    Generation,
    IndexDamaged,
    IndexIncompatible,
    RepoPath,
    Span,
    StoreError,
    Symbol,
)
from cw_core.text import whole

FORMAT = "3"
"""Of the tables and of the words in them; an index of another format is built anew."""

SEPARATOR = "\x1f"
"""Between the parts of a breadcrumb (its path left out) and between names: a control character no name holds."""

_CHUNK = (
    "SELECT chunk.id, file.path, file.digest, file.language, chunk.start, chunk.end, chunk.first_line, chunk.last_line,"
    " chunk.kind, chunk.breadcrumb, chunk.names, chunk.reads,"
    " substr(file.content, chunk.start + 1, chunk.end - chunk.start)"
    " FROM chunk JOIN file ON file.id = chunk.file_id"
)


def connect(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """A connection in autocommit mode with our pragmas. Raises IndexDamaged or IndexIncompatible."""
    address = path.absolute().as_uri() + ("" if create else "?mode=rw")
    with contextlib.ExitStack() as on_failure:
        try:
            db = sqlite3.connect(address, uri=True, timeout=10, isolation_level=None, check_same_thread=False)
            on_failure.callback(db.close)  # a connection left open would keep the file from being replaced
            found = _prepared(db, create)
        except sqlite3.DatabaseError as error:
            hint = "Run `cw index --force` to build it anew."
            raise IndexDamaged(f"the catalog cannot be read: {error}", hint) from error
        if found != FORMAT:
            raise IndexIncompatible(
                f"the index has format {found or 'none'}, this version reads {FORMAT}",
                "Run `cw index --force` to build it anew.",
            )
        on_failure.pop_all()
    return db


def _prepared(db: sqlite3.Connection, create: bool) -> str:
    """Sets the pragmas, makes the tables if asked to; the format that the catalog says it has."""
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA cache_size = -65536")
    db.execute("PRAGMA mmap_size = 268435456")
    if create:
        db.executescript((files("cw_store") / "schema" / "0001_index.sql").read_text(encoding="utf-8"))
        db.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
    row = db.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    return str(row[0]) if row else ""


@contextlib.contextmanager
def damage_told() -> Iterator[None]:
    """SQLite's own errors as ours: IndexDamaged for a file that is no longer a database, StoreError for the rest."""
    try:
        yield
    except sqlite3.OperationalError as error:
        hint = "See that the disk has room and that the index folder can be written, then try again."
        raise StoreError(f"the catalog cannot be used: {error}", hint) from error
    except sqlite3.DatabaseError as error:
        hint = "Run `cw index --force` to build it anew."
        raise IndexDamaged(f"the catalog cannot be read: {error}", hint) from error


def generation(db: sqlite3.Connection) -> Generation:
    """The newest published one; number 0 if there is none."""
    row = db.execute(
        "SELECT number, files, chunks, vectors, space, published_at FROM generation ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return Generation(*row) if row else Generation(0, 0, 0, 0)


def left_out(db: sqlite3.Connection) -> dict[str, int]:
    """How many files the last run left out, for each reason."""
    row = db.execute("SELECT value FROM meta WHERE key = 'left_out'").fetchone()
    return dict(json.loads(row[0])) if row else {}


def chunk_rows(db: sqlite3.Connection, rows: Sequence[int]) -> dict[int, Chunk]:
    """Chunks by row id."""
    found: dict[int, Chunk] = {}
    for at in range(0, len(rows), 500):
        part = list(rows[at : at + 500])
        marks = ", ".join("?" * len(part))
        found |= {row[0]: _chunk(row) for row in db.execute(f"{_CHUNK} WHERE chunk.id IN ({marks})", part)}
    return found


def chunks(db: sqlite3.Connection, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
    """Chunks by id; unknown ids are left out."""
    found: dict[ChunkId, Chunk] = {}
    for chunk_id in ids:
        path, _, rest = chunk_id.rpartition("@")
        digest, _, start = rest.partition(":")
        key = (path, digest, int(start) if start.isdecimal() else -1)
        row = db.execute(f"{_CHUNK} WHERE file.path = ? AND file.digest = ? AND chunk.start = ?", key).fetchone()
        if row:
            found[chunk_id] = _chunk(row)
    return found


def chunks_of(db: sqlite3.Connection, path: str) -> tuple[Chunk, ...]:
    """All chunks of a file, in order."""
    return tuple(_chunk(row) for row in db.execute(f"{_CHUNK} WHERE file.path = ? ORDER BY chunk.ordinal", (path,)))


def ids_of(db: sqlite3.Connection, rows: Sequence[int]) -> dict[int, ChunkId]:
    """Chunk ids by row id, without reading any text."""
    found: dict[int, ChunkId] = {}
    for at in range(0, len(rows), 500):
        part = list(rows[at : at + 500])
        marks = ", ".join("?" * len(part))
        sql = (
            "SELECT chunk.id, file.path || '@' || file.digest || ':' || chunk.start"
            f" FROM chunk JOIN file ON file.id = chunk.file_id WHERE chunk.id IN ({marks})"
        )
        found |= {row: ChunkId(name) for row, name in db.execute(sql, part)}
    return found


def definitions(db: sqlite3.Connection, name: str, limit: int) -> tuple[tuple[ChunkId, Symbol], ...]:
    """Definitions of a name or a qualified name, whatever its case and separators.

    Exact spellings come first, then outer names, then short paths.
    """
    folded = whole(name)
    if not folded:
        return ()
    sql = (
        "SELECT file.path || '@' || file.digest || ':' || chunk.start, symbol.name, symbol.qualified, symbol.kind,"
        " symbol.start, symbol.end, symbol.first_line, symbol.last_line, symbol.container, symbol.signature,"
        " symbol.doc, symbol.visibility"
        " FROM symbol JOIN file ON file.id = symbol.file_id JOIN chunk ON chunk.id = symbol.chunk_id"
        " WHERE (symbol.folded = ?1 OR symbol.folded_qualified = ?1) AND chunk.kind = 'code'"
        " AND symbol.kind != 'package'"
        " ORDER BY (symbol.name = ?2 OR symbol.qualified = ?2) DESC, length(symbol.qualified), length(file.path),"
        " file.path, symbol.start LIMIT ?3"
    )
    return tuple(
        (ChunkId(row[0]), Symbol(row[1], row[2], row[3], Span(row[4], row[5]), (row[6], row[7]), *row[8:]))
        for row in db.execute(sql, (folded, name.strip().encode("utf-8", "replace").decode(), limit))
    )


def file_text(db: sqlite3.Connection, path: str) -> bytes:
    """A file's text as it was indexed; empty if unknown."""
    row = db.execute("SELECT content FROM file WHERE path = ?", (path,)).fetchone()
    return bytes(row[0]) if row else b""


def languages(db: sqlite3.Connection) -> Mapping[str, Mapping[str, int]]:
    """How many files of each language were cut by which means."""
    found: dict[str, dict[str, int]] = {}
    for language, how, count in db.execute(
        "SELECT language, how, count(*) FROM file GROUP BY language, how ORDER BY count(*) DESC, language, how"
    ):
        found.setdefault(language, {})[how] = count
    return found


def marked(db: sqlite3.Connection) -> Mapping[str, int]:
    """How many files bear which mark, most first."""
    return dict(
        db.execute(
            "SELECT mark, count(*) FROM file WHERE mark != '' GROUP BY mark ORDER BY count(*) DESC, mark"
        ).fetchall()
    )


def _chunk(row: tuple[Any, ...]) -> Chunk:
    _, path, digest, language, start, end, first, last, kind, breadcrumb, names, reads, text = row
    return Chunk(
        path=str.__new__(RepoPath, path),
        digest=Digest(digest),
        span=Span(start, end),
        lines=(first, last),
        language=language,
        breadcrumb=(path, *breadcrumb.split(SEPARATOR)) if breadcrumb else (path,),
        text=bytes(text).decode("utf-8", "replace"),
        names=tuple(names.split(SEPARATOR)) if names else (),
        kind=kind,
        reads=reads,
    )
