"""`cw clean`: takes indexes away."""

from __future__ import annotations

import json
import os
import time
from pathlib import Path
from typing import Annotated

import typer

from cw_cli.commands.options import Json
from cw_cli.render import put, size_text, tell
from cw_cli.shell import Shell
from cw_core.errors import IndexBusy
from cw_core.report import IndexEntry

DAY_S = 86_400


def clean(
    context: typer.Context,
    path: Annotated[Path | None, typer.Argument(metavar="PATH", help="The repository whose index is to go.")] = None,
    missing: Annotated[bool, typer.Option("--missing", help="Indexes whose folder is gone.")] = False,
    older: Annotated[
        int | None,
        typer.Option("--older", min=0, max=36_500, metavar="DAYS", help="Indexes not used for so many days."),
    ] = None,
    everything: Annotated[bool, typer.Option("--all", help="All indexes, and the cache.")] = False,
    cache: Annotated[bool, typer.Option("--cache", help="The vectors kept for all indexes.")] = False,
    dry_run: Annotated[bool, typer.Option("--dry-run", "-n", help="Say what would go.")] = False,
    as_json: Json = False,
) -> None:
    """Take away indexes, of one repository or of many. They are made again when they are asked for."""
    if not (path or missing or older is not None or everything or cache):
        raise typer.BadParameter("name a repository, or --missing, --older DAYS, --cache or --all", param_hint="PATH")
    shell: Shell = context.obj
    chosen = [entry for entry in shell.indexes() if everything or _is_chosen(entry, path, missing, older)]
    if path and not chosen:
        tell(f"note: there is no index of {path}")
    removed, freed, busy = [], 0, []
    for entry in chosen:
        try:
            freed += entry.bytes_on_disk if dry_run else shell.remove(entry)
            removed.append(entry.root or entry.folder)
        except IndexBusy as error:
            busy.append(f"{entry.root or entry.folder}: {error}")
    if (cache or everything) and not dry_run:
        freed += shell.clear_cache()
    if as_json:
        put(json.dumps({"removed": removed, "bytesFreed": freed, "busy": busy}, ensure_ascii=False, indent=2) + "\n")
    else:
        done = "would remove" if dry_run else "removed"
        put("".join(f"{done} {root}\n" for root in removed) + f"{size_text(freed)} in all\n")
    for told in busy:
        tell(f"note: not removed: {told}")


def _is_chosen(entry: IndexEntry, path: Path | None, missing: bool, older: int | None) -> bool:
    if path is not None and entry.root == os.path.realpath(path.expanduser()):
        return True
    if missing and entry.root and not Path(entry.root).is_dir():
        return True
    return older is not None and time.time() - entry.last_used >= older * DAY_S
