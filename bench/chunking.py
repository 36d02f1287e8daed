#!/usr/bin/env python3
"""Speed of the chunker against the bare parse of the same files, per language, as a table.

    python bench/chunking.py FOLDER... [--language NAME] [--runs N]

The bare parse makes a syntax tree of each file and drops it; the chunker makes the same tree, then chunks, symbols and
references of it. Both are timed in one process on one core, in turn, the least CPU time of N runs each; loading
grammars and compiling tables is left out of both. Peak memory is that of the whole process, parsing included.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import defaultdict
from pathlib import Path

from cw_chunking import RepoPath, SourceFile, SyntaxChunker
from cw_chunking.language import Language, language_of
from cw_chunking.parse import parse


def read(folders: list[Path], wanted: str) -> dict[Language, list[tuple[RepoPath, bytes]]]:
    """Files by language; those without a grammar are under their language all the same."""
    found: dict[Language, list[tuple[RepoPath, bytes]]] = defaultdict(list)
    for root in folders:
        for place in sorted(root.rglob("*")):
            if ".git" in place.parts or place.is_symlink() or not place.is_file() or place.stat().st_size > 2_000_000:
                continue
            path, content = RepoPath(place.relative_to(root).as_posix()), place.read_bytes()
            if b"\0" in content[:8_000] or not content.strip():
                continue
            language = language_of(path, content)
            if wanted in ("", language.name) and (language.grammar or wanted):
                found[language].append((path, content))
    return found


def peak_mb() -> float:
    """The largest resident size of this process so far; 0 where the system does not tell."""
    try:
        import resource
    except ImportError:
        return 0.0
    size = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return size / (1_048_576 if sys.platform == "darwin" else 1024)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--language", default="")
    parser.add_argument("--runs", type=int, default=3)
    asked = parser.parse_args()
    found = read(asked.folders, asked.language)
    chunker = SyntaxChunker()
    head = f"{'language':<16}{'files':>7}{'MB':>8}{'parse s':>9}{'chunk s':>9}{'ratio':>7}{'MB/s':>8}{'files/s':>9}"
    print(head)
    sums = [0.0, 0.0, 0.0, 0.0]
    for language, files in sorted(found.items(), key=lambda entry: -sum(len(c) for _, c in entry[1])):
        chunker.chunk(SourceFile(*files[0]))
        parses, chunks = [], []
        for _ in range(asked.runs):
            start = time.process_time()
            if language.grammar:
                for _, content in files:
                    parse(language, content)
            middle = time.process_time()
            for path, content in files:
                chunker.chunk(SourceFile(path, content))
            parses.append(middle - start)
            chunks.append(time.process_time() - middle)
        row = (float(len(files)), sum(len(content) for _, content in files) / 1e6, min(parses), min(chunks))
        sums = [total + part for total, part in zip(sums, row, strict=True)]
        print_row(language.name, row)
    print_row("all", (sums[0], sums[1], sums[2], sums[3]))
    print(f"peak memory {peak_mb():.0f} MB")


def print_row(name: str, row: tuple[float, float, float, float]) -> None:
    files, size, parsed, chunked = row
    ratio = f"{chunked / parsed:.2f}" if parsed else "-"
    speed = f"{size / chunked:>8.2f}{files / chunked:>9.0f}" if chunked else ""
    print(f"{name:<16}{files:>7.0f}{size:>8.2f}{parsed:>9.3f}{chunked:>9.3f}{ratio:>7}{speed}")


if __name__ == "__main__":
    main()
