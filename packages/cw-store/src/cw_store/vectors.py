"""The vector table in LanceDB: a faster first look at an index of 100,000 chunks or more.

All of it can be made again from the segments (`cw_store.matrix`), which hold the same vectors.
"""

from __future__ import annotations

import shutil
from collections.abc import Collection, Sequence
from datetime import timedelta
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any

from cw_core import IndexDamaged

if TYPE_CHECKING:
    from cw_core.ports import Vectors
    from cw_store.matrix import Segment

TABLE = "chunks"
MOST_FRAGMENTS = 50
"""Pieces of a table before it is compacted: 300 small commits without it take a search from 12 to 160 ms."""

TRAINING_ROWS = 10_000
"""Below it the table has no index of its own and is scanned, which is exact and fast enough."""

UNINDEXED_SHARE = 0.2
"""Of rows that came after the index was trained, before it is trained anew."""

NPROBES = 50
REFINE = 20
"""Of an IvfSq index of 100,000 to 300,000 rows: recall 1.00 at 15 to 25 ms with these."""

BATCH = 20_000
"""Rows written in one commit."""

HINT = "Run `cw index`; if that does not mend it, `cw index --force`."


class VectorTable:
    """Rows of (id, vector), where `id` is the chunk's row in the catalog. All its errors are IndexDamaged.

    Importing LanceDB costs 1 to 3 CPU-seconds, so a table is opened only where there is one.
    A table that is missing, or has other columns, is made anew if `create` is set, and damage if it is not.
    """

    def __init__(self, store: Path, dimensions: int, *, create: bool = True) -> None:
        import lancedb  # noqa: PLC0415 - see the class
        import pyarrow as pa  # noqa: PLC0415

        self._pa = pa
        self._schema = pa.schema(
            [
                pa.field("id", pa.int64(), nullable=False),
                pa.field("vector", pa.list_(pa.float32(), dimensions), nullable=False),
            ]
        )
        folder = store / "table"
        if not create and not folder.is_dir():
            raise IndexDamaged("the vector table is missing", HINT)
        with _Translated():
            db = lancedb.connect(folder)
            there = TABLE in db.list_tables().tables
            if there:
                self._table: Any = db.open_table(TABLE)
                if self._table.schema == self._schema:
                    return
            if not create:
                raise IndexDamaged("the vector table is not one of ours", HINT)
            if there:
                db.drop_table(TABLE)
            self._table = db.create_table(TABLE, schema=self._schema)

    @staticmethod
    def remove_all(store: Path) -> None:
        """Take the whole table away."""
        folder = store / "table"
        shutil.rmtree(folder, ignore_errors=True)
        if folder.is_file():
            folder.unlink()

    @property
    def version(self) -> int:
        """The table's version; a generation remembers the one it was published with."""
        return int(self._table.version)

    def __len__(self) -> int:
        with _Translated():
            return int(self._table.count_rows())

    def put(self, segment: Segment) -> None:
        """Write the rows of a segment, replacing those with the same id."""
        for at in range(0, len(segment), BATCH):
            part = type(segment)(
                segment.ids[at : at + BATCH], segment.scales[at : at + BATCH], segment.rows[at : at + BATCH]
            )
            with _Translated():
                merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
                merge.execute(self._arrow(part.ids, part.vectors()))

    def remove(self, ids: Sequence[int]) -> None:
        """Delete rows, a thousand a commit."""
        with _Translated():
            for at in range(0, len(ids), 1000):
                self._table.delete(f"id IN ({', '.join(map(str, ids[at : at + 1000]))})")

    def tidy(self) -> None:
        """Compact once the rows lie in many pieces; versions of the last ten minutes stay for their readers."""
        with _Translated():
            if self._table.stats()["fragment_stats"]["num_fragments"] >= MOST_FRAGMENTS:
                self._table.optimize(cleanup_older_than=timedelta(minutes=10))

    def train(self) -> None:
        """Make the index of a large table, again once a fifth of its rows is not in it."""
        from lancedb.index import IvfSq  # noqa: PLC0415

        with _Translated():
            rows = self._table.count_rows()
            if rows < TRAINING_ROWS:
                return
            for index in self._table.list_indices():
                stats = self._table.index_stats(index.name)
                if stats and stats.num_unindexed_rows <= UNINDEXED_SHARE * rows:
                    return
            self._table.create_index("vector", config=IvfSq(distance_type="cosine"), replace=True)

    def at(self, version: int) -> None:
        """Read the table as it was at `version`."""
        with _Translated():
            self._table.checkout(version)

    def nearest(self, query: Vectors, limit: int, gone: Collection[int] = ()) -> list[tuple[int, float]]:
        """Ids with cosine similarities, rounded to six places, best first, ties by id; none that is `gone`.

        All that tie with the last one asked for come too. Rows without a direction (all zero) are never found. Where
        the table has an index of its own, near ones are missed now and then (recall@10 above 0.97); else it is exact.
        """
        if limit <= 0:
            return []
        wanted = limit + 1
        while True:
            asked = self._ask(query, wanted)
            found = [pair for pair in asked if pair[0] not in gone]
            scores = sorted((score for _, score in found), reverse=True)
            if len(asked) < wanted or (len(found) > limit and scores[-1] < scores[limit - 1]):
                least = scores[min(limit, len(scores)) - 1] if scores else 0.0
                return sorted((pair for pair in found if pair[1] >= least), key=lambda pair: (-pair[1], pair[0]))
            wanted *= 4  # more rows are gone, or tie with the last one, than were asked for

    def _ask(self, query: Vectors, limit: int) -> list[tuple[int, float]]:
        with _Translated():
            search = self._table.search(query, vector_column_name="vector").distance_type("cosine").limit(limit)
            search = search.nprobes(NPROBES).refine_factor(REFINE)
            found = search.select(["id", "_distance"]).to_arrow()
        pairs = zip(found["id"].to_pylist(), found["_distance"].to_pylist(), strict=True)
        return [(id_, round(1.0 - distance, 6)) for id_, distance in pairs if distance is not None]

    def _arrow(self, ids: Any, vectors: Vectors) -> Any:
        pa = self._pa
        flat = pa.array(vectors.reshape(-1), type=pa.float32())
        lists = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
        return pa.Table.from_arrays([pa.array(ids, type=pa.int64()), lists], schema=self._schema)


class _Translated:
    """LanceDB's errors as IndexDamaged; damaged files make its native half panic, which has classes of its own."""

    def __enter__(self) -> None: ...

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        panicked = kind is not None and kind.__name__ in ("RustPanic", "PanicException")
        if panicked or isinstance(error, OSError | RuntimeError | ValueError):
            told = (str(error).splitlines() or ["no reason given"])[0][:200]
            raise IndexDamaged(f"the vector table cannot be used: {told}", HINT) from error
