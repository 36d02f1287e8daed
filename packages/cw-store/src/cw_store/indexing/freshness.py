"""Whether an index still tells what the disk does: what the last run saw, kept with the store it made."""

from __future__ import annotations

import contextlib
import os
import time
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from cw_core import FileStamp, Freshness, IndexSettings, RootRefused, Skipped
from cw_store.catalog import FORMAT
from cw_store.indexing.reconcile import Fresh, Stale, racy_files, reconcile
from cw_store.indexing.seen import Seen, split
from cw_store.indexing.walk import Walk, walk
from cw_store.layout import Layout


@dataclass(frozen=True, slots=True)
class Look:
    """The files of a root that count, what was left out, and both as `Seen`; sorted by path.

    `touched` are the paths that came, went or may have changed since the run that made the generation `of`; None if
    that is not known, and every path may be one.
    """

    stamps: tuple[FileStamp, ...]
    skipped: tuple[Skipped, ...]
    seen: Seen
    hard_linked: int
    touched: frozenset[str] | None = None
    of: int = 0


def maker(chunker: str, space: str) -> bytes:
    """Names what else than the tree makes an index: another maker's is not up to date, however fresh it is."""
    return sha256("\0".join((FORMAT, chunker, space)).encode("utf-8", "surrogatepass")).hexdigest().encode() + b"\n"


def look(root: Path, settings: IndexSettings, store: Path | None, made_by: bytes) -> Look:
    """The tree as it is now, by way of what the store's last run saw, if that is known. Raises RootRefused."""
    now_ns = time.time_ns()
    seen, number = _kept(store, made_by) if store else (None, 0)
    if seen is None:
        found = walk(root, settings, begun_ns=now_ns)
        return Look(found.stamps, found.skipped, Seen.of(found), len(found.hard_linked))
    now = reconcile(root, seen, settings, now_ns)
    assert not isinstance(now, Stale)  # that is the answer to a deadline
    if isinstance(now, Walk):
        touched = {*_differing(seen, now), *(str(stamp.path) for stamp in racy_files(seen))}
        stamps, skipped, seen_now, linked = now.stamps, now.skipped, Seen.of(now), len(now.hard_linked)
        return Look(stamps, skipped, seen_now, linked, frozenset(touched), number)
    files = sorted((*now.seen.files.stamps(), *now.seen.linked.stamps()), key=lambda stamp: stamp.path)
    touched = {str(stamp.path) for stamp in now.racy}
    linked = len(split(seen.hard_linked))
    return Look(tuple(files), tuple(now.seen.left_out()), now.seen, linked, frozenset(touched), number)


def _differing(seen: Seen, now: Walk) -> set[str]:
    """Files that came, went, or have other stamps."""
    before = {stamp.path: stamp for stamp in (*seen.files.stamps(), *seen.linked.stamps())}
    changed = {stamp.path for stamp in now.stamps if before.pop(stamp.path, None) != stamp}
    return {*map(str, changed), *map(str, before)}


def remember(store: Path, seen: Seen, made_by: bytes, number: int) -> None:
    """Keep what the run that made this generation saw, if it left nothing undone.

    Where it cannot be written, the next run looks at everything.
    """
    aside = store / "seen.new"
    with contextlib.suppress(OSError):
        aside.write_bytes(made_by + number.to_bytes(8, "little") + seen.to_bytes())
        os.replace(aside, store / "seen")  # noqa: PTH105 - the atomic one


def forget(store: Path) -> None:
    """Something is left undone: the next run looks at everything."""
    with contextlib.suppress(OSError):
        (store / "seen").unlink(missing_ok=True)


def freshness(layout: Layout, root: Path, settings: IndexSettings, made_by: bytes, deadline_s: float) -> Freshness:
    """What has changed since the last whole run, by stamps alone; writes nothing. 5 us a file and folder."""
    store = layout.current()
    if store is None:
        return Freshness("missing")
    seen, _ = _kept(store, made_by)
    if seen is None:
        return Freshness("unknown")
    try:
        found = reconcile(root, seen, settings, time.time_ns(), deadline_s=deadline_s)
    except RootRefused:
        return Freshness("unknown")
    if isinstance(found, Stale):
        return Freshness("unchecked", found.differ, unchecked=found.unchecked)
    if isinstance(found, Fresh):
        racy = len(found.racy)
        return Freshness("stale" if racy else "fresh", racy, sum(stamp.size for stamp in found.racy))
    differing = _differing(seen, found)
    return Freshness("stale", len(differing), sum(stamp.size for stamp in found.stamps if stamp.path in differing))


def folders(layout: Layout, root: Path, settings: IndexSettings, made_by: bytes) -> list[Path]:
    """The folders whose files count, or would, the root with them: what is to be watched. Raises RootRefused."""
    store = layout.current()
    seen = (_kept(store, made_by)[0] if store else None) or Seen.of(walk(root, settings))
    return [root / path if path else root for path in seen.folders.paths]


def _kept(store: Path, made_by: bytes) -> tuple[Seen | None, int]:
    """What the last whole run saw, and the generation that it made; None if that is not known."""
    try:
        data = (store / "seen").read_bytes()
    except OSError:
        return None, 0
    if not data.startswith(made_by):
        return None, 0
    at = len(made_by) + 8
    return Seen.from_bytes(data[at:]), int.from_bytes(data[len(made_by) : at], "little")
