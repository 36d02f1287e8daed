"""Where to cut a parsed file: definitions first, then statements."""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass, field
from itertools import islice

from cw_chunking.language import Language
from cw_chunking.parse import Node, Tree, matches, trimmed
from cw_chunking.runs import Measure, Piece, fill, merge_small
from cw_core import Span


@dataclass(slots=True)
class Cut:
    """A definition as a run of lines, with what belongs before it. `open` ones may be cut between their members."""

    first: int
    last: int
    name: Span
    node: Node
    open: bool
    label: str = ""
    inner: list[Cut] = field(default_factory=list)


def split(language: Language, tree: Tree, measure: Measure, labels: dict[Span, str]) -> list[Piece]:
    """Pieces that tile the file, in order. `labels` names a definition by the span of its name node."""
    cuts = _nest(_cuts(language, tree, measure, labels))
    return _region(measure, Piece(1, len(measure.file.lines)), cuts, tree.root_node, language)


def _cuts(language: Language, tree: Tree, measure: Measure, labels: dict[Span, str]) -> list[Cut]:
    """One cut per name node: the outermost node that carries it, its comments and attributes included."""
    by_name: dict[Span, Cut] = {}
    for match in matches(language, language.chunks, tree.root_node):
        node, name = match.get("chunk") or match.get("chunk.open"), match.get("name")
        if node is None or name is None:
            continue
        key = Span(name.start_byte, name.end_byte)
        opened = match.get("chunk.open") is not None
        before = by_name.get(key)
        if before is None or node.start_byte < before.node.start_byte or node.end_byte > before.node.end_byte:
            opened = opened or (before is not None and before.open)
            by_name[key] = Cut(
                first=_first_row(node, language, measure) + 1,
                last=_last_row(node, measure) + 1,
                name=key,
                node=node,
                open=opened,
                label=labels.get(key) or _unnamed_label(node, name, language, measure),
            )
        elif opened:
            before.open = True
    return sorted(by_name.values(), key=lambda cut: (cut.first, -cut.last, cut.name.start))


def _unnamed_label(node: Node, name: Node, language: Language, measure: Measure) -> str:
    """The label of a cut that defines no name of its own, as the language's table has it: `impl Display for Point`."""
    word = language.labels.get(node.type)
    if not word:
        return ""
    text = measure.file.content[node.start_byte if word == "*" else name.start_byte : name.end_byte]
    shown = " ".join(text.decode("utf-8", "replace").split())[:120]
    return shown if word == "*" else f"{word} {shown}"


def _first_row(node: Node, language: Language, measure: Measure) -> int:
    """The 0-based row where the definition begins, with the comments and attributes that stand right before it."""
    row = node.start_point[0]
    before = _before(node)
    while before is not None and before.type in language.attached:
        gap = row - _last_row(before, measure)
        if gap > (2 if _documents(before, measure) else 1) or not _begins_its_line(before, measure):
            break
        row = min(row, before.start_point[0])
        before = _before(before)
    return row


def _before(node: Node) -> Node | None:
    """What stands right before a node: its sibling, or that of the body it begins, which holds the first comment."""
    while (before := node.prev_sibling) is None:
        parent = node.parent
        if parent is None or parent.start_byte != node.start_byte:
            return None
        node = parent
    return before


def _documents(node: Node, measure: Measure) -> bool:
    """True for a block comment that documents what follows, even over a blank line; a file's first is its licence."""
    return node.prev_sibling is not None and measure.file.content.startswith(b"/**", node.start_byte)


def _begins_its_line(node: Node, measure: Measure) -> bool:
    line_start = measure.file.lines.starts[node.start_point[0]]
    return not measure.file.content[line_start : node.start_byte].strip()


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
        last_gap = cut.first - 1
        while at <= last_gap and out and measure.blank(at):  # blank lines stay with what they follow
            out[-1] = Piece(out[-1].first, at, out[-1].crumbs, out[-1].own)
            at += 1
        if at <= last_gap:
            out += _statements(measure, Piece(at, last_gap, region.crumbs, region.own), node, language)
        out += _definition(measure, cut, region.crumbs, language)
        at = cut.last + 1
    while at <= region.last and out and measure.blank(at):
        out[-1] = Piece(out[-1].first, at, out[-1].crumbs, out[-1].own)
        at += 1
    if at <= region.last:
        out += _statements(measure, Piece(at, region.last, region.crumbs, region.own), node, language)
    return merge_small(measure, out)


def _definition(measure: Measure, cut: Cut, crumbs: tuple[str, ...], language: Language) -> list[Piece]:
    piece = Piece(cut.first, cut.last, (*crumbs, cut.label) if cut.label else crumbs, bool(cut.label))
    if cut.open and cut.inner and measure.tokens(cut.first, cut.last) > measure.most:
        return _region(measure, piece, cut.inner, cut.node, language)
    return _statements(measure, piece, cut.node, language)


def _statements(measure: Measure, piece: Piece, node: Node, language: Language) -> list[Piece]:
    if measure.tokens(piece.first, piece.last) <= measure.most:
        return [piece]
    return fill(measure, piece, _borders(node, piece, measure, language))


def _end_row(node: Node) -> int:
    return node.end_point[0]


def _borders(node: Node, piece: Piece, measure: Measure, language: Language) -> list[int]:
    """Lines of the piece before which a cut splits no statement; nodes too large for a chunk are opened."""
    borders: list[int] = []
    pending = [node]
    while pending:
        after_comment = False
        children = pending.pop().children
        for child in islice(children, bisect_left(children, piece.first - 1, key=_end_row), None):
            first, last = child.start_point[0] + 1, _last_row(child, measure) + 1
            if first > piece.last:
                break
            if last < piece.first:
                continue
            comment = child.type in language.attached
            if not after_comment and _begins_its_line(child, measure):
                borders.append(first)
            after_comment = comment
            if child.child_count and measure.tokens(first, min(last, len(measure.file.lines))) > measure.most // 2:
                pending.append(child)
    return borders
