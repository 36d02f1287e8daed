"""How far the run at work is, told to other processes by a small file beside the lock."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Callable
from pathlib import Path

from cw_core import Observe, Progress
from cw_store.lock import holder

EVERY_S = 0.2
"""Between two writes."""


class Telling:
    """An observer that also writes what it is told to a file, now and then."""

    def __init__(self, path: Path, observe: Observe, clock: Callable[[], float] = time.monotonic) -> None:
        self._path = path
        self._observe = observe
        self._clock = clock
        self._due = 0.0

    def __call__(self, progress: Progress) -> None:
        """Passes it on; a reader may hold the file open, or the disk be full: then it is told next time."""
        self._observe(progress)
        if self._clock() < self._due:
            return
        self._due = self._clock() + EVERY_S
        aside = self._path.with_suffix(".new")
        told = (progress.phase, progress.done, progress.total, progress.message)
        with contextlib.suppress(OSError):
            aside.write_text(json.dumps(told), encoding="utf-8")
            os.replace(aside, self._path)  # noqa: PTH105 - the atomic one

    def close(self) -> None:
        """The run has ended."""
        with contextlib.suppress(OSError):
            self._path.unlink(missing_ok=True)


def told(path: Path, lock: Path) -> Progress | None:
    """How far the run at work has come, if one is."""
    if holder(lock) is None:
        return None
    try:
        phase, done, total, message = json.loads(path.read_text(encoding="utf-8"))
        return Progress(str(phase), int(done), int(total), str(message))
    except (OSError, ValueError, TypeError):
        return Progress("walk", 0, 0)
