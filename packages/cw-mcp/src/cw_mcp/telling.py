"""The engine's progress in words, and as numbers that only grow."""

from __future__ import annotations

from cw_core.progress import Progress

LONG_PHASE = "chunk"
"""Where the time goes; it counts bytes."""


def described(progress: Progress) -> str:
    """One line: the phase, the share done if it is known, and what is at hand."""
    share = f" {100 * progress.done // progress.total}%" if progress.total else ""
    return f"{progress.phase}{share} {progress.message}".rstrip()


class Percent:
    """Progress of a whole run as one number out of a hundred, each larger than the one before, as the protocol wants.

    The long phase gives the share; the others, and a number told again, only move it a little.
    """

    def __init__(self) -> None:
        self._told = 0.0

    def number(self, progress: Progress) -> float:
        """The next number to tell."""
        here = 99 * progress.done / progress.total if progress.phase == LONG_PHASE and progress.total else 0.0
        self._told = round(max(here, self._told + 0.001), 3)
        return self._told
