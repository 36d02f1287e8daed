"""Several ranked lists in, one out, by weighted reciprocal rank fusion (Cormack et al., SIGIR 2009)."""

from __future__ import annotations

from collections.abc import Mapping

from cw_core import Candidates, ChunkId, Evidence, Hit, Recall


def fuse(recall: Recall, weights: Mapping[str, float], k0: int = 20, limit: int | None = None) -> Candidates:
    """Every chunk once, best first, with the evidence of all lists it was on.

    A list gives `weight / (k0 + rank)`, rank 1 being best; a list without a weight counts 1. Ranks count, not scores,
    so lists of any scale can be mixed. Ties fall to the chunk id, so the order is the same on every run. O(n log n).
    """
    scores: dict[ChunkId, float] = {}
    evidence: dict[ChunkId, list[Evidence]] = {}
    for source, found in recall.lists.items():
        for rank, hit in enumerate(found, 1):
            scores[hit.id] = scores.get(hit.id, 0.0) + weights.get(source, 1.0) / (k0 + rank)
            evidence.setdefault(hit.id, []).append(Evidence(source, rank, hit.score))
    order = sorted(scores, key=lambda key: (-scores[key], key))[:limit]
    return Candidates(
        tuple(Hit(recall.chunks[key], scores[key], tuple(evidence[key])) for key in order), recall.notices
    )
