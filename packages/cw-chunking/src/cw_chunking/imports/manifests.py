"""The manifests of a repository, read with patience: what cannot be understood is named and left out."""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Mapping
from typing import Any

from cw_core import RepoPath

MAX_BYTES = 4_000_000
"""A larger manifest is data under a manifest's name."""

NAMES = frozenset(
    (
        *("Cargo.toml", "Package.swift", "composer.json", "go.mod", "go.work"),
        *("jsconfig.json", "package.json", "pubspec.yaml", "tsconfig.json"),
    )
)
"""Files by whose name rules look for manifests; these may name others."""

_COMMENT = re.compile(r'("(?:\\.|[^"\\])*"?)|//[^\n]*|/\*.*?(?:\*/|\Z)', re.DOTALL)
_TRAILING_COMMA = re.compile(r'("(?:\\.|[^"\\])*"?)|,(?=\s*[}\]])', re.DOTALL)

Read = Callable[[RepoPath], bytes | None] | Mapping[RepoPath, bytes]
"""Gives the bytes of a manifest, or None for one that cannot be had."""


class Manifests:
    """Reads one manifest at a time; `problems` names those that were left out and says why."""

    def __init__(self, read: Read) -> None:
        self._read = read.get if isinstance(read, Mapping) else read
        self.problems: dict[RepoPath, str] = {}

    def text(self, path: RepoPath) -> str:
        """The text of a file, empty if it cannot be had."""
        content = self._read(path)
        if content is None or len(content) > MAX_BYTES:
            self.problems[path] = "cannot be read" if content is None else f"larger than {MAX_BYTES} bytes"
            return ""
        return content.decode("utf-8-sig", "replace")

    def json(self, path: RepoPath) -> dict[str, Any]:
        """A JSON object, comments and trailing commas allowed; empty if it is none."""
        return self._table(path, lambda text: json.loads(_plain_json(text)))

    def toml(self, path: RepoPath) -> dict[str, Any]:
        """A TOML document; empty if it is none."""
        return self._table(path, tomllib.loads)

    def _table(self, path: RepoPath, parse: Callable[[str], Any]) -> dict[str, Any]:
        text = self.text(path)
        if path in self.problems:
            return {}
        try:
            found = parse(text)
        except (ValueError, RecursionError) as error:
            self.problems[path] = str(error) or type(error).__name__
            return {}
        if not isinstance(found, dict):
            self.problems[path] = "not an object"
            return {}
        return found


def _plain_json(text: str) -> str:
    kept = _COMMENT.sub(lambda match: match[1] or " ", text)
    return _TRAILING_COMMA.sub(lambda match: match[1] or "", kept)


def table(value: Any) -> dict[str, Any]:
    """The value if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


def strings(value: Any) -> list[str]:
    """The string, or the strings of the list; anything else is left out."""
    if isinstance(value, str):
        return [value]
    return [entry for entry in value if isinstance(entry, str)] if isinstance(value, list) else []
