"""What belongs to a hit comes along: its neighbours in the file, its siblings in the class."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from cw_core import Candidates, Chunk, ChunkId, Evidence, Hit, RepoPath, SearchSettings
from cw_core.ports import Catalog


def expand(candidates: Candidates, catalog: Catalog, settings: SearchSettings) -> Candidates:
    """The hits as they are, then what came along, best first, each with the evidence `neighbour` or `sibling`.

    The first `expand_seeds` hits bring others. A neighbour, up to `neighbor_hops` chunks away, has its seed's score
    times `decay_neighbor` per hop. Siblings, the first `breadcrumb_expand_limit` chunks with the same breadcrumb above
    them, hits not counted, have it times `decay_breadcrumb`.
    """
    seeds = {hit.chunk.id: hit for hit in candidates.hits}
    files: dict[RepoPath, tuple[Chunk, ...]] = {}
    came: dict[ChunkId, Hit] = {}
    for hit in candidates.hits[: settings.expand_seeds]:
        chunks = files.get(hit.chunk.path)
        if chunks is None:
            chunks = files[hit.chunk.path] = catalog.chunks_of(hit.chunk.path)
        for chunk, score, source in _around(hit, chunks, seeds, settings):
            before = came.get(chunk.id)
            if chunk.id not in seeds and (before is None or before.score < score):
                came[chunk.id] = Hit(chunk, score, (Evidence(source, 0, score, str(hit.chunk.id)),))
    extra = sorted(came.values(), key=lambda hit: (-hit.score, hit.chunk.id))
    return replace(candidates, hits=(*candidates.hits, *extra))


def _around(
    hit: Hit, chunks: tuple[Chunk, ...], seeds: Container[ChunkId], settings: SearchSettings
) -> list[tuple[Chunk, float, str]]:
    starts = [chunk.span.start for chunk in chunks]
    if hit.chunk.span.start not in starts:
        return []
    place = starts.index(hit.chunk.span.start)
    out: list[tuple[Chunk, float, str]] = []
    for hop in range(1, settings.neighbor_hops + 1):
        score = hit.score * settings.decay_neighbor**hop
        out += [(chunks[at], score, "neighbour") for at in (place - hop, place + hop) if 0 <= at < len(chunks)]
    above = hit.chunk.breadcrumb[:-1]
    if len(above) > 1:
        kin = [chunk for chunk in chunks if chunk.id not in seeds and chunk.breadcrumb[: len(above)] == above]
        score = hit.score * settings.decay_breadcrumb
        out += [(chunk, score, "sibling") for chunk in kin[: settings.breadcrumb_expand_limit]]
    return out
