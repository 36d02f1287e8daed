"""A fake engine behind the shell, and a way to run command lines against it."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import pytest

from cw_cli.main import run
from cw_cli.shell import Shell
from cw_core import (
    ContextPack,
    Evidence,
    Freshness,
    Generation,
    IndexReport,
    IndexStats,
    Notice,
    Progress,
    Query,
    RepoPath,
    Segment,
    Skipped,
)

SEGMENTS = (
    Segment(
        RepoPath("src/retry.py"), (3, 4), "python", ("src/retry.py", "class Retry", "method wait"),
        "    def wait(self):\n        return 1\n", 0.5, True, (), (Evidence("lexical", 1, 9.5),),
    ),
    Segment(RepoPath("README.md"), (1, 1), "markdown", ("README.md",), "# Retry\x1b[31m", 0.25, False),
)  # fmt: skip


@dataclass
class FakeEngine:
    """Answers as told, and remembers what it was asked."""

    segments: tuple[Segment, ...] = SEGMENTS
    notices: tuple[Notice, ...] = ()
    error: BaseException | None = None
    fresh: Freshness = field(default_factory=lambda: Freshness("stale", 1, 10))
    apart: list[tuple[str, ...]] = field(default_factory=list)
    ended: bool = True
    busy: BaseException | None = None
    changed: bool = False
    did: list[str] = field(default_factory=list)
    asked: Query | None = None
    root: Path | None = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.did.append("close")

    def freshness(self):
        return self.fresh

    def index_apart(self, first, observe, wait_s):
        self.apart.append(first)
        return self.ended

    def index(self, *, force=False, observe=lambda _: None, lock_timeout_s=None):
        self.did.append("force" if force else "index")
        if self.busy:
            raise self.busy
        observe(Progress("chunk", 1, 2, "src/retry.py"))
        skipped = (Skipped("a.bin", "binary"), Skipped("b.bin", "binary"), Skipped("big.py", "too-large"))
        return IndexReport(
            "/r", Generation(4, 2, 3, 3), 5, added=int(self.changed), unchanged=2 - self.changed, skipped=skipped,
            notices=(Notice("setting-clamped", "X was moved"),), duration_s=1.25,
        )  # fmt: skip

    def search(self, query):
        self.did.append("search")
        if self.error:
            raise self.error
        self.asked = query
        return ContextPack(query, self.segments, self.notices, tokens=42, generation=4)

    def stats(self):
        return IndexStats(
            "/r", "/h", Generation(4, 2, 3, 3, "static/m/256/1", 1.0), 1000, 2_000_000,
            languages={"python": {"syntax": 1}}, symbols=5, skipped={"binary": 2}, notices=self.notices,
        )  # fmt: skip


class Terminal:
    """Runs command lines; `out`, `err` and `code` are of the last one."""

    def __init__(self, capsys, tmp_path):
        self.engine = FakeEngine()
        self.environ: dict[str, str] = {}
        self._capsys = capsys
        self._home = tmp_path

    def __call__(self, *arguments):
        self.code = run(arguments, Shell(self.environ, self._home, self._open))
        self.out, self.err = self._capsys.readouterr()
        return self.code

    def _open(self, root, settings):
        self.engine.root = root
        return self.engine


@pytest.fixture
def cw(capsys, tmp_path):
    return Terminal(capsys, tmp_path)
