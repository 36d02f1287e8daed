"""All indexes of a home are listed, whatever state they are in, and can be taken away."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cw_core import IndexBusy, IndexMissing, IndexSettings
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_store import Job, Layout, update
from cw_store.inventory import clear_cache, entries, migrations, remove
from cw_store.lock import writing


@pytest.fixture
def home(tmp_path):
    return tmp_path / "home"


@pytest.fixture
def index(tmp_path, home):
    def index(name, files=2):
        root = tmp_path / name
        root.mkdir(exist_ok=True)
        for n in range(files):
            (root / f"f{n}.txt").write_text(f"words of {n}\n")
        layout = Layout.of(home, root)
        update(layout, Job(root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1), unobserved))
        return layout

    return index


def test_an_empty_home_has_no_indexes(home):
    assert entries(home) == ()


def test_each_index_is_told_with_its_folder_size_and_state(tmp_path, home, index):
    index("one", 2)
    index("two", 3)
    found = {Path(entry.root).name: entry for entry in entries(home)}
    assert {name: entry.files for name, entry in found.items()} == {"one": 2, "two": 3}
    assert all(entry.state == "" and entry.bytes_on_disk > 10_000 and entry.last_used for entry in found.values())
    shutil.rmtree(tmp_path / "one")
    (Layout.of(home, tmp_path / "two").current() / "catalog.db").write_bytes(b"garbage" * 1000)
    found = {Path(entry.root).name: entry for entry in entries(home)}
    assert "gone" in found["one"].state
    assert "catalog" in found["two"].state


def test_an_index_that_is_removed_is_gone_and_the_next_run_builds_it_anew(home, index):
    layout = index("one")
    assert remove(layout) > 10_000
    assert entries(home) == ()
    assert not layout.folder.exists()
    assert remove(layout) == 0
    index("one")
    assert [entry.files for entry in entries(home)] == [2]


def test_an_index_that_is_being_written_is_not_removed(home, index):
    layout = index("one")
    with writing(layout.lock, 0), pytest.raises(IndexBusy):
        remove(layout)
    assert [entry.files for entry in entries(home)] == [2]


def test_a_cleared_cache_is_filled_again(home, index):
    index("one")
    assert clear_cache(home) > 1000
    assert clear_cache(home) == 0
    index("two", 5)
    assert clear_cache(home) > 1000


def test_a_new_index_has_no_change_of_its_tables_to_come(index):
    layout = index("one")
    assert {migration.state for migration in migrations(layout, reset=False)} == {"done"}
    assert migrations(layout, reset=True) == migrations(layout, reset=False)


def test_without_an_index_there_is_nothing_to_migrate(tmp_path, home):
    with pytest.raises(IndexMissing):
        migrations(Layout.of(home, tmp_path), reset=False)
