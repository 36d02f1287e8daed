"""Several processes on one index: one writes, the others read, and nobody sees half of anything."""

import json
import os
import subprocess
import sys
import threading
import time
from contextlib import contextmanager

import pytest

from cw_core import IndexBusy
from cw_core.testing import HashEmbedder
from cw_store import snapshot, update
from cw_store.lock import writing

READER = """
import json, sys, time
from pathlib import Path
from cw_core import RepoPath, Scope
from cw_core.testing import HashEmbedder
from cw_store import Layout, snapshot, stats
layout, mode = Layout(Path(sys.argv[1])), sys.argv[2]
query, errors, turns, seen = HashEmbedder().embed_query("shared"), {}, 0, []
print("ready", flush=True)
sys.stdin.readline()
stop = time.monotonic() + float(sys.argv[3])
while time.monotonic() < stop:
    turns += 1
    try:
        if mode == "stats":
            seen.append(stats(layout, Path("/")).generation.number)
            continue
        opened = snapshot(layout)
        try:
            hits = {hit.id for hit in opened.lexical(["shar"], Scope(), 1000)}
            if mode == "vectors":
                near = {hit.id for hit in opened.nearest(query, Scope(), 1000)}
                assert near == hits, "words and vectors disagree"
            assert len(opened.chunks(list(hits))) == len(hits) == opened.generation.chunks, "a chunk is missing"
            seen.append(opened.generation.number)
        finally:
            opened.close()
    except Exception as error:
        key = f"{type(error).__name__}: {error}"[:200]
        errors[key] = errors.get(key, 0) + 1
print(json.dumps({"errors": errors, "turns": turns, "grew": seen == sorted(seen)}))
"""


@contextmanager
def readers(tree, modes, seconds):
    """Processes that read all the while; yields their reports once the block has ended."""
    command = [sys.executable, "-c", READER, str(tree.layout.folder)]
    processes = [
        subprocess.Popen(
            [*command, mode, str(seconds)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8"
        )
        for mode in modes
    ]
    reports = []
    try:
        for process in processes:
            assert process.stdout.readline().strip() == "ready"
        for process in processes:
            process.stdin.write("\n")
            process.stdin.flush()
        yield reports
        reports += [json.loads(process.communicate(timeout=60)[0]) for process in processes]
    finally:
        for process in processes:
            process.kill()
            process.communicate()


def test_four_readers_and_a_writer_have_no_trouble_with_each_other(tree):
    with readers(tree, ["words", "vectors", "vectors", "stats"], 2) as reports:
        stop, turn = time.monotonic() + 2, 0
        while time.monotonic() < stop:
            tree.write({f"n{turn % 5}.py": f"shared words {turn}\n", "m00.py": f"shared {turn}\n"})
            tree.run()
            turn += 1
    assert turn
    for report in reports:
        assert report["errors"] == {}
        assert report["turns"]
        assert report["grew"]
    assert tree.indexed() == tree.texts()


def test_readers_have_no_trouble_with_an_index_that_is_built_anew_again_and_again(tree):
    tree.run(None, force=True)
    with readers(tree, ["words", "words", "stats"], 3) as reports:
        stop = time.monotonic() + 3
        while time.monotonic() < stop:
            tree.run(None, force=True)
    assert [report["errors"] for report in reports] == [{}, {}, {}]


def test_who_cannot_wait_hears_who_is_writing(tree):
    with writing(tree.layout.lock, 1), pytest.raises(IndexBusy, match=str(os.getpid())) as caught:
        tree.run(lock_timeout_s=0.1)
    assert caught.value.hint
    assert tree.run(lock_timeout_s=0.1).unchanged == 12


def test_two_writers_at_once_both_come_to_their_turn(tree):
    tree.write({f"x{n}.py": f"shared {n}\n" for n in range(10)})
    reports, errors = [], []

    def run():
        try:
            reports.append(update(tree.layout, tree.job()))
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=run) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert sorted(report.added for report in reports) == [0, 10]
    assert tree.indexed() == tree.texts()


HOLDER = """
import sys, time
from pathlib import Path
from cw_store.lock import writing
with writing(Path(sys.argv[1]), 5):
    print("held", flush=True)
    time.sleep(float(sys.argv[2]))
"""


@pytest.fixture
def held(tree):
    """A function: another process holds the lock for some seconds."""
    processes = []

    def hold(seconds):
        command = [sys.executable, "-c", HOLDER, str(tree.layout.lock), str(seconds)]
        processes.append(subprocess.Popen(command, stdout=subprocess.PIPE, encoding="utf-8"))
        assert processes[-1].stdout.readline() == "held\n"
        return processes[-1]

    yield hold
    for process in processes:
        process.kill()
        process.communicate()


def test_a_writer_in_another_process_is_waited_for(tree, held):
    process = held(0.5)
    with pytest.raises(IndexBusy, match=str(process.pid)):
        tree.run(lock_timeout_s=0)
    assert tree.run(lock_timeout_s=30).unchanged == 12
    assert process.poll() is not None or process.wait(1) == 0


def test_a_lock_ends_with_its_process(tree, held):
    process = held(60)
    process.kill()
    process.wait()
    assert tree.run(lock_timeout_s=1).unchanged == 12


def test_a_writer_does_not_wait_for_readers(tree):
    """A snapshot may be held for as long as its reader likes."""
    opened = snapshot(tree.layout)
    try:
        for turn in range(2):
            tree.write({"m00.py": f"shared words {turn}\n"})
            begun = time.monotonic()
            assert tree.run().modified == 1
            assert time.monotonic() - begun < 5
        assert opened.generation.number == 1
    finally:
        opened.close()


def test_a_reader_is_never_blocked_by_a_writer(tree):
    """In the middle of a run, a snapshot answers from the generation before."""
    times = []

    def observe(progress):
        if progress.phase == "chunk":
            begun = time.monotonic()
            assert set(tree.indexed()) == {f"m{n:02}.py" for n in range(12)}
            times.append(time.monotonic() - begun)

    tree.write({f"z{n}.py": "shared\n" for n in range(5)})
    update(tree.layout, tree.job(HashEmbedder(), observe=observe))
    assert len(times) == 5
    assert max(times) < 2
