"""How likely it is that the first hits answer: a calibrated probability, and what was checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files as resources
from math import exp

from cw_core import Candidates, Facts, FileFacts, Generation
from cw_search.plan import STOP_STEMS, Plan

LEVELS = ("high", "medium", "low", "none")

LOOKED_AT = 3
"""Files whose evidence is taken together."""


def signals(candidates: Candidates, plan: Plan, facts: Facts) -> dict[str, float]:
    """What tells an answer from chance, each between 0 and 1. Hits must be ranked."""
    words = {word for word in plan.words if word not in STOP_STEMS} or set(plan.words)
    known = len(words & facts.rarity.keys()) / len(words) if words else 0.0
    paths = list(dict.fromkeys(hit.chunk.path for hit in candidates.hits))[:LOOKED_AT]
    files = [facts.files.get(path, FileFacts()) for path in paths]
    first = files[0] if files else FileFacts()
    grades = [entry.score for hit in candidates.hits for entry in hit.evidence if entry.source == "definition"]
    best = max(grades, default=0.0)
    return {
        "similarity": max((file.best_similarities[0] for file in files if file.best_similarities), default=0.0),
        "similarity_of_first": first.best_similarities[0] if first.best_similarities else 0.0,
        "mean_of_first": max(0.0, first.similarity),
        "known": known,
        "covered": known * max((file.coverage for file in files), default=0.0),
        "covered_by_first": known * first.coverage,
        "named": known * max((file.naming for file in files), default=0.0),
        "defined": best if best >= 0.5 else 0.0,
        "undefined": float(plan.symbolic and best < 0.5),
    }


def probability(found: Mapping[str, float]) -> float:
    """That one of the first hits answers, 0 to 1: the logistic model of `training/confidence.py`."""
    weights = _learned()["weights"]
    total = weights["bias"] + sum(weights[name] * value for name, value in found.items())
    return 1 / (1 + exp(-max(-50.0, min(50.0, total))))


def level(chance: float) -> str:
    """`high`, `medium`, `low` or `none`, by the thresholds that were learned."""
    bounds = _learned()["bounds"]
    return next((name for name in LEVELS[:-1] if chance >= bounds[name]), "none")


@lru_cache(maxsize=1)
def _learned() -> dict[str, dict[str, float]]:
    text = resources("cw_search").joinpath("confidence.json").read_text(encoding="utf-8")
    return dict(json.loads(text))


def checked(plan: Plan, facts: Facts, candidates: Candidates, generation: Generation) -> str:
    """What was looked at and what was not found, in words."""
    words = {word for word in plan.words if word not in STOP_STEMS} or set(plan.words)
    told = [f"{generation.chunks} chunks of {generation.files} files"]
    if words:
        told.append(f"{len(words & facts.rarity.keys())} of {len(words)} words of the question occur")
    if plan.names and not any(entry.source == "definition" for hit in candidates.hits for entry in hit.evidence):
        told.append("nothing defines " + ", ".join(f"`{name}`" for name in plan.names[:3]))
    return "; ".join(told)
