"""The command `cw-mcp`: serves MCP on stdin and stdout until stdin ends or a signal comes."""

from __future__ import annotations

import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import anyio

from cw_core.settings import load_settings
from cw_mcp.server import build, serve

if TYPE_CHECKING:
    from types import FrameType

    from cw_search import Engine


def main() -> None:
    """Reads the environment once. A setting that cannot be understood is told by the first call, not by dying."""
    environ = dict(os.environ)

    def open_engine(root: Path) -> Engine:
        from cw_search import Engine  # noqa: PLC0415  (nothing heavy before the first call)

        return Engine.open(root, load_settings(environ, Path.home()))

    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _end)
    anyio.run(serve, build(open_engine))


def _end(number: int, _: FrameType | None) -> None:
    """Ends the process at once: a thread that waits for stdin cannot be woken, and the index is safe at any moment."""
    os._exit(128 + number)


if __name__ == "__main__":
    main()
