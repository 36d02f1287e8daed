"""Features of a candidate, weighed: which of the chunks that were found most likely answers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files as resources
from math import exp

from cw_core import Candidates, ChunkFacts, Evidence, Facts, FileFacts, Hit, RepoPath
from cw_search.features import OF_CHUNK, OF_FILE, File, Piece, fitness, sums_of, tops
from cw_search.plan import Plan

SCALE = 6.0
"""A sum that is lower by this makes a score of 1/e of the other."""

EXPLAINED = 50
"""Hits whose features are written down: as many as any answer keeps."""

Row = Mapping[str, float]


def rank(candidates: Candidates, plan: Plan, facts: Facts, weights: Row | None = None) -> Candidates:
    """The same hits with a new score and the evidence `rank`, best first; ties keep the given order. O(n).

    The best scores 1; a hit whose weighed features sum to SCALE less scores 1/e of it. The evidence has the sum itself,
    and of the first EXPLAINED each feature that is not 0.
    """
    if not candidates.hits:
        return candidates
    weights = weights or learned()
    rows = features(candidates, plan, facts, weights)
    scores = [sum(weights.get(name, 0.0) * value for name, value in row.items()) for row in rows]
    best = max(scores)
    ranked = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    hits = tuple(_scored(candidates.hits[at], scores[at], best, place, rows[at]) for place, at in enumerate(ranked, 1))
    return replace(candidates, hits=hits)


def features(candidates: Candidates, plan: Plan, facts: Facts, weights: Row | None = None) -> list[Row]:
    """One row a hit, in order: every feature that is not 0, between 0 and 1. Those of a file are worked out once.

    With weights, only features that have one.
    """
    nothing, unknown = FileFacts(), ChunkFacts()
    of_file = [(name, feature) for name, feature in OF_FILE.items() if weights is None or weights.get(name)]
    of_chunk = [(name, feature) for name, feature in OF_CHUNK.items() if weights is None or weights.get(name)]
    by_path = {hit.chunk.path: facts.files.get(hit.chunk.path, nothing) for hit in candidates.hits}
    sums = {path: sums_of(file, facts) for path, file in by_path.items()}
    best = tops(sums.values())
    fits = fitness(sums, best)
    of_files: dict[RepoPath, dict[str, float]] = {}
    for path, file in by_path.items():
        seen = File(path, file, facts, plan, sums[path], best, fits)
        of_files[path] = {name: value for name, feature in of_file if (value := feature(seen))}
    rows: list[Row] = []
    for hit in candidates.hits:
        defined = max((entry.score for entry in hit.evidence if entry.source == "definition"), default=0.0)
        piece = Piece(hit.chunk, facts.chunks.get(hit.chunk.id, unknown), facts, plan, defined)
        own = {name: value for name, feature in of_chunk if (value := feature(piece))}
        rows.append(own | of_files[hit.chunk.path])
    return rows


@lru_cache(maxsize=1)
def learned() -> Row:
    """The weights that `training/rank.py` made, by feature."""
    text = resources("cw_search").joinpath("ranking.json").read_text(encoding="utf-8")
    return dict(json.loads(text)["weights"])


def _scored(hit: Hit, total: float, best: float, place: int, row: Row) -> Hit:
    note = " ".join(f"{name}={value:.2f}" for name, value in row.items()) if place <= EXPLAINED else ""
    return Hit(hit.chunk, exp((total - best) / SCALE), (*hit.evidence, Evidence("rank", place, total, note)))
