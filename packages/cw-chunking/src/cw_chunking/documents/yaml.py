"""YAML by its outer keys, found by indentation alone."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from cw_chunking.documents.document import Document, lines_of
from cw_chunking.documents.entries import NAMING, Entry, comments_of, cut_entries, entry_of, led_by_comments
from cw_chunking.runs import Measure

_QUOTED = re.compile(r"(?:\"((?:[^\"\\]|\\.){0,200})\"|'([^']{0,200})')[ \t]*:(?:[ \t]+|$)")
_NO_KEY = frozenset("?#&*!|>%@`{}[],:\\")


def split_yaml(measure: Measure) -> Document:
    """Pieces by top-level key, or by item of a top-level list; several documents in one file come one by one.

    Block scalars and nested values need no reading: they are indented more than the keys that hold them. O(bytes).
    """
    lines = lines_of(measure)
    entries = yaml_entries(measure, lines, 1, len(lines))
    skip = frozenset(line for first, last in _scalars(entries, lines) for line in range(first, last + 1))
    return cut_entries(measure, entries, tuple(comments_of(measure, lines, "#", skip)))


def yaml_entries(measure: Measure, lines: Sequence[str], first: int, last: int) -> tuple[Entry, ...]:
    """The keys between two lines with those under them, or the documents if there are several."""
    marks = [n for n in range(first, last + 1) if lines[n - 1].startswith("---") and lines[n - 1][3:4] in ("", " ")]
    bounds = [first, *(mark + 1 for mark in marks), last + 2]
    parts = [(a, b - 2) for a, b in pairwise(bounds)]
    filled = [(a, b) for a, b in parts if any(_content(lines[n - 1]) for n in range(a, b + 1))]
    if len(filled) < 2:
        return tuple(entry for a, b in filled for entry in _level(measure, lines, a, b, 0, 2))
    out: list[Entry] = []
    for a, b in filled:
        inner = _level(measure, lines, a, b, 0, 1)
        out.append(entry_of(measure, _document_name(inner, lines), (a, b), lines[a - 1], max(first, a - 1), inner))
    return tuple(out)


def _document_name(entries: Sequence[Entry], lines: Sequence[str]) -> str:
    """`Deployment web` for a thing of Kubernetes, else nothing."""
    kind = name = ""
    for entry in entries:
        if entry.name == "kind":
            kind = _plain(lines[entry.lines[0] - 1].partition(":")[2])
        elif entry.name == "metadata":
            body = lines[entry.lines[0] : entry.lines[1]]
            name = next((_plain(line.partition(":")[2]) for line in body if line.strip().startswith("name:")), "")
    return " ".join(filter(None, (kind, name)))


def _level(measure: Measure, lines: Sequence[str], first: int, last: int, indent: int, depth: int) -> tuple[Entry, ...]:
    """The keys that stand at one indent, or the items if there are only those."""
    found: list[tuple[int, str, str]] = []
    items: list[int] = []
    for number in range(first, last + 1):
        if not _content(lines[number - 1]) or _indent(lines[number - 1]) != indent:
            continue
        text = lines[number - 1][indent:]
        if text == "-" or text.startswith("- "):
            items.append(number)
        elif key := key_of(text):
            found.append((number, *key))
    if not found:
        return _items(measure, lines, items, last, indent, depth)
    out: list[Entry] = []
    for (line, name, value), (following, _, _) in pairwise([*found, (last + 1, "", "")]):
        end = _trimmed(lines, line, following - 1)
        inner = () if depth < 2 or _has_value(value) else _under(measure, lines, line + 1, end, indent, depth - 1)
        start = led_by_comments(lines, line, max(first - 1, out[-1].lines[1] if out else 0))
        out.append(entry_of(measure, name, (line, end), lines[line - 1], start, inner))
    return tuple(out)


def _under(measure: Measure, lines: Sequence[str], first: int, last: int, outer: int, depth: int) -> tuple[Entry, ...]:
    """What stands under a key: deeper keys, or items at its own indent or deeper."""
    body = next((number for number in range(first, last + 1) if _content(lines[number - 1])), 0)
    if not body:
        return ()
    indent = _indent(lines[body - 1])
    is_item = lines[body - 1][indent : indent + 1] == "-"
    if indent < outer or (indent == outer and not is_item):
        return ()
    return _level(measure, lines, body, last, indent, depth)


def _items(
    measure: Measure, lines: Sequence[str], items: Sequence[int], last: int, indent: int, depth: int
) -> tuple[Entry, ...]:
    out: list[Entry] = []
    for item, following in pairwise([*items, last + 1]):
        end = _trimmed(lines, item, following - 1)
        rest = lines[item - 1][indent + 1 :]
        inside = indent + 1 + len(rest) - len(rest.lstrip())
        starts = [(item, *key)] if (key := key_of(rest.strip())) else []
        starts += [
            (number, *key)
            for number in range(item + 1, end + 1)
            if _indent(lines[number - 1]) == inside and (key := key_of(lines[number - 1][inside:]))
        ]
        says = {name: _plain(value) for _, name, value in reversed(starts)}
        inner: list[Entry] = []
        for (line, name, _), (after, _, _) in pairwise([*starts, (end + 1, "", "")] if depth > 1 else []):
            inner.append(entry_of(measure, name, (line, after - 1), lines[line - 1]))
        label = next((says[key] for key in NAMING if says.get(key)), "")
        out.append(entry_of(measure, label, (item, end), lines[item - 1], inner=tuple(inner) if label else ()))
    return tuple(out)


def key_of(text: str) -> tuple[str, str] | None:
    """The key and the rest of a line that begins with a key; None for any other. O(length)."""
    if text[:1] in ('"', "'"):
        quoted = _QUOTED.match(text)
        return (quoted[1] or quoted[2] or "", text[quoted.end() :]) if quoted else None
    at = text.find(": ")
    if at < 0:
        text = text.rstrip()
        at = len(text) - 1 if text.endswith(":") else text.find(":\t")
    if not 0 < at <= 200 or text[0] in _NO_KEY or text.startswith("- ") or " #" in text[:at]:
        return None
    return text[:at].strip(), text[at + 1 :]


def _has_value(value: str) -> bool:
    """True unless the value follows on the next lines as a mapping or a list."""
    words = value.partition("#")[0].split()[:3]
    return any(word[0] not in "&!" for word in words)


def _plain(value: str) -> str:
    value = value.partition(" #")[0].strip()[:200].strip("\"'")
    return "" if value[:1] in ("|", ">", "{", "[", "*", "&") else value


def _content(line: str) -> bool:
    text = line.lstrip()
    return bool(text) and text[0] != "#"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" "))


def _trimmed(lines: Sequence[str], first: int, last: int) -> int:
    """The last line that holds something; comments indented no more lead what comes next."""
    indent = _indent(lines[first - 1])
    while last > first and not _content(lines[last - 1]):
        if lines[last - 1].strip() and _indent(lines[last - 1]) > indent:
            break
        last -= 1
    return last


def _scalars(entries: Sequence[Entry], lines: Sequence[str]) -> list[tuple[int, int]]:
    """The lines of block scalars among two levels of entries: a `#` in them is text."""
    out: list[tuple[int, int]] = []
    for entry in entries:
        head = lines[entry.lines[0] - 1].split(" #")[0].rstrip()
        if head.endswith(("|", ">", "|-", ">-", "|+", ">+")):
            out.append((entry.lines[0] + 1, entry.lines[1]))
        out += _scalars(entry.inner, lines)
    return out
