"""Every error has an exit code, a message and a hint; none shows a traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import pytest

import cw_core
from cw_cli.failures import EXIT_CODES
from cw_core import CwError

KINDS = {
    "SettingsError": 2, "RootRefused": 3, "ModelUnavailable": 4, "ModelRefused": 4, "IndexBusy": 6,
    "IndexMissing": 7, "IndexIncompatible": 7, "IndexDamaged": 7, "GrammarError": 2,
}  # fmt: skip


@pytest.mark.parametrize(("name", "code"), KINDS.items())
def test_each_error_ends_with_its_exit_code(cw, name, code):
    cw.engine.error = getattr(cw_core, name)("it happened", "Do this.")
    assert cw("search", "why") == code
    assert "cw: it happened\nhint: Do this.\n" in cw.err and cw.out == ""
    assert cw.engine.did[-1] == "close"


def test_each_error_there_is_has_an_exit_code():
    leaves = {kind.__name__ for kind in vars(cw_core).values() if isinstance(kind, type) and issubclass(kind, CwError)}
    assert leaves - {"CwError", "StoreError", "ModelError"} == set(KINDS)
    assert EXIT_CODES[-1][0] is CwError


def test_under_json_an_error_is_an_object_on_stdout(cw):
    cw.engine.error = cw_core.RootRefused("/ is too wide", "Name a repository.")
    assert cw("search", "why", "--json") == 3
    expected = {"code": "root-refused", "message": "/ is too wide", "hint": "Name a repository."}
    assert json.loads(cw.out) == {"error": expected}


def test_a_setting_that_cannot_be_understood_is_told(cw):
    cw.environ["CW_SEARCH_MAX_TOKENS"] = "many"
    assert cw("stats") == 2
    assert "CW_SEARCH_MAX_TOKENS is not a number: 'many' (from environment)" in cw.err


def test_ctrl_c_is_told_and_ends_with_five(cw):
    cw.engine.error = KeyboardInterrupt()
    assert cw("search", "why") == 5
    assert "cw: interrupted\nhint: " in cw.err


def test_a_bug_is_not_hidden(cw):
    cw.engine.error = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        cw("search", "why")


def test_a_reader_that_goes_away_is_no_error():
    code = (
        "import sys, cw_cli.failures as f\nfrom cw_cli.render import put\n"
        "import typer\napp = typer.Typer()\n"
        "@app.command()\ndef go() -> None:\n    for _ in range(9999): put('x' * 99)\n"
        "sys.exit(f.exit_code(lambda: app(args=[], standalone_mode=False), as_json=False))"
    )
    command = [sys.executable, "-c", code]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        os.read(process.stdout.fileno(), 10)
        process.stdout.close()
        assert (process.stderr.read(), process.wait(30)) == (b"", 0)
