"""What was done once is not done again: for branches, work trees, clones, links to a root, and for nothing at all."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time

import pytest

from cw_core import IndexSettings, RootRefused
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_store import Job, Layout, update
from cw_store.inventory import entries

git = pytest.mark.skipif(shutil.which("git") is None, reason="needs git")


class Counting(HashEmbedder):
    """Remembers how many texts it embedded."""

    def embed_chunks(self, chunks):
        COUNTED.append(len(chunks))
        return super().embed_chunks(chunks)


COUNTED: list[int] = []


class House:
    def __init__(self, folder):
        self.folder, self.home = folder, folder / "home"

    def index(self, root, embedder=None, **options):
        """The report of a run, and how many texts it embedded."""
        COUNTED.clear()
        job = Job(root.resolve(), LinesChunker(5), embedder or Counting(), IndexSettings(workers=1), unobserved)
        report = update(Layout.of(self.home, root), job, **options)
        assert report.generation.vectors == report.generation.chunks
        return report, sum(COUNTED)

    def git(self, root, *arguments):
        settings = ["-c", "user.name=x", "-c", "user.email=x@example.com", "-c", "commit.gpgsign=false"]
        environ = {**os.environ, "GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(["git", *settings, *arguments], cwd=root, env=environ, check=True, capture_output=True)

    def repository(self):
        root = self.folder / "repo"
        root.mkdir()
        self.git(root, "init", "-q", "-b", "a")
        for n in range(6):
            (root / f"f{n}.txt").write_text("".join(f"words {line} of {n}\n" for line in range(12)))
        self.git(root, "add", ".")
        self.git(root, "commit", "-qm", "a")
        self.git(root, "checkout", "-qb", "b")
        for n in range(3):
            (root / f"f{n}.txt").write_text("".join(f"other words {line} of {n}\n" for line in range(12)))
        (root / "f5.txt").unlink()
        self.git(root, "commit", "-qam", "b")
        return root


@pytest.fixture
def house(tmp_path):
    return House(tmp_path)


@git
def test_branches_there_and_back_embed_nothing_the_second_time(house):
    root = house.repository()
    for branch, embeds in (("a", True), ("b", True), ("a", False), ("b", False), ("a", False)):
        house.git(root, "checkout", "-q", branch)
        report, embedded = house.index(root)
        assert report.changed
        assert bool(embedded) is embeds, branch
        assert embedded == report.embedded


@git
def test_a_second_work_tree_and_a_second_clone_embed_nothing(house):
    root = house.repository()
    house.index(root)
    house.git(root, "worktree", "add", "-q", "../other", "b", "--force")
    house.git(house.folder, "clone", "-q", "repo", "clone")
    for name in ("other", "clone"):
        report, embedded = house.index(house.folder / name)
        assert (embedded, report.embedded) == (0, 0), name
        assert report.reused == report.generation.chunks > 0


@git
def test_a_work_tree_inside_the_tree_is_left_out_and_told(house):
    root = house.repository()
    house.git(root, "worktree", "add", "-q", ".worktrees/feature", "a")
    report, _ = house.index(root)
    assert [(entry.path, entry.reason) for entry in report.skipped if "feature" in entry.path] == [
        (".worktrees/feature/", "submodule")
    ]


def test_a_rename_and_a_build_by_force_embed_nothing(house):
    root = house.folder / "tree"
    root.mkdir()
    (root / "a.txt").write_text("".join(f"words {line}\n" for line in range(30)))
    house.index(root)
    (root / "a.txt").rename(root / "b.txt")
    report, embedded = house.index(root)
    assert (report.added, report.deleted, embedded) == (1, 1, 0)
    report, embedded = house.index(root, force=True)
    assert (report.added, embedded) == (1, 0)


def test_equal_texts_are_embedded_once(house):
    root = house.folder / "tree"
    root.mkdir()
    for n in range(7):
        (root / f"copy{n}.txt").write_text("the very same words\n")
    report, embedded = house.index(root)
    assert (embedded, report.generation.vectors) == (1, 7)


def test_however_a_root_is_spelled_it_is_one_index(house):
    root = house.folder / "tree"
    root.mkdir()
    (root / "a.txt").write_text("words\n")
    (house.folder / "link").symlink_to(root)
    spellings = [root, house.folder / "link", root / ".." / "tree", type(root)(f"{root}{os.sep}")]
    for at, spelling in enumerate(spellings):
        assert house.index(spelling)[0].changed is (at == 0)
    assert len(entries(house.home)) == 1


def test_a_run_that_changes_nothing_writes_nothing_to_the_catalog(house):
    root = house.folder / "tree"
    root.mkdir()
    (root / "a.txt").write_text("words\n")
    house.index(root)
    catalog = Layout.of(house.home, root).current() / "catalog.db"
    with contextlib.closing(sqlite3.connect(catalog)) as db, db:  # as if it had run a while after the file was written
        db.execute("UPDATE meta SET value = ? WHERE key = 'started_ns'", (time.time_ns() + 10**10,))
    before = catalog.read_bytes()
    for _ in range(3):
        assert not house.index(root)[0].changed
    assert catalog.read_bytes() == before


def test_a_file_that_becomes_too_large_or_binary_leaves_the_index(house):
    root = house.folder / "tree"
    root.mkdir()
    for name in ("large.txt", "binary.txt", "stays.txt"):
        (root / name).write_text("words\n")
    house.index(root)
    (root / "large.txt").write_text("words\n" * 400_000)
    (root / "binary.txt").write_bytes(b"\0" * 100)
    report, _ = house.index(root)
    assert report.generation.files == 1
    assert report.skipped_by_reason == {"too-large": 1, "binary": 1}


def test_a_clock_that_goes_back_hides_no_edit(house):
    root = house.folder / "tree"
    root.mkdir()
    (root / "a.txt").write_text("words\n")
    os.utime(root / "a.txt", ns=(2**61, 2**61))  # of a day in the far future
    house.index(root)
    (root / "a.txt").write_text("other\n")
    os.utime(root / "a.txt", ns=(1, 1))
    assert house.index(root)[0].modified == 1


def test_a_root_that_is_refused_leaves_no_index(house):
    root = house.folder / "tree"
    root.mkdir()
    for n in range(3):
        (root / f"f{n}.txt").write_text("words\n")
    job = Job(root, LinesChunker(), None, IndexSettings(workers=1, max_files=2), unobserved)
    with pytest.raises(RootRefused):
        update(Layout.of(house.home, root), job)
    assert entries(house.home) == ()
    assert not list(house.home.glob("*/store-*"))
