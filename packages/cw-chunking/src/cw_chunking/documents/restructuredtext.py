"""reStructuredText by its underlined titles; directives and literal blocks stay whole where they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import islice

from cw_chunking.documents.blocks import Block
from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.mentions import link, mention
from cw_chunking.documents.outline import Heading, cut_sections
from cw_chunking.runs import Measure
from cw_core import Reference

MAX_NESTED = 6
"""Levels of indented blocks that are told apart."""

NAMES = frozenset(
    "func class meth attr mod exc data obj const function method attribute module exception type macro member enum "
    "struct var property decorator staticmethod classmethod currentmodule automodule autoclass autofunction any "
    "setting envvar option program command cmdoption confval lookup tfilter ttag djadmin django-admin".split()
)
"""Roles and directives that speak of a name, without their domain."""

LINKS = frozenset("doc download file include literalinclude image figure".split())
CODE = frozenset("code code-block sourcecode parsed-literal math raw prompt ipython doctest testcode testsetup".split())

_ROLE = re.compile(r"(?::([A-Za-z][\w:+.-]{0,40}):)?(?<!`)(`{1,2})([^`]{1,300})`{1,2}(?!`)(_{0,2})")
_MARKUP = re.compile(r":[A-Za-z][\w:]{0,30}:(?=`)|`|\*\*|[ \t]<[^<>]{1,200}>(?=`)|\\\s?")
_TARGET = re.compile(r"<([^<>]{1,300})>$")
_DIRECTIVE = re.compile(r"\s*\.\.[ \t]+(?:\|[^|]{1,60}\|[ \t]+)?([A-Za-z][\w:+.-]{0,60})::[ \t]*(.*)")
_LOOKS_LIKE = re.compile(rb"^[ \t]*\.\. [\w:-]{2,40}::|:[\w:]{2,30}:`[^`\n]+`|^\.\. _[^:\n]{1,80}:", re.MULTILINE)


def split_restructuredtext(measure: Measure) -> Document:
    """Pieces that tile the file; the order in which kinds of underline are first used gives the levels. O(bytes)."""
    lines = lines_of(measure)
    headings = underlined(lines)
    indents = _indents(lines)
    pieces, symbols = cut_sections(measure, headings, indented_blocks(lines, indents, 1, len(lines)))
    return Document(pieces, symbols, tuple(_references(lines, indents)))


def looks_like_restructuredtext(content: bytes) -> bool:
    """True for a text that begins with the marks of the form, whatever its suffix. A few microseconds."""
    return sum(1 for _ in islice(_LOOKS_LIKE.finditer(content, 0, 20_000), 2)) == 2


def underlined(lines: Sequence[str]) -> list[Heading]:
    """Titles with a line of punctuation below, or one below and one above."""
    out: list[Heading] = []
    styles: dict[str, int] = {}
    adorned = [line[:1] == line[1:2] != " " and _adornment(line) for line in lines]
    at = 1
    while at < len(lines):
        if not adorned[at]:
            at += 1
            continue
        title, below = lines[at - 1], lines[at]
        framed = at > 1 and lines[at - 2].rstrip() == below.rstrip()
        is_title = title.strip() and not adorned[at - 1] and (framed or (_begins(lines, at) and not title[0].isspace()))
        if is_title and _fits(title, below):
            level = styles.setdefault(below[0] * (1 + framed), len(styles) + 1)
            out.append(Heading(at - framed, level, plain(title)))
            at += 2
        else:
            at += 1
    return out


def plain(title: str) -> str:
    """A title without roles and quotes."""
    return _MARKUP.sub("", title[:300])


def _adornment(line: str) -> bool:
    """True for a line of one punctuation mark, three times or more."""
    line = line.rstrip()
    return len(line) > 2 and not line[0].isalnum() and line[0].isascii() and line == line[0] * len(line)


def _fits(title: str, below: str) -> bool:
    """True if `below` is as long as the title, or so nearly that a slip is likely."""
    return len(below.rstrip()) >= min(len(title.rstrip()), max(4, len(title.rstrip()) - 3))


def _begins(lines: Sequence[str], line: int) -> bool:
    """True if a paragraph begins here; explicit markup above is one of its own."""
    return line == 1 or not lines[line - 2].strip() or lines[line - 2].startswith("..")


def _indents(lines: Sequence[str]) -> list[int]:
    """How far each line is indented; -1 for a blank one."""
    return [len(line) - len(line.lstrip()) if line.strip() else -1 for line in lines]


def indented_blocks(
    lines: Sequence[str], indents: Sequence[int], first: int, last: int, depth: int = MAX_NESTED
) -> list[Block]:
    """Paragraphs at the indent of the first one, each with all that is indented more below it."""
    starts: list[int] = []
    indent = -1
    for number in range(first, last + 1):
        own = indents[number - 1]
        if own < 0:
            continue
        if indent < 0 or own < indent:
            indent = own
        parted = not starts or number == first or indents[number - 2] < 0 or lines[number - 1].startswith(".. ", own)
        if own == indent and parted:  # a block begins after a blank line, or at explicit markup
            starts.append(number)
    out: list[Block] = []
    for at, start in enumerate(starts):
        end = starts[at + 1] - 1 if at + 1 < len(starts) else last
        while end > start and indents[end - 1] < 0:
            end -= 1
        head = start + 1
        while head <= end and indents[head - 1] >= 0:
            head += 1
        inner = indented_blocks(lines, indents, head, end, depth - 1) if depth > 1 and head <= end else []
        out.append(Block(start, end, (Block(start, head - 1), *inner) if inner else ()))
    return out


def _references(lines: Sequence[str], indents: Sequence[int]) -> Iterator[Reference]:
    """Roles, literals, links and what directives name; code blocks are left out."""
    code, listed = -1, -1
    for number, (line, indent) in enumerate(zip(lines, indents, strict=True), 1):
        if indent < 0 or (0 <= code < indent):
            continue
        code, text = -1, line.strip()
        if text.startswith("..") and (directive := _DIRECTIVE.match(line)):
            word = directive[1].rpartition(":")[2]
            code = indent if word in CODE else -1
            listed = indent if word == "toctree" else -1
            yield from _directed(word, directive[2], number)
        elif text.endswith("::"):
            code = indent
        elif 0 <= listed < indent and text[0] != ":":
            yield from _kept(link(_target(text) or text, number))
        elif indent <= listed:
            listed = -1
        if "`" in line:
            for found in _ROLE.finditer(line):
                use = _spoken(found[1] or "", found[2], found[3], found[4], number)
                if use is not None:
                    yield use


def _directed(word: str, text: str, line: int) -> Iterator[Reference]:
    if word in LINKS:
        yield from _kept(link(text, line))
    elif word in NAMES:
        yield from _kept(mention(text.partition("(")[0].split(" ")[-1], line))


def _spoken(role: str, ticks: str, text: str, after: str, line: int) -> Reference | None:
    """What one role, literal or hyperlink refers to."""
    word = role.rpartition(":")[2]
    target = _target(text) or text
    if word.endswith("ref") and target.strip():
        return Reference(target.strip(), "link", line)
    if word in LINKS:
        return link(target, line)
    if after:
        return link(target, line) if target is not text else None
    if word in NAMES or not word:
        return mention((target if word else text).lstrip("~!."), line)
    return None


def _target(text: str) -> str:
    """What stands in angle brackets at the end, empty if nothing does."""
    found = _TARGET.search(text) if text.endswith(">") else None
    return found[1] if found else ""


def _kept(found: Reference | None) -> Iterator[Reference]:
    if found is not None:
        yield found
