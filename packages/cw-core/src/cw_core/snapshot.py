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
    """One published state of an index. Numbers only grow; 0 means nothing was published yet."""

    number: int
    files: int
    chunks: int
    vectors: int
    space: str = ""
    published_at: float = 0.0
