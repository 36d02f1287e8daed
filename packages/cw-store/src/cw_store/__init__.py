"""A working tree into a published generation of an index: words in SQLite, vectors in LanceDB."""

from cw_store.index import StoreSnapshot, snapshot
from cw_store.indexing.pipeline import Job, update
from cw_store.indexing.root import resolve_root
from cw_store.layout import Layout
from cw_store.stats import stats

__all__ = ["Job", "Layout", "StoreSnapshot", "resolve_root", "snapshot", "stats", "update"]
