"""Ruby's `require`: from the `lib` folder of any gem of the repository, or relative to the file."""

from __future__ import annotations

from collections.abc import Iterator

from cw_chunking.imports.listing import Listing, join, nearest
from cw_chunking.imports.target import Target, targets
from cw_core import Reference, RepoPath

ROOTS = ("lib", "", "test", "spec", "app", "ext")
"""Folders below a gem that the load path holds while it runs or is tested."""

FAR_ROOTS = ("lib", "test", "spec")
"""Folders of another gem that files are required from."""


class RubyImports:
    """A name without its ending is a file of Ruby; libraries written in C have no file to show."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The file; the nearest of several gems that have one of that name."""
        name = reference.name.lstrip("/")
        if reference.receiver == "require_relative" or name.startswith("."):
            yield from self._beside(name, importer)
            return
        if above := self._listing.upwards(importer, ROOTS, _spellings(name)):
            yield Target(above[1], f"load path {above[0]}/" if above[0] else "path from the root")
            return
        for tail in _spellings(name):
            found = [
                path
                for path in self._listing.ending(tail)
                if path[: -len(tail)].rstrip("/").rpartition("/")[2] in FAR_ROOTS
            ]
            yield from targets(nearest(found, importer)[:4], "load path of another gem")

    def _beside(self, name: str, importer: RepoPath) -> Iterator[Target]:
        """`File.expand_path('../x', __FILE__)` counts the file as a folder, so its first `..` stays in place."""
        starts = [(importer.folder, name), ("", name)]
        if name.startswith("../"):
            starts.insert(1, (importer.folder, name[3:]))
        for folder, written in starts:
            for spelling in _spellings(written):
                if found := self._listing.at(join(folder, spelling)):
                    yield Target(found, "relative path")
                    return


def _spellings(name: str) -> list[str]:
    return [f"{name}.rb", name] if not name.endswith(".rb") else [name]
