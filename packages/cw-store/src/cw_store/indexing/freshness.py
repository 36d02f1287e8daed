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
from cw_store.indexing.reconcile import Fresh, Stale, reconcile
from cw_store.indexing.seen import Seen
from cw_store.indexing.walk import Walk, walk
from cw_store.layout import Layout


@dataclass(frozen=True, slots=True)
class Look:
    """The files of a root that count, what was left out, and both as `Seen`; sorted by path.

    `changed` is False only if all of it is what the last run saw.
    """

    stamps: tuple[FileStamp, ...]
    skipped: tuple[Skipped, ...]
    seen: Seen
    changed: bool
    hard_linked: int = 0


def maker(chunker: str, space: str) -> bytes:
    """Names what else than the tree makes an index: another maker's is not up to date, however fresh it is."""
    return sha256("\0".join((FORMAT, chunker, space)).encode("utf-8", "surrogatepass")).hexdigest().encode() + b"\n"


def look(root: Path, settings: IndexSettings, store: Path | None, made_by: bytes) -> Look:
    """The tree as it is now, by way of what the store's last run saw, if that is known. Raises RootRefused."""
    now_ns = time.time_ns()
    seen = _kept(store, made_by) if store else None
    found = reconcile(root, seen, settings, now_ns) if seen else walk(root, settings, begun_ns=now_ns)
    if isinstance(found, Fresh):
        links = found.seen.linked.stamps()
        stamps = found.seen.files.stamps()
        whole = sorted((*stamps, *links), key=lambda stamp: stamp.path) if links else stamps
        return Look(tuple(whole), tuple(found.seen.left_out()), found.seen, changed=False)
    if isinstance(found, Walk):
        return Look(found.stamps, found.skipped, Seen.of(found), changed=True, hard_linked=len(found.hard_linked))
    raise AssertionError("without a deadline there is no stale answer")


def remember(store: Path, seen: Seen, made_by: bytes) -> None:
    """Keep what a run saw that left nothing undone. Where it cannot be written, the next run looks at everything."""
    aside = store / "seen.new"
    with contextlib.suppress(OSError):
        aside.write_bytes(made_by + seen.to_bytes())
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
    seen = _kept(store, made_by)
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
    before = {stamp.path: stamp for stamp in (*seen.files.stamps(), *seen.linked.stamps())}
    now = {stamp.path: stamp for stamp in found.stamps}
    new = [stamp for path, stamp in now.items() if before.get(path) != stamp]
    gone = len(before.keys() - now.keys())
    return Freshness("stale", len(new) + gone, sum(stamp.size for stamp in new))


def folders(layout: Layout, root: Path, settings: IndexSettings, made_by: bytes) -> list[Path]:
    """The folders whose files count, or would, the root with them: what is to be watched. Raises RootRefused."""
    store = layout.current()
    seen = (_kept(store, made_by) if store else None) or Seen.of(walk(root, settings))
    return [root / path if path else root for path in seen.folders.paths]


def _kept(store: Path, made_by: bytes) -> Seen | None:
    try:
        data = (store / "seen").read_bytes()
    except OSError:
        return None
    return Seen.from_bytes(data[len(made_by) :]) if data.startswith(made_by) else None
