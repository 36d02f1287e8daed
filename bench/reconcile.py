#!/usr/bin/env python3
"""What it costs to see that nothing changed, beside a whole walk and `git status`: medians of several runs.

    python bench/reconcile.py [N_FILES] [--runs N]

Builds a tree of that many files (10,000 by default), ten to a folder, as a git repository in a temporary folder, and
sets all times back by a minute, so that nothing is racy. CPU seconds are those of the process and its children.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cw_core import IndexSettings
from cw_store.indexing.reconcile import Fresh, reconcile
from cw_store.indexing.seen import Seen
from cw_store.indexing.walk import walk

MINUTE_NS = 60_000_000_000


def build(root: Path, files: int) -> None:
    """Folders three deep, ten files each; some are ignored."""
    for number in range(0, files, 10):
        folder = root / f"part{number // 1000 % 97:02}" / f"module{number // 100:04}" / f"piece{number // 10:05}"
        folder.mkdir(parents=True)
        for each in range(10):
            (folder / f"source_file_{each}.py").write_text(f"value = {number + each}\n")
    (root / ".gitignore").write_text("*.pyc\n*.o\nbuild/\n/dist\n.env\n!keep.o\n*.log\ntmp-*\n")
    (root / "build").mkdir()
    for command in (
        ("init", "-q"),
        ("add", "."),
        ("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "all"),
    ):
        subprocess.run(("git", *command), cwd=root, check=True, capture_output=True)


def cpu() -> float:
    mine, theirs = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return mine.ru_utime + mine.ru_stime + theirs.ru_utime + theirs.ru_stime


def row(title: str, runs: int, once: Callable[[], object]) -> None:
    found = []
    for _ in range(runs):
        begun, used = time.perf_counter(), cpu()
        once()
        found.append(((cpu() - used) * 1000, (time.perf_counter() - begun) * 1000))
    used_ms, wall_ms = (statistics.median(column) for column in zip(*found, strict=True))
    least = min(column[0] for column in found)
    print(f"{title:<34}{used_ms:>10.1f}{wall_ms:>10.1f}   (least CPU {least:.1f})")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("files", type=int, nargs="?", default=10_000)
    parser.add_argument("--runs", type=int, default=9)
    args = parser.parse_args()
    settings = IndexSettings(max_files=10**8)
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch).resolve() / "tree"
        root.mkdir()
        build(root, args.files)
        later = time.time_ns() + MINUTE_NS
        found = walk(root, settings, begun_ns=later)
        seen = Seen.of(found)
        kept = seen.to_bytes()
        print(f"{len(found.stamps)} files, {len(found.folders)} folders, {len(kept) / 1000:.0f} kB kept")
        print(f"{'median of ' + str(args.runs):<34}{'CPU ms':>10}{'wall ms':>10}   Python {sys.version.split()[0]}")

        def unchanged() -> None:
            if not isinstance(reconcile(root, seen, settings, later), Fresh):
                sys.exit("something changed")

        def edited() -> None:
            file = root / found.stamps[len(found.stamps) // 2].path
            file.write_text(file.read_text() + "#\n")
            reconcile(root, seen, settings, later)

        row("reconcile, nothing changed", args.runs, unchanged)
        row("the lstat calls alone", args.runs, lambda: [os.lstat(f"{root}/{stamp.path}") for stamp in found.stamps])
        row("from bytes", args.runs, lambda: Seen.from_bytes(kept))
        row("to bytes", args.runs, seen.to_bytes)
        row("whole walk", args.runs, lambda: walk(root, settings))
        row(
            "git status",
            args.runs,
            lambda: subprocess.run(("git", "status", "-s"), cwd=root, capture_output=True, check=True),
        )
        row("reconcile, one file edited", args.runs, edited)


if __name__ == "__main__":
    main()
