"""An index, open for reading: snapshots of its newest generation."""

from __future__ import annotations

import contextlib
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cw_core import Chunk, ChunkId, Generation, RepoPath, Scope, Scored, Symbol
from cw_store import catalog, lexical
from cw_store.catalog import damage_told
from cw_store.current import from_current
from cw_store.layout import Layout
from cw_store.scope import files_in

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cw_core.ports import Vectors
    from cw_store.vectors import VectorTable


class StoreSnapshot:
    """One generation of one store, held by an open read transaction. Its methods may be called from two threads."""

    def __init__(self, store: Path) -> None:
        self._store = store
        self._guard = threading.Lock()
        self._table: VectorTable | None = None
        with contextlib.ExitStack() as on_failure:
            self._db = on_failure.enter_context(contextlib.closing(catalog.connect(store / "catalog.db")))
            self._words = on_failure.enter_context(contextlib.closing(catalog.connect(store / "catalog.db")))
            self._generation = _same_generation(self._db, self._words)
            self._matrix = self._map() if self._generation.vectors else None
            on_failure.pop_all()

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
        """See `cw_core.ports.VectorIndex`. Exact, from the mapped matrix; from LanceDB where that is missing."""
        if not self._generation.vectors:
            return ()
        with self._guard:
            files = files_in(self._db, scope)
            if self._matrix is None:
                return self._from_table(vector, files, limit)
            from cw_store import matrix  # noqa: PLC0415

            ids, vectors = self._matrix
            found = matrix.nearest(ids, vectors, vector, self._mask(ids, files), limit)
            names = catalog.ids_of(self._db, [row for row, _ in found])
        return _scored([(names[row], score) for row, score in found if row in names])[:limit]

    def _map(self) -> tuple[NDArray[np.int64], Vectors] | None:
        """The generation's matrix; opened at once, since a writer clears older ones away."""
        from cw_store import matrix  # noqa: PLC0415 - numpy, which an index without vectors does not need

        number = self._db.execute("SELECT matrix FROM generation WHERE number = ?", (self._generation.number,))
        return matrix.load(self._store, number.fetchone()[0])

    def _mask(self, ids: NDArray[np.int64], files: frozenset[int] | None) -> NDArray[np.bool_] | None:
        if files is None:
            return None
        import numpy as np  # noqa: PLC0415

        rows = [row for row, file in self._db.execute("SELECT id, file_id FROM chunk") if file in files]
        return np.isin(ids, np.array(rows, dtype=np.int64))

    def _from_table(self, vector: Vectors, files: frozenset[int] | None, limit: int) -> tuple[Scored, ...]:
        if self._table is None:
            from cw_store.vectors import VectorTable  # noqa: PLC0415 - costs seconds; see the module

            table = VectorTable(self._store, len(vector), create=False)
            row = self._db.execute(
                "SELECT table_version FROM generation WHERE number = ?", (self._generation.number,)
            ).fetchone()
            table.at(row[0])
            self._table = table
        keys = None
        if files is not None:
            rows = self._db.execute("SELECT id, path || '@' || digest FROM file")
            keys = [key for file, key in rows if file in files]
            if not keys:
                return ()
        return tuple(Scored(ChunkId(id_), score) for id_, score in self._table.nearest(vector, keys, limit))

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
