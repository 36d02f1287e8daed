"""`cw index`: brings the index of a repository up to date."""

from __future__ import annotations

import json
import sys
from typing import Annotated, Any

import typer

from cw_cli.commands.options import Json, Quiet, RepoPath, Root, root_of
from cw_cli.progress import teller
from cw_cli.render import notices_text, put, report_text, skipped_text, tell
from cw_cli.shell import Shell
from cw_core.report import IndexReport


def index(
    context: typer.Context,
    path: Root = None,
    repo_path: RepoPath = None,
    force: Annotated[bool, typer.Option("--force", "-f", help="Build it anew, whatever is there.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Bring the index of a repository up to date."""
    shell: Shell = context.obj
    with (
        shell.open(root_of(path, repo_path)) as engine,
        teller(sys.stderr, shell.environ, quiet=quiet) as observe,
    ):
        report = engine.index(force=force, observe=observe)
    put(json.dumps(values_of(report), ensure_ascii=False, indent=2) + "\n" if as_json else report_text(report))
    if not quiet:
        tell(skipped_text(report))
    tell(notices_text(report.notices))


def values_of(report: IndexReport) -> dict[str, Any]:
    """A report as plain values."""
    return {
        "root": report.root,
        "generation": report.generation.number,
        "files": report.generation.files,
        "chunks": report.generation.chunks,
        "vectors": report.generation.vectors,
        "discovered": report.discovered,
        "added": report.added,
        "modified": report.modified,
        "unchanged": report.unchanged,
        "deleted": report.deleted,
        "embedded": report.embedded,
        "reused": report.reused,
        "hardLinked": report.hard_linked,
        "skippedByReason": report.skipped_by_reason,
        "skipped": [{"path": one.path, "reason": one.reason, "detail": one.detail} for one in report.skipped],
        "cutByLines": [{"path": one.path, "reason": one.reason, "detail": one.detail} for one in report.by_lines],
        "durationS": round(report.duration_s, 3),
        "warnings": [{"code": notice.code, "message": notice.message} for notice in report.notices],
    }
