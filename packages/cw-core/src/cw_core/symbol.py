"""The names a file defines and the names it uses."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from cw_core.source import RepoPath, Span


class Symbol(NamedTuple):
    """A definition. `qualified` joins the containers and the name with dots: `RetryPolicy.backoff`.

    `kind` is a plain word of the language's own: function, method, class, struct, interface, ...
    `span` and `lines` cover the whole definition, its leading comments left out. `signature` is its head on one line,
    `doc` the first sentence of its comment or docstring. `visibility` is public, protected, internal, package, private
    or file; empty where the language does not say.
    """

    name: str
    qualified: str
    kind: str
    span: Span
    lines: tuple[int, int]
    container: str = ""
    signature: str = ""
    doc: str = ""
    visibility: str = ""


class Reference(NamedTuple):
    """A use of a name: `kind` is call, type, inherit, import, link or mention.

    `receiver` is what stands before the dot; for a member that an import names apart, it is the module.
    """

    name: str
    kind: str
    line: int
    receiver: str = ""


@dataclass(frozen=True, slots=True)
class Edge:
    """A use of a definition: line `line` of `source`, inside `user` (a qualified name, empty outside of all), uses what
    `target` defines as `name`. `kind` is that of the Reference; `confidence` (0 to 1) how sure it is that this is it.
    """

    source: RepoPath
    line: int
    kind: str
    user: str
    target: RepoPath
    name: str
    confidence: float
