"""An index run in a process of its own, which goes on when the one that started it has ended."""

from __future__ import annotations

import contextlib
import pickle
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any, cast

from cw_core import Settings

COMMAND = "from cw_search.apart import main; main()"


def start(root: Path, settings: Settings, folder: Path, first: tuple[str, ...]) -> subprocess.Popen[bytes] | None:
    """Start a run for a root (its real path); None if it cannot be started. Files that match `first` come first.

    Its messages go to `last-run.log` in `folder`, that of the index. It holds none of the caller's streams, and ends by
    itself; if another run is at work it ends at once.
    """
    apart: dict[str, Any] = {"start_new_session": True}
    if sys.platform == "win32":
        apart = {"creationflags": subprocess.DETACHED_PROCESS | subprocess.CREATE_NEW_PROCESS_GROUP}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with (folder / "last-run.log").open("wb") as log:
            # -P: a module that happens to lie in the current folder, often an indexed one, is never imported
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", COMMAND],
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=log,
                cwd=folder,
                close_fds=True,
                **apart,
            )
        with contextlib.suppress(BrokenPipeError), cast(Any, process.stdin) as inbox:
            inbox.write(pickle.dumps((root, settings, first)))
    except OSError:
        return None
    threading.Thread(target=process.wait, daemon=True).start()  # a server that lives on must not collect the dead
    return process
