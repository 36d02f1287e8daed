"""What identifies a state: of a file on disk, of a vector space, of a whole index."""

from __future__ import annotations

from dataclasses import dataclass

from cw_core.source import RepoPath


@dataclass(frozen=True, slots=True)
class EmbeddingSpace:
    """Vectors are comparable only if all of this is equal. `text_format` names how a chunk became text."""

    provider: str
    model: str
    dimensions: int
    text_format: str = "1"

    @property
    def key(self) -> str:
        """One string for storage."""
        return f"{self.provider}/{self.model}/{self.dimensions}/{self.text_format}"


@dataclass(frozen=True, slots=True)
class FileStamp:
    """A file as the disk tells it without reading: size in bytes, time of change in nanoseconds, inode (0 if none).

    `ctime_ns` is when anything about it changed, which no program can set back; 0 if nobody knows. On Windows it is
    when the file was made.
    """

    path: RepoPath
    size: int
    mtime_ns: int
    inode: int = 0
    ctime_ns: int = 0


@dataclass(frozen=True, slots=True)
class Generation:
    """One published state of an index. Numbers only grow; 0 means nothing was published yet.

    `bytes_left` of the `bytes_known` of the tree's text were still to be indexed when it was published.
    """

    number: int
    files: int
    chunks: int
    vectors: int
    space: str = ""
    published_at: float = 0.0
    bytes_known: int = 0
    bytes_left: int = 0

    @property
    def percent(self) -> int:
        """How much of the tree is in it, 0 to 100; 100 only if nothing is left."""
        if not self.bytes_left:
            return 100
        return min(99, 100 * (self.bytes_known - self.bytes_left) // max(1, self.bytes_known))


@dataclass(frozen=True, slots=True)
class Freshness:
    """How an index stands to its tree. `state` is one of

    fresh      nothing has changed since
    stale      `changed` files have, of `bytes_changed` bytes in all
    unchecked  the time was up: `changed` files have, `unchecked` files and folders were not looked at
    unknown    the last run left something undone, or was of another version
    missing    nothing was indexed yet
    """

    state: str
    changed: int = 0
    bytes_changed: int = 0
    unchecked: int = 0

    def __str__(self) -> str:
        """As answers say it: `fresh`, `stale(3)`, `unknown`."""
        if self.state == "unchecked":
            return f"stale({self.changed}+)" if self.changed else "unknown"
        return f"stale({self.changed})" if self.state == "stale" else self.state
