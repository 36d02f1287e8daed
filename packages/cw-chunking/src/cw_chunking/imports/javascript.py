"""JavaScript's and TypeScript's imports: relative, by `paths`, by `#imports`, by workspace package, by baseUrl."""

from __future__ import annotations

from collections.abc import Iterator

from cw_chunking.imports.listing import Listing, join, nearest_folders, shared, under, upwards
from cw_chunking.imports.manifests import Manifests
from cw_chunking.imports.packages import Package, find_in_package, read_packages
from cw_chunking.imports.scripts import at_output, file_meant, source_of
from cw_chunking.imports.target import Target
from cw_chunking.imports.tsconfig import read_paths
from cw_core import Reference, RepoPath

ALIASES = ("@/", "~/", "@@/", "~~/")
"""Heads that bundlers' templates give to a package's source folder."""


class JavaScriptImports:
    """One rule for all dialects: what one can import, the others can."""

    def __init__(self, listing: Listing, manifests: Manifests) -> None:
        self._listing = listing
        self._paths = read_paths(listing, manifests)
        packages = read_packages(listing, manifests)
        self._at = {package.folder: package for package in packages}
        self._named: dict[str, list[Package]] = {}
        for package in packages:
            if package.name:
                self._named.setdefault(package.name, []).append(package)

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The first way that leads to a file."""
        specifier = _plain(reference.name)
        if specifier in (".", "..") or specifier.startswith(("./", "../")):
            yield from self._relative(join(importer.folder, specifier))
            return
        if not specifier or ":" in specifier:
            return
        if specifier.startswith("/"):
            yield from self._rooted(specifier, importer)
            return
        for way in (self._by_paths, self._by_imports, self._by_package, self._by_base, self._by_alias, self._by_folder):
            if found := next(way(specifier, importer), None):
                yield found
                return

    def _relative(self, path: str | None) -> Iterator[Target]:
        """The file; for one that a build will write, its source in the package that the output lies in."""
        found = list(self._file(path, "relative path"))
        if not found and path is not None:
            folder, built = at_output(path)
            if built and (source := source_of(self._listing, folder, built)):
                found = [Target(source, "source of the built file")]
        yield from found

    def _file(self, path: str | None, reason: str) -> Iterator[Target]:
        if meant := file_meant(self._listing, path):
            yield Target(meant[0], f"{reason}, {meant[1]}" if meant[1] else reason)

    def _by_paths(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        for folder in upwards(importer.folder):
            for config in self._paths.get(folder, ()):
                for path in config.patterns.values(specifier):
                    yield from self._file(path, "tsconfig paths")
                    if found := source_of(self._listing, "", path):
                        yield Target(found, "tsconfig paths")

    def _by_base(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        for folder in upwards(importer.folder):
            for config in self._paths.get(folder, ()):
                if config.base is not None:
                    yield from self._file(join(config.base, specifier), "tsconfig baseUrl")

    def _by_imports(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        if not specifier.startswith("#"):
            return
        for folder in upwards(importer.folder):
            if package := self._at.get(folder):
                for written in package.imports.values(specifier):
                    if found := source_of(self._listing, folder, written):
                        yield Target(found, "package imports")

    def _by_package(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        parts = specifier.split("/")
        count = 2 if specifier.startswith("@") else 1
        name, subpath = "/".join(parts[:count]), "/".join(parts[count:])
        packages = self._named.get(name, [])
        for package in sorted(packages, key=lambda each: (-shared(each.folder, importer.folder), each.folder)):
            for found, reason in find_in_package(self._listing, package, subpath):
                yield Target(found, reason)
        if not self._at:
            yield from self._without_manifests(parts[count - 1], subpath, importer)

    def _without_manifests(self, name: str, subpath: str, importer: RepoPath) -> Iterator[Target]:
        """A package's folder mostly has the last part of its name."""
        for folder in nearest_folders(self._listing.folders_ending(f"{name}/src"), importer):
            for written in (subpath,) if subpath else ("index", name):
                if found := source_of(self._listing, folder.removesuffix("/src"), f"dist/{written}"):
                    yield Target(found, "folder of that name")

    def _by_alias(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        for alias in ALIASES:
            if specifier.startswith(alias):
                for folder in upwards(importer.folder):
                    for root in ("src", "app", ""):
                        path = join(under(folder, root), specifier.removeprefix(alias))
                        yield from self._file(path, f"alias {alias}")

    def _by_folder(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        """A path from a package's folder or its source, as bundlers can be told to take it."""
        if "/" not in specifier or specifier.startswith("@"):
            return
        for folder in upwards(importer.folder):
            if folder in self._at or not folder:
                for root in ("src", ""):
                    yield from self._file(join(under(folder, root), specifier), "path from the package's folder")

    def _rooted(self, specifier: str, importer: RepoPath) -> Iterator[Target]:
        """A path that begins with a slash: as a development server sees it, from the package or its public folder."""
        for folder in upwards(importer.folder):
            for root in ("", "public", "static", "src"):
                yield from self._file(join(under(folder, root), specifier), "path from the root")


def _plain(written: str) -> str:
    """The specifier without loaders before it and a query after it."""
    specifier = written.rpartition("!")[2].partition("?")[0]
    return specifier.removeprefix("~") if specifier.startswith("~@") else specifier
