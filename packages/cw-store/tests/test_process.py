"""A dead process is called dead only where that is certain."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace

from cw_store.process import Process, host, started_of


def test_this_process_is_not_dead():
    assert not Process.own().is_dead()


def test_a_process_that_has_ended_is_dead():
    child = subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE)
    noted = Process(child.pid, host(), started_of(child.pid))
    assert not noted.is_dead()
    child.communicate(b"\n", timeout=30)
    if sys.platform != "win32":  # there only the lock itself tells
        assert noted.is_dead()


def test_an_id_that_is_another_processs_now_is_dead():
    own = Process.own()
    if own.started:
        assert replace(own, started="long ago").is_dead()


def test_of_another_machine_nothing_is_certain():
    assert not Process(2**22 - 7, "elsewhere", "long ago").is_dead()


def test_without_a_start_a_living_id_is_not_called_dead():
    assert not replace(Process.own(), started="").is_dead()


def test_an_id_no_process_can_have_is_no_trouble():
    for pid in (0, -1, 10**30):
        Process(pid, host(), "").is_dead()
