"""`cw migrate`: what became of each change of an index's tables."""

from __future__ import annotations

import json
import time
from typing import Annotated

import typer

from cw_cli.commands.options import Json, RepoPath, Root, root_of
from cw_cli.render import put
from cw_cli.shell import Shell
from cw_core.report import MigrationState


def migrate(
    context: typer.Context,
    path: Root = None,
    repo_path: RepoPath = None,
    reset: Annotated[bool, typer.Option("--reset", help="Have what was given up tried again by the next run.")] = False,
    as_json: Json = False,
) -> None:
    """Show what became of each change of an index's tables: pending, done or aborted."""
    shell: Shell = context.obj
    with shell.open(root_of(path, repo_path)) as engine:
        found = engine.migrations(reset=reset)
    if as_json:
        rows = [{"number": m.number, "name": m.name, "state": m.state, "at": m.at, "detail": m.detail} for m in found]
        put(json.dumps({"migrations": rows}, ensure_ascii=False, indent=2) + "\n")
    else:
        put("".join(f"{_line(migration)}\n" for migration in found))


def _line(migration: MigrationState) -> str:
    when = time.strftime("%Y-%m-%d %H:%M", time.localtime(migration.at)) if migration.at else ""
    return f"{migration.number:04} {migration.name:<12} {migration.state:<8} {when}  {migration.detail}".rstrip()
