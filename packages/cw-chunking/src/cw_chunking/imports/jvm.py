"""Java's, Kotlin's, Scala's and Groovy's imports: a class by its path, a package by its folder or word."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from cw_chunking.imports.listing import Listing, declaring, nearest, nearest_folders, shared, under, upwards
from cw_chunking.imports.target import Target, targets, whole_name
from cw_core import Reference, RepoPath

ENDINGS = (".java", ".kt", ".scala", ".groovy")
"""All can import each other."""

PARTS = (".common", ".jvm", ".native", ".js", ".nonJvm", ".posix", "Jvm", "Common")
"""What a multi-platform project adds to the name of a file."""

_ALL = re.compile(r"(?:\.(?:\*|_|given)|\.\{.*)$", re.DOTALL)
_KEYWORDS = frozenset(("import", "static"))


class JvmImports:
    """`declared` gives the files by the packages, and by the full names of definitions if the caller knows them.

    Java's folders follow its packages. Kotlin's and Scala's need not, and a file may hold anything, so what no file
    is named for leads to the package, the likeliest file first.
    """

    def __init__(self, listing: Listing, declared: Mapping[str, Sequence[RepoPath]]) -> None:
        self._listing = listing
        self._declared = declared

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """One class mostly; all files of a package for a package."""
        written = whole_name(reference, ".", _KEYWORDS).replace("`", "").rstrip(".; ").removeprefix("_root_.")
        name = _ALL.sub("", written)
        parts = [part for part in name.split(".") if part]
        if not parts:
            return
        if found := self._declared.get(name):
            yield from targets(declaring(found, importer), "declares the package")
        elif found := self._class(parts, importer):
            yield from targets(found, "path of the class")
        else:
            yield from self._package(parts, name != written, importer)

    def _class(self, parts: list[str], importer: RepoPath) -> list[RepoPath]:
        """The file of the class or of a class around it, from the longest path down; near roots first."""
        endings = _endings(importer)
        parted = [] if importer.endswith(".java") else [part + ending for part in PARTS for ending in endings]
        for count in range(len(parts), 1 if len(parts) > 1 else 0, -1):
            path = "/".join(parts[:count])
            found = [file for ending in endings for file in self._listing.ending(path + ending)]
            if found := found or [file for ending in parted for file in self._listing.ending(path + ending)]:
                return nearest(found, importer)
        return []

    def _package(self, parts: list[str], whole: bool, importer: RepoPath) -> Iterator[Target]:
        name = ".".join(parts)
        folders = self._listing.folders_ending("/".join(parts))
        if files := self._files(folders, importer):
            yield from targets(files, "folder of the package")
            return
        if whole:
            folders = self._relative(parts, importer)
            yield from targets(self._files(folders, importer), "folder of the package")
            return
        if importer.suffix == ".java" or len(parts) < 2:
            return
        around, member = name.rpartition(".")[0], parts[-1]
        if files := list(self._declared.get(around, ())):
            yield from targets(_likely(files, member, importer), "declares the package")
        elif files := self._files(self._listing.folders_ending("/".join(parts[:-1])), importer):
            yield from targets(_likely(files, member, importer), "folder of the package")
        elif beside := self._listing.present(under(importer.folder, parts[0] + ending) for ending in ENDINGS):
            yield from targets(beside, "class of the same package")
        elif not self._declared:
            yield from targets(self._short(parts, importer), "end of the path of the class")

    def _relative(self, parts: list[str], importer: RepoPath) -> list[str]:
        """Scala's packages may be named from the one around the importer."""
        path = "/".join(parts)
        return [place for above in upwards(importer.folder) if self._listing.is_folder(place := f"{above}/{path}")]

    def _short(self, parts: list[str], importer: RepoPath) -> list[RepoPath]:
        """A root that leaves out the packages all files share, as Kotlin's style guide has it."""
        for start in range(1, len(parts) - 1):
            if found := self._class(parts[start:], importer):
                return found
        return []

    def _files(self, folders: Iterable[str], importer: RepoPath) -> list[RepoPath]:
        return [file for folder in nearest_folders(folders, importer) for file in self._listing.inside(folder, ENDINGS)]


def _endings(importer: RepoPath) -> list[str]:
    return sorted(ENDINGS, key=lambda ending: not importer.endswith(ending))


def _likely(files: Sequence[RepoPath], member: str, importer: RepoPath) -> list[RepoPath]:
    """The files of a package; those first whose name begins like the member's."""
    wanted = member.lower()

    def rank(path: RepoPath) -> tuple[int, int, str]:
        stem = path.name.partition(".")[0].lower()
        alike = stem in wanted or wanted in stem
        return (-len(stem) if alike else 0, -shared(path.folder, importer.folder), path)

    return sorted(files, key=rank)
