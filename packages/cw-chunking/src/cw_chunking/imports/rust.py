"""Rust's `use` and `mod`: the longest run of names that is a module's file, from the crate the path begins in."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cw_chunking.imports.crates import Crates
from cw_chunking.imports.listing import Listing, join, under, upwards
from cw_chunking.imports.manifests import Manifests
from cw_chunking.imports.target import Target, targets
from cw_core import Reference, RepoPath

_END = re.compile(r"(?:\s+as\s.*|::\s*(?:\{.*|\*)?|\{.*)$", re.DOTALL)


class RustImports:
    """A module's place follows from its file's path below the folder of its crate's root file."""

    def __init__(self, listing: Listing, manifests: Manifests) -> None:
        self._listing = listing
        self._crates = Crates.of(listing, manifests)

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The file of the module that is named, or of the one that holds the item."""
        if reference.receiver == "mod":
            yield from targets(self._children(importer, [reference.name.removeprefix("r#")])[:1], "module declaration")
            return
        names = [part.strip().removeprefix("r#") for part in _END.sub("", reference.name).split("::")]
        if reference.receiver and names[0] in ("self", "super"):  # in a module inside the file: its parent is the file
            names = ["self", *names[1:]]
        absolute = names[:1] == [""]
        names = [name for name in names if name]
        if names:
            yield from self._walk(names, importer, absolute)

    def _walk(self, names: list[str], importer: RepoPath, absolute: bool) -> Iterator[Target]:
        root, place = self._place(importer)
        first = names[0]
        if first in ("crate", "$crate"):
            yield from self._longest(root, names[1:], "module of the crate")
            return
        if first in ("self", "super"):
            while names and names[0] in ("self", "super"):
                place = place[:-1] if names[0] == "super" else place
                names = names[1:]
            yield from self._longest(root, [*place, *names], "relative module")
            return
        if not absolute and self._file(root.folder, [*place, first]):
            yield from self._longest(root, [*place, *names], "module below")
            return
        library = self._crates.library(first, importer, self._crate_folder(importer))
        if library:
            yield from self._longest(library, names[1:], f"crate {first}")
        elif self._file(root.folder, [first]):
            yield from self._longest(root, names, "module of the crate")

    def _place(self, importer: RepoPath) -> tuple[RepoPath, list[str]]:
        """The root file of the importer's crate, and the importer's module path in it."""
        if self._crates.is_root(importer):
            return importer, []
        for folder in upwards(importer.folder):
            if root := self._crates.first.get(folder):
                inner = importer.removeprefix(folder + "/" if folder else "").removesuffix(".rs").split("/")
                return root, inner[:-1] if inner[-1] == "mod" else inner
        return importer, []

    def _crate_folder(self, importer: RepoPath) -> str:
        return next((folder for folder in upwards(importer.folder) if folder in self._crates.folders), "")

    def _longest(self, root: RepoPath, names: list[str], reason: str) -> list[Target]:
        """The file of the longest module path; the root file itself for an item of the crate's own."""
        for count in range(len(names), 0, -1):
            if found := self._file(root.folder, names[:count]):
                return [Target(found, reason)]
        return [Target(root, reason)]

    def _file(self, folder: str, names: list[str]) -> RepoPath | None:
        path = join(folder, "/".join(names))
        return next(iter(self._listing.present((f"{path}.rs", f"{path}/mod.rs"))), None)

    def _children(self, importer: RepoPath, names: list[str]) -> list[RepoPath]:
        """Where `mod x;` may lie: in the module's folder, or beside a root file that no manifest names."""
        folder = importer.folder
        inner = folder if importer.name == "mod.rs" or self._crates.is_root(importer) else under(folder, importer.stem)
        return [found for place in (inner, folder) if (found := self._file(place, names)) and found != importer]
