"""PHP's `use` by PSR-4, PSR-0 or the end of a path, and its `require` by the path that is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from cw_chunking.imports.listing import Listing, declaring, join, nearest, under, upwards
from cw_chunking.imports.manifests import Manifests, strings, table
from cw_chunking.imports.target import GUESS, Target, targets, whole_name
from cw_core import Reference, RepoPath

ENDINGS = (".php", ".inc", ".phtml")
"""What a path ends in that is required."""

KEYWORDS = frozenset(("require", "require_once", "include", "include_once", "use"))


class PhpImports:
    """Prefixes are those of every `composer.json`, for code and for tests alike."""

    def __init__(self, listing: Listing, manifests: Manifests, declared: Mapping[str, Sequence[RepoPath]]) -> None:
        self._listing = listing
        self._declared = declared
        self._psr4: dict[str, list[str]] = {}
        self._psr0: dict[str, list[str]] = {}
        self._files: dict[str, list[RepoPath]] = {}
        for path in listing.named("composer.json"):
            facts = manifests.json(path)
            for key in ("autoload", "autoload-dev"):
                self._read(path.folder, table(facts.get(key)))
        self._heads = {prefix.partition("\\")[0] for prefix in (*self._psr4, *self._psr0)}

    def _read(self, folder: str, autoload: dict[str, object]) -> None:
        for kind, known in (("psr-4", self._psr4), ("psr-0", self._psr0)):
            for prefix, written in table(autoload.get(kind)).items():
                places = [place for entry in strings(written) if (place := join(folder, entry)) is not None]
                known.setdefault(prefix.rstrip("\\"), []).extend(places)
        for file in self._listing.present(join(folder, entry) for entry in strings(autoload.get("files"))):
            self._files.setdefault(file.folder, []).append(file)

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The file of the class; for a function, the files that are always loaded."""
        name = whole_name(reference, "\\", KEYWORDS)
        if "/" in name or name.lower().endswith(ENDINGS):
            yield from self._written(name, importer)
            return
        parts = [part for part in name.split("\\") if part]
        if not parts:
            return
        if found := self._declared.get("\\".join(parts)):
            yield from targets(declaring(found, importer), "declares the namespace")
            return
        for found_by in (self._by_prefix(parts), self._by_namespace(parts), self._by_end(parts, importer)):
            if found_so := list(found_by):
                yield from found_so
                return

    def _by_prefix(self, parts: list[str]) -> Iterator[Target]:
        for count in range(len(parts), -1, -1):
            prefix = "\\".join(parts[:count])
            rest = "/".join(parts[count:])
            for folder in self._psr4.get(prefix, ()):
                yield from self._class(folder, rest, f"PSR-4 prefix {prefix}\\")
            for folder in self._psr0.get(prefix, ()):
                yield from self._class(folder, "/".join(parts).replace("_", "/"), f"PSR-0 prefix {prefix}")

    def _class(self, folder: str, rest: str, reason: str) -> Iterator[Target]:
        if found := self._listing.at(under(folder, rest + ".php")) if rest else None:
            yield Target(found, reason)
            return
        around, _, last = rest.rpartition("/")
        if last[:1].islower() or last.isupper():
            place = under(folder, around)
            yield from targets(self._files.get(place, ()), "file that is always loaded")

    def _by_namespace(self, parts: list[str]) -> Iterator[Target]:
        files = self._declared.get("\\".join(parts[:-1]), ())
        yield from targets([file for file in files if file.stem == parts[-1]], "declares the namespace")

    def _by_end(self, parts: list[str], importer: RepoPath) -> Iterator[Target]:
        """Without a prefix that fits, the longest end of the name that is a path's; two parts at least."""
        if self._heads and parts[0] not in self._heads:
            return
        for start in range(len(parts) - 1):
            if found := self._listing.ending("/".join(parts[start:]) + ".php"):
                yield from targets(nearest(found, importer)[:4], GUESS)
                return

    def _written(self, name: str, importer: RepoPath) -> Iterator[Target]:
        path = name.lstrip("/")
        for folder in upwards(importer.folder):
            if found := self._listing.at(join(folder, path)):
                yield Target(found, "relative path" if folder == importer.folder else "path from a folder above")
                return
