"""New chunks into vectors: from the cache where their text was embedded before, else by the model."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from cw_core import Chunk, IndexDamaged, ModelError, Notice
from cw_core.ports import Embedder
from cw_store import catalog
from cw_store.cache import VectorCache
from cw_store.catalog import SegmentRow
from cw_store.rows import FileRows, chunk_of
from cw_store.write import Stage

if TYPE_CHECKING:
    from cw_store.matrix import Segment

BATCH = 2_000
"""Chunks embedded at once: 2 MB of vectors, a fifth of a second of a static model."""

GONE_SHARE = 0.2
"""Of rows that stand for chunks that exist no more, before the files that hold them are written anew."""

TABLE_LAG = 0.05
"""Share of an index's rows that the table may be behind; the mapped files answer for those."""


class Vectorizer:
    """Sees to it that every chunk gets its vector. Without an embedder, or after it failed, chunks are owed one.

    A failure is a notice; the next run pays what is owed.
    """

    def __init__(
        self, store: Path, db: sqlite3.Connection, embedder: Embedder | None, cache: Path, cache_bytes: int
    ) -> None:
        self._store = store
        self._db = db
        self._embedder = embedder
        self._cache = VectorCache(cache, embedder.space, cache_bytes) if embedder else None
        self._waiting: list[tuple[range, FileRows]] = []
        self.embedded = 0
        self.reused = 0
        self.notices: list[Notice] = []

    @property
    def space(self) -> str:
        """The key of the space that vectors are made for; empty if none are."""
        return self._embedder.space.key if self._embedder else ""

    def check(self, stage: Stage, thorough: bool) -> bool:
        """Give up files of vectors that are missing or damaged, so that their chunks are owed anew; True if any was.

        `thorough` compares their checksums too.
        """
        rows = catalog.segments(self._db)
        if not rows:
            return False
        from cw_store import matrix  # noqa: PLC0415 - a run that changes nothing needs no numpy

        bad = [row for row in rows if not matrix.intact(self._store, row, thorough)]
        for row in bad:
            others = [matrix.load(self._store, one.number, one.rows, one.dimensions) for one in rows if one not in bad]
            stage.lose_segment(row, (int(id_) for other in others if other is not None for id_ in other.ids))
        return bool(bad)

    def add(self, ids: range, rows: FileRows) -> None:
        """Take the chunks of a file that was staged, to be embedded with the step."""
        self._waiting.append((ids, rows))

    def settle(self, stage: Stage) -> None:
        """Embed what the step brought, so that it is published with its vectors; or owe it."""
        waiting, self._waiting = self._waiting, []
        ids = [id_ for several, _ in waiting for id_ in several]
        if self._embedder is None or self._embedder.remote or self.notices:
            stage.owe_vectors(ids)
            return
        chunks = [chunk for _, rows in waiting for chunk in _chunks_of(rows)]
        if not self._embed(stage, ids, chunks, ()):
            stage.owe_vectors(ids)

    def pay(self, begin: Callable[[], Stage], publish: Callable[[Stage], None]) -> None:
        """Embed all that is owed, publishing now and then, until nothing is or the model fails."""
        while self._embedder is not None and not self.notices:
            ids = [row for (row,) in self._db.execute("SELECT key FROM outbox WHERE kind = 'vector' LIMIT ?", (BATCH,))]
            if not ids:
                return
            chunks = catalog.chunk_rows(self._db, ids)
            stage = begin()
            try:
                if self._embed(stage, ids, [chunks[id_] for id_ in ids], ids):
                    publish(stage)
            finally:
                stage.undo()

    def _embed(self, stage: Stage, ids: Sequence[int], chunks: Sequence[Chunk], paid: Sequence[int]) -> bool:
        if not ids or self._embedder is None:
            return not ids
        import numpy as np  # noqa: PLC0415

        from cw_store import matrix  # noqa: PLC0415

        try:
            parts = [self._segment(ids[at : at + BATCH], chunks[at : at + BATCH]) for at in range(0, len(ids), BATCH)]
        except ModelError as outage:
            self.notices.append(Notice("partial-vectors", f"{outage}; those chunks are found by words alone"))
            return False
        segment = matrix.Segment.joined(parts)
        number = stage.next_segment()
        checksum = matrix.save(self._store, number, segment)
        stage.add_segment(SegmentRow(number, len(segment), int(np.shape(segment.rows)[1]), checksum, False), paid)
        return True

    def _segment(self, ids: Sequence[int], chunks: Sequence[Chunk]) -> Segment:
        """The rows of some chunks, in order; equal texts are embedded once."""
        import numpy as np  # noqa: PLC0415

        from cw_store import matrix  # noqa: PLC0415

        assert self._embedder is not None
        assert self._cache is not None
        dimensions = self._embedder.space.dimensions
        keys = self._cache.keys([self._embedder.reads(chunk) for chunk in chunks])
        firsts = {key: at for at, key in reversed(list(enumerate(keys)))}
        known = {key: row for key, row in self._cache.get(list(firsts)).items() if len(row) == dimensions + 4}
        new = [key for key in firsts if key not in known]
        made = self._embedder.embed_chunks([chunks[firsts[key]] for key in new])
        packed = matrix.packed_rows(matrix.Segment.of(np.zeros(len(new), np.int64), made))
        fresh = list(zip(new, packed, strict=True))
        if fresh:
            self._cache.put(fresh)
        self.embedded += len(new)
        self.reused += len(ids) - len(new)
        rows = known | dict(fresh)
        return matrix.unpacked(np.array(ids, np.int64), [rows[key] for key in keys], dimensions)

    def tidy(self, stage: Stage, table_from: int, *, trust_table: bool) -> bool:
        """Join small files of vectors, drop rows of chunks gone, bring the table up to them; True if there was need."""
        rows = catalog.segments(self._db)
        if not rows:
            return False
        tabled = _sync_table(self._store, self._db, stage, rows, table_from, trust_table)
        rows = catalog.segments(self._db)
        joined = [
            self._join(stage, _to_join([row for row in rows if row.in_table == in_table], self._gone_share(rows)))
            for in_table in (True, False)
            if tabled or not in_table
        ]
        return tabled or any(joined)

    def _gone_share(self, rows: Sequence[SegmentRow]) -> float:
        gone = self._db.execute("SELECT count(*) FROM gone").fetchone()[0]
        return float(gone / max(1, sum(row.rows for row in rows)))

    def _join(self, stage: Stage, rows: Sequence[SegmentRow]) -> bool:
        """Several files as one, without the rows of chunks that are gone."""
        if not rows:
            return False
        from cw_store import matrix  # noqa: PLC0415

        loaded = [matrix.load(self._store, row.number, row.rows, row.dimensions) for row in rows]
        segments = [segment for segment in loaded if segment is not None]
        if len(segments) < len(rows):
            raise IndexDamaged("a file of vectors vanished while it was read", "Run `cw index` again.")
        whole = matrix.Segment.joined(segments)
        gone = catalog.gone(self._db)
        kept = whole.without(gone)
        dropped = gone.intersection(whole.ids.tolist()) if len(kept) < len(whole) else frozenset[int]()
        new = None
        if len(kept):
            number = stage.next_segment()
            checksum = matrix.save(self._store, number, kept)
            new = SegmentRow(number, len(kept), rows[0].dimensions, checksum, rows[0].in_table)
        stage.replace_segments(rows, new, dropped)
        return True

    def sweep(self, before: Sequence[SegmentRow]) -> None:
        """Remove files of vectors that neither this generation nor the one before the run needs."""
        from cw_store import matrix  # noqa: PLC0415

        matrix.sweep(self._store, {row.number for row in (*before, *catalog.segments(self._db))})

    def close(self) -> None:
        """End with the cache, and tell if it could not be used."""
        if self._cache is None:
            return
        self._cache.close()
        if self._cache.problem:
            self.notices.append(Notice("cache-unusable", f"vectors are not kept for later: {self._cache.problem}"))


def _chunks_of(rows: FileRows) -> list[Chunk]:
    content = zlib.decompress(rows.text)
    return [chunk_of(rows.stamp.path, rows.digest, rows.language, row, content) for row in rows.chunks]


def _to_join(rows: Sequence[SegmentRow], gone_share: float) -> Sequence[SegmentRow]:
    """All, if much of it is gone; else the last ones, so that each left is at least twice as large as what follows.

    A row is so written again once for each doubling of the index, and there are few files.
    """
    if gone_share > GONE_SHARE:
        return rows
    at, size = len(rows) - 1, rows[-1].rows if rows else 0
    while at > 0 and rows[at - 1].rows < 2 * size:
        at -= 1
        size += rows[at].rows
    return rows[at:] if len(rows) - at > 1 else ()


def _sync_table(
    store: Path, db: sqlite3.Connection, stage: Stage, rows: Sequence[SegmentRow], table_from: int, trusted: bool
) -> bool:
    """Bring LanceDB up to the files of vectors, if the index is large enough and the table is behind; True if done."""
    total = sum(row.rows for row in rows)
    known = catalog.facts(db).get("table_version")
    if total < table_from:
        if known is None:
            return False
        from cw_store.vectors import VectorTable  # noqa: PLC0415

        stage.leave_table()
        VectorTable.remove_all(store)
        return True
    behind = sum(row.rows for row in rows if not row.in_table)
    gone = catalog.gone(db)
    if not trusted:
        known = None
    if known is not None and (store / "table").is_dir() and behind + len(gone) <= TABLE_LAG * total:
        return False
    from cw_store import matrix  # noqa: PLC0415

    loaded = [(row, matrix.load(store, row.number, row.rows, row.dimensions)) for row in rows]
    segments = [(row.in_table, segment.without(gone)) for row, segment in loaded if segment is not None]
    stage.enter_table(_filled(store, segments, gone, anew=known is None))
    return True


def _filled(store: Path, segments: Sequence[tuple[bool, Segment]], gone: frozenset[int], *, anew: bool) -> int:
    """The version of the table once it holds just these rows; made anew if asked to, or if it cannot be mended."""
    from cw_store.vectors import VectorTable  # noqa: PLC0415 - costs seconds

    try:
        if anew:
            VectorTable.remove_all(store)
        table = VectorTable(store, segments[0][1].rows.shape[1])
        for in_table, segment in segments:
            if anew or not in_table:
                table.put(segment)
        if not anew:
            table.remove(sorted(gone))
        if len(table) != sum(len(segment) for _, segment in segments):
            raise IndexDamaged("the vector table does not hold what was written to it", "Run `cw index --force`.")
        table.train()
        table.tidy()
        return table.version
    except IndexDamaged:
        if anew:
            raise
        return _filled(store, segments, gone, anew=True)
