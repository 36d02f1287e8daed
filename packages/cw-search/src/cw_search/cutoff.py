"""How many candidates are worth reading."""

from __future__ import annotations

from dataclasses import replace

from cw_core import Candidates, SearchSettings

LOW_SIMILARITY = 0.25
"""A best vector score below this, with few of the question's words met, is what chance gives (measured: see 0003)."""


def cutoff(candidates: Candidates, settings: SearchSettings, most: int | None = None) -> Candidates:
    """The first hits: at least `smart_min_k`, at most `smart_max_k`, and none below a share of the best score.

    `most` overrides the upper bound. Hits must be sorted, with scores of one scale above zero.
    """
    if not candidates.hits:
        return candidates.note("nothing-found", "nothing in the index matches the question")
    floor = candidates.hits[0].score * settings.smart_top_score_ratio
    limit = most or settings.smart_max_k
    kept = tuple(
        hit for place, hit in enumerate(candidates.hits[:limit]) if place < settings.smart_min_k or hit.score >= floor
    )
    return replace(candidates, hits=kept)
