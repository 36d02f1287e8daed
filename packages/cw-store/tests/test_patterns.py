import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from cw_store.indexing.ignore import IgnoreRules, all_rules
from cw_store.indexing.patterns import compile_patterns

NAMES = ("a", "b", "ab", "foo", "foo.txt", "bar", "x-y", "[z]", "é", "build", "keep", "A", " s", "#h", "!n")
ATOMS = (
    *(
        "a",
        "b",
        "ab",
        "foo",
        "foo.txt",
        "bar",
        "*",
        "?",
        "**",
        "*.txt",
        "f*",
        "*o",
        "[a-c]",
        "[!a]*",
        "[^f]oo",
        "[]z[]*",
    ),
    *("\\[z\\]", "[[:alpha:]]*", "[[:bogus:]]", "[x]-y", "é", "??", "build", "keep", "foo**", "**o", "a*b", "***"),
    *(
        "\\f\\oo",
        "\\F\\Oo",
        "[F-H]*",
        "[A]",
        "[!A-C]*",
        "FOO",
        "*.TXT",
        "[[:lower:]]*",
        "É",
        "[a",
        "\\",
        "[b-]*",
        "A",
        "[[:upper:]]",
        " s",
        "\\#h",
        "\\!n",
        "f*o*t",
        "*a*b*",
    ),
)
ODD_LINES = ("", "/", "!", "//", "**/", "/**", "  ", "\\ ", "# remark", "foo\\ ", "foo  ", "build/\r")


def says(patterns: str, path: str, is_folder: bool = False) -> bool | None:
    compiled = compile_patterns(patterns.encode())
    return compiled.verdict(path.encode() + b"\0" * is_folder) if compiled else None


def kept(rules: IgnoreRules, root: Path, folder: str = "") -> set[str]:
    """What is left of a tree, the way a walk would ask: from the top down."""
    found = set()
    for entry in os.scandir(root / folder):
        path = f"{folder}/{entry.name}" if folder else entry.name
        if entry.name == ".git" or rules.ignores(path, entry.is_dir()):
            continue
        found |= kept(rules.within(path), root, path) if entry.is_dir() else {path}
    return found


def git(root: Path, *arguments: str, given: bytes = b"") -> bytes:
    environ = {**os.environ, "HOME": str(root / "nobody"), "GIT_CONFIG_NOSYSTEM": "1"}
    environ.pop("XDG_CONFIG_HOME", None)
    command = ["git", "-c", "init.defaultBranch=main", *arguments]
    return subprocess.run(command, cwd=root, env=environ, input=given, capture_output=True, check=False).stdout


def grow(chance: random.Random, folder: Path, depth: int = 0) -> None:
    for name in chance.sample(NAMES, chance.randint(2, 7)):
        if depth < 3 and chance.random() < 0.5 and not name.endswith(".txt"):
            (folder / name).mkdir()
            grow(chance, folder / name, depth + 1)
        else:
            (folder / name).write_text("")
    if depth == 0 or chance.random() < 0.3:
        lines = "\n".join(pattern(chance) for _ in range(chance.randint(1, 6)))
        (folder / ".gitignore").write_text(lines + chance.choice(["", "\n"]), encoding="utf-8", newline="\n")


def pattern(chance: random.Random) -> str:
    if chance.random() < 0.05:
        return chance.choice(ODD_LINES)
    glob = "/".join(chance.choice(ATOMS) for _ in range(chance.choice((1, 1, 1, 2, 2, 3, 4))))
    return f"{chance.choice(('', '', '!'))}{chance.choice(('', '', '', '/'))}{glob}{chance.choice(('', '', '/'))}"


@pytest.mark.skipif(shutil.which("git") is None or os.name == "nt", reason="needs git, and names Windows has not")
@pytest.mark.parametrize("ignore_case", [False, True], ids=["case counts", "case does not count"])
@pytest.mark.parametrize("seed", range(int(os.environ.get("CW_TEST_SEEDS", "10"))))
def test_the_same_is_left_out_as_by_git_in_any_tree(tmp_path: Path, seed: int, ignore_case: bool) -> None:
    chance = random.Random(seed)
    git(tmp_path, "init", "-q")
    git(tmp_path, "config", "core.ignoreCase", str(ignore_case).lower())
    grow(chance, tmp_path)
    (tmp_path / ".git/info").mkdir(exist_ok=True)
    (tmp_path / ".git/info/exclude").write_text("\n".join(pattern(chance) for _ in range(3)), encoding="utf-8")
    listed = git(tmp_path, "ls-files", "-z", "--others", "--exclude-standard").decode().split("\0")
    mine = kept(all_rules(str(tmp_path), (), None, ignore_case), tmp_path)
    assert mine == set(filter(None, listed))
    every = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    every = {path for path in every if not path.startswith(".git/")}
    ignored = git(tmp_path, "check-ignore", "-z", "--stdin", "--no-index", given="\0".join(every).encode())
    assert every - mine == set(filter(None, ignored.decode().split("\0")))


def test_the_last_pattern_that_matches_wins() -> None:
    assert says("*.log\n!keep.log", "keep.log") is False
    assert says("!keep.log\n*.log", "keep.log") is True
    assert says("*.log", "keep.txt") is None


def test_a_pattern_with_a_slash_is_anchored_and_one_without_is_not() -> None:
    assert says("/build", "build", is_folder=True)
    assert says("/build", "src/build", is_folder=True) is None
    assert says("src/gen", "lib/src/gen") is None
    assert says("gen", "lib/src/gen")


def test_a_pattern_that_ends_with_a_slash_is_for_folders_only() -> None:
    assert says("out/", "src/out", is_folder=True)
    assert says("out/", "src/out") is None


def test_two_stars_cross_folders_and_one_does_not() -> None:
    assert says("a/**/z", "a/z")
    assert says("a/**/z", "a/b/c/z")
    assert says("a/*/z", "a/b/c/z") is None
    assert says("a/**", "a", is_folder=True) is None
    assert says("a/*", "a", is_folder=True) is None


def test_a_file_without_patterns_has_no_verdict() -> None:
    assert compile_patterns(b"") is None
    assert compile_patterns(b"\xef\xbb\xbf# remark\r\n\n") is None


def test_a_hostile_pattern_comes_to_an_end() -> None:
    """Backtracking would take longer than the universe has."""
    assert says("*a" * 60 + "b", "a" * 250) is None
    assert says("/".join(["**/a"] * 30) + "/b", "/".join("a" * 1000)) is None
