import json
import os
import subprocess
import sys
import threading
import time

import pytest

from cw_core import IndexBusy
from cw_store.lock import holder, writing
from cw_store.process import Process, host


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "write.lock"


def test_the_lock_is_free_again_after_an_error(path):
    with pytest.raises(ZeroDivisionError), writing(path, 1):
        raise ZeroDivisionError
    with writing(path, 0):
        pass


def test_who_waits_in_vain_hears_the_holder(path):
    with writing(path, 1), pytest.raises(IndexBusy, match=f"process {os.getpid()} ") as caught, writing(path, 0.05):
        pass
    assert caught.value.hint


@pytest.mark.parametrize("note", [b"", b"{}", b"[1]", b"null", b"\xff\xfe", b'{"pid": 1, "host": "x", "since": "y"}'])
def test_a_damaged_note_of_the_holder_is_no_trouble(path, note):
    with writing(path, 1):
        path.with_suffix(".owner").write_bytes(note)
        with pytest.raises(IndexBusy), writing(path, 0):
            pass


def test_threads_take_turns(path):
    inside, most = 0, 0
    guard = threading.Lock()

    def work():
        nonlocal inside, most
        with writing(path, 10):
            with guard:
                inside += 1
                most = max(most, inside)
            time.sleep(0.02)
            with guard:
                inside -= 1

    threads = [threading.Thread(target=work) for _ in range(5)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert most == 1


def test_the_holder_is_known_while_it_holds_and_no_longer(path):
    assert holder(path) is None
    with writing(path, 1):
        found = holder(path)
        assert found.process == Process.own()
        assert str(found).startswith(f"process {os.getpid()} on ")
    assert holder(path) is None


def dead_note():
    process = {"pid": 4194000, "host": host(), "started": "1"}
    return json.dumps({"process": process, "since": time.time() - 60})


def test_a_note_of_a_dead_process_is_no_hindrance(path):
    path.parent.mkdir()
    path.with_suffix(".owner").write_text(dead_note())
    assert holder(path) is None
    with writing(path, 0):
        assert holder(path).process == Process.own()


def test_a_lock_that_is_held_although_its_process_has_ended_says_how_to_clear_it(path):
    with writing(path, 1):
        path.with_suffix(".owner").write_text(dead_note())
        with pytest.raises(IndexBusy, match="has ended") as caught, writing(path, 0):
            pass
        assert str(path) in caught.value.hint


def test_a_lock_goes_with_its_process_however_that_ends(path):
    script = (
        "import sys, time; from pathlib import Path; from cw_store.lock import writing\n"
        "with writing(Path(sys.argv[1]), 0):\n    print('held', flush=True); time.sleep(60)"
    )
    child = subprocess.Popen([sys.executable, "-c", script, str(path)], stdout=subprocess.PIPE)
    assert child.stdout.readline().strip() == b"held"
    assert holder(path).process.pid == child.pid
    with pytest.raises(IndexBusy, match=f"process {child.pid} "), writing(path, 0):
        pass
    child.kill()
    child.wait()
    child.stdout.close()
    with writing(path, 5):
        assert holder(path).process == Process.own()
