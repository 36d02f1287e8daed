"""Features of a candidate, weighed: which of the chunks that were found most likely answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from math import exp, log

from cw_core import Candidates, Evidence, Hit, RepoPath
from cw_core.text import tokens, whole
from cw_search.plan import STOP_STEMS, Plan

WEIGHTS: dict[str, float] = {
    "vector": 0.8,
    "lexical": 0.6,
    "coverage": 0.3,
    "names": 0.5,
    "thin": -0.3,
    "data": -0.6,
    "file_vector": 3.0,
    "file_lexical": 1.4,
    "file_coverage": 0.6,
    "path": 1.5,
    "stem": 1.8,
    "stem_weight": 0.1,
    "depth": -1.9,
    "tests": -1.8,
    "aside": -1.2,
    "older": -1.3,
    "docs": -1.8,
    "header": -1.2,
    "entry": 0.9,
    "defines": 1.8,
    "defines_own": 0.5,
    "defines_asked": 3.0,
}
"""Of the features below, each between 0 and 1: a linear model fitted listwise on the yardstick's 808 questions, then
rounded; with whole repositories held out it ranks as well as on those it saw (docs/decisions/0003)."""

_TESTS = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|testdata|fixtures?|__fixtures__|__mocks__|mocks?|e2e)(/|$)"
    r"|(^|/)(test_[^/]*|conftest\.py|[^/]*[_.-](test|tests|spec|mock)\.[^/.]+|[^/]*Tests?\.[^/.]+|[^/]*Spec\.[^/.]+)$"
)
_ASIDE = re.compile(
    r"(^|/)(examples?|samples?|demos?|benchmarks?|bench|docs?|docs_src|scripts?|tools|vendor|third_party|thirdparty"
    r"|node_modules|generated|gen|dist|build)(/|$)"
    r"|(\.d\.ts|\.min\.js|\.pb\.go|_pb2\.py|\.generated\.[^/]+|\.g\.cs|_generated\.[^/]+)$"
)


_OLDER = re.compile(r"(^|/)(v1|legacy|deprecated|compat|old|obsolete|migrations)(/|$)")
_DOCS = (".md", ".rst", ".txt", ".adoc", ".mdx")
_ENTRIES = ("__init__.py", "index.ts", "index.js", "index.tsx", "mod.rs", "lib.rs", "init.lua", "package-info.java")

SCALE = 6.0
"""Cutting at 6 below the best keeps 0.998 of the yardstick's nDCG@10 and 6.4 files of ten in the mean."""

MAX_TEXT = 8_000
"""Characters of a chunk that are compared with the question; longer ones are data."""

THIN = 120
"""Characters under which a chunk says too little to be an answer."""


def rank(candidates: Candidates, plan: Plan) -> Candidates:
    """The same hits with a new score and the evidence `rank`, best first; ties keep the fused order. O(n).

    The best scores 1; a hit whose weighed features sum to SCALE less scores 1/e of it. The evidence has the sum itself.
    """
    if not candidates.hits:
        return candidates
    rows = features(candidates, plan)
    scores = [sum(WEIGHTS[name] * value for name, value in row.items()) for row in rows]
    best = max(scores)
    ranked = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    hits = tuple(_scored(candidates.hits[at], scores[at], best, place, rows[at]) for place, at in enumerate(ranked, 1))
    return replace(candidates, hits=hits)


def features(candidates: Candidates, plan: Plan) -> list[dict[str, float]]:
    """One row a hit, in order: every feature between 0 and 1. Those of a file are the same for all its chunks."""
    hits = candidates.hits
    asked = frozenset(word for word in plan.words if word not in STOP_STEMS)
    held = [_held(hit) for hit in hits]
    rarity = _rarity(asked, held)
    vector, lexical = _scaled(hits, "vector"), _scaled(hits, "lexical")
    by_file = {
        "file_vector": _by_file(hits, vector),
        "file_lexical": _by_file(hits, lexical),
        "file_coverage": _covered_by_file(hits, held, rarity),
    }
    own = frozenset(whole(name.rpartition(".")[2]) for name in plan.names)
    out = []
    for place, hit in enumerate(hits):
        path = hit.chunk.path
        row = {"vector": vector[place], "lexical": lexical[place], "coverage": _weight(held[place], rarity)}
        row |= {name: values[path] for name, values in by_file.items()}
        out.append(row | _of_chunk(hit, rarity) | _of_path(path, rarity, plan) | _of_definition(hit, own, plan))
    return out


def _held(hit: Hit) -> frozenset[str]:
    """The tokens of a chunk and of where it stands."""
    return frozenset(tokens(hit.chunk.text[:MAX_TEXT])) | frozenset(tokens(" ".join(hit.chunk.breadcrumb)))


def _rarity(asked: frozenset[str], held: Sequence[frozenset[str]]) -> dict[str, float]:
    """How much each asked word tells the candidates apart; shares of one."""
    raw = {word: log(1 + len(held) / (1 + sum(word in tokens_ for tokens_ in held))) for word in asked}
    total = sum(raw.values()) or 1.0
    return {word: value / total for word, value in raw.items()}


def _weight(found: Set[str], rarity: Mapping[str, float]) -> float:
    """The share of the question that `found` covers, rare words counting for more."""
    return sum(value for word, value in rarity.items() if word in found)


def _covered_by_file(
    hits: Sequence[Hit], held: Sequence[frozenset[str]], rarity: Mapping[str, float]
) -> Mapping[RepoPath, float]:
    union: dict[RepoPath, set[str]] = {}
    for hit, found in zip(hits, held, strict=True):
        union.setdefault(hit.chunk.path, set()).update(found)
    return {path: _weight(found, rarity) for path, found in union.items()}


def _of_chunk(hit: Hit, rarity: Mapping[str, float]) -> dict[str, float]:
    chunk = hit.chunk
    named = {token for name in chunk.names for token in tokens(name)}
    return {
        "names": _weight(named, rarity),
        "data": float(chunk.kind == "data"),
        "thin": float(len(chunk.text.strip()) < THIN),
    }


def _of_path(path: RepoPath, rarity: Mapping[str, float], plan: Plan) -> dict[str, float]:
    parts, stem = set(tokens(path)), set(tokens(path.stem))
    depth = path.count("/")
    return {
        "path": _weight(parts, rarity),
        "stem": _share(stem & rarity.keys(), stem),
        "stem_weight": _weight(stem, rarity),
        "depth": min(depth, 8) / 8,
        "tests": float(bool(_TESTS.search(path)) and not plan.wants_tests),
        "aside": float(bool(_ASIDE.search(path)) and not (plan.wants_examples or plan.wants_docs)),
        "older": float(bool(_OLDER.search(path))),
        "docs": float(path.suffix in _DOCS and not plan.wants_docs),
        "header": float(path.suffix in (".h", ".pyi") or path.endswith(".d.ts")),
        "entry": float(path.name in _ENTRIES),
    }


def _of_definition(hit: Hit, own: frozenset[str], plan: Plan) -> dict[str, float]:
    exact = max((e.score for e in hit.evidence if e.source == "definition"), default=0.0)
    return {
        "defines": exact,
        "defines_own": exact * float(whole(hit.chunk.path.stem) in own),
        "defines_asked": exact**2 * float(plan.symbolic and not plan.wants_tests),
    }


def _share(part: set[str] | frozenset[str], of: set[str] | frozenset[str]) -> float:
    return len(part) / len(of) if of else 0.0


def _scaled(hits: Sequence[Hit], source: str) -> list[float]:
    """Scores of one list moved to 0..1; a hit that is not on it counts as its last.

    The zero is at most half of the best, so that in a short list the last is not as good as absent.
    """
    found = {place: e.score for place, hit in enumerate(hits) for e in hit.evidence if e.source == source}
    if not found:
        return [0.0] * len(hits)
    high = max(found.values())
    low = min(*found.values(), high / 2)
    width = (high - low) or 1.0
    return [(found.get(place, low) - low) / width for place in range(len(hits))]


def _by_file(hits: Sequence[Hit], scores: Sequence[float]) -> Mapping[RepoPath, float]:
    """A file's evidence: its chunks' scores, best first, each counting half of the one before, over the best file's."""
    of: dict[RepoPath, list[float]] = {}
    for hit, score in zip(hits, scores, strict=True):
        of.setdefault(hit.chunk.path, []).append(score)
    sums = {path: sum(s / 2**n for n, s in enumerate(sorted(found, reverse=True))) for path, found in of.items()}
    top = max(sums.values()) or 1.0
    return {path: value / top for path, value in sums.items()}


def _scored(hit: Hit, total: float, best: float, place: int, row: Mapping[str, float]) -> Hit:
    note = " ".join(f"{name}={value:.2f}" for name, value in row.items() if value)
    return Hit(hit.chunk, exp((total - best) / SCALE), (*hit.evidence, Evidence("rank", place, total, note)))
