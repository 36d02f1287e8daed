"""What a command gets from outside: the environment, the user's folder, a way to open the engine."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

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

    @property
    def color(self) -> bool:
        """False if the user wants no colour (https://no-color.org)."""
        return not self.environ.get("NO_COLOR")
