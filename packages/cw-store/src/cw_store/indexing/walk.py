"""A root into the stamps of the files that count."""

from __future__ import annotations

import hashlib
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, TypeVar

from cw_core.errors import RootRefused
from cw_core.settings import IndexSettings
from cw_core.snapshot import FileStamp
from cw_core.source import Skipped
from cw_store.indexing.decide import NUMBER, Decider, Inside, Listing, is_elsewhere, is_folder, skipped
from cw_store.indexing.git import GitFacts, ask_git, git_program
from cw_store.indexing.ignore import RULE_FILES, is_excluded, tables

_RULE_NAMES = frozenset(os.fsencode(name) for name in RULE_FILES)
_OF_LINKS = frozenset(("binary", "symlink", "too-large"))
_LOOKED_AT = frozenset(("binary", "hard-link", "submodule", "too-large", "unreadable"))
_HOMES = frozenset(("HOME", "USERPROFILE", "XDG_CONFIG_HOME"))
_OF_GIT = ("GIT_CEILING", "GIT_CONFIG", "GIT_DISCOVERY")
_NOTHING = GitFacts()


class Mark(NamedTuple):
    """The state of a path that decides about others: zeros if it is not there. `size` is that of a file."""

    path: str
    size: int = 0
    mtime_ns: int = 0
    ctime_ns: int = 0
    inode: int = 0


@dataclass(frozen=True, slots=True)
class Walk:
    """What is in a root: files that count, and paths that were left out (a folder's ends with `/`), sorted by path.

    `by_git` is False if git could not be asked what is tracked though ignored: then the rules alone decided.
    `hard_linked` are files that have other names too. The rest is what `reconcile` goes by, sorted by path as well:
    `folders` that were entered (the root is empty), `rules`, the rule files in them, `decisive` paths whose state
    decided about themselves or a folder above, all from the root; `links` that no rule leaves out; `watched` files
    outside the listing (absolute) behind `facts`; `key` stands for what else decides (`key_of`). The walk began at
    `begun_ns`; nothing that happened before is missed.
    """

    stamps: tuple[FileStamp, ...]
    skipped: tuple[Skipped, ...]
    by_git: bool
    hard_linked: tuple[str, ...] = ()
    folders: tuple[Mark, ...] = ()
    rules: tuple[Mark, ...] = ()
    decisive: tuple[Mark, ...] = ()
    links: tuple[str, ...] = ()
    watched: tuple[Mark, ...] = ()
    facts: GitFacts = _NOTHING
    begun_ns: int = 0
    key: str = ""


class OutOfTime(Exception):
    """A listing did not end before the moment it was given."""


def walk(
    root: Path, settings: IndexSettings, environ: Mapping[str, str] | None = None, *, begun_ns: int | None = None
) -> Walk:
    """The files of a root (its real path) that count, untracked ones included.

    Ignore rules are read from the files as git does; git is asked for the user's configuration and for what is tracked
    though ignored, which counts. `.cwignore` files and `settings.ignore_patterns` come on top: they leave tracked
    files out too, and take back (`!`) what git ignores, as long as no folder above is left out. `environ` is what git
    runs in, by default this process's. No file is opened but rules, and the heads of files that are too large; what
    cannot be read is skipped. Raises RootRefused for a root that is gone, and for more than
    `settings.max_files` files.
    """
    return list_all(str(root), settings, os.environ if environ is None else environ, begun_ns or time.time_ns())


def list_all(
    root: str, settings: IndexSettings, environ: Mapping[str, str], begun_ns: int, until: float | None = None
) -> Walk:
    """The same; raises OutOfTime if it does not end before `until` (of `time.monotonic`)."""
    facts = ask_git(root, environ)
    watched = mark_watched(facts)
    found = Found(Decider(root, settings, facts), until=until)
    found.enter(Below("", os.fsencode(root), b"", None))
    return found.walk(watched, begun_ns, key_of(root, settings, environ))


def key_of(root: str, settings: IndexSettings, environ: Mapping[str, str]) -> str:
    """A hash of what decides besides the disk: root, settings, our own tables, which git in which environment."""
    own = (settings.max_bytes, settings.max_files, settings.ignore_patterns, settings.hard_links)
    names = sorted(name for name in environ if name in _HOMES or name.startswith(_OF_GIT))
    facts = (root, own, tables(), git_program(environ), [(name, environ[name]) for name in names])
    return hashlib.sha256(repr(facts).encode("utf-8", "surrogatepass")).hexdigest()[:32]


def mark_watched(facts: GitFacts) -> tuple[Mark, ...]:
    """The state of what the facts are from. Links are followed, as git follows them."""
    return tuple(sorted(mark(path, path, links=True) for path in facts.watched))


def mark(path: str, place: str | bytes, *, links: bool) -> Mark:
    """The state of the path that is at `place`, links followed or not."""
    try:
        return mark_of(path, os.stat(place, follow_symlinks=links))  # noqa: PTH116 - plain strings throughout
    except (OSError, ValueError):
        return Mark(path)


def mark_of(path: str, status: os.stat_result) -> Mark:
    """The state of a path as the disk tells it."""
    numbers = (status.st_size, status.st_mtime_ns & NUMBER, status.st_ctime_ns & NUMBER, status.st_ino & NUMBER)
    return Mark(path, *numbers)


class Below(NamedTuple):
    """A folder to be decided about: its path, where it is, its name, and what holds around it (None for the root)."""

    path: str
    place: bytes
    name: bytes
    around: Inside | None


@dataclass(slots=True)
class Found:
    """What a listing has come by so far, by path; `skipped` by the path that is shown."""

    decider: Decider
    stamps: dict[str, FileStamp] = field(default_factory=dict)
    skipped: dict[str, Skipped] = field(default_factory=dict)
    folders: dict[str, Mark] = field(default_factory=dict)
    rules: dict[str, Mark] = field(default_factory=dict)
    decisive: dict[str, Mark] = field(default_factory=dict)
    links: set[str] = field(default_factory=set)
    hard_linked: set[str] = field(default_factory=set)
    until: float | None = None

    def walk(self, watched: tuple[Mark, ...], begun_ns: int, key: str) -> Walk:
        """All of it. Raises RootRefused if it is too much."""
        self._refuse_too_many()
        return Walk(
            stamps=_by_path(self.stamps),
            skipped=_by_path(self.skipped),
            by_git=self.decider.facts.answered,
            hard_linked=tuple(sorted(filter(self._is_listed, self.hard_linked | self.decider.hard_linked))),
            folders=_by_path(self.folders),
            rules=_by_path(self.rules),
            decisive=_by_path(self.decisive),
            links=tuple(sorted(self.links)),
            watched=watched,
            facts=self.decider.facts,
            begun_ns=begun_ns,
            key=key,
        )

    def enter(self, folder: Below) -> None:
        """Lists a folder and all below."""
        waiting = [folder]
        while waiting:
            if self.until is not None and time.monotonic() > self.until:
                raise OutOfTime
            waiting += self.open(waiting.pop())
            if not len(self.folders) % 64:
                self._refuse_too_many()

    def open(self, folder: Below) -> list[Below]:
        """Lists one folder; the folders in it, not yet decided about."""
        path, place, name, around = folder
        listing = Listing(place)
        try:
            status = os.lstat(place)
            if not stat.S_ISDIR(status.st_mode) or is_elsewhere(status):  # it was a folder a moment ago
                return []
            inside = self.decider.folder(path, name, around, listing) if around else self.decider.inside(path)
            if not isinstance(inside, Inside):
                return self._leave_out(inside, path, status) if inside else []
            entries = listing.entries
        except (FileNotFoundError, NotADirectoryError):
            if around is None:
                raise RootRefused(f"{self.decider.root} is gone.", "Check that its disk is there.") from None
            return []
        except OSError as error:
            return self._leave_out(skipped(f"{path or '.'}/", "unreadable", error.strerror or ""), path)
        self.folders[path] = mark_of(path, status)
        return self._entries(entries, inside)

    def _entries(self, entries: list[os.DirEntry[bytes]], inside: Inside) -> list[Below]:
        below: list[Below] = []
        prefix, decide = inside.prefix, self.decider.file
        for entry in entries:
            raw = entry.name
            path = prefix + os.fsdecode(raw)
            if raw == b".git":
                if not prefix:  # the repository itself: nobody misses it
                    continue
                self._mark_git(path)
            try:
                if is_folder(entry):
                    below.append(Below(path, entry.path, raw, inside))
                    continue
                is_link = entry.is_symlink()
            except OSError as error:
                self._leave_out(skipped(path, "unreadable", error.strerror or ""), path)
                continue
            if raw in _RULE_NAMES:
                self.rules[path] = mark(path, entry.path, links=False)
            decided = decide(path, entry, inside)
            if isinstance(decided, FileStamp):
                self.stamps[path] = decided
            elif decided:
                self._leave_out(decided, path, of_link=is_link)
            if is_link and (isinstance(decided, FileStamp) or (decided and decided.reason in _OF_LINKS)):
                self.links.add(path)
        return below

    def _leave_out(
        self, entry: Skipped, path: str, status: os.stat_result | None = None, of_link: bool = False
    ) -> list[Below]:
        """Notes what was left out, and its state if that decided; nothing is below it."""
        self.skipped[entry.path] = entry
        looked_at = entry.reason in _LOOKED_AT or (entry.reason == "excluded" and not is_excluded(path, _anything))
        if looked_at and not of_link:
            place = f"{self.decider.root}/{path}"
            self.decisive[path] = mark_of(path, status) if status else mark(path, place, links=False)
            if entry.reason == "submodule":
                self._mark_git(f"{path}/.git")
        return []

    def _mark_git(self, path: str) -> None:
        """The state of a `.git` that makes its folder a repository or not: that of a file, or of the `HEAD` in it."""
        for part in (path, f"{path}/HEAD"):
            found = mark(part, f"{self.decider.root}/{part}", links=False)
            self.decisive[part] = Mark(part) if os.path.isdir(f"{self.decider.root}/{part}") else found  # noqa: PTH112

    def _is_listed(self, path: str) -> bool:
        return path in self.stamps or (path in self.skipped and self.skipped[path].reason == "hard-link")

    def _refuse_too_many(self) -> None:
        most = self.decider.settings.max_files
        if len(self.stamps) > most:
            raise RootRefused(
                f"{self.decider.root} holds more than {most:,} files.",
                "Choose a smaller folder, leave folders out in a .cwignore, or raise CW_INDEX_MAX_FILES.",
            )


Value = TypeVar("Value")


def _anything(name: str) -> bool:
    """A folder that is excluded if it holds `__init__.py` and no `pyvenv.cfg` is so by its own name."""
    return name == "__init__.py"


def _by_path(found: dict[str, Value]) -> tuple[Value, ...]:
    return tuple(found[path] for path in sorted(found))
