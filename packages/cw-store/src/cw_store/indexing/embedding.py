"""New chunks into vectors, and into both places that keep vectors."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cw_core import Chunk, IndexDamaged, ModelError, Notice
from cw_core.ports import Embedder
from cw_store import catalog

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from cw_core.ports import Vectors
    from cw_store.vectors import VectorTable

BATCH = 2_000
"""Chunks embedded, and written to the table, at once: 2 MB of vectors, a fifth of a second of a static model."""


class Vectorizer:
    """Collects the chunks of one run. Without an embedder, or after it failed, chunks simply stay without vectors.

    A failure is a notice; the next run finds what is missing and tries again.
    """

    def __init__(self, store: Path, db: sqlite3.Connection, embedder: Embedder | None) -> None:
        self._store = store
        self._db = db
        self._embedder = embedder
        self._waiting: list[tuple[int, Chunk]] = []
        self._ids: list[int] = []
        self._vectors: list[Vectors] = []
        self._dropped: list[str] = []
        self.notices: list[Notice] = []

    @property
    def embedded(self) -> int:
        """Vectors made in this run."""
        return len(self._ids)

    def missing(self) -> bool:
        """True if the published generation lacks vectors that the embedder could make, or its matrix is damaged."""
        if self._embedder is None:
            return False
        generation = catalog.generation(self._db)
        if generation.vectors < generation.chunks:
            return True
        from cw_store import matrix  # noqa: PLC0415

        return not matrix.whole(self._store, generation.number, generation.vectors, self._embedder.space.dimensions)

    def add(self, chunks: Sequence[tuple[int, Chunk]]) -> None:
        """Take chunks, by row id; embeds whenever a batch is full."""
        self._waiting += chunks
        while len(self._waiting) >= BATCH:
            self._embed(self._waiting[:BATCH])
            self._waiting = self._waiting[BATCH:]

    def drop(self, path: str, digest: str) -> None:
        """Forget the vectors of one state of a file."""
        self._dropped.append(f"{path}@{digest}")

    def finish(self, generation: int) -> tuple[int, str, int]:
        """Embed what waits and what is missing, write the generation's matrix; (vectors, space, table version).

        Called after all rows are staged and before they are published.
        """
        if self._embedder is None:
            return 0, "", 0
        import numpy as np  # noqa: PLC0415 - a run that changes nothing never comes here

        from cw_store import matrix  # noqa: PLC0415

        live = np.array([row for (row,) in self._db.execute("SELECT id FROM chunk ORDER BY id")], dtype=np.int64)
        old_ids, old_vectors = self._kept(live)
        self._find_lost(live, old_ids)
        self._embed(self._waiting)
        self._waiting = []
        ids = np.concatenate([old_ids, np.array(self._ids, dtype=np.int64)])
        vectors = np.concatenate([old_vectors, *self._vectors])
        matrix.save(self._store, generation, ids, vectors)
        return len(ids), self._embedder.space.key, self._settle(ids, vectors, len(old_ids))

    def _kept(self, live: NDArray[np.int64]) -> tuple[NDArray[np.int64], Vectors]:
        """Rows of the last matrix whose chunks still exist."""
        import numpy as np  # noqa: PLC0415

        from cw_store import matrix  # noqa: PLC0415

        assert self._embedder is not None
        row = self._db.execute("SELECT matrix FROM generation ORDER BY number DESC LIMIT 1").fetchone()
        before = matrix.load(self._store, row[0]) if row else None
        if before is None or before[1].shape[1] != self._embedder.space.dimensions:
            return live[:0], np.zeros((0, self._embedder.space.dimensions), np.float32)
        stays = np.isin(before[0], live)
        return before[0][stays], before[1][stays]

    def _find_lost(self, live: NDArray[np.int64], kept: NDArray[np.int64]) -> None:
        """Queue chunks that have no vector and are not queued yet: an earlier outage, or a damaged matrix."""
        have = {*kept.tolist(), *self._ids, *(row for row, _ in self._waiting)}
        lost = [row for row in live.tolist() if row not in have]
        for at in range(0, len(lost), BATCH):
            self.add(list(catalog.chunk_rows(self._db, lost[at : at + BATCH]).items()))

    def sweep(self, generation: int) -> None:
        """Remove the matrices of older generations; the last one stays for those who read it."""
        from cw_store import matrix  # noqa: PLC0415

        matrix.sweep(self._store, generation, generation - 1)

    def _settle(self, ids: NDArray[np.int64], vectors: Vectors, kept: int) -> int:
        """Bring the table to the very rows of the matrix, the first `kept` of which it should have; its version.

        A table that cannot be used, or does not end with as many rows, is made anew from the matrix.
        """
        from cw_store.vectors import VectorTable  # noqa: PLC0415 - costs seconds

        dimensions = vectors.shape[1]
        try:
            table = VectorTable(self._store, dimensions)
            table.remove(self._dropped)
            self._put(table, ids[kept:], vectors[kept:])
            if len(table) != len(ids):
                raise IndexDamaged(f"the vector table has {len(table)} rows instead of {len(ids)}")
        except IndexDamaged:
            folder = self._store / "vectors"
            shutil.rmtree(folder, ignore_errors=True)
            if folder.is_file():
                folder.unlink()
            table = VectorTable(self._store, dimensions)
            self._put(table, ids, vectors)
        table.tidy()
        return table.version

    def _put(self, table: VectorTable, ids: NDArray[np.int64], vectors: Vectors) -> None:
        for at in range(0, len(ids), BATCH):
            rows = ids[at : at + BATCH].tolist()
            chunks = catalog.chunk_rows(self._db, rows)
            table.put([chunks[row] for row in rows], vectors[at : at + BATCH])

    def _embed(self, rows: Sequence[tuple[int, Chunk]]) -> None:
        if self._embedder is None or not rows or self.notices:
            return
        chunks = [chunk for _, chunk in rows]
        try:
            vectors = self._embedder.embed_chunks(chunks)
        except ModelError as outage:
            self.notices.append(Notice("partial-vectors", f"{outage}; those chunks are found by words alone"))
            return
        self._ids += [row for row, _ in rows]
        self._vectors.append(vectors)
