#!/usr/bin/env python3
"""Whether our rules leave out what git's do, path by path, in real repositories.

    python bench/ignores.py REPOSITORY... [--junk N] [--ignore-case]

Each repository (a work tree or a bare one) is cloned into a temporary folder, without copying its objects. Then files
and folders are made that its ignore files speak of, or nearly, at most N for each pattern (6 by default): what a build
would leave behind. Every path of the tree is decided by our rules alone, and by `git check-ignore --no-index`, which
sets aside what is tracked; differences are printed. Exit code 1 if there is one.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from cw_store.indexing.git import ask_git
from cw_store.indexing.ignore import IgnoreRules, all_rules

FILLERS = ("", "x", "any", "a.b", "Debug", "0")


def git(folder: Path, *arguments: str, given: bytes = b"", fails: bool = False) -> bytes:
    done = subprocess.run(("git", *arguments), cwd=folder, input=given, capture_output=True, check=False)
    if done.returncode > 1 and not fails:
        sys.exit(done.stderr.decode())
    return done.stdout


def sample(pattern: str, chance: random.Random) -> str:
    """A path that the pattern may fit."""
    path = pattern.removeprefix("!").strip("/ ")
    path = re.sub(r"\*\*/", lambda _: chance.choice(("", "deep/", "deep/er/")), path)
    path = re.sub(r"\[!?(.)[^\]]*\]", lambda found: found[1], path)
    path = re.sub(r"\*+|\?", lambda found: chance.choice(FILLERS[found[0] == "?" :]), path)
    path = path.replace("\\", "")
    return chance.choice((path, path, path, path.upper(), f"{path}x", path[:-1], f"nested/{path}"))


def litter(root: Path, most: int, chance: random.Random) -> int:
    """Makes what ignore files speak of, beside them and in folders next to them; how many things were made."""
    made = 0
    for rules in sorted(root.rglob(".gitignore")):
        for line in rules.read_text(encoding="utf-8", errors="replace").splitlines():
            if not line.strip() or line.startswith("#"):
                continue
            for _ in range(most):
                path = sample(line, chance)
                inner = [entry for entry in rules.parent.iterdir() if entry.is_dir() and entry.name != ".git"]
                place = chance.choice([rules.parent, rules.parent, *inner[:3]]) / path
                if not path or ".git" in place.parts or ".." in place.parts:
                    continue
                with suppress(OSError, ValueError):
                    place.parent.mkdir(parents=True, exist_ok=True)
                    if line.endswith("/") or chance.random() < 0.3:
                        place.mkdir(exist_ok=True)
                        (place / "main.c").touch()
                        (place / chance.choice(("keep", ".gitkeep", "inner.o"))).touch()
                    elif not place.exists():
                        place.touch()
                    made += 1
    return made


def ours(rules: IgnoreRules, root: Path, folder: str = "", left_out: bool = False) -> Iterator[tuple[str, bool]]:
    """Every path with what our rules say of it; what is below an ignored folder is ignored."""
    for entry in sorted(os.scandir(root / folder), key=lambda entry: entry.name):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name == ".git":
            continue
        is_folder = entry.is_dir(follow_symlinks=False)
        ignored = left_out or rules.ignores(path, is_folder)
        yield path, ignored
        if is_folder:
            yield from ours(rules if ignored else rules.within(path), root, path, ignored)


def gits(root: Path, paths: list[str]) -> dict[str, tuple[bool, str]]:
    """The same by git, with the pattern that decided."""
    given = "\0".join(paths).encode("utf-8", "surrogateescape")
    told = git(root, "check-ignore", "--no-index", "--stdin", "-z", "-v", "-n", given=given)
    parts = told.decode("utf-8", "surrogateescape").split("\0")
    rows = zip(parts[::4], parts[1::4], parts[2::4], parts[3::4], strict=False)
    return {
        path: (bool(pattern) and not pattern.startswith("!"), f"{source}:{line}: {pattern}")
        for source, line, pattern, path in rows
    }


def compare(source: Path, most: int, ignore_case: bool, scratch: Path) -> int:
    root = scratch / source.name
    git(scratch, "clone", "--quiet", "--shared", "--no-checkout", str(source.resolve()), str(root))
    git(root, "checkout", "--quiet", "--force", "HEAD", fails=True)  # a copy may lack its largest files
    git(root, "config", "core.ignoreCase", str(ignore_case).lower())
    rules_before = len(list(root.rglob(".gitignore")))
    made = litter(root, most, random.Random(source.name))
    facts = ask_git(str(root), os.environ)
    begun = time.process_time()
    mine = dict(ours(all_rules(str(root), (), facts.excludes_file, facts.ignore_case), root))
    used = time.process_time() - begun
    theirs = gits(root, list(mine))
    differing = [path for path in mine if mine[path] != theirs[path][0]]
    name = "/".join(source.parts[-2:])
    print(
        f"{name}: {rules_before} ignore files, {made} things made, {len(mine)} paths, {sum(mine.values())} ignored, "
        f"{len(differing)} differ ({used / max(1, len(mine)) * 1e6:.1f} us a path)"
    )
    for path in differing[:20]:
        print(f"  {path}: {'ignored' if mine[path] else 'kept'} by us; git goes by {theirs[path][1]}")
    return len(differing)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("repositories", type=Path, nargs="+")
    parser.add_argument("--junk", type=int, default=6)
    parser.add_argument("--ignore-case", action="store_true")
    args = parser.parse_args()
    differing = 0
    for source in args.repositories:
        with tempfile.TemporaryDirectory() as scratch:
            differing += compare(source, args.junk, args.ignore_case, Path(scratch).resolve())
    print(f"{differing} paths differ in {len(args.repositories)} repositories")
    return int(differing > 0)


if __name__ == "__main__":
    sys.exit(main())
