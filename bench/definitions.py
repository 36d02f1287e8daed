#!/usr/bin/env python3
"""How many of the definitions that another reader finds in a folder are found here too, per language, as a table.

    python bench/definitions.py FOLDER... [--language NAME] [--misses N] [--ctags PATH]

The other reader is Universal Ctags, a program of its own to be installed first; for Python it is the `ast` module.
Counted are functions, methods and types (classes, interfaces, structs, enums, traits, modules, macros that look like
functions). A definition is found if a symbol of the same name covers its line. `--misses` prints some that were not.
The columns after it say how files were cut, with the reasons of those cut by lines.
"""

from __future__ import annotations

import argparse
import ast
import json
import random
import re
import shutil
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from cw_chunking import RepoPath, SourceFile, SyntaxChunker

KINDS = frozenset(
    "function func method member class interface struct enum trait type module namespace singletonMethod generator"
    " record protocol object union typedef alias annotation subroutine procedure package macro methodSpec"
    " implementation category message service rpc".split()
)
LEFT_OUT: dict[str, set[str]] = {
    "python": {"module", "namespace"},
    "cpp": {"member", "macro", "alias", "module"},
    "c": {"member", "macro"},
    "php": {"namespace", "alias"},
    "go": {"package", "member"},
    "java": {"package"},
    "kotlin": {"package", "typealias"},
    "csharp": {"member", "macro"},
    "typescript": {"module", "alias"},  # an alias there is a name that an import gives
    "tsx": {"module", "alias"},
    "javascript": {"class"},  # any property that is given an object
    "bash": {"alias"},
    "scala": {"package"},
    "perl": {"module"},
    "elixir": {"macro"},
    # A module without a body is an import; `type Output = X` in an impl binds a type of the trait and defines none.
    "rust": {"implementation", "member", "module", "typedef"},
    "objective-c": {"member", "macro", "implementation"},
    "ruby": {"alias"},
    "haskell": {"module"},
}
"""Kinds of ctags that are no function, method or type in that language, or that say a thing twice."""

MUST_SAY = {
    ("kotlin", "method"): r"\bfun\b.*{name}",
    ("lua", "function"): r"\bfunction\s+[\w.:]*{name}\s*\(|{name}\s*=\s*function\b",
}
"""What the line of a definition holds, where ctags takes arguments of lambdas and results of calls for definitions."""

NO_NAMES = frozenset({"deriving", "class", "instance", "where", "type", "data", "newtype", "import", "as"})
"""Keywords that ctags takes for names."""

Found = tuple[str, str, int]
"""Path, name, line."""


def by_ctags(ctags: str, root: Path, paths: list[str], language: str) -> Iterator[tuple[Found, str]]:
    """Definitions as Universal Ctags reads them, with their kinds."""
    command = [ctags, "--output-format=json", "--fields=+nK", "--extras=-F", "-f", "-", "-L", "-"]
    done = subprocess.run(command, input="\n".join(paths).encode(), cwd=root, capture_output=True, check=True)
    for line in done.stdout.decode("utf-8", "replace").splitlines():
        tag = json.loads(line)
        name = str(tag.get("name", ""))
        if tag.get("_type") != "tag" or tag.get("kind") not in KINDS - LEFT_OUT.get(language, set()):
            continue
        if not name or name.startswith(("__anon", "AnonymousFunction", "anonymous", "<")) or name in NO_NAMES:
            continue
        lines = (root / tag["path"]).read_text("utf-8", "replace").splitlines()[: tag["line"]]
        said = MUST_SAY.get((language, tag["kind"]))
        if said and not re.search(said.format(name=re.escape(re.split(r"[.:]", name)[-1])), lines[-1]):
            continue
        if language == "elixir" and sum(line.count('"""') for line in lines) % 2:
            continue  # an example in a doc
        bare = re.split(r"::|[.:]", name)[-1] if not name.startswith("operator ") else name.replace(" ", "")
        yield (tag["path"], bare or name, tag["line"]), tag["kind"]


def by_ast(root: Path, paths: list[str]) -> Iterator[tuple[Found, str]]:
    """Definitions of Python files, as Python reads them."""
    for path in paths:
        try:
            tree = ast.parse((root / path).read_bytes())
        except (SyntaxError, ValueError, RecursionError):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                yield (path, node.name, node.lineno), type(node).__name__


class Tally:
    """What others find and what is found here, by language."""

    def __init__(self) -> None:
        self.chunker = SyntaxChunker()
        self.wanted: Counter[str] = Counter()
        self.found: Counter[str] = Counter()
        self.how: dict[str, Counter[str]] = defaultdict(Counter)
        self.missed: dict[str, list[str]] = defaultdict(list)

    def add(self, root: Path, wanted: str, ctags: str) -> None:
        """Count the files of one folder."""
        paths, names = self._cut(root, wanted)
        for language, files in paths.items():
            others = by_ast(root, files) if language == "python" else by_ctags(ctags, root, files, language)
            for (path, name, line), kind in others:
                self.wanted[language] += 1
                if any(first <= line <= last for first, last in names[path, name]):
                    self.found[language] += 1
                else:
                    self.missed[language].append(f"{root.name}/{path}:{line}: {kind} {name}")

    def _cut(
        self, root: Path, wanted: str
    ) -> tuple[dict[str, list[str]], dict[tuple[str, str], list[tuple[int, int]]]]:
        names: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
        paths: dict[str, list[str]] = defaultdict(list)
        for place in sorted(root.rglob("*")):
            if ".git" in place.parts or place.is_symlink() or not place.is_file() or place.stat().st_size > 2_000_000:
                continue
            path = place.relative_to(root).as_posix()
            file = SourceFile(RepoPath(path), place.read_bytes())
            language = self.chunker.language_of(file.path, file.content)
            if wanted not in ("", language):
                continue
            cut = self.chunker.chunk(file)
            self.how[language][cut.how + (f" ({cut.problem})" if cut.problem else "")] += 1
            paths[language].append(path)
            for symbol in cut.symbols:
                names[path, symbol.name.replace(" ", "")].append(symbol.lines)
        return paths, names


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--language", default="")
    parser.add_argument("--misses", type=int, default=0)
    parser.add_argument("--ctags", default="ctags")
    asked = parser.parse_args()
    if shutil.which(asked.ctags) is None:
        sys.exit(f"there is no {asked.ctags}: install universal-ctags, or give its place with --ctags")
    tally = Tally()
    for root in asked.folders:
        tally.add(root, asked.language, asked.ctags)
    print(f"{'language':<16}{'others':>8}{'found':>8}{'recall':>8}   files, by how they were cut")
    for language, files in sorted(tally.how.items()):
        if wanted := tally.wanted[language]:
            found, missed = tally.found[language], tally.missed[language]
            cuts = ", ".join(f"{count} {name}" for name, count in files.most_common())
            print(f"{language:<16}{wanted:>8}{found:>8}{found / wanted:>8.3f}   {cuts}")
            for line in random.Random(0).sample(missed, min(asked.misses, len(missed))):
                print(f"    {line}")


if __name__ == "__main__":
    main()
