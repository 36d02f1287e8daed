"""Patterns with at most one star, as `paths`, `exports` and `imports` have them: exact first, then the longest head."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field


@dataclass(slots=True)
class Patterns:
    """What stands behind each pattern. A question costs one look-up per character of the specifier."""

    exact: dict[str, list[str]] = field(default_factory=dict)
    starred: dict[str, list[tuple[str, list[str]]]] = field(default_factory=dict)

    @classmethod
    def of(cls, entries: Mapping[str, Sequence[str]]) -> Patterns:
        """An old-fashioned `./folder/` is read as `./folder/*`."""
        made = cls()
        for pattern, values in entries.items():
            if pattern.endswith("/"):
                made.starred.setdefault(pattern, []).append(("", [value + "*" for value in values]))
            elif "*" in pattern:
                head, _, tail = pattern.partition("*")
                made.starred.setdefault(head, []).append((tail, list(values)))
            else:
                made.exact[pattern] = list(values)
        for choices in made.starred.values():
            choices.sort(key=lambda choice: -len(choice[0]))
        return made

    def __bool__(self) -> bool:
        return bool(self.exact or self.starred)

    def values(self, specifier: str) -> Iterator[str]:
        """What the specifier stands for by each pattern that fits, the star filled in."""
        yield from self.exact.get(specifier, ())
        for length in range(len(specifier), -1, -1):
            for tail, values in self.starred.get(specifier[:length], ()):
                if specifier.endswith(tail) and length + len(tail) <= len(specifier):
                    star = specifier[length : len(specifier) - len(tail)]
                    yield from (value.replace("*", star) for value in values)
