"""The one decision which paths of a root count, for whoever lists, watches or reads it."""

from __future__ import annotations

import os
import stat
from typing import NamedTuple, Protocol

from cw_core.settings import IndexSettings
from cw_core.snapshot import FileStamp
from cw_core.source import RepoPath, Skipped
from cw_store.indexing.git import GitFacts
from cw_store.indexing.ignore import (
    IgnoreRules,
    all_rules,
    is_excluded,
    is_repository,
    is_sensitive,
    kind_of_repository,
    verdict,
)
from cw_store.indexing.read import looks_like_text, real_file

NUMBER = (1 << 63) - 1
"""What a stamp keeps of a number of the disk's: so much fits into every column; times and inodes may be larger."""

_JUNCTION = 0xA0000003  # Windows: a folder that leads elsewhere (IO_REPARSE_TAG_MOUNT_POINT)
_WINDOWS = os.name == "nt"
_ASKED_FOR = frozenset((b".git", b".gitignore", b".cwignore", b"pyvenv.cfg", b"__init__.py"))
_NONE: frozenset[bytes] = frozenset()


class Entry(Protocol):
    """What a decision asks of a path: an entry of `os.scandir` over bytes, or `Alone`."""

    @property
    def name(self) -> bytes:
        """The last part."""

    @property
    def path(self) -> bytes:
        """The whole path."""

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """True for a folder."""

    def is_symlink(self) -> bool:
        """True for a link."""

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """What the disk says."""


class Alone:
    """One path that no listing named."""

    def __init__(self, root: str, path: str) -> None:
        self.path = os.fsencode(f"{root}/{path}" if path else root)
        self.name = os.fsencode(path[path.rfind("/") + 1 :])
        self._status = os.lstat(self.path)

    def is_dir(self, *, follow_symlinks: bool = True) -> bool:
        """True for a folder; links are not followed."""
        return stat.S_ISDIR(self._status.st_mode)

    def is_symlink(self) -> bool:
        """True for a link."""
        return stat.S_ISLNK(self._status.st_mode)

    def stat(self, *, follow_symlinks: bool = True) -> os.stat_result:
        """What the disk said when this was made; links are not followed."""
        return self._status


class Listing:
    """The entries of a folder, read when first asked for: a folder left out by its name alone never is."""

    __slots__ = ("_entries", "_held", "place")

    def __init__(self, place: bytes) -> None:
        self.place = place
        self._entries: list[os.DirEntry[bytes]] | None = None
        self._held = _NONE

    @property
    def entries(self) -> list[os.DirEntry[bytes]]:
        """In the order of the disk. Raises OSError."""
        if self._entries is None:
            with os.scandir(self.place) as entries:
                self._entries = list(entries)
            self._held = _ASKED_FOR.intersection([entry.name for entry in self._entries])
        return self._entries

    def holds(self, name: str) -> bool:
        """True if the folder has an entry of this name, one of those that decide. Raises OSError."""
        return self.holds_any() and name.encode() in self._held

    def holds_any(self) -> bool:
        """True if the folder has an entry that decides. Raises OSError."""
        return bool(self.entries) and bool(self._held)


class Inside(NamedTuple):
    """What holds inside a folder that is entered.

    `prefix` is put before names to make paths from the root, `above` before the bytes of names to make paths from the
    top of the work tree. `ignored`: git ignores the folder, only what is tracked counts. `ruled`: there are rules at
    all.
    """

    prefix: str
    above: bytes
    rules: IgnoreRules
    ignored: bool
    ruled: bool


def inside_of(path: str, rules: IgnoreRules, *, ignored: bool) -> Inside:
    """Inside the folder `path`."""
    prefix = f"{path}/" if path else ""
    ruled = ignored or bool(rules.extra or rules.own or rules.git)
    return Inside(prefix, rules.prefix + os.fsencode(prefix), rules, ignored, ruled)


class Decider:
    """Decides path by path.

    It knows the rules as they were when it first met a folder: after a rule file or anything that `facts` are about has
    changed a new one is needed. `hard_linked` are the files met so far that have other names.
    """

    def __init__(self, root: str, settings: IndexSettings, facts: GitFacts) -> None:
        self.root = root
        self.settings = settings
        self.facts = facts
        self.hard_linked: set[str] = set()
        self._on_the_way = _folders_of(facts.tracked)
        rules = all_rules(root, settings.ignore_patterns, facts.excludes_file, facts.ignore_case)
        self._known: dict[str, Inside | Skipped | None] = {"": inside_of("", rules, ignored=False)}

    def decide(self, path: str) -> FileStamp | Skipped | None:
        """A file's stamp, if it counts; else what was left out: the path itself or the folder above it.

        None if there is no such path, or if it is a folder that is entered. Reads rule files, and the head of a file
        that is too large.
        """
        around = self.inside(path.rpartition("/")[0])
        if not isinstance(around, Inside):
            return around
        entry = self._entry(path)
        if entry is None or isinstance(entry, Skipped):
            return entry
        if is_folder(entry):
            found = self.inside(path)
            return None if isinstance(found, Inside) else found
        return self.file(path, entry, around)

    def inside(self, folder: str) -> Inside | Skipped | None:
        """What holds inside a folder; what was left out, it or one above; None if it is not there, or no folder."""
        if folder not in self._known:
            around = self.inside(folder.rpartition("/")[0])
            self._known[folder] = self._enter(folder, around) if isinstance(around, Inside) else around
        return self._known[folder]

    def _enter(self, path: str, around: Inside) -> Inside | Skipped | None:
        entry = self._entry(path)
        if entry is None or isinstance(entry, Skipped):
            return entry
        return self.folder(path, entry.name, around, Listing(entry.path)) if is_folder(entry) else None

    def _entry(self, path: str) -> Alone | Skipped | None:
        try:
            return Alone(self.root, path)
        except (FileNotFoundError, NotADirectoryError, ValueError):
            return None
        except OSError as error:
            return skipped(path, "unreadable", error.strerror or "")

    def folder(self, path: str, name: bytes, around: Inside, listing: Listing) -> Inside | Skipped:
        """A folder that is there, called `name`, by what holds around it and by what is in it; kept in mind."""
        found = self._known[path] = self._folder(path, name, around, listing)
        return found

    def _folder(self, path: str, name: bytes, around: Inside, listing: Listing) -> Inside | Skipped:
        shown = f"{path}/"
        if not is_unicode(name):
            return skipped(shown, "name")
        left_out = self._ignored(name + b"\0", around.above + name + b"\0", around)
        if left_out and (left_out == "mine" or path not in self._on_the_way):
            return Skipped(shown, "ignored")
        try:
            if is_excluded(path, listing.holds):
                return Skipped(shown, "excluded")
            if listing.holds_any() and listing.holds(".git") and is_repository(f"{self.root}/{path}"):
                return Skipped(shown, "submodule", kind_of_repository(f"{self.root}/{path}"))
            if path in self.facts.submodules and not listing.entries:
                return Skipped(shown, "submodule", "submodule")
            rules = around.rules.within(path, listing.holds) if listing.holds_any() else around.rules
            return inside_of(path, rules, ignored=bool(left_out))
        except OSError as error:
            return Skipped(shown, "unreadable", error.strerror or "")

    def file(self, path: str, entry: Entry, around: Inside) -> FileStamp | Skipped | None:
        """Anything but a folder; None if it is gone by now."""
        raw = entry.name
        if raw == b".git":  # of a linked work tree, or of a submodule: a file
            return Skipped(path, "excluded")
        if around.ruled:
            left_out = self._ignored(raw, around.above + raw, around)
            if left_out and (left_out == "mine" or path not in self.facts.tracked):
                return skipped(path, "ignored")
        try:
            if is_sensitive(raw.decode()):
                return Skipped(path, "sensitive")
            if entry.is_symlink():
                return self._link(path)
            status = os.lstat(entry.path) if _WINDOWS else entry.stat(follow_symlinks=False)
        except UnicodeDecodeError:
            return skipped(path, "name")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            return Skipped(path, "unreadable", error.strerror or "")
        return self._by_status(path, status)

    def _by_status(self, path: str, status: os.stat_result) -> FileStamp | Skipped:
        if not stat.S_ISREG(status.st_mode):
            return Skipped(path, "symlink" if is_elsewhere(status) else "special")
        if status.st_size > self.settings.max_bytes:
            reason = "too-large" if looks_like_text(f"{self.root}/{path}") else "binary"
            return Skipped(path, reason, str(status.st_size))
        if status.st_nlink > 1:
            self.hard_linked.add(path)
            if not self.settings.hard_links:
                return Skipped(path, "hard-link", f"{status.st_nlink} names")
        return FileStamp(
            str.__new__(RepoPath, path),
            status.st_size,
            status.st_mtime_ns & NUMBER,
            status.st_ino & NUMBER,
            status.st_ctime_ns & NUMBER,
        )

    def _link(self, path: str) -> FileStamp | Skipped:
        """A link counts if the file it leads to counts under its own name, with that file's stamp."""
        try:
            real = real_file(self.root, path)
            real = real if real and stat.S_ISREG(os.lstat(real).st_mode) else None
        except (OSError, ValueError):
            real = None
        inner = real[len(self.root.rstrip(os.sep)) + 1 :].replace(os.sep, "/") if real else path
        found = self.decide(inner) if inner != path else None
        if isinstance(found, FileStamp):
            return FileStamp(str.__new__(RepoPath, path), found.size, found.mtime_ns, found.inode, found.ctime_ns)
        same = isinstance(found, Skipped) and found.path == inner and found.reason in ("too-large", "binary")
        return Skipped(path, found.reason, found.detail) if found and same else Skipped(path, "symlink")

    def _ignored(self, name: bytes, text: bytes, around: Inside) -> str:
        """Who leaves an entry out: our own rules (`mine`), git's (`git`), which the index may overrule, or nobody."""
        rules = around.rules
        said = verdict(rules.extra, name, text) if rules.extra else None
        if said is None and rules.own:
            said = verdict(rules.own, name, text)
        if said:
            return "mine"
        if around.ignored or (said is None and rules.git and verdict(rules.git, name, text)):
            return "git"
        return ""


def is_folder(entry: Entry) -> bool:
    """True for a folder that leads nowhere else. Raises OSError where the disk has to be asked and refuses."""
    return entry.is_dir(follow_symlinks=False) and not (_WINDOWS and is_elsewhere(entry.stat(follow_symlinks=False)))


def is_elsewhere(status: os.stat_result) -> bool:
    """True for a link, and for a junction of Windows."""
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION


def is_unicode(name: bytes) -> bool:
    """True if an index can hold the name."""
    try:
        name.decode()
    except UnicodeDecodeError:
        return False
    return True


def skipped(path: str, reason: str, detail: str = "") -> Skipped:
    """A path that may not be Unicode, shown escaped."""
    return Skipped(os.fsencode(path).decode("utf-8", "backslashreplace"), reason, detail)


def _folders_of(paths: frozenset[str]) -> frozenset[str]:
    found: set[str] = set()
    for path in paths:
        folder = path.rpartition("/")[0]
        while folder and folder not in found:
            found.add(folder)
            folder = folder.rpartition("/")[0]
    return frozenset(found)
