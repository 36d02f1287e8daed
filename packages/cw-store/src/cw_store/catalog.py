"""Files, chunks and names of one generation, by key: reading the SQLite half of an index."""

from __future__ import annotations

import contextlib
import json
import sqlite3
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from cw_core import (
    Chunk,
    ChunkId,
    Generation,
    IndexDamaged,
    IndexIncompatible,
    Reference,
    Skipped,
    StoreError,
    Symbol,
)
from cw_core.source import digest_of
from cw_core.text import whole
from cw_store import migrate
from cw_store.rows import chunk_of, key_of, symbol_of, uses_of

FORMAT = "4"
"""Of the tables and of the words in them, as far as reading goes; an index of another format is built anew."""

FREE_SHARE = 0.1

REBUILD = "Run `cw index` to build it anew."

_FILE = "SELECT id, path, digest, language, text FROM file"
_CHUNK = "SELECT file_id, id, start, end, first_line, last_line, kind, breadcrumb, names, reads FROM chunk"
_SYMBOL = (
    "SELECT file.path || '@' || file.digest || ':' || chunk.start, symbol.name, symbol.kind, symbol.start, symbol.end,"
    " symbol.first_line, symbol.last_line, symbol.qualified, symbol.container, symbol.signature, symbol.doc,"
    " symbol.visibility FROM symbol JOIN file ON file.id = symbol.file_id"
    " JOIN chunk ON chunk.file_id = symbol.file_id AND chunk.ordinal = symbol.chunk"
)


def connect(path: Path, *, create: bool = False) -> sqlite3.Connection:
    """A connection in autocommit mode with our pragmas. Raises IndexDamaged or IndexIncompatible."""
    address = path.absolute().as_uri() + ("" if create else "?mode=rw")
    with contextlib.ExitStack() as on_failure:
        with damage_told():
            db = sqlite3.connect(address, uri=True, timeout=10, isolation_level=None, check_same_thread=False)
            on_failure.callback(db.close)  # a connection left open would keep the file from being replaced
            found = _prepared(db, create)
        if found != FORMAT:
            raise IndexIncompatible(f"the index has format {found or 'none'}, this version reads {FORMAT}", REBUILD)
        on_failure.pop_all()
    return db


def _prepared(db: sqlite3.Connection, create: bool) -> str:
    """Sets the pragmas, makes the tables if asked to; the format that the catalog says it has."""
    if create and not db.execute("PRAGMA page_count").fetchone()[0]:
        db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # on a file that has tables it would be a write, and no more
    db.execute("PRAGMA journal_mode = WAL")
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("PRAGMA cache_size = -65536")
    db.execute("PRAGMA mmap_size = 268435456")
    db.execute("PRAGMA journal_size_limit = 67108864")
    db.execute("PRAGMA wal_autocheckpoint = 16000")
    if create and not db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'meta'").fetchone():
        migrate.create(db, migrate.scripts())
        db.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
    row = db.execute("SELECT value FROM meta WHERE key = 'format'").fetchone()
    return str(row[0]) if row else ""


def give_back(db: sqlite3.Connection) -> None:
    """Shorten the file if more than a tenth of it is free; what is free costs nothing else."""
    free, pages = (int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("freelist_count", "page_count"))
    if free > FREE_SHARE * pages:
        db.executescript("PRAGMA incremental_vacuum")  # `execute` would free one page and stop


@contextlib.contextmanager
def damage_told() -> Iterator[None]:
    """SQLite's own errors as ours: IndexDamaged for a file that is no longer a database, StoreError for the rest."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "no such" in str(error):  # table or column: an empty file, or another program's
            raise IndexDamaged(f"the catalog cannot be read: {error}", REBUILD) from error
        hint = "See that the disk has room and that the index folder can be written, then try again."
        raise StoreError(f"the catalog cannot be used: {error}", hint) from error
    except (sqlite3.DatabaseError, zlib.error) as error:
        raise IndexDamaged(f"the catalog cannot be read: {error}", REBUILD) from error


@dataclass(frozen=True, slots=True)
class SegmentRow:
    """A file of vectors, as the catalog knows it."""

    number: int
    rows: int
    dimensions: int
    checksum: int
    in_table: bool


def generation(db: sqlite3.Connection) -> Generation:
    """The newest published one; number 0 if there is none."""
    row = db.execute(
        "SELECT number, files, chunks, vectors, space, published_at, bytes_known, bytes_left"
        " FROM generation ORDER BY number DESC LIMIT 1"
    ).fetchone()
    return Generation(*row) if row else Generation(0, 0, 0, 0)


def facts(db: sqlite3.Connection) -> dict[str, str]:
    """What `meta` says of the whole index."""
    return dict(db.execute("SELECT key, value FROM meta").fetchall())


def left_out(db: sqlite3.Connection) -> dict[str, int]:
    """How many files the last run left out, for each reason."""
    row = db.execute("SELECT value FROM meta WHERE key = 'left_out'").fetchone()
    return dict(json.loads(row[0])) if row else {}


def segments(db: sqlite3.Connection) -> tuple[SegmentRow, ...]:
    """The files of vectors, oldest first."""
    rows = db.execute("SELECT number, rows, dimensions, checksum, in_table FROM segment ORDER BY number")
    return tuple(SegmentRow(number, count, width, check, bool(tabled)) for number, count, width, check, tabled in rows)


def gone(db: sqlite3.Connection) -> frozenset[int]:
    """Chunks that have rows in the files of vectors and no longer exist."""
    return frozenset(row for (row,) in db.execute("SELECT chunk_id FROM gone"))


def chunk_rows(db: sqlite3.Connection, rows: Sequence[int]) -> dict[int, Chunk]:
    """Chunks by row id."""
    found = [row for part in _parts(rows) for row in db.execute(f"{_CHUNK} WHERE id IN ({_marks(part)})", part)]
    files = _Files(db, [row[0] for row in found])
    return {row[1]: files.chunk(row) for row in found}


def chunks(db: sqlite3.Connection, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
    """Chunks by id; unknown ids are left out."""
    wanted: dict[str, dict[tuple[str, int], ChunkId]] = {}
    for chunk_id in ids:
        path, digest, start = _parted(chunk_id)
        wanted.setdefault(path, {})[digest, start] = chunk_id
    found: dict[ChunkId, Chunk] = {}
    for path, places in wanted.items():
        row = db.execute(f"{_FILE} WHERE path = ?", (path,)).fetchone()
        starts = [start for digest, start in places if row and digest == row[2]]
        if not starts:
            continue
        file_id, _, digest, language, text = row
        content = zlib.decompress(text)
        sql = f"{_CHUNK} WHERE file_id = ? AND start IN ({_marks(starts)})"
        for chunk in db.execute(sql, (file_id, *starts)):
            key = places.get((digest, chunk[2]))
            if key:
                found[key] = chunk_of(path, digest, language, chunk[2:], content)
    return {key: found[key] for key in ids if key in found}


def _parted(chunk_id: ChunkId) -> tuple[str, str, int]:
    """Path, digest and start; -1 for what is no place."""
    path, _, rest = chunk_id.rpartition("@")
    digest, _, start = rest.partition(":")
    return path, digest, int(start) if start.isdecimal() else -1


@dataclass(frozen=True, slots=True)
class Head:
    """A chunk without its text, its row id, and what its content shows its file to be."""

    row: int
    chunk: Chunk
    mark: str


def heads(db: sqlite3.Connection, rows: Sequence[int]) -> dict[ChunkId, Head]:
    """Chunks by row id, in order of the file; 10 microseconds each."""
    sql = (
        "SELECT chunk.id, path, digest, language, mark, start, end, first_line, last_line, kind, breadcrumb, names,"
        " reads FROM chunk JOIN file ON file.id = chunk.file_id WHERE chunk.id IN ({})"
    )
    out: dict[ChunkId, Head] = {}
    for part in _parts(rows):
        for row, path, digest, language, mark, *rest in db.execute(sql.format(_marks(part)), part):
            out[ChunkId(f"{path}@{digest}:{rest[0]}")] = Head(row, chunk_of(path, digest, language, rest, None), mark)
    return out


def importers_among(db: sqlite3.Connection, files: Sequence[int]) -> dict[int, list[int]]:
    """For each of some files (ids) those of them that import it."""
    marks = _marks(files)
    sql = f"SELECT target_id, source_id FROM edge WHERE target_id IN ({marks}) AND source_id IN ({marks}) ORDER BY 1, 2"
    found: dict[int, list[int]] = {}
    for target, source in db.execute(sql, (*files, *files)):
        found.setdefault(target, []).append(source)
    return found


def rows_of(db: sqlite3.Connection, ids: Sequence[ChunkId]) -> dict[ChunkId, int]:
    """Row ids of chunks by id; unknown ids are left out."""
    sql = (
        "SELECT chunk.id FROM file JOIN chunk ON chunk.file_id = file.id"
        " WHERE file.path = ? AND file.digest = ? AND chunk.start = ?"
    )
    found = ((chunk_id, db.execute(sql, _parted(chunk_id)).fetchone()) for chunk_id in ids)
    return {chunk_id: row[0] for chunk_id, row in found if row}


def chunks_of(db: sqlite3.Connection, path: str) -> tuple[Chunk, ...]:
    """All chunks of a file, in order."""
    row = db.execute(f"{_FILE} WHERE path = ?", (path,)).fetchone()
    if row is None:
        return ()
    file_id, _, digest, language, text = row
    content = zlib.decompress(text)
    return tuple(
        chunk_of(path, digest, language, chunk[2:], content)
        for chunk in db.execute(f"{_CHUNK} WHERE file_id = ? ORDER BY ordinal", (file_id,))
    )


class _Files:
    """The files of some chunks, each text unpacked once, the last one kept."""

    def __init__(self, db: sqlite3.Connection, ids: Sequence[int]) -> None:
        unique = list(dict.fromkeys(ids))
        rows = (row for part in _parts(unique) for row in db.execute(f"{_FILE} WHERE id IN ({_marks(part)})", part))
        self._rows = {row[0]: row[1:] for row in rows}
        self._text = lru_cache(maxsize=8)(lambda file_id: zlib.decompress(self._rows[file_id][3]))

    def chunk(self, row: Sequence[object]) -> Chunk:
        path, digest, language, _ = self._rows[row[0]]
        return chunk_of(path, digest, language, row[2:], self._text(row[0]))


def _parts(values: Sequence[int]) -> Iterator[list[int]]:
    for at in range(0, len(values), 500):
        yield list(values[at : at + 500])


def _marks(values: Sequence[int]) -> str:
    return ", ".join("?" * len(values))


def ids_of(db: sqlite3.Connection, rows: Sequence[int]) -> dict[int, ChunkId]:
    """Chunk ids by row id, without reading any text."""
    sql = (
        "SELECT chunk.id, file.path || '@' || file.digest || ':' || chunk.start"
        " FROM chunk JOIN file ON file.id = chunk.file_id WHERE chunk.id IN ({})"
    )
    return {row: ChunkId(name) for part in _parts(rows) for row, name in db.execute(sql.format(_marks(part)), part)}


def definitions(db: sqlite3.Connection, name: str, limit: int) -> tuple[tuple[ChunkId, Symbol], ...]:
    """Definitions of a name or a qualified name, whatever its case and separators.

    Exact spellings come first, then outer names, then short paths.
    """
    folded = whole(name)
    if not folded:
        return ()
    exact, key = name.strip().encode("utf-8", "replace").decode(), key_of(name)
    where = "chunk.kind = 'code' AND symbol.kind != 'package'"
    rows = db.execute(
        f"{_SYMBOL} WHERE symbol.name_key = ?1 AND {where} UNION {_SYMBOL} WHERE symbol.qualified_key = ?1"
        f" AND symbol.qualified_key != symbol.name_key AND {where}",
        (key,),
    )
    found = [(ChunkId(row[0]), symbol_of(row[1:])) for row in rows]
    fitting = [(at, it) for at, it in found if folded in (whole(it.name), whole(it.qualified))]

    def order(entry: tuple[ChunkId, Symbol]) -> tuple[bool, int, int, str, int]:
        path, symbol = entry[0].rpartition("@")[0], entry[1]
        return exact not in (symbol.name, symbol.qualified), len(symbol.qualified), len(path), path, symbol.span.start

    return tuple(sorted(fitting, key=order)[:limit])


def uses(db: sqlite3.Connection, name: str) -> Iterator[tuple[str, Reference]]:
    """Uses of a name, whatever its case and separators, by path and line."""
    folded = whole(name)
    sql = (
        "SELECT file.path, file.uses FROM usage JOIN file ON file.id = usage.file_id WHERE usage.name_key = ?"
        " ORDER BY file.path"
    )
    for path, packed in db.execute(sql, (key_of(name),)):
        for use in uses_of(packed):
            if key_of(use.name) == key_of(name) and whole(use.name) == folded:
                yield path, use


def file_text(db: sqlite3.Connection, path: str) -> bytes:
    """A file's text as it was indexed; empty if unknown."""
    row = db.execute("SELECT text FROM file WHERE path = ?", (path,)).fetchone()
    return zlib.decompress(row[0]) if row else b""


def files_left_out(db: sqlite3.Connection) -> tuple[Skipped, ...]:
    """Files that were read and left out, by path."""
    return tuple(Skipped(*row) for row in db.execute("SELECT path, reason, detail FROM skipped ORDER BY path"))


def problem_in_sample(db: sqlite3.Connection, seed: int = 0, count: int = 50) -> str:
    """What is wrong with some files chosen by `seed`; empty if nothing is. Text, digest, tiling and counts."""
    ids = [
        row
        for (row,) in db.execute("SELECT id FROM file ORDER BY (id * 2654435761 + ?) % 1000003 LIMIT ?", (seed, count))
    ]
    for file_id in ids:
        path, digest, length, text = db.execute(
            "SELECT path, digest, bytes, text FROM file WHERE id = ?", (file_id,)
        ).fetchone()
        try:
            content = zlib.decompress(text)
        except zlib.error as error:
            return f"the text of {path} cannot be read: {error}"
        spans = db.execute("SELECT start, end FROM chunk WHERE file_id = ? ORDER BY ordinal", (file_id,)).fetchall()
        edges = [0, *(end for _, end in spans)]
        if len(content) != length or digest_of(content) != digest:
            return f"the text of {path} is not what was written"
        if [start for start, _ in spans] != edges[:-1] or (spans and edges[-1] != length):
            return f"the chunks of {path} do not tile it"
    counted = db.execute("SELECT (SELECT count(*) FROM file), (SELECT count(*) FROM chunk)").fetchone()
    newest = generation(db)
    if newest.number and counted != (newest.files, newest.chunks):
        return f"it holds {counted[0]} files and {counted[1]} chunks instead of {newest.files} and {newest.chunks}"
    return ""


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
