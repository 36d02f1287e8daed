"""The patterns of one ignore file, matched as git matches them.

Patterns are matched on bytes, as git does it (`?` is one byte). Most patterns of real ignore files are plain names or
`*.suffix`; those are looked up, and only the rest becomes a regular expression.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

_SPECIAL = re.compile(r"[*?\[\\]")
_NAMED_CLASS = re.compile(r"\[:([^\]]*):\]")
_OPEN = frozenset("*?[\\")  # what such a glob begins with, its text need not
_NEVER = "(?!)"
_FOLDED = str.maketrans(string.ascii_uppercase, string.ascii_lowercase)
_CLASSES = {
    "alnum": string.ascii_letters + string.digits,
    "alpha": string.ascii_letters,
    "blank": " \t",
    "cntrl": "".join(map(chr, (*range(32), 127))),
    "digit": string.digits,
    "graph": "".join(map(chr, range(33, 127))),
    "lower": string.ascii_lowercase,
    "print": "".join(map(chr, range(32, 127))),
    "punct": string.punctuation,
    "space": string.whitespace,
    "upper": string.ascii_uppercase,
    "xdigit": string.hexdigits,
}


@dataclass(frozen=True, slots=True)
class Globs:
    """Some patterns, each with its line in the ignore file: of those that fit, the last line counts.

    `exact` holds texts, `tails` ends of texts with their lines, `regex` the rest: last line first, since of
    alternatives the first that fits wins; `lines` are those of its groups. `firsts` are the bytes that what the regex
    fits begins with, if these are known.
    """

    exact: dict[bytes, int] = field(default_factory=dict)
    tails: tuple[tuple[bytes, int], ...] = ()
    ends: tuple[bytes, ...] = ()
    regex: re.Pattern[bytes] | None = None
    lines: tuple[int, ...] = ()
    firsts: frozenset[int] | None = None

    def last_line(self, text: bytes) -> int:
        """The last line that fits, -1 if none does."""
        line = self.exact.get(text, -1)
        if self.ends and text.endswith(self.ends):
            line = max(line, *(number for tail, number in self.tails if text.endswith(tail)))
        if self.regex is not None and (self.firsts is None or text[0] in self.firsts):
            found = self.regex.fullmatch(text)
            if found and found.lastindex:
                line = max(line, self.lines[found.lastindex - 1])
        return line


@dataclass(frozen=True, slots=True)
class Patterns:
    """One ignore file: patterns without a slash, for names, those with one, for paths, and which lines take back.

    `paths` is None if there are none. `folded`: case does not count, texts have to be in lower case (ASCII alone).
    """

    names: Globs
    paths: Globs | None
    negated: tuple[bool, ...]
    folded: bool = False

    def verdict(self, path: bytes) -> bool | None:
        """True: ignored, False: taken back, None: not mentioned.

        The path begins below the folder of the ignore file. That of a folder ends with NUL, which no name can hold.
        """
        return self.of(path[path.rfind(b"/") + 1 :], path, 0)

    def of(self, name: bytes, path: bytes, drop: int) -> bool | None:
        """The same for a path whose first `drop` bytes lead to the folder of the ignore file, and its last part."""
        if self.folded:
            name, path = name.lower(), path.lower()
        last = self.names.last_line(name)
        if self.paths is not None:
            last = max(last, self.paths.last_line(path[drop:]))
        return None if last < 0 else not self.negated[last]


@lru_cache(maxsize=4096)
def compile_patterns(content: bytes, ignore_case: bool = False) -> Patterns | None:
    """The patterns of an ignore file's bytes; None if it has none. `ignore_case` is git's `core.ignoreCase`."""
    names: dict[int, str] = {}
    paths: dict[int, str] = {}
    negated: list[bool] = []
    for raw in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        line = _without_trailing_spaces(raw.removesuffix(b"\r").decode("latin-1"))
        takes_back = line.startswith("!")
        glob = line[takes_back:]
        if not glob or line.startswith("#"):
            continue
        if "/" in glob.removesuffix("/"):
            paths[len(negated)] = glob.removeprefix("/")
        elif glob != "/":
            names[len(negated)] = glob
        negated.append(takes_back)
    if not negated:
        return None
    by_path = _globs(paths, True, ignore_case) if paths else None
    return Patterns(_globs(names, False, ignore_case), by_path, tuple(negated), ignore_case)


def _globs(globs: dict[int, str], whole_path: bool, fold: bool) -> Globs:
    """Globs by line; one that ends with a slash is for folders, whose texts end with NUL."""
    exact: dict[bytes, int] = {}
    tails: list[tuple[bytes, int]] = []
    rest: dict[int, str] = {}
    for line, glob in sorted(globs.items()):
        bare = glob.removesuffix("/")
        kinds = (b"\0",) if bare != glob else (b"", b"\0")
        star = not whole_path and bare.startswith("*")
        if _SPECIAL.search(bare, star):
            rest[line] = _translate(bare, whole_path, fold) + (r"\0" if bare != glob else r"\0?")
            continue
        text = (bare[star:].translate(_FOLDED) if fold else bare[star:]).encode("latin-1")
        for kind in kinds:
            if star:
                tails.append((text + kind, line))
            else:
                exact[text + kind] = line
    lines = tuple(sorted(rest, reverse=True))
    regex = "|".join(f"({rest[line]})" for line in lines).encode("latin-1")
    found = re.compile(regex, re.DOTALL) if rest else None
    starts = {glob[:1].translate(_FOLDED) if fold else glob[:1] for line, glob in globs.items() if line in rest}
    firsts = None if starts & _OPEN else frozenset(map(ord, starts))
    return Globs(exact, tuple(tails), tuple(tail for tail, _ in tails), found, lines, firsts)


def _without_trailing_spaces(line: str) -> str:
    bare = line.rstrip(" ")
    escaped = (len(bare) - len(bare.rstrip("\\"))) % 2
    return line[: len(bare) + escaped]


def _translate(glob: str, whole_path: bool, fold: bool) -> str:
    """A glob as a regular expression that cannot backtrack without end.

    All but the last star of a part match as early as they can and stay there (atomic groups): that decides the same.
    Likewise all but the last `**/` of a path.
    """
    out: list[str] = []
    star = folders = -1
    for kind, regex in _tokens(glob, whole_path, fold):
        if kind == "star" and star >= 0:
            out[star] = r"(?>[^/\0]*?"
            out.append(")")
        if kind == "folders" and folders >= 0:
            out[folders] = r"(?>(?:[^/\0]*/)*?"
            out.append(")")
        if kind == "star":
            star = len(out)
        elif kind == "folders":
            star, folders = -1, len(out)
        elif regex == "/":
            star = -1
        out.append(regex)
    return "".join(out)


def _tokens(glob: str, whole_path: bool, fold: bool) -> Iterator[tuple[str, str]]:
    special = _SPECIAL.search(glob)
    start = special.start() if special else -1  # git compares what comes before literally, then begins anew here
    at = 0
    while at < len(glob):
        char, after = glob[at], at + 1
        kind, regex = "one", re.escape(char.translate(_FOLDED) if fold else char)
        if char == "*":
            while glob.startswith("*", after):
                after += 1
            crosses = whole_path and after - at > 1 and (at == start or glob[at - 1] == "/")
            if crosses and after == len(glob):
                kind, regex = "rest", r"[^\0]*"
            elif crosses and glob[after] == "/":
                kind, regex, after = "folders", r"(?:[^/\0]*/)*", after + 1
            else:
                kind, regex = "star", r"[^/\0]*"
        elif char == "?":
            regex = r"[^/\0]"
        elif char == "[":
            after, regex = _bracket(glob, at + 1, fold)
        elif char == "\\":
            regex = re.escape(glob[after]) if after < len(glob) else _NEVER
            after += 1
        yield kind, regex
        at = after


def _bracket(glob: str, at: int, fold: bool) -> tuple[int, str]:
    """Where the set that opens before `at` ends, with its regular expression: never, if it does not end at all.

    Where case does not count git puts the text in lower case, ranges and `[:upper:]` fit either case, and a single
    capital (as one after a backslash) fits nothing.
    """
    negated = glob.startswith(("!", "^"), at)
    at += negated
    first, members, low = at, set[int](), ""
    while at < len(glob) and (glob[at] != "]" or at == first):
        named = _NAMED_CLASS.match(glob, at)
        if named:
            if named[1] not in _CLASSES:
                return len(glob), _NEVER
            name = "alpha" if fold and named[1] == "upper" else named[1]
            members.update(map(ord, _CLASSES[name]))
            at, low = named.end(), ""
            continue
        ranged = bool(low) and glob[at] == "-" and at + 1 < len(glob) and glob[at + 1] != "]"
        at += ranged
        at += glob[at] == "\\"
        if at >= len(glob):
            break
        found = range(ord(low), ord(glob[at]) + 1) if ranged else (ord(glob[at]),)
        members.update(found)
        if fold and ranged:
            members.update(ord(char) + 32 for char in string.ascii_uppercase if ord(char) in found)
        low = "" if ranged else glob[at]
        at += 1
    if at >= len(glob):
        return len(glob), _NEVER
    chosen = (set(range(256)) - members if negated else members) - {0, ord("/")}
    return at + 1, "[" + "".join(f"\\x{code:02x}" for code in sorted(chosen)) + "]" if chosen else _NEVER
