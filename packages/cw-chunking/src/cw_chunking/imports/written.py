"""Imports that are written as the path of a file, by a table of what each language lets its writers leave out."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cw_chunking.imports.listing import Listing, join, nearest
from cw_chunking.imports.target import GUESS, Target
from cw_core import Reference, RepoPath

ANYWHERE = ("*",)
"""A path may begin at any folder of the repository."""


@dataclass(frozen=True, slots=True)
class Habit:
    """How a language writes paths.

    `endings` may be left out at the end, `beginnings` before the file's name. A path that is not relative to the
    importer begins at one of `roots`, below any folder above the importer, or `elsewhere`: at a folder of such a name.
    `ignored` names no file of a repository, save beside the importer.
    """

    endings: tuple[str, ...] = ("",)
    beginnings: tuple[str, ...] = ("",)
    roots: tuple[str, ...] = ("",)
    elsewhere: tuple[str, ...] = ()
    ignored: frozenset[str] = frozenset()


STANDARD_HEADERS = frozenset(
    f"{name}.h"
    for name in (
        "assert complex ctype errno fenv float inttypes iso646 limits locale math setjmp signal stdalign stdarg "
        "stdatomic stdbool stddef stdint stdio stdlib stdnoreturn string tgmath threads time uchar wchar wctype "
        "unistd fcntl pthread dirent dlfcn netdb poll pwd grp regex sched semaphore strings syslog termios utime "
        "windows winsock2 ws2tcpip io process malloc memory"
    ).split()
)
"""Headers of C, POSIX and Windows: `string.h` hardly ever means a file of the repository in another folder."""

HABITS: dict[str, Habit] = {
    "c": Habit(
        endings=("", ".in"), roots=("", "include", "src", "inc", "lib"), elsewhere=ANYWHERE, ignored=STANDARD_HEADERS
    ),
    "protobuf": Habit(roots=("", "proto", "protos", "src/main/proto", "src"), elsewhere=ANYWHERE),
    "thrift": Habit(elsewhere=ANYWHERE),
    "css": Habit(
        endings=("", ".scss", ".sass", ".css", ".less", ".styl", ".pcss", "/_index.scss", "/index.scss", "/index.css"),
        beginnings=("", "_"),
        roots=("", "src", "styles", "scss", "css", "assets"),
    ),
    "html": Habit(
        endings=("", ".html", ".js", ".ts"),
        beginnings=("", "_"),
        roots=("", "public", "static", "src", "templates", "views", "assets"),
        elsewhere=("templates", "static", "views", "public"),
    ),
    "bash": Habit(endings=("", ".sh", ".bash"), roots=("", "lib", "scripts", "test", "tests"), elsewhere=ANYWHERE),
    "zig": Habit(endings=("", ".zig"), roots=("", "src")),
    "solidity": Habit(roots=("", "contracts", "src", "lib"), elsewhere=ANYWHERE),
    "jsonnet": Habit(roots=("", "lib", "vendor")),
    "nix": Habit(endings=("", "/default.nix")),
    "r": Habit(endings=("", ".R", ".r"), roots=("", "R")),
    "julia": Habit(endings=("", ".jl"), roots=("", "src")),
    "erlang": Habit(roots=("", "include", "src"), elsewhere=("include", "src")),
    "verilog": Habit(roots=("", "rtl", "include", "src"), elsewhere=ANYWHERE),
    "assembly": Habit(roots=("", "include", "inc"), elsewhere=ANYWHERE),
    "glsl": Habit(elsewhere=ANYWHERE),
    "latex": Habit(endings=("", ".tex", ".sty", ".cls", ".bib")),
    "crystal": Habit(endings=("", ".cr"), roots=("", "src", "spec")),
    "nim": Habit(endings=("", ".nim"), roots=("", "src")),
    "powershell": Habit(endings=("", ".ps1", ".psm1", ".psd1"), elsewhere=ANYWHERE),
    "make": Habit(),
    "starlark": Habit(),
}
"""By family of languages."""

_SHELL_PREFIX = re.compile(
    r"""^(?:["']?(?:\$\((?:[^()]|\([^()]*\))*\)|`[^`]*`|\$\{[^{}]*(?:\{[^{}]*\}[^{}]*)*\}|\$\w+)["']?)+/?"""
)
_BEFORE_PATH = re.compile(r"^(?:file://|~(?=[\w@]))")
_LABEL = re.compile(r"^(?://([\w./-]*))?:([\w./-]+)$")
_AFTER_PATH = re.compile(r"[?#].*$", re.DOTALL)


class WrittenPaths:
    """Relative to the importer first, then below a root above it, then wherever a root of the habit lies."""

    def __init__(self, listing: Listing, habit: Habit) -> None:
        self._listing = listing
        self._habit = habit

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The file, or the best few of those that end so."""
        written = _plain(reference.name)
        if not written or "://" in written or written.endswith("/"):
            return
        if found := self._beside(written, importer):
            yield Target(found, "relative path")
            return
        while written.startswith(("../", "./", "/")):
            written = written.partition("/")[2]
        if written in self._habit.ignored or not written:
            return
        yield from self._from_roots(self._spellings(written), importer)

    def _beside(self, written: str, importer: RepoPath) -> RepoPath | None:
        folder = "" if written.startswith("/") else importer.folder
        tails = self._spellings(written)
        found = self._listing.present(path for tail in tails if (path := join(folder, tail)) != importer)
        return found[0] if found else None

    def _from_roots(self, tails: list[str], importer: RepoPath) -> Iterator[Target]:
        above = self._listing.upwards(importer, self._habit.roots, tails)
        if above and above[1] != importer:
            yield Target(above[1], f"source root {above[0]}/" if above[0] else "path from the root")
            return
        for tail in tails:
            found = [path for path in self._listing.ending(tail) if self._begins_well(path, tail) and path != importer]
            for path in nearest(found, importer)[:8]:
                yield Target(path, GUESS)
            if found:
                return

    def _begins_well(self, path: RepoPath, tail: str) -> bool:
        root = path[: -len(tail)].strip("/")
        return self._habit.elsewhere == ANYWHERE or root.rpartition("/")[2] in self._habit.elsewhere

    def _spellings(self, written: str) -> list[str]:
        folder, slash, name = written.rpartition("/")
        return [
            f"{folder}{slash}{beginning}{name}{ending}"
            for ending in self._habit.endings
            for beginning in self._habit.beginnings
        ]


def _plain(written: str) -> str:
    """The path without what computes its folder, without a query, with slashes that lean forward."""
    if label := _LABEL.match(written):
        return f"/{label[1]}/{label[2]}" if label[1] is not None else label[2]
    path = _SHELL_PREFIX.sub("", written.replace("\\", "/"))
    return _AFTER_PATH.sub("", _BEFORE_PATH.sub("", path)).strip("\"' ")


class DartPaths:
    """`package:name/x.dart` is `lib/x.dart` of the pubspec of that name; everything else is relative."""

    def __init__(self, listing: Listing, packages: dict[str, str]) -> None:
        self._listing = listing
        self._packages = packages

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The one file."""
        scheme, colon, rest = reference.name.partition(":")
        if colon and scheme != "package":
            return
        if not colon:
            yield from _target(self._listing, join(importer.folder, reference.name), "relative path")
            return
        name, _, path = rest.partition("/")
        if name in self._packages:
            yield from _target(self._listing, join(self._packages[name], "lib/" + path), f"package {name}")


def _target(listing: Listing, path: str | None, reason: str) -> Iterator[Target]:
    if found := listing.at(path):
        yield Target(found, reason)
