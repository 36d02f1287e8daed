"""Markdown by its heading tree; fenced blocks, lists, tables and HTML stay whole where they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from cw_chunking.documents.blocks import Block, cut_blocks
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.frontmatter import fields_of, front_matter
from cw_chunking.documents.mentions import link, mention
from cw_chunking.documents.outline import Heading, cut_sections
from cw_chunking.runs import Measure, Piece
from cw_core import Reference

if TYPE_CHECKING:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token

_DEFINED = re.compile(r" {0,3}\[([^\[\]]{1,200})\]:[ \t]*<?([^\s<>]{1,500})")
_TARGET = re.compile(r"\]\([ \t]*<?([^\s()<>]{1,500})")
_LABEL = re.compile(r"\[([^\[\]]{1,200})\](?![(:])")
_HTML = re.compile(
    r"\b(?:href|src)=[\"']([^\"'\s]{1,500})[\"']|<(\.{0,2}/?[\w.-]{1,99}(?:/[\w.-]{1,99}){0,9}\.\w{1,8})>"
)
_CODE = re.compile(r"(?<!`)`{1,2}([^`]{1,200})`{1,2}(?!`)")
_IMAGE = re.compile(r"!\[([^\[\]]{0,200})\](?:\([^()]{0,500}\)|\[[^\[\]]{0,200}\])")
_LINKED = re.compile(r"\[([^\[\]]{0,200})\](?:\([^()]{0,500}\)|\[[^\[\]]{0,200}\])")
_STRONG = re.compile(r"(?<![\w*])\*{1,3}([^*\s](?:[^*]{0,200}[^*\s])?)\*{1,3}(?![\w*])")
_MARKUP = re.compile(r"</?\w[^<>]{0,200}>|\{[#.][^{}]{0,100}\}|`|#+[ \t]*$|\\(?=[^\w\s])")


class Outline(NamedTuple):
    """The block structure of a Markdown text; `code` are the numbers of lines that are no prose."""

    headings: list[Heading]
    blocks: list[Block]
    code: frozenset[int]


def split_markdown(measure: Measure) -> Document:
    """Pieces that tile the file. A breadcrumb is the path of headings above, without their marks.

    Front matter is a piece of its own, and its keys are symbols of kind field. O(bytes).
    """
    lines = lines_of(measure)
    front = front_matter(lines)
    outline = read_outline([*[""] * front, *lines[front:]])
    pieces = cut_blocks(measure, Piece(1, front, ("front matter",), True), ()) if front else []
    sections, symbols = cut_sections(measure, outline.headings, outline.blocks, front + 1)
    prose = [(number, line) for number, line in enumerate(lines, 1) if number > front and number not in outline.code]
    fields = fields_of(measure, lines, front) if front else ()
    return Document([*pieces, *sections], (*fields, *symbols), tuple(references_of(prose)))


@lru_cache(maxsize=1)
def _parser() -> MarkdownIt:
    """Blocks only: the inline rules are slow on hostile text, and so is the one for a long run of link definitions."""
    from markdown_it import MarkdownIt  # noqa: PLC0415 - code-only users never pay for it

    return MarkdownIt("commonmark").enable("table").disable(["inline", "text_join", "reference"])


def read_outline(lines: Sequence[str]) -> Outline:
    """Headings of the top level, nested blocks, and the lines of code and HTML comments."""
    headings: list[Heading] = []
    code: set[int] = set()
    inner: list[list[Block]] = [[]]
    openers: list[Token] = []
    tokens = _parser().parse("\n".join(lines))
    for at, token in enumerate(tokens):
        if token.type == "heading_open" and token.level == 0 and token.map:
            headings.append(Heading(token.map[0] + 1, int(token.tag[1:]), plain(tokens[at + 1].content)))
        if token.nesting > 0:
            openers.append(token)
            inner.append([])
        elif token.nesting < 0:
            blocks = inner.pop()
            inner[-1] += _block(openers.pop(), blocks, len(lines))
        elif token.map and token.type != "inline":
            inner[-1] += _block(token, [], len(lines))
            if token.type in ("fence", "code_block") or token.content.lstrip().startswith("<!--"):
                code.update(range(token.map[0] + 1, token.map[1] + 1))
    return Outline(headings, inner[0], frozenset(code))


def _block(token: Token, inner: list[Block], lines: int) -> list[Block]:
    """The block of a token with those inside it; these alone if the token has no lines of its own."""
    if token.map is None or token.map[0] >= lines:
        return inner
    return [Block(token.map[0] + 1, max(token.map[0] + 1, min(token.map[1], lines)), tuple(inner))]


def plain(title: str) -> str:
    """A heading's text without its markup; badges are left out unless there is nothing else."""
    title = title[:1_000]
    words, said = (_LINKED.sub(r"\1", _IMAGE.sub(alt, title)).strip() for alt in ("", r"\1"))
    return _MARKUP.sub("", _STRONG.sub(r"\1", words or said)).strip()


def references_of(prose: Sequence[tuple[int, str]]) -> Iterator[Reference]:
    """Links and names in numbered lines of prose, in order; a link by label counts where it is used."""
    defined = {found[1].casefold(): found[2] for _, line in prose if (found := _DEFINED.match(line))}
    for number, line in prose:
        if "`" in line:
            yield from filter(None, (mention(found[1], number) for found in _CODE.finditer(line)))
        if "](" in line:
            yield from filter(None, (link(found[1], number) for found in _TARGET.finditer(line)))
        if "<" in line:
            yield from filter(None, (link(found[1] or found[2], number) for found in _HTML.finditer(line)))
        if defined and "]" in line:
            labels = (defined.get(found[1].casefold(), "") for found in _LABEL.finditer(line))
            yield from filter(None, (link(target, number) for target in labels))
