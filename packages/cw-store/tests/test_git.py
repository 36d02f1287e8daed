import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cw_store.indexing.git import ask_git, git_program
from cw_store.indexing.ignore import IGNORE_CASE

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    (tmp_path / "home").mkdir()
    environ = {**os.environ, "HOME": str(tmp_path / "home"), "GIT_CONFIG_NOSYSTEM": "1"}
    environ.pop("XDG_CONFIG_HOME", None)
    return environ


@pytest.fixture
def root(tmp_path: Path, environ: dict[str, str]) -> Path:
    root = tmp_path.resolve() / "root"
    root.mkdir()
    git(root, environ, "init", "-q")
    git(root, environ, "config", "--unset", "core.ignoreCase")
    return root


def git(root: Path, environ: dict[str, str], *arguments: str) -> None:
    subprocess.run(("git", *arguments), cwd=root, env=environ, check=arguments[0] != "config", capture_output=True)


@pytest.mark.parametrize(
    ("lines", "ignore_case"),
    [
        ("", IGNORE_CASE),
        ("ignoreCase", True),
        ("ignoreCase = yes", True),
        ("ignoreCase = 1", True),
        ("ignoreCase = 0", False),
        ("ignoreCase = off", False),
        ("ignoreCase = true\n\tignorecase = false", False),
    ],
)
def test_a_switch_is_read_as_git_reads_it(root: Path, environ: dict[str, str], lines: str, ignore_case: bool) -> None:
    (Path(environ["HOME"]) / ".gitconfig").write_text(f"[core]\n\t{lines}\n")
    assert ask_git(str(root), environ).ignore_case is ignore_case


@pytest.mark.parametrize(
    ("value", "found"),
    [("/etc/mine", "/etc/mine"), ("~/mine", "{home}/mine"), ("mine", "{root}/mine"), ("", None)],
)
def test_the_users_ignore_file_is_found(root: Path, environ: dict[str, str], value: str, found: str | None) -> None:
    if os.name == "nt":
        pytest.skip("paths of another kind")
    (Path(environ["HOME"]) / ".gitconfig").write_text(f"[core]\n\texcludesFile = {value}\n")
    expected = found.format(home=environ["HOME"], root=root) if found else None
    assert ask_git(str(root), environ).excludes_file == expected


def test_included_files_are_watched_though_they_are_not_there(root: Path, environ: dict[str, str]) -> None:
    home = Path(environ["HOME"])
    (home / ".gitconfig").write_text("[include]\n\tpath = missing\n\tpath = there\n")
    (home / "there").write_text("[core]\n\tignoreCase = true\n")
    facts = ask_git(str(root), environ)
    assert facts.ignore_case
    assert {str(home / "missing"), str(home / "there"), str(home / ".gitconfig")} <= set(facts.watched)


def test_without_git_nothing_is_answered(root: Path, environ: dict[str, str]) -> None:
    facts = ask_git(str(root), {**environ, "PATH": ""})
    assert not facts.answered
    assert facts.excludes_file == f"{environ['HOME']}/.config/git/ignore"
    assert facts.tracked == frozenset()


def test_a_broken_configuration_is_no_answer(root: Path, environ: dict[str, str]) -> None:
    (root / ".git/config").write_text("[core\n")
    assert not ask_git(str(root), environ).answered


def test_a_git_in_a_relative_folder_is_not_run() -> None:
    assert git_program({"PATH": "."}) is None
