#!/usr/bin/env python3
"""Readers and a writer at one index for minutes: errors, torn answers, and what the writer costs the readers.

    python bench/soak.py FOLDER [--minutes 10] [--readers 8] [--question TEXT]...

First the readers ask alone for a tenth of the time, then beside a writer that edits files and indexes without a pause.
Every reader is a process of its own with a warm engine, and pauses so that the readers together ask as often as agents
do (a question each every second). Each answer is checked: every segment must be lines of one state of its file
(each edit writes one number into all lines of a file, so that lines of two states show), and generations never go back.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import random
import re
import shutil
import statistics
import tempfile
import time
from multiprocessing.synchronize import Barrier, Event
from pathlib import Path

from cw_core import CwError
from cw_search import Engine, Query, load_settings

PAUSE_S = 1.0
MARKED = re.compile(r"marked (\d+) in (\d+)")
QUESTIONS = ("where is the configuration read and validated?", "marked walnut", "how are errors told to the user?")

Told = tuple[list[float], list[str], int]


def reader(root: Path, home: Path, stop: Event, ready: Barrier, out: multiprocessing.Queue[Told], seed: int) -> None:
    chance, took, wrong, last = random.Random(seed), list[float](), list[str](), 0
    with Engine.open(root, load_settings({"CW_HOME": str(home)}, Path.home())) as engine:
        engine.search(Query("warm"))
        ready.wait()
        while not stop.is_set():
            begun = time.perf_counter()
            try:
                pack = engine.search(Query(chance.choice(QUESTIONS)))
            except CwError as error:
                wrong.append(f"{type(error).__name__}: {error}")
                continue
            took.append(time.perf_counter() - begun)
            if pack.generation < last:
                wrong.append(f"generation {pack.generation} after {last}")
            last = pack.generation
            for segment in pack.segments:
                states = set(MARKED.findall(segment.text))
                if len({state for state, _ in states}) > 1:
                    wrong.append(f"{segment.path} holds lines of {len(states)} states")
            time.sleep(max(0.0, PAUSE_S - (time.perf_counter() - begun)) * chance.uniform(0.5, 1.5))
    out.put((took, wrong, last))


def writer(root: Path, home: Path, stop: Event, out: multiprocessing.Queue[Told]) -> None:
    chance, took, wrong, number = random.Random(0), list[float](), list[str](), 0
    with Engine.open(root, load_settings({"CW_HOME": str(home)}, Path.home())) as engine:
        while not stop.is_set():
            for _ in range(chance.randint(1, 8)):
                number += 1
                at = chance.randrange(60)
                path = root / "marked" / f"walnut{at}.py"
                if chance.random() < 0.1:
                    path.unlink(missing_ok=True)
                else:
                    lines = [f"def walnut_{at}_{n}():  # marked {number} in {at}\n    return {n}\n" for n in range(40)]
                    path.write_text("\n".join(lines), encoding="utf-8")
            begun = time.perf_counter()
            try:
                engine.index(force=chance.random() < 0.01)
            except CwError as error:
                wrong.append(f"writer: {type(error).__name__}: {error}")
            took.append(time.perf_counter() - begun)
    out.put((took, wrong, number))


def phase(
    root: Path, home: Path, readers: int, seconds: float, write: bool
) -> tuple[list[float], list[str], Told | None]:
    context = multiprocessing.get_context("spawn")
    stop, out, told = context.Event(), context.Queue(), context.Queue()
    ready = context.Barrier(readers + 1)
    crowd = [context.Process(target=reader, args=(root, home, stop, ready, out, seed)) for seed in range(readers)]
    if write:
        crowd.append(context.Process(target=writer, args=(root, home, stop, told)))
    for process in crowd:
        process.start()
    ready.wait()
    time.sleep(seconds)
    stop.set()
    found = [out.get(timeout=120) for _ in range(readers)]
    wrote = told.get(timeout=300) if write else None
    for process in crowd:
        process.join(60)
    took = [value for values, _, _ in found for value in values]
    wrong = [line for _, lines, _ in found for line in lines] + (wrote[1] if wrote else [])
    return took, wrong, wrote


def line(title: str, took: list[float]) -> float:
    ordered = sorted(took)
    p95 = ordered[int(len(ordered) * 0.95)] * 1000
    print(f"{title:<28}{len(took):>8} answers   median {statistics.median(took) * 1000:>6.0f} ms   p95 {p95:>6.0f} ms")
    return p95


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--readers", type=int, default=8)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        root, home = Path(scratch).resolve() / "tree", Path(scratch).resolve() / "home"
        shutil.copytree(args.folder, root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        (root / "marked").mkdir()
        with Engine.open(root, load_settings({"CW_HOME": str(home)}, Path.home())) as engine:
            print(f"{args.folder.name}: {engine.index().generation.files} files, {args.readers} readers")
        alone, wrong_alone, _ = phase(root, home, args.readers, args.minutes * 6, write=False)
        beside, wrong, wrote = phase(root, home, args.readers, args.minutes * 60, write=True)
        quiet, busy = line("readers alone", alone), line("readers beside a writer", beside)
        print(f"p95 beside a writer is {busy / quiet:.2f} times that alone")
        if wrote:
            line(f"writer ({wrote[2]} edits)", wrote[0])
        wrong += wrong_alone
        print(f"wrong: {len(wrong)}")
        for told in sorted(set(wrong))[:20]:
            print(f"  {told}")
        with contextlib.suppress(OSError):
            size = sum(path.stat().st_size for path in home.rglob("*") if path.is_file())
            print(f"the home has {size / 1e6:.1f} MB in {sum(path.is_file() for path in home.rglob('*'))} files")


if __name__ == "__main__":
    main()
