#!/usr/bin/env python3
"""Fit how sure an answer is, and show by cross-validation how well that tells answers from chance.

    python training/confidence.py QUESTIONS:FOLDERS [QUESTIONS:FOLDERS ...] [--home DIR] [--write]

Folders are those of `training/rank.py`. Answerable are all questions, asked of their own repository, whose answer is
among the first three files; not answerable are questions of repositories in other languages asked of this one, names
that no code has, and nonsense. A logistic model of a few signals (`cw_search.confidence`), fitted by Newton's method;
nothing but the choice of foreign questions is random, and that has a seed. Whole repositories are held out. Bounds:
`low` begins where one in two hundred answerable questions lies below, `medium` where four in a hundred do, `high` where
forty do.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from pathlib import Path

import numpy as np

from cw_core import Query, load_settings
from cw_core.ports import Snapshot
from cw_search import Engine
from cw_search.confidence import signals
from cw_search.fuse import fuse
from cw_search.models.static import StaticEmbedder
from cw_search.plan import plan
from cw_search.rank import rank
from cw_search.recall import recall
from cw_store import Layout, snapshot

FOREIGN = 20
"""Questions of other repositories asked of each."""

SYLLABLES = "ba co du fe gi ho ju ka lo mi nu po qua re si tu va wo xe zy".split()
PULL = 1e-3


def nonsense(chance: random.Random) -> str:
    words = [
        "".join(chance.choice(SYLLABLES) for _ in range(chance.randint(2, 4))) for _ in range(chance.randint(1, 5))
    ]
    return words[0].title() + "".join(word.title() for word in words[1:]) if chance.random() < 0.3 else " ".join(words)


def asked(
    question: str, opened: Snapshot, embedder: StaticEmbedder, settings: object
) -> tuple[dict[str, float], list[str]]:
    planned = plan(Query(question))
    found = recall(planned, opened, embedder, settings)  # type: ignore[arg-type]
    ranked = rank(
        fuse(found, {"vector": 0.6, "lexical": 0.4, "file": 0.4, "definition": 0.4}, limit=160), planned, found.facts
    )
    paths = list(dict.fromkeys(hit.chunk.path for hit in ranked.hits))
    return signals(ranked, planned, found.facts), paths


def rows_of(pairs: list[str], home: Path) -> list[tuple[str, float, dict[str, float]]]:
    """(repository, 1 if answerable, signals) of every question."""
    repos = []
    for pair in pairs:
        questions, _, folders = pair.partition(":")
        for repo in json.loads((Path(questions) / "repos.json").read_text(encoding="utf-8")):
            text = (Path(questions) / "annotations" / f"{repo['name']}.json").read_text(encoding="utf-8")
            repos.append((repo, json.loads(text), (Path(folders) / repo["name"]).resolve()))
    chance, embedder, out = random.Random(1), StaticEmbedder(), []
    for repo, items, root in repos:
        settings = load_settings({**os.environ, "CW_HOME": str(home)}, Path.home())
        with Engine.open(root, settings) as engine:
            engine.index()
        opened = snapshot(Layout.of(home, root))
        for item in items:
            found, paths = asked(item["query"], opened, embedder, settings.search)
            targets = [t["path"] if isinstance(t, dict) else t for t in (*item["relevant"], *item.get("secondary", ()))]
            if any(
                path == t or path.endswith("/" + t) or t.endswith("/" + path) for path in paths[:3] for t in targets
            ):
                out.append((repo["name"], 1.0, found))
        others = [item["query"] for other, more, _ in repos if other["language"] != repo["language"] for item in more]
        for question in (*chance.sample(others, FOREIGN), *(nonsense(chance) for _ in range(FOREIGN // 4))):
            out.append((repo["name"], 0.0, asked(question, opened, embedder, settings.search)[0]))
        opened.close()
    return out


def fit(inputs: np.ndarray, wanted: np.ndarray) -> np.ndarray:
    """Weights of a logistic model; both kinds count alike together."""
    share = np.where(wanted == 1, 0.5 / wanted.sum(), 0.5 / (1 - wanted).sum())
    weights = np.zeros(inputs.shape[1])
    for _ in range(50):
        guess = 1 / (1 + np.exp(-inputs @ weights))
        gradient = inputs.T @ (share * (guess - wanted)) + 2 * PULL * weights
        curve = (inputs * (share * guess * (1 - guess))[:, None]).T @ inputs + 2 * PULL * np.eye(len(weights))
        step = np.linalg.solve(curve, gradient)
        weights = weights - step
        if np.abs(step).max() < 1e-8:
            break
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("sets", nargs="+", metavar="QUESTIONS:FOLDERS")
    parser.add_argument("--home", type=Path, default=Path("bench/out/home"))
    parser.add_argument("--write", action="store_true", help="write the model into the package")
    args = parser.parse_args()
    rows = rows_of(args.sets, args.home)
    names = list(rows[0][2])
    inputs = np.array([[1.0, *(found[name] for name in names)] for _, _, found in rows])
    wanted = np.array([answerable for _, answerable, _ in rows])
    repos = sorted({repo for repo, _, _ in rows})
    guesses = np.zeros(len(rows))
    for fold in range(6):
        out = np.array([repos.index(repo) % 6 == fold for repo, _, _ in rows])
        guesses[out] = 1 / (1 + np.exp(-inputs[out] @ fit(inputs[~out], wanted[~out])))
    bounds = {
        name: float(np.quantile(guesses[wanted == 1], q))
        for name, q in (("high", 0.4), ("medium", 0.04), ("low", 0.005))
    }
    print(f"{int(wanted.sum())} answerable, {int((1 - wanted).sum())} not; bounds {bounds}")
    for name, kind in (("answerable", 1), ("not", 0)):
        below = [f"below {n} {np.mean(guesses[wanted == kind] < bound):.3f}" for n, bound in bounds.items()]
        print(f"{name:<12}", *below)
    weights = fit(inputs, wanted)
    learned = {name: round(float(value), 4) for name, value in zip(["bias", *names], weights, strict=True)}
    print(json.dumps(learned))
    if args.write:
        target = Path(__file__).parents[1] / "packages/cw-search/src/cw_search/confidence.json"
        made = {"bounds": {name: round(value, 4) for name, value in bounds.items()}, "weights": learned}
        target.write_text(json.dumps(made, indent=2) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
