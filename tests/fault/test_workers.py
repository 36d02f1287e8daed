"""A parser that hangs, crashes or shouts costs the one file it did it on."""

import importlib
import time

import pytest

from cw_core.testing import LinesChunker
from cw_store import update
from cw_store.indexing.pool import _PARKED

CHUNKER = '''
import ctypes, os, signal, sys, time
from cw_core.testing import LinesChunker

class Misbehaving(LinesChunker):
    """Does what the name of the file says."""

    def chunk(self, file):
        deed = file.path.stem
        if deed == "hang":
            time.sleep(120)
        if deed == "exit":
            os._exit(3)
        if deed == "killed":
            os.kill(os.getpid(), signal.SIGKILL)
        if deed == "crash":
            sys.stderr.close()
            os.abort()
        if deed == "raise":
            raise RuntimeError("no such thing")
        if deed == "recurse":
            return self.chunk(file)
        if deed == "interrupt":
            raise KeyboardInterrupt
        if deed == "shout":
            print("\\0" * 100_000, flush=True)
            os.write(1, b"garbage on the standard output")
        return super().chunk(file)
'''

DEEDS = ["hang", "exit", "killed", "raise", "recurse", "interrupt"]


@pytest.fixture
def misbehaving(tmp_path, monkeypatch):
    folder = tmp_path / "modules"
    folder.mkdir()
    (folder / "misbehaving_chunker.py").write_text(CHUNKER)
    monkeypatch.setenv("PYTHONPATH", str(folder))
    monkeypatch.syspath_prepend(str(folder))
    return importlib.import_module("misbehaving_chunker").Misbehaving()


def test_a_file_that_hangs_or_kills_its_worker_is_cut_by_lines_and_listed_and_costs_no_other(tree, misbehaving):
    tree.write({f"{deed}.py": f"shared {deed}\n" for deed in DEEDS})
    begun = time.monotonic()
    report = update(tree.layout, tree.job(None, misbehaving, file_timeout_s=1.0, workers=2), force=True)
    assert time.monotonic() - begun < 30
    assert sorted(entry.path for entry in report.by_lines) == sorted(f"{deed}.py" for deed in DEEDS)
    assert all(entry.detail for entry in report.by_lines)
    assert report.skipped == ()
    assert report.added == report.discovered == len(tree.texts())
    assert report.generation.files == len(tree.texts())
    assert not update(tree.layout, tree.job(None, misbehaving, file_timeout_s=1.0)).changed


def test_what_a_parser_prints_never_mixes_with_the_messages_of_its_worker(tree, misbehaving):
    tree.write({"shout.py": "shared shout\n", "after.py": "shared after\n"})
    report = update(tree.layout, tree.job(None, misbehaving), force=True)
    assert report.by_lines == ()
    assert report.added == len(tree.texts())


def test_no_worker_outlives_a_run_that_is_broken_off(tree, misbehaving):
    psutil = pytest.importorskip("psutil")

    def observe(progress):
        if progress.phase == "chunk":
            raise KeyboardInterrupt

    tree.write({"hang.py": "shared\n"})
    with pytest.raises(KeyboardInterrupt):
        update(tree.layout, tree.job(None, misbehaving, observe, workers=2), force=True)
    deadline = time.monotonic() + 5
    while workers := [child for child in psutil.Process().children() if "indexing.worker" in " ".join(child.cmdline())]:
        assert time.monotonic() < deadline, workers
        time.sleep(0.05)


def test_a_file_that_is_gone_when_its_turn_comes_is_left_out_and_said(tree):
    def observe(progress):
        if progress.phase == "walk":
            (tree.root / "m03.py").unlink()

    report = update(tree.layout, tree.job(observe=observe), force=True)
    assert report.skipped_by_reason in ({"vanished": 1}, {})
    assert report.added + len(report.skipped) == report.discovered
    assert "m03.py" not in tree.indexed()


def test_a_worker_that_is_kept_serves_the_next_run_whatever_its_root_and_its_chunker(tree, tmp_path):
    tree.write({"a.py": "shared one\nshared two\n"})
    update(tree.layout, tree.job())
    kept = _PARKED._process
    assert kept is not None and kept.poll() is None
    tree.write({"a.py": "shared one\nshared two\nshared three\n"})
    update(tree.layout, tree.job(chunker=LinesChunker(1)))
    assert _PARKED._process is kept
    assert tree.indexed() == tree.texts()


def test_a_kept_worker_that_died_meanwhile_is_replaced(tree):
    tree.write({"a.py": "shared one\n"})
    update(tree.layout, tree.job())
    _PARKED._process.kill()
    tree.write({"a.py": "shared two\n"})
    report = update(tree.layout, tree.job())
    assert (report.modified, report.by_lines) == (1, ())
    assert tree.indexed() == tree.texts()
