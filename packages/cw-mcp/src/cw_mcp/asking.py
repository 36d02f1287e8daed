"""A question to an engine whose index may be old, unfinished, or held by another process: what both faces do."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import TYPE_CHECKING

from cw_core.context import ContextPack
from cw_core.errors import IndexBusy, IndexMissing
from cw_core.hit import Notice
from cw_core.progress import Observe, unobserved
from cw_core.query import Query
from cw_core.report import IndexReport
from cw_core.snapshot import Freshness
from cw_core.text import tokens

if TYPE_CHECKING:
    from cw_search import Engine

BUSY_WAIT_S = 5.0
"""A run that another process makes for a few changed files ends in this time; for a long one nobody should wait."""

WAIT_S = 3.0
"""How long an answer waits for a long run, which goes on in a process of its own: then what is there answers."""

FIRST_WAIT_S = 20.0
"""How long it waits where nothing is there at all."""

FEW_FILES = 200
FEW_BYTES = 2_000_000
"""So much is brought in at once, within a second or two, before the answer."""


def ask(
    engine: Engine,
    query: Query,
    observe: Observe = unobserved,
    *,
    busy_wait_s: float = BUSY_WAIT_S,
    wait_s: float = WAIT_S,
) -> tuple[ContextPack, IndexReport | None]:
    """Brings the index up to date and answers from it, with the notices of both.

    A few changes are brought in at once. For many, or a first index, a process of its own is started that outlives
    this one; after `wait_s` what it has published answers, and a notice says how much that is. If another process
    holds the index, the last published generation answers and a notice says so; there is no report then. Raises
    IndexBusy if nothing was published in time.
    """
    before = engine.freshness()
    if before.state == "fresh":
        return replace(engine.search(query), freshness=str(before)), None
    if not _is_little(before):
        if not engine.index_apart(tuple(tokens(" ".join((query.text, *query.terms)))), observe, wait_s):
            return _while_it_goes_on(engine, query, observe), None
        before = replace(before, state="stale")  # but for what came meanwhile, or what that run could not do
    try:
        report = engine.index(observe=observe, lock_timeout_s=busy_wait_s)
    except IndexBusy as busy:
        return replace(from_last_generation(engine, query, busy), freshness=str(before)), None
    return noted(replace(engine.search(query), freshness="fresh"), report.notices), report


def _is_little(before: Freshness) -> bool:
    return before.state == "stale" and before.changed <= FEW_FILES and before.bytes_changed <= FEW_BYTES


def _while_it_goes_on(engine: Engine, query: Query, observe: Observe) -> ContextPack:
    """What a run at work has published so far."""
    until = time.monotonic() + FIRST_WAIT_S
    while True:
        try:
            return replace(engine.search(query), freshness="indexing")
        except IndexMissing:
            if time.monotonic() >= until or engine.index_apart((), observe, 0.5):
                raise IndexBusy(
                    "the repository is being indexed, and nothing is published yet",
                    "Ask again in a moment; it goes on.",
                ) from None


def from_last_generation(engine: Engine, query: Query, busy: IndexBusy) -> ContextPack:
    """What was published last, with a notice; raises `busy` if nothing was."""
    try:
        pack = engine.search(query)
    except IndexMissing:
        raise busy from None
    return noted(pack, (Notice("index-busy", f"{busy}; the last published generation answered"),))


def noted(pack: ContextPack, notices: tuple[Notice, ...]) -> ContextPack:
    """The pack with more notices, each once."""
    return replace(pack, notices=tuple(dict.fromkeys((*pack.notices, *notices))))
