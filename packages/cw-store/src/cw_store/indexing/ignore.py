"""Which paths a rule leaves out: git's own rules, from the files alone, and tables of what nobody wants indexed.

Rules are matched entry by entry from the top down, as git does it: a folder that is ignored is never entered, so
nothing below it can be taken back. Patterns are matched on bytes, again as git does it (`?` is one byte). Libraries
for this match whole paths, descendants included, and so differ from git where negations meet folders.
"""

from __future__ import annotations

import os
import re
import stat
import string
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path

ALWAYS_EXCLUDED: tuple[str, ...] = (
    # version control
    *(".git", ".hg", ".svn", ".jj", ".bzr", ".sl", "CVS", "_darcs"),
    # dependencies, put there by a tool
    *("node_modules", "bower_components", "jspm_packages", ".pnpm-store", ".yarn/cache", ".yarn/unplugged"),
    *(".venv", "venv", ".virtualenv", "site-packages", "__pypackages__", ".pixi", ".bundle", "vendor/bundle"),
    *(".m2", ".ivy2", ".cargo/registry", ".pub-cache", ".swiftpm", "elm-stuff", ".stack-work", "dist-newstyle"),
    # caches
    *("__pycache__", ".tox", ".nox", ".eggs", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis"),
    *(".pytype", ".pyre", ".ipynb_checkpoints", ".cache", ".ccache", ".ccls-cache", ".gradle", ".kotlin", ".cxx"),
    *(".terraform", ".terragrunt-cache", ".serverless", ".next", ".nuxt", ".svelte-kit", ".astro", ".docusaurus"),
    *(".turbo", ".nx/cache", ".parcel-cache", ".angular", ".vercel", ".expo", ".nyc_output", ".sass-cache"),
    *(".dart_tool", ".zig-cache", "zig-cache", ".bloop", ".metals", ".elixir_ls", ".direnv", ".devenv"),
    # editors' own state
    *(".idea", ".vs", ".fleet", ".history"),
)
"""Folder names (or a path's last two parts) never entered, tracked by git or not. No `build`: that may be source."""

_NAMES = frozenset(name for name in ALWAYS_EXCLUDED if "/" not in name)
_PAIRS = frozenset(name for name in ALWAYS_EXCLUDED if "/" in name)

_SENSITIVE = re.compile(
    r"""\.env(?:\..*)?(?<!\.example)(?<!\.sample)(?<!\.template)(?<!\.dist) | \.envrc
      | id_(?:rsa|dsa|ecdsa|ed25519)(?:_sk)?
      | .*\.(?:pem|key|p8|p12|pkcs12|pfx|jks|keystore|keytab|kdb|kdbx|ppk|tfstate|tfstate\.backup)
      | [._]netrc | \.npmrc | \.pypirc | \.git-credentials | \.htpasswd | \.pgpass | \.my\.cnf | \.dockercfg
      | \.s3cfg | \.boto | \.vault-token | kubeconfig | credentials(?:\.json)? | client_secrets?\.json
      | service[-_]?account(?:[-_]?key)?\.json""",
    re.VERBOSE | re.DOTALL,
)

_RULES_BYTES = 1_048_576  # more is no ignore file
_FLAGS = re.DOTALL | (re.IGNORECASE if sys.platform in ("win32", "darwin") else 0)  # core.ignorecase's default there
_SPECIAL = re.compile(r"[*?\[\\]")
_NAMED_CLASS = re.compile(r"\[:([^\]]*):\]")
_NEVER = "(?!)"
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


def is_excluded(folder: str, holds: Callable[[str], bool]) -> bool:
    """True if the folder (its path from the root) is never entered: by name, or as a Python environment.

    A real environment holds `pyvenv.cfg`, whatever its name; a `venv` with an `__init__.py` is a package of that name.
    `holds` says whether it has an entry of a given name, and is asked only if the folder's own name is not enough.
    """
    name = folder[folder.rfind("/") + 1 :]
    if name == "venv":
        return not holds("__init__.py")
    if name in _NAMES or (name != folder and "/".join(folder.split("/")[-2:]) in _PAIRS):
        return True
    return holds("pyvenv.cfg")


def is_sensitive(name: str) -> bool:
    """True if a file of this name holds keys, credentials or a machine's environment by convention. Case is ignored."""
    return _SENSITIVE.fullmatch(name.lower()) is not None


def is_repository(folder: str) -> bool:
    """True if the folder is the top of a git work tree: `.git` is a repository, or a file that points to one."""
    return os.path.lexists(f"{folder}/.git/HEAD") or _is_regular(f"{folder}/.git", links=False)


@dataclass(frozen=True, slots=True)
class _Globs:
    """Some patterns as one regular expression, with the line in the ignore file of each of its groups, last line first:
    of alternatives the first that fits wins.
    """

    regex: re.Pattern[bytes]
    lines: tuple[int, ...]

    def last_line(self, text: bytes, start: int = 0) -> int:
        found = self.regex.fullmatch(text, start) if self.lines else None
        return self.lines[found.lastindex - 1] if found and found.lastindex else -1


@dataclass(frozen=True, slots=True)
class Patterns:
    """One ignore file: patterns without a slash, for names, those with one, for paths, and which lines take back."""

    names: _Globs
    paths: _Globs
    negated: tuple[bool, ...]

    def verdict(self, path: bytes) -> bool | None:
        """True: ignored, False: taken back, None: not mentioned.

        The path begins below the folder of the ignore file. That of a folder ends with NUL, which no name can hold.
        """
        last = max(self.names.last_line(path, path.rfind(b"/") + 1), self.paths.last_line(path))
        return None if last < 0 else not self.negated[last]


@dataclass(frozen=True, slots=True)
class IgnoreRules:
    """The rules in force in one folder; `within` gives those of a folder inside it.

    A level is a number of leading bytes to drop from a path, with the patterns for the rest; the strongest comes first.
    `prefix` is the path of the root inside its work tree, with a final slash, so that rules above the root count too.
    """

    root: str
    files: tuple[str, ...] = (".cwignore",)
    prefix: bytes = b""
    extra: tuple[tuple[int, Patterns], ...] = ()
    own: tuple[tuple[int, Patterns], ...] = ()
    git: tuple[tuple[int, Patterns], ...] = ()

    def ignores(self, path: str, is_folder: bool) -> bool:
        """True if the entry (its path from the root) is left out, given that the folders above it are not.

        Asked in this order, the first that mentions it decides: the settings' patterns, `.cwignore` files from the
        deepest up, `.gitignore` files likewise, `info/exclude`, the user's file.
        """
        if not (self.extra or self.own or self.git):
            return False
        text = self.prefix + os.fsencode(path) + (b"\0" if is_folder else b"")
        for levels in (self.extra, self.own, self.git):
            for drop, patterns in levels:
                verdict = patterns.verdict(text[drop:])
                if verdict is not None:
                    return verdict
        return False

    def within(self, folder: str, holds: Callable[[str], bool] = lambda _: True) -> IgnoreRules:
        """The rules one folder further down (its path from the root, empty for the root): its own files are read,
        those that it `holds`.
        """
        place = f"{self.root}/{folder}" if folder else self.root
        drop = len(self.prefix) + (len(os.fsencode(folder)) + 1 if folder else 0)
        rules = self
        for name in self.files:
            level = _level(drop, _rule_bytes(f"{place}/{name}", links=False)) if holds(name) else ()
            if level and name == ".gitignore":
                rules = replace(rules, git=level + rules.git)
            elif level:
                rules = replace(rules, own=level + rules.own)
        return rules


def own_rules(root: str, patterns: tuple[str, ...]) -> IgnoreRules:
    """The rules of the root that git knows nothing of: the settings' patterns and `.cwignore`."""
    return replace(IgnoreRules(root), extra=_level(0, _bytes_of(patterns))).within("")


def all_rules(root: str, patterns: tuple[str, ...], excludes_file: str | None) -> IgnoreRules:
    """The rules of the root, git's included, without git. `excludes_file` is the user's (`core.excludesFile`), if any.

    In a folder of a larger work tree the rules above it count, unless they ignore the root itself: whoever chose it
    wants it. `.cwignore` counts from the root down.
    """
    above = _rules_above(root, _level(0, _rule_bytes(excludes_file, links=True) if excludes_file else b""))
    extra = _level(len(above.prefix), _bytes_of(patterns))
    return replace(above, files=(".gitignore", ".cwignore"), extra=extra).within("")


def _rules_above(root: str, users: tuple[tuple[int, Patterns], ...]) -> IgnoreRules:
    alone = IgnoreRules(root, git=users)
    top = next((str(folder) for folder in (Path(root), *Path(root).parents) if is_repository(str(folder))), None)
    if top is None:
        return alone
    exclude = _level(0, _rule_bytes(f"{_git_folder(top)}/info/exclude", links=True))
    rules = IgnoreRules(top, (".gitignore",), git=exclude + users)
    folder = ""
    for part in Path(root).relative_to(top).parts:
        rules = rules.within(folder)
        folder = f"{folder}/{part}" if folder else part
        if rules.ignores(folder, is_folder=True):
            return alone
    return replace(rules, root=root, prefix=os.fsencode(f"{folder}/") if folder else b"")


def _level(drop: int, content: bytes) -> tuple[tuple[int, Patterns], ...]:
    patterns = compile_patterns(content)
    return ((drop, patterns),) if patterns else ()


def _bytes_of(patterns: tuple[str, ...]) -> bytes:
    return "\n".join(patterns).encode("utf-8", "surrogateescape")


def _git_folder(top: str) -> str:
    """The folder with `info/exclude`. In a linked work tree `.git` is a file that names one, which names another."""
    pointer = _rule_bytes(f"{top}/.git", links=False)
    if not pointer.startswith(b"gitdir:"):
        return f"{top}/.git"
    folder = os.path.join(top, os.fsdecode(pointer[len(b"gitdir:") :].strip()))  # noqa: PTH118 - plain strings throughout
    common = _rule_bytes(f"{folder}/commondir", links=False).strip()
    return os.path.join(folder, os.fsdecode(common)) if common else folder  # noqa: PTH118


def _rule_bytes(path: str, links: bool) -> bytes:
    """A small regular file, or nothing at all. git follows no link to a `.gitignore`."""
    try:
        if not _is_regular(path, links):
            return b""
        with open(path, "rb") as file:  # noqa: PTH123 - asked of every folder
            return file.read(_RULES_BYTES)
    except OSError:
        return b""


def _is_regular(path: str, links: bool) -> bool:
    try:
        return stat.S_ISREG(os.stat(path, follow_symlinks=links).st_mode)  # noqa: PTH116 - asked of every folder
    except OSError:
        return False


@lru_cache(maxsize=4096)
def compile_patterns(content: bytes) -> Patterns | None:
    """The patterns of an ignore file's bytes; None if it has none."""
    names: dict[int, str] = {}
    paths: dict[int, str] = {}
    negated: list[bool] = []
    for raw in content.removeprefix(b"\xef\xbb\xbf").split(b"\n"):
        line = _without_trailing_spaces(raw.removesuffix(b"\r").decode("latin-1"))
        takes_back = line.startswith("!")
        glob = line[takes_back:]
        if not glob or line.startswith("#"):
            continue
        kind = r"\0" if glob.endswith("/") else r"\0?"
        glob = glob.removesuffix("/")
        if "/" in glob:
            paths[len(negated)] = _translate(glob.removeprefix("/"), whole_path=True) + kind
        elif glob:
            names[len(negated)] = _translate(glob, whole_path=False) + kind
        negated.append(takes_back)
    return Patterns(_globs(names), _globs(paths), tuple(negated)) if negated else None


def _globs(patterns: dict[int, str]) -> _Globs:
    lines = sorted(patterns, reverse=True)
    return _Globs(re.compile("|".join(f"({patterns[line]})" for line in lines).encode("latin-1"), _FLAGS), tuple(lines))


def _without_trailing_spaces(line: str) -> str:
    bare = line.rstrip(" ")
    escaped = (len(bare) - len(bare.rstrip("\\"))) % 2
    return line[: len(bare) + escaped]


def _translate(glob: str, whole_path: bool) -> str:
    """A glob as a regular expression that cannot backtrack without end.

    All but the last star of a part match as early as they can and stay there (atomic groups): that decides the same.
    Likewise all but the last `**/` of a path.
    """
    out: list[str] = []
    star = folders = -1
    for kind, regex in _tokens(glob, whole_path):
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


def _tokens(glob: str, whole_path: bool) -> Iterator[tuple[str, str]]:
    special = _SPECIAL.search(glob)
    start = special.start() if special else -1  # git compares what comes before literally, then begins anew here
    at = 0
    while at < len(glob):
        char, after = glob[at], at + 1
        kind, regex = "one", re.escape(char)
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
            after, regex = _bracket(glob, at + 1)
        elif char == "\\":
            regex = re.escape(glob[after]) if after < len(glob) else _NEVER
            after += 1
        yield kind, regex
        at = after


def _bracket(glob: str, at: int) -> tuple[int, str]:
    """Where the set that opens before `at` ends, with its regular expression: never, if it does not end at all."""
    negated = glob.startswith(("!", "^"), at)
    at += negated
    first, members, low = at, set[int](), ""
    while at < len(glob) and (glob[at] != "]" or at == first):
        named = _NAMED_CLASS.match(glob, at)
        if named:
            if named[1] not in _CLASSES:
                return len(glob), _NEVER
            members.update(map(ord, _CLASSES[named[1]]))
            at, low = named.end(), ""
            continue
        ranged = bool(low) and glob[at] == "-" and at + 1 < len(glob) and glob[at + 1] != "]"
        at += ranged
        at += glob[at] == "\\"
        if at >= len(glob):
            break
        members.update(range(ord(low), ord(glob[at]) + 1) if ranged else (ord(glob[at]),))
        low = "" if ranged else glob[at]
        at += 1
    if at >= len(glob):
        return len(glob), _NEVER
    chosen = (set(range(256)) - members if negated else members) - {0, ord("/")}
    return at + 1, "[" + "".join(f"\\x{code:02x}" for code in sorted(chosen)) + "]" if chosen else _NEVER
