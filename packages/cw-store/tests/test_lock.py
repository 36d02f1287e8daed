import os
import threading
import time

import pytest

from cw_core import IndexBusy
from cw_store.lock import writing


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
