"""Every example a reader can copy runs, and the README's first command gives the answer it promises."""

import os
import re
import runpy
import shutil
import sys
from pathlib import Path

import pytest

BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def readmes(root):
    return [root / "README.md", *sorted(root.glob("packages/*/README.md"))]


def pages(root):
    return [*readmes(root), *sorted(root.glob("docs/**/*.md"))]


def pytest_generate_tests(metafunc):
    root = Path(__file__).resolve().parents[2]
    if "snippet" in metafunc.fixturenames:
        found = [
            pytest.param(source, id=f"{path.relative_to(root).as_posix()}:{number}")
            for path in pages(root)
            for number, source in enumerate(BLOCK.findall(path.read_text(encoding="utf-8")), 1)
        ]
        metafunc.parametrize("snippet", found)
    if "example" in metafunc.fixturenames:
        metafunc.parametrize("example", sorted(path.name for path in (root / "examples").glob("*.py")))


def test_a_snippet_runs_and_shows_something(snippet, workshop, monkeypatch, capfd):
    monkeypatch.setenv("PATH", str(Path(sys.executable).parent) + os.pathsep + os.environ.get("PATH", ""))
    exec(compile(snippet, "<snippet>", "exec"), {"__name__": "__main__"})
    assert capfd.readouterr().out.strip()


def test_a_snippet_fits_a_page(snippet):
    assert len([line for line in snippet.splitlines() if line.strip()]) <= 16


def test_every_library_and_the_workspace_have_a_snippet(root):
    assert all(BLOCK.search(path.read_text(encoding="utf-8")) for path in readmes(root) if path.parent.name != "cw-cli")


def test_an_example_runs_on_a_small_repository(root, example, workshop, monkeypatch, capfd):
    monkeypatch.setattr(sys, "argv", [example, *ARGUMENTS.get(example, [])])
    runpy.run_path(str(root / "examples" / example), run_name="__main__")
    assert capfd.readouterr().out.strip()


ARGUMENTS = {
    "chunk_a_file.py": ["app.py"],
    "search_a_repository.py": ["where is it decided how long to wait before the next attempt?", "."],
}


def question_of(root):
    """The question of the README's first command, and the file it says the first segment is from."""
    text = (root / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r'^python3 run\.py cw search "([^"]+)" \.$', text, re.MULTILINE)
    assert len(commands) == 1, "the first command stands in the README once, on a line of its own"
    assert re.search(r"^python3 run\.py pytest$", text, re.MULTILINE)
    promised = re.search(r"first segment is from\s+`([^`]+)`", text)
    assert promised, "the README says which file answers its question"
    return commands[0], promised[1]


def test_the_readmes_question_is_answered_by_its_first_segment(root, kept_files, tmp_path, monkeypatch, capfd):
    question, promised = question_of(root)
    for name in kept_files:  # Python and Markdown alone: all that speaks of it, without a grammar for every sample
        if name.endswith((".py", ".md")) and not name.startswith("tests/golden/"):
            (tmp_path / "copy" / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, tmp_path / "copy" / name)
    monkeypatch.setattr(sys, "argv", ["search_a_repository.py", question, str(tmp_path / "copy")])
    runpy.run_path(str(root / "examples" / "search_a_repository.py"), run_name="__main__")
    assert capfd.readouterr().out.partition(":")[0] == promised
