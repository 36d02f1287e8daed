"""Which languages there are, read from the folders in `languages/` and from those other distributions add."""

from __future__ import annotations

import hashlib
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any

from cw_core import GrammarError, RepoPath

PLAIN = "text"
"""The language of a file that no folder claims."""

PLUGINS = "cw_chunking.languages"
"""The entry point group for further languages: each names a package that holds language folders."""

HEAD_BYTES = 8_192
"""Where two languages claim one extension, so much of the file decides."""

KEYS = frozenset(
    "extensions file_names interpreters aliases grammar document kind attached queries labels visibility"
    " contents separators blank".split()
)
"""What a `language.toml` may hold."""


@dataclass(frozen=True, slots=True)
class Visibility:
    """How a language says who may use a definition.

    `words` that stand before the name (`after`: up to the body), then patterns of `names`, then the default by the kind
    of the container.
    """

    words: Mapping[str, str] = field(default_factory=dict)
    names: tuple[tuple[re.Pattern[str], str], ...] = ()
    default: Mapping[str, str] = field(default_factory=dict)
    after: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Language:
    """The facts of one language: which files are its own, which grammar reads it, what belongs to a definition.

    `attached` are node types that, standing right before a definition, belong to it (comments, attributes).
    `labels` gives cuts that define no name a word for their breadcrumb, by node type; `*` takes the cut's own head.
    `separators` stand between the parts of a qualified name where one is written. `contents` are patterns by
    extension: a file of another language's extension is this one's where its head matches. What matches `blank` is
    white space to the parser: macros that it would take for something else.
    """

    name: str
    extensions: tuple[str, ...] = ()
    file_names: tuple[str, ...] = ()
    interpreters: tuple[str, ...] = ()
    aliases: tuple[str, ...] = ()
    grammar: str = ""
    document: str = ""
    kind: str = "code"
    attached: tuple[str, ...] = ()
    chunks: str = ""
    symbols: str = ""
    labels: Mapping[str, str] = field(default_factory=dict)
    separators: tuple[str, ...] = ("::", "\\", ".")
    visibility: Visibility = field(default_factory=Visibility)
    contents: Mapping[str, re.Pattern[bytes]] = field(default_factory=dict)
    blank: re.Pattern[bytes] | None = None


@lru_cache(maxsize=1)
def _folders() -> dict[str, Traversable]:
    """The folder of every language by its name, our own first. Raises GrammarError if two have one name."""
    found: dict[str, Traversable] = {}
    for root in (files("cw_chunking") / "languages", *_added()):
        for folder in sorted(root.iterdir(), key=lambda entry: entry.name):
            if not (folder / "language.toml").is_file():
                continue
            if folder.name in found:
                raise GrammarError(f"two folders describe the language {folder.name}", "Uninstall one of the packages.")
            found[folder.name] = folder
    return found


def _added() -> Iterator[Traversable]:
    """What other installed distributions add, by name. None that lies in the working folder: it may be any repository.

    Raises GrammarError if a package cannot be imported.
    """
    for entry in sorted(entry_points(group=PLUGINS), key=lambda entry: entry.name):
        if entry.dist is not None and Path(str(entry.dist.locate_file(""))).resolve() == Path.cwd():
            continue
        try:
            yield files(entry.load())
        except (ImportError, AttributeError, TypeError) as error:
            raise GrammarError(
                f"the languages of {entry.value} cannot be loaded: {error}", "Repair or uninstall that package."
            ) from error


@lru_cache(maxsize=1)
def languages() -> dict[str, Language]:
    """All languages by name. Raises GrammarError if two claim one extension or a table is incomplete."""
    found = {name: _read(name) for name in sorted(_folders())}
    _refuse_double_claims(found)
    return found


@lru_cache(maxsize=256)
def _facts(name: str) -> dict[str, Any]:
    folder = _folders().get(name)
    if folder is None:
        raise GrammarError(f"there is no language {name}")
    facts = tomllib.loads((folder / "language.toml").read_text(encoding="utf-8"))
    if unknown := set(facts) - KEYS:
        raise GrammarError(f"{name}/language.toml has unknown keys: {', '.join(sorted(unknown))}")
    return facts


def _read(name: str) -> Language:
    facts = _facts(name)
    lines = list(_lineage(name))

    def query(table: str) -> str:
        return "\n".join((folder / table).read_text("utf-8") for folder in lines if (folder / table).is_file())

    return Language(
        name=name,
        extensions=tuple(facts.get("extensions", ())),
        file_names=tuple(facts.get("file_names", ())),
        interpreters=tuple(facts.get("interpreters", ())),
        aliases=tuple(facts.get("aliases", ())),
        grammar=facts.get("grammar", ""),
        document=facts.get("document", ""),
        kind=facts.get("kind", ""),
        attached=tuple(facts.get("attached", ())),
        chunks=query("chunks.scm"),
        symbols=query("symbols.scm"),
        labels=facts.get("labels", {}),
        separators=tuple(facts.get("separators", ("::", "\\", "."))),
        visibility=_visibility(facts.get("visibility", {})),
        blank=re.compile(facts["blank"].encode()) if "blank" in facts else None,
        contents={end: re.compile(pattern.encode()) for end, pattern in facts.get("contents", {}).items()},
    )


def _lineage(name: str, heirs: tuple[str, ...] = ()) -> Iterator[Traversable]:
    """The folders whose queries a language has: those of the one it names in `queries`, and so on up, then its own."""
    if name in heirs:
        raise GrammarError(f"{name}/language.toml inherits its own queries")
    if parent := _facts(name).get("queries"):
        yield from _lineage(parent, (*heirs, name))
    yield _folders()[name]


def _visibility(facts: Mapping[str, Any]) -> Visibility:
    default = facts.get("default", {})
    return Visibility(
        words=facts.get("words", {}),
        names=tuple((re.compile(pattern), level) for pattern, level in facts.get("names", {}).items()),
        default={"*": default} if isinstance(default, str) else default,
        after=facts.get("after", False),
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
    for name, folder in sorted(_folders().items()):
        for table in ("language.toml", "chunks.scm", "symbols.scm"):
            if (folder / table).is_file():
                digest.update(f"{name}/{table}\n".encode() + (folder / table).read_bytes())
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


@lru_cache(maxsize=1)
def _by_content() -> dict[str, list[tuple[re.Pattern[bytes], Language]]]:
    """For each extension that several languages use, the patterns that tell, in order of the languages' names."""
    found: dict[str, list[tuple[re.Pattern[bytes], Language]]] = {}
    for language in languages().values():
        for extension, pattern in language.contents.items():
            found.setdefault(extension, []).append((pattern, language))
    return found


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
    """The language of a file: by its name, else its longest known suffix, else its first line (`#!`).

    An extension that several languages use goes to the first whose pattern the head of the content matches, else to
    its owner.
    """
    claims, name = _by_claim(), path.name.lower()
    if name in claims:
        return claims[name]
    pieces = name.split(".")
    for at in range(1, len(pieces)):
        suffix = "." + ".".join(pieces[at:])
        for pattern, language in _by_content().get(suffix, ()):
            if pattern.search(content[:HEAD_BYTES]):
                return language
        if suffix in claims:
            return claims[suffix]
    if content.startswith(b"#!") and (shebang := _SHEBANG.match(content[:200])):
        return _by_interpreter().get(shebang[1].decode("ascii"), Language(PLAIN))
    return Language(PLAIN)
