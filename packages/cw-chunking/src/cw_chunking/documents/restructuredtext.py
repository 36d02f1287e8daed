"""reStructuredText by its underlined titles; directives and literal blocks stay whole where they fit."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

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
    pieces, symbols = cut_sections(measure, headings, indented_blocks(lines, 1, len(lines)))
    return Document(pieces, symbols, tuple(_references(lines)))


def looks_like_restructuredtext(content: bytes) -> bool:
    """True for a text that begins with the marks of the form, whatever its suffix. A few microseconds."""
    return len(_LOOKS_LIKE.findall(content[:20_000])) >= 2


def underlined(lines: Sequence[str]) -> list[Heading]:
    """Titles with a line of punctuation below, or one below and one above."""
    out: list[Heading] = []
    styles: dict[str, int] = {}
    at = 1
    while at < len(lines):
        title, below = lines[at - 1], lines[at]
        framed = at > 1 and _adornment(below) and lines[at - 2].rstrip() == below.rstrip()
        is_title = (
            title.strip() and not _adornment(title) and (framed or (_begins(lines, at) and not title[0].isspace()))
        )
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
    """True if `below` underlines it: as long as the title, or so nearly that a slip is likely."""
    return _adornment(below) and len(below.rstrip()) >= min(len(title.rstrip()), max(4, len(title.rstrip()) - 3))


def _begins(lines: Sequence[str], line: int) -> bool:
    """True if a paragraph begins here; explicit markup above is one of its own."""
    return line == 1 or not lines[line - 2].strip() or lines[line - 2].startswith("..")


def indented_blocks(lines: Sequence[str], first: int, last: int, depth: int = MAX_NESTED) -> list[Block]:
    """Paragraphs at the indent of the first one, each with all that is indented more below it."""
    starts: list[int] = []
    indent = -1
    for number in range(first, last + 1):
        line = lines[number - 1]
        if not line.strip():
            continue
        own = len(line) - len(line.lstrip())
        if indent < 0 or own < indent:
            indent = own
        if own == indent and (not starts or number == first or _parted(lines, number, own)):
            starts.append(number)
    out: list[Block] = []
    for at, start in enumerate(starts):
        end = starts[at + 1] - 1 if at + 1 < len(starts) else last
        while end > start and not lines[end - 1].strip():
            end -= 1
        head = start + 1
        while head <= end and lines[head - 1].strip():
            head += 1
        inner = indented_blocks(lines, head, end, depth - 1) if depth > 1 and head <= end else []
        out.append(Block(start, end, (Block(start, head - 1), *inner) if inner else ()))
    return out


def _parted(lines: Sequence[str], line: int, indent: int) -> bool:
    """True if a block may begin here: after a blank line, or at explicit markup."""
    return not lines[line - 2].strip() or lines[line - 1][indent : indent + 3] == ".. "


def _references(lines: Sequence[str]) -> Iterator[Reference]:
    """Roles, literals, links and what directives name; code blocks are left out."""
    code, listed = -1, -1
    for number, line in enumerate(lines, 1):
        text = line.strip()
        indent = len(line) - len(line.lstrip())
        if not text or (0 <= code < indent):
            continue
        code = -1
        if directive := _DIRECTIVE.match(line):
            word = directive[1].rpartition(":")[2]
            code = indent if word in CODE else -1
            listed = indent if word == "toctree" else -1
            yield from _directed(word, directive[2], number)
        elif text.endswith("::"):
            code = indent
        elif 0 <= listed < indent and text[0] != ":":
            yield from _kept(link((_TARGET.search(text) or ["", text])[1], number))
        elif indent <= listed:
            listed = -1
        if "`" in line:
            for found in _ROLE.finditer(line):
                yield from _kept(_spoken(found[1] or "", found[2], found[3], found[4], number))


def _directed(word: str, text: str, line: int) -> Iterator[Reference]:
    if word in LINKS:
        yield from _kept(link(text, line))
    elif word in NAMES:
        yield from _kept(mention(text.partition("(")[0].split(" ")[-1], line))


def _spoken(role: str, ticks: str, text: str, after: str, line: int) -> Reference | None:
    """What one role, literal or hyperlink refers to."""
    word = role.rpartition(":")[2]
    target = (_TARGET.search(text) or ["", ""])[1] or text
    if word.endswith("ref") and target.strip():
        return Reference(target.strip(), "link", line)
    if word in LINKS:
        return link(target, line)
    if after:
        return link(target, line) if target is not text else None
    if word in NAMES or not word:
        return mention((target if word else text).lstrip("~!."), line)
    return None


def _kept(found: Reference | None) -> Iterator[Reference]:
    if found is not None:
        yield found
