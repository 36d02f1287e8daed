"""Which languages there are, read from the folders in `languages/`."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from importlib.resources.abc import Traversable

from cw_core import GrammarError, RepoPath

PLAIN = "text"
"""The language of a file that no folder claims."""


KEYS = frozenset("extensions file_names interpreters aliases grammar document kind attached queries labels".split())
"""What a `language.toml` may hold."""


@dataclass(frozen=True, slots=True)
class Language:
    """The facts of one language: which files are its own, which grammar reads it, what belongs to a definition.

    `attached` are node types that, standing right before a definition, belong to it (comments, attributes).
    `labels` gives cuts that define no name a word for their breadcrumb, by node type; `*` takes the cut's own head.
    """

    name: str
    extensions: tuple[str, ...] = ()
    file_names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    grammar: str = ""
    document: str = ""
    kind: str = "code"
    attached: tuple[str, ...] = ()
    chunks: str = ""
    symbols: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    aliases: tuple[str, ...] = ()


@lru_cache(maxsize=1)
def languages() -> dict[str, Language]:
    """All languages by name. Raises GrammarError if two claim one extension or a table is incomplete."""
    root = files("cw_chunking") / "languages"
    found = {
        folder.name: _read(folder, root)
        for folder in sorted(root.iterdir(), key=lambda entry: entry.name)
        if (folder / "language.toml").is_file()
    }
    _refuse_double_claims(found)
    return found


def _read(folder: Traversable, root: Traversable) -> Language:
    facts = tomllib.loads((folder / "language.toml").read_text(encoding="utf-8"))
    known = {
        "extensions",
        "file_names",
        "interpreters",
        "grammar",
        "document",
        "kind",
        "attached",
        "queries",
        "labels",
        "aliases",
    }
    if unknown := set(facts) - known:
        raise GrammarError(f"{folder.name}/language.toml has unknown keys: {', '.join(sorted(unknown))}")
    queries = [root / str(facts["queries"])] if "queries" in facts else []
    queries.append(folder)

    def query(name: str) -> str:
        return "\n".join((q / name).read_text(encoding="utf-8") for q in queries if (q / name).is_file())

    return Language(
        name=folder.name,
        extensions=tuple(facts.get("extensions", ())),
        file_names=tuple(facts.get("file_names", ())),
        interpreters=tuple(facts.get("interpreters", ())),
        grammar=facts.get("grammar", ""),
        document=facts.get("document", ""),
        kind=facts.get("kind", "code"),
        attached=tuple(facts.get("attached", ())),
        chunks=query("chunks.scm"),
        symbols=query("symbols.scm"),
        labels=facts.get("labels", {}),
        aliases=tuple(facts.get("aliases", ())),
    )


def _refuse_double_claims(found: dict[str, Language]) -> None:
    owners: dict[str, str] = {}
    for language in found.values():
        for claim in (*language.extensions, *language.file_names):
            if claim in owners:
                raise GrammarError(f"{claim} is claimed by {owners[claim]} and by {language.name}")
            owners[claim] = language.name


@lru_cache(maxsize=1)
def tables_digest() -> str:
    """Changes with any table of any language: an index cut with other tables is told apart. A few milliseconds."""
    digest = hashlib.sha256()
    for folder in sorted((files("cw_chunking") / "languages").iterdir(), key=lambda entry: entry.name):
        for table in ("language.toml", "chunks.scm", "symbols.scm"):
            if (folder / table).is_file():
                digest.update(f"{folder.name}/{table}\n".encode() + (folder / table).read_bytes())
    return digest.hexdigest()[:12]


@lru_cache(maxsize=1)
def _by_claim() -> dict[str, Language]:
    return {
        claim: language
        for language in languages().values()
        for claim in (*language.extensions, *(name.lower() for name in language.file_names))
    }


@lru_cache(maxsize=1)
def _by_interpreter() -> dict[str, Language]:
    return {name: language for language in languages().values() for name in language.interpreters}


def language_named(name: str) -> str | None:
    """The language that people call `name`: by its own name, an alias, an extension without its dot, an interpreter."""
    asked = name.strip().lower().lstrip(".")
    if asked in languages() or asked == PLAIN:
        return asked
    called = {alias: language.name for language in languages().values() for alias in language.aliases}
    found = _by_claim().get("." + asked) or _by_interpreter().get(asked)
    return called.get(asked) or (found.name if found else None)


_SHEBANG = re.compile(rb"#!\s*(?:\S*/env\s+(?:-\S+\s+)*)?(?:\S*/)?([A-Za-z]+)")


def language_of(path: RepoPath, content: bytes = b"") -> Language:
    """The language of a file: by its name, else its longest known suffix, else its first line (`#!`)."""
    claims, name = _by_claim(), path.name.lower()
    if name in claims:
        return claims[name]
    pieces = name.split(".")
    for at in range(1, len(pieces)):
        suffix = "." + ".".join(pieces[at:])
        if suffix in claims:
            return claims[suffix]
    if content.startswith(b"#!") and (shebang := _SHEBANG.match(content[:200])):
        return _by_interpreter().get(shebang[1].decode("ascii"), Language(PLAIN))
    return Language(PLAIN)
