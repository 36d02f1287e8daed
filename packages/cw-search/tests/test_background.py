"""A run in a process of its own indexes, outlives its caller, and leaves nothing hanging."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from cw_core import Settings
from cw_core.settings import IndexSettings
from cw_search import Engine, Query
from cw_search.background import start
from cw_store import Layout
from cw_store.lock import holder, writing

CALLER = """
import sys
from pathlib import Path
from cw_core import Settings
from cw_search.background import start
from cw_store import Layout
root, home = Path(sys.argv[1]), Path(sys.argv[2])
start(root, Settings(home), Layout.of(home, root).folder, ())
"""


@pytest.fixture
def root(tmp_path):
    root = tmp_path / "tree"
    root.mkdir()
    for n in range(5):
        (root / f"f{n}.py").write_text(f"def backoff_{n}():\n    return {n}\n")
    return root.resolve()


@pytest.fixture
def settings(tmp_path):
    return Settings(tmp_path / "home", index=IndexSettings(workers=1))


def published(root, settings):
    return Layout.of(settings.home, root).current() is not None


def wait_for(true, seconds=60):
    until = time.monotonic() + seconds
    while not true() and time.monotonic() < until:
        time.sleep(0.05)
    assert true()


def test_it_indexes_and_ends_well(root, settings):
    process = start(root, settings, Layout.of(settings.home, root).folder, ())
    assert process.wait(60) == 0
    with Engine.open(root, settings) as engine:
        assert {segment.path for segment in engine.search(Query("backoff")).segments} == {f"f{n}.py" for n in range(5)}


def test_it_goes_on_when_its_caller_has_ended(root, settings):
    subprocess.run([sys.executable, "-c", CALLER, str(root), str(settings.home)], check=True, timeout=60)
    wait_for(lambda: published(root, settings))


def test_where_another_is_at_work_it_ends_at_once_and_well(root, settings):
    layout = Layout.of(settings.home, root)
    with writing(layout.lock, 0):
        process = start(root, settings, layout.folder, ())
        assert process.wait(60) == 0
    assert not published(root, settings)


def test_what_went_wrong_stands_in_the_log(root, settings):
    folder = Layout.of(settings.home, root).folder
    process = start(root / "nowhere", settings, folder, ())
    assert process.wait(60) == 1
    assert "RootRefused" in (folder / "last-run.log").read_text(encoding="utf-8")


def test_an_engine_hears_how_far_it_is_and_when_it_has_ended(root, settings):
    with Engine.open(root, settings) as engine:
        assert engine.index_apart((), lambda _: None, 60)
        assert engine.freshness().state in ("fresh", "stale")  # just written files are looked at again
        assert engine.stats().generation.files == 5


def test_an_engine_does_not_wait_longer_than_it_is_told(root, settings):
    layout = Layout.of(settings.home, root)
    with Engine.open(root, settings) as engine, writing(layout.lock, 0):
        assert not engine.index_apart((), lambda _: None, 0)
    assert holder(layout.lock) is None
