"""Index a folder and ask it: `python examples/search_a_repository.py [QUESTION [FOLDER]]`.

The index is made in a temporary home, so nothing is left behind. Keep it, as `cw` does under `~/.contextweaver`, and a
second run takes a fraction of a second.
"""

import sys
import tempfile
from pathlib import Path

from cw_search import Budget, Engine, Query, Settings

THIS_REPOSITORY = Path(__file__).resolve().parent.parent


def main() -> None:
    question = sys.argv[1] if len(sys.argv) > 1 else "how are ranked lists fused into one?"
    folder = Path(sys.argv[2]) if len(sys.argv) > 2 else THIS_REPOSITORY
    with tempfile.TemporaryDirectory() as home, Engine.open(folder, Settings(home=Path(home))) as engine:
        report = engine.index()
        pack = engine.search(Query(question, budget=Budget(tokens=1500)))

    for segment in pack.segments:
        print(f"{segment.path}:{segment.lines[0]}-{segment.lines[1]}  ({', '.join(segment.sources)})")
        print(segment.text, end="\n\n")
    for notice in pack.notices:
        print(f"note: {notice.message} [{notice.code}]")
    print(f"{report.generation.files} files in {report.duration_s:.1f} s, {report.skipped_by_reason or 'none'} skipped")


if __name__ == "__main__":
    main()
