"""The index that imports are resolved with: one rule for each family of languages, built from the paths once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from cw_chunking.imports.csharp import CSharpImports
from cw_chunking.imports.dotted import WAYS, DottedNames
from cw_chunking.imports.golang import GoImports
from cw_chunking.imports.javascript import JavaScriptImports
from cw_chunking.imports.jvm import JvmImports
from cw_chunking.imports.listing import Listing
from cw_chunking.imports.manifests import NAMES, Manifests, Read
from cw_chunking.imports.php import PhpImports
from cw_chunking.imports.python import PythonImports
from cw_chunking.imports.ruby import RubyImports
from cw_chunking.imports.rust import RustImports
from cw_chunking.imports.swift import SwiftImports
from cw_chunking.imports.target import Rule, Target
from cw_chunking.imports.written import HABITS, DartPaths, WrittenPaths
from cw_core import Reference, RepoPath

MAX_NAME = 1_000
"""A longer name is no import."""

FAMILIES: dict[str, str] = {
    "tsx": "typescript",
    "javascript": "typescript",
    "vue": "typescript",
    "svelte": "typescript",
    "coffeescript": "typescript",
    "cpp": "c",
    "objective-c": "c",
    "kotlin": "java",
    "scala": "java",
    "groovy": "java",
    "scss": "css",
    "sass": "css",
    "stylus": "css",
    "template": "html",
    "fish": "bash",
}
"""Languages that resolve like another one."""

_PUBSPEC_NAME = re.compile(r"^name:\s*[\"']?([\w.]+)", re.MULTILINE)


@dataclass(frozen=True)
class ImportIndex:
    """Tells which files of the repository an import means.

    `problems` names the manifests that were left out, and why. Languages without a rule resolve nothing.
    """

    rules: Mapping[str, Rule]
    problems: Mapping[RepoPath, str]
    manifest_names: ClassVar[frozenset[str]] = NAMES

    @classmethod
    def of(
        cls, paths: Iterable[RepoPath], read: Read, declared: Mapping[RepoPath, Sequence[str]] | None = None
    ) -> ImportIndex:
        """Built in O(total length of the paths) and one sort; reads the manifests among them, nothing else.

        `declared` gives the namespaces, packages or modules that a file declares (C#, PHP, Java, Kotlin, Scala,
        Elixir, ...), written as that language writes them; it may give the full names of definitions as well.
        """
        listing, manifests = Listing(paths), Manifests(read)
        declaring = _turned(declared or {})
        rules: dict[str, Rule] = {
            "python": PythonImports(listing),
            "typescript": JavaScriptImports(listing, manifests),
            "go": GoImports(listing, manifests),
            "rust": RustImports(listing, manifests),
            "java": JvmImports(listing, declaring),
            "csharp": CSharpImports(listing, declaring),
            "php": PhpImports(listing, manifests, declaring),
            "ruby": RubyImports(listing),
            "swift": SwiftImports(listing, manifests),
            "dart": DartPaths(listing, _pubspecs(listing, manifests)),
        }
        rules |= {name: WrittenPaths(listing, habit) for name, habit in HABITS.items()}
        rules |= {name: DottedNames(listing, ways, declaring) for name, ways in WAYS.items()}
        return cls(rules, manifests.problems)

    def resolve(self, reference: Reference, importer: RepoPath, language: str) -> tuple[Target, ...]:
        """The files that an import means, best first, each once; empty if it means none of this repository.

        Look-ups and binary searches only: O(log paths) times the parts of the name, plus the size of the answer.
        Never raises, and never gives the importer itself.
        """
        name = reference.name.strip().strip("\"'`<>;").strip()
        rule = self.rules.get(FAMILIES.get(language, language))
        if rule is None or not name or max(len(name), len(reference.receiver)) > MAX_NAME:
            return ()
        asked = Reference(name, reference.kind, reference.line, reference.receiver.strip())
        found: dict[RepoPath, Target] = {}
        for target in rule(asked, importer):
            if target.path != importer:
                found.setdefault(target.path, target)
        return tuple(found.values())


def _turned(declared: Mapping[RepoPath, Sequence[str]]) -> dict[str, list[RepoPath]]:
    """The files by the names that they declare, in order of their paths."""
    found: dict[str, list[RepoPath]] = {}
    for path in sorted(declared):
        for name in dict.fromkeys(declared[path]):
            found.setdefault(name.strip("\\."), []).append(path)
    return found


def _pubspecs(listing: Listing, manifests: Manifests) -> dict[str, str]:
    """The folders of Dart's packages by their names."""
    found: dict[str, str] = {}
    for path in listing.named("pubspec.yaml"):
        if name := _PUBSPEC_NAME.search(manifests.text(path)):
            found.setdefault(name[1], path.folder)
    return found
