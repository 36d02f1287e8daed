#!/usr/bin/env python3
"""Imports of real repositories resolved to files, per language, as a table.

    python bench/imports.py FOLDER... [--language NAME] [--sample N] [--seed N]

Every import that the chunker reads is asked of one index per folder. `resolved` found a file; of the rest, `local`
look as if they meant a file of the folder (relative, or they begin with the name of a file or folder in it) and are
listed by `--sample`, with as many resolved ones to check by eye. Times are for the whole folder.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
import time
from collections import Counter, defaultdict
from pathlib import Path

from cw_chunking import ImportIndex, Reference, RepoPath, SourceFile, SyntaxChunker

DECLARING = frozenset({"namespace", "package", "module"})
TYPES = frozenset({"class", "interface", "object", "trait", "enum", "struct", "function", "record", "annotation"})


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--language", default="")
    parser.add_argument("--sample", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    rng, chunker = random.Random(asked.seed), SyntaxChunker()
    head = f"{'folder':<22}{'language':<12}{'imports':>9}{'resolved':>10}{'local':>7}{'share':>7}"
    print(head + f"{'build s':>9}{'us each':>9}")
    for root in asked.folders:
        paths: dict[RepoPath, Path] = {}
        uses: dict[str, list[tuple[RepoPath, Reference]]] = defaultdict(list)
        declared: dict[RepoPath, list[str]] = {}
        for place in sorted(root.rglob("*")):
            if ".git" in place.parts or place.is_symlink() or not place.is_file():
                continue
            path = RepoPath(place.relative_to(root).as_posix())
            paths[path] = place
            if place.stat().st_size > 1_000_000:
                continue
            file = SourceFile(path, place.read_bytes())
            language = chunker.language_of(path, file.content)
            if asked.language not in ("", language):
                continue
            cut = chunker.chunk(file)
            spaces = [symbol.qualified for symbol in cut.symbols if symbol.kind in DECLARING]
            tops = [symbol.qualified for symbol in cut.symbols if symbol.kind in TYPES and not symbol.container]
            declared[path] = [*spaces, *(f"{space}.{name}" for space in spaces[:1] for name in tops)]
            uses[language] += [(path, use) for use in cut.references if use.kind == "import"]
        start = time.process_time()
        index = ImportIndex.of(
            paths, lambda path, paths=paths: paths[path].read_bytes() if path in paths else None, declared
        )
        built = time.process_time() - start
        known = {part.lower() for path in paths for part in re.split(r"[/.]", path)}
        for language, found in sorted(uses.items(), key=lambda entry: -len(entry[1])):
            if language not in index.rules and not any(index.resolve(use, path, language) for path, use in found[:50]):
                continue
            start = time.process_time()
            answers = [(path, use, index.resolve(use, path, language)) for path, use in found]
            spent = time.process_time() - start
            good = [answer for answer in answers if answer[2]]
            local = [(path, use) for path, use, files in answers if not files and _local(use, known, language)]
            share = len(good) / max(1, len(good) + len(local))
            print(
                f"{root.name:<22}{language:<12}{len(found):>9}{len(good):>10}{len(local):>7}{share:>7.3f}"
                f"{built:>9.2f}{spent / max(1, len(found)) * 1e6:>9.0f}"
            )
            for path, use in rng.sample(local, min(asked.sample, len(local))):
                print(f"    ? {path}:{use.line} {use.receiver + ' | ' if use.receiver else ''}{use.name}")
            for path, use, files in rng.sample(good, min(asked.sample, len(good))):
                written = f"{use.receiver} | {use.name}" if use.receiver else use.name
                print(f"    = {path}:{use.line} {written} -> {files[0].path} ({files[0].reason}) of {len(files)}")
        for path, why in Counter(dict(index.problems)).items() if asked.sample else ():
            print(f"    manifest {path}: {why}", file=sys.stderr)


def _local(use: Reference, known: set[str], language: str) -> bool:
    """True if an import looks as if it meant a file of the folder: not for what a language brings along."""
    written = use.name if not use.receiver or language in ("rust", "ruby") else use.receiver
    if "://" in written or written.startswith(("node:", "java.", "javax.", "kotlin.", "scala.", "std::", "core::")):
        return False
    if written.startswith((".", "crate::", "super::", "self::")):
        return not (language == "rust" and use.receiver)  # in a module inside the file: most mean the file itself
    parts = [part.lower() for part in re.split(r"[/.:\\\\]+", written) if part]
    if language == "python" and parts[:1] and parts[0] in sys.stdlib_module_names:
        return False
    if language == "go" and "." not in written.split("/")[0]:
        return False
    return bool(parts) and all(part in known for part in parts[:2])


if __name__ == "__main__":
    main()
