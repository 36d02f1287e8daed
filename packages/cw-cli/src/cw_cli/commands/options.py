"""The options several commands share, and what they mean together."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

Root = Annotated[Path | None, typer.Argument(metavar="PATH", help="The repository; the current folder by default.")]
RepoPath = Annotated[Path | None, typer.Option("--repo-path", "-p", "--path", help="The same as PATH.")]
Json = Annotated[bool, typer.Option("--json", help="One JSON object on stdout, on errors too.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no summary on stderr.")]


def root_of(positional: Path | None, named: Path | None) -> Path:
    """The one folder that was named, by whichever way."""
    if positional is not None and named is not None and positional != named:
        raise typer.BadParameter(f"{positional} and {named} are two folders; name one", param_hint="PATH")
    return positional or named or Path()
