"""Vectors in mapped files, eight bits a number: exact search without importing LanceDB.

A segment is one immutable file: ids of chunks, a scale for each row, the rows. Which segments make a generation stands
in the catalog. A scan of 100,000 rows of 256 numbers takes 10 ms; the pages are the system's to drop.
"""

from __future__ import annotations

import contextlib
import os
import zlib
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from cw_core.ports import Vectors
    from cw_store.catalog import SegmentRow

MAGIC = b"CWM1"
HEADER_BYTES = 16
BLOCK = 1024
"""Rows made into floats at once: 2 MB of 256 numbers, which stay in the processor's cache."""


@dataclass(frozen=True, slots=True)
class Segment:
    """Chunk ids (int64), scales (float32) and rows (int8): row i stands for the vector `rows[i] * scales[i]`."""

    ids: NDArray[np.int64]
    scales: Vectors
    rows: NDArray[np.int8]

    @classmethod
    def of(cls, ids: NDArray[np.int64], vectors: Vectors) -> Segment:
        """Vectors, shape (n, dimensions), at eight bits a number: the largest of a row becomes 127.

        A row keeps its length, so that of unit vectors a product is the cosine.
        """
        largest = np.abs(vectors).max(axis=1, keepdims=True, initial=0.0)
        rows = np.rint(np.divide(vectors * 127, largest, out=np.zeros_like(vectors), where=largest > 0))
        lengths, kept = np.linalg.norm(vectors, axis=1), np.linalg.norm(rows, axis=1)
        scales = np.divide(lengths, kept, out=np.zeros_like(lengths), where=kept > 0)
        return cls(ids, scales.astype(np.float32), rows.astype(np.int8))

    @classmethod
    def joined(cls, segments: Sequence[Segment]) -> Segment:
        """Several in one, in order. There must be at least one."""
        return cls(
            np.concatenate([segment.ids for segment in segments]),
            np.concatenate([segment.scales for segment in segments]),
            np.concatenate([segment.rows for segment in segments]),
        )

    def __len__(self) -> int:
        return len(self.ids)

    def without(self, gone: Collection[int]) -> Segment:
        """The rows of all other chunks."""
        if not gone:
            return self
        stays = ~np.isin(self.ids, np.fromiter(gone, np.int64, len(gone)))
        return Segment(self.ids[stays], self.scales[stays], self.rows[stays])

    def vectors(self) -> Vectors:
        """The vectors as they are kept, shape (n, dimensions), float32."""
        return self.rows.astype(np.float32) * self.scales[:, None]


def path_of(store: Path, number: int) -> Path:
    """Where a segment lies."""
    return store / "vectors" / f"{number}.seg"


def save(store: Path, number: int, segment: Segment) -> int:
    """Write a segment, down to the disk itself, and return its checksum; the catalog publishes it after."""
    path = path_of(store, number)
    if path.parent.is_file():
        path.parent.unlink()
    path.parent.mkdir(exist_ok=True)
    rows, dimensions = segment.rows.shape
    parts = (
        _head(rows, dimensions),
        segment.ids.astype("<i8", copy=False).tobytes(),
        segment.scales.astype("<f4", copy=False).tobytes(),
        segment.rows.tobytes(),
    )
    checksum = 0
    with path.open("wb") as file:
        for part in parts:
            file.write(part)
            checksum = zlib.crc32(part, checksum)
        file.flush()
        os.fsync(file.fileno())
    return checksum


def load(store: Path, number: int, rows: int, dimensions: int) -> Segment | None:
    """A segment, mapped; None if the file is missing or not what the catalog says it is."""
    try:
        raw = np.memmap(path_of(store, number), np.uint8, mode="r")
    except (OSError, ValueError):
        return None
    if len(raw) != size_of(rows, dimensions) or bytes(raw[:HEADER_BYTES]) != _head(rows, dimensions):
        return None
    scales_at, rows_at = HEADER_BYTES + 8 * rows, HEADER_BYTES + 12 * rows
    return Segment(
        raw[HEADER_BYTES:scales_at].view("<i8"),
        raw[scales_at:rows_at].view("<f4"),
        raw[rows_at:].view(np.int8).reshape(rows, dimensions),
    )


def _head(rows: int, dimensions: int) -> bytes:
    return MAGIC + rows.to_bytes(4, "little") + dimensions.to_bytes(4, "little") + bytes(4)


def intact(store: Path, row: SegmentRow, thorough: bool) -> bool:
    """True if the file of a segment is there and of its size; `thorough` reads all of it and compares the checksum."""
    path = path_of(store, row.number)
    try:
        if path.stat().st_size != size_of(row.rows, row.dimensions):
            return False
        return not thorough or zlib.crc32(path.read_bytes()) == row.checksum
    except OSError:
        return False


def packed_rows(segment: Segment) -> list[bytes]:
    """Each row as bytes, its scale first: what a cache keeps."""
    scales, rows = segment.scales.astype("<f4", copy=False), segment.rows
    return [scales[at].tobytes() + rows[at].tobytes() for at in range(len(rows))]


def unpacked(ids: NDArray[np.int64], rows: Sequence[bytes], dimensions: int) -> Segment:
    """The segment of packed rows, in order."""
    raw = np.frombuffer(b"".join(rows), np.uint8).reshape(len(rows), dimensions + 4)
    return Segment(ids, raw[:, :4].copy().view("<f4")[:, 0], raw[:, 4:].copy().view(np.int8))


def size_of(rows: int, dimensions: int) -> int:
    """Bytes of a segment's file."""
    return HEADER_BYTES + rows * (12 + dimensions)


def sweep(store: Path, keep: Collection[int]) -> None:
    """Remove all segments but those to keep; what is still mapped elsewhere may stay till next time."""
    names = {f"{number}.seg" for number in keep}
    with contextlib.suppress(FileNotFoundError, NotADirectoryError), os.scandir(store / "vectors") as entries:
        for entry in entries:
            if entry.name.endswith(".seg") and entry.name not in names:
                with contextlib.suppress(OSError):
                    os.unlink(entry.path)  # noqa: PTH108


def scan(segments: Sequence[Segment], query: Vectors, gone: Collection[int] = ()) -> tuple[NDArray[Any], NDArray[Any]]:
    """All chunks' ids, ascending, with their cosine similarities, without those that are `gone`. O(rows).

    Exact for the vectors as they are kept. Scores are rounded to six places, since equal rows may differ in the last
    bits.
    """
    if not segments:
        return np.zeros(0, np.int64), np.zeros(0)
    masks = [_mask(segment, gone) for segment in segments]
    ids = np.concatenate([s.ids if m is None else s.ids[m] for s, m in zip(segments, masks, strict=True)])
    scores = np.concatenate([_scores(s, m, query) for s, m in zip(segments, masks, strict=True)])
    if len(ids) > 1 and (ids[1:] < ids[:-1]).any():
        order = np.argsort(ids, kind="stable")
        ids, scores = ids[order], scores[order]
    return ids, scores


def nearest(
    segments: Sequence[Segment], query: Vectors, limit: int, gone: Collection[int] = ()
) -> list[tuple[int, float]]:
    """Chunk ids with cosine similarities, best first, ties by id; see `scan` and `best`."""
    return best(*scan(segments, query, gone), limit) if limit > 0 else []


def best(ids: NDArray[Any], scores: NDArray[Any], limit: int) -> list[tuple[int, float]]:
    """Of scanned chunks the best, ties by id; all that tie with the last one asked for come too."""
    if limit <= 0:
        return []
    if limit < len(scores):
        fits = scores >= np.partition(scores, len(scores) - limit)[len(scores) - limit]
        ids, scores = ids[fits], scores[fits]
    order = np.lexsort((ids, -scores))
    return list(zip(ids[order].tolist(), scores[order].tolist(), strict=True))


def vectors_of(segments: Sequence[Segment], wanted: NDArray[Any]) -> tuple[NDArray[Any], Vectors]:
    """The vectors of those of some chunks (ids, ascending) that have one: ids and rows, shape (n, dimensions)."""
    ids, rows = [np.zeros(0, np.int64)], [np.zeros((0, segments[0].rows.shape[1]), np.float32)]
    for segment in segments:
        places = np.flatnonzero(np.isin(segment.ids, wanted))
        ids.append(segment.ids[places])
        rows.append(segment.rows[places].astype(np.float32) * segment.scales[places][:, None])
    return np.concatenate(ids), np.concatenate(rows)


def _mask(segment: Segment, gone: Collection[int]) -> NDArray[np.intp] | None:
    """Places of the rows that count; None for all."""
    if not gone:
        return None
    left = np.isin(segment.ids, np.fromiter(gone, np.int64, len(gone)))
    return np.flatnonzero(~left) if left.any() else None


def _scores(segment: Segment, places: NDArray[np.intp] | None, query: Vectors) -> NDArray[np.float64]:
    """Products in double precision, so that a row's score does not depend on where it stands."""
    count = len(segment) if places is None else len(places)
    out, asked = np.empty(count), query.astype(np.float64)
    block = np.empty((min(BLOCK, count), segment.rows.shape[1]))
    for at in range(0, count, BLOCK):
        rows = segment.rows[at : at + BLOCK] if places is None else segment.rows[places[at : at + BLOCK]]
        np.copyto(block[: len(rows)], rows)
        np.dot(block[: len(rows)], asked, out=out[at : at + BLOCK])
    return np.round(out * (segment.scales if places is None else segment.scales[places]), 6)
