import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from cw_core import FileStamp, IndexIncompatible, Reference, RepoPath, SourceFile
from cw_core.testing import LinesChunker
from cw_store import catalog, migrate
from cw_store.catalog import FORMAT
from cw_store.rows import FileRows, keys_of_imports, uses_of
from cw_store.write import Stage

FIRST = "-- Things.\nCREATE TABLE thing (name TEXT NOT NULL UNIQUE);\n\nINSERT INTO thing VALUES ('a');\n"
SECOND = "CREATE TABLE other (n INTEGER);\nINSERT INTO other SELECT count(*) FROM thing;\n-- The end.\n"


class Folder:
    """Numbered SQL files, and catalogs made by the first of them."""

    def __init__(self, path):
        self._path = path

    def put(self, name, sql):
        (self._path / name).write_text(sql, encoding="utf-8")

    def scripts(self, count=None):
        return migrate.scripts(self._path)[:count]


@pytest.fixture
def folder(tmp_path):
    (tmp_path / "sql").mkdir()
    folder = Folder(tmp_path / "sql")
    folder.put("0001_first.sql", FIRST)
    folder.put("0002_second.sql", SECOND)
    return folder


@pytest.fixture
def db(tmp_path):
    with closing(sqlite3.connect(tmp_path / "catalog.db", isolation_level=None, timeout=0)) as db:
        yield db


def well(db):
    return ""


def state_of(db, scripts):
    return {found.number: found.state for found in migrate.states(db, scripts)}


def tables(db):
    rows = db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('meta', 'migration')")
    return {name for (name,) in rows}


def test_the_scripts_of_a_folder_are_read_in_order_of_their_numbers(folder):
    folder.put("0010_tenth.sql", "SELECT 1;")
    folder.put("notes.sql", "no")
    folder.put("11_short.sql", "no")
    folder.put("0012_not.txt", "no")
    found = folder.scripts()
    assert [(script.number, script.name) for script in found] == [(1, "first"), (2, "second"), (10, "tenth")]
    assert found[0].sql == FIRST


def test_our_scripts_are_numbered_from_one_without_a_gap():
    assert [script.number for script in migrate.scripts()] == list(range(1, len(migrate.scripts()) + 1))


def test_in_a_new_catalog_all_scripts_are_done_and_none_is_run_again(db, folder):
    migrate.create(db, folder.scripts())
    assert state_of(db, folder.scripts()) == {1: "done", 2: "done"}
    assert all(found.at > 0 and not found.detail for found in migrate.states(db, folder.scripts()))
    assert db.execute("SELECT n FROM other").fetchall() == [(1,)]
    assert migrate.bring_up(db, folder.scripts(), well) == 0
    assert not db.in_transaction


def test_a_catalog_of_ours_is_made_with_all_our_scripts_done(tmp_path):
    with closing(catalog.connect(tmp_path / "catalog.db", create=True)) as db:
        found = migrate.states(db, migrate.scripts())
        assert {entry.state for entry in found} == {"done"}
        assert len(found) == len(migrate.scripts())


def test_an_older_catalog_runs_what_it_lacks_in_order_and_checks_each(db, folder):
    folder.put("0003_third.sql", "INSERT INTO other VALUES (33);\n")
    migrate.create(db, folder.scripts(1))
    assert state_of(db, folder.scripts()) == {1: "done", 2: "pending", 3: "pending"}
    assert {found.at for found in migrate.states(db, folder.scripts())[1:]} == {0.0}
    seen = []

    def check(db):
        assert db.in_transaction
        seen.append(db.execute("SELECT n FROM other").fetchall())
        return ""

    assert migrate.bring_up(db, folder.scripts(), check) == 2
    assert seen == [[(1,)], [(1,), (33,)]]
    assert state_of(db, folder.scripts()) == {1: "done", 2: "done", 3: "done"}
    assert migrate.bring_up(db, folder.scripts(), check) == 0
    assert len(seen) == 2


def test_what_was_run_is_there_for_others(tmp_path, db, folder):
    migrate.create(db, folder.scripts(1))
    migrate.bring_up(db, folder.scripts(), well)
    with closing(sqlite3.connect(tmp_path / "catalog.db")) as other:
        assert tables(other) == {"thing", "other"}


def test_statements_with_semicolons_and_lines_inside_are_run_whole(db, folder):
    folder.put(
        "0002_second.sql",
        "CREATE TABLE log (name TEXT);\n"
        "CREATE TRIGGER logged AFTER INSERT ON thing BEGIN\n"
        "    INSERT INTO log VALUES (new.name);\n    INSERT INTO log VALUES (';');\nEND;\n"
        "INSERT INTO thing VALUES\n    ('two;\nlines');\n",
    )
    migrate.create(db, folder.scripts(1))
    migrate.bring_up(db, folder.scripts(), well)
    assert db.execute("SELECT name FROM log").fetchall() == [("two;\nlines",), (";",)]


def test_a_last_statement_without_its_semicolon_is_not_passed_over(db, folder):
    folder.put("0002_second.sql", "CREATE TABLE other (n INTEGER);\nINSERT INTO other VALUES (7)\n")
    migrate.create(db, folder.scripts(1))
    migrate.bring_up(db, folder.scripts(), well)
    assert db.execute("SELECT n FROM other").fetchall() == [(7,)]


def test_two_statements_on_one_line_are_both_run(db, folder):
    folder.put("0002_second.sql", "CREATE TABLE other (n INTEGER); INSERT INTO other VALUES (7);\n")
    migrate.create(db, folder.scripts(1))
    migrate.bring_up(db, folder.scripts(), well)
    assert db.execute("SELECT n FROM other").fetchall() == [(7,)]


FAILING = {
    "breaks a rule": ("INSERT INTO thing VALUES ('a');\n", "UNIQUE"),
    "cannot be parsed": ("CREATE TABEL x (y);\n", "syntax"),
    "asks for what is not there": ("INSERT INTO thing SELECT name FROM nowhere;\n", "nowhere"),
}


@pytest.mark.parametrize("why", FAILING)
def test_a_script_that_fails_is_rolled_back_whole_and_not_tried_again_before_reset(db, folder, why):
    sql, reason = FAILING[why]
    folder.put("0002_second.sql", "CREATE TABLE other (n);\nINSERT INTO thing VALUES ('b');\n" + sql)
    folder.put("0003_third.sql", "CREATE TABLE third (n);\n")
    migrate.create(db, folder.scripts(1))
    for _ in range(2):
        with pytest.raises(IndexIncompatible, match=reason) as caught:
            migrate.bring_up(db, folder.scripts(), well)
        assert "0002" in str(caught.value)
        assert caught.value.hint
        assert not db.in_transaction
        assert tables(db) == {"thing"}
        assert db.execute("SELECT name FROM thing").fetchall() == [("a",)]
        first, second, third = migrate.states(db, folder.scripts())
        assert (first.state, second.state, third.state) == ("done", "aborted", "pending")
        assert reason in second.detail
        folder.put("0002_second.sql", SECOND)
    assert migrate.reset(db) == 1
    assert state_of(db, folder.scripts()) == {1: "done", 2: "pending", 3: "pending"}
    assert migrate.bring_up(db, folder.scripts(), well) == 2
    assert tables(db) == {"thing", "other", "third"}


@pytest.mark.parametrize("name", ["full_name", "locked"])
def test_a_script_that_fails_is_given_up_whatever_the_name_it_fails_by(db, folder, name):
    folder.put("0002_second.sql", f"INSERT INTO thing SELECT {name} FROM thing;\n")
    migrate.create(db, folder.scripts(1))
    with pytest.raises(IndexIncompatible, match=name):
        migrate.bring_up(db, folder.scripts(), well)
    assert state_of(db, folder.scripts()) == {1: "done", 2: "aborted"}


@pytest.mark.parametrize("sql", ["INSERT OR ROLLBACK INTO thing VALUES ('a');\n"])
def test_a_script_that_rolls_back_by_itself_is_given_up_like_others(db, folder, sql):
    folder.put("0002_second.sql", SECOND + sql)
    migrate.create(db, folder.scripts(1))
    with pytest.raises(IndexIncompatible, match="UNIQUE"):
        migrate.bring_up(db, folder.scripts(), well)
    assert state_of(db, folder.scripts()) == {1: "done", 2: "aborted"}


def test_a_script_whose_check_fails_is_rolled_back_whole_and_not_tried_again_before_reset(db, folder):
    migrate.create(db, folder.scripts(1))
    checks = []

    def check(db):
        checks.append(tables(db))
        return "the sky is green"

    for _ in range(2):
        with pytest.raises(IndexIncompatible, match="the sky is green") as caught:
            migrate.bring_up(db, folder.scripts(), check)
        assert caught.value.hint
        assert checks == [{"thing", "other"}]
        assert tables(db) == {"thing"}
        aborted = migrate.states(db, folder.scripts())[1]
        assert (aborted.state, aborted.detail) == ("aborted", "the sky is green")
    assert migrate.reset(db) == 1
    assert migrate.reset(db) == 0
    assert migrate.bring_up(db, folder.scripts(), well) == 1
    assert state_of(db, folder.scripts()) == {1: "done", 2: "done"}


def test_scripts_that_were_done_before_one_that_fails_stay_done(db, folder):
    folder.put("0003_third.sql", "broken;\n")
    migrate.create(db, folder.scripts(1))
    with pytest.raises(IndexIncompatible):
        migrate.bring_up(db, folder.scripts(), well)
    assert state_of(db, folder.scripts()) == {1: "done", 2: "done", 3: "aborted"}
    assert tables(db) == {"thing", "other"}


def test_a_run_that_is_stopped_in_between_leaves_it_pending_and_the_next_one_runs_it(db, folder):
    migrate.create(db, folder.scripts(1))

    def stopped(db):
        raise KeyboardInterrupt

    for _ in range(2):
        with pytest.raises(KeyboardInterrupt):
            migrate.bring_up(db, folder.scripts(), stopped)
        assert not db.in_transaction
        assert tables(db) == {"thing"}
        begun = migrate.states(db, folder.scripts())[1]
        assert begun.state == "pending"
        assert begun.at > 0
    assert migrate.bring_up(db, folder.scripts(), well) == 1
    assert state_of(db, folder.scripts()) == {1: "done", 2: "done"}


def test_a_run_that_dies_in_between_leaves_it_pending_and_the_next_one_runs_it(tmp_path, folder):
    path = tmp_path / "catalog.db"
    dying = sqlite3.connect(path, isolation_level=None)
    migrate.create(dying, folder.scripts(1))

    def dies(db):
        db.close()
        raise KeyboardInterrupt

    with pytest.raises((KeyboardInterrupt, sqlite3.ProgrammingError)):
        migrate.bring_up(dying, folder.scripts(), dies)
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        assert state_of(db, folder.scripts()) == {1: "done", 2: "pending"}
        assert tables(db) == {"thing"}
        assert migrate.bring_up(db, folder.scripts(), well) == 1


def test_what_is_pending_is_forgotten_by_reset_and_what_is_done_is_not(db, folder):
    migrate.create(db, folder.scripts(1))

    def stopped(db):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        migrate.bring_up(db, folder.scripts(), stopped)
    assert migrate.reset(db) == 1
    assert state_of(db, folder.scripts()) == {1: "done", 2: "pending"}
    assert migrate.bring_up(db, folder.scripts(), well) == 1


def test_a_full_disk_aborts_nothing_and_the_next_run_goes_on(db, folder):
    folder.put(
        "0002_second.sql",
        "CREATE TABLE other (x BLOB);\nWITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)\n"
        "INSERT INTO other SELECT zeroblob(4000) FROM n;\n",
    )
    migrate.create(db, folder.scripts(1))
    db.execute("PRAGMA max_page_count = 30")
    with pytest.raises(sqlite3.OperationalError, match="full"):
        migrate.bring_up(db, folder.scripts(), well)
    assert not db.in_transaction
    assert tables(db) == {"thing"}
    assert state_of(db, folder.scripts()) == {1: "done", 2: "pending"}
    db.execute("PRAGMA max_page_count = 100000")
    assert migrate.bring_up(db, folder.scripts(), well) == 1


def test_another_writer_aborts_nothing_and_the_next_run_goes_on(tmp_path, db, folder):
    migrate.create(db, folder.scripts(1))
    with closing(sqlite3.connect(tmp_path / "catalog.db", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            migrate.bring_up(db, folder.scripts(), well)
    assert not db.in_transaction
    assert state_of(db, folder.scripts()) == {1: "done", 2: "pending"}
    assert migrate.bring_up(db, folder.scripts(), well) == 1


def test_a_catalog_of_a_later_version_is_refused_and_left_as_it_is(db, folder):
    folder.put("0003_third.sql", "CREATE TABLE third (n);\n")
    migrate.create(db, folder.scripts())
    before = migrate.states(db, folder.scripts())
    with pytest.raises(IndexIncompatible, match="0003 by a later version") as caught:
        migrate.bring_up(db, folder.scripts(2), well)
    assert caught.value.hint
    assert migrate.states(db, folder.scripts()) == before
    assert [found.number for found in migrate.states(db, folder.scripts(2))] == [1, 2, 3]


def test_a_catalog_without_any_states_has_all_pending(db, folder):
    assert state_of(db, folder.scripts()) == {1: "pending", 2: "pending"}


def rows_of(name, text, *imports):
    file = SourceFile(RepoPath(name), text.encode())
    uses = tuple(Reference(imported, "import", 1) for imported in imports)
    return FileRows.of(FileStamp(file.path, 1, 1), file, replace(LinesChunker().chunk(file), references=uses))


OLD_TABLES = {"generation", "file", "skipped", "chunk", "symbol", "usage", "segment", "gone", "outbox"}


@pytest.fixture
def old(tmp_path):
    """A catalog of the first tables alone, with three files."""
    path = tmp_path / "old.db"
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        migrate.create(db, migrate.scripts()[:1])
        db.execute("INSERT INTO meta VALUES ('format', ?)", (FORMAT,))
        for n, name in enumerate(("a.py", "b.py", "c.md"), start=1):
            rows = rows_of(name, f"import late\nline {n}\n", *(["late"] if name == "b.py" else []))
            values = (name, rows.digest, rows.text_bytes, rows.text, rows.uses)
            db.execute(
                "INSERT INTO file (path, digest, bytes, text, size, mtime_ns, ctime_ns, inode, encoding, language, how,"
                " problem, mark, masked, uses_count, comments, uses)"
                " VALUES (?, ?, ?, ?, 1, 1, 1, 1, 'utf-8', 'py', 'lines', '', '', 0, 0, x'', ?)",
                values,
            )
            db.execute(
                "INSERT INTO chunk (file_id, ordinal, start, end, first_line, last_line, kind, breadcrumb, names,"
                " reads) VALUES (?, 0, 0, ?, 1, 2, 'code', '', '', '')",
                (n, rows.text_bytes),
            )
        db.execute("INSERT INTO generation VALUES (7, 1.0, 3, 3, 0, '', 0, 0)")
        assert tables(db) >= OLD_TABLES
        assert "edge" not in tables(db)
    with closing(catalog.connect(path)) as db:
        yield db


def test_an_index_without_edges_is_brought_up_and_every_file_is_owed_its_edges(old):
    assert migrate.bring_up(old, migrate.scripts(), catalog.problem_in_sample) == len(migrate.scripts()) - 1
    owed = old.execute("SELECT kind, key FROM outbox ORDER BY key").fetchall()
    assert owed == [("edges", id_) for (id_,) in old.execute("SELECT id FROM file ORDER BY id")]
    assert len(owed) == 3
    assert {"edge", "import_part"} <= tables(old)
    assert catalog.generation(old).number == 7
    stage = Stage(old)
    assert sorted(stage.owed_edges()) == [1, 2, 3]
    stage.undo()


def test_in_an_index_that_was_brought_up_importers_of_a_file_that_comes_later_are_owed_their_edges(old):
    migrate.bring_up(old, migrate.scripts(), catalog.problem_in_sample)
    stage = Stage(old)
    for file_id in stage.owed_edges():
        (uses,) = old.execute("SELECT uses FROM file WHERE id = ?", (file_id,)).fetchone()
        stage.set_edges(file_id, keys_of_imports(uses_of(uses)), {})
    stage.put(rows_of("late.py", "x = 1\n"))
    importer = old.execute("SELECT id FROM file WHERE path = 'b.py'").fetchone()[0]
    owed = stage.owed_edges()
    stage.undo()
    assert owed == [importer]


def test_an_index_that_is_not_what_it_says_is_not_brought_up(old):
    old.execute("UPDATE file SET digest = '0' WHERE path = 'b.py'")
    with pytest.raises(IndexIncompatible, match=r"b\.py") as caught:
        migrate.bring_up(old, migrate.scripts(), catalog.problem_in_sample)
    assert caught.value.hint
    assert "edge" not in tables(old)
    assert state_of(old, migrate.scripts())[2] == "aborted"
