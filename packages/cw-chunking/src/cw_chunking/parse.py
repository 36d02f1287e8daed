"""A file's bytes into a syntax tree and what the tables of its language find in it: the only door to tree-sitter."""

from __future__ import annotations

import mmap
import re
import sys
import time
import warnings
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple, cast

from tree_sitter import Node, Parser, Query, QueryCursor, QueryError, Range, Tree

from cw_chunking.language import Language
from cw_core import GrammarError, Span

__all__ = [
    "Captures",
    "Findings",
    "Match",
    "Node",
    "ParseGivenUp",
    "Tree",
    "border_before",
    "find",
    "parse",
    "parse_within",
    "too_deep",
    "trimmed",
]

MAX_DEPTH = 500
"""A tree nested deeper is cut by lines: such input is generated, and queries over it take seconds to minutes."""

MAX_PARSE_S = 4.0
"""CPU seconds after which a file is cut by lines: forty times what the largest file takes that people write."""

LEAST_BYTES_PER_S = 200_000
"""A parse that is slower than this after its first second is given up: twenty times slower than usual."""

MAX_PARSE_MB = 150
"""Memory after which a file is cut by lines: a file of 2 MB that people write takes 40."""

LARGE_BYTES = 50_000
"""A smaller file is parsed unwatched: the worst known takes four seconds.

The binding never frees what a watched parse is given, so each costs its file's size for as long as the process lives.
Workers live for one run.
"""

READ_BYTES = 4_096
"""How much of a watched file the parser is given at a time: it asks again wherever it looks back."""

MAX_OPEN_MATCHES = 512
"""Half matched patterns at one place, each looked at for every node. No known file has a quarter as many."""

LOOK = 32
PAGE = mmap.PAGESIZE

READ_BYTES = 4_096
"""How much of a large file a parser is given at a time: it keeps every piece, and asks again wherever it looks back."""

Captures = Mapping[str, Sequence[Node]]
"""The nodes of one match, by capture name."""


class Match(NamedTuple):
    """One match of a pattern: what it is (`method`, `open`), the node that is it, and all captures by name."""

    what: str
    node: Node
    captures: Captures

    def get(self, name: str) -> Node | None:
        """The first node captured under `name`, if there is one."""
        nodes = self.captures.get(name)
        return nodes[0] if nodes else None

    @property
    def body(self) -> Node:
        """The node that ends the match: `@end`, where a grammar sets the body beside the head; else the node itself."""
        return self.get("end") or self.node


@dataclass(frozen=True, slots=True)
class Findings:
    """All matches of a language's tables in one tree, from one walk over it, by what they are.

    `uses` are runs of matches of one kind (call, type, inherit, import). `attached` are the comments and attributes
    that may belong to what follows them, `comments` those of them that are comments, `docs` other text that documents,
    `heads` those that declare the type of what follows, as in Haskell: spans, in order. `sections` are marks that
    change the visibility of the members after them.
    """

    cuts: list[Match]
    definitions: list[Match]
    uses: list[tuple[str, list[Captures]]]
    embedded: list[Match]
    sections: list[Node]
    attached: list[Span]
    comments: list[Span]
    docs: list[Span]
    heads: list[Span]


@lru_cache(maxsize=64)
def _grammar(name: str) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        import tree_sitter_language_pack as pack  # noqa: PLC0415 - 65 ms, and documents never need it

        try:
            return pack.get_language(cast(Any, name))
        except LookupError as error:
            raise GrammarError(
                f"there is no grammar {name!r}", "Reinstall tree-sitter-language-pack 0.13.0."
            ) from error


@lru_cache(maxsize=64)
def _parser(name: str) -> Parser:
    return Parser(_grammar(name))


def parse(language: Language, content: bytes) -> Tree:
    """The tree of a file. Holds the interpreter lock; 4 to 10 MB/s; about 20 bytes of memory for a byte of source.

    Where the content is no UTF-8, the tree is that of a copy of the same length: queries decode what they compare.
    Raises ParseGivenUp if it takes too long or too much memory, as some grammars do on some broken files.
    """
    try:
        return _parsed(_parser(language.grammar), _readable(language, content))
    except ParseGivenUp:
        _parser.cache_clear()  # a parser keeps the memory of its largest parse
        raise


def parse_within(language: Language, content: bytes, node: Node) -> Tree:
    """The tree of a part of a file that is in another language; its positions are those of the whole file.

    Raises ParseGivenUp as `parse` does.
    """
    part = Range(node.start_point, node.end_point, node.start_byte, node.end_byte)
    return _parsed(Parser(_grammar(language.grammar), included_ranges=[part]), _readable(language, content))


class ParseGivenUp(Exception):
    """A parse was stopped; the message says why."""


class _Watch:
    """Stops a parse that costs too much: asked every hundred steps of the parser, it looks at one in LOOK of them."""

    def __init__(self) -> None:
        self.why = ""
        self._asked = 0
        self._start = time.thread_time()
        self._before = _resident_mb()

    def __call__(self, offset: int, _: bool) -> bool:
        """True to stop."""
        self._asked += 1
        if self._asked % LOOK:
            return False
        spent = time.thread_time() - self._start
        if spent > MAX_PARSE_S or (spent > 1 and offset < (spent - 1) * LEAST_BYTES_PER_S):
            self.why = f"parsing took too long ({spent:.1f} s for {offset} bytes)"
        elif (grown := _resident_mb() - self._before) > MAX_PARSE_MB:
            self.why = f"parsing took too much memory ({grown:.0f} MB for {offset} bytes)"
        return bool(self.why)


def _resident_mb() -> float:
    """The memory of this process; its peak where the system tells no more, 0 where it tells nothing."""
    try:
        with open("/proc/self/statm", "rb") as status:  # noqa: PTH123 - a tenth of the time of Path.read_bytes
            return int(status.read().split()[1]) * PAGE / 1e6
    except OSError:
        return _peak_mb()


def _peak_mb() -> float:
    try:
        import resource  # noqa: PLC0415 - not on Windows
    except ImportError:
        return 0.0
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3)


def _parsed(parser: Parser, content: bytes) -> Tree:
    if len(content) < LARGE_BYTES:
        return parser.parse(content)
    watch = _Watch()
    try:
        return parser.parse(lambda offset, _: content[offset : offset + READ_BYTES], progress_callback=watch)
    except ValueError as error:
        raise ParseGivenUp(watch.why) from error


_STRAY = re.compile("[\udc80-\udcff]")


_MARKS = bytes(byte if byte in b"\r\n" else 0x20 for byte in range(256))


def _readable(language: Language, content: bytes) -> bytes:
    """The content as its parser takes it, of the same length: what the language calls blank is white space."""
    content = _decodable(content)
    return language.blank.sub(lambda match: match[0].translate(_MARKS), content) if language.blank else content


def _decodable(content: bytes) -> bytes:
    """The content with an `x` for each byte that is not part of a character: most are letters of another encoding."""
    try:
        content.decode()
    except UnicodeDecodeError:
        return _STRAY.sub("x", content.decode("utf-8", "surrogateescape")).encode()
    return content


def trimmed(content: bytes, start: int, end: int) -> int:
    """The end of a node without the white space that some grammars count to it."""
    while end > start and content[end - 1] in b" \t\r\n\f":
        end -= 1
    return end


def too_deep(tree: Tree) -> bool:
    """True if a node lies MAX_DEPTH levels below the root. O(nodes) at most.

    Goes down level by level, only into nodes that hold nodes enough to reach that deep: soon none, in most files.
    """
    level = [tree.root_node]
    for missing in range(MAX_DEPTH, 0, -1):
        level = [child for node in level for child in node.children if child.descendant_count >= missing]
        if not level:
            return False
    return True


def border_before(tree: Tree, offset: int, least: int) -> int:
    """The last place up to `offset`, and after `least`, where no token is cut.

    If one lies in the half that is nearer to `offset`, a place where no larger thing (a string, a call) is cut either.
    """
    node = tree.root_node.descendant_for_byte_range(offset, offset)
    best = offset
    while node is not None and node.start_byte > least:
        if best == offset or offset - node.start_byte <= (offset - least) // 2:
            best = node.start_byte
        node = node.parent
    return best


_ROLE = re.compile(r"@((chunk(?:\.open)?|attached|visibility)|(definition|reference|embedded)\.([\w.-]+))(?![\w.-])")


@dataclass(frozen=True, slots=True)
class _Table:
    """A compiled query: for each pattern the captures that say what a match is, each with its kind and word."""

    query: Query
    roles: list[list[tuple[str, str, str]]]


@lru_cache(maxsize=128)
def _table(language: Language) -> _Table:
    grammar = _grammar(language.grammar)
    attached = " ".join(
        f"({name})" if grammar.id_for_node_kind(name, True) else f'"{name}"' for name in language.attached
    )
    source = "\n".join((language.symbols, language.chunks, f"[{attached}] @attached" if attached else ""))
    try:
        query = Query(grammar, source)
    except QueryError as error:
        raise GrammarError(f"a query of {language.name} does not compile: {error}") from error
    written = source.encode()
    roles = []
    for pattern in range(query.pattern_count):
        text = written[query.start_byte_for_pattern(pattern) : query.end_byte_for_pattern(pattern)].decode()
        found = sorted({match.groups(default="") for match in _ROLE.finditer(_COMMENT.sub("", text))})
        kinds = {kind or plain.partition(".")[0] for _, plain, kind, _ in found}
        if len(kinds) != 1:
            raise GrammarError(f"a pattern of {language.name} must find one kind of thing: {text.strip()}")
        (kind,) = kinds
        roles.append([(capture, kind, word or plain.partition(".")[2]) for capture, plain, _, word in found])
    needed = {capture for several in roles if len(several) > 1 for capture, _, _ in several}
    for capture in {role[0] for several in roles for role in several if role[1] == "reference"} - needed:
        query.disable_capture(capture)  # the pattern says it already: a node less to make for every use
    return _Table(query, roles)


_COMMENT = re.compile(r"(?m)^\s*;.*$")


def find(language: Language, tree: Tree) -> Findings:
    """Everything the language's tables say of a tree. One walk: about as long as the parse, at most.

    Raises ParseGivenUp if the walk would take a time that grows with the square of the file.
    """
    table = _table(language)
    by_pattern: list[list[Captures]] = [[] for _ in table.roles]
    cursor = QueryCursor(table.query, match_limit=MAX_OPEN_MATCHES)
    for pattern, captures in cursor.matches(tree.root_node):
        by_pattern[pattern].append(captures)
    if cursor.did_exceed_match_limit:
        raise ParseGivenUp(f"more than {MAX_OPEN_MATCHES} patterns half matched at one place")
    found: dict[str, list[Match]] = {"chunk": [], "definition": [], "embedded": []}
    uses: list[tuple[str, list[Captures]]] = []
    attached: list[Node] = []
    sections: list[Node] = []
    for roles, matches in zip(table.roles, by_pattern, strict=True):
        for capture, kind, word in roles:
            held = matches if len(roles) == 1 else [captures for captures in matches if capture in captures]
            if not held:
                continue
            if kind == "reference":
                uses.append((word, held))
            elif kind == "attached":
                attached += [node for captures in held for node in captures[capture]]
            elif kind == "visibility":
                sections += [captures[capture][0] for captures in held]
            else:
                found[kind] += [Match(word, captures[capture][0], captures) for captures in held]
    commenting = [node for node in attached if "comment" in node.type or node.type == "haddock"]
    return Findings(
        cuts=found["chunk"],
        definitions=found["definition"],
        uses=uses,
        embedded=found["embedded"],
        sections=sections,
        attached=_spans(attached),
        comments=_spans(commenting),
        docs=_spans([node for node in attached if "string" in node.type or node.type == "pod"]),
        heads=_spans([node for node in attached if node.type == "signature"]),
    )


def _spans(nodes: list[Node]) -> list[Span]:
    """The nodes' spans in order. A comment that a grammar counts twice is there once."""
    found = sorted({(node.start_byte, node.end_byte) for node in nodes})
    return [Span(start, end) for start, end in found]
