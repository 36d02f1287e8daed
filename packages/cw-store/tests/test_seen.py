import time
from pathlib import Path

import pytest

from cw_core.settings import IndexSettings
from cw_store.indexing.seen import Seen
from cw_store.indexing.walk import walk


@pytest.fixture
def seen(tmp_path: Path) -> Seen:
    (tmp_path / "src").mkdir()
    for path in ("a.py", "src/ü.py", "src/.cwignore", "b.log", "large.js"):
        (tmp_path / path).write_text("*.log\n" * (1000 if path == "large.js" else 1))
    (tmp_path / ".cwignore").write_text("*.log\n")
    return Seen.of(walk(tmp_path, IndexSettings(max_bytes=1024), {}, begun_ns=time.time_ns()))


def test_what_was_seen_comes_back_from_its_bytes(seen: Seen) -> None:
    assert seen.files.paths == [".cwignore", "a.py", "src/.cwignore", "src/ü.py"]
    again = Seen.from_bytes(seen.to_bytes())
    assert again == seen
    assert again is not None
    assert again.tells_the_same(seen)


def test_a_name_that_is_not_unicode_comes_back(tmp_path: Path) -> None:
    try:
        (tmp_path / "closed\udcff").mkdir()
        (tmp_path / "bad\udcfe.py").write_text("")
    except (OSError, UnicodeEncodeError):
        pytest.skip("all names are Unicode here")
    seen = Seen.of(walk(tmp_path, IndexSettings(), {}))
    assert Seen.from_bytes(seen.to_bytes()) == seen


def test_bytes_that_are_damaged_or_of_another_version_are_nothing(seen: Seen) -> None:
    kept = seen.to_bytes()
    assert Seen.from_bytes(b"") is None
    assert Seen.from_bytes(b"x" + kept) is None
    assert Seen.from_bytes(kept.replace(b"seen1", b"seen2")) is None
    assert Seen.from_bytes(kept[: len(kept) // 2]) is None
    for at in range(20, len(kept), 7):
        assert Seen.from_bytes(kept[:at] + bytes([kept[at] ^ 1]) + kept[at + 1 :]) in (None, seen)


def test_columns_know_what_was_touched_since_a_moment(seen: Seen) -> None:
    assert seen.files.touched_since(0) == [0, 1, 2, 3]
    assert seen.files.touched_since(2**62) == []
    seen.files.mtimes[1] = 2**62
    assert seen.files.touched_since(2**62) == [1]


def test_another_stamp_or_another_thing_left_out_is_not_the_same(seen: Seen) -> None:
    other = Seen.from_bytes(seen.to_bytes())
    assert other is not None
    other.files.sizes[0] += 1
    assert not other.tells_the_same(seen)
