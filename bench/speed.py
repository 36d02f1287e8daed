#!/usr/bin/env python3
"""Speed, size and memory on one folder, as a table: medians of several runs of the real commands.

    python bench/speed.py FOLDER [--runs N] [--question TEXT]

Rows: a first index, an index with nothing changed, an index after one edited file (on a copy of the folder), a search
as a new process, a warm search in one process, the size of the index. CPU seconds are those of the command and all
its workers; peak memory is the largest single process, and the sum of the largest main and worker processes beside it.
The first index is run once per run in an empty home. Nothing is written beside the temporary folder.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cw_search import Engine, Query, load_settings

CW = [sys.executable, "-P", "-c", "from cw_cli.main import main; main()"]


def run(arguments: list[str], home: Path) -> tuple[float, float, float]:
    """Wall seconds, CPU seconds of the whole process tree, peak memory in MB of its largest process."""
    script = (
        "import resource, subprocess, sys, time; t = time.perf_counter();"
        "done = subprocess.run(sys.argv[1:], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE);"
        "u = resource.getrusage(resource.RUSAGE_CHILDREN);"
        "print(time.perf_counter() - t, u.ru_utime + u.ru_stime, u.ru_maxrss / 1024);"
        "sys.stderr.buffer.write(done.stderr if done.returncode > 1 else b''); sys.exit(done.returncode > 1)"
    )
    env = {**os.environ, "CW_HOME": str(home)}
    command = [sys.executable, "-c", script, *CW, *arguments]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"cw {' '.join(arguments)} failed:\n{done.stderr}")
    wall, cpu, peak = map(float, done.stdout.split())
    return wall, cpu, peak


def row(title: str, runs: int, once: Callable[[int], tuple[float, float, float]]) -> None:
    found = [once(number) for number in range(runs)]
    wall, cpu, peak = (statistics.median(values) for values in zip(*found, strict=True))
    spread = f"{min(f[1] for f in found):.2f}-{max(f[1] for f in found):.2f}"
    print(f"{title:<34}{wall:>9.2f}{cpu:>9.2f}{peak:>9.0f}   ({spread} CPU s)")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--question", default="where is the configuration read and validated?")
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / "tree"
        shutil.copytree(args.folder, folder, symlinks=True)
        home = Path(scratch) / "home"
        print(f"{args.folder.name}, {args.runs} runs each, {os.cpu_count()} cores, Python {sys.version.split()[0]}")
        print(f"{'median':<34}{'wall s':>9}{'CPU s':>9}{'peak MB':>9}")

        def first(number: int) -> tuple[float, float, float]:
            shutil.rmtree(home, ignore_errors=True)
            return run(["index", str(folder), "--quiet"], home)

        row("first index", args.runs, first)
        run(["index", str(folder), "--quiet"], home)
        row("index, nothing changed", args.runs, lambda _: run(["index", str(folder), "--quiet"], home))
        kinds = (".py", ".ts", ".js", ".go", ".rs", ".java", ".c")
        sources = [path for path in folder.rglob("*") if path.suffix in kinds and path.is_file()]
        edited = sorted(sources, key=lambda path: path.stat().st_size)[len(sources) // 2]

        def edit(number: int) -> tuple[float, float, float]:
            with edited.open("a", encoding="utf-8") as out:
                out.write(f"\n# edit {number}\n")
            return run(["index", str(folder), "--quiet"], home)

        row("index, one file edited", args.runs, edit)
        time.sleep(2.1)  # files younger than two seconds are read again, which is no part of a search
        run(["index", str(folder), "--quiet"], home)
        row("search, new process", args.runs, lambda _: run(["search", args.question, str(folder), "--quiet"], home))
        warm(folder, home, args)


def warm(folder: Path, home: Path, args: argparse.Namespace) -> None:
    settings = load_settings({"CW_HOME": str(home), "CW_SEARCH_CACHE": "0"}, Path.home())
    with Engine.open(folder, settings) as engine:
        engine.search(Query(args.question))
        took = []
        for _ in range(10 * args.runs):
            begun, cpu = time.perf_counter(), time.process_time()
            engine.search(Query(args.question))
            took.append((time.perf_counter() - begun, time.process_time() - cpu))
        wall, cpu = (statistics.median(values) for values in zip(*took, strict=True))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        print(f"{'search, warm':<34}{wall:>9.3f}{cpu:>9.3f}{peak:>9.0f}")
        stats = engine.stats()
        text, disk = stats.bytes_of_text / 1e6, stats.bytes_on_disk / 1e6
        print(f"\n{stats.generation.files} files, {stats.generation.chunks} chunks, {text:.1f} MB of text,")
        print(f"index {disk:.1f} MB ({disk / max(text, 1e-6):.2f} times the text)")
        print(json.dumps({name: dict(how) for name, how in list(stats.languages.items())[:8]}))


if __name__ == "__main__":
    main()
