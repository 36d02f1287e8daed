"""An indexer that dies at any moment leaves the old generation or the new one, and the next run goes on from there."""

import random
import time

import pytest

from cw_core.testing import LinesChunker
from cw_store import update


@pytest.fixture
def many(tree):
    tree.write({f"lib/k{n:03}.txt": f"shared text number {n}\n" * 30 for n in range(24)})
    tree.run()
    return tree


def change(tree, chance, mark):
    """Some files in, some changed, some gone."""
    paths = sorted(tree.texts())
    for path in chance.sample(paths, 9):
        tree.write({path: f"shared words changed in {mark} of {path}\n" * chance.randint(1, 40)})
    for path in chance.sample(paths, 3):
        (tree.root / path).unlink()
    tree.write({f"new{mark}/n{n}.txt": f"shared words that are new in {mark}\n" for n in range(3)})


def test_a_kill_at_any_moment_leaves_the_old_generation_or_the_new_and_the_next_run_repairs(many, indexer):
    chance = random.Random(7)
    change(many, chance, "warm")
    indexer.start(many)
    begun = time.monotonic()
    indexer.wait()
    takes_s = time.monotonic() - begun
    assert many.indexed() == many.texts()
    outcomes = []
    for mark in range(8):
        before = many.texts()
        change(many, chance, mark)
        pid = indexer.start(many)
        time.sleep(takes_s * (mark + chance.random()) / 7.5)
        indexer.kill(pid)
        left = many.indexed()
        assert left in (before, many.texts())
        outcomes.append(left == before)
        if mark % 2:
            change(many, chance, f"{mark} again")
        report = many.run()
        assert report.notices == ()
        assert many.indexed() == many.texts()
        assert report.generation.vectors == report.generation.chunks
        assert not many.run().changed
    assert True in outcomes


def test_a_kill_while_built_anew_leaves_the_old_index_and_no_rubbish(many, indexer):
    """Another chunker makes the other process build aside."""
    update(many.layout, many.job(chunker=LinesChunker(3)))
    before, text = many.layout.current(), many.texts()
    for wait_s in (0.05, 0.25):
        pid = indexer.start(many)
        time.sleep(wait_s)
        indexer.kill(pid)
        if many.layout.current() != before:
            break
        assert many.indexed() == text
    many.run()
    assert many.indexed() == text
    assert [entry.name for entry in many.layout.folder.glob("store-*")] == [many.layout.current().name]


@pytest.mark.parametrize("limit", [1_000, 60_000])
def test_a_full_disk_leaves_the_old_generation_and_the_next_run_goes_on(many, indexer, limit):
    before = many.texts()
    change(many, random.Random(limit), "full")
    indexer.start(many, limit=limit)
    indexer.wait()
    assert many.indexed() in (before, many.texts())
    assert many.run().notices == ()
    assert many.indexed() == many.texts()


def test_vectors_of_a_run_that_failed_are_never_answered_with(tree):
    """Two thousand chunks are a batch: its vectors are in the table before the run fails."""

    def observe(progress):
        if progress.message == "zz_large.txt":
            raise KeyboardInterrupt

    job = tree.job(chunker=LinesChunker(1))
    update(tree.layout, job)
    tree.write({"zz_large.txt": "shared\n" * 2_100})
    with pytest.raises(KeyboardInterrupt):
        update(tree.layout, tree.job(chunker=LinesChunker(1), observe=observe))
    (tree.root / "zz_large.txt").unlink()
    tree.write({"m00.py": "shared but changed\n"})
    update(tree.layout, job)
    found, held = tree.by_table()
    assert found == held
