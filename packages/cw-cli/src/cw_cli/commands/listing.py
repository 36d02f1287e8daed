"""`cw list`: the indexes of this machine."""

from __future__ import annotations

import json
import time
from typing import Any

import typer

from cw_cli.commands.options import Json
from cw_cli.render import put, size_text
from cw_cli.shell import Shell
from cw_core.report import IndexEntry


def list_indexes(context: typer.Context, as_json: Json = False) -> None:
    """List all indexes with their size and last use."""
    shell: Shell = context.obj
    found = shell.indexes()
    if as_json:
        put(json.dumps({"indexes": [values_of(entry) for entry in found]}, ensure_ascii=False, indent=2) + "\n")
        return
    put("".join(f"{_line(entry)}\n" for entry in found) or "no index yet\n")


def values_of(entry: IndexEntry) -> dict[str, Any]:
    """An index as plain values."""
    return {
        "root": entry.root,
        "folder": entry.folder,
        "files": entry.files,
        "bytesOnDisk": entry.bytes_on_disk,
        "lastUsed": entry.last_used,
        "state": entry.state,
    }


def _line(entry: IndexEntry) -> str:
    used = time.strftime("%Y-%m-%d %H:00", time.localtime(entry.last_used))
    state = f"  ({entry.state})" if entry.state else ""
    return f"{size_text(entry.bytes_on_disk):>9}  {entry.files:>7} files  {used}  {entry.root or entry.folder}{state}"
