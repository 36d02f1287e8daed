"""`cw list`, `cw clean` and `cw migrate` on real indexes of a home of their own."""

from __future__ import annotations

import json

import pytest

from cw_cli.main import run
from cw_cli.shell import Shell
from cw_core import IndexSettings
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_store import Job, Layout, update


class House:
    def __init__(self, capsys, folder):
        self._capsys, self.folder = capsys, folder

    def __call__(self, *arguments):
        self.code = run(arguments, Shell({"CW_HOME": str(self.folder / "home")}, self.folder))
        self.out, self.err = self._capsys.readouterr()
        return self.code

    def index(self, name):
        root = (self.folder / name).resolve()
        root.mkdir()
        (root / "a.txt").write_text("words\n")
        job = Job(root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1), unobserved)
        update(Layout.of(self.folder / "home", root), job)
        return str(root)

    def roots(self):
        self("list", "--json")
        return sorted(entry["root"] for entry in json.loads(self.out)["indexes"])


@pytest.fixture
def cw(capsys, tmp_path):
    return House(capsys, tmp_path)


def test_a_home_without_indexes_lists_none(cw):
    assert cw("list") == 0
    assert cw.out == "no index yet\n"


def test_every_index_is_listed(cw):
    one, two = cw.index("one"), cw.index("two")
    assert cw.roots() == [one, two]
    cw("list")
    assert one in cw.out and "1 files" in cw.out and "kB" in cw.out


def test_the_index_that_is_named_goes_and_no_other(cw):
    one, two = cw.index("one"), cw.index("two")
    assert cw("clean", one) == 0
    assert cw.out.startswith(f"removed {one}\n")
    assert cw.roots() == [two]


def test_a_dry_run_removes_nothing(cw):
    one = cw.index("one")
    cw("clean", "--all", "--dry-run")
    assert f"would remove {one}" in cw.out
    assert cw.roots() == [one]


def test_indexes_of_folders_that_are_gone_and_of_long_ago_can_be_removed(cw):
    one, two = cw.index("one"), cw.index("two")
    (cw.folder / "one" / "a.txt").unlink()
    (cw.folder / "one").rmdir()
    assert cw("clean", "--missing", "--json") == 0
    assert json.loads(cw.out)["removed"] == [one]
    assert cw("clean", "--older", "1") == 0 and cw.roots() == [two]
    assert cw("clean", "--older", "0") == 0 and cw.roots() == []


def test_all_takes_the_cache_too(cw):
    cw.index("one")
    cache = cw.folder / "home" / "cache" / "vectors.db"
    assert cache.is_file()
    cw("clean", "--all")
    assert not cache.is_file()


def test_cleaning_nothing_in_particular_is_refused(cw):
    assert cw("clean") == 2
    assert "--missing" in cw.err


def test_a_folder_without_an_index_is_told(cw):
    assert cw("clean", str(cw.folder)) == 0
    assert "there is no index of" in cw.err


def test_what_became_of_each_change_of_the_tables_is_shown(cw):
    one = cw.index("one")
    assert cw("migrate", one) == 0
    assert cw.out.splitlines()[0].startswith("0001 index        done")
    assert cw("migrate", one, "--reset", "--json") == 0
    assert {row["state"] for row in json.loads(cw.out)["migrations"]} == {"done"}


def test_without_an_index_there_is_nothing_to_migrate(cw):
    (cw.folder / "empty").mkdir()
    assert cw("migrate", str(cw.folder / "empty")) == 7
    assert "cw index" in cw.err
