"""The names a file defines and uses, by the `symbols.scm` of its language."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from cw_chunking.language import Language
from cw_chunking.leading import Leading, summary
from cw_chunking.parse import Captures, Findings, Match, Node, trimmed
from cw_core import Reference, SourceFile, Span, Symbol

MAX_NAME = 200
"""Longer names are data that a grammar took for a name."""

MAX_RECEIVER = 80
"""A receiver longer than this is an expression, and left out."""

MAX_IMPORT = 4_000
"""Bytes of one import with all the members it lists."""

SPECIFIC = ("constructor", "method", "field", "constant", "variable")
"""Where two patterns name the same node, the kind that stands first here wins; others lose to any of these."""

HOLDERS_OF_LOCALS = frozenset({"function", "method", "constructor", "macro"})
"""What a definition inside one of these is called is nobody else's business: it has no visibility."""


@dataclass(slots=True)
class Definition:
    """A symbol before its place is known. `name_at`, the bytes of its name, ties it to the cut of the same name."""

    name: str
    kind: str
    name_at: tuple[int, int]
    start: int
    end: int
    container: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """What a language's `symbols.scm` tells of one tree. `labels` gives `kind name` by the bytes of the name node."""

    symbols: list[Symbol]
    references: list[Reference]
    labels: dict[tuple[int, int], str]


def read_names(language: Language, found: Findings, file: SourceFile, leading: Leading) -> Names:
    """Definitions in order of their start, outer before inner, and uses in order of their lines."""
    defined = _definitions(found.definitions, file.content, language.separators)
    symbols = _symbols(language, file, defined, found, leading)
    labels = {definition.name_at: f"{definition.kind} {_short(definition)}" for definition in defined}
    return Names(symbols, _references(found.uses, file, frozenset(at for at, _ in labels)), labels)


def _short(definition: Definition) -> str:
    return f"{definition.container}.{definition.name}" if definition.container else definition.name


def _definitions(matched: Sequence[Match], content: bytes, separators: tuple[str, ...]) -> list[Definition]:
    """All definitions in order of their start, outer before inner, each name node once."""
    found: dict[tuple[int, int], Definition] = {}
    for kind, node, captures in matched:
        names = captures.get("name")
        if not names:
            continue
        name_at = names[0].start_byte, names[0].end_byte
        outer, text = _named(content[name_at[0] : name_at[1]].decode("utf-8", "replace"), separators)
        if not text:
            continue
        holder, doc, start = captures.get("container"), captures.get("doc"), node.start_byte
        last = captures["end"][0] if "end" in captures else node
        made = Definition(text, kind, name_at, start, trimmed(content, start, last.end_byte), outer)
        if holder:
            made.container = _joined(outer, _text(holder[0], content))
        if doc:
            made.doc = summary(_text(doc[0], content).lstrip("rRuUbBfF"))
        before = found.get(name_at)
        if before is None or _better(made, before):
            made.doc = made.doc or (before.doc if before else "")
            found[name_at] = made
        else:
            before.doc = before.doc or made.doc
    return sorted(found.values(), key=lambda d: (d.start, -d.end))


def _named(written: str, separators: tuple[str, ...]) -> tuple[str, str]:
    """What a name is qualified with, and the bare name; empty if it is none: data that a grammar took for a name."""
    if written.isidentifier():
        return "", written if len(written) <= MAX_NAME else ""
    if len(written) > MAX_NAME or "\n" in written:
        return "", ""
    if written.startswith("operator "):
        written = written.partition("(")[0] or written  # a conversion: what follows is its list of parameters
    parts = [written]
    for separator in separators:
        parts = [piece for part in parts for piece in part.split(separator)]
    bare = [_unquoted(part.strip()).lstrip("$:") for part in parts]
    named = [part for part in bare if part]
    return (".".join(named[:-1]), named[-1]) if named else ("", "")


def _unquoted(part: str) -> str:
    return part[1:-1] if len(part) > 2 and part[0] in "\"'`" and part[-1] == part[0] else part


def _joined(outer: str, holder: str) -> str:
    return f"{holder}.{outer}" if outer and holder else outer or holder


def _better(made: Definition, before: Definition) -> bool:
    if bool(made.container) != bool(before.container):
        return bool(made.container)
    ranks = [SPECIFIC.index(d.kind) if d.kind in SPECIFIC else len(SPECIFIC) for d in (made, before)]
    return ranks[0] < ranks[1]


def _symbols(
    language: Language, file: SourceFile, found: Sequence[Definition], findings: Findings, leading: Leading
) -> list[Symbol]:
    """Definitions with their qualified names: the names of what they lie in, then their own, joined by dots."""
    starts = _outermost(findings.cuts)
    levels = _Levels(language, file.content, findings.sections)
    lines = file.lines.starts
    out: list[Symbol] = []
    around: list[tuple[Definition, str]] = []
    for definition in found:
        start, end = leading.start(definition.start), definition.end
        while around and not (end <= around[-1][0].end and (end < around[-1][0].end or start > around[-1][0].start)):
            around.pop()
        if around and around[-1][0].name == definition.name and around[-1][0].end == end:
            continue  # `print = function print() {}` is one thing with one name
        outer = around[-1][1] if around else ""
        container = (
            f"{outer}.{definition.container}" if outer and definition.container else outer or definition.container
        )
        if definition.container and (outer == definition.container or outer.endswith("." + definition.container)):
            container = outer
        qualified = f"{container}.{definition.name}" if container else definition.name
        first = min(start, starts.get(definition.name_at[0], start))
        out.append(
            Symbol(
                name=definition.name,
                qualified=qualified,
                kind=definition.kind,
                span=Span(start, end),
                lines=(bisect_right(lines, start) or 1, bisect_right(lines, max(start, end - 1)) or 1),
                container=container,
                signature=_signature(file.content, definition, start),
                doc=definition.doc or leading.doc(first),
                visibility=levels.of(definition, first, around[-1][0] if around else None),
            )
        )
        around.append((definition, qualified))
    return out


def _outermost(cuts: Sequence[Match]) -> dict[int, int]:
    """Where the outermost cut of a name starts (`export`, decorators), by the start of the name."""
    out: dict[int, int] = {}
    for match in cuts:
        name = match.get("name")
        if name is not None:
            at, start = name.start_byte, match.node.start_byte
            if start < out.get(at, at + 1):
                out[at] = start
    return out


_WORD = re.compile(rb"[\w-]+(?:\([\w ]+\))?|#")


class _Levels:
    """Who may use a definition, by the words before its name, the section it stands in, its name, its container."""

    def __init__(self, language: Language, content: bytes, sections: Sequence[Node]) -> None:
        self._rules = language.visibility
        self._words = {word.encode(): level for word, level in language.visibility.words.items()}
        self._content = content
        self._named: dict[str, str] = {}
        marks = sorted((node.start_byte, _end_of_holder(node), _text(node, content).strip(" :\t")) for node in sections)
        self._sections = marks
        self._section_starts = [start for start, _, _ in marks]
        self._says = bool(self._words or self._rules.names or self._rules.default)

    def of(self, definition: Definition, start: int, around: Definition | None) -> str:
        """A level, or empty where the language does not say."""
        if not self._says:
            return ""
        rules = self._rules
        if around is not None and around.kind in HOLDERS_OF_LOCALS:
            return ""
        if self._words and (level := self._said(definition, start)):
            return level
        if self._sections and around is not None:
            at = bisect_right(self._section_starts, start) - 1
            while at >= 0 and self._section_starts[at] > around.start:
                _, end, word = self._sections[at]
                if start < end:
                    return rules.words.get(word, "")
                at -= 1  # it holds in a body that has ended
        if level := self._by_name(definition.name):
            return level
        holder = "*" if definition.container else around.kind if around else ""
        return rules.default.get(holder, rules.default.get("*", ""))

    def _said(self, definition: Definition, start: int) -> str:
        """The level of the first word that has one."""
        head = self._content[start : definition.name_at[0]][-400:]
        if self._rules.after:
            head += self._content[definition.name_at[1] : min(definition.end, start + 600)].partition(b"{")[0]
        return next(filter(None, map(self._words.get, _WORD.findall(head))), "")

    def _by_name(self, name: str) -> str:
        known = self._named.get(name)
        if known is None:
            level = (level for pattern, level in self._rules.names if pattern.search(name))
            known = self._named[name] = next(level, "")
        return known


def _end_of_holder(node: Node) -> int:
    return node.parent.end_byte if node.parent else node.end_byte


Found = dict[tuple[int, str, str, str], None]
"""Uses as (line, kind, name, receiver), each once."""


def _references(
    uses: Sequence[tuple[str, list[Captures]]], file: SourceFile, defined: AbstractSet[int] = frozenset()
) -> list[Reference]:
    """Calls, type uses, inheritance and imports, in order; each name once a line and kind.

    What is `defined` at a place is not used there, though some grammars write both alike; a type that one pattern
    finds with its receiver is not found again without.
    """
    found: Found = {}
    imports: list[Captures] = []
    types = set(defined)
    for kind, matches in sorted(uses, key=lambda use: "receiver" not in use[1][0]):
        if kind == "import":
            imports += matches
        else:
            _add_uses(found, kind, matches, file, types if kind == "type" else defined)
    _add_imports(found, imports, file)
    return [Reference(text, kind, line, receiver) for line, kind, text, receiver in sorted(found)]


def _add_uses(found: Found, kind: str, matches: list[Captures], file: SourceFile, taken: AbstractSet[int]) -> None:
    """Adds the uses of one pattern, but for those at a place that is taken; a set that can grow takes their places."""
    content, starts = file.content, file.lines.starts
    texts = _Texts(MAX_NAME)
    receivers = _Texts(MAX_RECEIVER)
    for captures in matches:
        if "name" not in captures:
            continue
        start, end = captures["name"][0].byte_range
        if start in taken or not (text := texts[content[start:end]]) or text == "_":
            continue
        receiver = ""
        if "receiver" in captures:
            first, last = captures["receiver"][0].byte_range
            receiver = receivers[content[first:last]]
            if isinstance(taken, set):
                taken.add(start)
        found[bisect_right(starts, start) or 1, kind, text, receiver] = None


class _Texts(dict[bytes, str]):
    """Each name of at most so many characters and one line as text, others as nothing: decoded once, used often."""

    def __init__(self, most: int) -> None:
        self.most = most

    def __missing__(self, written: bytes) -> str:
        text = "" if b"\n" in written else _shown(written, self.most)
        self[written] = text
        return text


def _add_imports(found: Found, matches: list[Captures], file: SourceFile) -> None:
    """What each import names; where two patterns match one, that with a receiver says more."""
    content, imports = file.content, dict[int, tuple[str, str]]()
    for captures in matches:
        names, holders = captures.get("name"), captures.get("receiver")
        if not names:
            continue
        start, end = names[0].byte_range
        if holders or start not in imports:
            first, last = holders[0].byte_range if holders else (0, 0)
            receiver = _shown(content[first:last], MAX_NAME).strip("\"'`<>")
            imports[start] = _shown(content[start:end], MAX_IMPORT), receiver
    for start, (text, receiver) in imports.items():
        line = file.lines.line_at(start)
        for part in (text,) if len(text) <= MAX_NAME and text.isidentifier() else _imported(text):
            found[line, "import", part, receiver] = None


def _shown(written: bytes, most: int) -> str:
    """The text of a name, empty if it is longer than `most` characters: data that a grammar took for a name."""
    if len(written) > most * 4:
        return ""
    text = written.decode("utf-8", "replace")
    return text if len(text) <= most else ""


_KEYWORD = re.compile(r"import\s+")
_RENAMED = re.compile(r"\s+as\s.*|\s*=>.*", re.DOTALL)


def _imported(text: str) -> Iterator[str]:
    """What an import names: `a::{b, c::{d, self}}` is `a::b`, `a::c::d`, `a::c`; renames are left out."""
    text = _KEYWORD.sub("", text)
    if ("{" not in text and "," not in text) or "${" in text or "$(" in text:
        bare = _RENAMED.sub("", text) if " as " in text or "=>" in text else text
        bare = bare.strip().strip("\"'`<>")
        if bare and len(bare) <= MAX_NAME:
            yield " ".join(bare.split())
        return
    open_at: list[str] = []
    prefix, part = "", ""
    for char in text + ",":
        if char == "{" and len(open_at) < 32:
            open_at.append(prefix)
            prefix, part = prefix + "".join(part.split()), ""
        elif char in ",}":
            bare = "".join(_RENAMED.sub("", part.strip()).split())
            if bare == "self":
                bare = ""
                yield prefix.rstrip(":./\\")
            if bare and len(prefix) + len(bare) <= MAX_NAME:
                yield prefix + bare
            part = ""
            if char == "}" and open_at:
                prefix = open_at.pop()
        else:
            part += char


_HEAD_END = re.compile(rb"[()\[\]{;\n]|:(?=[^\S\n]*(?:\n|$))")
_FLAT_HEAD = re.compile(
    rb"(?:[^()\[\]{;:\n]++|\([^()\[\]{]*+\)|\[[^()\[\]{]*+\]|:(?![^\S\n]*+(?:\n|$)))*+(?=[{;:\n]|\Z)"
)
"""A head without brackets in brackets, up to where `_HEAD_END` would end it: one match, and enough for most heads."""


def _signature(content: bytes, definition: Definition, start: int) -> str:
    """The head of a definition on one line, at most 200 characters: up to its body, or its type declared before it."""
    if start < definition.start:
        return " ".join(content[start : min(definition.start, start + 600)].decode("utf-8", "replace").split())[:200]
    begin, limit = max(start, definition.name_at[1]), min(definition.end, start + 600)
    flat = _FLAT_HEAD.match(content, begin, limit)
    stop = flat.end() if flat else _head_end(content, begin, limit)
    return " ".join(content[start:stop].decode("utf-8", "replace").split())[:200]


def _head_end(content: bytes, begin: int, limit: int) -> int:
    """Where a head ends: before a mark that stands in no brackets, or before a body that is in some."""
    depth = 0
    for mark in _HEAD_END.finditer(content, begin, limit):
        sign, at = mark[0], mark.start()
        if sign in b"([":
            depth += 1
        elif sign in b")]":
            depth -= 1
        elif depth <= 0 or (sign == b"{" and content[at + 1 : at + 2] in (b"\n", b"\r")):
            return at
    return limit


def _text(node: Node, content: bytes) -> str:
    return content[node.start_byte : node.end_byte].decode("utf-8", "replace")
