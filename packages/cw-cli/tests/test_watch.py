"""`cw watch` tells every run that changed something, and what went wrong, until Ctrl-C."""

from __future__ import annotations

import json
from dataclasses import dataclass

import pytest

from cw_core import Generation, IndexReport, Notice, RootRefused

NOTICE = Notice("setting-clamped", "X was moved")
CHANGED = IndexReport("/r", Generation(5, 3, 4, 4), 3, added=1, unchanged=2, duration_s=0.25, notices=(NOTICE,))
SAME = IndexReport("/r", Generation(5, 3, 4, 4), 3, unchanged=3, notices=(NOTICE,))


@dataclass
class Watched:
    """The fake engine of these tests, which is told of some events and then of Ctrl-C."""

    engine: object
    events: tuple[IndexReport | str, ...]

    def __getattr__(self, name):
        return getattr(self.engine, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.engine.did.append("close")

    def watch(self, stop, tell):
        assert not stop.is_set()
        for event in self.events:
            tell(event)
        raise KeyboardInterrupt


@pytest.fixture
def watched(cw):
    cw.engine = Watched(cw.engine, (SAME, CHANGED, "the update failed: no space left; the next try is in 1 s", CHANGED))
    return cw


LINE = "/r: 3 files, 4 chunks, 4 vectors (1 added, 0 modified, 0 deleted, 2 unchanged) in 0.2 s"


def test_the_first_run_and_each_that_changed_something_is_a_line_on_stderr(watched):
    assert watched("watch", "/r") == 0
    assert watched.out == ""
    assert [line for line in watched.err.splitlines() if line.startswith("/r")] == [
        "/r: 2 files, 3 chunks, 3 vectors (0 added, 0 modified, 0 deleted, 2 unchanged) in 1.2 s",
        LINE,
        LINE,
    ]
    assert watched.engine.did == ["index", "close"]


def test_what_went_wrong_is_told_and_a_notice_once(watched):
    watched("watch", "/r")
    assert [line for line in watched.err.splitlines() if line.startswith("note: ")] == [
        "note: X was moved [setting-clamped]",
        "note: the update failed: no space left; the next try is in 1 s",
    ]


def test_under_json_each_line_is_an_object(watched):
    assert watched("watch", "--json", "/r") == 0
    first, second, note, third = map(json.loads, watched.out.splitlines())
    assert (first["generation"], first["added"], second["generation"], second["added"]) == (4, 0, 5, 1)
    assert "skipped" not in second and second == third
    assert note == {"note": "the update failed: no space left; the next try is in 1 s"}


def test_quiet_tells_only_what_went_wrong(watched):
    assert watched("watch", "--quiet") == 0
    assert watched.out == ""
    assert [line.partition(":")[0] for line in watched.err.splitlines()] == ["note", "note"]


def test_ctrl_c_in_the_first_run_ends_with_zero_too(watched):
    watched.engine.engine.busy = KeyboardInterrupt()
    assert watched("watch") == 0
    assert watched.engine.did == ["index", "close"]


def test_a_first_run_that_fails_ends_with_its_exit_code(watched):
    watched.engine.engine.busy = RootRefused("/r is gone", "Check that its disk is there.")
    assert watched("watch") == 3
    assert "cw: /r is gone\n" in watched.err
