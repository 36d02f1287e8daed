"""The paths of a repository, found by themselves, by their folder and by their end."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from cw_core import RepoPath

P = TypeVar("P", bound=str)

MAX_FOUND = 64
"""More paths with one end are not told apart by their place: the name is a common one and says little."""

_TESTS = re.compile(r"(?:^|[/.])(?:tests?|specs?|\w*Tests?)(?:/|$)")

LAST = "\U0010ffff"
"""Sorts behind every character that a path holds."""


def join(folder: str, written: str) -> str | None:
    """`written` seen from `folder`, with `.` and `..` worked out; None if it leaves the repository."""
    parts = folder.split("/") if folder else []
    for part in written.split("/"):
        if part == "..":
            if not parts:
                return None
            parts.pop()
        elif part not in ("", "."):
            parts.append(part)
    return "/".join(parts)


def upwards(folder: str) -> Iterator[str]:
    """The folder and all above it, the root (empty) last."""
    while folder:
        yield folder
        folder = folder.rpartition("/")[0]
    yield ""


def under(folder: str, path: str) -> str:
    """`folder/path`, where either may be empty."""
    return f"{folder}/{path}".strip("/")


def shared(folder: str, other: str) -> int:
    """How many folders two folders have in common from the root."""
    count = 0
    for mine, yours in zip(folder.split("/"), other.split("/"), strict=False):
        if mine != yours:
            break
        count += 1
    return count


def nearest(found: Iterable[RepoPath], importer: RepoPath) -> list[RepoPath]:
    """Those that share most folders with the importer first; ties by path."""
    return sorted(found, key=lambda path: (-shared(path.folder, importer.folder), path))


def nearest_folders(found: Iterable[str], importer: RepoPath) -> list[str]:
    """As `nearest`, for folders."""
    return sorted(set(found), key=lambda folder: (-shared(folder, importer.folder), folder))


def declaring(found: Iterable[RepoPath], importer: RepoPath) -> list[RepoPath]:
    """As `nearest`, tests last: the files of one package or namespace, most of which no one means."""
    return sorted(nearest(found, importer), key=lambda path: bool(_TESTS.search(path.folder)))


def _turned(path: str) -> str:
    return "/".join(reversed(path.split("/"))) + "/"


class Listing:
    """An index of paths. Built in O(total length) and one sort; a question costs a look-up or a binary search."""

    def __init__(self, paths: Iterable[RepoPath]) -> None:
        self._sorted = sorted(set(paths))
        self._files: dict[str, RepoPath] = {str(path): path for path in self._sorted}
        self._folders: dict[str, list[RepoPath]] = {"": []}
        self._children: dict[str, list[str]] = {}
        for path in self._sorted:
            if path.folder not in self._folders:
                self._make(path.folder)
            self._folders[path.folder].append(path)
        self._turned = sorted((_turned(path), path) for path in self._sorted)
        self._turned_folders = sorted((_turned(folder), folder) for folder in self._folders if folder)

    def _make(self, folder: str) -> None:
        for path in upwards(folder):
            if path in self._folders:
                return
            self._folders[path] = []
            above, _, name = path.rpartition("/")
            self._children.setdefault(above, []).append(name)

    def at(self, path: str | None) -> RepoPath | None:
        """The file of that path, if there is one."""
        return self._files.get(path) if path else None

    def present(self, paths: Iterable[str | None]) -> list[RepoPath]:
        """Those of the paths that are files, in their order."""
        return [found for path in paths if (found := self.at(path))]

    def is_folder(self, folder: str | None) -> bool:
        """True if some file lies in or below it."""
        return folder in self._folders

    def inside(self, folder: str | None, suffixes: tuple[str, ...] = ("",)) -> list[RepoPath]:
        """The files that lie right in a folder and end in one of `suffixes`, by path."""
        return [
            path for path in self._folders.get(folder if folder is not None else "/", ()) if path.endswith(suffixes)
        ]

    def folders_inside(self, folder: str) -> list[str]:
        """The names of the folders right in a folder, in order."""
        return sorted(self._children.get(folder, ()))

    def below(self, folder: str, suffixes: tuple[str, ...] = ("",)) -> list[RepoPath]:
        """The files in a folder at any depth that end in one of `suffixes`, by path."""
        if not folder:
            return [path for path in self._sorted if path.endswith(suffixes)]
        start = bisect_left(self._sorted, folder + "/")
        end = bisect_left(self._sorted, folder + "/" + LAST, start)
        return [path for path in self._sorted[start:end] if path.endswith(suffixes)]

    def ending(self, tail: str, most: int = MAX_FOUND) -> list[RepoPath]:
        """At most `most` files whose last parts are those of `tail`: `b/c.py` is found at `a/b/c.py`."""
        return [path for _, path in _range(self._turned, tail, most)]

    def folders_ending(self, tail: str) -> list[str]:
        """Folders whose last parts are those of `tail`."""
        return [folder for _, folder in _range(self._turned_folders, tail, MAX_FOUND)]

    def named(self, name: str) -> list[RepoPath]:
        """Every file of that name; the one question whose answer is not cut short."""
        return sorted(self.ending(name, len(self._turned)))

    def suffixed(self, suffix: str) -> list[RepoPath]:
        """Every file with that last suffix; reads all paths, so it is for building only."""
        return [path for path in self._sorted if path.endswith(suffix)]

    def upwards(
        self,
        importer: RepoPath,
        roots: Sequence[str],
        tails: Sequence[str],
        may_begin: Callable[[str], bool] = lambda folder: True,
    ) -> tuple[str, RepoPath] | None:
        """The nearest folder above the importer that holds one of `tails`, itself or below one of `roots`."""
        for folder in upwards(importer.folder):
            for root in roots:
                start = under(folder, root)
                if start not in self._folders or not may_begin(start):
                    continue
                for tail in tails:
                    if found := self.at(join(start, tail)):
                        return start, found
        return None


def _range(turned: list[tuple[str, P]], tail: str, most: int) -> list[tuple[str, P]]:
    if not tail.strip("/"):
        return []
    key = _turned(tail.strip("/"))
    start = bisect_left(turned, key, key=lambda entry: entry[0])
    end = bisect_left(turned, key + LAST, start, key=lambda entry: entry[0])
    return turned[start : min(end, start + most)]
