"""Who uses what across files: imports as they were resolved, calls and other uses with how sure each is.

A use is a name on a line; which definition it means is worked out when it is asked for, from the names, the imports and
the folders of this generation, so that no edit can leave a wrong one behind.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

from cw_core import Edge, RepoPath, Symbol
from cw_core.text import whole
from cw_store import catalog
from cw_store.rows import key_of, symbol_of, uses_of

SAME_FILE = 0.95
IMPORTED = 0.9
IMPORTED_THROUGH = 0.75
SAME_FOLDER = 0.7
ONLY_ONE = 0.6
ONE_OF_MANY = 0.3
"""How sure it is that a use means a definition: of its own file; of a file it imports; of one
that such a file imports in turn, as packages re-export; of a neighbour; the only one of
that name anywhere; one of several (shared among them)."""

_DEFINED = (
    "SELECT symbol.file_id, file.path, symbol.name, symbol.kind, symbol.start, symbol.end, symbol.first_line,"
    " symbol.last_line, symbol.qualified, symbol.container, symbol.signature, symbol.doc, symbol.visibility"
    " FROM symbol JOIN file ON file.id = symbol.file_id WHERE symbol.name_key = ? AND symbol.kind != 'package'"
)


def imports_of(db: sqlite3.Connection, path: str) -> tuple[tuple[RepoPath, float], ...]:
    """The files that a file imports, with how sure that is, by path."""
    return _files(db, "source_id", "target_id", path)


def imported_by(db: sqlite3.Connection, path: str) -> tuple[tuple[RepoPath, float], ...]:
    """The files that import a file, with how sure that is, by path."""
    return _files(db, "target_id", "source_id", path)


def _files(db: sqlite3.Connection, here: str, there: str, path: str) -> tuple[tuple[RepoPath, float], ...]:
    sql = (
        f"SELECT other.path, edge.confidence FROM file JOIN edge ON edge.{here} = file.id"
        f" JOIN file AS other ON other.id = edge.{there} WHERE file.path = ? ORDER BY other.path"
    )
    return tuple((_repo_path(other), confidence) for other, confidence in db.execute(sql, (path,)))


def users(db: sqlite3.Connection, path: str, name: str) -> Iterator[Edge]:
    """Uses, anywhere, of what a file defines under a name; surest first, then by path and line."""
    known = _definitions(db, name)
    firsts = {symbol.lines[0] for _, target, symbol in known if target == path}
    if not firsts:
        return
    found, sure = list[Edge](), dict[str, float]()
    for user, use in catalog.uses(db, name):
        if user not in sure:
            sure[user] = _sure(db, user, known).get(path, 0.0)
        if sure[user] and not (user == path and use.line in firsts):
            around = _enclosing(db, user, use.line)
            found.append(Edge(_repo_path(user), use.line, use.kind, around, _repo_path(path), name, sure[user]))
    yield from sorted(found, key=lambda edge: (-edge.confidence, edge.source, edge.line))


def used_by(db: sqlite3.Connection, path: str, lines: tuple[int, int]) -> Iterator[Edge]:
    """What the lines of a file (1-based, inclusive) use, each definition that may be meant, surest first per use."""
    row = db.execute("SELECT uses FROM file WHERE path = ?", (path,)).fetchone()
    for use in uses_of(row[0]) if row else ():
        if not lines[0] <= use.line <= lines[1] or use.kind == "import":
            continue
        known = _definitions(db, use.name)
        sure = _sure(db, path, known)
        edges = [
            Edge(_repo_path(path), use.line, use.kind, "", _repo_path(target), symbol.qualified, sure[target])
            for _, target, symbol in known
            if target in sure
        ]
        yield from sorted(edges, key=lambda edge: (-edge.confidence, edge.target, edge.name))


def _definitions(db: sqlite3.Connection, name: str) -> list[tuple[int, str, Symbol]]:
    rows = db.execute(_DEFINED, (key_of(name),)).fetchall()
    return [(row[0], row[1], symbol_of(row[2:])) for row in rows if whole(row[2]) == whole(name)]


def _sure(db: sqlite3.Connection, user: str, known: list[tuple[int, str, Symbol]]) -> dict[str, float]:
    """The files that a use in one file may mean, of all that define the name, with how sure each is."""
    paths = {file_id: path for file_id, path, _ in known}
    if not paths:
        return {}
    if user in paths.values():
        return {user: SAME_FILE}
    marks = ", ".join("?" * len(paths))
    row = db.execute("SELECT id FROM file WHERE path = ?", (user,)).fetchone()
    asked = (row[0] if row else 0, *paths)
    direct = f"SELECT target_id, confidence FROM edge WHERE source_id = ? AND target_id IN ({marks})"
    through = (
        "SELECT far.target_id, max(near.confidence * far.confidence) FROM edge AS near JOIN edge AS far"
        f" ON far.source_id = near.target_id WHERE near.source_id = ? AND far.target_id IN ({marks}) GROUP BY 1"
    )
    for share, sql in ((IMPORTED, direct), (IMPORTED_THROUGH, through)):
        if found := {paths[target]: share * sure for target, sure in db.execute(sql, asked)}:
            return found
    near = {path for path in paths.values() if path.rpartition("/")[0] == user.rpartition("/")[0]}
    if near:
        return dict.fromkeys(near, SAME_FOLDER / len(near))
    return dict.fromkeys(paths.values(), ONLY_ONE if len(paths) == 1 else ONE_OF_MANY / len(paths))


def _enclosing(db: sqlite3.Connection, path: str, line: int) -> str:
    """The innermost definition around a line, by its qualified name; empty outside of all."""
    row = db.execute(
        "SELECT coalesce(nullif(qualified, ''), name) FROM symbol JOIN file ON file.id = file_id WHERE path = ?"
        " AND first_line <= ? AND last_line >= ? AND kind != 'package'"
        " ORDER BY last_line - first_line, start DESC LIMIT 1",
        (path, line, line),
    ).fetchone()
    return str(row[0]) if row else ""


def _repo_path(path: str) -> RepoPath:
    return str.__new__(RepoPath, path)
