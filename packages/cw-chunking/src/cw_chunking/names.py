"""The names a file defines and uses, by the `symbols.scm` of its language."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from cw_chunking.language import Language
from cw_chunking.leading import Leading, summary
from cw_chunking.parse import Findings, Match, Node, trimmed
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
    """A symbol before its place is known: `name_span` ties it to the cut that carries the same name."""

    name: str
    kind: str
    name_span: Span
    span: Span
    container: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """What a language's `symbols.scm` tells of one tree. `labels` gives `kind name` by the span of the name node."""

    symbols: tuple[Symbol, ...]
    references: tuple[Reference, ...]
    labels: dict[Span, str]


def read_names(language: Language, found: Findings, file: SourceFile, leading: Leading) -> Names:
    """Definitions in order of their start, outer before inner, and uses in order of their lines."""
    defined = _definitions(found.definitions, file.content)
    symbols = _symbols(language, file, defined, found, leading)
    labels = {definition.name_span: f"{definition.kind} {_short(definition)}" for definition in defined}
    return Names(symbols, _references(found.uses, file), labels)


def _short(definition: Definition) -> str:
    return f"{definition.container}.{definition.name}" if definition.container else definition.name


def _definitions(matched: Sequence[Match], content: bytes) -> list[Definition]:
    """All definitions in order of their start, outer before inner, each name node once."""
    found: dict[Span, Definition] = {}
    for match in matched:
        name = match.get("name")
        if name is None:
            continue
        written = _text(name, content)
        outer, _, text = written.replace("::", ".").replace("\\", ".").strip(":.").rpartition(".")
        text = text if outer else written.lstrip(":")
        if not text or len(written) > MAX_NAME or "\n" in text:
            continue
        holder, doc, node = match.get("container"), match.get("doc"), match.node
        made = Definition(
            name=text,
            kind=match.what,
            name_span=Span(name.start_byte, name.end_byte),
            span=Span(node.start_byte, trimmed(content, node.start_byte, node.end_byte)),
            container=_joined(outer, _text(holder, content) if holder else ""),
            doc=summary(_text(doc, content).lstrip("rRuUbBfF")) if doc else "",
        )
        before = found.get(made.name_span)
        if before is None or _better(made, before):
            made.doc = made.doc or (before.doc if before else "")
            found[made.name_span] = made
        else:
            before.doc = before.doc or made.doc
    return sorted(found.values(), key=lambda d: (d.span.start, -d.span.end))


def _joined(outer: str, holder: str) -> str:
    return ".".join(part for part in (holder, outer) if part)


def _better(made: Definition, before: Definition) -> bool:
    if bool(made.container) != bool(before.container):
        return bool(made.container)
    ranks = [SPECIFIC.index(d.kind) if d.kind in SPECIFIC else len(SPECIFIC) for d in (made, before)]
    return ranks[0] < ranks[1]


def _symbols(
    language: Language, file: SourceFile, found: Sequence[Definition], findings: Findings, leading: Leading
) -> tuple[Symbol, ...]:
    """Definitions with their qualified names: the names of what they lie in, then their own, joined by dots."""
    starts = _outermost(findings.cuts)
    levels = _Levels(language, file.content, findings.sections)
    out: list[Symbol] = []
    around: list[tuple[Definition, str]] = []
    for definition in found:
        span = definition.span
        while around and (around[-1][0].span == span or not around[-1][0].span.contains(span)):
            around.pop()
        outer = around[-1][1] if around else ""
        container = ".".join(part for part in (outer, definition.container) if part)
        if definition.container and (outer == definition.container or outer.endswith("." + definition.container)):
            container = outer
        qualified = f"{container}.{definition.name}" if container else definition.name
        start = min(span.start, starts.get(definition.name_span.start, span.start))
        out.append(
            Symbol(
                name=definition.name,
                qualified=qualified,
                kind=definition.kind,
                span=span,
                lines=file.lines.lines_of(span),
                container=container,
                signature=_signature(file.content, definition),
                doc=definition.doc or leading.doc(start),
                visibility=levels.of(definition, start, around[-1][0] if around else None),
            )
        )
        around.append((definition, qualified))
    return tuple(out)


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


_WORD = re.compile(rb"\w+(?:\([\w ]+\))?|#")


class _Levels:
    """Who may use a definition, by the words before its name, the section it stands in, its name, its container."""

    def __init__(self, language: Language, content: bytes, sections: Sequence[Node]) -> None:
        self._rules = language.visibility
        self._words = {word.encode(): level for word, level in language.visibility.words.items()}
        self._content = content
        self._sections = sorted((node.start_byte, _text(node, content).strip(" :\t")) for node in sections)
        self._section_starts = [start for start, _ in self._sections]

    def of(self, definition: Definition, start: int, around: Definition | None) -> str:
        """A level, or empty where the language does not say."""
        rules = self._rules
        if around is not None and around.kind in HOLDERS_OF_LOCALS:
            return ""
        head = self._content[start : definition.name_span.end]
        for word in _WORD.findall(head[-400:]) if self._words else ():
            if level := self._words.get(word):
                return level
        if self._sections and around is not None:
            at = bisect_right(self._section_starts, start) - 1
            if at >= 0 and self._section_starts[at] > around.span.start:
                return rules.words.get(self._sections[at][1], "")
        for pattern, level in rules.names:
            if pattern.search(definition.name):
                return level
        return rules.default.get(around.kind if around else "", rules.default.get("*", ""))


def _references(uses: Sequence[tuple[str, Mapping[str, Sequence[Node]]]], file: SourceFile) -> tuple[Reference, ...]:
    """Calls, type uses, inheritance and imports, in order; each name once a line and kind."""
    content, starts = file.content, file.lines.starts
    texts: dict[bytes, str] = {}
    found: set[tuple[int, str, str, str]] = set()
    for kind, captures in uses:
        names = captures.get("name")
        if not names:
            continue
        name = names[0]
        start = name.start_byte
        written = content[start : name.end_byte]
        text = texts.get(written)
        if text is None:
            text = texts[written] = _shown(written, MAX_IMPORT if kind == "import" else MAX_NAME)
        if not text:
            continue
        line, receiver = bisect_right(starts, start) or 1, ""
        if (holders := captures.get("receiver")) is not None:
            receiver = _shown(content[holders[0].start_byte : holders[0].end_byte], MAX_RECEIVER)
        if kind == "import":
            found.update((line, kind, part, receiver.strip("\"'`<>")) for part in _imported(text))
        elif "\n" not in text:
            found.add((line, kind, text, receiver if "\n" not in receiver else ""))
    return tuple([Reference(text, kind, line, receiver) for line, kind, text, receiver in sorted(found)])


def _shown(written: bytes, most: int) -> str:
    """The text of a name, empty if it is longer than `most` characters: data that a grammar took for a name."""
    if len(written) > most * 4:
        return ""
    text = written.decode("utf-8", "replace")
    return text if len(text) <= most else ""


_RENAMED = re.compile(r"\s+as\s.*|\s*=>.*", re.DOTALL)


def _imported(text: str) -> Iterator[str]:
    """What an import names: `a::{b, c::{d, self}}` is `a::b`, `a::c::d`, `a::c`; renames are left out."""
    if "{" not in text:
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


def _signature(content: bytes, definition: Definition) -> str:
    """The head of a definition on one line: up to its body, at most 200 characters."""
    start = definition.span.start
    limit = min(definition.span.end, start + 600)
    name_at = max(start, definition.name_span.start)
    depth, stop = 0, limit
    for mark in _HEAD_END.finditer(content, start, limit):
        sign, at = mark[0], mark.start()
        if sign in b"([":
            depth += 1
        elif sign in b")]":
            depth -= 1
        elif at > name_at and (depth <= 0 or (sign == b"{" and content[at + 1 : at + 2] in (b"\n", b"\r"))):
            stop = at
            break
    return " ".join(content[start:stop].decode("utf-8", "replace").split())[:200]


def _text(node: Node, content: bytes) -> str:
    return content[node.start_byte : node.end_byte].decode("utf-8", "replace")
