"""Stages the changes of one run, then publishes them as one generation."""

from __future__ import annotations

import json
import sqlite3
import time
from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from cw_core import Chunk, ChunkedFile, FileStamp, Generation, Skipped, SourceFile
from cw_core.text import whole
from cw_store import catalog, lexical
from cw_store.catalog import SEPARATOR
from cw_store.lexical import Words


def write_left_out(db: sqlite3.Connection, counts: dict[str, int]) -> None:
    """Remember how many files the last run left out for each reason; writes only if that has changed."""
    if counts != catalog.left_out(db):
        db.execute("INSERT OR REPLACE INTO meta VALUES ('left_out', ?)", (json.dumps(counts),))


@dataclass(frozen=True, slots=True)
class Staged:
    """A file as it is written: its stamp, text, cuts, and the words of each chunk."""

    stamp: FileStamp
    file: SourceFile
    cut: ChunkedFile
    words: Sequence[Words]


class Stage:
    """One open transaction on a catalog. Nothing shows to readers before `publish`; closing without it undoes all."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        db.execute("BEGIN IMMEDIATE")

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out, with everything that came from them."""
        for path in paths:
            row = self._db.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchone()
            if row is None:
                continue
            words = self._db.execute("SELECT id, words FROM chunk WHERE file_id = ?", row).fetchall()
            lexical.remove(self._db, words)
            for table in ("chunk", "symbol", "reference"):
                self._db.execute(f"DELETE FROM {table} WHERE file_id = ?", row)
            self._db.execute("DELETE FROM file WHERE id = ?", row)

    def add(self, staged: Staged) -> list[tuple[int, Chunk]]:
        """Put a file in (its path must not be there) and return its chunks with their row ids."""
        stamp, file, cut = staged.stamp, staged.file, staged.cut
        file_id = self._db.execute(
            "INSERT INTO file (path, digest, size, mtime_ns, inode, encoding, language, how, problem, mark,"
            " content) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (str(stamp.path), file.digest, stamp.size, stamp.mtime_ns, stamp.inode, file.encoding, cut.language,
             cut.how, cut.problem, cut.mark, file.content),
        ).lastrowid  # fmt: skip
        rows: list[int] = []
        for ordinal, (chunk, words) in enumerate(zip(cut.chunks, staged.words, strict=True)):
            values = (
                file_id, ordinal, chunk.span.start, chunk.span.end, *chunk.lines, chunk.kind,
                SEPARATOR.join(chunk.breadcrumb[1:]), SEPARATOR.join(chunk.names), chunk.reads,
                lexical.packed(words),
            )  # fmt: skip
            row = self._db.execute(
                "INSERT INTO chunk (file_id, ordinal, start, end, first_line, last_line, kind, breadcrumb, names,"
                " reads, words) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                values,
            ).lastrowid
            rows.append(int(row or 0))
        lexical.add(self._db, list(zip(rows, staged.words, strict=True)))
        self._add_names(file_id, cut, rows)
        return list(zip(rows, cut.chunks, strict=True))

    def _add_names(self, file_id: int | None, cut: ChunkedFile, rows: Sequence[int]) -> None:
        starts = [chunk.span.start for chunk in cut.chunks]
        self._db.executemany(
            "INSERT INTO symbol (file_id, chunk_id, name, folded, qualified, folded_qualified, kind, start, end,"
            " first_line, last_line, container, signature, doc, visibility) VALUES"
            " (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                (file_id, rows[bisect_right(starts, s.span.start) - 1], s.name, whole(s.name), s.qualified,
                 whole(s.qualified), s.kind, s.span.start, s.span.end, *s.lines, s.container, s.signature,
                 s.doc, s.visibility)
                for s in cut.symbols
            ],
        )  # fmt: skip
        self._db.executemany(
            "INSERT INTO reference (file_id, line, kind, name, receiver) VALUES (?, ?, ?, ?, ?)",
            [(file_id, r.line, r.kind, r.name, r.receiver) for r in cut.references],
        )

    def restamp(self, stamps: Iterable[FileStamp]) -> None:
        """New stamps for files whose content is the same."""
        self._db.executemany(
            "UPDATE file SET size = ?, mtime_ns = ?, inode = ? WHERE path = ?",
            [(stamp.size, stamp.mtime_ns, stamp.inode, str(stamp.path)) for stamp in stamps],
        )

    def skip(self, entries: Iterable[tuple[Skipped, FileStamp]], forget: Iterable[str]) -> None:
        """Remember files that were read and left out; `forget` those that are gone or came in."""
        self._db.executemany("DELETE FROM skipped WHERE path = ?", [(path,) for path in forget])
        self._db.executemany(
            "INSERT OR REPLACE INTO skipped VALUES (?, ?, ?, ?, ?, ?)",
            [(s.path, s.reason, s.detail, stamp.size, stamp.mtime_ns, stamp.inode) for s, stamp in entries],
        )

    def note(self, key: str, value: str) -> None:
        """A fact about the whole index, for `meta`."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def publish(self, *, vectors: int, space: str, table_version: int, started_ns: int) -> Generation:
        """The commit point: everything staged shows at once, under the next number."""
        number = self.next_number
        files = self._db.execute("SELECT count(*) FROM file").fetchone()[0]
        chunks = self._db.execute("SELECT count(*) FROM chunk").fetchone()[0]
        self._db.execute(
            "INSERT INTO generation VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (number, time.time(), started_ns, files, chunks, vectors, space, table_version, number),
        )
        self._db.execute("DELETE FROM generation WHERE number < ?", (number - 1,))
        self._db.execute("COMMIT")
        return catalog.generation(self._db)

    def keep(self, started_ns: int) -> None:
        """Commit stamps alone: what readers see stays the same generation."""
        self._db.execute(
            "UPDATE generation SET started_ns = ? WHERE number = (SELECT max(number) FROM generation)", (started_ns,)
        )
        self._db.execute("COMMIT")

    @property
    def next_number(self) -> int:
        """The number the next generation will have."""
        return catalog.generation(self._db).number + 1

    def undo(self) -> None:
        """Forget everything staged."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
