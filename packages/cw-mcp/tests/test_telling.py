"""Progress reads well and never goes back."""

from __future__ import annotations

from cw_core import Progress
from cw_mcp.telling import Percent, described


def test_progress_is_one_line():
    assert described(Progress("chunk", 1, 4, "a.py")) == "chunk 25% a.py"
    assert described(Progress("walk", 7, 0)) == "walk"


def test_numbers_only_grow_and_stay_below_a_hundred():
    percent = Percent()
    story = [("walk", 9, 9), ("chunk", 0, 10), ("chunk", 5, 10), ("chunk", 5, 10), ("chunk", 10, 10), ("embed", 1, 9)]
    told = [percent.number(Progress(*step)) for step in story]
    assert told == sorted(set(told)) and told[2] == 49.5 and told[-1] < 100
