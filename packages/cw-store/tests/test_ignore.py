import os
import random
import shutil
import subprocess
from pathlib import Path

import pytest

from cw_store.indexing.ignore import (
    ALWAYS_EXCLUDED,
    IgnoreRules,
    all_rules,
    compile_patterns,
    is_excluded,
    is_repository,
    is_sensitive,
    own_rules,
)

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
    *("\\f\\oo", "[a", "\\", "[b-]*", "A", "[[:upper:]]", " s", "\\#h", "\\!n", "f*o*t", "*a*b*"),
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
@pytest.mark.parametrize("seed", range(10))
def test_the_same_is_left_out_as_by_git_in_any_tree(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    git(tmp_path, "init", "-q")
    grow(chance, tmp_path)
    (tmp_path / ".git/info").mkdir(exist_ok=True)
    (tmp_path / ".git/info/exclude").write_text("\n".join(pattern(chance) for _ in range(3)), encoding="utf-8")
    listed = git(tmp_path, "ls-files", "-z", "--others", "--exclude-standard").decode().split("\0")
    mine = kept(all_rules(str(tmp_path), (), None), tmp_path)
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


def test_a_deeper_file_overrules_a_higher_one(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".gitignore").write_text("*.html\n")
    (tmp_path / "docs/.gitignore").write_text("!index.html\n")
    rules = all_rules(str(tmp_path), (), None).within("docs")
    assert rules.ignores("docs/other.html", False)
    assert not rules.ignores("docs/index.html", False)


def test_cwignore_overrules_gitignore_and_settings_overrule_both(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("gen/\nlocal.py\n")
    (tmp_path / ".cwignore").write_text("!gen/\n*.svg\n")
    rules = all_rules(str(tmp_path), ("!logo.svg", "fixtures/"), None)
    assert not rules.ignores("gen", True)
    assert rules.ignores("local.py", False)
    assert rules.ignores("drawing.svg", False)
    assert not rules.ignores("logo.svg", False)
    assert rules.ignores("fixtures", True)


def test_a_deeper_gitignore_does_not_overrule_cwignore(tmp_path: Path) -> None:
    (tmp_path / "docs").mkdir()
    (tmp_path / ".cwignore").write_text("*.md\n")
    (tmp_path / "docs/.gitignore").write_text("!README.md\n")
    assert all_rules(str(tmp_path), (), None).within("docs").ignores("docs/README.md", False)


def test_own_rules_read_no_gitignore(tmp_path: Path) -> None:
    (tmp_path / ".gitignore").write_text("*.py\n")
    (tmp_path / ".cwignore").write_text("*.svg\n")
    rules = own_rules(str(tmp_path), ("*.txt",))
    assert [rules.ignores(name, False) for name in ("a.py", "a.svg", "a.txt")] == [False, True, True]


def test_the_users_own_file_is_the_weakest(tmp_path: Path) -> None:
    (tmp_path / "excludes").write_text("*.swp\n*.bak\n")
    root = tmp_path / "root"
    root.mkdir()
    (root / ".gitignore").write_text("!kept.bak\n")
    rules = all_rules(str(root), (), str(tmp_path / "excludes"))
    assert [rules.ignores(name, False) for name in ("a.swp", "a.bak", "kept.bak")] == [True, True, False]


def test_rules_above_the_root_count_inside_a_work_tree(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".gitignore").write_text("*.log\n/api/gen/\n/gen/\n")
    (tmp_path / "api").mkdir()
    rules = all_rules(str(tmp_path / "api"), ("*.txt",), None)
    assert rules.ignores("x.log", False)
    assert rules.ignores("gen", True)
    assert rules.ignores("notes.txt", False)
    assert not rules.ignores("src", True)


def test_rules_above_a_root_that_they_ignore_do_not_count(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    (tmp_path / ".gitignore").write_text("*\n")
    (tmp_path / "api").mkdir()
    assert not all_rules(str(tmp_path / "api"), (), None).ignores("main.py", False)


def test_an_ignore_file_that_is_a_pipe_or_a_link_is_passed_over(tmp_path: Path) -> None:
    (tmp_path / "rules").write_text("*\n")
    try:
        os.mkfifo(tmp_path / ".cwignore")
        (tmp_path / ".gitignore").symlink_to(tmp_path / "rules")
    except (AttributeError, OSError):
        pytest.skip("neither pipes nor links here")
    assert not all_rules(str(tmp_path), (), None).ignores("main.py", False)


def test_dependencies_and_caches_are_excluded_and_build_output_is_not() -> None:
    def empty(_: str) -> bool:
        return False

    for name in ALWAYS_EXCLUDED:
        assert is_excluded(name, empty)
        assert is_excluded(f"web/{name}", empty)
    for name in ("build", "out", "target", "vendor", "gen", "tmp", "cache", "bundle", "src", "env", "git"):
        assert not is_excluded(name, empty)


def test_an_environment_is_known_by_what_it_holds() -> None:
    assert is_excluded("env", {"pyvenv.cfg"}.__contains__)
    assert is_excluded("venv", {"bin"}.__contains__)
    assert not is_excluded("Lib/venv", {"__init__.py"}.__contains__)


@pytest.mark.parametrize(
    "name",
    [
        *(
            ".env",
            ".env.local",
            ".ENV",
            ".env.production.local",
            "id_rsa",
            "id_ed25519",
            "server.pem",
            "tls.KEY",
            "a.p12",
        ),
        *(
            "b.pfx",
            "c.jks",
            "d.keystore",
            "e.kdbx",
            "f.ppk",
            ".netrc",
            "_netrc",
            ".npmrc",
            ".pypirc",
            ".git-credentials",
        ),
        *(".htpasswd", "credentials", "credentials.json", "main.tfstate", "main.tfstate.backup", ".envrc"),
    ],
)
def test_files_of_secrets_are_known_by_name(name: str) -> None:
    assert is_sensitive(name)


@pytest.mark.parametrize(
    "name",
    [
        *(".env.example", ".env.sample", ".env.template", ".env.dist", ".env.local.example", "env.py", ".environment"),
        *("id_rsa.pub", "id_rsa.py", "keys.py", "key", "pem.go", "credentials.py", "monkey", "a.keys", "main.tf"),
    ],
)
def test_examples_public_keys_and_code_about_secrets_are_not_secret(name: str) -> None:
    assert not is_sensitive(name)


def test_a_folder_with_a_broken_git_folder_is_no_repository(tmp_path: Path) -> None:
    (tmp_path / ".git").mkdir()
    assert not is_repository(str(tmp_path))
    (tmp_path / ".git/HEAD").write_text("ref: refs/heads/main\n")
    assert is_repository(str(tmp_path))
