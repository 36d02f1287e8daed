"""What `tsconfig.json` and `jsconfig.json` say about paths, with what they extend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cw_chunking.imports.listing import Listing, join
from cw_chunking.imports.manifests import Manifests, strings, table
from cw_chunking.imports.patterns import Patterns
from cw_core import RepoPath

MAX_EXTENDS = 16
"""A longer chain of configurations goes in a circle."""


@dataclass(frozen=True, slots=True)
class Paths:
    """The paths of one configuration, worked out from the repository's root; `base` is None without a baseUrl."""

    base: str | None
    patterns: Patterns


def read_paths(listing: Listing, manifests: Manifests) -> dict[str, list[Paths]]:
    """By folder; a `tsconfig.app.json` and its like count where the folder's main configuration names no paths."""
    reader = _Reader(listing, manifests)
    found: dict[str, list[Paths]] = {}
    mains = [path for name in ("tsconfig.json", "jsconfig.json") for path in listing.named(name)]
    for main in mains:
        made = reader.paths(main)
        if made is not None:
            found.setdefault(main.folder, []).append(made)
            continue
        for other in listing.inside(main.folder, (".json",)):
            if other.name.startswith("tsconfig.") and other != main and (made := reader.paths(other)) is not None:
                found.setdefault(main.folder, []).append(made)
    return found


class _Reader:
    def __init__(self, listing: Listing, manifests: Manifests) -> None:
        self._listing = listing
        self._manifests = manifests
        self._facts: dict[RepoPath, dict[str, Any]] = {}

    def paths(self, path: RepoPath) -> Paths | None:
        """None if neither this configuration nor one it extends says anything about paths."""
        base: str | None = None
        patterns: dict[str, list[str]] | None = None
        for at, options in self._chain(path):
            written = options.get("baseUrl")
            if base is None and isinstance(written, str):
                base = join(at, written)
            if patterns is None and isinstance(options.get("paths"), dict):
                start = join(at, written) if isinstance(written, str) else None
                patterns = self._patterns(options["paths"], start if start is not None else self._base(path, at))
        if base is None and not patterns:
            return None
        return Paths(base, Patterns.of(patterns or {}))

    def _base(self, path: RepoPath, at: str) -> str:
        """Where paths start that stand without a baseUrl beside them: an inherited baseUrl, else their own folder."""
        for folder, options in self._chain(path):
            if isinstance(options.get("baseUrl"), str):
                return join(folder, options["baseUrl"]) or ""
        return at

    def _patterns(self, written: dict[str, Any], start: str) -> dict[str, list[str]]:
        return {
            pattern: [found for value in strings(values) if (found := join(start, value)) is not None]
            for pattern, values in written.items()
        }

    def _chain(self, path: RepoPath) -> list[tuple[str, dict[str, Any]]]:
        """The configuration and all it extends, each with its folder; what is said first wins."""
        chain: list[tuple[str, dict[str, Any]]] = []
        waiting, seen = [path], set[RepoPath]()
        while waiting and len(chain) < MAX_EXTENDS:
            at = waiting.pop(0)
            if at in seen:
                continue
            seen.add(at)
            facts = self._read(at)
            chain.append((at.folder, table(facts.get("compilerOptions"))))
            waiting[:0] = [found for name in reversed(strings(facts.get("extends"))) if (found := self._at(at, name))]
        return chain

    def _at(self, path: RepoPath, extended: str) -> RepoPath | None:
        if not extended.startswith("."):
            return None
        written = join(path.folder, extended)
        if written is None:
            return None
        return next(iter(self._listing.present((written, f"{written}.json", f"{written}/tsconfig.json"))), None)

    def _read(self, path: RepoPath) -> dict[str, Any]:
        if path not in self._facts:
            self._facts[path] = self._manifests.json(path)
        return self._facts[path]
