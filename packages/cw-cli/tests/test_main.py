"""The command line starts quickly, and says what it is."""

from __future__ import annotations

import json
import subprocess
import sys

HEAVY = ("numpy", "lancedb", "pyarrow", "mcp", "mcp_types", "pydantic", "httpx", "tree_sitter", "rich")


def test_help_loads_nothing_heavy():
    code = (
        "import sys, json\nfrom cw_cli.main import main\nsys.argv = ['cw', '--help']\n"
        "try: main()\nexcept SystemExit as end: assert not end.code\n"
        f"print(json.dumps([name for name in {HEAVY!r} if name in sys.modules]))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "Commands:" in done.stdout
    assert json.loads(done.stdout.splitlines()[-1]) == []


def test_the_version_is_the_package_s(cw):
    assert cw("--version") == 0
    assert cw.out == "cw 0.1.0\n"
    assert cw("-V") == 0


def test_an_empty_command_line_and_every_command_show_help(cw):
    assert cw() == 0 and "Commands:" in cw.out
    for command in ("index", "search", "stats", "mcp"):
        assert cw(command, "--help") == 0 and "Usage: cw " + command in cw.out


def test_output_is_utf8_whatever_the_locale_says():
    code = "import sys\nfrom cw_cli.main import main\nfrom cw_cli.render import put\nsys.argv = ['cw', '-V']\n"
    code += "try: main()\nexcept SystemExit: put('\u4e2d\\udc80')"
    environ = {"PYTHONIOENCODING": "ascii", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=environ)
    assert done.stdout.decode("utf-8").endswith("\u4e2d\\udc80")
