"""What is kept in the repository names no machine, and no place where packages come from."""

import re
import shutil
import subprocess

import pytest

MACHINE = re.compile(r"(?<![\w.~])/(?:root|work|home/\w+|Users/\w+)/[\w.]+")
MADE_UP = {"/root/app"}
REGISTRY = re.compile(r"pypi[.]org|pythonhosted[.]org|npmjs[.]org|index[-]url|INDEX[_]URL|/simple[/]")


def text_of(path):
    content = path.read_bytes()
    return None if b"\0" in content else content.decode("utf-8", "replace")


def lines_of_the_project(root, kept_files):
    """Every line of every text file; the working copy of the lock is this machine's own."""
    for name in kept_files:
        text = None if name == "uv.lock" else text_of(root / name)
        for number, line in enumerate((text or "").splitlines(), 1):
            yield f"{name}:{number}", line


def test_no_file_names_a_place_on_somebodys_machine(root, kept_files):
    found = [
        f"{place}: {match[0]}"
        for place, line in lines_of_the_project(root, kept_files)
        for match in MACHINE.finditer(line)
        if match[0] not in MADE_UP
    ]
    assert not found, "\n".join(found)


def test_no_file_names_a_registry(root, kept_files):
    lines = lines_of_the_project(root, kept_files)
    found = [f"{place}: {line.strip()}" for place, line in lines if REGISTRY.search(line)]
    assert not found, "\n".join(found)


def test_the_committed_lock_holds_no_address(root):
    git = shutil.which("git")
    if git is None or not (root / ".git").exists():
        pytest.skip("not a clone: there is no committed lock to look at")
    shown = subprocess.run((git, "show", "HEAD:uv.lock"), cwd=root, capture_output=True, check=False)
    if shown.returncode:
        pytest.skip("the lock is not committed yet")
    lines = shown.stdout.decode().splitlines()
    addresses = [line for line in lines if "://" in line]
    assert not addresses, f"`make lock` strips them: {addresses[:3]}"
    assert "[options]" not in lines, "with this table uv takes the stripped paths at their word"
