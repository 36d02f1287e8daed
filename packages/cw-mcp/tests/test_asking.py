"""An answer is given whenever there is one, and says what is weak about it."""

from __future__ import annotations

import pytest

from cw_core import Freshness, IndexBusy, Notice, Query
from cw_core.text import tokens
from cw_mcp.asking import FEW_BYTES, FEW_FILES, ask, noted


def test_a_run_and_its_answer_come_back_together(house):
    pack, report = ask(house.open(house.root), Query("q"))
    assert pack.segments and report.discovered == 2
    assert pack.freshness == "fresh"


def test_where_nothing_changed_nothing_is_run(house):
    house.with_ = {"fresh": Freshness("fresh")}
    engine = house.open(house.root)
    pack, report = ask(engine, Query("q"))
    assert (report, engine.indexed, pack.freshness) == (None, 0, "fresh")


LONG = [
    Freshness("missing"),
    Freshness("unknown"),
    Freshness("unchecked", 1, 10, 100),
    Freshness("stale", FEW_FILES + 1, 10),
    Freshness("stale", 1, FEW_BYTES + 1),
]


@pytest.mark.parametrize("fresh", LONG, ids=str)
def test_a_long_run_is_given_to_another_process_with_the_words_of_the_question(house, fresh):
    house.with_ = {"fresh": fresh}
    engine = house.open(house.root)
    pack, report = ask(engine, Query("where do retries wait?", ("Backoff",)))
    assert engine.apart == [tuple(tokens("where do retries wait? Backoff"))]
    assert report is not None and pack.freshness == "fresh"  # it ended in time, and what came meanwhile was looked for


@pytest.mark.parametrize("fresh", LONG, ids=str)
def test_what_a_run_that_goes_on_has_published_answers(house, fresh):
    house.with_ = {"fresh": fresh, "ended": False}
    engine = house.open(house.root)
    pack, report = ask(engine, Query("q"))
    assert (report, engine.indexed) == (None, 0)
    assert pack.segments and pack.freshness == "indexing"


def test_where_nothing_is_published_when_the_run_has_ended_it_is_busy(house):
    house.with_ = {"fresh": Freshness("missing"), "ended": False, "published": False}
    engine = house.open(house.root)
    engine.then_ended = True
    with pytest.raises(IndexBusy) as caught:
        ask(engine, Query("q"))
    assert caught.value.hint


def test_a_busy_index_answers_with_the_last_generation_and_says_so(house):
    house.with_ = {"busy": IndexBusy("another process is writing", "Wait.")}
    pack, report = ask(house.open(house.root), Query("q"))
    assert report is None and [notice.code for notice in pack.notices] == ["index-busy"]
    assert pack.freshness == "stale(1)"


def test_a_busy_index_without_a_generation_is_busy_and_not_missing(house):
    house.with_ = {"busy": IndexBusy("another process is writing", "Wait."), "published": False}
    with pytest.raises(IndexBusy) as caught:
        ask(house.open(house.root), Query("q"))
    assert caught.value.hint == "Wait."


def test_a_notice_is_told_once(house):
    pack, _ = ask(house.open(house.root), Query("q"))
    notice = Notice("stale", "s")
    assert noted(noted(pack, (notice,)), (notice,)).notices == (notice,)
