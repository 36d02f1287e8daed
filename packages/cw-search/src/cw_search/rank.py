"""Features of a candidate, weighed: which of the chunks that were found most likely answers."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from cw_core import Candidates, Evidence, Hit, RepoPath
from cw_core.text import tokens, whole
from cw_search.plan import STOP_STEMS, Plan

WEIGHTS: dict[str, float] = {
    "vector": 1.0,
    "lexical": 0.55,
    "file_vector": 0.35,
    "file_lexical": 0.35,
    "coverage": 0.4,
    "path": 0.5,
    "stem": 0.5,
    "defines": 1.6,
    "defines_in_own_file": 0.6,
    "names": 0.4,
    "tests": -0.7,
    "aside": -0.35,
    "docs": -0.35,
    "data": -0.6,
    "thin": -0.25,
}
"""Of the features below; each feature is between 0 and 1. Chosen on the yardstick (docs/decisions/0003)."""

_TESTS = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|testdata|fixtures?|__fixtures__|__mocks__|mocks?|e2e)(/|$)"
    r"|(^|/)(test_[^/]*|conftest\.py|[^/]*[_.-](test|tests|spec|mock)\.[^/.]+|[^/]*Tests?\.[^/.]+|[^/]*Spec\.[^/.]+)$"
)
_ASIDE = re.compile(
    r"(^|/)(examples?|samples?|demos?|benchmarks?|bench|docs?|docs_src|scripts?|tools|vendor|third_party|thirdparty"
    r"|node_modules|generated|gen|dist|build|legacy|deprecated|compat|migrations)(/|$)"
    r"|(\.d\.ts|\.min\.js|\.pb\.go|_pb2\.py|\.generated\.[^/]+|\.g\.cs|_generated\.[^/]+)$"
)


@dataclass(frozen=True, slots=True)
class _Lists:
    """Scores of the recall lists, scaled to 0..1, by place in the candidates."""

    vector: Sequence[float]
    lexical: Sequence[float]


def rank(candidates: Candidates, plan: Plan) -> Candidates:
    """The same hits with a new score and the evidence `rank`, best first; ties keep the fused order. O(n)."""
    if not candidates.hits:
        return candidates
    rows = features(candidates, plan)
    scores = [sum(WEIGHTS[name] * value for name, value in row.items()) for row in rows]
    low = min(0.0, *scores)
    ranked = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
    hits = tuple(_scored(candidates.hits[at], scores[at] - low, place, rows[at]) for place, at in enumerate(ranked, 1))
    return replace(candidates, hits=hits)


def features(candidates: Candidates, plan: Plan) -> list[dict[str, float]]:
    """One row a hit, in order: every feature between 0 and 1."""
    hits = candidates.hits
    lists = _Lists(_scaled(hits, "vector"), _scaled(hits, "lexical"))
    file_vector = _by_file(hits, lists.vector)
    file_lexical = _by_file(hits, lists.lexical)
    asked = frozenset(word for word in plan.words if word not in STOP_STEMS)
    names = frozenset(whole(name.rpartition(".")[2]) for name in plan.names)
    out = []
    for place, hit in enumerate(hits):
        row = {
            "vector": lists.vector[place],
            "lexical": lists.lexical[place],
            "file_vector": file_vector[hit.chunk.path],
            "file_lexical": file_lexical[hit.chunk.path],
        }
        out.append(row | _of_text(hit, asked) | _of_path(hit.chunk.path, asked, plan) | _of_names(hit, names, asked))
    return out


def _of_text(hit: Hit, asked: frozenset[str]) -> dict[str, float]:
    chunk = hit.chunk
    held = set(tokens(chunk.text[:8000])) | set(tokens(" ".join(chunk.breadcrumb)))
    return {
        "coverage": _share(asked & held, asked),
        "data": float(chunk.kind == "data"),
        "thin": float(len(chunk.text.strip()) < 120),
    }


def _of_path(path: RepoPath, asked: frozenset[str], plan: Plan) -> dict[str, float]:
    parts, stem = set(tokens(path)), set(tokens(path.stem))
    docs = path.suffix in (".md", ".rst", ".txt", ".adoc", ".mdx")
    return {
        "path": _share(asked & parts, asked),
        "stem": _share(asked & stem, stem),
        "tests": float(bool(_TESTS.search(path)) and not plan.wants_tests),
        "aside": float(bool(_ASIDE.search(path)) and not (plan.wants_examples or plan.wants_docs)),
        "docs": float(docs and not plan.wants_docs),
    }


def _of_names(hit: Hit, names: frozenset[str], asked: frozenset[str]) -> dict[str, float]:
    defined = {whole(name.rpartition(".")[2]) for name in hit.chunk.names}
    exact = max((e.score for e in hit.evidence if e.source == "definition"), default=0.0)
    own = bool(exact) and whole(hit.chunk.path.stem) in names
    held = {token for name in hit.chunk.names for token in tokens(name)}
    return {
        "defines": exact if defined & names or exact else 0.0,
        "defines_in_own_file": float(own),
        "names": _share(asked & held, asked),
    }


def _share(part: set[str] | frozenset[str], of: set[str] | frozenset[str]) -> float:
    return len(part) / len(of) if of else 0.0


def _scaled(hits: Sequence[Hit], source: str) -> list[float]:
    """Scores of one list moved to 0..1; a hit that is not on it counts as its last."""
    found = {place: e.score for place, hit in enumerate(hits) for e in hit.evidence if e.source == source}
    if not found:
        return [0.0] * len(hits)
    low, high = min(found.values()), max(found.values())
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


def _scored(hit: Hit, score: float, place: int, row: Mapping[str, float]) -> Hit:
    note = " ".join(f"{name}={value:.2f}" for name, value in row.items() if value)
    return Hit(hit.chunk, score, (*hit.evidence, Evidence("rank", place, score, note)))
