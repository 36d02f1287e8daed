"""Names and files that prose speaks of, as references."""

from __future__ import annotations

import re
from urllib.parse import unquote

from cw_core import Reference

SUFFIXES = frozenset(
    "py pyi js mjs cjs ts tsx jsx rs go java kt rb php cs cpp cc hpp md mdx rst adoc toml yaml yml json ini cfg sh txt "
    "html css scss sql swift scala ex exs lua zig hs lock xml proto ipynb csv svg png".split()
)
"""What makes `config.json` a file and no name with a receiver."""

NO_NAMES = frozenset(
    "true false none null nil self this undefined void and or not if else in is for True False None NULL".split()
)

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]{0,30}:|//")
_NAME = re.compile(r"[~!@.]?((?:[^\W\d]|\$)[\w$]*(?:(?:\.|::|#|->|\\)(?:[^\W\d]|\$)[\w$]*)*)[!?]?(?:\([^()]*\))?;?")
_PATH = re.compile(r"(?:\.{0,2}/)?[\w.@+~-]+(?:/[\w.@+~{}*-]+)*/?")
_JOINT = re.compile(r"\.|::|#|->|\\")


def link(target: str, line: int) -> Reference | None:
    """A link into the repository, named by its target without query and fragment; `#part` of the same file stays.

    None for a web address and for anything that is no path.
    """
    target = target.strip()
    if not target or len(target) > 500 or _SCHEME.match(target):
        return None
    path = target if target.startswith("#") else target.partition("#")[0].partition("?")[0]
    if not path.strip("#") or any(char.isspace() for char in path):
        return None
    return Reference(unquote(path), "link", line)


def mention(text: str, line: int) -> Reference | None:
    """What prose sets as code, if it looks like a name or a path.

    `pkg.mod.Class` is the name Class with the receiver pkg.mod; `fuse(x)` is fuse; `cw_search/fuse.py` stays a whole.
    """
    text = text.strip()
    if not 1 < len(text) <= 200:
        return None
    if named := _NAME.fullmatch(text):
        parts = _JOINT.split(named[1])
        if len(parts) == 2 and parts[1] in SUFFIXES and "(" not in text:
            return Reference(named[1], "mention", line)
        if named[1] in NO_NAMES or len(named[1]) < 2:
            return None
        return Reference(parts[-1], "mention", line, named[1][: -len(parts[-1])].rstrip(".:#->\\"))
    if _PATH.fullmatch(text) and _is_path(text):
        return Reference(text, "mention", line)
    return None


def _is_path(text: str) -> bool:
    suffix = text.rpartition(".")[2]
    return ("/" in text.strip("/") or suffix in SUFFIXES) and any(char.isalpha() for char in text)
