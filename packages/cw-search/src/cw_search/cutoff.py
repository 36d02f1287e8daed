"""How many candidates are worth reading."""

from __future__ import annotations

from dataclasses import replace

from cw_core import Candidates, RepoPath, SearchSettings

NEAREST = 3
"""Files that are shown of an answer that seems to be none: one in two hundred of them is one all the same."""


def cutoff(candidates: Candidates, settings: SearchSettings, confidence: str = "unknown") -> Candidates:
    """The hits worth reading, best first: at most `smart_max_k`, none below a share of the best score.

    The best hit of every file is taken before the second of any, so that one file's many good chunks do not hide the
    others; `smart_min_k` hits stay whatever their score. Where the confidence is `none`, the best of the
    NEAREST first files stay; there, and where it is `low`, a notice says so. Hits must be sorted, no score below zero.
    """
    if not candidates.hits:
        return candidates.note("nothing-found", "nothing in the index matches the question")
    if confidence == "none":
        first = {hit.chunk.path: hit for hit in reversed(candidates.hits)}
        best = replace(candidates, hits=tuple(hit for hit in candidates.hits if first[hit.chunk.path] is hit)[:NEAREST])
        return best.note("low-confidence", "nothing here seems to answer the question; what is nearest is shown")
    if confidence == "low":
        candidates = candidates.note("low-confidence", "what is shown may not answer the question")
    floor = candidates.hits[0].score * settings.smart_top_score_ratio
    seen: dict[RepoPath, int] = {}
    order: list[tuple[int, int]] = []
    for place, hit in enumerate(candidates.hits):
        seen[hit.chunk.path] = seen.get(hit.chunk.path, 0) + 1
        if place < settings.smart_min_k or hit.score >= floor:
            order.append((seen[hit.chunk.path], place))
    kept = sorted(place for _, place in sorted(order)[: settings.smart_max_k])
    return replace(candidates, hits=tuple(candidates.hits[place] for place in kept))
