"""Other processes see how far the run at work is, and nothing once it has ended."""

from __future__ import annotations

import json

import pytest

from cw_core import Progress
from cw_store.lock import holder, writing
from cw_store.process import host
from cw_store.running import EVERY_S, Telling, told


class Clock:
    def __init__(self):
        self.now = 0.0

    def __call__(self):
        return self.now


@pytest.fixture
def place(tmp_path):
    return tmp_path / "progress.json", tmp_path / "write.lock"


def test_what_is_told_is_read_by_others_while_the_lock_is_held(place):
    path, lock = place
    with writing(lock, 0):
        Telling(path, lambda _: None)(Progress("chunk", 3, 9, "src/a.py"))
        assert told(path, lock) == Progress("chunk", 3, 9, "src/a.py")
    assert told(path, lock) is None


def test_everything_is_passed_on_and_written_now_and_then(place):
    path, lock = place
    clock, heard = Clock(), []
    telling = Telling(path, heard.append, clock)
    with writing(lock, 0):
        for done in range(3):
            telling(Progress("chunk", done, 9))
        assert [progress.done for progress in heard] == [0, 1, 2]
        assert told(path, lock).done == 0
        clock.now += EVERY_S
        telling(Progress("chunk", 7, 9))
        assert told(path, lock).done == 7


@pytest.mark.parametrize("content", [b"", b"[]", b"{}", b'["chunk", 1]', b"\xff", b'["chunk", "x", 1, ""]'])
def test_a_damaged_file_is_a_run_of_which_nothing_is_known(place, content):
    path, lock = place
    with writing(lock, 0):
        path.write_bytes(content)
        assert told(path, lock) == Progress("walk", 0, 0)


def test_a_file_that_cannot_be_written_stops_no_run(tmp_path):
    Telling(tmp_path / "no" / "progress.json", lambda _: None)(Progress("walk", 1, 1))


def test_what_a_dead_run_left_is_no_run(place):
    path, lock = place
    path.write_text('["chunk", 1, 2, ""]')
    process = {"pid": 4194000, "host": host(), "started": "1"}
    lock.with_suffix(".owner").write_text(json.dumps({"process": process, "since": 0}))
    assert holder(lock) is None
    assert told(path, lock) is None


def test_it_is_gone_once_closed(place):
    path, _ = place
    telling = Telling(path, lambda _: None)
    telling(Progress("walk", 1, 1))
    assert path.exists()
    telling.close()
    assert not path.exists()
