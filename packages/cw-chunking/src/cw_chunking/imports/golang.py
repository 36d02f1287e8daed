"""Go's imports: the longest module path that begins the import, then the files of the folder behind it."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cw_chunking.imports.listing import Listing, join, nearest_folders, under, upwards
from cw_chunking.imports.manifests import Manifests
from cw_chunking.imports.target import Target, targets
from cw_core import Reference, RepoPath

_MODULE = re.compile(r'^module\s+"?([^\s"]+)"?', re.MULTILINE)
_REPLACE = re.compile(r'^(?:replace)?[ \t]*"?([^\s"=]+)"?(?:\s+v\S+)?\s*=>\s*"?(\.{1,2}[^\s"]*)"?', re.MULTILINE)

_VERSION = re.compile(r"v\d+$")


class GoImports:
    """Modules are those of every `go.mod`, replaced ones those with a local path; a package is a folder.

    `go.work` needs no reading: the modules that it lists are found by their own files.
    """

    def __init__(self, listing: Listing, manifests: Manifests) -> None:
        self._listing = listing
        self._folders: dict[str, list[str]] = {}
        for path in listing.named("go.mod"):
            text = manifests.text(path)
            if module := _MODULE.search(text):
                self._folders.setdefault(module[1], []).append(path.folder)
            elif path not in manifests.problems:
                manifests.problems[path] = "has no module line"
            self._replace(text, path.folder)
        for path in listing.named("go.work"):
            self._replace(manifests.text(path), path.folder)

    def _replace(self, text: str, folder: str) -> None:
        for module, written in _REPLACE.findall(text):
            local = join(folder, written)
            if local is not None and self._listing.is_folder(local):
                self._folders.setdefault(module, []).append(local)

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The package's files without its tests; the one named like the package first."""
        written = reference.name.strip("/")
        name = _named(written)
        if written.startswith("."):
            yield from self._package(join(importer.folder, written), name, "relative path")
            return
        for module, rest in _splits(written):
            for folder in nearest_folders(self._folders.get(module, ()), importer):
                if found := self._package(under(folder, rest), name, f"go module {module}"):
                    yield from found
                    return
        for folder in upwards(importer.folder):
            if found := self._package(under(folder, "vendor/" + written), name, "vendored package"):
                yield from found
                return
        if not self._folders:
            yield from self._without_manifest(written, importer)

    def _without_manifest(self, written: str, importer: RepoPath) -> Iterator[Target]:
        """By the folder's end alone: all of the path, else what follows host, owner and repository."""
        rest = "/".join(written.split("/")[3:])
        for tail in (written, rest if "." in written.partition("/")[0] else ""):
            for folder in nearest_folders(self._listing.folders_ending(tail), importer)[:1]:
                if found := self._package(folder, _named(written), "folder of that name"):
                    yield from found
                    return

    def _package(self, folder: str | None, name: str, reason: str) -> list[Target]:
        files = [path for path in self._listing.inside(folder, (".go",)) if not path.endswith("_test.go")]
        return targets(sorted(files, key=lambda path: (path.stem != name, path)), reason)


def _splits(written: str) -> Iterator[tuple[str, str]]:
    """Every prefix of whole parts with what follows it, the longest first."""
    module, rest = written, ""
    while module:
        yield module, rest
        module, _, last = module.rpartition("/")
        rest = under(last, rest) if rest else last


def _named(written: str) -> str:
    """The name that a package mostly has: the last part of its path that is no version."""
    return next((part for part in reversed(written.split("/")) if not _VERSION.match(part)), "")
