"""The tables of a catalog, made by numbered SQL files, each run once and whole.

A new catalog runs them all. An older one runs those it lacks, each in one transaction that a check must pass before it
is trusted. What became of each is kept: `pending` (begun, or not yet begun), `done`, `aborted` with the reason; an
aborted one is not tried again before `reset`.
"""

from __future__ import annotations

import re
import sqlite3
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from cw_core import IndexIncompatible, MigrationState

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

_NAME = re.compile(r"(\d{4})_(\w+)\.sql")

_COMMENT = re.compile(r"--[^\n]*|/\*.*?\*/", re.DOTALL)
_PASSING = frozenset(
    (
        *(sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_NOMEM),
        *(sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_CORRUPT),
    )
)

_STATE = """
CREATE TABLE IF NOT EXISTS migration (
    number INTEGER PRIMARY KEY, name TEXT NOT NULL, state TEXT NOT NULL, at REAL NOT NULL, detail TEXT NOT NULL
)
"""


@dataclass(frozen=True, slots=True)
class Script:
    """One numbered SQL file."""

    number: int
    name: str
    sql: str


def scripts(folder: Traversable | None = None) -> tuple[Script, ...]:
    """The SQL files of a folder, by default ours, in order of their numbers."""
    folder = folder or files("cw_store") / "schema"
    found = [(entry, _NAME.fullmatch(entry.name)) for entry in folder.iterdir()]
    ordered = (Script(int(name[1]), name[2], entry.read_text(encoding="utf-8")) for entry, name in found if name)
    return tuple(sorted(ordered, key=lambda script: script.number))


def create(db: sqlite3.Connection, wanted: Sequence[Script]) -> None:
    """Make the tables of a new catalog."""
    db.execute("BEGIN IMMEDIATE")
    db.execute("CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID")
    db.execute(_STATE)
    for script in wanted:
        _run(db, script)
        _note(db, script, "done")
    db.execute("COMMIT")


def states(db: sqlite3.Connection, wanted: Sequence[Script]) -> tuple[MigrationState, ...]:
    """What became of each script in this catalog; those not begun are pending."""
    known = {}
    if db.execute("SELECT 1 FROM sqlite_schema WHERE name = 'migration'").fetchone():
        rows = db.execute("SELECT number, name, state, at, detail FROM migration ORDER BY number")
        known = {row[0]: MigrationState(*row) for row in rows}
    asked = {script.number: MigrationState(script.number, script.name, "pending") for script in wanted}
    return tuple((asked | known)[number] for number in sorted(asked | known))


def bring_up(db: sqlite3.Connection, wanted: Sequence[Script], check: Callable[[sqlite3.Connection], str]) -> int:
    """Run what this catalog lacks, in order; how many were run. `check` says what is wrong after one, or nothing.

    Raises IndexIncompatible for a script that aborts, now or before, and for a catalog of a later version.
    """
    found = {migration.number: migration for migration in states(db, wanted)}
    later = [number for number in found if number > max(script.number for script in wanted)]
    if later:
        raise IndexIncompatible(
            f"the index was brought up to tables {later[-1]:04} by a later version",
            "Upgrade, or run `cw index --force`.",
        )
    count = 0
    for script in wanted:
        before = found[script.number]
        if before.state == "done":
            continue
        if before.state == "aborted":
            raise _aborted(script, before.detail)
        _note(db, script, "pending")
        _one(db, script, check)
        count += 1
    return count


def reset(db: sqlite3.Connection) -> int:
    """Forget what is pending or aborted, so that it is tried again; how many."""
    return db.execute("DELETE FROM migration WHERE state != 'done'").rowcount


def _one(db: sqlite3.Connection, script: Script, check: Callable[[sqlite3.Connection], str]) -> None:
    problem = ""
    db.execute("BEGIN IMMEDIATE")
    try:
        _run(db, script)
        problem = check(db)
        if not problem:
            _note(db, script, "done")
            db.execute("COMMIT")
    except sqlite3.Error as error:
        if _is_passing(error):  # the disk's or another process's doing: tried again by the next run
            raise
        problem = str(error)
    finally:
        if db.in_transaction:
            db.execute("ROLLBACK")
    if problem:
        _note(db, script, "aborted", problem)
        raise _aborted(script, problem)


def _is_passing(error: sqlite3.Error) -> bool:
    code = getattr(error, "sqlite_errorcode", None)
    return code is not None and code & 0xFF in _PASSING


def _aborted(script: Script, problem: str) -> IndexIncompatible:
    return IndexIncompatible(
        f"bringing the index up to tables {script.number:04} ({script.name}) was given up: {problem}",
        "Run `cw index --force` to build it anew, or `cw migrate --reset` to have it tried again.",
    )


def _run(db: sqlite3.Connection, script: Script) -> None:
    for statement in _statements(script.sql):
        db.execute(statement)


def _statements(sql: str) -> Iterator[str]:
    """One by one, since `executescript` would commit first."""
    statement = ""
    for part in re.split(r"(?<=;)", sql):
        statement += part
        if sqlite3.complete_statement(statement):
            yield statement
            statement = ""
    if _COMMENT.sub("", statement).strip():
        yield statement


def _note(db: sqlite3.Connection, script: Script, state: str, detail: str = "") -> None:
    row = (script.number, script.name, state, time.time(), detail)
    db.execute("INSERT OR REPLACE INTO migration VALUES (?, ?, ?, ?, ?)", row)
