#!/usr/bin/env python3
"""Time and memory over the size of a repository: real folders side by side, in three sizes.

    python bench/scale.py FOLDER... [--megabytes 100,400,1000]

The folders are copied into one tree, again and again under other names, until it holds as much text (files of up to
2 MB). For each size: files, MB, a first index (wall, CPU, largest sum of memory of all its processes, sampled ten times
a second from /proc, proportional set size), a run with nothing changed, one edit, the size of the index, a search of a
new process.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

CW = [sys.executable, "-P", "-c", "from cw_cli.main import main; main()"]


def memory_of(pid: int) -> int:
    """Bytes of a process and all below it; shared pages count once in all."""
    total, waiting = 0, [pid]
    while waiting:
        one = waiting.pop()
        try:
            for line in Path(f"/proc/{one}/smaps_rollup").read_text().splitlines():
                if line.startswith("Pss:"):
                    total += int(line.split()[1]) * 1024
            for task in Path(f"/proc/{one}/task").iterdir():
                waiting += map(int, (task / "children").read_text().split())
        except (OSError, ValueError):
            continue
    return total


def run(arguments: list[str], home: Path) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds of the process and its children, peak MB of all of them together."""
    begun, cpu, peak = time.perf_counter(), os.times(), 0
    process = subprocess.Popen([*CW, *arguments], env={**os.environ, "CW_HOME": str(home)}, stdout=subprocess.DEVNULL,
                               stderr=subprocess.PIPE)  # fmt: skip
    done = threading.Event()

    def sample() -> None:
        nonlocal peak
        while not done.wait(0.1):
            peak = max(peak, memory_of(process.pid))

    watcher = threading.Thread(target=sample)
    watcher.start()
    _, told = process.communicate()
    done.set()
    watcher.join()
    if process.returncode:
        sys.exit(f"cw {' '.join(arguments)} failed:\n{told.decode()}")
    now = os.times()
    spent = now.children_user + now.children_system - cpu.children_user - cpu.children_system
    return time.perf_counter() - begun, spent, peak / 1e6


def fill(root: Path, folders: list[Path], megabytes: float, copies: int) -> int:
    """Add copies until there is enough; how many there are then."""

    def held() -> int:
        return sum(
            path.stat().st_size for path in root.rglob("*") if path.is_file() and path.stat().st_size < 2_000_000
        )

    size = held()
    while size < megabytes * 1e6:
        folder = folders[copies % len(folders)]
        target = root / f"{folder.name}-{copies}"
        shutil.copytree(folder, target, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        for path in target.rglob("*"):  # copies differ a little, as forks do
            if path.is_file() and not path.is_symlink() and path.suffix in (".py", ".c", ".js", ".ts", ".go", ".java"):
                with path.open("a", encoding="utf-8", errors="replace") as out:
                    out.write(f"\n// copy {copies}\n" if path.suffix != ".py" else f"\n# copy {copies}\n")
        size += sum(
            path.stat().st_size for path in target.rglob("*") if path.is_file() and path.stat().st_size < 2_000_000
        )
        copies += 1
    return copies


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--megabytes", default="100,400,1000")
    args = parser.parse_args()
    print(f"{'files':>7}{'MB':>7}{'first: wall':>12}{'CPU s':>8}{'peak MB':>9}{'nothing':>9}{'one edit':>9}", end="")
    print(f"{'index MB':>9}{'search':>8}   (s)")
    with tempfile.TemporaryDirectory() as scratch:
        root, copies = Path(scratch) / "tree", 0
        root.mkdir()
        for megabytes in map(float, args.megabytes.split(",")):
            copies = fill(root, args.folders, megabytes, copies)
            home = Path(scratch) / f"home{megabytes}"
            wall, cpu, peak = run(["index", str(root), "--quiet"], home)
            time.sleep(2.5)
            run(["index", str(root), "--quiet"], home)
            nothing, _, _ = run(["index", str(root), "--quiet"], home)
            with next(root.rglob("*.py")).open("a", encoding="utf-8") as out:
                out.write("\n# one edit\n")
            edit, _, _ = run(["index", str(root), "--quiet"], home)
            search, _, _ = run(["search", "where is the configuration read?", str(root), "--no-index"], home)
            files = sum(path.is_file() for path in root.rglob("*"))
            size = sum(p.stat().st_size for p in home.glob("*/store-*/**/*") if p.is_file()) / 1e6
            print(f"{files:>7}{megabytes:>7.0f}{wall:>12.1f}{cpu:>8.1f}{peak:>9.0f}{nothing:>9.2f}{edit:>9.2f}{size:>9.0f}"
                  f"{search:>8.2f}", flush=True)  # fmt: skip
            shutil.rmtree(home)


if __name__ == "__main__":
    main()
