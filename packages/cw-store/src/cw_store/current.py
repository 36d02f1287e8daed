"""Whatever is read from the store in force, tried again while other stores come into force in between."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from cw_core import IndexMissing, StoreError
from cw_store.catalog import damage_told
from cw_store.layout import Layout

Answer = TypeVar("Answer")

ATTEMPTS = 10
"""Stores that may be replaced while one is being opened; each takes its writer longer than a reader needs."""


def from_current(layout: Layout, read: Callable[[Path], Answer]) -> Answer:
    """What `read` makes of the store in force. Raises IndexMissing, IndexDamaged, IndexIncompatible or StoreError."""
    for _ in range(ATTEMPTS):
        store = layout.current()
        if store is None:
            break
        try:
            with damage_told():
                return read(store)
        except StoreError:
            if layout.current() == store:
                raise  # not a store that was just replaced by another
    raise IndexMissing("nothing was indexed here yet", "Run `cw index` in this folder first.")
