"""An index, open for reading: snapshots of its newest generation."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from cw_core import Chunk, ChunkId, Edge, Generation, IndexDamaged, Reference, RepoPath, Scope, Scored, Symbol
from cw_store import catalog, graph, lexical
from cw_store.catalog import damage_told
from cw_store.current import from_current
from cw_store.layout import Layout
from cw_store.scope import files_in

if TYPE_CHECKING:
    from cw_core.ports import Vectors
    from cw_store.matrix import Segment
    from cw_store.vectors import VectorTable

REOPENINGS = 5
"""Generations that may be published, and their files of vectors swept, while one is being opened."""


class StoreSnapshot:
    """One generation of one store, held by an open read transaction. Its methods may be called from two threads."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._guard = threading.Lock()
        self._table: VectorTable | None = None
        self._tabled = True
        with contextlib.ExitStack() as on_failure:
            self._db = on_failure.enter_context(contextlib.closing(catalog.connect(store / "catalog.db")))
            self._words = on_failure.enter_context(contextlib.closing(catalog.connect(store / "catalog.db")))
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

    @damage_told()
    def lexical(self, words: Sequence[str], scope: Scope, limit: int) -> tuple[Scored, ...]:
        """See `cw_core.ports.LexicalIndex`."""
        found = lexical.search(self._words, words, files_in(self._words, scope), limit)
        ids = catalog.ids_of(self._words, [row for row, _ in found])
        return _scored([(ids[row], score) for row, score in found if row in ids])[:limit]

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
            found = self._near(vector, files, limit)
            names = catalog.ids_of(self._db, [row for row, _ in found])
        return _scored([(names[row], score) for row, score in found if row in names])[:limit]

    def _near(self, vector: Vectors, files: frozenset[int] | None, limit: int) -> list[tuple[int, float]]:
        from cw_store import matrix  # noqa: PLC0415

        if files is not None:
            allowed = [row for row, file in self._db.execute("SELECT id, file_id FROM chunk") if file in files]
            return matrix.nearest([segment for _, segment in self._segments], vector, limit, allowed=allowed)
        tabled = self._from_table(vector, limit)
        rest = [segment for in_table, segment in self._segments if tabled is None or not in_table]
        return (tabled or []) + matrix.nearest(rest, vector, limit, gone=self._gone)

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
            return catalog.chunks(self._db, ids)

    @damage_told()
    def chunks_of(self, path: RepoPath) -> tuple[Chunk, ...]:
        """See `cw_core.ports.Catalog`."""
        with self._guard:
            return catalog.chunks_of(self._db, path)

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

    def close(self) -> None:
        """End the read transaction."""
        for db in (self._db, self._words):
            db.close()


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
