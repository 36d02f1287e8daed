"""Candidates get their texts, once it is known which are worth reading."""

from __future__ import annotations

from dataclasses import replace

from cw_core import Candidates
from cw_core.ports import Catalog


def read(candidates: Candidates, catalog: Catalog) -> Candidates:
    """The same hits in the same order, each chunk with its text. O(files)."""
    chunks = catalog.chunks([hit.chunk.id for hit in candidates.hits])
    return replace(candidates, hits=tuple(replace(hit, chunk=chunks[hit.chunk.id]) for hit in candidates.hits))
