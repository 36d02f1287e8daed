"""Imports that are written as a module's name whose parts are folders, by a table of each language's ways."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from cw_chunking.imports.listing import Listing, declaring, nearest
from cw_chunking.imports.target import Target, targets, whole_name
from cw_core import Reference, RepoPath


def _same(part: str) -> str:
    return part


def _snake(part: str) -> str:
    """`HTTPServer` is `http_server`, as Elixir's `Macro.underscore` has it."""
    part = re.sub(r"([A-Z]+)([A-Z][a-z])", r"\1_\2", part)
    return re.sub(r"([a-z\d])([A-Z])", r"\1_\2", part).lower()


def _dashes(part: str) -> str:
    return part.replace("-", "_")


def _any_root(root: str) -> bool:
    return True


def _not_a_module(root: str) -> bool:
    """A folder with a capital is itself part of a module's name."""
    return not root.rpartition("/")[2][:1].isupper()


def _elixir_root(root: str) -> bool:
    return root.rpartition("/")[2] in ("", "lib", "web", "test", "support", "integration_test", "config")


def _lua_root(root: str) -> bool:
    return root.rpartition("/")[2] in ("", "lua", "src", "lib", "tests", "test", "spec")


@dataclass(frozen=True, slots=True)
class Ways:
    """How names become paths: part by part by `spell`, then one of `endings`.

    `shortest` parts at least must be found; with fewer than the name has, an outer module stands for its inner one.
    `near` and `far` tell whether a folder above the importer, or another, may be a root.
    """

    endings: tuple[str, ...]
    separator: str = "."
    roots: tuple[str, ...] = ("",)
    spell: Callable[[str], str] = _same
    shortest: int = 0
    near: Callable[[str], bool] = _any_root
    far: Callable[[str], bool] = _any_root
    keywords: frozenset[str] = frozenset()


WAYS: dict[str, Ways] = {
    "haskell": Ways(
        (".hs", ".lhs", ".hsc", ".hs-boot"),
        roots=("", "src", "lib", "test", "tests"),
        near=_not_a_module,
        far=_not_a_module,
    ),
    "lua": Ways((".lua", "/init.lua"), roots=("lua", "src", "lib", ""), far=_lua_root),
    "elixir": Ways(
        (".ex", ".exs"),
        roots=("lib", "test/support", "test", "web", ""),
        spell=_snake,
        shortest=2,
        near=_elixir_root,
        far=_elixir_root,
        keywords=frozenset(("alias", "import", "use", "require")),
    ),
    "elm": Ways((".elm",), roots=("src", ""), near=_not_a_module, far=_not_a_module),
    "perl": Ways((".pm", ".pl"), separator="::", roots=("lib", "t/lib", "")),
    "clojure": Ways((".clj", ".cljc", ".cljs"), roots=("src", "test", ""), spell=_dashes),
    "crystal": Ways((".cr",), separator="/", roots=("src", "spec", "lib", "")),
}
"""By language."""


class DottedNames:
    """A file that declares the module; else the file at its path, near the importer before far away."""

    def __init__(self, listing: Listing, ways: Ways, declared: Mapping[str, Sequence[RepoPath]]) -> None:
        self._listing = listing
        self._ways = ways
        self._declared = declared

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """Files of the module, or of the nearest module around it."""
        name = whole_name(reference, self._ways.separator, self._ways.keywords).removesuffix(self._ways.separator)
        if found := self._declared.get(name):
            yield from targets(declaring(found, importer), "declares the module")
            return
        parts = [part for part in name.replace("/", self._ways.separator).split(self._ways.separator) if part]
        shortest = min(self._ways.shortest or len(parts), len(parts))
        for count in range(len(parts), max(0, shortest - 1), -1):
            around = self._declared.get(self._ways.separator.join(parts[:count]))
            if around:
                yield from targets(declaring(around, importer), "declares the module around it")
                return
            if found := self._files(parts[:count], importer):
                yield from targets(found, "module path")
                return

    def _files(self, parts: Sequence[str], importer: RepoPath) -> list[RepoPath]:
        path = "/".join(self._ways.spell(part) for part in parts)
        tails = [path + ending for ending in self._ways.endings]
        if above := self._listing.upwards(importer, self._ways.roots, tails, self._ways.near):
            return [above[1]]
        for tail in tails:
            found = [path for path in self._listing.ending(tail) if self._ways.far(path[: -len(tail)].strip("/"))]
            if found:
                return nearest(found, importer)[:4]
        return []
