"""A fake engine for the server: it answers from a given pack and remembers what it was asked."""

from __future__ import annotations

import threading
from dataclasses import dataclass, field
from pathlib import Path

import anyio
import pytest
from mcp import Client

from cw_core import (
    ContextPack,
    Evidence,
    Freshness,
    Generation,
    IndexMissing,
    IndexReport,
    Notice,
    Progress,
    Query,
    RepoPath,
    RootRefused,
    Segment,
)
from cw_mcp.server import build


def segment(path="src/retry.py", lines=(3, 4), text="def wait():\n    return 1", **changes):
    values = {
        "path": RepoPath(path),
        "lines": lines,
        "language": "python",
        "breadcrumb": (path, "function wait"),
        "text": text,
        "score": 0.5,
        "seed": True,
        "evidence": (Evidence("lexical", 1, 9.5), Evidence("vector", 2, 0.4)),
    } | changes
    return Segment(**values)


@dataclass
class FakeEngine:
    """Holds what it was asked; `pause` blocks indexing until it is set."""

    root: Path
    segments: tuple[Segment, ...] = (segment(), segment("README.md", (1, 1), "# Retry", language="markdown"))
    notices: tuple[Notice, ...] = ()
    error: Exception | None = None
    fresh: Freshness = field(default_factory=lambda: Freshness("stale", 1, 10))
    apart: list[tuple[str, ...]] = field(default_factory=list)
    ended: bool = True
    then_ended: bool = False
    busy: Exception | None = None
    published: bool = True
    pause: threading.Event | None = None
    asked: list[Query] = field(default_factory=list)
    indexed: int = 0
    closed: int = 0

    def freshness(self):
        return self.fresh

    def index_apart(self, first, observe, wait_s):
        self.apart.append(first)
        ended, self.ended = self.ended, self.ended or self.then_ended
        return ended

    def index(self, *, force=False, observe=lambda _: None, lock_timeout_s=None):
        if self.busy:
            raise self.busy
        observe(Progress("walk", 1, 1))
        observe(Progress("chunk", 50, 100, "src/retry.py"))
        if self.pause:
            assert self.pause.wait(30)
        self.indexed += 1
        return IndexReport(str(self.root), Generation(1, 2, 2, 2), discovered=2)

    def search(self, query):
        if self.error:
            raise self.error
        if not self.published and not self.indexed:
            raise IndexMissing("nothing was indexed here yet")
        self.asked.append(query)
        return ContextPack(query, self.segments, self.notices, tokens=40, generation=1, timings_ms={"recall": 1.5})

    def close(self):
        self.closed += 1


class House:
    """A server over fake engines, and calls to it through a real in-memory client."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.engines: list[FakeEngine] = []
        self.with_: dict = {}
        self.patience_s = 50.0
        self.refuse: RootRefused | None = None

    def open(self, root: Path) -> FakeEngine:
        if self.refuse:
            raise self.refuse
        self.engines.append(FakeEngine(root, **self.with_))
        return self.engines[-1]

    @property
    def asked(self) -> Query:
        return self.engines[-1].asked[-1]

    def server(self):
        return build(self.open, patience_s=self.patience_s)

    def run(self, conversation, mode="auto"):
        """Runs `await conversation(client)`."""

        async def main():
            async with Client(self.server(), mode=mode) as client:
                return await conversation(client)

        return anyio.run(main)

    def call(self, mode_="auto", **arguments):
        given = {"repo_path": str(self.root), "information_request": "where do retries wait?"} | arguments

        async def conversation(client):
            return await client.call_tool("codebase-retrieval", given)

        return self.run(conversation, mode_)


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


@pytest.fixture
def make_segment():
    return segment
