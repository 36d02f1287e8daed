#!/usr/bin/env python3
"""Prepare this workspace once, then run a command in it: `python3 run.py cw search "where are retries decided?"`.

Needs Python 3.11 or newer and a package registry; installs uv into `.uv/` and everything else into `.venv/`, both in
this folder. Later runs start at once, and prepare again only when a pyproject.toml has changed.
"""

from __future__ import annotations

import hashlib
import os
import subprocess
import sys
import venv
from pathlib import Path

HERE = Path(__file__).resolve().parent
BIN = "Scripts" if os.name == "nt" else "bin"
UV = "uv>=0.13,<0.14"


def tool(folder: str, name: str) -> str:
    return str(HERE / folder / BIN / (name + (".exe" if os.name == "nt" else "")))


def quietly(*command: str) -> None:
    """Run a step of the set-up; what it prints is shown only if it fails."""
    env = {"UV_SYSTEM_CERTS": "1", **os.environ}  # the system knows a company's own certificates, where there are any
    env |= {"UV_PYTHON_DOWNLOADS": "never", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    env.pop("VIRTUAL_ENV", None)
    done = subprocess.run(command, cwd=HERE, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if done.returncode:
        sys.stderr.write(done.stdout.decode(errors="replace"))
        sys.exit(f"set-up failed at: {' '.join(command)}")


def state() -> str:
    """What the environment was made from."""
    digest = hashlib.sha256(sys.version.encode())
    for path in sorted((HERE / "pyproject.toml", HERE / "run.py", *HERE.glob("packages/*/pyproject.toml"))):
        digest.update(path.read_bytes())
    return digest.hexdigest()


def prepare() -> None:
    if sys.version_info < (3, 11):  # noqa: UP036 - this runs before anything has checked it
        sys.exit("ContextWeaver needs Python 3.11 or newer")
    mark = HERE / ".venv" / "prepared"
    if mark.is_file() and mark.read_text() == state():
        return
    print("preparing the workspace (once; a minute or two) ...", file=sys.stderr)
    if not Path(tool(".uv", "uv")).is_file():
        venv.create(HERE / ".uv", with_pip=True)
        quietly(tool(".uv", "python"), "-m", "pip", "install", "--quiet", UV)
    quietly(tool(".uv", "uv"), "sync", "--all-packages", "--compile-bytecode", "--python", sys.executable)
    if (HERE / ".git").exists():  # the full lock that uv just wrote is this machine's own affair
        subprocess.run(
            ("git", "update-index", "--skip-worktree", "uv.lock"), cwd=HERE, capture_output=True, check=False
        )
    mark.write_text(state())


def main() -> int:
    prepare()
    if len(sys.argv) < 2:
        return 0
    name, *rest = sys.argv[1:]
    env = {**os.environ, "VIRTUAL_ENV": str(HERE / ".venv"), "UV": tool(".uv", "uv")}
    env["PATH"] = str(HERE / ".venv" / BIN) + os.pathsep + env.get("PATH", "")
    command = [tool(".venv", name) if Path(tool(".venv", name)).is_file() else name, *rest]
    try:
        return subprocess.run(command, env=env, check=False).returncode
    except KeyboardInterrupt:
        return 130
    except FileNotFoundError:
        sys.exit(f"no such command in the workspace: {name}")


if __name__ == "__main__":
    sys.exit(main())
