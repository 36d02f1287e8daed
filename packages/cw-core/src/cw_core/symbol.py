"""The names a file defines and the names it uses."""

from __future__ import annotations

from dataclasses import dataclass

from cw_core.source import Span


@dataclass(frozen=True, slots=True)
class Symbol:
    """A definition. `qualified` joins the containers and the name with dots: `RetryPolicy.backoff`.

    `kind` is a plain word of the language's own: function, method, class, struct, interface, ...
    `span` and `lines` cover the whole definition, its leading comments left out. `signature` is its head on one line.
    """

    name: str
    qualified: str
    kind: str
    span: Span
    lines: tuple[int, int]
    container: str = ""
    signature: str = ""


@dataclass(frozen=True, slots=True)
class Reference:
    """A use of a name: `kind` is call, type, inherit or import; `receiver` is what stands before the dot."""

    name: str
    kind: str
    line: int
    receiver: str = ""
