"""The durable vector table in LanceDB; all of it can be made again from the catalog."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cw_core import Chunk, IndexDamaged

if TYPE_CHECKING:
    from cw_core.ports import Vectors

TABLE = "chunks"
OPTIMIZE_EVERY = 50
"""Commits between compactions: 300 small ones without it take a search from 12 to 160 ms."""


class VectorTable:
    """Rows of (id, file, vector), where `file` is `path@digest`.

    Importing LanceDB costs 1 to 3 CPU-seconds, so a table is opened only to write, or beyond the matrix.
    """

    def __init__(self, store: Path, dimensions: int) -> None:
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
        try:
            db = lancedb.connect(store / "vectors")
            if TABLE in db.list_tables().tables:
                self._table: Any = db.open_table(TABLE)
                if self._table.schema != self._schema:
                    db.drop_table(TABLE)
                    self._table = db.create_table(TABLE, schema=self._schema)
            else:
                self._table = db.create_table(TABLE, schema=self._schema)
        except (OSError, RuntimeError, ValueError) as error:
            raise IndexDamaged(f"the vector table cannot be opened: {error}", "Run `cw index --force`.") from error

    @property
    def version(self) -> int:
        """The table's version; a generation remembers the one it was published with."""
        return int(self._table.version)

    def __len__(self) -> int:
        return int(self._table.count_rows())

    def put(self, chunks: Sequence[Chunk], vectors: Vectors) -> None:
        """Write rows in one commit, replacing those with the same id."""
        merge = self._table.merge_insert("id").when_matched_update_all().when_not_matched_insert_all()
        merge.execute(self._arrow(chunks, vectors))

    def remove(self, files: Sequence[str]) -> None:
        """Delete all rows of these files (`path@digest`), a thousand a commit."""
        for at in range(0, len(files), 1000):
            self._table.delete(f"file IN ({_quoted(files[at : at + 1000])})")

    def tidy(self) -> None:
        """Compact once enough commits have piled up; versions of the last ten minutes stay for their readers."""
        if self.version % OPTIMIZE_EVERY == 0:
            with contextlib.suppress(RuntimeError):  # another process compacts already
                self._table.optimize(cleanup_older_than=timedelta(minutes=10))

    def at(self, version: int) -> None:
        """Read the table as it was at `version`."""
        self._table.checkout(version)

    def nearest(self, query: Vectors, files: Sequence[str] | None, limit: int) -> list[tuple[str, float]]:
        """Ids with cosine similarities, best first, ties by id; only of these files, if they are given."""
        search = self._table.search(query, vector_column_name="vector").distance_type("cosine").limit(limit)
        if files is not None:
            search = search.where(f"file IN ({_quoted(files)})", prefilter=True)
        found = search.select(["id", "_distance"]).to_arrow()
        pairs = zip(found["id"].to_pylist(), found["_distance"].to_pylist(), strict=True)
        return sorted(((id_, 1.0 - distance) for id_, distance in pairs), key=lambda pair: (-pair[1], pair[0]))

    def _arrow(self, chunks: Sequence[Chunk], vectors: Vectors) -> Any:
        pa = self._pa
        ids = pa.array([chunk.id for chunk in chunks], type=pa.string())
        files = pa.array([f"{chunk.path}@{chunk.digest}" for chunk in chunks], type=pa.string())
        flat = pa.array(vectors.reshape(-1), type=pa.float32())
        lists = pa.FixedSizeListArray.from_arrays(flat, vectors.shape[1])
        return pa.Table.from_arrays([ids, files, lists], schema=self._schema)


def _quoted(values: Sequence[str]) -> str:
    return ", ".join("'" + value.replace("'", "''") + "'" for value in values)
