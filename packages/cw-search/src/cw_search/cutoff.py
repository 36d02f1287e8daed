"""How many candidates are worth reading."""

from __future__ import annotations

from dataclasses import replace

from cw_core import Candidates, RepoPath, SearchSettings

LOW_SIMILARITY = 0.32
"""A best vector similarity that chance gives: of 246 questions on their own repositories under 1 % stay below it, of
questions about other repositories 60 %, of nonsense 80 % (AUROC 0.96 and 0.99)."""


def cutoff(candidates: Candidates, settings: SearchSettings) -> Candidates:
    """The hits worth reading, best first: at most `smart_max_k`, none below a share of the best score.

    The best hit of every file is taken before the second of any, so that one file's many good chunks do not hide the
    others; `smart_min_k` hits stay whatever their score. Where nothing is like the question and no asked name is
    defined, the best hit alone stays, with the notice `low-confidence`. Hits must be sorted, scores not below zero.
    """
    if not candidates.hits:
        return candidates.note("nothing-found", "nothing in the index matches the question")
    if _chance(candidates):
        best = replace(candidates, hits=candidates.hits[:1])
        return best.note("low-confidence", "nothing here is much like the question; the nearest piece is shown")
    floor = candidates.hits[0].score * settings.smart_top_score_ratio
    seen: dict[RepoPath, int] = {}
    order: list[tuple[int, int]] = []
    for place, hit in enumerate(candidates.hits):
        seen[hit.chunk.path] = seen.get(hit.chunk.path, 0) + 1
        if place < settings.smart_min_k or hit.score >= floor:
            order.append((seen[hit.chunk.path], place))
    kept = sorted(place for _, place in sorted(order)[: settings.smart_max_k])
    return replace(candidates, hits=tuple(candidates.hits[place] for place in kept))


def _chance(candidates: Candidates) -> bool:
    evidence = [entry for hit in candidates.hits for entry in hit.evidence]
    similar = [entry.score for entry in evidence if entry.source == "vector"]
    named = any(entry.source == "definition" for entry in evidence)
    return bool(similar) and max(similar) < LOW_SIMILARITY and not named
