"""An index, open for reading: snapshots of its newest generation."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cw_core import Chunk, ChunkId, Edge, Facts, Generation, IndexDamaged, Reference, RepoPath, Scope, Scored, Symbol
from cw_store import catalog, graph
from cw_store.catalog import damage_told
from cw_store.current import from_current
from cw_store.layout import Layout
from cw_store.matches import Matches
from cw_store.places import Places, kept
from cw_store.scope import files_in

if TYPE_CHECKING:
    from cw_core.ports import Vectors
    from cw_store.matrix import Segment
    from cw_store.places import Rows
    from cw_store.vectors import VectorTable

MOST_KEPT = 20_000
"""Chunks whose ids and heads a snapshot remembers, some 10 MB, before it begins anew."""

MOST_FILES, MOST_BYTES = 128, 100_000
"""Files whose chunks it remembers, and how large one of them may be."""

REOPENINGS = 5
"""Generations that may be published, and their files of vectors swept, while one is being opened."""


class StoreSnapshot:
    """One generation of one store, held by an open read transaction. Its methods may be called from two threads."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._guard = threading.Lock()
        self._table: VectorTable | None = None
        self._tabled = True
        self._ids: dict[int, ChunkId] = {}
        self._files: dict[str, tuple[Chunk, ...]] = {}
        self._heads: dict[ChunkId, catalog.Head] = {}
        self._asked: tuple[tuple[str, ...], Matches] | None = None
        self._scanned: tuple[bytes, Rows, Rows] | None = None
        with contextlib.ExitStack() as on_failure:
            self._db = on_failure.enter_context(contextlib.closing(catalog.connect(store / "catalog.db")))
            self._words = on_failure.enter_context(contextlib.closing(catalog.connect(store / "catalog.db")))
            self._file = _file_of(store)
            self._open()
            on_failure.pop_all()

    def _open(self) -> None:
        """Pin a generation and map its vectors; another one if a writer sweeps them away in between."""
        for _ in range(REOPENINGS):
            self._generation = _same_generation(self._db, self._words)
            self._segments, whole = self._mapped()
            if whole or catalog.segments(self._db) == self._newest():
                break  # all is there, or what is not is lost: it is not that a writer joined files meanwhile
            for db in (self._db, self._words):
                db.execute("ROLLBACK")
        self._gone = catalog.gone(self._db)

    def _newest(self) -> tuple[catalog.SegmentRow, ...]:
        with contextlib.closing(catalog.connect(self._store / "catalog.db")) as db:
            return catalog.segments(db)

    def _mapped(self) -> tuple[list[tuple[bool, Segment]], bool]:
        """The files of vectors with whether the table holds them too; False if one is missing or damaged."""
        rows = catalog.segments(self._db)
        if not rows:
            return [], True
        from cw_store import matrix  # noqa: PLC0415 - numpy, which an index without vectors does not need

        found = [(row.in_table, matrix.load(self._store, row.number, row.rows, row.dimensions)) for row in rows]
        mapped = [(tabled, segment) for tabled, segment in found if segment is not None]
        return mapped, len(mapped) == len(rows)

    @property
    def generation(self) -> Generation:
        """Which generation this is."""
        return self._generation

    @property
    def identity(self) -> tuple[str, tuple[int, int], int]:
        """Of which store on disk this is which generation: equal only if every answer is."""
        return str(self._store), self._file, self._generation.number

    @property
    def _places(self) -> Places:
        return kept.get((str(self._store), self._generation.number), lambda: Places.of(self._words))

    def _matches(self, words: Sequence[str]) -> Matches:
        """Those of the last question are kept: its words are looked up once."""
        asked = tuple(words)
        if self._asked is None or self._asked[0] != asked:
            self._asked = asked, Matches(self._words, self._places, asked)
        return self._asked[1]

    @damage_told()
    def lexical(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.LexicalIndex`."""
        return self._named(self._words, self._matches(words).best(limit, files_in(self._words, scope)))[:limit]

    @damage_told()
    def lexical_files(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.LexicalIndex`."""
        return self._named(self._words, self._matches(words).best_files(limit, files_in(self._words, scope)))

    @damage_told()
    def nearest(self, vector: Vectors, scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.VectorIndex`.

        Exact, from the mapped files; of an index so large that it has a table, and without a scope, that is asked.
        Rows are those of the model at eight bits a number.
        """
        if not self._segments or limit <= 0:
            return ()
        with self._guard:
            files = files_in(self._db, scope)
            return self._named(self._db, self._near(vector, files, limit))[:limit]

    def _named(self, db: sqlite3.Connection, found: list[tuple[int, float]]) -> tuple[Scored, ...]:
        """With ids for row ids."""
        missing = [row for row, _ in found if row not in self._ids]
        if missing:
            if len(self._ids) > MOST_KEPT:
                self._ids, missing = {}, [row for row, _ in found]
            self._ids |= catalog.ids_of(db, missing)
        ids = self._ids
        return _scored([(ids[row], score) for row, score in found if row in ids])

    def _near(self, vector: Vectors, files: Rows | None, limit: int) -> list[tuple[int, float]]:
        from cw_store import matrix  # noqa: PLC0415

        if files is None and (tabled := self._from_table(vector, limit)) is not None:
            rest = [segment for in_table, segment in self._segments if not in_table]
            return tabled + matrix.nearest(rest, vector, limit, self._gone)
        ids, scores = self._scan(vector)
        if files is not None:
            fits = self._places.within(ids, files)
            ids, scores = ids[fits], scores[fits]
        return matrix.best(ids, scores, limit)

    def _scan(self, vector: Vectors) -> tuple[Rows, Rows]:
        """All chunks' ids and similarities; those of the last question are kept."""
        from cw_store import matrix  # noqa: PLC0415

        asked = vector.tobytes()
        if self._scanned is None or self._scanned[0] != asked:
            self._scanned = asked, *matrix.scan([segment for _, segment in self._segments], vector, self._gone)
        return self._scanned[1:]

    @damage_told()
    def facts(self, ids: Sequence[ChunkId], words: Sequence[str], vector: Vectors | None) -> Facts:
        """See `cw_core.ports.Catalog`."""
        from cw_store.evidence import evidence  # noqa: PLC0415 - numpy

        with self._guard:
            heads = self._heads_of(ids)
            segments = [segment for _, segment in self._segments]
            scanned = None
            if vector is not None and self._scanned and self._scanned[0] == vector.tobytes():
                scanned = self._scanned[1:]
            return evidence(self._db, heads, self._places, self._matches(words), segments, vector, scanned)

    def _from_table(self, vector: Vectors, limit: int) -> list[tuple[int, float]] | None:
        """What the table finds among the rows it holds; None where there is none, or it cannot be used."""
        version = catalog.facts(self._db).get("table_version")
        if version is None or not self._tabled:
            return None
        if self._table is None and not Layout(self._store.parent).sound(self._store):
            return None  # a run is at work, or it was damaged: LanceDB's native half may end the process over that
        from cw_store.vectors import VectorTable  # noqa: PLC0415 - costs seconds; see the module

        try:
            if self._table is None:
                self._table = VectorTable(self._store, len(vector), create=False)
                self._table.at(int(version))
            return self._table.nearest(vector, limit, self._gone)
        except IndexDamaged:
            self._tabled = False  # the mapped files hold the same vectors; the next run makes the table anew
            return None

    @damage_told()
    def chunks(self, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """See `cw_core.ports.Catalog`."""
        with self._guard:
            kept = {chunk.id: chunk for path in {_path_of(key) for key in ids} for chunk in self._files.get(path, ())}
            found = catalog.chunks(self._db, [key for key in ids if key not in kept])
            return {key: chunk for key in ids if (chunk := kept.get(key) or found.get(key)) is not None}

    @damage_told()
    def heads(self, ids: Sequence[ChunkId]) -> dict[ChunkId, Chunk]:
        """See `cw_core.ports.Catalog`."""
        with self._guard:
            return {key: head.chunk for key, head in self._heads_of(ids).items()}

    def _heads_of(self, ids: Sequence[ChunkId]) -> dict[ChunkId, catalog.Head]:
        """In the order given."""
        missing = [key for key in ids if key not in self._heads]
        if missing:
            if len(self._heads) > MOST_KEPT:
                self._heads, missing = {}, list(ids)
            rows = {name: row for row, name in self._ids.items()}
            known = [rows[key] for key in missing if key in rows]
            known += catalog.rows_of(self._db, [key for key in missing if key not in rows]).values()
            self._heads |= catalog.heads(self._db, known)
        return {key: self._heads[key] for key in ids if key in self._heads}

    @damage_told()
    def chunks_of(self, path: RepoPath) -> tuple[Chunk, ...]:
        """See `cw_core.ports.Catalog`."""
        with self._guard:
            known = self._files.get(path)
            if known is None:
                known = catalog.chunks_of(self._db, path)
                if known and known[-1].span.end <= MOST_BYTES:
                    if len(self._files) >= MOST_FILES:
                        del self._files[next(iter(self._files))]
                    self._files[path] = known
            return known

    @damage_told()
    def definitions(self, name: str, limit: int) -> tuple[tuple[ChunkId, Symbol], ...]:
        """See `cw_core.ports.Catalog`."""
        with self._guard:
            return catalog.definitions(self._db, name, limit)

    @damage_told()
    def uses(self, name: str, limit: int) -> tuple[tuple[RepoPath, Reference], ...]:
        """Uses of a name, whatever its case and separators, by path and line."""
        with self._guard:
            found = ((str.__new__(RepoPath, path), use) for path, use in catalog.uses(self._db, name))
            return tuple(islice(found, limit))

    @damage_told()
    def imports_of(self, path: RepoPath) -> tuple[tuple[RepoPath, float], ...]:
        """The files that a file imports, with how sure that is (0 to 1), by path."""
        with self._guard:
            return graph.imports_of(self._db, path)

    @damage_told()
    def imported_by(self, path: RepoPath) -> tuple[tuple[RepoPath, float], ...]:
        """The files that import a file, with how sure that is, by path."""
        with self._guard:
            return graph.imported_by(self._db, path)

    @damage_told()
    def users(self, path: RepoPath, name: str, limit: int) -> tuple[Edge, ...]:
        """Uses, anywhere, of what a file defines under a name; surest first, then by path and line."""
        with self._guard:
            return tuple(islice(graph.users(self._db, path, name), limit))

    @damage_told()
    def used_by(self, path: RepoPath, lines: tuple[int, int], limit: int) -> tuple[Edge, ...]:
        """What some lines of a file use: each definition that may be meant, in order of the uses, surest first."""
        with self._guard:
            return tuple(islice(graph.used_by(self._db, path, lines), limit))

    @damage_told()
    def file_text(self, path: RepoPath) -> bytes:
        """See `cw_core.ports.Catalog`."""
        with self._guard:
            return catalog.file_text(self._db, path)

    @damage_told()
    def left_out(self) -> dict[str, int]:
        """How many files the last run left out, for each reason of `cw_core.source.REASONS`."""
        with self._guard:
            return catalog.left_out(self._db)

    def rest(self) -> None:
        """End the read transaction and keep the rest for `resumed`: while it rests, nothing is pinned for it."""
        for db in (self._db, self._words):
            db.execute("ROLLBACK")

    @damage_told()
    def resumed(self, layout: Layout) -> bool:
        """Begin again after `rest`. False if there is a newer generation or another store: then it is of no more use.

        Costs 0.1 ms; opening anew some 5 ms, and everything that was looked at must be looked at again.
        """
        if layout.current() != self._store or _file_of(self._store) != self._file:
            return False
        return _same_generation(self._db, self._words) == self._generation

    def close(self) -> None:
        """End the read transaction."""
        for db in (self._db, self._words):
            db.close()


def _file_of(store: Path) -> tuple[int, int]:
    """Which file on disk the catalog is: another one may come to stand under its name."""
    try:
        found = (store / "catalog.db").stat()
    except OSError:
        return 0, 0
    return found.st_dev, found.st_ino


def _path_of(key: ChunkId) -> str:
    return key.rpartition("@")[0]


def _same_generation(first: sqlite3.Connection, second: sqlite3.Connection) -> Generation:
    """Begin a read transaction on both, again until no writer has come in between."""
    while True:
        for db in (first, second):
            db.execute("BEGIN")
        pinned = [catalog.generation(db) for db in (first, second)]  # the first read is what pins a transaction
        if pinned[0] == pinned[1]:
            return pinned[0]
        for db in (first, second):
            db.execute("ROLLBACK")


def _scored(pairs: list[tuple[ChunkId, float]]) -> tuple[Scored, ...]:
    ordered = sorted(pairs, key=lambda pair: (-pair[1], pair[0]))
    return tuple(Scored(id_, score) for id_, score in ordered)


def snapshot(layout: Layout) -> StoreSnapshot:
    """The newest generation. Raises IndexMissing, IndexDamaged or IndexIncompatible."""
    return from_current(layout, StoreSnapshot)
