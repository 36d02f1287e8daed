"""A first index that is not whole answers already, says how much it is, and is gone on with."""

from __future__ import annotations

import pytest

from cw_core import IndexMissing, Query, Settings
from cw_core.settings import IndexSettings
from cw_search import Engine


@pytest.fixture
def engine(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    for n in range(9):
        (root / f"walnut{n}.txt").write_text(f"the same walnut words as in every line of {n}\n" * 8_000)
    (root / "needle.py").write_text("def hazelnut():\n    return 'the one that is asked for'\n")
    with Engine.open(root, Settings(tmp_path / "home", index=IndexSettings(workers=1))) as engine:
        yield engine


class Enough(BaseException):
    pass


def stop_after(share):
    def observe(progress):
        if progress.phase == "chunk" and progress.done > share * progress.total:
            raise Enough

    return observe


def test_what_a_run_published_before_it_was_cut_short_answers_and_says_how_much_it_is(engine):
    with pytest.raises(Enough):
        engine.index(observe=stop_after(0.9), first=("needle",))
    pack = engine.search(Query("hazelnut"))
    assert pack.segments[0].path == "needle.py"
    (told,) = [notice.message for notice in pack.notices if notice.code == "partial-index"]
    percent = int(told.split(" %")[0])
    assert 50 < percent < 100
    assert engine.freshness().state == "unknown"
    report = engine.index()
    assert report.unchanged + report.added == 10
    assert report.unchanged >= 4
    assert not [notice for notice in engine.search(Query("hazelnut")).notices if notice.code == "partial-index"]


def test_a_build_by_force_that_is_cut_short_leaves_the_old_index_and_the_next_run_goes_on_with_it(engine):
    number = engine.index().generation.number
    with pytest.raises(Enough):
        engine.index(force=True, observe=stop_after(0.9))
    pack = engine.search(Query("hazelnut"))
    assert pack.segments[0].path == "needle.py"
    assert pack.generation == number
    assert [notice for notice in pack.notices if notice.code == "partial-index"] == []
    report = engine.index(force=True)
    assert report.unchanged >= 4
    assert report.embedded == 0
    assert engine.stats().generation.files == 10


def test_before_the_first_step_there_is_nothing_to_answer_from(engine):
    with pytest.raises(Enough):
        engine.index(observe=stop_after(-1))
    with pytest.raises(IndexMissing):
        engine.search(Query("hazelnut"))
    assert engine.index().added == 10
