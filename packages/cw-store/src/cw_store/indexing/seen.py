"""What the last walk of a root saw, kept small."""

from __future__ import annotations

import json
import sys
import zlib
from array import array
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, fields

from cw_core.snapshot import FileStamp
from cw_core.source import RepoPath, Skipped
from cw_store.indexing.git import GitFacts
from cw_store.indexing.walk import Mark, Walk

FORMAT = 1
"""Of the bytes; those of another format are not read."""

_MAGIC = b"cw-seen%d%s\n" % (FORMAT, sys.byteorder[:1].encode())
_FAST = 1  # zlib's level: the better ones take three times as long for a tenth less


@dataclass(frozen=True, slots=True)
class Columns:
    """States of paths as parallel columns, sorted by path."""

    paths: list[str]
    sizes: array[int]
    mtimes: array[int]
    ctimes: array[int]
    inodes: array[int]

    @classmethod
    def of(cls, rows: Sequence[Mark] | Sequence[FileStamp]) -> Columns:
        """The columns of rows that are sorted by path."""
        return cls(
            [str(row.path) for row in rows],
            array("q", [row.size for row in rows]),
            array("q", [row.mtime_ns for row in rows]),
            array("q", [row.ctime_ns for row in rows]),
            array("q", [row.inode for row in rows]),
        )

    def marks(self) -> Iterator[Mark]:
        """The rows."""
        return map(Mark, self.paths, self.sizes, self.mtimes, self.ctimes, self.inodes)

    def stamp(self, at: int) -> FileStamp:
        """One row, as a file's."""
        path = str.__new__(RepoPath, self.paths[at])
        return FileStamp(path, self.sizes[at], self.mtimes[at], self.inodes[at], self.ctimes[at])

    def stamps(self) -> list[FileStamp]:
        """The rows, as files'."""
        return [self.stamp(at) for at in range(len(self.paths))]

    def touched_since(self, moment_ns: int) -> list[int]:
        """Which rows changed, or say that they did, at that moment or later. O(rows), a fraction of a millisecond."""
        if max(self.mtimes, default=0) < moment_ns and max(self.ctimes, default=0) < moment_ns:
            return []
        times = enumerate(zip(self.mtimes, self.ctimes, strict=True))
        return [at for at, (mtime, ctime) in times if mtime >= moment_ns or ctime >= moment_ns]


@dataclass(frozen=True, slots=True)
class Seen:
    """A `Walk` in columns. `files` are those that count and are no links; `linked` those that are links.

    `texts` holds the fields of a walk that are seldom needed, each as one string: parts, each with a NUL behind it.
    """

    key: str
    begun_ns: int
    answered: bool
    excludes_file: str | None
    ignore_case: bool
    index: str
    files: Columns
    linked: Columns
    folders: Columns
    rules: Columns
    decisive: Columns
    watched: Columns
    links: str
    skipped: str
    hard_linked: str
    tracked: str
    submodules: str

    @classmethod
    def of(cls, walk: Walk) -> Seen:
        """What a walk saw. O(files): some 2 us a file."""
        links, facts = frozenset(walk.links), walk.facts
        return cls(
            key=walk.key,
            begun_ns=walk.begun_ns,
            answered=facts.answered,
            excludes_file=facts.excludes_file,
            ignore_case=facts.ignore_case,
            index=facts.index,
            files=Columns.of([stamp for stamp in walk.stamps if stamp.path not in links] if links else walk.stamps),
            linked=Columns.of([stamp for stamp in walk.stamps if stamp.path in links] if links else ()),
            folders=Columns.of(walk.folders),
            rules=Columns.of(walk.rules),
            decisive=Columns.of(walk.decisive),
            watched=Columns.of(walk.watched),
            links=joined(walk.links),
            skipped=joined(part for entry in walk.skipped for part in (entry.path, entry.reason, entry.detail)),
            hard_linked=joined(walk.hard_linked),
            tracked=joined(sorted(facts.tracked)),
            submodules=joined(sorted(facts.submodules)),
        )

    def tells_the_same(self, other: Seen) -> bool:
        """True if the same files count with the same stamps, and the same was left out."""
        mine = (self.files, self.linked, self.skipped, self.hard_linked, self.answered)
        return mine == (other.files, other.linked, other.skipped, other.hard_linked, other.answered)

    def facts(self) -> GitFacts:
        """What git said."""
        return GitFacts(
            answered=self.answered,
            excludes_file=self.excludes_file,
            ignore_case=self.ignore_case,
            tracked=frozenset(split(self.tracked)),
            submodules=frozenset(split(self.submodules)),
            watched=tuple(self.watched.paths),
            index=self.index,
        )

    def left_out(self) -> list[Skipped]:
        """What was left out, sorted by path."""
        parts = split(self.skipped)
        return list(map(Skipped, parts[::3], parts[1::3], parts[2::3]))

    def to_bytes(self) -> bytes:
        """For `from_bytes` on a machine of the same kind: some 60 bytes a file."""
        plain: dict[str, object] = {}
        blobs: list[bytes] = []
        for entry in fields(self):
            value = getattr(self, entry.name)
            if isinstance(value, Columns):
                columns = (value.sizes, value.mtimes, value.ctimes, value.inodes)
                blobs += [_encoded(joined(value.paths)), *(column.tobytes() for column in columns)]
            elif entry.name in _TEXTS:
                blobs.append(_encoded(value))
            else:
                plain[entry.name] = value
        head = json.dumps({"plain": plain, "sizes": [len(blob) for blob in blobs]}).encode() + b"\n"
        return _MAGIC + zlib.compress(head + b"".join(blobs), _FAST)

    @classmethod
    def from_bytes(cls, data: bytes) -> Seen | None:
        """What `to_bytes` made; None for anything else: damaged, or of another version or machine."""
        if not data.startswith(_MAGIC):
            return None
        try:
            body = zlib.decompress(data[len(_MAGIC) :])
            head, _, rest = body.partition(b"\n")
            told = json.loads(head)
            blobs = _cut(memoryview(rest), told["sizes"])
            values = dict(told["plain"])
            for entry in fields(cls):
                if entry.name in _COLUMNS:
                    values[entry.name] = _columns(blobs)
                elif entry.name in _TEXTS:
                    values[entry.name] = _decoded(next(blobs))
            return cls(**values)
        except (zlib.error, ValueError, KeyError, TypeError, StopIteration):
            return None


_COLUMNS = ("files", "linked", "folders", "rules", "decisive", "watched")
_TEXTS = ("links", "skipped", "hard_linked", "tracked", "submodules")


def joined(parts: Iterable[str]) -> str:
    """Parts in one string, each with a NUL behind it."""
    return "".join([f"{part}\0" for part in parts])


def split(text: str) -> list[str]:
    """The parts of what was joined."""
    return text.split("\0")[:-1]


def _columns(blobs: Iterator[memoryview]) -> Columns:
    paths = split(_decoded(next(blobs)))
    numbers = [array("q") for _ in range(4)]
    for column in numbers:
        column.frombytes(next(blobs))
        if len(column) != len(paths):
            raise ValueError("columns of different lengths")
    return Columns(paths, *numbers)


def _cut(data: memoryview, sizes: Sequence[int]) -> Iterator[memoryview]:
    at = 0
    for size in sizes:
        yield data[at : at + size]
        at += size


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")


def _decoded(data: memoryview) -> str:
    return str(data, "utf-8", "surrogatepass")
