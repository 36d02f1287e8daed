"""A walk lists exactly what git calls tracked or untracked, whatever its rules are and wherever they stand."""

import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from cw_core.settings import IndexSettings
from cw_store.indexing.walk import walk

pytestmark = pytest.mark.skipif(shutil.which("git") is None or os.name == "nt", reason="needs git and any name")

FILES = (
    *("a.py", "b.log", "keep.log", "docs/a.py", "docs/b.log", "docs/api/a.py", "docs/api/b.log", "build/a.py"),
    *(
        "src/build/a.py",
        "src/build/keep.py",
        "src/a b.py",
        "src/trail.py ",
        "src/#x",
        "src/!x",
        "src/[z].py",
        "src/z.py",
    ),
    *("src/deep/er/gen/a.py", "src/gen", "Upper/A.PY", "Upper/b.LOG", "é/ü.py", "x/y/z/w.py", "x/z/w.py", "x/b.py"),
)


@dataclass
class Repository:
    """A repository with the same files for every rule, and a home of its own."""

    root: Path
    home: Path

    def __post_init__(self) -> None:
        self.environ = {**os.environ, "HOME": str(self.home), "GIT_CONFIG_NOSYSTEM": "1"}
        self.environ.pop("XDG_CONFIG_HOME", None)
        self.home.mkdir()
        self.root.mkdir()
        self.git("init", "-q")
        for path in FILES:
            self.write(path, "x\n")

    def git(self, *arguments: str, cwd: Path | None = None) -> bytes:
        person = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")
        command = ("git", *person, *arguments)
        return subprocess.run(command, cwd=cwd or self.root, env=self.environ, check=True, capture_output=True).stdout

    def write(self, path: str, text: str) -> None:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")

    def rules(self, *lines: str, path: str = ".gitignore") -> None:
        self.write(path, "\n".join(lines))

    def commit(self) -> None:
        self.git("add", ".")
        self.git("commit", "-qm", "all")


def exclude_file(repository: Repository, value: str | None, place: Path) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text("*.log\n/build/\n")
    if value is not None:
        (repository.home / ".gitconfig").write_text(f"[core]\n\texcludesFile = {value}\n")


def ignore_case(repository: Repository) -> None:
    repository.git("config", "core.ignoreCase", "true")
    repository.rules("*.LOG", "upper/a.py", "DOCS/api/", "[B]uild/", "x/[A-C].py")


def tracked(repository: Repository) -> None:
    repository.git("add", "-f", "docs/b.log", "build/a.py", "src/deep/er/gen/a.py")
    repository.rules("*.log", "build/", "/src/deep/")


def deleted(repository: Repository) -> None:
    repository.commit()
    (repository.root / "a.py").unlink()
    shutil.rmtree(repository.root / "x")
    repository.rules("z.py")


def submodule(repository: Repository) -> None:
    repository.commit()
    repository.git("submodule", "add", "-q", str(repository.root), "deps/sub")
    repository.rules("*.log")


MATRIX: dict[str, Callable[[Repository], None]] = {
    "no rules": lambda r: None,
    "nested files": lambda r: (r.rules("*.log"), r.rules("!b.log", path="docs/.gitignore"))[0],
    "nested files overruled deeper": lambda r: (
        r.rules("*.log"),
        r.rules("!*.log", path="docs/.gitignore"),
        r.rules("*.log", path="docs/api/.gitignore"),
    )[0],
    "negation": lambda r: r.rules("*.log", "!keep.log"),
    "negation below an ignored folder": lambda r: r.rules("build/", "!src/build/keep.py"),
    "negation below an ignored folder's entries": lambda r: r.rules("src/build/*", "!src/build/keep.py"),
    "everything but": lambda r: r.rules("*", "!*/", "!*.py"),
    "folders only": lambda r: r.rules("gen/"),
    "files and folders": lambda r: r.rules("gen"),
    "anchored": lambda r: r.rules("/build", "/a.py", "/gen"),
    "anchored by a slash inside": lambda r: r.rules("src/build", "docs/*.log"),
    "two stars first": lambda r: r.rules("**/gen/a.py", "**/b.log"),
    "two stars between": lambda r: r.rules("x/**/w.py"),
    "two stars last": lambda r: r.rules("src/**", "!src/z.py"),
    "two stars in a name": lambda r: r.rules("do**cs", "b**.log"),
    "escaped": lambda r: r.rules("\\#x", "\\!x", "\\[z\\].py"),
    "not escaped": lambda r: r.rules("#x", "!x", "[z].py"),
    "trailing spaces": lambda r: r.rules("a b.py   ", "z.py  ", "b.log\\ "),
    "an escaped trailing space": lambda r: r.rules("trail.py\\ "),
    "sets": lambda r: r.rules("[!a].py", "[[:upper:]]*", "[a-c].log"),
    "not ASCII": lambda r: r.rules("é/", "?.py", "??.py"),
    "line ends of Windows": lambda r: r.rules("*.log\r", "build/\r"),
    "a byte order mark": lambda r: r.rules("\ufeff*.log"),
    "info/exclude": lambda r: (r.write(".git/info/exclude", "*.log\n/x/\n"), r.rules("!keep.log"))[0],
    "the user's file": lambda r: exclude_file(r, str(r.home / "mine"), r.home / "mine"),
    "the user's file below the home": lambda r: exclude_file(r, "~/etc/mine", r.home / "etc/mine"),
    "the user's file where git looks by default": lambda r: exclude_file(r, None, r.home / ".config/git/ignore"),
    "no user's file by an empty name": lambda r: exclude_file(r, "", r.home / ".config/git/ignore"),
    "case": ignore_case,
    "tracked though ignored": tracked,
    "tracked and deleted": deleted,
    "a submodule": submodule,
}


def gits(repository: Repository, root: Path) -> list[str]:
    """What git lists: files that are there, and not folders of other repositories."""
    listed = repository.git("ls-files", "-z", "--cached", "--others", "--exclude-standard", "--deduplicate", cwd=root)
    return sorted(path for path in os.fsdecode(listed).split("\0") if path and (root / path).is_file())


def ours(repository: Repository, root: Path) -> list[str]:
    found = walk(root, IndexSettings(), repository.environ)
    assert found.by_git
    return [str(stamp.path) for stamp in found.stamps]


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path.resolve() / "root", tmp_path.resolve() / "home")


@pytest.mark.parametrize("name", MATRIX)
def test_the_same_files_count_as_in_git(repository: Repository, name: str) -> None:
    MATRIX[name](repository)
    assert ours(repository, repository.root) == gits(repository, repository.root)


@pytest.mark.parametrize("name", [name for name in MATRIX if name not in ("tracked and deleted", "a submodule")])
def test_the_same_files_count_as_in_git_in_a_linked_work_tree(repository: Repository, name: str) -> None:
    repository.git("commit", "-q", "--allow-empty", "-m", "empty")
    linked = repository.root.parent / "linked"
    repository.git("worktree", "add", "-q", str(linked))
    MATRIX[name](repository)
    for entry in repository.root.iterdir():
        if entry.name != ".git":
            entry.rename(linked / entry.name)
    assert ours(repository, linked) == gits(repository, linked)


@pytest.mark.parametrize("folder", ["docs", "src", "x", "src/build"])
@pytest.mark.parametrize("name", [name for name in MATRIX if name != "tracked and deleted"])
def test_the_same_files_count_as_in_git_in_a_folder_of_the_work_tree(
    repository: Repository, name: str, folder: str
) -> None:
    MATRIX[name](repository)
    root = repository.root / folder
    if repository.git("ls-files", "--others", "--ignored", "--exclude-standard", "--directory", cwd=root) == b"./\n":
        pytest.skip("git ignores this root itself, and we do not")
    assert ours(repository, root) == gits(repository, root)
