"""What the house's tests share: the packages, their modules, the documents, and tables that code writes."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
MADE = {".git", ".venv", ".uv", "dist", "build", "__pycache__", "out"}


@dataclass(frozen=True)
class Module:
    """A module by its dotted name, with the first line of its docstring and its count of lines."""

    name: str
    path: Path
    sentence: str
    lines: int


@cache
def kept() -> tuple[str, ...]:
    """Paths of all files that belong to the project, from its root: tracked ones, and new ones that git would take."""
    git = shutil.which("git")
    if git and (ROOT / ".git").exists():
        command = (git, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=False)
        if listed.returncode == 0:
            names = {os.fsdecode(name) for name in listed.stdout.split(b"\0") if name}
            return tuple(sorted(name for name in names if (ROOT / name).is_file()))
    found = []
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in MADE and not name.endswith("_cache")]
        found += [(Path(folder) / name).relative_to(ROOT).as_posix() for name in names]
    return tuple(sorted(found))


@cache
def modules() -> tuple[Module, ...]:
    found = []
    for source in sorted(ROOT.glob("packages/*/src")):
        for path in sorted(source.rglob("*.py")):
            dotted = ".".join(path.relative_to(source).with_suffix("").parts).removesuffix(".__init__")
            text = path.read_text(encoding="utf-8")
            sentence = (ast.get_docstring(ast.parse(text)) or "").partition("\n")[0]
            found.append(Module(dotted, path.relative_to(ROOT), sentence, text.count("\n")))
    return tuple(found)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One test for each package, module or document that a test asks for by that name."""
    lists: dict[str, Callable[[], list[object]]] = {
        "package": lambda: sorted(path.parent.name for path in ROOT.glob("packages/*/pyproject.toml")),
        "module": lambda: list(modules()),
        "document": lambda: [name for name in kept() if name.endswith(".md") and not name.startswith("tests/")],
    }
    for name, values in lists.items():
        if name in metafunc.fixturenames:
            metafunc.parametrize(name, values(), ids=lambda value: getattr(value, "name", value))


@pytest.fixture(scope="session")
def root() -> Path:
    return ROOT


@pytest.fixture(scope="session")
def kept_files() -> tuple[str, ...]:
    return kept()


@pytest.fixture(scope="session")
def all_modules() -> tuple[Module, ...]:
    return modules()


@pytest.fixture
def stands_in(rewrite_golden: bool) -> Callable[[str, str, list[str]], None]:
    """Asserts that a document holds these lines between the marks of this table; `--golden` puts them there."""

    def check(document: str, table: str, lines: list[str]) -> None:
        path = ROOT / document
        begin, end = f"<!-- from code: {table} -->\n", "<!-- end -->\n"
        before, mark, rest = path.read_text(encoding="utf-8").partition(begin)
        held, closed, after = rest.partition(end)
        assert mark and closed, f"{document} has no table between {begin!r} and {end!r}"
        wanted = "\n" + "\n".join(lines) + "\n\n"
        if rewrite_golden and held != wanted:
            path.write_text(before + begin + wanted + end + after, encoding="utf-8", newline="\n")
            return
        told = f"{document}: the table of {table} is not what the code says; `pytest tests/house --golden` rewrites it"
        assert held == wanted, told

    return check


@pytest.fixture
def workshop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A small repository as the current folder, in an otherwise empty home."""
    for name in ("home", "repository"):
        (tmp_path / name).mkdir()
    for name in ("HOME", "USERPROFILE"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.setenv("CW_HOME", str(tmp_path / "home" / ".contextweaver"))
    folder = tmp_path / "repository"
    (folder / "app.py").write_text(APP, encoding="utf-8")
    (folder / "notes.md").write_text("# Notes\n\nThe service retries what may succeed later.\n", encoding="utf-8")
    monkeypatch.chdir(folder)
    return folder


APP = '''"""A client that tries again."""

import random


class RetryPolicy:
    """Decides whether a request is retried, and after how long."""

    def __init__(self, attempts: int = 5, base_s: float = 0.2) -> None:
        self.attempts = attempts
        self.base_s = base_s

    def backoff(self, attempt: int) -> float:
        """Seconds to wait before the next attempt: doubled each time, with jitter."""
        return random.uniform(0, self.base_s * 2**attempt)

    def should_retry(self, attempt: int, status: int) -> bool:
        """Only what may go better later: too many requests, and errors of the server."""
        return attempt < self.attempts and (status == 429 or status >= 500)


def parse_header(text: str) -> tuple[str, str]:
    name, _, value = text.partition(":")
    return name.strip().lower(), value.strip()
'''
