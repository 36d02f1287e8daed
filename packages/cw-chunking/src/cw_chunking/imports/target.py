"""What an import was found to mean."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from cw_core import Reference, RepoPath

GUESS = "path ends so"


@dataclass(frozen=True, slots=True)
class Target:
    """A file that an import means; `reason` says in plain words how that is known."""

    path: RepoPath
    reason: str

    @property
    def confidence(self) -> float:
        """How sure that is: 1 for what a rule of the language gives, a half for a path that merely ends so."""
        return 0.5 if self.reason == GUESS else 1.0


Rule = Callable[[Reference, RepoPath], Iterable[Target]]
"""How one family of languages finds the targets of an import, best first. It may name a file twice."""


def targets(paths: Iterable[RepoPath], reason: str) -> list[Target]:
    """The paths in their order, all for one reason."""
    return [Target(path, reason) for path in paths]


def whole_name(reference: Reference, separator: str, keywords: frozenset[str] = frozenset()) -> str:
    """The module path as one string: receiver and name joined, unless the receiver is a keyword of the language."""
    if not reference.receiver or reference.receiver in keywords:
        return reference.name
    return reference.receiver.removesuffix(separator) + separator + reference.name.removeprefix(separator)
