"""What files import, as edges between them: whatever a run has changed, and no more."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Collection, Iterator

from cw_core import RepoPath
from cw_core.ports import ImportRules
from cw_store import catalog
from cw_store.rows import keys_of_imports, uses_of
from cw_store.write import DECLARING, Stage

_TYPES = frozenset("class interface object trait enum struct function record annotation".split())


def owe_by_manifests(db: sqlite3.Connection, stage: Stage, rules: ImportRules | None, changed: Collection[str]) -> None:
    """If a manifest is among the paths that came, went or changed, all imports are owed a look: in the same step."""
    if rules is None or not changed:
        return
    consulted = json.loads(catalog.facts(db).get("manifests", "[]"))
    named = any(path.rpartition("/")[2] in rules.manifest_names for path in changed)
    if named or not set(consulted).isdisjoint(changed):
        stage.owe_all_edges()


def resolve_owed(db: sqlite3.Connection, stage: Stage, rules: ImportRules | None) -> int:
    """Pay the looks at imports that are owed, within an open stage; how many files were looked at.

    Without rules everything stays owed. Building the rules costs 7 us a file of the index, an import 20 to 50.
    """
    if rules is None:
        return 0
    owed = stage.owed_edges()
    if not owed:
        return 0
    ids = {path: file_id for file_id, path in db.execute("SELECT id, path FROM file")}
    consulted: dict[str, None] = {}
    imports = rules.of(map(_repo_path, ids), _reader(db, consulted), dict(_declared(db)))
    for file_id in owed:
        path, language, uses = db.execute("SELECT path, language, uses FROM file WHERE id = ?", (file_id,)).fetchone()
        found: dict[int, float] = {}
        for use in uses_of(uses):
            for target in imports.resolve(use, _repo_path(path), language) if use.kind == "import" else ():
                found[ids[target.path]] = max(found.get(ids[target.path], 0.0), target.confidence)
        stage.set_edges(file_id, keys_of_imports(uses_of(uses)), found)
    stage.note("manifests", json.dumps(sorted(consulted)))
    return len(owed)


def _reader(db: sqlite3.Connection, consulted: dict[str, None]) -> Callable[[RepoPath], bytes | None]:
    def read(path: RepoPath) -> bytes | None:
        consulted[path] = None
        return catalog.file_text(db, path) or None

    return read


def _declared(db: sqlite3.Connection) -> Iterator[tuple[RepoPath, list[str]]]:
    """The namespaces that each file declares, and the full names of what stands outside of all others in it."""
    marks = ", ".join("?" * len(DECLARING))
    spaces: dict[int, list[str]] = {}
    paths: dict[int, str] = {}
    sql = (
        "SELECT file.id, path, coalesce(nullif(qualified, ''), name) FROM symbol JOIN file ON file.id = file_id"
        f" WHERE symbol.kind IN ({marks}) ORDER BY file.id, ordinal"
    )
    for file_id, path, name in db.execute(sql, tuple(DECLARING)):
        spaces.setdefault(file_id, []).append(name)
        paths[file_id] = path
    for file_id, names in spaces.items():
        rows = db.execute(
            "SELECT kind, coalesce(nullif(qualified, ''), name) FROM symbol WHERE file_id = ? AND container = ''"
            " ORDER BY ordinal",
            (file_id,),
        )
        tops = [f"{names[0]}.{name}" for kind, name in rows if kind in _TYPES]
        yield _repo_path(paths[file_id]), [*names, *tops]


def _repo_path(path: str) -> RepoPath:
    return str.__new__(RepoPath, path)
