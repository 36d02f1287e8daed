"""Which process this is, and whether one that left a note still lives; ids of processes are used again."""

from __future__ import annotations

import contextlib
import os
import platform
import socket
import subprocess
import sys
from dataclasses import dataclass
from functools import cache
from pathlib import Path

ANSWER_TIMEOUT_S = 5.0
"""For `ps`, where a process's start is asked of it."""


@dataclass(frozen=True, slots=True)
class Process:
    """A process of some machine: `host` names the machine as it was started, `started` the moment, if it is known."""

    pid: int
    host: str
    started: str

    @classmethod
    def own(cls) -> Process:
        """This one."""
        return cls(os.getpid(), host(), started_of(os.getpid()))

    def is_dead(self) -> bool:
        """True only if it is certain: of this machine, and gone, or its id is another process's now."""
        if not self.pid or self.host != host():
            return False
        now = started_of(self.pid)
        if now:
            return bool(self.started) and now != self.started
        return not _exists(self.pid)


@cache
def host() -> str:
    """The machine's name with what changes when it starts anew; containers that share a home have others."""
    boot = ""
    with contextlib.suppress(OSError):
        boot = Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    space = ""
    with contextlib.suppress(OSError):
        space = os.readlink("/proc/self/ns/pid")  # noqa: PTH115 - another container counts its processes anew
    return " ".join(part for part in (socket.gethostname(), boot, space) if part)


def started_of(pid: int) -> str:
    """When a process was started, as the system writes it; empty if there is none, or it cannot be told."""
    if sys.platform == "win32":
        return ""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8", errors="replace").rpartition(")")[2].split()
        return "" if fields[0] in "ZX" else fields[19]
    except (OSError, IndexError):
        return "" if platform.system() == "Linux" else _asked_of_ps(pid)


def _asked_of_ps(pid: int) -> str:
    try:
        done = subprocess.run(
            ["ps", "-o", "lstart=", "-p", str(pid)],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=ANSWER_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.strip()


def _exists(pid: int) -> bool:
    if sys.platform == "win32":
        return True  # to signal a process there is to end it; the lock itself is the truth
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except (OSError, OverflowError):
        return True
    return platform.system() != "Linux"  # there its start was asked for, and it had none: it has ended
