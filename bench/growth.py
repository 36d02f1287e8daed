#!/usr/bin/env python3
"""What an index costs as it lives: rounds of edits, and one edit in repositories of several sizes.

    python bench/growth.py rounds [--files N] [--rounds N]
    python bench/growth.py edits [--sizes 1000,5000,20000,50000]

`rounds` makes a tree, edits some of its files again and again (a run for each round), and prints the size on disk, the
files of vectors and the files on disk beside those of a clean build. `edits` prints, for each size, the CPU and wall
seconds of a run with nothing changed, of one with one file edited, and of one with one file more, in one warm process
(medians of 5), and the same as whole processes for the edit.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from cw_search import Engine, load_settings

WORDS = ("retry backoff login user card charge session token cache store index search rank fuse pack chunk parse tree"
         " node path file line read write open close lock wait").split()  # fmt: skip


def source(chance: random.Random, functions: int) -> str:
    pick, lines = chance.choice, [f"from package{chance.randrange(50)} import {chance.choice(WORDS)}", ""]
    for _ in range(functions):
        a, b, c = pick(WORDS), pick(WORDS), pick(WORDS)
        lines += [
            f"def {a}_{b}_{chance.randrange(10**6)}({c}, other=None):",
            f'    """{a.title()} the {b} of a {c} with {pick(WORDS)} and {pick(WORDS)}."""',
            f"    {b} = {a}({c}) + other.{pick(WORDS)}({chance.randrange(10**4)})",
            f"    for {c}_{a} in {b}.{pick(WORDS)}s:",
            f"        {c}_{a}.{pick(WORDS)}({b}, {pick(WORDS)}={chance.randrange(99)})",
            f"    return {b}.{pick(WORDS)}",
            "",
        ]
    return "\n".join(lines)


def make(root: Path, files: int, functions: int, chance: random.Random) -> None:
    for n in range(files):
        path = root / f"package{n // 40}" / f"module{n}.py"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source(chance, functions), encoding="utf-8")


def on_disk(folder: Path) -> tuple[int, int]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return sum(path.stat().st_size for path in files), len(files)


def rounds(files: int, many: int) -> None:
    chance = random.Random(0)
    with tempfile.TemporaryDirectory() as scratch:
        root = Path(scratch) / "tree"
        make(root, files, 8, chance)
        settings = load_settings({"CW_HOME": f"{scratch}/home"}, Path.home())
        with Engine.open(root, settings) as engine:
            engine.index()
            folder = Path(engine.stats().home)
            print(f"{files} files; {'round':>6}{'MB':>8}{'files of vectors':>18}{'files on disk':>15}")
            for number in range(many + 1):
                if number % max(1, many // 10) == 0:
                    size, count = on_disk(folder)
                    segments = len(list(folder.glob("store-*/vectors/*.seg")))
                    print(f"{number:>18}{size / 1e6:>8.1f}{segments:>18}{count:>15}")
                paths = sorted(root.rglob("*.py"))
                for path in chance.sample(paths, 10):
                    path.write_text(source(chance, 8), encoding="utf-8")
                engine.index()
            lived, _ = on_disk(folder)
        with Engine.open(root, load_settings({"CW_HOME": f"{scratch}/clean"}, Path.home())) as engine:
            engine.index()
            clean, _ = on_disk(Path(engine.stats().home))
        print(f"after {many} rounds {lived / 1e6:.1f} MB, clean {clean / 1e6:.1f} MB: {lived / clean:.2f} times")


def edits(sizes: list[int]) -> None:
    chance = random.Random(0)
    print(
        f"{'files':>7}{'chunks':>9}{'nothing':>16}{'one edited':>16}{'one more':>16}{'edit, process':>16}  CPU / wall s"
    )
    for files in sizes:
        with tempfile.TemporaryDirectory() as scratch:
            root = Path(scratch) / "tree"
            make(root, files, 6, chance)
            settings = load_settings({"CW_HOME": f"{scratch}/home"}, Path.home())
            with Engine.open(root, settings) as engine:
                chunks = engine.index().generation.chunks
                time.sleep(2.1)
                engine.index()
                edited = root / "package0" / "module7.py"

                def edit(n: int, edited: Path = edited) -> None:
                    edited.write_text(source(chance, 6) + f"# {n}\n", encoding="utf-8")

                def more(n: int, root: Path = root) -> None:
                    (root / "package0" / f"more{n}.py").write_text(source(chance, 6), encoding="utf-8")

                cells = [timed(engine, change) for change in (lambda _: None, edit, more)]
                cells.append(as_process(root, Path(scratch) / "home", edit))
            told = "".join(f"{cpu:>9.2f} /{wall:>5.2f}" for cpu, wall in cells)
            print(f"{files:>7}{chunks:>9}{told}", flush=True)


def timed(engine: Engine, change: Callable[[int], None]) -> tuple[float, float]:
    took = []
    for n in range(5):
        change(n)
        cpu, wall = os.times(), time.perf_counter()
        engine.index()
        now = os.times()
        spent = sum(now[:4]) - sum(cpu[:4])
        took.append((spent, time.perf_counter() - wall))
    return statistics.median(cpu for cpu, _ in took), statistics.median(wall for _, wall in took)


def as_process(root: Path, home: Path, change: Callable[[int], None]) -> tuple[float, float]:
    took = []
    command = [sys.executable, "-P", "-c", "from cw_cli.main import main; main()", "index", str(root), "--quiet"]
    for n in range(3):
        change(100 + n)
        cpu, wall = os.times(), time.perf_counter()
        subprocess.run(command, env={**os.environ, "CW_HOME": str(home)}, stdout=subprocess.DEVNULL, check=True)
        now = os.times()
        took.append((sum(now[:4]) - sum(cpu[:4]), time.perf_counter() - wall))
    return statistics.median(cpu for cpu, _ in took), statistics.median(wall for _, wall in took)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    ways = parser.add_subparsers(dest="way", required=True)
    one = ways.add_parser("rounds")
    one.add_argument("--files", type=int, default=1000)
    one.add_argument("--rounds", type=int, default=100)
    other = ways.add_parser("edits")
    other.add_argument("--sizes", default="1000,5000,20000,50000")
    args = parser.parse_args()
    if args.way == "rounds":
        rounds(args.files, args.rounds)
    else:
        edits([int(size) for size in args.sizes.split(",")])


if __name__ == "__main__":
    main()
