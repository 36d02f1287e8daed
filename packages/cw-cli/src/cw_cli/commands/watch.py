"""`cw watch`: keeps the index of a repository up to date while its files change."""

from __future__ import annotations

import contextlib
import json
import sys
import threading

import typer

from cw_cli.commands.index import values_of
from cw_cli.commands.options import Json, Quiet, RepoPath, Root, root_of
from cw_cli.progress import teller
from cw_cli.render import notices_text, put, report_text, tell
from cw_cli.shell import Shell
from cw_core.hit import Notice
from cw_core.report import IndexReport


def watch(
    context: typer.Context,
    path: Root = None,
    repo_path: RepoPath = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Keep the index of a repository up to date until Ctrl-C."""
    shell: Shell = context.obj
    told = _Told(as_json, quiet)
    stop = threading.Event()
    with shell.open(root_of(path, repo_path)) as engine, contextlib.suppress(KeyboardInterrupt):
        with teller(sys.stderr, shell.environ, quiet=quiet) as observe:
            first = engine.index(observe=observe)
        told.report(first)
        engine.watch(stop, told)


class _Told:
    """Writes what a watch tells: a run that changed something is a line, and so is what went wrong."""

    def __init__(self, as_json: bool, quiet: bool) -> None:
        self._as_json = as_json
        self._quiet = quiet
        self._noted: set[Notice] = set()

    def __call__(self, event: IndexReport | str) -> None:
        if isinstance(event, str):
            tell(f"note: {event}")
            self._line({"note": event})
        elif event.changed:
            self.report(event)

    def report(self, report: IndexReport) -> None:
        """A run, changed or not; of its notices those that are new."""
        self._line({key: value for key, value in values_of(report).items() if key not in _LONG})
        if not self._quiet:
            tell(report_text(report))
        tell(notices_text(notice for notice in report.notices if notice not in self._noted))
        self._noted.update(report.notices)

    def _line(self, values: dict[str, object]) -> None:
        if self._as_json:
            put(json.dumps(values, ensure_ascii=False) + "\n")


_LONG = ("skipped", "cutByLines")
