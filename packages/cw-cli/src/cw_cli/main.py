"""The command `cw`: reads the environment and the command line, and ends with an exit code."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from cw_cli import failures
from cw_cli.commands import clean, index, listing, mcp, migrate, search, stats, watch
from cw_cli.shell import Shell

app = typer.Typer(
    name="cw",
    help="Finds the code that answers a question, offline.",
    rich_markup_mode=None,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command("index")(index.index)
app.command("search")(search.search)
app.command("watch")(watch.watch)
app.command("stats")(stats.stats)
app.command("list")(listing.list_indexes)
app.command("clean")(clean.clean)
app.command("migrate")(migrate.migrate)
app.command("mcp")(mcp.mcp)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"cw {version('cw-cli')}")
        raise typer.Exit()


@app.callback()
def _options(
    version: Annotated[
        bool, typer.Option("--version", "-V", is_eager=True, callback=_version, help="Show the version.")
    ] = False,
) -> None:
    """Finds the code that answers a question, offline."""


def run(arguments: Sequence[str], shell: Shell) -> int:
    """One command line, to its exit code; an empty one asks for help."""
    return failures.exit_code(
        lambda: app(args=list(arguments) or ["--help"], prog_name="cw", standalone_mode=False, obj=shell),
        as_json="--json" in arguments,
    )


def main() -> None:
    """The entry point, and the only place that reads the environment."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    sys.exit(run(sys.argv[1:], Shell(environ=os.environ, home=Path.home())))


if __name__ == "__main__":
    main()
