"""How far a long job is, told as it goes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Progress:
    """`done` of `total` units in this phase (bytes for `chunk`, files elsewhere); `total` is 0 while unknown."""

    phase: str
    done: int
    total: int
    message: str = ""


Observe = Callable[[Progress], None]


def unobserved(_: Progress) -> None:
    """An observer for nobody."""
