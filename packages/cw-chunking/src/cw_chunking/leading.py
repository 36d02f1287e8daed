"""What stands right before a definition and belongs to it: comments, doc blocks, attributes."""

from __future__ import annotations

import re
from bisect import bisect_left

from cw_core import SourceFile, Span

MAX_DOC = 200
"""Characters of a doc summary."""


class Leading:
    """The comments and attributes of one file, to be asked for those right before a place. O(log n) a question."""

    def __init__(
        self, file: SourceFile, attached: list[Span], comments: list[Span], heads: list[Span] | None = None
    ) -> None:
        self._file = file
        self._spans: list[Span] = []
        for span in attached:
            if not self._spans or span.start >= self._spans[-1].end:
                self._spans.append(span)
        self._starts = [span.start for span in self._spans]
        self._comments = {span.start for span in comments}
        self._heads = {span.start for span in heads or ()}
        self._head = len(file.content) - len(file.content.lstrip())
        self._known: dict[int, list[Span]] = {}

    def before(self, start: int) -> list[Span]:
        """Spans that belong to a definition that starts at `start`, in order.

        Each begins its own line, no deeper than the definition, and no blank line follows it; a block that documents
        may stand apart by one.
        """
        if (known := self._known.get(start)) is None:
            known = self._known[start] = self._chain(start) if self._starts else []
        return known

    def _chain(self, start: int) -> list[Span]:
        content, lines = self._file.content, self._file.lines
        found: list[Span] = []
        at = bisect_left(self._starts, start) - 1
        column = -1
        while at >= 0:
            span = self._spans[at]
            if span.end > start or start - span.end > 1_000 or content[span.end : start].strip():
                break
            line = lines.line_at(start)
            gap = line - lines.line_at(max(span.start, span.end - 1))
            ends_line = content[span.end - 1 : span.end] == b"\n"
            if gap - ends_line > 1 and not (gap == 2 and self._documents(span)):
                break
            if column < 0:
                column = _indentation(content, lines.starts[line - 1])
            line_start = lines.starts[lines.line_at(span.start) - 1]
            if gap and span.start - line_start > column:
                break
            if content[line_start : span.start].strip():
                break
            found.append(span)
            start = span.start
            at -= 1
        found.reverse()
        return found

    def first_line(self, start: int) -> int:
        """The 1-based line where a definition that starts at `start` begins, with what belongs before it."""
        before = self.before(start)
        return self._file.lines.line_at(before[0].start if before else start)

    def start(self, start: int) -> int:
        """Where a definition that starts at `start` begins if its type is declared before it."""
        if not self._heads:
            return start
        return min([start, *(span.start for span in self.before(start) if span.start in self._heads)])

    def doc(self, start: int) -> str:
        """The summary of the comments that belong to a definition, empty if there are none."""
        spans = self.before(start)
        spans = [span for span in spans if span.start in self._comments] if spans else spans
        return summary("\n".join(self._file.text(span) for span in spans)) if spans else ""

    def _documents(self, span: Span) -> bool:
        """True for a block comment that documents what follows; a file's first is its licence."""
        return span.start > self._head and self._file.content.startswith(b"/**", span.start)


def _indentation(content: bytes, line_start: int) -> int:
    at = line_start
    while at < len(content) and content[at] in b" \t\f":
        at += 1
    return at - line_start


_OPENING = re.compile(
    r"(?:/\*+!?|//+!?|\(\*+|\{-+\s*\|?|--+\s*\|?|<!--|#+[:'!|]?|;+|%+|\"+|'+|\*(?!/)|@(?:module)?doc\b)\s*"
)
_CLOSINGS = ("*/", "*)", "-}", "-->", '"""', "'''", '"')
_TAG = re.compile(r"</?[a-zA-Z][^<>]{0,80}>")
_INLINE = re.compile(r"\{@\w+\s+([^{}]{0,200})\}")
_SENTENCE = re.compile(r"(?<=[.!?。！？])(?:\s|$)")


def summary(text: str) -> str:
    """The first sentence of a comment or docstring without its marks, on one line, at most MAX_DOC characters."""
    said: list[str] = []
    size = 0
    for line in text[:4_000].splitlines():
        bare = "" if line.startswith("#!") else line.strip()
        if bare.endswith(_CLOSINGS):
            bare = bare.rstrip("*/)-}>\"' \t")
        if mark := _OPENING.match(bare):
            bare = bare[mark.end() :]
        if bare.strip("-=*#/~_+ "):
            said.append(bare)
            size += len(bare)
            if size > MAX_DOC:
                break
        elif said:
            break
    joined = " ".join(said)
    if "<" in joined or "{@" in joined:
        joined = _TAG.sub("", _INLINE.sub(r"\1", joined))
    joined = " ".join(joined.split())
    return _SENTENCE.split(joined, maxsplit=1)[0][:MAX_DOC].strip()
