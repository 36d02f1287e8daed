#!/usr/bin/env python3
"""What is masked as secret in folders of code, by kind, and what looking for it costs, as a table.

    python bench/masking.py FOLDER... [--show]

`--show` prints the surroundings of each value, of the value itself its first and last two characters only. Whether a
value is a secret is for the reader to say.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from cw_core.source import LineIndex
from cw_store.indexing.read import decode
from cw_store.indexing.secrets import mask, spans


def texts(root: Path) -> Iterator[tuple[str, bytes]]:
    """Path and decoded text of all text files up to 2 MB."""
    for place in sorted(root.rglob("*")):
        if ".git" in place.relative_to(root).parts or place.is_symlink() or not place.is_file():
            continue
        if place.stat().st_size <= 2_000_000 and (decoded := decode(place.read_bytes())):
            yield place.relative_to(root).as_posix(), decoded[0].encode("utf-8", "replace")


def surroundings(content: bytes, start: int, end: int) -> str:
    """The line of a value up to 60 characters before and 20 after, the middle of the value left out."""
    before = content[max(content.rfind(b"\n", 0, start) + 1, start - 60) : start]
    after = content[end : end + 20].partition(b"\n")[0]
    hint = content[start : start + 2] + b"..%d.." % (end - start) + content[end - 2 : end]
    return (before + b"[" + hint + b"]" + after).decode("utf-8", "replace").strip().replace("\n", " ")


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("folders", type=Path, nargs="+")
    parser.add_argument("--show", action="store_true")
    asked = parser.parse_args()
    print(f"{'folder':<24}{'files':>7}{'MB':>8}{'CPU s':>8}{'masked':>8}   values by kind")
    for root in asked.folders:
        files = list(texts(root))
        began = time.process_time()
        masked = [(path, content) for path, content in files if mask(content)[1]]
        spent = time.process_time() - began
        size = sum(len(content) for _, content in files) / 1e6
        kinds = Counter(name for _, content in masked for name, _, _ in spans(content))
        row = ", ".join(f"{count} {name}" for name, count in kinds.most_common())
        print(f"{root.name:<24}{len(files):>7}{size:>8.1f}{spent:>8.3f}{len(masked):>8}   {row}")
        for path, content in masked if asked.show else ():
            lines = LineIndex(content)
            for name, start, end in spans(content):
                print(f"    {path}:{lines.line_at(start)}: {name}: {surroundings(content, start, end)}")


if __name__ == "__main__":
    main()
