#!/usr/bin/env python3
"""Retrieval quality: ask every question of a yardstick folder through the public engine, write the answers, score them.

    python bench/quality.py BENCH [--corpora DIR] [--home DIR] [--out FILE] [NAME ...]

BENCH holds `repos.json` (name, language), `annotations/NAME.json` (query, category, relevant, secondary) and
`score.py`, which reads the answers: one JSON line a question, its segments in order with path and lines. The folders
that are searched lie in DIR/NAME (default BENCH/corpora). Indexes are kept in --home, so a second run only indexes
changes. Settings are those of the environment, except that ten files are asked for: the yardstick looks at ten.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from cw_search import Budget, Engine, Query, load_settings

Lines = list[dict[str, object]]


def answers(name: str, root: Path, questions: list[str], home: Path) -> tuple[Lines, float, list[float]]:
    """Result lines of one repository, seconds of indexing, milliseconds of each search."""
    settings = load_settings({**os.environ, "CW_HOME": str(home)}, Path.home())
    lines: list[dict[str, object]] = []
    took: list[float] = []
    with Engine.open(root, settings) as engine:
        report = engine.index()
        for number, question in enumerate(questions):
            begun = time.perf_counter()
            pack = engine.search(Query(question, budget=Budget(files=10)))
            took.append((time.perf_counter() - begun) * 1000)
            results = [
                {"path": s.path, "start_line": s.lines[0], "end_line": s.lines[1], "tokens": -(-len(s.text) // 4)}
                for s in pack.segments
            ]
            lines.append({"repo": name, "query_id": f"{name}:{number:03d}", "results": results})
    return lines, report.duration_s, took


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("bench", type=Path)
    parser.add_argument("names", nargs="*")
    parser.add_argument("--corpora", type=Path)
    parser.add_argument("--home", type=Path, default=Path("bench/out/home"))
    parser.add_argument("--out", type=Path, default=Path("bench/out/results.jsonl"))
    args = parser.parse_args()
    corpora = args.corpora or args.bench / "corpora"
    args.out.parent.mkdir(parents=True, exist_ok=True)

    wanted = [r["name"] for r in json.loads((args.bench / "repos.json").read_text(encoding="utf-8"))]
    names = [name for name in wanted if not args.names or name in args.names]
    if missing := [name for name in names if not (corpora / name).is_dir()]:
        sys.exit(f"no folder for {', '.join(missing)} in {corpora}")
    indexing, searching = 0.0, []
    with args.out.open("w", encoding="utf-8") as out:
        for name in names:
            annotated = json.loads((args.bench / "annotations" / f"{name}.json").read_text(encoding="utf-8"))
            lines, seconds, took = answers(name, corpora / name, [item["query"] for item in annotated], args.home)
            out.writelines(json.dumps(line) + "\n" for line in lines)
            indexing += seconds
            searching += took
    print(f"indexing {indexing:.1f} s in all; search {statistics.median(searching):.1f} ms in the median")
    sys.stdout.flush()
    score = [sys.executable, str(args.bench / "score.py"), str(args.out), "--corpora", str(corpora), "--repos"]
    score += ["--json", str(args.out.with_suffix(".scores.json"))] + (["--present"] if args.names else [])
    sys.exit(subprocess.run(score, check=False).returncode)


if __name__ == "__main__":
    main()
