"""`cw stats`: what the index of a repository holds."""

from __future__ import annotations

import json
from typing import Any

import typer

from cw_cli.commands.options import Json, RepoPath, Root, root_of
from cw_cli.render import notices_text, put, stats_text, tell
from cw_cli.shell import Shell
from cw_core.report import IndexStats


def stats(context: typer.Context, path: Root = None, repo_path: RepoPath = None, as_json: Json = False) -> None:
    """Show what the index of a repository holds."""
    shell: Shell = context.obj
    with shell.open(root_of(path, repo_path)) as engine:
        held = engine.stats()
    put(json.dumps(values_of(held), ensure_ascii=False, indent=2) + "\n" if as_json else stats_text(held))
    tell(notices_text(held.notices))


def values_of(held: IndexStats) -> dict[str, Any]:
    """Stats as plain values."""
    return {
        "root": held.root,
        "home": held.home,
        "generation": held.generation.number,
        "publishedAt": held.generation.published_at,
        "files": held.generation.files,
        "chunks": held.generation.chunks,
        "vectors": held.generation.vectors,
        "space": held.generation.space,
        "symbols": held.symbols,
        "references": held.references,
        "bytesOfText": held.bytes_of_text,
        "bytesOnDisk": held.bytes_on_disk,
        "languages": {name: dict(ways) for name, ways in held.languages.items()},
        "skippedByReason": dict(held.skipped),
        "filesByMark": dict(held.marked),
        "maskedSecrets": held.masked,
        "warnings": [{"code": notice.code, "message": notice.message} for notice in held.notices],
    }
