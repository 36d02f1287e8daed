"""A file as the engine sees it: a path inside a root, its text as UTF-8 bytes, its lines."""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, count
from operator import add
from pathlib import PurePosixPath
from typing import NewType

Digest = NewType("Digest", str)
"""The first 32 hex digits of the SHA-256 of a file's decoded text: the same text has the same digest everywhere."""


class RepoPath(str):
    """A file's path from the root, with `/` between its parts on every system.

    Raises ValueError for an absolute path, for `..`, and for a name no index can hold (not valid Unicode).
    """

    __slots__ = ()

    def __new__(cls, path: str) -> RepoPath:
        """The path itself, checked."""
        parts = path.split("/")
        if not path or path.startswith("/") or ".." in parts or "." in parts or "" in parts:
            raise ValueError(f"not a path inside a root: {path!r}")
        path.encode("utf-8")  # a lone surrogate raises UnicodeEncodeError, which is a ValueError
        return str.__new__(cls, path)

    @property
    def name(self) -> str:
        """The last part: `retry.py` of `src/retry.py`."""
        return self.rsplit("/", 1)[-1]

    @property
    def stem(self) -> str:
        """The last part without its last suffix: `retry` of `src/retry.py`."""
        return PurePosixPath(self.name).stem

    @property
    def suffix(self) -> str:
        """The last suffix in lower case, dot included: `.py`; empty if there is none."""
        before, _, last = self.name.rpartition(".")
        return f".{last.lower()}" if before.strip(".") and last else ""

    @property
    def folder(self) -> str:
        """Everything before the last part, without the slash: `src`; empty at the root."""
        return self.rpartition("/")[0]


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Bytes `start` up to, not including, `end` of a file's UTF-8 text."""

    start: int
    end: int

    def __len__(self) -> int:
        return self.end - self.start

    def __reduce__(self) -> tuple[type[Span], tuple[int, int]]:
        """Pickled as a call: a frozen dataclass with slots goes field by field, in three times the time."""
        return Span, (self.start, self.end)

    def contains(self, other: Span) -> bool:
        """True if `other` lies wholly inside."""
        return self.start <= other.start and other.end <= self.end


class LineIndex:
    """Where the lines of a text begin. A line ends with LF; a CR before it belongs to the line.

    A text without a final newline has a last line all the same, and an empty text has one empty line.
    Built in one pass; each question costs O(log lines).
    """

    def __init__(self, content: bytes) -> None:
        starts: list[int] = [0, *map(add, accumulate(map(len, content.split(b"\n"))), count(1))]
        starts.pop()
        if len(starts) > 1 and starts[-1] == len(content):
            starts.pop()
        self.starts = starts
        self.size = len(content)

    def __len__(self) -> int:
        return len(self.starts)

    def line_at(self, offset: int) -> int:
        """The 1-based line that holds the byte at `offset`; the last line for the end of the text."""
        return bisect_right(self.starts, offset) or 1

    def lines_of(self, span: Span) -> tuple[int, int]:
        """First and last line, 1-based and inclusive, that hold bytes of `span`."""
        return self.line_at(span.start), self.line_at(max(span.start, span.end - 1))

    def span_of(self, first: int, last: int) -> Span:
        """The bytes of lines `first` to `last` (1-based, inclusive), with the last one's line end."""
        end = self.starts[last] if last < len(self.starts) else self.size
        return Span(self.starts[first - 1], end)


@dataclass(frozen=True)
class SourceFile:
    """One file, decoded: `content` is its text as UTF-8 bytes, whatever the encoding on disk was.

    Bytes that are not valid UTF-8 are allowed and read as U+FFFD where text is shown. `masked` is how many secret
    values were overwritten in it.
    """

    path: RepoPath
    content: bytes
    encoding: str = "utf-8"
    digest: Digest = field(default=Digest(""))
    masked: int = 0

    def __post_init__(self) -> None:
        if not self.digest:
            object.__setattr__(self, "digest", digest_of(self.content))

    @cached_property
    def lines(self) -> LineIndex:
        """The newline index, made once."""
        return LineIndex(self.content)

    def text(self, span: Span | None = None) -> str:
        """The text of `span`, or all of it."""
        content = self.content if span is None else self.content[span.start : span.end]
        return content.decode("utf-8", "replace")


def digest_of(content: bytes) -> Digest:
    """The digest of a decoded text."""
    return Digest(hashlib.sha256(content).hexdigest()[:32])


@dataclass(frozen=True, slots=True)
class Skipped:
    """A path that was left out, and why: a word of `cw_core.source.REASONS`."""

    path: str
    reason: str
    detail: str = ""


REASONS: dict[str, str] = {
    "ignored": "left out by an ignore rule",
    "excluded": "a folder of dependencies, caches or version control",
    "binary": "not text",
    "too-large": "larger than index.max_bytes",
    "unreadable": "the system refused to read it",
    "sensitive": "keys, credentials and environment files are never indexed",
    "symlink": "a link that leaves the root, or to a folder",
    "special": "not a regular file",
    "hard-link": "the file has other names too, and index.hard_links is 0",
    "submodule": "another repository inside this one",
    "name": "its name is not valid Unicode",
    "vanished": "gone between listing and reading",
}
