"""Damaged files of an index: repaired by the next run or told by an error of ours, never a traceback of a library's."""

import contextlib
import shutil
import sqlite3
import time

import pytest

from cw_core import CwError, Scope
from cw_core.testing import HashEmbedder
from cw_core.text import tokens
from cw_store import snapshot, stats


def codes(report):
    return [notice.code for notice in report.notices]


def overwrite(store, name, change):
    for path in store.glob(name):
        path.write_bytes(change(path.read_bytes()))


def garbage_in_the_middle(raw):
    third = len(raw) // 3
    return raw[:third] + b"\xa5" * third + raw[2 * third :]


CATALOGS = {
    "empty": lambda raw: b"",
    "fifty bytes": lambda raw: raw[:50],
    "half a header": lambda raw: raw[:100],
    "one page": lambda raw: raw[:4096],
    "half": lambda raw: raw[: len(raw) // 2],
    "without its last page": lambda raw: raw[:-4096],
    "another program's": lambda raw: b"GIF89a" + raw[6:],
    "garbage at the start": lambda raw: b"\xa5" * 4096 + raw[4096:],
    "garbage in the middle": garbage_in_the_middle,
    "garbage but for the first page": lambda raw: raw[:4096] + b"\xa5" * (len(raw) - 4096),
}


@pytest.fixture(params=CATALOGS)
def damaged_catalog(request, tree):
    overwrite(tree.layout.current(), "catalog.db", CATALOGS[request.param])
    return tree


def ask(tree):
    opened = snapshot(tree.layout)
    try:
        opened.lexical(tokens("shared"), Scope(), 100)
        opened.nearest(HashEmbedder().embed_query("shared"), Scope(), 100)
    finally:
        opened.close()


def test_a_damaged_catalog_is_built_anew_and_said(damaged_catalog):
    report = damaged_catalog.run()
    assert codes(report) == ["index-rebuilt"]
    assert damaged_catalog.indexed() == damaged_catalog.texts()
    assert codes(damaged_catalog.run()) == []


def test_a_damaged_catalog_is_told_to_who_reads_it(damaged_catalog):
    for read in (ask, lambda tree: stats(tree.layout, tree.root)):
        with pytest.raises(CwError) as caught:
            read(damaged_catalog)
        assert caught.value.hint


def test_a_catalog_of_another_format_is_built_anew_and_said(tree):
    db = sqlite3.connect(tree.layout.current() / "catalog.db")
    with db:
        db.execute("UPDATE meta SET value = '0' WHERE key = 'format'")
    db.close()
    with pytest.raises(CwError, match="format"):
        ask(tree)
    assert codes(tree.run()) == ["index-rebuilt"]
    assert tree.indexed() == tree.texts()


@pytest.mark.parametrize("content", [b"", b"\xff\xfe\x00", b"store-99\n", b"../..\n", b"x" * 10_000])
def test_a_damaged_pointer_is_no_traceback_and_the_next_run_builds_anew(tree, content):
    (tree.layout.folder / "CURRENT").write_bytes(content)
    with pytest.raises(CwError):
        ask(tree)
    tree.run()
    assert tree.indexed() == tree.texts()


SEGMENTS = {
    "gone": lambda store: [path.unlink() for path in store.glob("vectors/*.seg")],
    "folder gone": lambda store: shutil.rmtree(store / "vectors"),
    "cut short": lambda store: overwrite(store, "vectors/*.seg", lambda raw: raw[: len(raw) // 2]),
    "too long": lambda store: overwrite(store, "vectors/*.seg", lambda raw: raw + b"x"),
    "empty": lambda store: overwrite(store, "vectors/*.seg", lambda raw: b""),
    "garbage": lambda store: overwrite(store, "vectors/*.seg", lambda raw: b"\xa5" * len(raw)),
    "garbage after its head": lambda store: overwrite(
        store, "vectors/*.seg", lambda raw: raw[:16] + b"\xa5" * (len(raw) - 16)
    ),
    "a file in place of the folder": lambda store: (
        shutil.rmtree(store / "vectors"),
        (store / "vectors").write_bytes(b"no folder"),
    ),
}


@pytest.fixture(params=SEGMENTS)
def damaged_vectors(request, tree):
    tree.rows = rows_of(tree)
    SEGMENTS[request.param](tree.layout.current())
    return tree


def rows_of(tree):
    db = sqlite3.connect(tree.layout.current() / "catalog.db")
    try:
        return db.execute("SELECT id, file_id, ordinal FROM chunk ORDER BY id").fetchall()
    finally:
        db.close()


def test_damaged_vectors_are_made_again_and_nothing_else_is(damaged_vectors):
    report = damaged_vectors.run()
    assert (report.embedded + report.reused, report.added, report.modified) == (12, 0, 0)
    assert (report.generation.vectors, report.notices) == (12, ())
    assert rows_of(damaged_vectors) == damaged_vectors.rows
    assert damaged_vectors.indexed() == damaged_vectors.texts()
    assert not damaged_vectors.run().changed


def test_without_its_vectors_an_index_answers_by_words(tree):
    shutil.rmtree(tree.layout.current() / "vectors")
    with contextlib.closing(snapshot(tree.layout)) as opened:
        assert len(opened.lexical(tokens("shared"), Scope(), 100)) == 12
        assert opened.nearest(HashEmbedder().embed_query("shared"), Scope(), 100) == ()


def test_one_damaged_file_of_vectors_costs_its_own_rows_alone(tree):
    tree.write({f"more/n{n:02}.py": f"shared and more of {n}\n" for n in range(4)})
    tree.run()
    segments = sorted((tree.layout.current() / "vectors").glob("*.seg"), key=lambda path: path.stat().st_size)
    assert len(segments) == 2
    segments[0].write_bytes(b"")
    report = tree.run()
    assert report.embedded + report.reused == 4
    assert tree.indexed() == tree.texts()


def remove(store, pattern):
    for path in store.glob(pattern):
        path.unlink()


def fill_with_garbage(store):
    for path in store.rglob("table/**/*"):
        if path.is_file():
            path.write_bytes(b"garbage")


def instead_a_file(store):
    shutil.rmtree(store / "table")
    (store / "table").write_text("no folder")


def other_columns(store):
    import lancedb

    shutil.rmtree(store / "table")
    lancedb.connect(store / "table").create_table("chunks", [{"id": "x", "vector": [0.0, 1.0]}])


TABLES = {
    "data gone": lambda store: remove(store, "table/chunks.lance/data/*"),
    "versions gone": lambda store: remove(store, "table/chunks.lance/_versions/*"),
    "newest version gone": lambda store: min((store / "table/chunks.lance/_versions").glob("*.manifest")).unlink(),
    "garbage": fill_with_garbage,
    "data cut short": lambda store: overwrite(store, "table/chunks.lance/data/*", lambda raw: raw[: len(raw) // 2]),
    "gone": lambda store: shutil.rmtree(store / "table"),
    "empty folder": lambda store: (shutil.rmtree(store / "table"), (store / "table").mkdir()),
    "a file": instead_a_file,
    "another table": other_columns,
}


@pytest.fixture(params=TABLES)
def damaged_table(request, tree):
    tree.run(table_from=1, force=True)
    TABLES[request.param](tree.layout.current())
    return tree


def test_an_index_with_a_damaged_table_answers_as_one_without_a_table(damaged_table):
    assert damaged_table.indexed() == damaged_table.texts()


def test_a_damaged_table_is_made_again_by_a_run_that_changes_nothing_else(damaged_table):
    report = damaged_table.run(table_from=1)
    assert (report.notices, report.changed) == ((), False)
    found, held = damaged_table.by_table()
    assert found == held


def test_a_damaged_table_is_made_again_from_the_files_of_vectors(damaged_table):
    damaged_table.write({"m00.py": "shared but changed\n", "new.py": "shared and new\n"})
    report = damaged_table.run(table_from=1)
    assert (report.notices, report.embedded) == ((), 2)
    assert damaged_table.indexed() == damaged_table.texts()
    found, held = damaged_table.by_table()
    assert found == held


def test_a_disk_whose_stamps_lie_is_found_out_by_a_sample_and_everything_is_read(tree):
    """As after an edit that no stamp shows: what the index holds of a file is not what it was made from."""
    tree.run()
    db = sqlite3.connect(tree.layout.current() / "catalog.db")
    with db:
        db.execute("UPDATE meta SET value = ? WHERE key = 'started_ns'", (time.time_ns() + 10**10,))  # none is racy
        db.execute("UPDATE file SET digest = 'another' WHERE path IN ('m03.py', 'm07.py')")
    db.close()
    report = tree.run()
    assert (report.modified, report.unchanged) == (2, 10)
    assert tree.indexed() == tree.texts()


def test_strange_files_beside_the_index_do_no_harm(tree):
    (tree.layout.folder / "store-x").mkdir()
    (tree.layout.folder / "store-7").mkdir()
    (tree.layout.folder / "store-9").write_text("no folder")
    (tree.layout.current() / "catalog.db-wal").write_bytes(b"garbage")
    tree.write({"new.py": "shared and new\n"})
    tree.run()
    assert tree.indexed() == tree.texts()
    tree.run(force=True)
    assert tree.indexed() == tree.texts()
