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


def test_generations_are_counted_on_when_an_index_is_built_anew(tree):
    before = tree.run().generation.number
    tree.write({"new.py": "shared and new\n"})
    assert tree.run().generation.number == before + 1
    assert tree.run(force=True).generation.number == before + 2


def test_what_a_step_published_stays_when_the_run_fails_and_the_next_one_does_only_the_rest(tree):
    """Files of a megabyte and a half: each is a step."""

    def observe(progress):
        if progress.message == "large2.txt":
            raise KeyboardInterrupt

    tree.write({f"large{n}.txt": f"shared {n}\n" * 170_000 for n in range(4)})
    cut = {"chunker": LinesChunker(100_000)}
    with pytest.raises(KeyboardInterrupt):
        update(tree.layout, tree.job(observe=observe, **cut), force=True)
    report = update(tree.layout, tree.job(**cut))
    assert report.unchanged == 14
    assert report.added == 2
    assert tree.indexed() == tree.texts()
    assert report.generation.vectors == report.generation.chunks
    assert [entry.name for entry in tree.layout.folder.glob("store-*")] == [tree.layout.current().name]
