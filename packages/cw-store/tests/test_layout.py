import json
import os
import time

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


def stores(layout):
    return {entry for entry in layout.folder.iterdir() if entry.name.startswith("store-")}


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
    assert stores(layout) == {second}
    assert layout.unfinished() is None


def test_the_bytes_on_disk_are_those_of_all_files_in_the_folder(layout):
    assert layout.bytes_on_disk() == 0
    store = store_in(layout)
    layout.publish(store)
    (store / "vectors").mkdir()
    (store / "vectors" / "1.seg").write_bytes(b"x" * 1000)
    small = sum((layout.folder / name).stat().st_size for name in ("root.json", "CURRENT"))
    assert layout.bytes_on_disk() == 1100 + small


def test_a_fresh_store_never_takes_a_name_in_use_and_clears_what_a_broken_run_left(layout):
    first = store_in(layout)
    layout.publish(first)
    broken = store_in(layout)
    (broken / "left").touch()
    third = store_in(layout)
    assert not (third / "left").exists()
    assert stores(layout) == {first, third}
    assert third != first
    assert layout.current() == first


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"store-9\n", b".\n", b"\0\n", b"../x\n", b"store-\n"])
def test_a_damaged_pointer_points_nowhere(layout, content):
    layout.publish(store_in(layout))
    (layout.folder / "CURRENT").write_bytes(content)
    assert layout.current() is None


def test_a_store_without_a_catalog_is_not_in_force(layout):
    store = store_in(layout)
    layout.publish(store)
    (store / "catalog.db").unlink()
    assert layout.current() is None


def test_a_store_that_is_built_aside_is_found_again_until_it_is_put_in_force(layout):
    assert layout.unfinished() is None
    first = store_in(layout)
    assert layout.unfinished() == first
    layout.publish(first)
    assert layout.unfinished() is None
    second = store_in(layout)
    assert (layout.current(), layout.unfinished()) == (first, second)
    layout.sweep()
    assert stores(layout) == {first, second}
    layout.publish(second)
    assert (layout.current(), layout.unfinished()) == (second, None)


def test_a_store_that_never_got_a_catalog_is_not_unfinished(layout):
    layout.fresh(layout.folder)
    assert layout.unfinished() is None


def test_a_run_killed_between_both_pointers_leaves_one_store_in_force_and_none_unfinished(layout):
    store = store_in(layout)
    note = (layout.folder / "NEXT").read_bytes()
    layout.publish(store)
    (layout.folder / "NEXT").write_bytes(note)
    assert (layout.current(), layout.unfinished()) == (store, None)
    layout.sweep()
    assert stores(layout) == {store}


@pytest.mark.parametrize("content", [b"", b"\xff\xfe", b"store-9\n", b"..\n"])
def test_a_damaged_note_of_what_is_built_names_nothing_and_its_store_is_swept(layout, content):
    first = store_in(layout)
    layout.publish(first)
    store_in(layout)
    (layout.folder / "NEXT").write_bytes(content)
    assert layout.unfinished() is None
    layout.sweep()
    assert stores(layout) == {first}


def test_a_damaged_store_is_kept_aside_in_place_of_the_one_before(layout):
    for size in (10, 20):
        store = store_in(layout)
        layout.publish(store)
        (store / "catalog.db").write_bytes(b"x" * size)
        layout.set_aside(store)
        assert not store.exists()
        assert (layout.folder / "damaged" / "catalog.db").stat().st_size == size
        assert layout.current() is None
    layout.publish(store_in(layout))
    assert (layout.folder / "damaged" / "catalog.db").exists()


def test_setting_aside_what_is_not_there_is_no_trouble(layout):
    layout.fresh(layout.folder)
    layout.set_aside(layout.folder / "store-9")
    assert not (layout.folder / "damaged").exists()


def test_an_index_tells_which_folder_it_is_of(layout, tmp_path):
    assert layout.root() == ""
    layout.fresh(tmp_path / "trée")
    assert layout.root() == str(tmp_path / "trée")


@pytest.mark.parametrize("note", [b"", b"[]", b"null", b"{}", b"\xff\xfe", b'"x"'])
def test_a_damaged_note_of_the_root_is_no_trouble(layout, note):
    layout.fresh(layout.folder)
    (layout.folder / "root.json").write_bytes(note)
    assert layout.root() == ""


def test_all_indexes_of_a_home_are_found_by_name_and_nothing_else_is(tmp_path):
    home = tmp_path / "home"
    assert list(Layout.all_in(home)) == []
    made = []
    for name in ("a", "b", "c"):
        (tmp_path / name).mkdir()
        layout = Layout.of(home, tmp_path / name)
        layout.fresh(tmp_path / name)
        made.append(layout)
    assert len({layout.cache for layout in made}) == 1
    made[0].cache.parent.mkdir()
    made[0].cache.write_bytes(b"")
    (home / "0123456789abcdef").mkdir()
    (home / "models").mkdir()
    (home / "models" / "root.json").write_text("{}")
    (home / "settings.toml").touch()
    assert list(Layout.all_in(home)) == sorted(made, key=lambda layout: layout.folder.name)


def test_the_time_of_use_is_known_to_the_hour(layout):
    assert layout.last_used() == 0.0
    layout.touch()
    assert not layout.folder.exists()
    layout.fresh(layout.folder)
    note, now = layout.folder / "root.json", time.time()
    os.utime(note, (now - 1800, now - 1800))
    layout.touch()
    assert layout.last_used() == pytest.approx(now - 1800, abs=2)
    os.utime(note, (now - 7200, now - 7200))
    layout.touch()
    assert layout.last_used() >= now - 2
    assert json.loads(note.read_text(encoding="utf-8")) == {"root": str(layout.folder)}


def test_an_index_is_removed_as_a_whole_and_its_neighbours_stay(layout, tmp_path):
    layout.publish(store_in(layout))
    store_in(layout)
    layout.lock.touch()
    layout.cache.parent.mkdir()
    layout.cache.touch()
    layout.remove()
    assert not layout.folder.exists()
    assert layout.cache.exists()
    assert layout.current() is None
    layout.remove()


def test_a_store_is_sound_until_one_of_its_files_changes(layout):
    store = store_in(layout)
    (store / "vectors").mkdir()
    segment = store / "vectors" / "1.seg"
    segment.write_bytes(b"abc")
    assert not layout.sound(store)
    layout.mark_sound(store)
    assert layout.sound(store)
    (store / "other").touch()
    assert layout.sound(store)


def catalog_grown(store):
    (store / "catalog.db").write_bytes(b"y" * 101)


def catalog_touched(store):
    os.utime(store / "catalog.db", (1, 1))


def catalog_replaced(store):
    catalog, status = store / "catalog.db", (store / "catalog.db").stat()
    (store / "copy").write_bytes(catalog.read_bytes())
    os.utime(store / "copy", ns=(status.st_atime_ns, status.st_mtime_ns))
    (store / "copy").replace(catalog)


def catalog_gone(store):
    (store / "catalog.db").unlink()


def segment_touched(store):
    os.utime(store / "vectors" / "1.seg", (1, 1))


def segment_gone(store):
    (store / "vectors" / "1.seg").unlink()


def segment_added(store):
    (store / "vectors" / "2.seg").touch()


def mark_garbled(store):
    (store / "checked").write_bytes(b"\xff\xfe")


def mark_gone(store):
    (store / "checked").unlink()


@pytest.mark.parametrize(
    "harm",
    [catalog_grown, catalog_touched, catalog_replaced, catalog_gone, segment_touched, segment_gone, segment_added,
     mark_garbled, mark_gone],
)  # fmt: skip
def test_a_store_whose_files_are_not_as_the_last_run_left_them_is_not_sound(layout, harm):
    store = store_in(layout)
    (store / "vectors").mkdir()
    (store / "vectors" / "1.seg").write_bytes(b"abc")
    layout.mark_sound(store)
    harm(store)
    assert not layout.sound(store)


def test_a_store_that_is_gone_is_not_sound_and_marking_it_is_no_trouble(layout):
    store = store_in(layout)
    layout.set_aside(store)
    layout.mark_sound(store)
    assert not layout.sound(store)
