"""A question, the part of the repository it is asked of, and how much answer is wanted."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache


@dataclass(frozen=True, slots=True)
class Scope:
    """Which files may answer. Empty means all. Filters reach the indexes themselves, so nothing is cut off later.

    Globs are matched against the whole path from the root: `*` and `?` stay inside one folder, `**` crosses folders,
    `[abc]` is a set, and a glob without a slash matches a file name in any folder.
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
    """What is asked, in plain words, and the names already known (`terms`), which count for more."""

    text: str
    terms: tuple[str, ...] = ()
    scope: Scope = Scope()
    budget: Budget = Budget()


@lru_cache(maxsize=512)
def glob_pattern(glob: str) -> re.Pattern[str]:
    """A glob of `Scope` as a pattern for whole paths; `src/` means everything below it."""
    glob = glob.removeprefix("./")
    if glob.endswith("/"):
        glob += "**"
    if "/" not in glob:
        glob = "**/" + glob
    out, at = "", 0
    while at < len(glob):
        token = next(t for t in ("**/", "**", "*", "?", "[", "") if glob.startswith(t, at))
        closing = glob.find("]", at + 2) if token == "[" else -1
        if token == "[" and closing > 0:
            body = glob[at + 1 : closing].replace("\\", r"\\").replace("^", r"\^")
            out += "[" + ("^" + body[1:] if body.startswith("!") else body) + "]"
            at = closing + 1
        else:
            out += _GLOB_TOKENS.get(token) or re.escape(glob[at])
            at += len(token) or 1
    return re.compile(out, re.DOTALL)


_GLOB_TOKENS = {"**/": "(?:.*/)?", "**": ".*", "*": "[^/]*", "?": "[^/]"}
