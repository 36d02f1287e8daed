"""The indexes of a home: which there are, how large, when last used; and taking them away."""

from __future__ import annotations

import contextlib
import sqlite3
from pathlib import Path

from cw_core import IndexEntry, MigrationState, StoreError
from cw_store import catalog, migrate
from cw_store.current import from_current
from cw_store.layout import Layout
from cw_store.lock import writing


def entries(home: Path) -> tuple[IndexEntry, ...]:
    """All indexes of a home, the last used first."""
    return tuple(sorted(map(_entry, Layout.all_in(home)), key=lambda entry: (-entry.last_used, entry.root)))


def remove(layout: Layout) -> int:
    """Take an index away; the bytes that it took, 0 if there was none. Raises IndexBusy while it is being written."""
    if not layout.folder.is_dir():
        return 0
    with writing(layout.lock, 0):
        size = layout.bytes_on_disk()
        layout.remove()
    layout.remove()  # what the lock itself left
    return size


def clear_cache(home: Path) -> int:
    """Take away the vectors kept for all indexes; the bytes they took. A run at work goes on without them."""
    size = 0
    for path in (home / "cache").glob("vectors.db*"):
        with contextlib.suppress(OSError):
            size += path.stat().st_size
            path.unlink()
    return size


def migrations(layout: Layout, *, reset: bool) -> tuple[MigrationState, ...]:
    """What became of each change of the tables of the store in force; `reset` forgets those not done."""
    with writing(layout.lock, 0) if reset else contextlib.nullcontext():
        return from_current(layout, lambda store: _migrations(store, reset))


def _migrations(store: Path, reset: bool) -> tuple[MigrationState, ...]:
    with contextlib.closing(catalog.connect(store / "catalog.db")) as db:
        if reset:
            migrate.reset(db)
        return migrate.states(db, migrate.scripts())


def _entry(layout: Layout) -> IndexEntry:
    root, files, state = layout.root(), 0, ""
    try:
        if root and not Path(root).is_dir():
            state = "its folder is gone"
    except OSError:
        state = "its folder cannot be reached"
    store = layout.current()
    if store is None:
        state = state or "nothing published"
    else:
        try:
            with contextlib.closing(catalog.connect(store / "catalog.db")) as db:
                files = catalog.generation(db).files
        except (StoreError, sqlite3.Error) as error:
            state = state or str(error)
    return IndexEntry(root, str(layout.folder), files, layout.bytes_on_disk(), layout.last_used(), state)
