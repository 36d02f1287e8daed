"""How many candidates are worth reading."""

from __future__ import annotations

from dataclasses import replace

from cw_core import Candidates, RepoPath, SearchSettings


def cutoff(candidates: Candidates, settings: SearchSettings, confidence: str = "unknown") -> Candidates:
    """The hits worth reading, best first: at most `smart_max_k`, none below a share of the best score.

    The best hit of every file is taken before the second of any, so that one file's many good chunks do not hide the
    others; `smart_min_k` hits stay whatever their score. Where the confidence is `none`, the best hit alone stays;
    there, and where it is `low`, a notice says so. Hits must be sorted, scores not below zero.
    """
    if not candidates.hits:
        return candidates.note("nothing-found", "nothing in the index matches the question")
    if confidence == "none":
        best = replace(candidates, hits=candidates.hits[:1])
        return best.note("low-confidence", "nothing here seems to answer the question; the nearest piece is shown")
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
