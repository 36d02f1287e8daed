"""An answer is given whenever there is one, and says what is weak about it."""

from __future__ import annotations

import pytest

from cw_core import IndexBusy, Notice, Query
from cw_mcp.asking import ask, noted


def test_a_run_and_its_answer_come_back_together(house):
    pack, report = ask(house.open(house.root), Query("q"))
    assert pack.segments and report.discovered == 2


def test_a_busy_index_answers_with_the_last_generation_and_says_so(house):
    house.with_ = {"busy": IndexBusy("another process is writing", "Wait.")}
    pack, report = ask(house.open(house.root), Query("q"))
    assert report is None and [notice.code for notice in pack.notices] == ["index-busy"]


def test_a_busy_index_without_a_generation_is_busy_and_not_missing(house):
    house.with_ = {"busy": IndexBusy("another process is writing", "Wait."), "published": False}
    with pytest.raises(IndexBusy) as caught:
        ask(house.open(house.root), Query("q"))
    assert caught.value.hint == "Wait."


def test_a_notice_is_told_once(house):
    pack, _ = ask(house.open(house.root), Query("q"))
    notice = Notice("stale", "s")
    assert noted(noted(pack, (notice,)), (notice,)).notices == (notice,)
