"""What only git can say of a root: the user's configuration, and the paths that are tracked though ignored."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from cw_store.indexing.ignore import IGNORE_CASE, git_folders, work_tree

GIT_TIMEOUT_S = 60.0
"""How long git may take to name what is tracked: it needs 20 ms for 7,000 files, some 5 s for a million."""

# What would make git look elsewhere than at the root: `git rev-parse --local-env-vars` without configuration.
_REPOSITORY_VARIABLES = frozenset(
    (
        *("GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_COMMON_DIR", "GIT_DIR", "GIT_GRAFT_FILE", "GIT_IMPLICIT_WORK_TREE"),
        *("GIT_INDEX_FILE", "GIT_NAMESPACE", "GIT_OBJECT_DIRECTORY", "GIT_PREFIX", "GIT_SHALLOW_FILE", "GIT_WORK_TREE"),
    )
)
# A repository may be hostile: its configuration must not start programs.
_HARMLESS = ("-c", "core.fsmonitor=false", "-c", f"core.hooksPath={os.devnull}", "-c", "core.quotepath=off")
_TRACKED = ("ls-files", "-z", "--cached", "--ignored", "--exclude-standard")
_CONFIG = ("config", "--null", "--show-origin", "--list")
_TRUE = frozenset(("true", "yes", "on"))


@dataclass(frozen=True, slots=True)
class GitFacts:
    """What the rules in the files do not say.

    `answered` is False if git could not be asked what is tracked: it is not installed, refuses, or there is no
    repository. `tracked` are paths from the root that the index holds though rules ignore them, `submodules` folders
    from the root that `.gitmodules` names. `watched` are files outside the listing (absolute, some not there): as long
    as none of them changes, the same answer holds.
    """

    answered: bool = False
    excludes_file: str | None = None
    ignore_case: bool = IGNORE_CASE
    tracked: frozenset[str] = frozenset()
    submodules: frozenset[str] = frozenset()
    watched: tuple[str, ...] = ()
    index: str = ""


def git_program(environ: Mapping[str, str]) -> str | None:
    """The git to be run; None if it is not installed. A `git` lying in the root is not git."""
    program = shutil.which("git", path=environ.get("PATH", ""))
    return program if program and os.path.isabs(program) else None  # noqa: PTH117


def ask_git(root: str, environ: Mapping[str, str]) -> GitFacts:
    """Asks git, in the root, two or three questions: some 2 ms of CPU each. Raises nothing."""
    git = _git(root, environ)
    top = work_tree(root)
    values, origins = _config(git, root)
    home = environ.get("HOME") or environ.get("USERPROFILE") or ""
    users = environ.get("XDG_CONFIG_HOME") or (f"{home}/.config" if home else "")
    excludes = _excludes_file(git, values.get("core.excludesfile"), users, top or root)
    listed = git(_TRACKED) if top else None
    modules = _submodules(git, top, root) if top and listed is not None else frozenset()
    configs = [*origins, f"{home}/.gitconfig", f"{users}/git/config", "/etc/gitconfig", excludes or ""]
    watched = {path for path in (*_above(root, top), *configs) if os.path.isabs(path)}  # noqa: PTH117
    return GitFacts(
        answered=listed is not None,
        excludes_file=excludes,
        ignore_case=_is_true(values["core.ignorecase"]) if "core.ignorecase" in values else IGNORE_CASE,
        tracked=tracked_in(listed),
        submodules=modules,
        watched=tuple(sorted(watched)),
        index=f"{git_folders(top)[0]}/index" if top else "",
    )


def tracked_in(listed: bytes | None) -> frozenset[str]:
    """Paths out of a list with NUL after each."""
    return frozenset(os.fsdecode(listed).split("\0")) - {""} if listed else frozenset()


def tracked_though_ignored(root: str, environ: Mapping[str, str]) -> frozenset[str] | None:
    """The second question alone, for when nothing but the index changed; None if git does not answer."""
    listed = _git(root, environ)(_TRACKED)
    return None if listed is None else tracked_in(listed)


def _above(root: str, top: str | None) -> Iterator[str]:
    """What says which repository the root is in, and which rules come from there."""
    if top:
        own, common = git_folders(top)
        yield from (f"{own}/index", f"{own}/config.worktree", f"{common}/config", f"{common}/info/exclude")
        yield from (f"{top}/.git/HEAD" if own == f"{top}/.git" else f"{top}/.git", f"{top}/.gitmodules")
    for folder in map(str, (Path(root), *Path(root).parents)):
        if folder == top:
            break
        bare = folder.rstrip("/")
        yield from (f"{bare}/.git", f"{bare}/.git/HEAD")
        if top:
            yield f"{Path(folder).parent}/.gitignore"


_Git = Callable[[tuple[str, ...]], "bytes | None"]


def _git(root: str, environ: Mapping[str, str]) -> _Git:
    """git, to be run in the root; it says None if it cannot answer in time."""
    program = git_program(environ)
    clean = {name: value for name, value in environ.items() if name not in _REPOSITORY_VARIABLES}
    clean |= {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}

    def ask(arguments: tuple[str, ...]) -> bytes | None:
        if program is None:
            return None
        try:
            done = subprocess.run(
                (program, *_HARMLESS, *arguments),
                cwd=root,
                env=clean,
                stdin=subprocess.DEVNULL,
                capture_output=True,
                timeout=GIT_TIMEOUT_S,
                check=False,
            )
        except (OSError, subprocess.SubprocessError):
            return None
        return done.stdout if done.returncode == 0 else None

    return ask


def _config(git: _Git, root: str) -> tuple[dict[str, str | None], list[str]]:
    """All values by key, the last one counts (None: a key without a value), and the files they are from."""
    parts = os.fsdecode(git(_CONFIG) or b"").split("\0")
    values: dict[str, str | None] = {}
    files: dict[str, None] = {}
    for origin, entry in zip(parts[::2], parts[1::2], strict=False):
        key, equals, value = entry.partition("\n")
        values[key.lower() if key.startswith("core.") else key] = value if equals else None
        if not origin.startswith("file:"):
            continue
        file = os.path.join(root, origin[len("file:") :])  # noqa: PTH118 - plain strings throughout
        files[file] = None
        if key == "include.path" or (key.startswith("includeif.") and key.endswith(".path")):
            named = os.path.expanduser(value)  # noqa: PTH111
            files[os.path.join(os.path.dirname(file), named)] = None  # noqa: PTH118, PTH120
    return values, list(files)


def _is_true(value: str | None) -> bool:
    return value is None or value.lower() in _TRUE or value.strip("+-0").isdigit()


def _excludes_file(git: _Git, value: str | None, users: str, top: str) -> str | None:
    """The user's own ignore file: as configured, or where git looks for it by default."""
    if value is None:
        return f"{users}/git/ignore" if users else None
    if value.startswith(("~", "%(")):
        value = os.fsdecode(git(("config", "--null", "--type=path", "--get", "core.excludesFile")) or b"").rstrip("\0")
    return os.path.join(top, value) if value else None  # noqa: PTH118


def _submodules(git: _Git, top: str, root: str) -> frozenset[str]:
    """Folders from the root that `.gitmodules` says are submodules."""
    file = f"{top}/.gitmodules"
    if not os.path.isfile(file) or os.path.islink(file):  # noqa: PTH113, PTH114
        return frozenset()
    told = git(("config", "--null", "--file", file, "--get-regexp", r"^submodule\..*\.path$")) or b""
    inside = os.path.relpath(root, top).replace(os.sep, "/")
    prefix = "" if inside == "." else f"{inside}/"
    paths = (entry.partition("\n")[2].rstrip("/") for entry in os.fsdecode(told).split("\0"))
    return frozenset(path.removeprefix(prefix) for path in paths if path and path.startswith(prefix))
