"""What a command gets from outside: the environment, the user's folder, a way to open the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cw_core.report import IndexEntry
from cw_core.settings import Settings, load_settings

if TYPE_CHECKING:
    from cw_search import Engine


def open_engine(root: Path, settings: Settings) -> Engine:
    """The real engine; imported only when a command needs it."""
    from cw_search import Engine  # noqa: PLC0415

    return Engine.open(root, settings)


@dataclass(frozen=True, slots=True)
class Shell:
    """The front door of every command."""

    environ: Mapping[str, str]
    home: Path
    engine: Callable[[Path, Settings], AbstractContextManager[Engine]] = open_engine

    def open(self, root: Path) -> AbstractContextManager[Engine]:
        """The engine of `root` with the settings of this shell."""
        return self.engine(root, load_settings(self.environ, self.home))

    def indexes(self) -> tuple[IndexEntry, ...]:
        """All indexes of this shell's home, the last used first."""
        from cw_search.engine import indexes  # noqa: PLC0415

        return indexes(load_settings(self.environ, self.home))

    def remove(self, entry: IndexEntry) -> int:
        """Take an index away; the bytes it took."""
        from cw_search.engine import remove_index  # noqa: PLC0415

        return remove_index(entry)

    def clear_cache(self) -> int:
        """Take the kept vectors away; the bytes they took."""
        from cw_search.engine import clear_cache  # noqa: PLC0415

        return clear_cache(load_settings(self.environ, self.home))

    @property
    def color(self) -> bool:
        """False if the user wants no colour (https://no-color.org)."""
        return not self.environ.get("NO_COLOR")
