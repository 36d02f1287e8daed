"""What a run of the indexer did, and what an index holds."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from cw_core.hit import Notice
from cw_core.snapshot import Generation
from cw_core.source import Skipped


@dataclass(frozen=True, slots=True)
class IndexReport:
    """One run. `added + modified + unchanged + len(skipped)` is `discovered`: nothing is silently left out.

    `embedded` counts vectors computed in this run, `reused` those whose text was embedded before; `by_lines` lists
    files that have a grammar and were cut by lines. `hard_linked` counts files that have other names too.
    """

    root: str
    generation: Generation
    discovered: int
    added: int = 0
    modified: int = 0
    unchanged: int = 0
    deleted: int = 0
    embedded: int = 0
    reused: int = 0
    hard_linked: int = 0
    skipped: tuple[Skipped, ...] = ()
    by_lines: tuple[Skipped, ...] = ()
    duration_s: float = 0.0
    notices: tuple[Notice, ...] = ()

    @property
    def changed(self) -> bool:
        """True if a new generation was published."""
        return bool(self.added or self.modified or self.deleted or self.embedded or self.reused)

    @property
    def skipped_by_reason(self) -> dict[str, int]:
        """How many files were left out for each reason."""
        return count_reasons(self.skipped)


@dataclass(frozen=True, slots=True)
class IndexStats:
    """What the published generation holds, counted in the stores themselves.

    `languages` maps a language to how its files were cut and how many so: `{"python": {"syntax": 41}}`.
    `marked` counts the files that their content shows to be generated, vendored, minified, locks or data, `masked` the
    secret values that were starred out.
    """

    root: str
    home: str
    generation: Generation
    bytes_of_text: int
    bytes_on_disk: int
    languages: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    symbols: int = 0
    references: int = 0
    skipped: Mapping[str, int] = field(default_factory=dict)
    marked: Mapping[str, int] = field(default_factory=dict)
    masked: int = 0
    notices: tuple[Notice, ...] = ()


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """One index of a home: of which folder, where, how large; `last_used` in seconds since the epoch, to the hour.

    `state` is empty for an index in good order, else says what is wrong with it.
    """

    root: str
    folder: str
    files: int
    bytes_on_disk: int
    last_used: float
    state: str = ""


@dataclass(frozen=True, slots=True)
class MigrationState:
    """What became of one change of the tables in one index: `pending`, `done` or `aborted`, with the reason."""

    number: int
    name: str
    state: str
    at: float = 0.0
    detail: str = ""


def count_reasons(skipped: tuple[Skipped, ...]) -> dict[str, int]:
    """How many for each reason, most first."""
    counts: dict[str, int] = {}
    for entry in skipped:
        counts[entry.reason] = counts.get(entry.reason, 0) + 1
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))
