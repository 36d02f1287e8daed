"""Stages changes of an index, then publishes them as one generation."""

from __future__ import annotations

import json
import sqlite3
import time
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cw_core import ChunkedFile, Digest, FileStamp, Generation, RepoPath, Skipped, Symbol
from cw_store import catalog, lexical
from cw_store.catalog import SegmentRow
from cw_store.lexical import words_of
from cw_store.rows import (
    FileRows,
    chunk_of,
    folder_key,
    key_of,
    keys_of_imports,
    spans_of,
    symbol_of,
    uses_of,
    words_in,
)

_FILE = (
    "INSERT INTO file (id, path, digest, size, mtime_ns, ctime_ns, inode, encoding, language, how, problem, mark,"
    " masked, bytes, uses_count, text, comments, uses) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_CHUNK = (
    "INSERT INTO chunk (id, file_id, ordinal, start, end, first_line, last_line, kind, breadcrumb, names, reads)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)
_SYMBOL = (
    "INSERT INTO symbol (file_id, ordinal, name_key, qualified_key, chunk, name, kind, start, end, first_line,"
    " last_line, qualified, container, signature, doc, visibility)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)

DECLARING = frozenset(("namespace", "package", "module"))
"""Kinds of symbols that name what imports may mean."""

_ENTRIES = frozenset(("index", "init", "mod", "lib", "main", "setup", "package"))
"""Files that stand for their folder: an import of it does not hold their name."""


WORN_SHARE = 0.15
"""Of chunks that were taken out of the word index since it was written whole; until then they take room there."""

MANY_PARTS = 500
"""Words of files that came or went, from which all imports are looked at: it is no more work than finding which."""


def _imports(packed: bytes) -> set[tuple[str, str]]:
    return {(use.name, use.receiver) for use in uses_of(packed) if use.kind == "import"}


def _above(path: str) -> Iterator[str]:
    """The folders above a path, the root (empty) first."""
    yield ""
    parts = path.split("/")
    yield from ("/".join(parts[:count]) for count in range(1, len(parts)))


def write_left_out(db: sqlite3.Connection, counts: dict[str, int]) -> None:
    """Remember how many files the last run left out for each reason; writes only if that has changed."""
    if counts != catalog.left_out(db):
        db.execute("INSERT OR REPLACE INTO meta VALUES ('left_out', ?)", (json.dumps(counts),))


class Stage:
    """One open transaction on a catalog. Nothing shows to readers before `publish`; closing without it undoes all.

    Its cost depends on what changes, never on how much there is: counts are carried on from the last generation.
    """

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        db.execute("BEGIN IMMEDIATE")
        self.before = catalog.generation(db)
        self._files = self._chunks = self._removed = 0
        self._next_chunk = int(self._one("SELECT seq FROM sqlite_sequence WHERE name = 'chunk'"))

    def _one(self, sql: str, *values: object) -> int:
        row = self._db.execute(sql, values).fetchone()
        return int(row[0] or 0) if row else 0

    def remove(self, paths: Iterable[str]) -> None:
        """Take files out for good, with everything that came from them; whoever imports them is owed another look."""
        db = self._db
        for path in paths:
            file_id = self._take_out(path)
            if file_id:
                owed = "INSERT OR IGNORE INTO outbox SELECT 'edges', source_id FROM edge WHERE target_id = ?"
                db.execute(owed, (file_id,))
                db.execute("DELETE FROM edge WHERE target_id = ?1 OR source_id = ?1", (file_id,))
                db.execute("DELETE FROM outbox WHERE kind = 'edges' AND key = ?", (file_id,))
                self.owe_importers(path)

    def _take_out(self, path: str) -> int:
        """All rows of a file but its edges; its id, 0 if it was not there."""
        db = self._db
        found = db.execute(
            "SELECT id, digest, language, text, comments, uses FROM file WHERE path = ?", (path,)
        ).fetchone()
        if found is None:
            return 0
        file_id, digest, language, text, comments, uses = found
        content = zlib.decompress(text)
        rows = db.execute(
            "SELECT id, start, end, first_line, last_line, kind, breadcrumb, names, reads FROM chunk"
            " WHERE file_id = ? ORDER BY ordinal",
            (file_id,),
        ).fetchall()
        symbols = db.execute(
            "SELECT name, kind, start, end, first_line, last_line, qualified, container, signature, doc, visibility"
            " FROM symbol WHERE file_id = ? ORDER BY ordinal",
            (file_id,),
        ).fetchall()
        cut = ChunkedFile(
            path=str.__new__(RepoPath, path),
            digest=Digest(digest),
            language=language,
            how="",
            chunks=tuple(chunk_of(path, digest, language, row[1:], content) for row in rows),
            symbols=tuple(symbol_of(row) for row in symbols),
            comments=spans_of(comments),
        )
        lexical.remove(db, list(zip([row[0] for row in rows], words_of(cut), strict=True)))
        self.owe_declared(cut.symbols)
        used = uses_of(uses)
        names = [(key, file_id) for key in {key_of(use.name) for use in used}]
        db.executemany("DELETE FROM usage WHERE name_key = ? AND file_id = ?", names)
        parts = [(key, file_id) for key in keys_of_imports(used)]
        db.executemany("DELETE FROM import_part WHERE part_key = ? AND file_id = ?", parts)
        db.execute(
            "INSERT INTO gone SELECT id FROM chunk WHERE file_id = ?"
            " AND NOT EXISTS (SELECT 1 FROM outbox WHERE kind = 'vector' AND key = chunk.id)",
            (file_id,),
        )
        db.execute(
            "DELETE FROM outbox WHERE kind = 'vector' AND key IN (SELECT id FROM chunk WHERE file_id = ?)", (file_id,)
        )
        for table in ("chunk", "symbol"):
            db.execute(f"DELETE FROM {table} WHERE file_id = ?", (file_id,))
        db.execute("DELETE FROM file WHERE id = ?", (file_id,))
        self._files -= 1
        self._chunks -= len(rows)
        self._removed += len(rows)
        return int(file_id)

    def put(self, rows: FileRows) -> range:
        """Put a file in, in place of what is there under its path; the ids of its chunks, in order.

        Before it is published each has to be in a segment, or owed a vector. A file that imports what it imported
        before keeps its edges, and all that point to it stay.
        """
        stamp, db, path = rows.stamp, self._db, str(rows.stamp.path)
        before = db.execute("SELECT language, uses FROM file WHERE path = ?", (path,)).fetchone()
        old_id = self._take_out(path) or None
        file_id = db.execute(
            _FILE,
            (old_id, path, rows.digest, stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, rows.encoding,
             rows.language, rows.how, rows.problem, rows.mark, rows.masked, rows.text_bytes, rows.uses_count,
             rows.text, rows.comments, rows.uses),
        ).lastrowid  # fmt: skip
        ids = range(self._next_chunk + 1, self._next_chunk + 1 + len(rows.chunks))
        self._next_chunk += len(rows.chunks)
        db.executemany(
            _CHUNK, [(id_, file_id, n, *row) for n, (id_, row) in enumerate(zip(ids, rows.chunks, strict=True))]
        )
        db.executemany(_SYMBOL, [(file_id, n, *row) for n, row in enumerate(rows.symbols)])
        db.executemany("INSERT INTO usage VALUES (?, ?)", [(key, file_id) for key in rows.name_keys])
        db.executemany("INSERT INTO import_part VALUES (?, ?)", [(key, file_id) for key in rows.import_keys])
        lexical.add(db, list(zip(ids, rows.words, strict=True)))
        self.owe_declared([symbol_of(row[3:]) for row in rows.symbols if row[4] in DECLARING])
        if old_id is None:
            self.owe_importers(path)
        means = (rows.language, _imports(rows.uses)) if before or rows.import_keys else None
        if means and (before is None or means != (before[0], _imports(before[1]))):
            db.execute("INSERT OR IGNORE INTO outbox VALUES ('edges', ?)", (file_id,))
        self._files += 1
        self._chunks += len(ids)
        return ids

    def owe_importers(self, path: str) -> None:
        """A file that came or went: whoever may mean it is owed a look at its imports."""
        repo_path = str.__new__(RepoPath, path)
        own, folder = words_in(repo_path.stem)[:1], words_in(repo_path.folder.rpartition("/")[2])[:1]
        self._owe("part", [*own, *folder])
        if own and own[0].lower() in _ENTRIES:
            self._owe("folder", [repo_path.folder])

    def owe_declared(self, symbols: Iterable[Symbol]) -> None:
        """Namespaces that are declared, or no longer: likewise."""
        names = {symbol.qualified for symbol in symbols if symbol.kind in DECLARING}
        self._owe("part", [words[-1] for words in map(words_in, names) if words])

    def _owe(self, kind: str, names: Iterable[str]) -> None:
        values = [(kind, key_of(name) if kind == "part" else folder_key(name)) for name in names]
        self._db.executemany("INSERT OR IGNORE INTO outbox VALUES (?, ?)", values)

    def owe_all_edges(self) -> None:
        """What imports mean has changed as a whole."""
        self._db.execute("INSERT OR IGNORE INTO outbox SELECT DISTINCT 'edges', file_id FROM import_part")

    def owed_edges(self) -> list[int]:
        """Files whose imports are owed a look, those that were noted by a word or a folder included."""
        db = self._db
        parts = self._one("SELECT count(*) FROM outbox WHERE kind = 'part'")
        folders = {key for (key,) in db.execute("SELECT key FROM outbox WHERE kind = 'folder'")}
        if parts > MANY_PARTS:
            self.owe_all_edges()
        elif parts:
            db.execute(
                "INSERT OR IGNORE INTO outbox SELECT 'edges', file_id FROM import_part"
                " WHERE part_key IN (SELECT key FROM outbox WHERE kind = 'part')"
            )
        if folders and parts <= MANY_PARTS:
            paths = db.execute("SELECT id, path FROM file WHERE id IN (SELECT file_id FROM import_part)")
            below = [file_id for file_id, path in paths if not folders.isdisjoint(map(folder_key, _above(path)))]
            db.executemany("INSERT OR IGNORE INTO outbox VALUES ('edges', ?)", [(file_id,) for file_id in below])
        db.execute("DELETE FROM outbox WHERE kind IN ('part', 'folder')")
        return [row for (row,) in db.execute("SELECT key FROM outbox WHERE kind = 'edges'")]

    def set_edges(self, file_id: int, parts: Iterable[int], targets: Mapping[int, float]) -> None:
        """The files that a file imports, with how sure that is, not what it did before; `parts` are its import keys."""
        values = [(key, file_id) for key in parts]
        self._db.executemany("INSERT OR IGNORE INTO import_part VALUES (?, ?)", values)  # older catalogs lack them
        self._db.execute("DELETE FROM edge WHERE source_id = ?", (file_id,))
        self._db.executemany("INSERT INTO edge VALUES (?, ?, ?)", [(file_id, *pair) for pair in targets.items()])
        self._db.execute("DELETE FROM outbox WHERE kind = 'edges' AND key = ?", (file_id,))

    def owe_vectors(self, ids: Iterable[int]) -> None:
        """Chunks that are to be embedded later."""
        self._db.executemany("INSERT OR IGNORE INTO outbox VALUES ('vector', ?)", [(id_,) for id_ in ids])

    def add_segment(self, segment: SegmentRow, paid: Sequence[int]) -> None:
        """A file of vectors that is on the disk already. `paid` are the chunks in it that were owed one."""
        self._insert(segment)
        self._db.executemany("DELETE FROM outbox WHERE kind = 'vector' AND key = ?", [(id_,) for id_ in paid])

    def _insert(self, row: SegmentRow) -> None:
        values = (row.number, row.rows, row.dimensions, row.checksum, row.in_table)
        self._db.execute("INSERT INTO segment VALUES (?, ?, ?, ?, ?)", values)

    def replace_segments(self, old: Sequence[SegmentRow], new: SegmentRow | None, dropped: Iterable[int]) -> None:
        """One file of vectors in place of several; `dropped` are the chunks gone that it holds no more."""
        self._db.executemany("DELETE FROM segment WHERE number = ?", [(segment.number,) for segment in old])
        if new is not None:
            self._insert(new)
        self._db.executemany("DELETE FROM gone WHERE chunk_id = ?", [(id_,) for id_ in dropped])

    def next_segment(self) -> int:
        """A number no file of vectors of this catalog had before."""
        return self._one("SELECT seq FROM sqlite_sequence WHERE name = 'segment'") + 1

    def forget_vectors(self) -> None:
        """All chunks are owed vectors anew: they are to be of another space."""
        for sql in (
            "DELETE FROM segment",
            "DELETE FROM gone",
            "INSERT OR IGNORE INTO outbox SELECT 'vector', id FROM chunk",
            "DELETE FROM meta WHERE key = 'table_version'",
        ):
            self._db.execute(sql)

    def enter_table(self, version: int) -> None:
        """The table, at this version, holds all files of vectors."""
        self.note("table_version", str(version))
        self._db.execute("UPDATE segment SET in_table = 1")

    def leave_table(self) -> None:
        """There is no table any more."""
        self._db.execute("DELETE FROM meta WHERE key = 'table_version'")
        self._db.execute("UPDATE segment SET in_table = 0")

    def lose_segment(self, segment: SegmentRow, held: Iterable[int]) -> None:
        """A file of vectors that is damaged: the chunks that no other one holds (`held` are held) are owed anew."""
        db = self._db
        db.execute("DELETE FROM segment WHERE number = ?", (segment.number,))
        db.execute("CREATE TEMP TABLE IF NOT EXISTS held (id INTEGER PRIMARY KEY)")
        db.execute("DELETE FROM held")
        db.executemany("INSERT OR IGNORE INTO held VALUES (?)", [(id_,) for id_ in held])
        db.execute("DELETE FROM gone WHERE chunk_id NOT IN (SELECT id FROM held)")
        db.execute("INSERT OR IGNORE INTO outbox SELECT 'vector', id FROM chunk WHERE id NOT IN (SELECT id FROM held)")
        db.execute("DELETE FROM held")

    def restamp(self, stamps: Iterable[FileStamp]) -> None:
        """New stamps for files whose content is the same."""
        self._db.executemany(
            "UPDATE file SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE path = ?",
            [(stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode, str(stamp.path)) for stamp in stamps],
        )

    def skip(self, entries: Iterable[tuple[Skipped, FileStamp]], forget: Iterable[str]) -> None:
        """Remember files that were read and left out; `forget` those that are gone or came in."""
        self._db.executemany("DELETE FROM skipped WHERE path = ?", [(path,) for path in forget])
        self._db.executemany(
            "INSERT OR REPLACE INTO skipped VALUES (?, ?, ?, ?, ?, ?, ?)",
            [
                (s.path, s.reason, s.detail, stamp.size, stamp.mtime_ns, stamp.ctime_ns, stamp.inode)
                for s, stamp in entries
            ],
        )

    def note(self, key: str, value: str | bytes) -> None:
        """A fact about the whole index, for `meta`."""
        self._db.execute("INSERT OR REPLACE INTO meta VALUES (?, ?)", (key, value))

    def publish(self, *, space: str, bytes_known: int, bytes_left: int) -> Generation:
        """The commit point: everything staged shows at once, under the next number."""
        before = self.before
        number = max(before.number, self._one("SELECT value FROM meta WHERE key = 'base'")) + 1
        chunks = before.chunks + self._chunks
        if self._removed:
            self.note("worn", str(self._one("SELECT value FROM meta WHERE key = 'worn'") + self._removed))
        owed = self._one("SELECT count(*) FROM outbox WHERE kind = 'vector'")
        self._db.execute(
            "INSERT INTO generation VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            (number, time.time(), before.files + self._files, chunks, chunks - owed, space, bytes_known,
             bytes_left),
        )  # fmt: skip
        self._db.execute("DELETE FROM generation WHERE number < ?", (before.number,))
        self._db.execute("COMMIT")
        return catalog.generation(self._db)

    def tidy_words(self) -> bool:
        """Write the word index anew once 15 % of it stand for chunks that are no more; True if it was.

        A second for 100,000 chunks, and so much less for each edit.
        """
        if self._one("SELECT value FROM meta WHERE key = 'worn'") <= WORN_SHARE * self.before.chunks:
            return False
        self._db.execute("INSERT INTO words (words) VALUES ('optimize')")
        self.note("worn", "0")
        return True

    def keep(self) -> None:
        """Commit stamps and notes alone: what readers see stays the same generation."""
        self._db.execute("COMMIT")

    def undo(self) -> None:
        """Forget everything staged."""
        if self._db.in_transaction:
            self._db.execute("ROLLBACK")
