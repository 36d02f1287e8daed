"""What the last walk saw against the disk: nothing new, or a new walk made of the old one and the differences."""

from __future__ import annotations

import os
import time
from collections.abc import Collection, Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cw_core.settings import IndexSettings
from cw_core.snapshot import FileStamp
from cw_core.source import Skipped
from cw_store.indexing.decide import Decider, Inside
from cw_store.indexing.diff import RACY_NS
from cw_store.indexing.git import tracked_though_ignored
from cw_store.indexing.seen import Columns, Seen, split
from cw_store.indexing.walk import Below, Found, Mark, OutOfTime, Walk, key_of, list_all, mark, mark_of

_BATCH = 256  # paths between two looks at the clock: a millisecond


@dataclass(frozen=True, slots=True)
class Fresh:
    """The same files with the same stamps, and the same left out.

    `seen` takes the place of what was given (it is the same object if nothing has to be kept). Files in `racy` changed
    so shortly before the last walk that they may have changed again under the same stamp: they have to be read again.
    """

    seen: Seen
    racy: tuple[FileStamp, ...] = ()


@dataclass(frozen=True, slots=True)
class Stale:
    """The time was up: so many paths are known to differ, so many were not looked at."""

    differ: int
    unchecked: int


def reconcile(
    root: Path,
    seen: Seen,
    settings: IndexSettings,
    now_ns: int,
    *,
    environ: Mapping[str, str] | None = None,
    deadline_s: float | None = None,
) -> Fresh | Walk | Stale:
    """Brings what a walk saw up to date; the outcome tells what a whole walk would.

    Every known folder and file is looked at, none is opened. Folders that changed, or hold a file that did, or changed
    within two seconds of the last walk, are listed again; if a rule file changed, or what git goes by, everything is.
    Where the index of git alone changed, git is asked what is tracked though ignored, and only another answer counts.
    `now_ns` is the time before the call, in nanoseconds since the epoch. Errors are those of `walk`. O(files): little
    more than one `lstat` for each file and folder, 4 us. A disk that does not note in a folder that something was put
    into it (FAT) needs whole walks.
    """
    environ = os.environ if environ is None else environ
    until = None if deadline_s is None else time.monotonic() + deadline_s
    check = _Check(str(root), seen, until)
    try:
        key = key_of(check.root, settings, environ)
        watched = check.watched(environ) if seen.key == key else None
        if watched is None or not check.rules_hold():
            return _told(list_all(check.root, settings, environ, now_ns, until), check)
        check.look()
        decider = Decider(check.root, settings, seen.facts()) if check.redo or seen.links else None
        if decider:
            check.links(decider)
        if decider and check.redo:
            again = _again(check, decider, watched, now_ns)
            return _told(again or list_all(check.root, settings, environ, now_ns, until), check)
        if check.racy_files or watched != tuple(seen.watched.marks()):
            return Fresh(_renewed(seen, watched, now_ns), check.racy())
        return Fresh(seen)
    except OutOfTime:
        return Stale(check.differ, check.unchecked)


def racy_files(seen: Seen) -> tuple[FileStamp, ...]:
    """Files that changed so shortly before the walk that they may have changed again under the same stamp."""
    since_ns = seen.begun_ns - RACY_NS
    return tuple(files.stamp(at) for files in (seen.files, seen.linked) for at in files.touched_since(since_ns))


def _told(walk: Walk, check: _Check) -> Fresh | Walk:
    seen = Seen.of(walk)
    return Fresh(seen, check.racy()) if seen.tells_the_same(check.seen) else walk


def _renewed(seen: Seen, watched: tuple[Mark, ...], now_ns: int) -> Seen:
    return replace(seen, begun_ns=now_ns, watched=Columns.of(watched))


@dataclass(slots=True)
class _Check:
    """How far a look at the disk has come. `redo` are folders to be listed again."""

    root: str
    seen: Seen
    until: float | None
    redo: set[str] = field(default_factory=set)
    differ: int = 0
    unchecked: int = 0
    racy_ns: int = 0
    racy_files: list[int] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.racy_ns = self.seen.begun_ns - RACY_NS
        self.racy_files = self.seen.files.touched_since(self.racy_ns)
        self.unchecked = len(self.seen.files.paths) + len(self.seen.folders.paths)

    def racy(self) -> tuple[FileStamp, ...]:
        """Files whose stamps say nothing yet."""
        return racy_files(self.seen)

    def watched(self, environ: Mapping[str, str]) -> tuple[Mark, ...] | None:
        """What is outside the listing, as it is now; None if it may have changed a decision."""
        now = tuple(mark(path, path, links=True) for path in self.seen.watched.paths)
        touched = {self.seen.watched.paths[at] for at in self.seen.watched.touched_since(self.racy_ns)}
        touched |= {after.path for after, before in zip(now, self.seen.watched.marks(), strict=True) if after != before}
        if not touched:
            return now
        if touched != {self.seen.index}:
            return None
        tracked = tracked_though_ignored(self.root, environ)
        return now if tracked == frozenset(split(self.seen.tracked)) and self.seen.answered else None

    def rules_hold(self) -> bool:
        """True if every rule file is what it was."""
        rules = self.seen.rules
        return not rules.touched_since(self.racy_ns) and not self._differing(rules)

    def look(self) -> None:
        """Looks at every path that is known."""
        seen = self.seen
        folders = self._differing(seen.folders)
        self.redo.update(seen.folders.paths[at] for at in (*folders, *seen.folders.touched_since(self.racy_ns)))
        self.redo.update(_folder_of(seen.folders.paths[at]) for at in folders)
        decisive = (*self._differing(seen.decisive), *seen.decisive.touched_since(self.racy_ns))
        known = set(seen.folders.paths) if decisive else ()
        self.redo.update(_owner(seen.decisive.paths[at], known) for at in decisive)
        self.redo.update(_folder_of(seen.files.paths[at]) for at in self._differing(seen.files))

    def links(self, decider: Decider) -> None:
        """Decides about every link anew: it leads to what may have changed anywhere."""
        before: dict[str, FileStamp | Skipped] = {entry.path: entry for entry in self.seen.left_out()}
        before |= {str(stamp.path): stamp for stamp in self.seen.linked.stamps()}
        self.redo.update(_folder_of(path) for path in split(self.seen.links) if decider.decide(path) != before[path])

    def _differing(self, columns: Columns) -> list[int]:
        """Which rows are not what the disk says now."""
        found: list[int] = []
        for start in range(0, len(columns.paths), _BATCH):
            if self.until is not None and time.monotonic() > self.until:
                raise OutOfTime
            batch = slice(start, start + _BATCH)
            differing = self._differing_in(columns, batch)
            found += [start + at for at in differing]
            self.differ += len(differing)
            self.unchecked -= len(columns.paths[batch])
        return found

    def _differing_in(self, columns: Columns, batch: slice) -> list[int]:
        prefix, lstat, found = f"{self.root.rstrip(os.sep)}/", os.lstat, []
        numbers = (columns.sizes, columns.mtimes, columns.ctimes, columns.inodes)
        rows = zip(columns.paths[batch], *(column[batch] for column in numbers), strict=True)
        for at, (path, size, mtime_ns, ctime_ns, inode) in enumerate(rows):
            try:
                now = lstat(prefix + path)
            except (OSError, ValueError):
                if mtime_ns or ctime_ns:
                    found.append(at)
                continue
            same = now.st_mtime_ns == mtime_ns and now.st_size == size and now.st_ctime_ns == ctime_ns
            if same and now.st_ino == inode:
                continue
            if mark_of(path, now) != (path, size, mtime_ns, ctime_ns, inode):  # numbers may be larger than kept
                found.append(at)
        return found


def _again(check: _Check, decider: Decider, watched: tuple[Mark, ...], now_ns: int) -> Walk | None:
    """The old walk with what differs put in; None if rule files came or went, so that it takes a whole one."""
    seen, redo = check.seen, check.redo
    folders = {mark.path: mark for mark in seen.folders.marks()}
    rules = {path for path in seen.rules.paths if _folder_of(path) in redo}
    found = Found(
        decider,
        stamps={stamp.path: stamp for stamp in (*seen.files.stamps(), *seen.linked.stamps())},
        skipped={entry.path: entry for entry in seen.left_out()},
        folders=folders,
        rules={mark.path: mark for mark in seen.rules.marks()},
        decisive={mark.path: mark for mark in seen.decisive.marks()},
        links=set(split(seen.links)),
        hard_linked=set(split(seen.hard_linked)),
        until=check.until,
    )
    _drop(found, redo)
    inner: dict[str, set[str]] = {path: set() for path in redo}
    for path in folders:
        if path and _folder_of(path) in inner:
            inner[_folder_of(path)].add(path)
    gone: set[str] = set()
    new: list[Below] = []
    for path in sorted(redo & folders.keys()):
        if not gone.isdisjoint(_above(path)):
            continue
        below = _open(found, path)
        if below is None:
            gone.add(path)
            continue
        gone.update(inner[path].difference(folder.path for folder in below))
        new += [folder for folder in below if folder.path not in inner[path]]
    if {path for path in found.rules if _folder_of(path) in redo - gone} != rules - _below(rules, gone):
        return None
    gone |= _below(found.folders, gone)
    _drop(found, gone - redo)
    for path in gone & found.folders.keys():
        del found.folders[path]
    for folder in new:
        found.enter(folder)
    return found.walk(watched, now_ns, seen.key)


def _drop(found: Found, folders: Set[str]) -> None:
    """Forgets what is directly in these folders."""
    by_path: tuple[dict[str, Any], ...] = (found.stamps, found.skipped, found.rules)
    for paths in by_path:
        for path in [path for path in paths if _folder_of(path.rstrip("/")) in folders]:
            del paths[path]
    known = found.folders.keys() | folders
    for path in [path for path in found.decisive if _owner(path, known) in folders]:
        del found.decisive[path]
    for names in (found.links, found.hard_linked):
        names.difference_update([path for path in names if _folder_of(path) in folders])


def _folder_of(path: str) -> str:
    return path.rpartition("/")[0]


def _owner(path: str, known: Collection[str]) -> str:
    """The folder that is listed again for the sake of a path: the nearest that is known."""
    return next((folder for folder in _above(path) if folder in known), "")


def _above(path: str) -> Iterator[str]:
    """The folders above a path, the root (empty) last."""
    while path:
        path = _folder_of(path)
        yield path


def _below(paths: Iterable[str], folders: Set[str]) -> set[str]:
    """The paths that are somewhere below one of the folders."""
    return {path for path in paths if not folders.isdisjoint(_above(path))} if folders else set()


def _open(found: Found, path: str) -> list[Below] | None:
    """Lists one known folder; None if it is not entered any more, or gone."""
    del found.folders[path]
    inside = found.decider.inside(_folder_of(path)) if path else None
    around = inside if isinstance(inside, Inside) else None
    if path and around is None:
        return None
    place = os.fsencode(f"{found.decider.root}/{path}" if path else found.decider.root)
    below = found.open(Below(path, place, os.fsencode(path[path.rfind("/") + 1 :]), around))
    return below if path in found.folders else None
