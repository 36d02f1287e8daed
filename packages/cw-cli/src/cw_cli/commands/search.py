"""`cw search`: answers a question about a repository."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated

import typer

from cw_cli.commands.options import Json, Quiet, RepoPath, Root, root_of
from cw_cli.failures import NOTHING_FOUND
from cw_cli.progress import teller
from cw_cli.render import notices_text, pack_summary, pack_text, put, report_text, skipped_text, tell
from cw_cli.shell import Shell
from cw_core.context import ContextPack
from cw_core.query import Query, Scope
from cw_mcp.answer import wire
from cw_mcp.asking import ask
from cw_mcp.budget import MODES, budget_of


def search(  # noqa: PLR0913, PLR0917  (a parameter is an option of the command line)
    context: typer.Context,
    query: Annotated[str, typer.Argument(metavar="QUERY", help="What you want to know, in plain words.")] = "",
    path: Root = None,
    repo_path: RepoPath = None,
    information_request: Annotated[str, typer.Option("--information-request", help="The same as QUERY.")] = "",
    technical_terms: Annotated[
        list[str] | None, typer.Option("--technical-terms", "-t", metavar="A,B", help="Names you already know.")
    ] = None,
    include: Annotated[list[str] | None, typer.Option(metavar="GLOB", help="Only these files; repeatable.")] = None,
    exclude: Annotated[list[str] | None, typer.Option(metavar="GLOB", help="Not these files; repeatable.")] = None,
    language: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Only these languages; repeatable.")
    ] = None,
    mode: Annotated[str, typer.Option(help="Size of the answer: quick, balanced or deep.")] = "balanced",
    max_tokens: Annotated[
        int | None, typer.Option(min=200, max=20_000, help="Most tokens of the answer; beats --mode.")
    ] = None,
    max_total_chars: Annotated[int | None, typer.Option(min=800, max=80_000, hidden=True)] = None,
    max_files: Annotated[int | None, typer.Option(min=1, max=50, help="Most files in the answer.")] = None,
    no_index: Annotated[bool, typer.Option("--no-index", help="Answer from the index as it is.")] = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Answer a question about a repository. Exit code 1 if nothing was found."""
    text = _question(query.strip(), information_request.strip())
    if mode not in MODES:
        raise typer.BadParameter(f"{mode!r} is none of {', '.join(MODES)}", param_hint="--mode")
    asked = Query(
        text=text,
        terms=_split(technical_terms),
        scope=Scope(tuple(include or ()), tuple(exclude or ()), tuple(name.lower() for name in _split(language))),
        budget=budget_of(
            mode,
            max_tokens=max_tokens or 0,
            max_total_chars=max_total_chars or 0,
            max_files=max_files or 0,
        ),
    )
    shell: Shell = context.obj
    pack = _answer(shell, root_of(path, repo_path), asked, index=not no_index, quiet=quiet)
    if as_json:
        put(json.dumps(wire(pack), ensure_ascii=False, indent=2) + "\n")
    else:
        terminal = sys.stdout.isatty()
        put(pack_text(pack, terminal=terminal, color=terminal and shell.color))
    tell(notices_text(pack.notices))
    if not quiet:
        tell(pack_summary(pack))
    if not pack.segments:
        raise typer.Exit(NOTHING_FOUND)


def _question(query: str, information_request: str) -> str:
    if query and information_request:
        raise typer.BadParameter(
            "give QUERY or --information-request, not both (with the latter, name the folder by --repo-path)",
            param_hint="QUERY",
        )
    if not query and not information_request:
        raise typer.BadParameter("say what you want to know", param_hint="QUERY")
    return query or information_request


def _answer(shell: Shell, root: Path, asked: Query, *, index: bool, quiet: bool) -> ContextPack:
    with shell.open(root) as engine:
        if not index:
            return engine.search(asked)
        with teller(sys.stderr, shell.environ, quiet=quiet) as observe:
            pack, report = ask(engine, asked, observe)
        if report and report.changed and not quiet:
            tell(report_text(report))
            tell(skipped_text(report))
        return pack


def _split(values: list[str] | None) -> tuple[str, ...]:
    """`["a,b", "c"]` -> a, b, c."""
    return tuple(part.strip() for value in values or () for part in value.split(",") if part.strip())
