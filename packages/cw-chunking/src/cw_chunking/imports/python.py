"""Python's imports: relative ones by their dots, absolute ones from any folder that is no package itself."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator

from cw_chunking.imports.listing import Listing, join, nearest_folders, shared, under, upwards
from cw_chunking.imports.target import Target, targets
from cw_core import Reference, RepoPath

MODULE = ("/__init__.py", ".py", "/__init__.pyi", ".pyi", ".pyx", ".pyw")
"""How a module may end, the one that Python takes first."""

ROOTS = ("", "src", "lib", "python")
"""Folders that packages lie in."""

PROJECT_FILES = ("pyproject.toml", "setup.py", "setup.cfg", "manage.py")
"""Beside one of these, a folder is a root."""

MAX_ROOTS = 4
"""More copies of one package than this say nothing."""


class PythonImports:
    """Roots are found from the paths alone, so src layouts and namespace packages need no manifest."""

    def __init__(self, listing: Listing) -> None:
        self._listing = listing

    def __call__(self, reference: Reference, importer: RepoPath) -> Iterator[Target]:
        """The member if it is a module, then the module it is taken from."""
        module, member = (reference.receiver, reference.name) if reference.receiver else (reference.name, "")
        member = "" if member == "*" else member
        dotless = module.lstrip(".")
        dots = len(module) - len(dotless)
        parts = [part.strip() for part in dotless.split(".") if part.strip()]
        if dots:
            folder = join(importer.folder, "../" * (dots - 1))
            if folder is not None:
                yield from self._from(folder, parts, member, "relative import")
        elif parts:
            yield from self._absolute(parts, member, importer)

    def _absolute(self, parts: list[str], member: str, importer: RepoPath) -> Iterator[Target]:
        standard = parts[0] in sys.stdlib_module_names
        for folder in upwards(importer.folder):
            for root in ROOTS:
                start = under(folder, root)
                if self._is_root(start, standard) and (
                    found := list(self._from(start, parts, member, _root_named(start)))
                ):
                    yield from found
                    return
        if standard:
            return
        yield from self._far(parts, member, importer)

    def _far(self, parts: list[str], member: str, importer: RepoPath) -> Iterator[Target]:
        """From a root elsewhere; else from a package above that was put on the path, as tests like to do."""
        found = False
        for root in nearest_folders(self._far_roots(parts, member, importer), importer)[:MAX_ROOTS]:
            found = True
            yield from self._from(root, parts, member, _root_named(root))
        if not found and len(parts) > 1:
            for folder in upwards(importer.folder):
                yield from self._from(folder, parts, member, "folder above")

    def _from(self, folder: str, parts: list[str], member: str, reason: str) -> Iterator[Target]:
        if member:
            member_reason = "module of the package" if reason == "relative import" else reason
            yield from targets(self._modules(folder, [*parts, *member.split(".")]), member_reason)
        yield from targets(self._modules(folder, parts), reason)

    def _modules(self, folder: str, parts: list[str]) -> list[RepoPath]:
        path = under(folder, "/".join(parts))
        if not parts:
            return self._listing.present(under(path, name) for name in ("__init__.py", "__init__.pyi"))
        return self._listing.present(path + ending for ending in MODULE)

    def _is_root(self, folder: str, standard: bool) -> bool:
        """No package, and for a name of the standard library in no package either."""
        if not self._listing.is_folder(folder):
            return False
        return not any(self._is_package(above) for above in (upwards(folder) if standard else (folder,)))

    def _is_package(self, folder: str) -> bool:
        return self._listing.at(under(folder, "__init__.py")) is not None

    def _far_roots(self, parts: list[str], member: str, importer: RepoPath) -> Iterator[str]:
        """Folders from which the module or its member can be reached: for a single name, known roots or close ones."""
        for names in ([*parts, member], parts) if member else (parts,):
            path = "/".join(names)
            for ending in MODULE:
                tail = path + ending
                for root in _roots(self._listing.ending(tail), tail):
                    if not self._is_package(root) and (
                        len(names) > 1 or self._is_known(root) or shared(root, importer.folder)
                    ):
                        yield root

    def _is_known(self, root: str) -> bool:
        if root.rpartition("/")[2] in ROOTS:
            return True
        return any(self._listing.at(under(root, name)) for name in PROJECT_FILES)


def _roots(found: Iterable[RepoPath], tail: str) -> Iterator[str]:
    return (path[: -len(tail)].strip("/") for path in found)


def _root_named(folder: str) -> str:
    return f"source root {folder}/" if folder else "module path from the root"
