"""A question through the stages, in order."""

from __future__ import annotations

import time
from dataclasses import replace

from cw_core import Candidates, ContextPack, Facts, Query, SearchSettings
from cw_core.ports import Embedder, Snapshot
from cw_search.confidence import checked, level, probability, signals
from cw_search.cutoff import cutoff
from cw_search.expand import expand
from cw_search.fuse import fuse
from cw_search.pack import pack
from cw_search.plan import Plan, plan
from cw_search.rank import rank
from cw_search.read import read
from cw_search.recall import recall


class Searcher:
    """Answers questions over one snapshot."""

    def __init__(self, snapshot: Snapshot, embedder: Embedder | None, settings: SearchSettings) -> None:
        self._snapshot = snapshot
        self._embedder = embedder
        self._settings = settings

    def search(self, query: Query) -> ContextPack:
        """A pack within the query's budget; what is weak about it stands in its notices."""
        clock = _Clock()
        settings = self._settings
        planned = plan(query)
        found = recall(planned, self._snapshot, self._embedder, settings)
        clock.lap("recall")
        weights = {"vector": settings.w_vec, **dict.fromkeys(("lexical", "file", "definition"), settings.w_lex)}
        fused = fuse(found, weights, settings.rrf_k0, settings.fused_top_m)
        ranked = rank(fused, planned, found.facts)
        clock.lap("rank")
        sure = self._sure(ranked, planned, found.facts)
        kept = read(cutoff(ranked, settings, sure), self._snapshot)
        clock.lap("read")
        grown = expand(kept, self._snapshot, settings)
        clock.lap("expand")
        packed = pack(grown, query, settings)
        clock.lap("pack")
        generation = self._snapshot.generation
        looked_at = checked(planned, found.facts, ranked, generation)
        return replace(packed, generation=generation.number, confidence=sure, checked=looked_at, timings_ms=clock.laps)

    def _sure(self, ranked: Candidates, planned: Plan, facts: Facts) -> str:
        """How sure the answer is; `unknown` without the vectors by which that was learned."""
        if not ranked.hits:
            return "none"
        if self._embedder is None or self._embedder.remote or not facts.top_similarity:
            return "unknown"
        return level(probability(signals(ranked, planned, facts)))


class _Clock:
    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = round((now - self._last) * 1000, 3)
        self._last = now
