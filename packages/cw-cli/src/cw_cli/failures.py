"""Which error becomes which message on stderr and which exit code; under `--json` also an object on stdout."""

from __future__ import annotations

import json
from collections.abc import Callable

import typer

from cw_cli.render import put, tell
from cw_core.errors import (
    CwError,
    IndexBusy,
    ModelError,
    RootRefused,
    SettingsError,
    StoreError,
)
from cw_mcp.failures import Failure, failure_of

FOUND, NOTHING_FOUND, USAGE, ROOT_REFUSED, MODEL_FAILED, INTERRUPTED, INDEX_BUSY, INDEX_UNUSABLE = range(8)

EXIT_CODES: tuple[tuple[type[CwError], int], ...] = (
    (SettingsError, USAGE),
    (RootRefused, ROOT_REFUSED),
    (ModelError, MODEL_FAILED),
    (IndexBusy, INDEX_BUSY),
    (StoreError, INDEX_UNUSABLE),
    (CwError, USAGE),
)
"""The first class that fits counts."""

_TYPER_SAW_CTRL_C = 130


def exit_code(run: Callable[[], int | None], *, as_json: bool) -> int:
    """Runs a command to its exit code. Only what we raise on purpose is caught: a bug shows its traceback."""
    try:
        code = run() or FOUND
    except typer.TyperException as error:
        return _tell(Failure("usage", error.format_message(), "See `cw --help`."), USAGE, as_json)
    except CwError as error:
        fitting = next(code for kind, code in EXIT_CODES if isinstance(error, kind))
        return _tell(failure_of(error), fitting, as_json)
    except (KeyboardInterrupt, typer.Abort):
        code = _TYPER_SAW_CTRL_C
    if code == _TYPER_SAW_CTRL_C:
        hint = "What was published stays; run the same command to go on."
        return _tell(Failure("interrupted", "interrupted", hint), INTERRUPTED, as_json)
    return code


def _tell(failure: Failure, code: int, as_json: bool) -> int:
    if as_json:
        error = {"code": failure.code, "message": failure.message, "hint": failure.hint}
        put(json.dumps({"error": error}, ensure_ascii=False) + "\n")
    tell(f"cw: {failure.message}")
    if failure.hint:
        tell(f"hint: {failure.hint}")
    return code
