"""A file's bytes into a syntax tree and query matches: the only module that imports tree-sitter."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from tree_sitter import Node, Parser, Query, QueryCursor, QueryError, Tree

from cw_chunking.language import Language
from cw_core import GrammarError, Span

__all__ = ["Captured", "Node", "Tree", "comments", "matches", "parse", "too_deep", "trimmed"]

MAX_DEPTH = 500
"""A tree nested deeper is cut by lines: such input is generated, and queries over it take seconds to minutes."""


@dataclass(frozen=True, slots=True)
class Captured:
    """One match of a query: the nodes under their capture names (the first node of each name)."""

    nodes: dict[str, Node]

    def __getitem__(self, name: str) -> Node:
        return self.nodes[name]

    def get(self, name: str) -> Node | None:
        """The node captured under `name`, if there is one."""
        return self.nodes.get(name)


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


@lru_cache(maxsize=128)
def _query(grammar: str, source: str) -> Query:
    try:
        return Query(_grammar(grammar), source)
    except QueryError as error:
        raise GrammarError(f"a query of the grammar {grammar} does not compile: {error}") from error


def parse(language: Language, content: bytes) -> Tree:
    """The tree of a file. Holds the interpreter lock; 4 to 10 MB/s; about 20 bytes of memory for a byte of source.

    Where the content is no UTF-8, the tree is that of a copy of the same length: queries decode what they compare.
    """
    return _parser(language.grammar).parse(_decodable(content))


_STRAY = re.compile("[\udc80-\udcff]")


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


def matches(language: Language, query: str, node: Node) -> Iterator[Captured]:
    """All matches of a query below `node`, in no particular order."""
    if not query.strip():
        return
    for _, captures in QueryCursor(_query(language.grammar, query)).matches(node):
        yield Captured({name: nodes[0] for name, nodes in captures.items()})


def comments(language: Language, tree: Tree) -> tuple[Span, ...]:
    """Spans of all comments, in order: the node types of `attached` that are called comments, or `haddock`."""
    types = [name for name in language.attached if "comment" in name or name == "haddock"]
    if not types:
        return ()
    query = "[" + " ".join(f"({name})" for name in types) + "] @comment"
    nodes = QueryCursor(_query(language.grammar, query)).captures(tree.root_node).get("comment", [])
    return tuple(sorted({Span(node.start_byte, node.end_byte) for node in nodes}))
