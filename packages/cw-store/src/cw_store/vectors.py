"""The durable vector table in LanceDB; all of it can be made again from the catalog."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cw_core import Chunk, IndexDamaged

if TYPE_CHECKING:
    from cw_core.ports import Vectors

TABLE = "chunks"
MOST_FRAGMENTS = 50
"""Pieces of a table before it is compacted: 300 small commits without it take a search from 12 to 160 ms."""

HINT = "Run `cw index`; if that does not mend it, `cw index --force`."


class VectorTable:
    """Rows of (id, file, vector), where `file` is `path@digest`. All its errors are IndexDamaged.

    Importing LanceDB costs 1 to 3 CPU-seconds, so a table is opened only to write, or where the matrix is missing.
    A table that is missing, or has other columns, is made anew if `create` is set, and damage if it is not.
    """

    def __init__(self, store: Path, dimensions: int, *, create: bool = True) -> None:
        import lancedb  # noqa: PLC0415 - see the class
        import pyarrow as pa  # noqa: PLC0415

        self._pa = pa
        self._schema = pa.schema(
            [
                pa.field("id", pa.string(), nullable=False),
                pa.field("file", pa.string(), nullable=False),
                pa.field("vector", pa.list_(pa.float32(), dimensions), nullable=False),
            ]
        )
        if not create and not (store / "vectors").is_dir():
            raise IndexDamaged("the vector table is missing", HINT)
        with _translated():
            db = lancedb.connect(store / "vectors")
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

    @property
    def version(self) -> int:
        """The table's version; a generation remembers the one it was published with."""
        return int(self._table.version)

    def __len__(self) -> int:
        with _translated():
            return int(self._table.count_rows())

    def put(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Write rows in one commit, replacing those with the same id."""
        with _translated():
            merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
            merge.execute(self._arrow(chunks, vectors))

    def remove(self, files: Sequence[str]) -> None:
        """Delete all rows of these files (`path@digest`), a thousand a commit."""
        with _translated():
            for at in range(0, len(files), 1000):
                self._table.delete(f"file IN ({_quoted(files[at : at + 1000])})")

    def tidy(self) -> None:
        """Compact once the rows lie in many pieces; versions of the last ten minutes stay for their readers."""
        with _translated():
            if self._table.stats()["fragment_stats"]["num_fragments"] >= MOST_FRAGMENTS:
                self._table.optimize(cleanup_older_than=timedelta(minutes=10))

    def at(self, version: int) -> None:
        """Read the table as it was at `version`."""
        with _translated():
            self._table.checkout(version)

    def nearest(self, query: Vectors, files: Sequence[str] | None, limit: int) -> list[tuple[str, float]]:
        """Ids with cosine similarities, rounded to six places, best first, ties by id; only of these files, if given.

        Rows without a direction (all zero) are never found.
        """
        if limit <= 0 or (files is not None and not files):
            return []
        wanted = limit + 1
        while True:
            found = self._ask(query, files, wanted)
            if len(found) < wanted or found[-1][1] < sorted((score for _, score in found), reverse=True)[limit - 1]:
                return sorted(found, key=lambda pair: (-pair[1], pair[0]))[:limit]
            wanted *= 4  # more rows tie with the last one than were asked for

    def _ask(self, query: Vectors, files: Sequence[str] | None, limit: int) -> list[tuple[str, float]]:
        with _translated():
            search = self._table.search(query, vector_column_name="vector").distance_type("cosine").limit(limit)
            if files is not None:
                search = search.where(f"file IN ({_quoted(files)})", prefilter=True)
            found = search.select(["id", "_distance"]).to_arrow()
        pairs = zip(found["id"].to_pylist(), found["_distance"].to_pylist(), strict=True)
        return [(id_, round(1.0 - distance, 6)) for id_, distance in pairs if distance is not None]

    def _arrow(self, chunks: Sequence[Chunk], vectors: Vectors) -> Any:
        pa = self._pa
        ids = pa.array([chunk.id for chunk in chunks], type=pa.string())
        files = pa.array([f"{chunk.path}@{chunk.digest}" for chunk in chunks], type=pa.string())
        flat = pa.array(vectors.reshape(-1), type=pa.float32())
        lists = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
        return pa.Table.from_arrays([ids, files, lists], schema=self._schema)


def _quoted(values: Sequence[str]) -> str:
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values)


@contextlib.contextmanager
def _translated() -> Iterator[None]:
    try:
        yield
    except (OSError, RuntimeError, ValueError) as error:
        raise IndexDamaged(f"the vector table cannot be used: {str(error).splitlines()[0][:200]}", HINT) from error
