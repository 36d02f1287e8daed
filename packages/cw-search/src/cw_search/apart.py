"""The process that `cw_search.background` starts: one run, politely."""

from __future__ import annotations

import contextlib
import os
import pickle
import sys
from pathlib import Path
from typing import cast

from cw_core import CwError, IndexBusy, Settings
from cw_search.engine import Engine


def main() -> None:
    """Takes its task from standard input and ends; with 1, and the reason on standard error, if it could not do it."""
    root, settings, first = cast(tuple[Path, Settings, tuple[str, ...]], pickle.load(sys.stdin.buffer))
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)
    try:
        with Engine.open(root, settings) as engine:
            engine.index(lock_timeout_s=0, first=first)
    except IndexBusy:
        return  # another one is at work
    except CwError as error:
        sys.exit(f"{type(error).__name__}: {error}\n{error.hint}")
