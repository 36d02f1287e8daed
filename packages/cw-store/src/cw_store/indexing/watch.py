"""Updates whenever files change, until told to stop."""

from __future__ import annotations

import contextlib
import errno
import os
import threading
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from cw_core import CwError

Stir = Mapping[str, bool]
"""Paths that something happened to; True for one that came or went. Empty if nothing happened."""


class Source(Protocol):
    """Tells that something happened in folders."""

    def __call__(self, folders: Sequence[Path], stop: threading.Event) -> Generator[Stir, None, None]:
        """What happened directly in these folders, and to them, since the item before; it need not be complete.

        The first item says that it watches; then one comes at least twice a second, with or without news. What happens
        between two items is in the next. Ends soon after `stop` is set. Raises OutOfWatches and SourceFailed.
        """
        ...


class OutOfWatches(Exception):
    """The system has no watches left for us; trying again will not help soon."""


class SourceFailed(Exception):
    """Events may have been lost; a new source may work."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How long is waited for what, in seconds. Of pairs the second is the most; waits double on their way to it."""

    quiet_s: float = 0.5
    """An update comes when nothing has happened for so long: a checkout or a save of many files is one update."""

    longest_s: float = 5.0
    """It comes so long after the first event at the latest, even while files keep changing."""

    idle_s: float = 300.0
    """And so long after the last one in any case: network drives tell no events, and a source may lose one."""

    retry_s: tuple[float, float] = (1.0, 60.0)
    """Between tries of what fails."""

    poll_s: tuple[float, float] = (2.0, 10.0)
    """Between updates without events; grows while nothing changes."""


def watch(
    update: Callable[[], bool],
    folders: Callable[[], Sequence[Path]],
    stop: threading.Event,
    tell: Callable[[str], None],
    source: Source | None = None,
    *,
    pace: Pace | None = None,
    clock: Callable[[], float] = time.monotonic,
    wait: Callable[[float], bool] | None = None,
) -> None:
    """Updates at once and after every change, in this thread, until `stop` is set.

    `update` does one run and is True if it changed anything; `folders` names the folders to watch, which it is asked
    after every run. Both may raise CwError or OSError: that is told, and tried again. Only these folders are watched,
    nothing below them; when they change, a new source is made and one update follows. Where the system has no watches
    left it says so and updates every few seconds. Ends within a second of `stop`, or with the run that is on its way.
    `clock` and `wait` (seconds, True if stopped meanwhile) are time itself.
    """
    _Keeper(update, folders, stop, tell, source or watch_folders, pace or Pace(), clock, wait or stop.wait).keep()


class _Keeper:
    """One watch: what is known, what is due."""

    def __init__(
        self,
        update: Callable[[], bool],
        folders: Callable[[], Sequence[Path]],
        stop: threading.Event,
        tell: Callable[[str], None],
        source: Source,
        pace: Pace,
        clock: Callable[[], float],
        wait: Callable[[float], bool],
    ) -> None:
        self._run = update
        self._folders = folders
        self._stop = stop
        self._tell = tell
        self._source = source
        self._pace = pace
        self._clock = clock
        self._wait = wait
        self._known: frozenset[Path] = frozenset()
        self._changed = False
        self._polls = False
        self._next_at = 0.0
        self._first_at: float | None = None  # of the events that no update has answered yet
        self._last_at = 0.0
        self._failing_s = 0.0
        self._broken_s = 0.0
        self._poll_s = self._pace.poll_s[0]

    def keep(self) -> None:
        """The whole of it."""
        self._update()
        while not self._stop.is_set():
            if self._polls or not self._known:
                self._poll()
            else:
                self._watch()

    def _update(self) -> None:
        pace = self._pace
        self._first_at = None  # before the run: what happens during it is told after it
        try:
            self._changed = self._run()
            self._known = frozenset(self._folders())
            self._failing_s = 0.0
        except (CwError, OSError) as error:
            self._failing_s = _doubled(self._failing_s, pace.retry_s)
            hint = getattr(error, "hint", "")
            told = f"the update failed: {str(error).rstrip('.')}; the next try is in {self._failing_s:g} s"
            self._tell(f"{told}. {hint}" if hint else told)
        self._next_at = self._clock() + (self._failing_s or pace.idle_s)

    def _poll(self) -> None:
        if self._wait(self._failing_s or self._poll_s):
            return
        self._update()
        self._poll_s = self._pace.poll_s[0] if self._changed else _doubled(self._poll_s, self._pace.poll_s)

    def _watch(self) -> None:
        """Follows one source to its end, however that comes."""
        begun = self._clock()
        try:
            with contextlib.closing(self._source(sorted(self._known, key=os.fspath), self._stop)) as stirs:
                self._follow(stirs)
        except OutOfWatches as error:
            self._polls = True
            least, most = self._pace.poll_s
            self._tell(
                f"the system cannot watch {len(self._known):,} folders ({error}): "
                f"files are looked at every {least:g} to {most:g} s instead. {_MORE_WATCHES}"
            )
            self._update()
        except SourceFailed as error:
            lived = self._clock() - begun >= self._pace.retry_s[1]
            self._broken_s = _doubled(0.0 if lived else self._broken_s, self._pace.retry_s)
            self._tell(f"watching failed: {error}; it begins anew in {self._broken_s:g} s")
            self._update()
            self._wait(self._broken_s)

    def _follow(self, stirs: Generator[Stir, None, None]) -> None:
        """Until these are no longer the folders to watch."""
        watched, names, moved = self._known, frozenset(map(str, self._known)), False
        if not self._failing_s:
            self._next_at = self._clock()  # an update at once: nobody watched until now
        for stir in stirs:
            if self._stop.is_set():
                return
            now = self._clock()
            if stir:
                self._first_at = now if self._first_at is None else self._first_at
                self._last_at = now
                moved = moved or any(came for path, came in stir.items() if path in names)
            if self._is_due(now):
                self._update()
                if not self._failing_s and (moved or self._known != watched):
                    return  # a folder that went and came back has the same name, and is not watched
        if not self._stop.is_set():
            raise SourceFailed("the events ended")

    def _is_due(self, now: float) -> bool:
        if now >= self._next_at:
            return True
        if self._failing_s or self._first_at is None:
            return False
        return now - self._last_at >= self._pace.quiet_s or now - self._first_at >= self._pace.longest_s


def _doubled(seconds: float, bounds: tuple[float, float]) -> float:
    least, most = bounds
    return min(max(seconds * 2, least), most)


_STEP_MS = 100  # between two looks for events: ten a second cost less than 0.1 % of a core
_ITEM_MS = 300  # and with one step more, the longest time without an item
_LACKS = frozenset((errno.ENOSPC, errno.EMFILE, errno.ENFILE))
_TELLS_OF_LACK = ("watch limit", "Error creating", "(os error 23)", "(os error 24)", "(os error 28)")
_MORE_WATCHES = "On Linux fs.inotify.max_user_watches and fs.inotify.max_user_instances say how many there are."


def watch_folders(folders: Sequence[Path], stop: threading.Event) -> Generator[Stir, None, None]:
    """The real source: what the system tells. Folders that are gone are left out.

    A folder that is moved in whole is one path. A name that is not Unicode ends it. 2,000 folders cost 0.05 CPU seconds
    to begin, 20,000 cost 0.4 s and 5 MB.
    """
    import watchfiles  # noqa: PLC0415 - only who watches needs it

    there = [folder for folder in folders if os.path.isdir(folder)]  # noqa: PTH112 - thousands of them
    if not there:
        raise SourceFailed("none of the folders is there")
    try:
        batches = watchfiles.watch(
            *there,
            watch_filter=None,
            debounce=_STEP_MS,
            step=_STEP_MS,
            stop_event=stop,
            rust_timeout=_ITEM_MS,
            yield_on_timeout=True,
            recursive=False,
            debug=False,
            force_polling=False,
            ignore_permission_denied=False,
        )
        with contextlib.closing(batches):
            for changes in batches:
                yield {path: change is not watchfiles.Change.modified for change, path in changes}
    except (OSError, RuntimeError) as error:
        lack = getattr(error, "errno", None) in _LACKS or any(words in str(error) for words in _TELLS_OF_LACK)
        raise (OutOfWatches if lack else SourceFailed)(str(error).partition(" about [")[0].rstrip(".")) from error
