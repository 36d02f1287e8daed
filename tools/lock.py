#!/usr/bin/env python3
"""Stage uv.lock without the addresses of any registry; the full one stays in the working tree.

Every registry address becomes `registry = "registry"`, every file address `path = "<file name>"`, and the
`[options]` block goes: its absence makes uv resolve anew on the first sync of a clone, keeping the locked versions
(pyproject.toml holds `exclude-newer`), and write a full lock for that machine.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def stripped(lock: str) -> str:
    """The lock as it is committed."""
    lock = re.sub(r'registry = "[^"]*"', 'registry = "registry"', lock)
    lock = re.sub(r'url = "[^"]*/([^"/]+)"', r'path = "\1"', lock)
    return re.sub(r"\n\[options\]\n(?:[^\[\n][^\n]*\n)*", "\n", lock)


def git(*args: str, text: str | None = None) -> str:
    done = subprocess.run(("git", *args), cwd=ROOT, input=text, text=True, check=True, capture_output=True)
    return done.stdout.strip()


def main() -> None:
    uv = os.environ.get("UV", "uv")
    if git("ls-files", "uv.lock"):
        git("update-index", "--no-skip-worktree", "uv.lock")
    subprocess.run((uv, "lock"), cwd=ROOT, check=True, env={**os.environ, "UV_PYTHON_DOWNLOADS": "never"})
    lock = stripped((ROOT / "uv.lock").read_text(encoding="utf-8"))
    if "://" in lock:
        left = next(line for line in lock.splitlines() if "://" in line)
        sys.exit(f"an address is left in the stripped lock: {left}")
    blob = git("hash-object", "-w", "--stdin", text=lock)
    git("update-index", "--add", "--cacheinfo", f"100644,{blob},uv.lock")
    git("update-index", "--skip-worktree", "uv.lock")
    print("uv.lock is staged without addresses; commit it without naming paths")


if __name__ == "__main__":
    main()
