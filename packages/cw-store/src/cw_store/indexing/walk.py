"""A root into the stamps of the files that count."""

from __future__ import annotations

import os
import re
import shutil
import stat
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from pathlib import Path

from cw_core.errors import RootRefused
from cw_core.settings import IndexSettings
from cw_core.snapshot import FileStamp
from cw_core.source import RepoPath, Skipped
from cw_store.indexing.ignore import IgnoreRules, all_rules, is_excluded, is_repository, is_sensitive, own_rules
from cw_store.indexing.read import looks_like_text, real_file

GIT_TIMEOUT_S = 60.0
"""How long git may take to list a tree: it needs 80 ms for 3,300 files, some 5 s for a million on a cold disk."""

# What would make git look elsewhere than at the root: `git rev-parse --local-env-vars` without configuration.
_REPOSITORY_VARIABLES = frozenset(
    (
        *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE"),
        *("GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE"),
    )
)
# A repository may be hostile: its configuration must not start programs.
_HARMLESS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.quotepath=off")
_LIST = ("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate")
_UNOPENED = re.compile(r"could not open directory '(.+?)/?'")
_JUNCTION = 0xA0000003  # Windows: a folder that leads elsewhere (IO_REPARSE_TAG_MOUNT_POINT)


@dataclass(frozen=True, slots=True)
class Walk:
    """What is in a root: files that count, and paths that were left out (a folder's ends with `/`), sorted by path.

    `by_git` is False if git could not be asked. Then ignored paths are among the skipped; git does not name them.
    """

    stamps: tuple[FileStamp, ...]
    skipped: tuple[Skipped, ...]
    by_git: bool


def walk(root: Path, settings: IndexSettings, environ: Mapping[str, str] | None = None) -> Walk:
    """The files of a root (its real path) that count, untracked ones included.

    git is asked what it ignores; where it cannot answer, or knows of nothing here, its rules are read from the files.
    `.cwignore` files and `settings.ignore_patterns` come on top; taking back (`!`) what git ignores works only
    without git, which does not list it. `environ` is what git runs in, by default this process's. No file is opened
    but those rules; what cannot be read is skipped. Raises RootRefused for more than `settings.max_files` files.
    """
    top = str(root)
    environ = os.environ if environ is None else environ
    git = _git(top, environ)
    found = _Found(top, settings.max_bytes, settings.max_files)
    listing = git(_LIST) if git else None
    if listing is not None and listing.returncode == 0 and listing.stdout:
        _by_git(found, own_rules(top, settings.ignore_patterns), listing)
        if found.stamps or found.skipped:
            return found.walk(by_git=True)
    _by_hand(found, all_rules(top, settings.ignore_patterns, _excludes_file(git, environ)))
    return found.walk(by_git=False)


class _Found:
    """What a walk has come by so far."""

    def __init__(self, root: str, max_bytes: int, max_files: int) -> None:
        self.root = root
        self.max_bytes = max_bytes
        self.max_files = max_files
        self.stamps: list[FileStamp] = []
        self.skipped: list[Skipped] = []

    def walk(self, by_git: bool) -> Walk:
        by_path = attrgetter("path")
        return Walk(tuple(sorted(self.stamps, key=by_path)), tuple(sorted(self.skipped, key=by_path)), by_git)

    def skip(self, path: str, reason: str, detail: str = "") -> None:
        self.skipped.append(Skipped(os.fsencode(path).decode("utf-8", "backslashreplace"), reason, detail))

    def status(self, path: str) -> os.stat_result | None:
        """What the disk says of a path itself, links not followed; None if it is gone, or refused and noted."""
        try:
            return os.lstat(f"{self.root}/{path}")
        except (FileNotFoundError, NotADirectoryError):
            return None
        except OSError as error:
            self.skip(path, "unreadable", error.strerror or "")
            return None

    def enter(self, folder: str, rules: IgnoreRules, holds: Callable[[str], bool]) -> IgnoreRules | None:
        """The rules inside a folder, given those of the folder around it; None, and noted, if it is left out."""
        if not _is_unicode(folder):
            self.skip(f"{folder}/", "name")
        elif rules.ignores(folder, is_folder=True):
            self.skip(f"{folder}/", "ignored")
        elif is_excluded(folder, holds):
            self.skip(f"{folder}/", "excluded")
        else:
            return rules.within(folder, holds)
        return None

    def file(self, path: str, status: os.stat_result, rules: IgnoreRules) -> None:
        """Anything but a folder: a stamp if it counts, noted if not."""
        name = path[path.rfind("/") + 1 :]
        if not _is_unicode(path):
            return self.skip(path, "name")
        if name == ".git":  # of a linked work tree, or of a submodule: a file
            return self.skip(path, "excluded")
        if rules.ignores(path, is_folder=False):
            return self.skip(path, "ignored")
        if is_sensitive(name):
            return self.skip(path, "sensitive")
        if _is_link(status):
            target = self.target(path)
            if target is None:
                return self.skip(path, "symlink")
            status = target
        if not stat.S_ISREG(status.st_mode):
            return self.skip(path, "special")
        if status.st_size > self.max_bytes:
            reason = "too-large" if looks_like_text(f"{self.root}/{path}") else "binary"
            return self.skip(path, reason, str(status.st_size))
        self.stamps.append(FileStamp(RepoPath(path), status.st_size, status.st_mtime_ns, status.st_ino, status.st_ctime_ns))
        if len(self.stamps) > self.max_files:
            raise RootRefused(
                f"{self.root} holds more than {self.max_files:,} files.",
                "Choose a smaller folder, leave folders out in a .cwignore, or raise CW_INDEX_MAX_FILES.",
            )
        return None

    def target(self, path: str) -> os.stat_result | None:
        """The regular file inside the root that a link leads to, if it does."""
        try:
            real = real_file(self.root, path)
            status = os.lstat(real) if real else None
        except (OSError, ValueError):
            return None
        return status if status and stat.S_ISREG(status.st_mode) else None


def _by_git(found: _Found, rules: IgnoreRules, listing: subprocess.CompletedProcess[bytes]) -> None:
    folders: dict[str, IgnoreRules | None] = {"": rules}
    for path in os.fsdecode(listing.stdout).split("\0"):
        place = path.rstrip("/").rpartition("/")[0]
        inside = folders[place] if place in folders else _rules_in(found, place, folders)
        if not path or inside is None:
            continue
        status = found.status(path.rstrip("/"))
        if status is None:
            continue
        if not stat.S_ISDIR(status.st_mode):
            found.file(path, status, inside)
        elif _holds_repository(f"{found.root}/{path}") and found.enter(path.rstrip("/"), inside, _on_disk(found, path)):
            found.skip(f"{path.rstrip('/')}/", "submodule")
    for place in _UNOPENED.findall(os.fsdecode(listing.stderr)):
        below = next((folder for folder in _tails(place) if os.path.lexists(f"{found.root}/{folder}")), None)
        if below and _rules_in(found, below, folders):
            found.skip(f"{below}/", "unreadable")


def _rules_in(found: _Found, folder: str, folders: dict[str, IgnoreRules | None]) -> IgnoreRules | None:
    """The rules inside a folder that git named a file in; None if it, or one above, is left out or became a link."""
    unknown = []
    while folder not in folders:
        unknown.append(folder)
        folder = folder.rpartition("/")[0]
    inside = folders[folder]
    for folder in reversed(unknown):
        status = found.status(folder) if inside else None
        if inside is None or status is None or not stat.S_ISDIR(status.st_mode) or _is_link(status):
            inside = None
        else:
            inside = found.enter(folder, inside, _on_disk(found, folder))
        folders[folder] = inside
    return inside


def _tails(path: str) -> Iterator[str]:
    """git names a folder from the top of the work tree, which may be above the root: `a/b/c`, `b/c`, `c`."""
    while path:
        yield path
        path = path.partition("/")[2]


def _holds_repository(folder: str) -> bool:
    """True for a nested repository, and for the empty folder of a submodule that was never fetched."""
    try:
        with os.scandir(folder) as entries:
            return is_repository(folder) or next(entries, None) is None
    except OSError:
        return True


def _on_disk(found: _Found, folder: str) -> Callable[[str], bool]:
    return lambda name: os.path.lexists(f"{found.root}/{folder}/{name}")


def _by_hand(found: _Found, rules: IgnoreRules) -> None:
    waiting = [("", rules, _Names(found.root))]
    while waiting:
        folder, inside, names = waiting.pop()
        try:
            listed = names.all
        except OSError as error:
            found.skip(f"{folder or '.'}/", "unreadable", error.strerror or "")
            continue
        for name in listed:
            path = f"{folder}/{name}" if folder else name
            status = found.status(path)
            if status is None:
                continue
            if not stat.S_ISDIR(status.st_mode) or _is_link(status):
                found.file(path, status, inside)
                continue
            inner = _Names(f"{found.root}/{path}")
            below = found.enter(path, inside, inner.__contains__)
            if below and ".git" in inner and is_repository(f"{found.root}/{path}"):
                found.skip(f"{path}/", "submodule")
            elif below:
                waiting.append((path, below, inner))


class _Names:
    """The names in a folder, read when first asked for: a folder that is left out by its own name never is."""

    def __init__(self, folder: str) -> None:
        self.folder = folder

    @cached_property
    def all(self) -> frozenset[str]:
        with os.scandir(self.folder) as entries:
            return frozenset(entry.name for entry in entries)

    def __contains__(self, name: str) -> bool:
        try:
            return name in self.all
        except OSError:
            return False


def _is_link(status: os.stat_result) -> bool:
    return stat.S_ISLNK(status.st_mode) or getattr(status, "st_reparse_tag", 0) == _JUNCTION


def _is_unicode(path: str) -> bool:
    try:
        path.encode()
    except UnicodeEncodeError:
        return False
    return True


_Git = Callable[[tuple[str, ...]], "subprocess.CompletedProcess[bytes] | None"]


def _git(root: str, environ: Mapping[str, str]) -> _Git | None:
    """git, to be run in the root; None if it is not installed. What it returns is None if it could not run in time."""
    program = shutil.which("git", path=environ.get("PATH", ""))
    if program is None or not os.path.isabs(program):  # noqa: PTH117 - a `git` lying in the root is not git
        return None
    clean = {name: value for name, value in environ.items() if name not in _REPOSITORY_VARIABLES}
    clean |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}

    def ask(arguments: tuple[str, ...]) -> subprocess.CompletedProcess[bytes] | None:
        command = (program, *_HARMLESS, *arguments)
        try:
            return subprocess.run(
                command,
                cwd=root,
                env=clean,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=GIT_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None

    return ask


def _excludes_file(git: _Git | None, environ: Mapping[str, str]) -> str | None:
    """The user's own ignore file: as configured, or where git looks for it by default."""
    configured = git(("config", "--type=path", "--get", "core.excludesFile")) if git else None
    if configured and configured.returncode == 0 and configured.stdout.strip():
        return os.fsdecode(configured.stdout.rstrip(b"\n"))
    home = environ.get("HOME") or environ.get("USERPROFILE")
    folder = environ.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home else None)
    return f"{folder}/git/ignore" if folder else None
