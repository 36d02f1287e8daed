import os
import shutil
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing

import pytest

from cw_core import EmbeddingSpace
from cw_store.cache import DAY_S, KEY_BYTES, PART, VectorCache

SPACE = EmbeddingSpace("testing", "one", 4)
ROOM = 10**9


@pytest.fixture
def path(tmp_path):
    return tmp_path / "home" / "cache" / "vectors.db"


def cache_of(path, space=SPACE, max_bytes=ROOM):
    return closing(VectorCache(path, space, max_bytes))


def texts(count, prefix=""):
    return [f"{prefix}{n}" for n in range(count)]


def fill(path, words, row=b"row", max_bytes=ROOM):
    with cache_of(path, max_bytes=max_bytes) as cache:
        cache.put([(key, row) for key in cache.keys(words)])
        assert not cache.problem


def found_of(path, words):
    with cache_of(path) as cache:
        keys = cache.keys(words)
        found = cache.get(keys)
        return [word for word, key in zip(words, keys, strict=True) if key in found]


def test_what_is_put_is_found_later_and_nothing_else_is(path):
    with cache_of(path) as cache:
        a, b, c = cache.keys(["a", "b", "c"])
        assert cache.get([a, b, c]) == {}
        cache.put([(a, b"one"), (b, b"\0\xff")])
        assert cache.get([c, b, a]) == {a: b"one", b: b"\0\xff"}
        cache.put([(b, b"two")])
    with cache_of(path) as cache:
        assert cache.get([a, b, c]) == {a: b"one", b: b"two"}
        assert cache.get([]) == {}
        cache.put([])
        assert not cache.problem


def test_equal_texts_have_equal_keys_and_others_have_others(path):
    odd = ["", "a", "A", "a ", "é", "e\u0301", "\U0001f600", "a\0", "\udc80", "a" * 100_000]
    with cache_of(path) as cache, cache_of(path.with_name("other.db")) as other:
        keys = cache.keys(odd)
        assert keys == cache.keys(odd) == other.keys(odd)
        assert len(set(keys)) == len(odd)
        assert {len(key) for key in keys} == {KEY_BYTES}


OTHER_SPACES = [
    EmbeddingSpace("other", "one", 4),
    EmbeddingSpace("testing", "two", 4),
    EmbeddingSpace("testing", "one", 8),
    EmbeddingSpace("testing", "one", 4, "2"),
]


@pytest.mark.parametrize("space", OTHER_SPACES)
def test_what_is_put_in_one_space_is_not_found_in_another(path, space):
    fill(path, texts(10))
    with cache_of(path, space) as cache:
        keys = cache.keys(texts(10))
        assert cache.get(keys) == {}
        cache.put([(key, b"other") for key in keys])
    with cache_of(path) as cache:
        assert set(cache.get(cache.keys(texts(10))).values()) == {b"row"}


def test_more_keys_than_one_statement_holds_are_found(path):
    words = texts(2 * PART + 3)
    fill(path, words)
    assert found_of(path, words) == words


def row_bytes(path):
    with closing(sqlite3.connect(path)) as db:
        return db.execute("SELECT coalesce(sum(length(row)), 0) FROM vector").fetchone()[0]


def set_used(path, days_ago, words):
    day = int(time.time() // DAY_S) - days_ago
    with cache_of(path) as cache:
        keys = cache.keys(words)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN")
        db.executemany("UPDATE vector SET used = ? WHERE key = ?", [(day, key) for key in keys])
        db.execute("COMMIT")


def test_a_cache_within_its_bound_keeps_all(path):
    fill(path, texts(1000), bytes(100), max_bytes=1_000_000)
    assert found_of(path, texts(1000)) == texts(1000)


def test_a_cache_beyond_its_bound_is_cut_below_it_when_it_is_closed(path):
    fill(path, texts(5000), bytes(100), max_bytes=300_000)
    assert 0.5 * 300_000 < row_bytes(path) < 300_000
    left = len(found_of(path, texts(5000)))
    fill(path, ["new"], bytes(100), max_bytes=300_000)
    assert len(found_of(path, texts(5000))) == left


def test_a_cache_that_was_cut_gives_the_room_back_to_the_disk(path):
    fill(path, texts(5000), bytes(100))
    before = path.stat().st_size
    fill(path, ["new"], bytes(100), max_bytes=300_000)
    assert path.stat().st_size <= 300_000 < before


def test_the_least_recently_used_go_first(path):
    fill(path, texts(1000, "old"), bytes(100))
    fill(path, texts(1000, "older"), bytes(100))
    set_used(path, 3, texts(1000, "old"))
    set_used(path, 9, texts(1000, "older"))
    fill(path, texts(1000, "new"), bytes(100))
    size = path.stat().st_size
    fill(path, ["one"], bytes(100), max_bytes=int(size * 0.75))
    assert found_of(path, texts(1000, "new")) == texts(1000, "new")
    assert found_of(path, texts(1000, "older")) == []
    assert 200 < len(found_of(path, texts(1000, "old"))) < 1000
    assert found_of(path, ["one"]) == ["one"]


def test_what_was_found_counts_as_used(path):
    fill(path, texts(2000), bytes(100))
    set_used(path, 9, texts(2000))
    asked = texts(2000)[500:900]
    assert found_of(path, asked) == asked
    with cache_of(path, max_bytes=path.stat().st_size // 2):
        pass
    assert found_of(path, asked) == asked
    assert len(found_of(path, texts(2000))) < 1000


def test_a_bound_of_less_than_one_page_keeps_nothing_and_is_no_problem(path):
    fill(path, texts(100))
    with cache_of(path, max_bytes=1) as cache:
        pass
    assert not cache.problem
    assert found_of(path, texts(100)) == []


def test_a_bound_of_zero_switches_it_off_and_makes_no_file(path):
    with cache_of(path, max_bytes=0) as cache:
        keys = cache.keys(["a"])
        cache.put([(keys[0], b"row")])
        assert cache.get(keys) == {}
    assert not cache.problem
    assert not path.parent.exists()


def test_a_bound_of_zero_leaves_what_is_there_alone(path):
    fill(path, texts(10))
    with cache_of(path, max_bytes=0) as cache:
        assert cache.get(cache.keys(texts(10))) == {}
    assert found_of(path, texts(10)) == texts(10)


def test_a_closed_cache_finds_and_keeps_nothing_and_may_be_closed_again(path):
    with cache_of(path) as cache:
        pass
    (key,) = cache.keys(["a"])
    cache.put([(key, b"row")])
    assert cache.get([key]) == {}
    cache.close()


def garbage(path):
    path.write_bytes(b"garbage" * 1000)


def cut(path):
    os.truncate(path, path.stat().st_size // 2)


def cut_in_the_header(path):
    os.truncate(path, 60)


def first_page_overwritten(path):
    with path.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 3996)


def later_pages_overwritten(path):
    with path.open("r+b") as file:
        file.seek(8192)
        file.write(b"\xff" * 50_000)


def garbage_beside_it(path):
    garbage(path)
    garbage(path.with_name(path.name + "-wal"))
    garbage(path.with_name(path.name + "-shm"))


def empty(path):
    path.write_bytes(b"")


DAMAGE = [garbage, cut, cut_in_the_header, first_page_overwritten, later_pages_overwritten, garbage_beside_it, empty]


@pytest.mark.parametrize("harm", DAMAGE)
def test_a_damaged_file_begins_anew(path, harm):
    fill(path, texts(3000), bytes(100))
    harm(path)
    with cache_of(path) as cache:
        keys = cache.keys(texts(3000))
        assert cache.get(keys) == {}
        cache.put([(key, b"new") for key in keys])
    with cache_of(path) as cache:
        found = cache.get(keys)
        cache.put([(key, b"new") for key in keys if key not in found])
    with cache_of(path) as cache:
        assert cache.get(keys) == dict.fromkeys(keys, b"new")
        assert not cache.problem


def test_a_file_that_began_anew_and_can_be_used_is_no_problem(path):
    path.parent.mkdir(parents=True)
    garbage(path)
    with cache_of(path) as cache:
        (key,) = cache.keys(["a"])
        cache.put([(key, b"row")])
        assert cache.get([key]) == {key: b"row"}
    assert cache.problem == ""


def test_damage_that_shows_only_later_finds_nothing_says_so_and_begins_anew(path):
    fill(path, texts(3000), bytes(100))
    with cache_of(path) as cache:
        keys = cache.keys(texts(3000))
        with closing(sqlite3.connect(path, isolation_level=None)) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            for page in range(3, path.stat().st_size // 4096):
                file.seek(page * 4096)
                file.write(b"\xff" * 4096)
        assert len(cache.get(keys)) < len(keys)
        cache.put([(keys[0], b"lost")])
        assert "malformed" in cache.problem
    fill(path, texts(10), b"new")
    assert found_of(path, texts(3000)) == texts(10)


def a_folder(path):
    path.mkdir(parents=True)


def a_file_for_its_folder(path):
    path.parent.parent.mkdir()
    path.parent.write_bytes(b"x")


def a_folder_for_its_log(path):
    path.with_name(path.name + "-wal").mkdir(parents=True)


def another_programs_table(path):
    path.parent.mkdir(parents=True)
    with closing(sqlite3.connect(path)) as db:
        db.execute("CREATE TABLE vector (something TEXT)")


@pytest.mark.parametrize("place", [a_folder, a_file_for_its_folder, a_folder_for_its_log, another_programs_table])
def test_where_it_cannot_be_used_nothing_is_found_or_kept_and_it_says_why(path, place):
    place(path)
    with cache_of(path) as cache:
        assert cache.problem
        keys = cache.keys(["a", "b"])
        cache.put([(key, b"row") for key in keys])
        assert cache.get(keys) == {}
    assert cache.problem


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="who may write anywhere has no such place")
def test_in_a_folder_that_cannot_be_written_nothing_is_kept_and_it_says_why(path):
    path.parent.mkdir(parents=True)
    path.parent.chmod(0o500)
    try:
        with cache_of(path) as cache:
            keys = cache.keys(["a"])
            cache.put([(keys[0], b"row")])
            assert cache.get(keys) == {}
            assert cache.problem
    finally:
        path.parent.chmod(0o700)


def test_a_file_removed_while_it_is_used_stops_nothing_and_begins_anew(path):
    fill(path, texts(10))
    with cache_of(path) as cache:
        keys = cache.keys(texts(10))
        if os.name != "nt":  # what is open cannot be removed there
            shutil.rmtree(path.parent)
        cache.put([(key, b"new") for key in keys])
        cache.get(keys)
    fill(path, texts(10))
    assert found_of(path, texts(10)) == texts(10)


def test_another_program_that_holds_it_for_long_stops_nothing(path):
    fill(path, texts(10))
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("BEGIN IMMEDIATE")
        with cache_of(path) as cache:
            keys = cache.keys(texts(10))
            cache.get(keys)
            cache.put([(keys[0], b"new")])
        assert "locked" in cache.problem
    assert found_of(path, texts(10)) == texts(10)


def test_threads_with_a_cache_each_lose_nothing(path):
    problems, lost = [], []

    def work(name):
        for round_ in range(5):
            with cache_of(path) as cache:
                words = [*texts(50, f"{name} {round_} "), *texts(50, "all ")]
                keys = cache.keys(words)
                cache.put([(key, b"row") for key in keys])
                lost.extend(set(keys) - set(cache.get(keys)))
            problems.append(cache.problem)

    threads = [threading.Thread(target=work, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (set(problems), lost) == ({""}, [])
    words = [word for name in "abcd" for round_ in range(5) for word in texts(50, f"{name} {round_} ")]
    assert found_of(path, words) == words


PROCESS = """
import sys, time
from pathlib import Path
from cw_core import EmbeddingSpace
from cw_store.cache import VectorCache
path, go, name = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3]
print("ready", flush=True)
while not go.exists():
    time.sleep(0.001)
cache = VectorCache(path, EmbeddingSpace("testing", "one", 4), 10**9)
for part in range(20):
    keys = cache.keys([f"{name} {part} {n}" for n in range(20)])
    cache.put([(key, b"row") for key in keys])
    if len(cache.get(keys)) < 20:
        print("lost", flush=True)
cache.close()
print(cache.problem or "well")
"""


def test_processes_that_begin_it_at_once_lose_nothing(path, tmp_path):
    go = tmp_path / "go"
    workers = [
        subprocess.Popen([sys.executable, "-c", PROCESS, str(path), str(go), name], stdout=subprocess.PIPE, text=True)
        for name in "abc"
    ]
    assert [worker.stdout.readline() for worker in workers] == ["ready\n"] * 3
    go.touch()
    assert [worker.communicate()[0] for worker in workers] == ["well\n"] * 3
    words = [f"{name} {part} {n}" for name in "abc" for part in range(20) for n in range(20)]
    assert found_of(path, words) == words
