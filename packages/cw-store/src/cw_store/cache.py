"""Vectors by what they were made from, kept for all indexes of a machine: the same text is embedded once.

One SQLite file. It is a cache: if it is damaged it begins anew, and where it cannot be used every text is embedded.
"""

from __future__ import annotations

import contextlib
import sqlite3
import time
from collections.abc import Callable, Sequence
from functools import partial
from hashlib import blake2b
from pathlib import Path
from typing import TypeVar

from cw_core import EmbeddingSpace

KEY_BYTES = 16
PART = 500
"""Keys asked for in one statement."""

DAY_S = 86_400
"""When a row was last used is known to the day, so that reading seldom writes."""

KEEP_SHARE = 0.8
"""What is left of the bound after the oldest were taken out, so that this is seldom done."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS vector (key BLOB PRIMARY KEY, row BLOB NOT NULL, used INTEGER NOT NULL) WITHOUT ROWID
"""

Answer = TypeVar("Answer")


class VectorCache:
    """Rows of one space, at most `max_bytes` of all spaces; 0 switches it off.

    Nothing raises: where the file cannot be used nothing is found or kept, and `problem` says why.
    """

    def __init__(self, path: Path, space: EmbeddingSpace, max_bytes: int) -> None:
        self._path = path
        self._space = blake2b(space.key.encode("utf-8", "surrogatepass"), digest_size=32).digest()
        self._max_bytes = max_bytes
        self.problem = ""
        self._db: sqlite3.Connection | None = None
        if max_bytes:
            self._open()

    def keys(self, texts: Sequence[str]) -> list[bytes]:
        """A key for each text in this space."""
        return [
            blake2b(text.encode("utf-8", "surrogatepass"), digest_size=KEY_BYTES, key=self._space).digest()
            for text in texts
        ]

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """The rows that are there, by key."""
        found: dict[bytes, bytes] = {}
        for at in range(0, len(keys), PART):
            part = list(keys[at : at + PART])
            found |= self._try(partial(_rows, keys=part), dict[bytes, bytes]())
        return found

    def put(self, rows: Sequence[tuple[bytes, bytes]]) -> None:
        """Keep rows by key."""
        self._try(lambda db: _put(db, rows), None)

    def close(self) -> None:
        """Take out the least recently used beyond the bound, and close."""
        self._try(lambda db: _evict(db, self._max_bytes), None)
        if self._db is not None:
            self._db.close()
            self._db = None

    def _open(self) -> None:
        """Open the file; one that is no database is thrown away once."""
        for attempt in range(2):
            try:
                self._path.parent.mkdir(parents=True, exist_ok=True)
                self._db = _connected(self._path)
                self.problem = ""
                return
            except sqlite3.OperationalError as error:
                self.problem = str(error)
                return
            except sqlite3.DatabaseError as error:
                self.problem = str(error)
                if not attempt:
                    self._throw_away()
            except OSError as error:
                self.problem = str(error)
                return

    def _try(self, work: Callable[[sqlite3.Connection], Answer], otherwise: Answer) -> Answer:
        if self._db is None:
            return otherwise
        try:
            return work(self._db)
        except sqlite3.Error as error:
            self.problem = str(error)
            with contextlib.suppress(sqlite3.Error):
                self._db.close()
            self._db = None
            if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
                self._throw_away()
            return otherwise

    def _throw_away(self) -> None:
        for suffix in ("", "-wal", "-shm"):
            with contextlib.suppress(OSError):
                self._path.with_name(self._path.name + suffix).unlink(missing_ok=True)


def _connected(path: Path) -> sqlite3.Connection:
    with contextlib.ExitStack() as on_failure:
        db = sqlite3.connect(path, timeout=5, isolation_level=None, check_same_thread=False)
        on_failure.callback(db.close)
        if not db.execute("PRAGMA page_count").fetchone()[0]:
            db.execute("PRAGMA auto_vacuum = INCREMENTAL")  # on a file that has tables it would be a write, and no more
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(SCHEMA)
        db.execute("SELECT key, row, used FROM vector LIMIT 1").fetchone()
        on_failure.pop_all()
    return db


def _rows(db: sqlite3.Connection, keys: list[bytes]) -> dict[bytes, bytes]:
    marks, today = ", ".join("?" * len(keys)), int(time.time() // DAY_S)
    found = db.execute(f"SELECT key, row, used FROM vector WHERE key IN ({marks})", keys).fetchall()
    old = [(today, key) for key, _, used in found if used < today]
    if old:
        db.execute("BEGIN IMMEDIATE")
        db.executemany("UPDATE vector SET used = ? WHERE key = ?", old)
        db.execute("COMMIT")
    return {key: row for key, row, _ in found}


def _put(db: sqlite3.Connection, rows: Sequence[tuple[bytes, bytes]]) -> None:
    today = int(time.time() // DAY_S)
    db.execute("BEGIN IMMEDIATE")
    db.executemany("INSERT OR REPLACE INTO vector VALUES (?, ?, ?)", [(*row, today) for row in sorted(rows)])
    db.execute("COMMIT")


def _evict(db: sqlite3.Connection, max_bytes: int) -> None:
    pages, free, page_bytes = (
        int(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in ("page_count", "freelist_count", "page_size")
    )
    size = (pages - free) * page_bytes
    if size <= max_bytes:
        return
    rows = db.execute("SELECT count(*) FROM vector").fetchone()[0]
    many = rows - int(rows * KEEP_SHARE * max_bytes / size)
    db.execute("DELETE FROM vector WHERE key IN (SELECT key FROM vector ORDER BY used, key LIMIT ?)", (many,))
    db.executescript("PRAGMA incremental_vacuum")  # `execute` would free one page and stop
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
