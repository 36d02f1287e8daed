"""C#'s `using`: the files that declare the namespace, else those of the folder that is named like it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cw_chunking.imports.listing import Listing, declaring, nearest, nearest_folders, under
from cw_chunking.imports.target import Target, targets, whole_name
from cw_core import Reference, RepoPath

PLATFORM = "System"
"""Files that add to it stand in for what an old platform lacks; only they themselves mean each other by it."""

KEYWORDS = frozenset(("using", "static", "global"))


class CSharpImports:
    """A project file gives its name to the namespace of its folder."""

    def __init__(self, listing: Listing, declared: Mapping[str, Sequence[RepoPath]]) -> None:
        self._listing = listing
        self._declared = declared
        self._platform = {
            path for name, paths in declared.items() if name.partition(".")[0] == PLATFORM for path in paths
        }
        self._projects: dict[str, list[str]] = {}
        for path in listing.suffixed(".csproj"):
            self._projects.setdefault(path.stem, []).append(path.folder)

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """All files of a namespace; for a type (`using static`, an alias) the file named like it."""
        name = whole_name(reference, ".", KEYWORDS).replace("global::", "").strip(". ")
        parts = [part for part in name.partition("<")[0].split(".") if part]
        if not parts or (parts[0] == PLATFORM and importer not in self._platform):
            return
        if found := self._declared.get(name):
            yield from targets(declaring(found, importer), "declares the namespace")
            return
        around = self._declared.get(".".join(parts[:-1]), ())
        if typed := [path for path in around if path.stem.partition(".")[0] == parts[-1]]:
            yield from targets(nearest(typed, importer), "file of the type")
        elif not self._declared:
            folders = nearest_folders(self._folders(parts), importer)
            files = [file for folder in folders for file in self._listing.inside(folder, (".cs",))]
            yield from targets(files, "folder of the namespace")

    def _folders(self, parts: list[str]) -> Iterator[str]:
        for count in range(len(parts), 0, -1):
            project, rest = ".".join(parts[:count]), "/".join(parts[count:])
            yield from (under(folder, rest) for folder in self._projects.get(project, ()))
            yield from self._listing.folders_ending(under(project, rest))
        if len(parts) > 1:
            yield from self._listing.folders_ending("/".join(parts))
