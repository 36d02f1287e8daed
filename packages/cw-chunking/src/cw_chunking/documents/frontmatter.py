"""Front matter: the keys between `---` or `+++` at the head of a page."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice

from cw_chunking.documents.entries import MAX_KEYS, symbols_of
from cw_chunking.documents.toml import toml_entries
from cw_chunking.documents.yaml import key_of, yaml_entries
from cw_chunking.runs import Measure
from cw_core import Symbol


def front_matter(lines: Sequence[str]) -> int:
    """The line that closes it, or 0 if there is none: a line of dashes alone is a rule, and what is open is text."""
    mark = lines[0].removeprefix("\ufeff").rstrip()
    if mark not in ("---", "+++"):
        return 0
    ends = ("---", "...") if mark == "---" else ("+++",)
    close = next((number for number, line in enumerate(lines[1:], 2) if line.rstrip() in ends), 0)
    held = [line for line in lines[1 : close - 1] if line.strip()] if close else []
    has_key = any(key_of(line) if mark == "---" else "=" in line for line in held)
    return close if has_key or (close and not held) else 0


def fields_of(measure: Measure, lines: Sequence[str], close: int) -> tuple[Symbol, ...]:
    """The top-level keys as symbols of kind field; the signature shows the value."""
    if lines[0].endswith("+++") or lines[0].startswith("+++"):
        entries = toml_entries(measure, lines, 2, close - 1)[0]
    else:
        entries = yaml_entries(measure, lines, 2, close - 1)
    return tuple(islice(symbols_of(entries, "field", depth=1), MAX_KEYS))
