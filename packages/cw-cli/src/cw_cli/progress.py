"""How far indexing is, told on stderr: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, Self, TextIO

from cw_core.progress import Progress
from cw_mcp.telling import described

if TYPE_CHECKING:
    from rich.progress import Progress as Bar

SILENT_S = 0.5
"""Work that takes less is not worth a word, nor the import of what draws bars."""

LINE_EVERY_S = 5.0


class Teller(Protocol):
    """Is told of progress from the first moment to the last."""

    def __call__(self, progress: Progress) -> None:
        """Takes note; tells it if it is time to."""
        ...

    def __enter__(self) -> Self: ...

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None: ...


def teller(stream: TextIO, environ: Mapping[str, str], *, quiet: bool = False) -> Teller:
    """The teller that suits the stream."""
    if quiet:
        return Silence()
    if stream.isatty() and environ.get("TERM") != "dumb":
        return Drawn(stream, plain=bool(environ.get("NO_COLOR")))
    return Lines(stream)


class Silence:
    """Tells nothing."""

    def __call__(self, progress: Progress) -> None:
        """Forgets it."""

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        return None


class Lines(Silence):
    """One line at most every few seconds."""

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._clock = clock
        self._told_at = clock()

    def __call__(self, progress: Progress) -> None:
        """Writes a line if the last one is old enough."""
        if self._clock() - self._told_at >= LINE_EVERY_S:
            self._told_at = self._clock()
            self._stream.write(f"cw: {described(progress)}\n")
            self._stream.flush()


class Drawn(Silence):
    """A bar for the phase at work, gone when the work is done."""

    def __init__(self, stream: TextIO, *, plain: bool = False, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream = stream
        self._plain = plain
        self._clock = clock
        self._began = clock()
        self._bar: Bar | None = None

    def __call__(self, progress: Progress) -> None:
        """Moves the bar; draws it first once the work takes longer than a blink."""
        if self._bar is None:
            if self._clock() - self._began < SILENT_S:
                return
            self._bar = self._drawn()
        (task,) = self._bar.task_ids
        name = f"{progress.phase} {progress.message}"[:60]
        self._bar.update(task, description=name, completed=progress.done, total=progress.total or None)

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.stop()

    def _drawn(self) -> Bar:
        from rich.console import Console  # noqa: PLC0415  (only where a bar is drawn at all)
        from rich.progress import BarColumn, TaskProgressColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
        from rich.progress import Progress as Bar  # noqa: PLC0415

        console = Console(file=self._stream, no_color=self._plain)
        columns = (TextColumn("{task.description}", markup=False), BarColumn(), TaskProgressColumn())
        bar = Bar(*columns, TimeRemainingColumn(), console=console, transient=True)
        bar.add_task("", total=None)
        bar.start()
        return bar
