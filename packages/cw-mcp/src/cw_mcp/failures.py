"""Which error becomes which answer: a code, what happened, what to do next; never a traceback."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from difflib import get_close_matches
from typing import TYPE_CHECKING, TypeVar

from cw_core.errors import CwError

if TYPE_CHECKING:
    from pydantic import ValidationError

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Failure:
    """An error as both faces tell it."""

    code: str
    message: str
    hint: str = ""

    def __str__(self) -> str:
        return f"Error ({self.code}): {self.message}" + (f"\nNext step: {self.hint}" if self.hint else "")


def attempt(work: Callable[[], Result]) -> Result | Failure:
    """What `work` returns, or the failure it met. Surprises pass through: they are bugs."""
    try:
        return work()
    except CwError as error:
        return failure_of(error)


def failure_of(error: CwError) -> Failure:
    """The code is the error's class in words: `RootRefused` is `root-refused`."""
    code = re.sub(r"(?<!^)(?=[A-Z])", "-", type(error).__name__).lower()
    return Failure(code, str(error), error.hint)


def misuse(error: ValidationError, known: tuple[str, ...]) -> Failure:
    """Every wrong argument by name; an unknown one with the known one nearest to it."""
    told: list[str] = []
    for entry in error.errors(include_url=False):
        name = ".".join(str(part) for part in entry["loc"])
        if entry["type"] == "extra_forbidden":
            nearest = get_close_matches(name, known, n=1, cutoff=0.4)
            told.append(f"unknown argument {name[:80]!r}" + (f", did you mean {nearest[0]!r}?" if nearest else ""))
        elif entry["type"] == "missing":
            told.append(f"{name} is required")
        else:
            told.append(f"{name}: {entry['msg']}, not {entry['input']!r:.80}")
    return Failure("invalid-arguments", "; ".join(told), f"Call again with arguments out of: {', '.join(known)}.")
