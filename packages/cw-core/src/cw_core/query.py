"""A question, the part of the repository it is asked of, and how much answer is wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Scope:
    """Which files may answer. Empty means all. Filters reach the indexes themselves, so nothing is cut off later.

    Globs are matched against the whole path from the root: `*` and `?` stay inside one folder, `**` crosses folders,
    `[abc]` is a set and `[!abc]` its opposite, neither with a slash in it. A slash at the start means the root; a glob
    without any slash matches a file name in any folder.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    languages: tuple[str, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.include or self.exclude or self.languages)

    def admits(self, path: str, language: str) -> bool:
        """True if this file may answer."""
        if self.languages and language not in self.languages:
            return False
        if self.include and not any(glob_pattern(glob).fullmatch(path) for glob in self.include):
            return False
        return not any(glob_pattern(glob).fullmatch(path) for glob in self.exclude)


@dataclass(frozen=True, slots=True)
class Budget:
    """The most that may come back. None leaves a bound to the settings.

    `tokens` counts text, headers included, by the house's estimate (`cw_core.text.tokens_in`).
    """

    tokens: int | None = None
    files: int | None = None
    segments_per_file: int | None = None


@dataclass(frozen=True, slots=True)
class Query:
    """What is asked, in plain words, and the names already known (`terms`), which count for more.

    `near` are files the asker is looking at (paths from the root): what belongs to them counts for more. `profile` is
    `quick`, `balanced` or `deep`.
    """

    text: str
    terms: tuple[str, ...] = ()
    scope: Scope = Scope()
    budget: Budget = Budget()
    near: tuple[str, ...] = ()
    profile: str = "balanced"


@lru_cache(maxsize=512)
def glob_pattern(glob: str) -> re.Pattern[str]:
    """A glob of `Scope` as a pattern for whole paths; `src/` means everything below it. Any text is a glob."""
    if glob.endswith("/"):
        glob += "**"
    rooted = glob.startswith("/")
    glob = glob.lstrip("/").removeprefix("./")
    if "/" not in glob and not rooted:
        glob = "**/" + glob
    out, at = "", 0
    while at < len(glob):
        if found := _SET.match(glob, at):
            out += _set(found["body"], opposite=bool(found["not"]))
            at = found.end()
            continue
        token = next(t for t in ("**/", "**", "*", "?", "") if glob.startswith(t, at))
        out += _GLOB_TOKENS.get(token) or re.escape(glob[at])
        at += len(token) or 1
    return re.compile(out, re.DOTALL)


def _set(body: str, *, opposite: bool) -> str:
    """What stands between the brackets as a pattern for one character; a range that runs backwards is empty."""
    entries = ""
    for first, last in _SET_ENTRY.findall(body):
        if first <= (last or first):
            entries += re.escape(first) + ("-" + re.escape(last) if last else "")
    if not entries:
        return "[^/]" if opposite else "(?!)"
    return f"(?!/)[{'^' if opposite else ''}{entries}]"


_SET = re.compile(r"\[(?P<not>!?+)(?P<body>.[^\]]*)\]", re.DOTALL)
_SET_ENTRY = re.compile(r"(.)(?:-(.))?", re.DOTALL)
_GLOB_TOKENS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
