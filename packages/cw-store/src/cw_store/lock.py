"""One writer per index, across processes and threads; readers never ask."""

from __future__ import annotations

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from filelock import FileLock, Timeout

from cw_core import IndexBusy
from cw_store.process import Process


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a lock, as it said itself: `since` in seconds since the epoch."""

    process: Process
    since: float

    def __str__(self) -> str:
        """`process 12 on laptop, for 3 s`."""
        name = self.process.host.partition(" ")[0]
        return f"process {self.process.pid} on {name}, for {max(0.0, time.time() - self.since):.0f} s"


@contextlib.contextmanager
def writing(path: Path, timeout_s: float) -> Iterator[None]:
    """Hold the lock, waiting at most `timeout_s`. It ends with its process, however that ends.

    Raises IndexBusy, which names the holder. The system's lock decides; the note beside it only tells whose it is, so
    one that a dead process left is no hindrance.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, timeout=timeout_s)
    try:
        lock.acquire()
    except Timeout:
        raise _busy(path) from None
    note = path.with_suffix(".owner")
    try:
        with contextlib.suppress(OSError):
            note.write_text(json.dumps(asdict(Holder(Process.own(), time.time()))), encoding="utf-8")
        yield
    finally:
        with contextlib.suppress(OSError):
            note.unlink(missing_ok=True)
        lock.release()


def holder(path: Path) -> Holder | None:
    """Who holds the lock, by its note; None if nobody does, or a process that is certain to be dead."""
    found = _noted(path)
    return None if found is None or found.process.is_dead() else found


def _noted(path: Path) -> Holder | None:
    try:
        note = json.loads(path.with_suffix(".owner").read_text(encoding="utf-8"))
        process = note["process"]
        return Holder(Process(int(process["pid"]), str(process["host"]), str(process["started"])), float(note["since"]))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _busy(path: Path) -> IndexBusy:
    found = _noted(path)
    if found and found.process.pid != os.getpid() and found.process.is_dead():
        return IndexBusy(
            f"the lock of this index is held although its process ({found}) has ended",
            f"If no other machine uses this home, remove {path} and try again.",
        )
    who = f" ({found})" if found else ""
    return IndexBusy(f"another process is writing this index{who}", "Wait for it to end, or stop that process.")
