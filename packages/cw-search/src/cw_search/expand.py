"""What belongs to a hit comes along: its neighbours in the file, its siblings in the class, what it uses elsewhere."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from cw_core import Candidates, Chunk, ChunkId, Evidence, Hit, RepoPath, SearchSettings
from cw_core.ports import Catalog

USERS = 1
"""Hits whose uses are looked up: 2 ms each in 34,000 chunks."""

USES = 20
"""Uses of one hit that are looked at."""

SURE = 0.6
"""How sure a use must be of its definition: less is one of several of that name."""


def expand(candidates: Candidates, catalog: Catalog, settings: SearchSettings) -> Candidates:
    """The hits as they are, then what came along, best first, with the evidence `neighbour`, `sibling` or `import`.

    The first `expand_seeds` hits bring others. A neighbour, up to `neighbor_hops` chunks away, has its seed's score
    times `decay_neighbor` per hop. Siblings, the first `breadcrumb_expand_limit` chunks with the same breadcrumb above
    them, hits not counted, have it times `decay_breadcrumb`. Definitions in other files that the first USERS of them
    use, surely enough, from `import_files_per_seed` files each, have it times `decay_import` times how sure that is.
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
    for hit in candidates.hits[: min(USERS, settings.expand_seeds)]:
        for chunk, score, note in _used(hit, catalog, settings):
            before = came.get(chunk.id)
            if chunk.id not in seeds and (before is None or before.score < score):
                came[chunk.id] = Hit(chunk, score, (Evidence("import", 0, score, note),))
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


def _used(hit: Hit, catalog: Catalog, settings: SearchSettings) -> list[tuple[Chunk, float, str]]:
    """The chunks that define what a hit uses of other files, with scores and where they are used."""
    here, wanted = hit.chunk.path, dict[ChunkId, tuple[float, str]]()
    files: set[RepoPath] = set()
    for edge in catalog.used_by(here, hit.chunk.lines, USES):
        if edge.target == here or edge.confidence < SURE:
            continue
        if edge.target not in files and len(files) >= settings.import_files_per_seed:
            continue
        found = (key for key, _ in catalog.definitions(edge.name, USES) if key.rpartition("@")[0] == edge.target)
        key = next(found, None)
        if key is not None and key not in wanted:
            files.add(edge.target)
            score = hit.score * settings.decay_import * edge.confidence
            wanted[key] = score, f"{edge.name} is used at {here}:{edge.line}"
    chunks = catalog.chunks(list(wanted))
    return [(chunk, *wanted[key]) for key, chunk in chunks.items()]
