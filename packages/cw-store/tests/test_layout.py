import os

import pytest

from cw_store.layout import Layout


@pytest.fixture
def layout(tmp_path):
    (tmp_path / "tree").mkdir()
    return Layout.of(tmp_path / "home", tmp_path / "tree")


def store_in(layout):
    store = layout.fresh(layout.folder)
    (store / "catalog.db").write_bytes(b"x" * 100)
    return store


def test_every_way_to_a_folder_leads_to_one_index(tmp_path):
    (tmp_path / "tree" / "inner").mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "tree")
    ways = [tmp_path / "tree", tmp_path / "link", tmp_path / "tree" / "inner" / "..", tmp_path / "tree" / "."]
    assert len({Layout.of(tmp_path, way) for way in ways}) == 1
    assert Layout.of(tmp_path, tmp_path / "tree" / "inner") not in {Layout.of(tmp_path, way) for way in ways}


@pytest.mark.skipif(os.name == "nt", reason="names are Unicode there")
def test_a_root_whose_name_is_not_unicode_has_a_layout(tmp_path):
    root = os.fsencode(tmp_path) + b"/bad\xe9"
    os.mkdir(root)  # noqa: PTH102 - bytes
    assert Layout.of(tmp_path, tmp_path / os.fsdecode(b"bad\xe9")).folder.name


def test_nothing_is_in_force_before_something_was_published(layout):
    assert layout.current() is None
    store_in(layout)
    assert layout.current() is None


def test_publishing_swaps_and_clears_the_old_away(layout):
    first = store_in(layout)
    layout.publish(first)
    second = store_in(layout)
    assert layout.current() == first
    layout.publish(second)
    assert layout.current() == second
    assert not first.exists()
    assert layout.bytes_on_disk() == 100


def test_a_fresh_store_never_takes_a_name_in_use_and_clears_what_a_broken_run_left(layout):
    first = store_in(layout)
    layout.publish(first)
    broken = store_in(layout)
    third = store_in(layout)
    assert not broken.exists() or broken == third
    assert third != first
    assert layout.current() == first


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"store-9\n", b".\n", b"\0\n"])
def test_a_damaged_pointer_points_nowhere(layout, content):
    layout.publish(store_in(layout))
    (layout.folder / "CURRENT").write_bytes(content)
    assert layout.current() is None
    assert layout.bytes_on_disk() == 0
