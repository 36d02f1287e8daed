"""Swift's `import Module`: the files of the target of that name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cw_chunking.imports.listing import Listing, join, nearest_folders, under
from cw_chunking.imports.manifests import Manifests
from cw_chunking.imports.target import Target, targets
from cw_core import Reference, RepoPath

_TARGET = re.compile(r"\.(?:target|executableTarget|testTarget|macro|plugin)\s*\(")
_NAME = re.compile(r'\bname:\s*"([^"]+)"')
_PATH = re.compile(r'\bpath:\s*"([^"]+)"')


class SwiftImports:
    """Targets are those of every `Package.swift`; without one, a folder of the module's name."""

    def __init__(self, listing: Listing, manifests: Manifests) -> None:
        self._listing = listing
        self._folders: dict[str, list[str]] = {}
        for path in listing.named("Package.swift"):
            for piece in _TARGET.split(manifests.text(path))[1:]:
                if name := _NAME.search(piece):
                    self._folders.setdefault(name[1], []).extend(self._places(path.folder, name[1], piece))

    def _places(self, folder: str, name: str, piece: str) -> Iterator[str]:
        if written := _PATH.search(piece):
            places = [join(folder, written[1])]
        else:
            places = [under(folder, f"{root}/{name}") for root in ("Sources", "Source", "src", "Tests", "Plugins")]
        return (place for place in places if place is not None and self._listing.is_folder(place))

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """Every Swift file of the module; `import struct Module.Type` means its module."""
        module = (reference.receiver or reference.name).partition(".")[0]
        for folder in nearest_folders(self._folders.get(module, ()), importer):
            yield from targets(self._listing.below(folder, (".swift",)), f"target {module}")
            return
        for root in ("Sources/", "Source/", ""):
            for folder in nearest_folders(self._listing.folders_ending(root + module), importer):
                if found := self._listing.below(folder, (".swift",)):
                    yield from targets(found, f"folder {folder}/")
                    return
