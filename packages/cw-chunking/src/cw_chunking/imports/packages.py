"""The packages of an npm, yarn or pnpm repository, by the name in each `package.json`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from cw_chunking.imports.listing import Listing, under
from cw_chunking.imports.manifests import Manifests, strings, table
from cw_chunking.imports.patterns import Patterns
from cw_chunking.imports.scripts import file_meant, source_of
from cw_core import RepoPath

ENTRIES = ("source", "module", "main", "browser", "types", "typings")
"""Keys that name a package's entry, the one nearest to the source first."""

LATE_CONDITIONS = ("types", "typings", "types@", "default")
"""Conditions whose file is taken only when no other leads to a source."""

DEFAULT_ENTRIES = ("index", "src/index", "lib/index", "src/main", "src/lib", "lib/main", "src", "lib")
"""Where an entry lies if the manifest does not lead to one."""


@dataclass(frozen=True, slots=True)
class Package:
    """One `package.json`: `exports` and `imports` by subpath, `entries` in order of preference."""

    name: str
    folder: str
    exports: Patterns
    imports: Patterns
    entries: tuple[str, ...]


def read_packages(listing: Listing, manifests: Manifests) -> list[Package]:
    """Every package of the repository, by the path of its manifest."""
    return [_package(path.folder, manifests.json(path)) for path in listing.named("package.json")]


def _package(folder: str, facts: dict[str, Any]) -> Package:
    name = facts.get("name")
    exports = facts.get("exports")
    if not isinstance(exports, dict) or not any(key.startswith(".") for key in exports):
        exports = {".": exports}
    return Package(
        name=name if isinstance(name, str) else "",
        folder=folder,
        exports=Patterns.of({key: flat for key, value in exports.items() if (flat := _flat(value))}),
        imports=Patterns.of({key: _flat(value) for key, value in table(facts.get("imports")).items()}),
        entries=tuple(entry for key in ENTRIES for entry in strings(facts.get(key))),
    )


def _flat(value: Any, depth: int = 0) -> list[str]:
    """All files behind nested conditions, in the manifest's order, declarations and defaults last."""
    if isinstance(value, str):
        return [value]
    if depth > 8:
        return []
    if isinstance(value, list):
        return [file for entry in value for file in _flat(entry, depth + 1)]
    conditions = table(value)
    order = sorted(conditions, key=lambda name: LATE_CONDITIONS.index(name) + 1 if name in LATE_CONDITIONS else 0)
    return list(dict.fromkeys(file for name in order for file in _flat(conditions[name], depth + 1)))


def find_in_package(listing: Listing, package: Package, subpath: str) -> Iterator[tuple[RepoPath, str]]:
    """The file behind `package` (an empty subpath) or `package/subpath`, with how it is known; none or one."""
    key = f"./{subpath}" if subpath else "."
    for written in package.exports.values(key):
        if found := source_of(listing, package.folder, written):
            yield found, "package exports"
            return
    if subpath:
        if found := source_of(listing, package.folder, subpath) or source_of(
            listing, package.folder, f"dist/{subpath}"
        ):
            yield found, "path in the workspace package"
        return
    for entry in package.entries:
        if found := source_of(listing, package.folder, entry):
            yield found, "workspace package"
            return
    for entry in DEFAULT_ENTRIES:
        if meant := file_meant(listing, under(package.folder, entry)):
            yield meant[0], "workspace package"
            return
