#!/usr/bin/env python3
"""Runs killed at random instants, and what is left of the index each time.

    python bench/kills.py FOLDER [--kills N] [--seed N]

A copy of the folder is indexed by processes that are killed outright (SIGKILL) at N instants, spread over four kinds of
runs: a first index, one after many edits, `--force`, and one that has tables to migrate. After each kill the store in
force is opened and examined as a whole (texts, digests, tiling, word index, vectors, counts), then the run goes on.
`repeated` is what a killed run had done and the next one did again, as a share of all of it. At the end the index is
compared with a clean one. Any line under `wrong` is a failure; the exit code says so.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from cw_core import Scope
from cw_store import Layout, catalog, snapshot

INDEX = "import sys; from cw_cli.main import main; main()"


class Bench:
    def __init__(self, folder: Path, scratch: Path, seed: int) -> None:
        self.root, self.home = scratch / "tree", scratch / "home"
        shutil.copytree(folder, self.root, symlinks=True, ignore=shutil.ignore_patterns(".git"))
        self.layout = Layout.of(self.home, self.root)
        self.chance = random.Random(seed)
        self.outcomes: Counter[str] = Counter()
        self.wrong: list[str] = []
        self.repeated: list[float] = []

    def start(self, *options: str) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-P", "-c", INDEX, "index", str(self.root), "--quiet", *options]
        return subprocess.Popen(
            command, env={"CW_HOME": str(self.home), "PATH": "/usr/bin:/bin", "HOME": str(self.home)},
            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self, *options: str) -> float:
        begun = time.monotonic()
        process = self.start(*options)
        _, told = process.communicate()
        if process.returncode:
            self.wrong.append(f"a run ended with {process.returncode}: {told.decode()[-300:]}")
        return time.monotonic() - begun

    def kill_after(self, seconds: float, kind: str, *options: str) -> bool:
        """True if the run was still at work."""
        before = self.number()
        process = self.start(*options)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(seconds)
        alive = process.poll() is None
        done = self.done()
        process.send_signal(signal.SIGKILL)
        process.wait()
        store = self.layout.unfinished() or self.layout.current()
        if alive and store and done:
            left = self.left(store)
            if left is not None and done[1]:
                self.repeated.append(max(0.0, (done[0] - (done[1] - left)) / done[1]))
        after = self.number()
        self.outcomes[
            f"{kind}: {'still at work' if alive else 'had ended'}, generation {'same' if before == after else 'newer'}"
        ] += 1
        self.examine(kind)
        return alive

    def number(self) -> tuple[str, int]:
        store = self.layout.current()
        if store is None:
            return "", 0
        with contextlib.closing(catalog.connect(store / "catalog.db")) as db:
            return store.name, catalog.generation(db).number

    def done(self) -> tuple[int, int] | None:
        with contextlib.suppress(OSError, ValueError):
            phase, done, total, _ = json.loads(self.layout.progress.read_text())
            if phase == "chunk":
                return done, total
        return None

    @staticmethod
    def left(store: Path) -> int | None:
        with contextlib.suppress(Exception), contextlib.closing(catalog.connect(store / "catalog.db")) as db:
            return catalog.generation(db).bytes_left
        return None

    def examine(self, kind: str) -> None:
        if self.layout.current() is None:
            return
        try:
            with contextlib.closing(snapshot(self.layout)) as opened:
                problem = catalog.problem_in_sample(opened._db, count=10**9)
                if problem:
                    self.wrong.append(f"{kind}: {problem}")
                state = opened.generation
                held = sum(len(segment) for _, segment in opened._segments)
                if held - len(opened._gone) != state.vectors:
                    self.wrong.append(f"{kind}: {held} rows of vectors, {len(opened._gone)} gone, {state.vectors} said")
                if state.files and not opened.lexical(["return", "the", "a"], Scope(), 5):
                    self.wrong.append(f"{kind}: no words")
            with contextlib.closing(sqlite3.connect(self.layout.current() / "catalog.db")) as db:
                db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
        except Exception as error:  # whatever it is, it is what this bench looks for
            self.wrong.append(f"{kind}: {type(error).__name__}: {error}")

    def edit(self) -> None:
        files = [path for path in sorted(self.root.rglob("*")) if path.is_file() and not path.is_symlink()]
        for path in self.chance.sample(files, len(files) // 3):
            if self.chance.random() < 0.15:
                path.unlink()
            else:
                with path.open("ab") as out:
                    out.write(f"\n# edited {self.chance.random()}\n".encode())
        for n in range(20):
            (self.root / f"new{self.chance.randrange(10**9)}_{n}.py").write_text("def new():\n    return the_a\n" * 200)

    def rows(self, layout: Layout) -> list[object]:
        with contextlib.closing(sqlite3.connect(layout.current() / "catalog.db")) as db:
            return [
                db.execute("SELECT path, digest, language, how, bytes FROM file ORDER BY path").fetchall(),
                db.execute(
                    "SELECT path, ordinal, start, end, breadcrumb, names FROM chunk JOIN file ON file.id = file_id"
                    " ORDER BY path, ordinal"
                ).fetchall(),
                db.execute("SELECT count(*) FROM usage").fetchall(),
                db.execute(
                    "SELECT a.path, b.path, confidence FROM edge JOIN file a ON a.id = source_id"
                    " JOIN file b ON b.id = target_id ORDER BY 1, 2"
                ).fetchall(),
            ]


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        bench = Bench(args.folder, Path(scratch), args.seed)
        takes_s = bench.run()
        print(f"{args.folder.name}: a first index takes {takes_s:.1f} s")
        each = args.kills // 4
        shutil.rmtree(bench.home)
        for kind in ("first", "edits", "force", "migration"):
            options = ("--force",) if kind == "force" else ()
            for _ in range(each):
                if kind == "first" and bench.chance.random() < 0.25:
                    shutil.rmtree(bench.home, ignore_errors=True)
                elif kind == "edits" and bench.chance.random() < 0.4:
                    bench.edit()
                elif kind == "migration":
                    bench.run()
                    with contextlib.closing(sqlite3.connect(bench.layout.current() / "catalog.db")) as db, db:
                        for table in ("edge", "import_part"):
                            db.execute(f"DROP TABLE {table}")
                        db.execute("DELETE FROM migration WHERE number = 2")
                        db.execute("DELETE FROM outbox WHERE kind = 'edges'")
                longest = 1.5 if kind == "migration" else takes_s
                bench.kill_after(bench.chance.uniform(0.05, longest), kind, *options)
            bench.run(*options)
            bench.examine(f"after {kind}")
        clean = Layout.of(Path(scratch) / "clean", bench.root)
        mine = bench.rows(bench.layout)
        bench.home, bench.layout = Path(scratch) / "clean", clean
        bench.run()
        for name, got, want in zip(("files", "chunks", "usage", "edges"), mine, bench.rows(clean), strict=True):
            if got != want:
                bench.wrong.append(f"{name} differ from a clean index")
        for outcome, count in sorted(bench.outcomes.items()):
            print(f"{count:>5}  {outcome}")
        if bench.repeated:
            worst = sorted(bench.repeated)
            print(f"repeated: median {worst[len(worst) // 2]:.1%}, most {worst[-1]:.1%} of a run ({len(worst)} runs)")
        print(f"wrong: {len(bench.wrong)}")
        for line in bench.wrong:
            print(f"  {line}")
        return 1 if bench.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
