"""Stamps on disk against stamps in the index: what has to be read."""

from __future__ import annotations

import random
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from cw_core import Digest, FileStamp, RepoPath, Skipped
from cw_store.catalog import files_left_out

RACY_NS = 2_000_000_000
"""A file changed within two seconds of the last run may have changed again under the same stamp: it is read again."""

EVERYTHING = -(2**62)
"""In place of the last run's begin: a moment before all files, so that each may have changed since."""

SAMPLE = 16
"""How many unchanged files are read again in a run: some 2 ms, and a disk that lies is found out after a few runs."""


@dataclass(frozen=True, slots=True)
class Known:
    """What the index remembers of a file: its stamp, and its digest or the reason it was left out."""

    stamp: FileStamp
    digest: Digest
    skipped: Skipped | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """`read` may differ (with the known digest, or an empty one), `same` do not, `skipped` are left out as before."""

    read: tuple[tuple[FileStamp, Digest], ...]
    same: int
    skipped: tuple[Skipped, ...]
    gone: tuple[str, ...]
    forget: tuple[str, ...]


def known_files(db: sqlite3.Connection, paths: Collection[str] | None = None) -> dict[str, Known]:
    """The files of the index by path: all, or those of some paths that are in it."""
    known: dict[str, Known] = {}
    columns = "path, size, mtime_ns, inode, ctime_ns"
    for path, size, mtime_ns, inode, ctime_ns, digest in _rows(db, f"SELECT {columns}, digest FROM file", paths):
        known[path] = Known(FileStamp(str.__new__(RepoPath, path), size, mtime_ns, inode, ctime_ns), Digest(digest))
    rows = _rows(db, f"SELECT {columns}, reason, detail FROM skipped", paths)
    for path, size, mtime_ns, inode, ctime_ns, reason, detail in rows:
        stamp = FileStamp(str.__new__(RepoPath, path), size, mtime_ns, inode, ctime_ns)
        known[path] = Known(stamp, Digest(""), Skipped(path, reason, detail))
    return known


def _rows(db: sqlite3.Connection, sql: str, paths: Collection[str] | None) -> Iterator[tuple[Any, ...]]:
    if paths is None:
        yield from db.execute(sql)
        return
    ordered = sorted(paths)
    for at in range(0, len(ordered), 500):
        part = ordered[at : at + 500]
        yield from db.execute(f"{sql} WHERE path IN ({', '.join('?' * len(part))})", part)


def changes_of(
    db: sqlite3.Connection, stamps: Sequence[FileStamp], touched: frozenset[str] | None
) -> tuple[Changes, dict[str, Known]]:
    """What has to be read, with what is known of it, given the paths that may differ from the index (None: all).

    O(touched), or else O(files).
    """
    row = db.execute("SELECT value FROM meta WHERE key = 'started_ns'").fetchone()
    started_ns = int(row[0]) if row else 0
    if touched is None:
        known = known_files(db)
        return diff(stamps, known, started_ns), known
    known = known_files(db, touched)
    found = diff([stamp for stamp in stamps if stamp.path in touched], known, started_ns)
    left_out = tuple(entry for entry in files_left_out(db) if entry.path not in known)
    files = db.execute("SELECT count(*) FROM file").fetchone()[0] - sum(not one.skipped for one in known.values())
    return replace(found, same=found.same + files, skipped=(*left_out, *found.skipped)), known


def same_stamp(known: FileStamp, stamp: FileStamp) -> bool:
    """True if nothing tells the two apart; a `ctime_ns` of 0 is one nobody knows."""
    if known == stamp:
        return True
    plain = (known.path, known.size, known.mtime_ns, known.inode) == (
        stamp.path,
        stamp.size,
        stamp.mtime_ns,
        stamp.inode,
    )
    return plain and not (known.ctime_ns and stamp.ctime_ns)


def sample(files: Sequence[FileStamp], seed: int, count: int = SAMPLE) -> tuple[FileStamp, ...]:
    """Up to `count` of the files, in their order, chosen by the seed (say, the number of the generation).

    They are to be read again though their stamps are the same, and compared by content: if one of them differs, stamps
    cannot be trusted on this disk, and everything has to be read. Another seed chooses others. O(count).
    """
    chosen = random.Random(seed).sample(range(len(files)), min(count, len(files)))
    return tuple(files[at] for at in sorted(chosen))


def diff(stamps: Sequence[FileStamp], known: dict[str, Known], started_ns: int) -> Changes:
    """Size, time and inode decide, except for racy files. O(files), no disk access."""
    read: list[tuple[FileStamp, Digest]] = []
    skipped: list[Skipped] = []
    same = 0
    present = set()
    for stamp in stamps:
        present.add(str(stamp.path))
        before = known.get(stamp.path)
        if before is None:
            read.append((stamp, Digest("")))
        elif not same_stamp(before.stamp, stamp) or max(stamp.mtime_ns, stamp.ctime_ns) >= started_ns - RACY_NS:
            read.append((stamp, before.digest))
        elif before.skipped:
            skipped.append(before.skipped)
        else:
            same += 1
    absent = [path for path in known if path not in present]
    return Changes(
        read=tuple(read),
        same=same,
        skipped=tuple(skipped),
        gone=tuple(path for path in absent if not known[path].skipped),
        forget=tuple(path for path in absent if known[path].skipped),
    )
