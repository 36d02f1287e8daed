"""The names a tree defines and uses, by the language's `symbols.scm`."""

from __future__ import annotations

from dataclasses import dataclass

from cw_chunking.language import Language
from cw_chunking.parse import Captured, Node, Tree, matches, trimmed
from cw_core import Reference, SourceFile, Span, Symbol

MAX_NAME = 200
"""Longer names are data that a grammar took for a name."""

SPECIFIC = ("constructor", "method", "field", "constant", "variable")
"""Where two patterns name the same node, the kind that stands first here wins; others lose to any of these."""


@dataclass(frozen=True, slots=True)
class Definition:
    """A symbol before its place is known: `name_span` ties it to the cut that carries the same name."""

    name: str
    kind: str
    name_span: Span
    span: Span
    container: str = ""


@dataclass(frozen=True, slots=True)
class Names:
    """Everything `symbols.scm` tells of one file. `labels` gives `kind name` by the span of the name node."""

    symbols: tuple[Symbol, ...]
    references: tuple[Reference, ...]
    labels: dict[Span, str]


def read_names(language: Language, tree: Tree, file: SourceFile) -> Names:
    """Definitions and uses, from one run of the query."""
    found = list(matches(language, language.symbols, tree.root_node))
    defined = _definitions(found, file.content)
    symbols = _symbols(file, defined)
    labels = {definition.name_span: f"{definition.kind} {_short(definition)}" for definition in defined}
    return Names(symbols, _references(found, file), labels)


def _short(definition: Definition) -> str:
    return f"{definition.container}.{definition.name}" if definition.container else definition.name


def _definitions(matched: list[Captured], content: bytes) -> list[Definition]:
    """All definitions in order of their start, outer before inner, each name node once."""
    found: dict[Span, Definition] = {}
    for match in matched:
        kind, node = _kind_of(match, "definition.")
        name = match.get("name")
        if node is None or name is None:
            continue
        written = _text(name, content)
        outer, _, text = written.replace("::", ".").replace("\\", ".").strip(":.").rpartition(".")
        text = text if outer else written.lstrip(":")
        if not text or len(written) > MAX_NAME:
            continue
        holder = match.get("container")
        whole = Span(node.start_byte, trimmed(content, node.start_byte, node.end_byte))
        made = Definition(text, kind, _span(name), whole, _joined(outer, _text(holder, content) if holder else ""))
        before = found.get(made.name_span)
        if before is None or _better(made, before):
            found[made.name_span] = made
    return sorted(found.values(), key=lambda d: (d.span.start, -d.span.end))


def _joined(outer: str, holder: str) -> str:
    return ".".join(part for part in (holder, outer) if part)


def _better(made: Definition, before: Definition) -> bool:
    if bool(made.container) != bool(before.container):
        return bool(made.container)
    ranks = [SPECIFIC.index(d.kind) if d.kind in SPECIFIC else len(SPECIFIC) for d in (made, before)]
    return ranks[0] < ranks[1]


def _symbols(file: SourceFile, found: list[Definition]) -> tuple[Symbol, ...]:
    """Definitions with their qualified names: the names of what they lie in, then their own, joined by dots."""
    out: list[Symbol] = []
    around: list[tuple[Definition, str]] = []
    for definition in found:
        while around and (around[-1][0].span == definition.span or not around[-1][0].span.contains(definition.span)):
            around.pop()
        outer = around[-1][1] if around else ""
        container = ".".join(part for part in (outer, definition.container) if part)
        if definition.container and (outer == definition.container or outer.endswith("." + definition.container)):
            container = outer
        qualified = f"{container}.{definition.name}" if container else definition.name
        around.append((definition, qualified))
        out.append(
            Symbol(
                name=definition.name,
                qualified=qualified,
                kind=definition.kind,
                span=definition.span,
                lines=file.lines.lines_of(definition.span),
                container=container,
                signature=_signature(file.content, definition),
            )
        )
    return tuple(out)


def _references(matched: list[Captured], file: SourceFile) -> tuple[Reference, ...]:
    """Calls, type uses, inheritance and imports, in order; each name once a line and kind."""
    found: dict[tuple[int, str, str, str], Reference] = {}
    for match in matched:
        kind, node = _kind_of(match, "reference.")
        name = match.get("name")
        if node is None or name is None:
            continue
        text = _text(name, file.content).strip("\"'`<>")
        if not text or len(text) > MAX_NAME or "\n" in text:
            continue
        receiver = match.get("receiver")
        before = _text(receiver, file.content) if receiver else ""
        before = before if len(before) <= 80 and "\n" not in before else ""
        line = name.start_point[0] + 1
        found.setdefault((line, kind, text, before), Reference(text, kind, line, before))
    return tuple(found[key] for key in sorted(found))


def _kind_of(match: Captured, prefix: str) -> tuple[str, Node | None]:
    for name, node in match.nodes.items():
        if name.startswith(prefix):
            return name[len(prefix) :], node
    return "", None


def _signature(content: bytes, definition: Definition) -> str:
    """The head of a definition on one line: up to its body, at most 200 characters."""
    start = definition.span.start
    head = content[start : min(definition.span.end, start + 600)].decode("utf-8", "replace")
    name_at = max(0, definition.name_span.start - start)
    depth = 0
    for at, char in enumerate(head):
        depth += (char in "([") - (char in ")]")
        if char == "{" and at > name_at and head[at + 1 : at + 2] in ("\n", "\r"):
            head = head[:at]
            break
        if at <= name_at or depth > 0:
            continue
        if char in "{;\n" or (char == ":" and not head[at + 1 :].split("\n")[0].strip()):
            head = head[:at]
            break
    return " ".join(head.split())[:200]


def _span(node: Node) -> Span:
    return Span(node.start_byte, node.end_byte)


def _text(node: Node, content: bytes) -> str:
    return content[node.start_byte : node.end_byte].decode("utf-8", "replace")
