"""Where to cut a parsed file: definitions first, then statements."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import islice

from cw_chunking.language import Language
from cw_chunking.leading import Leading
from cw_chunking.parse import Findings, Match, Node, Tree, trimmed
from cw_chunking.runs import Measure, Piece, fill, merge_small
from cw_core.text import TOKEN_BYTES


@dataclass(slots=True)
class Cut:
    """A definition as a run of lines, with what belongs before it. `open` ones may be cut between their members."""

    first: int
    last: int
    name_at: int
    node: Node
    open: bool
    language: Language
    label: str = ""
    inner: list[Cut] = field(default_factory=list)


def split(language: Language, parts: Sequence[Part], measure: Measure) -> list[Piece]:
    """Pieces that tile the file, in order. The first part is the file itself, others are code embedded in it."""
    cuts = _nest(sorted((cut for part in parts for cut in _cuts(part, measure)), key=_outer_first))
    pieces = _region(measure, Piece(1, len(measure.file.lines)), cuts, parts[0].tree.root_node, language)
    return pieces


@dataclass(frozen=True, slots=True)
class Part:
    """A tree with its findings. `labels` names a definition by the bytes of its name node."""

    language: Language
    tree: Tree
    findings: Findings
    leading: Leading
    labels: dict[tuple[int, int], str]


def _outer_first(cut: Cut) -> tuple[int, int, int]:
    return cut.first, -cut.last, cut.name_at


def _cuts(part: Part, measure: Measure) -> list[Cut]:
    """One cut per name node: the outermost node that carries it, its comments and attributes included."""
    outermost: dict[tuple[int, int], tuple[Match, bool]] = {}
    for match in part.findings.cuts:
        name = match.get("name")
        if name is None:
            continue
        key, node, opened = (name.start_byte, name.end_byte), match.node, match.what == "open"
        before = outermost.get(key)
        if before is None:
            outermost[key] = (match, opened)
        elif node.start_byte < before[0].node.start_byte or match.body.end_byte > before[0].body.end_byte:
            outermost[key] = (match, opened or before[1])
        elif opened:
            outermost[key] = (before[0], True)
    return [
        Cut(
            first=part.leading.first_line(match.node.start_byte),
            last=_last_row(match.body, measure) + 1,
            name_at=key[0],
            node=match.body,
            open=opened,
            language=part.language,
            label=part.labels.get(key) or _unnamed_label(match, part.language, measure),
        )
        for key, (match, opened) in outermost.items()
    ]


def _unnamed_label(match: Match, language: Language, measure: Measure) -> str:
    """The label of a cut that defines no name of its own, as the language's table has it: `impl Display for Point`."""
    word, name = language.labels.get(match.node.type), match.get("name")
    if not word or name is None:
        return ""
    text = measure.file.content[match.node.start_byte if word == "*" else name.start_byte : name.end_byte]
    shown = " ".join(text.decode("utf-8", "replace").split())[:120]
    return shown if word == "*" else f"{word} {shown}"


def _last_row(node: Node, measure: Measure) -> int:
    """The 0-based row of a node's last byte that is not white space: some grammars end a block at the next token."""
    file = measure.file
    return file.lines.line_at(max(node.start_byte, trimmed(file.content, node.start_byte, node.end_byte) - 1)) - 1


def _nest(cuts: list[Cut]) -> list[Cut]:
    """Cuts inside each other; those that share a line with the one before are taken into it."""
    top: list[Cut] = []
    stack: list[Cut] = []
    for cut in cuts:
        while stack and not (stack[-1].first <= cut.first and cut.last <= stack[-1].last):
            stack.pop()
        siblings = stack[-1].inner if stack else top
        if siblings and cut.first <= siblings[-1].last:
            siblings[-1].last = max(siblings[-1].last, cut.last)
            siblings[-1].label = ""
            continue
        siblings.append(cut)
        stack.append(cut)
    return top


def _region(measure: Measure, region: Piece, cuts: list[Cut], node: Node, language: Language) -> list[Piece]:
    """A run of lines into the definitions it holds and the lines between them."""
    out: list[Piece] = []
    at = region.first
    for cut in cuts:
        at = _trailing(measure, out, at, cut.first - 1)
        if at < cut.first:
            out += _statements(measure, Piece(at, cut.first - 1, region.crumbs, region.own), node, language)
        out += _definition(measure, cut, region.crumbs)
        at = cut.last + 1
    at = _trailing(measure, out, at, region.last)
    if at <= region.last:
        out += _statements(measure, Piece(at, region.last, region.crumbs, region.own), node, language)
    return merge_small(measure, out)


def _trailing(measure: Measure, out: list[Piece], at: int, last: int) -> int:
    """Blank lines stay with what they follow, while that fits. The first line that does not."""
    first = at
    while at <= last and out and measure.blank(at) and measure.tokens(out[-1].first, at) <= measure.most:
        at += 1
    if at > first:
        held = out[-1]
        out[-1] = Piece(held.first, at - 1, held.crumbs, held.own, held.kind, held.reads)
    return at


def _definition(measure: Measure, cut: Cut, crumbs: tuple[str, ...]) -> list[Piece]:
    piece = Piece(cut.first, cut.last, (*crumbs, cut.label) if cut.label else crumbs, bool(cut.label))
    if cut.open and cut.inner and measure.tokens(cut.first, cut.last) > measure.most:
        return _region(measure, piece, cut.inner, cut.node, cut.language)
    return _statements(measure, piece, cut.node, cut.language)


def _statements(measure: Measure, piece: Piece, node: Node, language: Language) -> list[Piece]:
    if measure.tokens(piece.first, piece.last) <= measure.most:
        return [piece]
    return fill(measure, piece, *_borders(node, piece, measure, language))


def _end_byte(node: Node) -> int:
    return node.end_byte


def _borders(node: Node, piece: Piece, measure: Measure, language: Language) -> tuple[list[int], list[int]]:
    """Lines of the piece before which a cut splits no statement, and those before which it splits no token.

    Nodes too large for a chunk are opened. A comment belongs to what follows it.
    """
    lines, content = measure.file.lines, measure.file.content
    starts, span, attached = lines.starts, lines.span_of(piece.first, piece.last), language.attached
    large = measure.most * TOKEN_BYTES // 2
    statements: list[int] = []
    tokens: list[int] = []
    pending = [node]
    while pending:
        after_comment = False
        children = pending.pop().children
        first = bisect_left(children, span.start + 1, key=_end_byte)
        before = children[first - 1].end_byte if first else 0
        for child in islice(children, first, None):
            start, end = child.byte_range
            if start >= span.end:
                break
            line = bisect_right(starts, start)
            line_start = starts[line - 1]
            if before <= line_start and not content[line_start:start].strip():
                (tokens if after_comment else statements).append(line)
            after_comment, before = child.type in attached, end
            if end - start > large and child.child_count:
                pending.append(child)
    return statements, tokens
