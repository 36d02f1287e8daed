#!/usr/bin/env python3
"""Mutated real files through the chunker, in a process of its own: crashes, hangs and broken promises, as a table.

    python bench/fuzz.py FOLDER... [--minutes N] [--deadline SECONDS] [--seed N] [--keep FOLDER]

Every file is cut after one to four mutations: bytes changed, spans taken out, doubled or moved, parts of other files
put in, runs of brackets and quotes, NUL and stray bytes, cut off ends, lines joined. What is checked of every answer:
chunks tile the file and decode, no chunk but a stub is above the ceiling, the same bytes are cut the same, the process
stays below 400 MB. Files are
taken language by language in turn, so that rare languages get as many tries as common ones. `--keep` saves what failed.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from pathlib import Path

from chunking import peak_mb

from cw_chunking import ChunkedFile, RepoPath, SourceFile, SyntaxChunker
from cw_chunking.language import language_of
from cw_store.indexing.worker import receive, send

HOSTILE = (
    b"(", b")", b"[", b"]", b"{", b"}", b"<", b">", b'"', b"'", b"`", b'"""', b"/*", b"*/", b"//", b"#", b"\\", b"\n",
    b"\r\n", b"\r", b"\t", b"\0", b"\xff", b"\xed\xa0\x80", b"\xef\xbb\xbf", b"\xf0\x9f\x98\x80", b"${", b"<<EOF\n",
    b"end\n", b"    ", b"=", b";", b":", b",", b"\x0c", "\u2028".encode(), b"---\n", b"```\n", b"<div>", b"<!--",
    b"if ", b"def f(", b"class A", b"function ", b"#if\n", b"#endif\n", b"@", b"&", b"|", b"%", b"$",
)  # fmt: skip
MAX_BYTES = 400_000
MAX_PEAK_MB = 400
TOO_MUCH = "too much memory"


def mutated(content: bytes, other: bytes, rng: random.Random) -> bytes:
    """The content with one to four mutations."""
    for _ in range(rng.randint(1, 4)):
        size = len(content)
        at = rng.randrange(size + 1)
        to = min(size, at + rng.choice((1, 5, 50, 500, 5_000)))
        way = rng.randrange(9)
        if way == 0:
            content = content[:at] + content[to:]
        elif way == 1:
            content = content[:to] + content[at:to] * rng.choice((1, 3, 50)) + content[to:]
        elif way == 2:
            content = content[:at] + rng.choice(HOSTILE) * rng.choice((1, 1, 2, 20, 3_000)) + content[at:]
        elif way == 3:
            start = rng.randrange(len(other) + 1)
            content = content[:at] + other[start : start + rng.choice((10, 300, 8_000))] + content[at:]
        elif way == 4:
            content = content[:at]
        elif way == 5:
            content = content[:at] + bytes(rng.randrange(256) for _ in range(rng.choice((1, 4, 40)))) + content[to:]
        elif way == 6:
            content = (
                content[:at] + content[at:to].replace(b"\n", rng.choice((b"", b" ", b"\r", b"\r\n"))) + content[to:]
            )
        elif way == 7:
            place = rng.randrange(size + 1)
            rest = content[:at] + content[to:]
            content = rest[:place] + content[at:to] + rest[place:]
        else:
            content = content.replace(rng.choice(HOSTILE), rng.choice(HOSTILE), rng.choice((1, 10)))
    return content[:MAX_BYTES]


def broken(file: SourceFile, made: ChunkedFile, again: ChunkedFile, most: int) -> str:
    """Which promise an answer breaks, if one."""
    at = 0
    for chunk in made.chunks:
        if chunk.span.start != at or chunk.text != file.text(chunk.span):
            return "chunks do not tile"
        if len(chunk.span) > most * 4 + 3 and chunk.kind != "data":
            return "a chunk is above the ceiling"
        at = chunk.span.end
    if at != len(file.content):
        return "chunks do not tile"
    if any(not 0 <= symbol.span.start < symbol.span.end <= at for symbol in made.symbols):
        return "a symbol lies outside"
    same = made == again or made.problem or again.problem  # what is given up for its cost may once be spared
    return "" if same else "cut differently the second time"


def serve() -> None:
    """The other process: cuts what it is sent, twice, and says what is wrong."""
    chunker = SyntaxChunker()
    while True:
        try:
            path, content = receive(sys.stdin.buffer)  # type: ignore[misc]
        except EOFError:
            return
        file = SourceFile(RepoPath(path), content)
        try:
            made = chunker.chunk(file)
            problem = broken(file, made, chunker.chunk(file), chunker.settings.max_tokens)
            problem = problem or (TOO_MUCH if peak_mb() > MAX_PEAK_MB else "")
            send(sys.stdout.buffer, (made.how, problem))
        except Exception as error:
            send(sys.stdout.buffer, ("", f"{type(error).__name__}: {error}"))


class Worker:
    """One process that cuts; started anew when it dies or hangs."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def ask(self, path: str, content: bytes, deadline_s: float) -> tuple[str, str]:
        """How the file was cut, and what was wrong. Memory counts if one file alone takes too much."""
        answer = self._ask(path, content, deadline_s)
        return self._ask(path, content, deadline_s) if answer[1] == TOO_MUCH else answer

    def _ask(self, path: str, content: bytes, deadline_s: float) -> tuple[str, str]:
        if self._process is None or self._process.poll() is not None:
            command = [sys.executable, __file__, "--serve"]
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        process = self._process
        assert process.stdin is not None
        assert process.stdout is not None
        timer = threading.Timer(deadline_s, process.kill)
        start = time.monotonic()
        timer.start()
        try:
            send(process.stdin, (path, content))
            how, problem = receive(process.stdout)  # type: ignore[misc]
            if problem == TOO_MUCH:
                process.kill()
                process.wait()
        except (EOFError, OSError):
            code = process.wait()
            self._process = None
            hung = time.monotonic() - start >= deadline_s
            return "", "over the deadline" if hung else f"the process died ({code})"
        finally:
            timer.cancel()
        return how, problem


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--deadline", type=float, default=10.0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--serve", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.serve:
        serve()
        return
    files: dict[str, list[Path]] = defaultdict(list)
    for root in asked.folders:
        for place in sorted(root.rglob("*")):
            if ".git" not in place.parts and place.is_file() and 0 < place.stat().st_size < MAX_BYTES:
                with place.open("rb") as stream:
                    head = stream.read(8_192)
                if b"\0" not in head:
                    files[language_of(RepoPath(place.name), head).name].append(place)
    rng, worker = random.Random(asked.seed), Worker()
    tried: Counter[str] = Counter()
    ways: dict[str, Counter[str]] = defaultdict(Counter)
    wrong: dict[str, Counter[str]] = defaultdict(Counter)
    slowest: dict[str, float] = defaultdict(float)
    end = time.monotonic() + asked.minutes * 60
    names = sorted(files)
    while time.monotonic() < end:
        for name in names:
            place = rng.choice(files[name])
            content = mutated(place.read_bytes(), rng.choice(files[rng.choice(names)]).read_bytes(), rng)
            start = time.monotonic()
            how, problem = worker.ask(place.name, content, asked.deadline)
            slowest[name] = max(slowest[name], time.monotonic() - start)
            tried[name] += 1
            ways[name][how or "none"] += 1
            if problem:
                wrong[name][problem] += 1
                if asked.keep:
                    asked.keep.mkdir(parents=True, exist_ok=True)
                    (asked.keep / f"{sum(tried.values())}-{place.name}").write_bytes(content)
    print(f"{'language':<18}{'tries':>7}{'slowest s':>11}   how, and what was wrong")
    for name in names:
        told = [f"{count} {how}" for how, count in ways[name].most_common()]
        told += [f"WRONG: {count} {problem}" for problem, count in wrong[name].most_common()]
        print(f"{name:<18}{tried[name]:>7}{slowest[name]:>11.2f}   {', '.join(told)}")
    failed = sum(sum(problems.values()) for problems in wrong.values())
    print(f"{sum(tried.values())} files of {len(names)} languages, {failed} wrong")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
