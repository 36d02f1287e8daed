"""What the published generation holds, counted in the stores themselves."""

from __future__ import annotations

import contextlib
from pathlib import Path

from cw_core import IndexStats, Notice
from cw_store import catalog
from cw_store.current import from_current
from cw_store.layout import Layout


def stats(layout: Layout, root: Path) -> IndexStats:
    """Counts of the newest generation. Raises IndexMissing, IndexDamaged or IndexIncompatible."""
    return from_current(layout, lambda store: _stats(layout, store, root))


def _stats(layout: Layout, store: Path, root: Path) -> IndexStats:
    with contextlib.closing(catalog.connect(store / "catalog.db")) as db:
        generation = catalog.generation(db)

        def one(sql: str) -> int:
            return int(db.execute(sql).fetchone()[0] or 0)

        notices: tuple[Notice, ...] = ()
        if generation.space and generation.vectors < generation.chunks:
            missing = generation.chunks - generation.vectors
            notices = (Notice("partial-vectors", f"{missing} chunks have no vector; run `cw index` again"),)
        return IndexStats(
            root=str(root),
            home=str(layout.folder),
            generation=generation,
            bytes_of_text=one("SELECT sum(bytes) FROM file"),
            bytes_on_disk=layout.bytes_on_disk(),
            languages=catalog.languages(db),
            symbols=one("SELECT count(*) FROM symbol"),
            references=one("SELECT sum(uses_count) FROM file"),
            skipped=catalog.left_out(db),
            marked=catalog.marked(db),
            masked=one("SELECT sum(masked) FROM file"),
            notices=notices,
        )
