#!/usr/bin/env python3
"""Fit the weights of the ranking, and show by cross-validation what they are worth on repositories never seen.

    python training/rank.py QUESTIONS:FOLDERS[@SHARE] [QUESTIONS:FOLDERS[@SHARE] ...] [--home DIR] [--write]
                            [--without FEATURE ...] [--test QUESTIONS:FOLDERS] [--ablations]

QUESTIONS holds `repos.json` (name, language) and `annotations/NAME.json` (query, category, relevant, secondary), as
`bench/quality.py` reads them; the folders that are searched lie in FOLDERS/NAME. SHARE is what one of its questions
counts, 1 unless given. Indexes are kept in --home.

The candidates of each question and their features are those of the engine. The weights are fitted listwise: the
softmax of the files' sums, each file with its best chunk, shall lie on the files that answer (ListNet, Cao et al.
2007), with a small pull to zero, by Newton's method; nothing is random. Cross-validation leaves out whole repositories,
a sixth at a time, three times with other sixths. Features that the questions cannot teach (what they ask for never
varies there) have fixed weights, below, and are left out of the fit.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from cw_core import Query, load_settings
from cw_search import Engine
from cw_search.features import OF_CHUNK, OF_FILE
from cw_search.fuse import fuse
from cw_search.models.static import StaticEmbedder
from cw_search.plan import plan
from cw_search.rank import features
from cw_search.recall import recall
from cw_store import Layout, snapshot

FIXED = {
    "vector": 0.6,
    "names": 0.3,
    "asked_tests": 1.8,
    "asked_docs": 1.8,
    "near": 1.0,
    "platform": -2.0,
    "made": -1.0,
    "thin": -0.3,
    "data": -0.6,
}
"""Weights nobody can learn from the questions: what they would need never varies there, or in one repository only
(`platform`: the POSIX version first is a rule, not a finding)."""

PULL = 1e-4
"""Of the weights to zero. From 3e-5 to 1e-3 the figures are the same within 0.003."""

AGAINST = frozenset("thin data depth tests aside older docs header platform made".split())
"""Features that speak against a candidate; all others speak for it. One that would be given the other sign only makes
up for a neighbour that tells the same, and is left out: what is left is simpler and holds elsewhere too."""

FOLDS, ROUNDS, TOP = 6, 3, 10

NAMES = tuple(name for name in (*OF_CHUNK, *OF_FILE) if name not in FIXED)

GROUPS = {
    "vectors": ("vector", "file_vector", "file_mean"),
    "words": ("lexical", "file_lexical", "file_words", "file_coverage"),
    "names": ("names", "file_names"),
    "paths": ("path", "stem", "stem_weight", "depth"),
    "definitions": ("defines", "defines_own", "defines_asked"),
    "roles": ("tests", "aside", "older", "docs", "header", "entry", "platform"),
    "imports": ("central", "vouched"),
    "whole files": ("file_vector", "file_mean", "file_lexical", "file_words", "file_coverage", "file_names", "size"),
}


@dataclass
class Asked:
    """A question with its candidates: rows of features, the file each belongs to, which files answer."""

    repo: str
    language: str
    category: str
    rows: np.ndarray
    files: np.ndarray
    right: np.ndarray
    targets: int
    share: float = 1.0


def asked_of(questions: Path, folders: Path, home: Path) -> list[Asked]:
    """Every question of a folder of questions, asked of the index of its repository."""
    out: list[Asked] = []
    for repo in json.loads((questions / "repos.json").read_text(encoding="utf-8")):
        root = (folders / repo["name"]).resolve()
        if not root.is_dir():
            sys.exit(f"no folder {root}")
        settings = load_settings({**os.environ, "CW_HOME": str(home)}, Path.home())
        with Engine.open(root, settings) as engine:
            engine.index()
        opened = snapshot(Layout.of(home, root))
        embedder = StaticEmbedder()
        for item in json.loads((questions / "annotations" / f"{repo['name']}.json").read_text(encoding="utf-8")):
            planned = plan(Query(item["query"]))
            found = recall(planned, opened, embedder, settings.search)
            weights = {
                "vector": settings.search.w_vec,
                **dict.fromkeys(("lexical", "file", "definition"), settings.search.w_lex),
            }
            fused = fuse(found, weights, settings.search.rrf_k0, settings.search.fused_top_m)
            rows = features(fused, planned, found.facts)
            paths = [hit.chunk.path for hit in fused.hits]
            order = {path: place for place, path in enumerate(dict.fromkeys(paths))}
            targets = {_path(target) for target in (*item["relevant"], *item.get("secondary", ()))}
            out.append(
                Asked(
                    repo["name"],
                    repo["language"],
                    item.get("category", "all"),
                    np.array([[row.get(name, 0.0) for name in (*NAMES, *FIXED)] for row in rows]).reshape(
                        len(rows), -1
                    ),
                    np.array([order[path] for path in paths], np.int64),
                    np.array([any(_same(path, target) for target in targets) for path in order]),
                    len(targets),
                )
            )
        opened.close()
    return out


def _path(target: object) -> str:
    return str(target["path"] if isinstance(target, dict) else target)


def _same(path: str, target: str) -> bool:
    return path == target or path.endswith("/" + target) or target.endswith("/" + path)


def scores(question: Asked, weights: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Each file's score, that of its best chunk, and which row that is."""
    sums = question.rows @ weights
    order = np.lexsort((-sums, question.files))
    first = np.r_[True, np.diff(question.files[order]) > 0] if len(order) else np.zeros(0, bool)
    best = order[first]
    return sums[best], best


def fit(questions: list[Asked], names: list[int], start: np.ndarray) -> np.ndarray:
    """Weights for the features at `names`; all others as in `start`. Twice: the best chunks depend on the weights."""
    weights = start.copy()
    for _ in range(2):
        lists = []
        for question in questions:
            _, best = scores(question, weights)
            if question.right.any():
                lists.append((question.rows[best], question.right / question.right.sum(), question.share))
        kept = list(names)
        while True:
            weights = newton(lists, kept, np.where(np.isin(np.arange(len(weights)), names), 0.0, weights))
            wrong = [at for at in kept if weights[at] * (-1 if NAMES[at] in AGAINST else 1) < 0]
            if not wrong:
                break
            worst = max(wrong, key=lambda at: abs(weights[at]))
            kept.remove(worst)
    return weights


def newton(lists: list[tuple[np.ndarray, np.ndarray, float]], names: list[int], start: np.ndarray) -> np.ndarray:
    rest = start.copy()
    rest[names] = 0.0
    total_share = sum(share for _, _, share in lists)
    inputs = [(rows[:, names], rows @ rest, wanted, share / total_share) for rows, wanted, share in lists]
    learned = np.zeros(len(names))

    def loss(weights: np.ndarray) -> float:
        total = PULL * float(weights @ weights)
        for rows, offset, wanted, share in inputs:
            sums = rows @ weights + offset
            top = sums.max()
            total += share * float(np.log(np.exp(sums - top).sum()) + top - wanted @ sums)
        return total

    value = loss(learned)
    for _ in range(60):
        gradient, curve = 2 * PULL * learned, 2 * PULL * np.eye(len(names))
        for rows, offset, wanted, share in inputs:
            sums = rows @ learned + offset
            mass = np.exp(sums - sums.max())
            mass /= mass.sum()
            mean = mass @ rows
            gradient = gradient + share * (mean - wanted @ rows)
            curve = curve + share * ((rows * mass[:, None]).T @ rows - np.outer(mean, mean))
        step, length = np.linalg.solve(curve, gradient), 1.0
        while length > 1e-6 and loss(learned - length * step) > value:
            length /= 2
        learned = learned - length * step
        before, value = value, loss(learned)
        if before - value < 1e-9:
            break
    out = start.copy()
    out[names] = learned
    return out


def ndcg(question: Asked, weights: np.ndarray) -> float:
    """nDCG@10 over files."""
    if not len(question.rows):
        return 0.0
    sums, _ = scores(question, weights)
    gains = question.right[np.argsort(-sums, kind="stable")[:TOP]]
    discounts = 1 / np.log2(np.arange(2, 2 + TOP))
    return float(gains @ discounts[: len(gains)] / discounts[: min(TOP, question.targets)].sum())


def validated(questions: list[Asked], names: list[int], start: np.ndarray) -> list[float]:
    """Each question's figure under weights that never saw its repository: the mean over the rounds."""
    totals = np.zeros(len(questions))
    repos = sorted({question.repo for question in questions})
    for number in range(ROUNDS):
        mixed = repos.copy()
        random.Random(number).shuffle(mixed)
        fold = {repo: place % FOLDS for place, repo in enumerate(mixed)}
        for out in range(FOLDS):
            weights = fit([q for q in questions if fold[q.repo] != out], names, start)
            for at, question in enumerate(questions):
                if fold[question.repo] == out:
                    totals[at] += ndcg(question, weights) / ROUNDS
    return totals.tolist()


def table(questions: list[Asked], values: list[float]) -> dict[str, float]:
    """Means over repositories: of all, of each category; and of each language."""
    groups: dict[str, dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
    for question, value in zip(questions, values, strict=True):
        for group in ("all", question.category, f"language {question.language}"):
            groups[group][question.repo].append(value)
    return {g: float(np.mean([np.mean(v) for v in repos.values()])) for g, repos in groups.items()}


def line(title: str, figures: dict[str, float]) -> str:
    main = "  ".join(f"{figures.get(g, float('nan')):.4f}" for g in ("all", "architecture", "semantic", "symbol"))
    worst = sorted((value, name.removeprefix("language ")) for name, value in figures.items() if " " in name)[:4]
    return f"{title:<28}{main}   " + " ".join(f"{name} {value:.3f}" for value, name in worst)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="+", metavar="QUESTIONS:FOLDERS")
    parser.add_argument("--test", metavar="QUESTIONS:FOLDERS", help="questions that are only looked at")
    parser.add_argument("--home", type=Path, default=Path("bench/out/home"))
    parser.add_argument("--without", nargs="*", default=[], metavar="FEATURE")
    parser.add_argument("--ablations", action="store_true", help="each group of features left out in turn")
    parser.add_argument("--write", action="store_true", help="write the weights into the package")
    args = parser.parse_args()

    def load(pair: str) -> list[Asked]:
        questions, _, folders = pair.partition(":")
        folders, _, share = folders.partition("@")
        return [replace(q, share=float(share or 1)) for q in asked_of(Path(questions), Path(folders), args.home)]

    sets = {pair: load(pair) for pair in args.sets}
    questions = [question for found in sets.values() for question in found]
    start = np.array([*(0.0 for _ in NAMES), *FIXED.values()])
    all_names = [at for at, name in enumerate(NAMES) if name not in args.without]
    print(f"{len(questions)} questions; in reach {np.mean([q.right.sum() / q.targets for q in questions]):.4f}")
    print(f"{'nDCG@10 over files':<28}{'all':<8}{'arch':<8}{'semant':<8}{'symbol':<8} weakest languages")
    values = validated(questions, all_names, start)
    print(line("cross-validated", table(questions, values)))
    for pair, found in sets.items():
        inside = [at for at, q in enumerate(questions) if any(q is f for f in found)]
        print(line(f"  {Path(pair.partition(':')[0]).name}", table(found, [values[at] for at in inside])))
    weights = fit(questions, all_names, start)
    print(line("on what was seen", table(questions, [ndcg(q, weights) for q in questions])))
    if args.test:
        held = load(args.test)
        print(line("never seen", table(held, [ndcg(q, weights) for q in held])))
    if args.ablations:
        for group, members in GROUPS.items():
            kept = [at for at in all_names if NAMES[at] not in members]
            print(line(f"without {group}", table(questions, validated(questions, kept, start))))
        for name in NAMES:
            kept = [at for at in all_names if NAMES[at] != name]
            print(line(f"without {name}", table(questions, validated(questions, kept, start))))
    learned = {name: round(float(value), 3) for name, value in zip((*NAMES, *FIXED), weights, strict=True)}
    print(json.dumps(learned))
    if args.write:
        made = {
            "made": {
                "by": "training/rank.py",
                "questions": len(questions),
                "cross_validated": table(questions, values)["all"],
            },
            "weights": learned,
        }
        target = Path(__file__).parents[1] / "packages/cw-search/src/cw_search/ranking.json"
        target.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
