"""One writer per index, across processes and threads; readers never ask."""

from __future__ import annotations

import contextlib
import json
import os
import socket
import time
from collections.abc import Iterator
from pathlib import Path

from filelock import FileLock, Timeout

from cw_core import IndexBusy


@contextlib.contextmanager
def writing(path: Path, timeout_s: float) -> Iterator[None]:
    """Hold the lock, waiting at most `timeout_s`. It ends with its process, however that ends.

    Raises IndexBusy, which names the holder.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    lock = FileLock(path, timeout=timeout_s)
    owner = path.with_suffix(".owner")
    try:
        lock.acquire()
    except Timeout:
        raise IndexBusy(
            f"another process is writing this index{_who(owner)}", "Wait for it to end, or stop that process."
        ) from None
    try:
        note = {"pid": os.getpid(), "host": socket.gethostname(), "since": time.time()}
        with contextlib.suppress(OSError):
            owner.write_text(json.dumps(note), encoding="utf-8")
        yield
    finally:
        with contextlib.suppress(OSError):
            owner.unlink(missing_ok=True)
        lock.release()


def _who(owner: Path) -> str:
    try:
        note = json.loads(owner.read_text(encoding="utf-8"))
        return f" (process {note['pid']} on {note['host']}, for {time.time() - note['since']:.0f} s)"
    except (OSError, ValueError, KeyError, TypeError):
        return ""
