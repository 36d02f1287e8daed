"""One tree with every awkward way to write text, indexed by the whole engine."""

from __future__ import annotations

import subprocess
import sys
from types import SimpleNamespace

import pytest

from cw_core import Settings
from cw_search import Engine

GO = "package pay\n\n// Refund gives walnut money back.\nfunc Refund(sum int) error {\n\treturn nil\n}\n"
CLASS = (
    "class Basket:\n    def add(self, item):\n        return 'hazelnut'\n\n"
    "    def remove(self, item):\n        return None\n"
)


def texts() -> dict[str, tuple[str, str]]:
    """Path -> (encoding on disk, text). Each holds the word under which it is looked for: its stem."""
    long = "".join(f"def chestnut_{n}(value):\n    return value + {n}\n\n\n" for n in range(120))
    chinese = "".join(
        f"# 用户认证失败时返回错误的代码\ndef pecan_{n}():\n    return '请检查用户名和密码'\n\n" for n in range(4)
    )
    return {
        "src/crlf_almond.py": ("utf-8", CLASS.replace("\n", "\r\n").replace("hazelnut", "almond")),
        "src/mixed_acorn.py": ("utf-8", "def acorn():\r\n    return 1\n\r\n\ndef acorn_two():\r\n    return 2\n"),
        "src/astral_cashew.py": ("utf-8", "FLAG = '😀𝒳👩‍👩‍👧'\n\n\ndef cashew(𝒳名):\n    return '𝄞' + 𝒳名\n"),
        "src/gb_pecan.py": ("gb18030", chinese),
        "src/wide_pistachio.py": ("utf-16", "def pistachio():\n    return 'ü用户'\n\n\nx = 1\n"),
        "src/wide_macadamia.py": ("utf-16", "def macadamia():\r\n    return 'ü用户'\r\n"),
        "src/marked_peanut.py": ("utf-8-sig", "def peanut():\n    return 1\n"),
        "src/no_end_brazil.py": ("utf-8", "def brazil():\n    return 1"),
        "src/form_feed_coconut.py": (
            "utf-8",
            "x = 1\x0c\n\x0c\ndef coconut():\n    return '\u2028a\u2029b\x85c\x0bd'\n\x0c",
        ),
        "src/blank_filbert.py": ("utf-8", "\n\n\n\ndef filbert():\n    return 1\n\n\n\n"),
        "src/tabs_walnut.go": ("utf-8", GO),
        "src/one_line_pine.py": ("utf-8", "pine = 1\n"),
        "src/bare_line_beech.txt": ("utf-8", "beech"),
        "src/old_mac_kola.txt": ("utf-8", "kola one\rkola two\rkola three"),
        "src/long_chestnut.py": ("utf-8", long),
        "src/long_chestnut_crlf.py": ("utf-8", long.replace("\n", "\r\n").replace("chestnut", "shea")),
        "docs/hazelnut.md": ("utf-8", "# Hazelnut\n\nText.\n\n\n## Roasting\n\n```\n# no heading\n```\n\n\n\n"),
        "docs/hickory crlf.md": ("utf-8", "# Hickory\r\n\r\nText about hickory.\r\n\r\n## Two\r\n\r\n* a\r\n* b"),
        "latin_cobnut.py": ("cp1252", "# Größe der cobnut für später\ncobnut = 'é'\n"),
        'it\'s [odd] & ünï/坚果 "q".py': ("utf-8", "def jianguo():\n    return 'quoted nut'\n"),
    }


def disk_lines(text: str) -> list[str]:
    """Lines as an editor that counts line feeds shows them, their carriage returns kept."""
    lines = text.split("\n")
    return lines[:-1] if lines[-1] == "" and len(lines) > 1 else lines


@pytest.fixture(scope="session")
def nuts(tmp_path_factory):
    """The tree, its engine, the text of every file, and a function for the lines that a segment states."""
    root, home = tmp_path_factory.mktemp("nuts"), tmp_path_factory.mktemp("home")
    files = texts()
    for path, (encoding, text) in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(text.encode(encoding))
    engine = Engine.open(root, Settings(home=home))
    report = engine.index()

    def stated(path, lines):
        return "\n".join(disk_lines(files[path][1])[lines[0] - 1 : lines[1]]).removesuffix("\r")

    return SimpleNamespace(
        root=root,
        home=home,
        engine=engine,
        report=report,
        texts={path: text for path, (_, text) in files.items()},
        stated=stated,
    )


@pytest.fixture
def python(tmp_path):
    """A function that runs a program in a fresh interpreter and returns what it prints."""

    def run(program: str, *arguments: str) -> str:
        command = [sys.executable, "-c", program, *arguments]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, encoding="utf-8", check=False, timeout=60)
        assert done.returncode == 0, done.stderr
        return done.stdout.strip()

    return run
