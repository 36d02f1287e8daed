"""A question to an engine whose index may be old, or held by another process: what both faces do."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from cw_core.context import ContextPack
from cw_core.errors import IndexBusy, IndexMissing
from cw_core.hit import Notice
from cw_core.progress import Observe, unobserved
from cw_core.query import Query
from cw_core.report import IndexReport

if TYPE_CHECKING:
    from cw_search import Engine

BUSY_WAIT_S = 5.0
"""A run that another process makes for a few changed files ends in this time; for a long one nobody should wait."""


def ask(
    engine: Engine, query: Query, observe: Observe = unobserved, busy_wait_s: float = BUSY_WAIT_S
) -> tuple[ContextPack, IndexReport | None]:
    """Brings the index up to date and answers from it, with the notices of both.

    If another process holds the index, the last published generation answers and a notice says so; there is no report
    then. Raises IndexBusy if nothing was published yet.
    """
    try:
        report = engine.index(observe=observe, lock_timeout_s=busy_wait_s)
    except IndexBusy as busy:
        return from_last_generation(engine, query, busy), None
    pack = engine.search(query)
    return noted(pack, report.notices), report


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
