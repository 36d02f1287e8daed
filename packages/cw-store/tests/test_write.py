import json
import random
import sqlite3
from contextlib import closing
from dataclasses import replace

import pytest

from cw_core import Chunk, FileStamp, Reference, RepoPath, Skipped, SourceFile, Span, Symbol
from cw_core.testing import LinesChunker
from cw_core.text import tokens
from cw_store import catalog, lexical, matches
from cw_store.catalog import SegmentRow
from cw_store.rows import FileRows
from cw_store.write import MANY_PARTS, Stage, write_left_out

EMPTIED = ("file", "chunk", "symbol", "usage", "import_part", "edge", "outbox", "gone", "words_docsize")


@pytest.fixture
def path(tmp_path):
    return tmp_path / "catalog.db"


@pytest.fixture
def db(path):
    with closing(catalog.connect(path, create=True)) as db:
        db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, instance)")
        yield db


def imports(*names):
    return tuple(Reference(name, "import", 1) for name in names)


def cut_of(path, text, uses=(), symbols=(), most=2):
    """A file cut by lines, with breadcrumbs and names; a chunk that begins with `#` begins with a comment."""
    file = SourceFile(RepoPath(path), text.encode())
    made = LinesChunker(most).chunk(file)
    chunks = tuple(
        Chunk.cut(file, chunk.span, "py", (path, f"part{n}"), (f"name{n}",)) for n, chunk in enumerate(made.chunks)
    )
    comments = tuple(
        Span(chunk.span.start, chunk.span.start + len(chunk.text.split("\n")[0].encode()))
        for chunk in chunks
        if chunk.text.startswith("#")
    )
    return file, replace(made, chunks=chunks, references=tuple(uses), symbols=tuple(symbols), comments=comments)


def rows_of(path, text="a = 1\n", uses=(), symbols=(), most=2):
    file, cut = cut_of(path, text, uses, symbols, most)
    return FileRows.of(FileStamp(file.path, len(file.content), 5, 7, 6), file, cut)


def namespace(name):
    return Symbol(name.rpartition(".")[2], name, "namespace", Span(0, 1), (1, 1))


def published(stage):
    return stage.publish(space="", bytes_known=0, bytes_left=0)


def put(db, *files, owe=True):
    """Put files in and publish; their edges are looked at and none is found."""
    stage = Stage(db)
    for rows in files:
        ids = stage.put(rows)
        if owe:
            stage.owe_vectors(ids)
    settle(stage)
    return published(stage)


def settle(stage):
    for file_id in stage.owed_edges():
        stage.set_edges(file_id, (), {})


def id_of(db, path):
    return db.execute("SELECT id FROM file WHERE path = ?", (path,)).fetchone()[0]


def count(db, table):
    return db.execute(f"SELECT count(*) FROM {table}").fetchone()[0]


def everything(db):
    """All rows of all tables."""
    names = [name for (name,) in db.execute("SELECT name FROM main.sqlite_schema WHERE type = 'table' ORDER BY name")]
    return {name: sorted(db.execute(f"SELECT * FROM main.{name}").fetchall(), key=repr) for name in names}


def content(db):
    """What a catalog holds of its files, whatever their numbers."""
    paths = dict(db.execute("SELECT id, path FROM file"))
    places = {
        row: (paths[file_id], ordinal) for row, file_id, ordinal in db.execute("SELECT id, file_id, ordinal FROM chunk")
    }
    columns = ", ".join(row[1] for row in db.execute("PRAGMA table_info(file)") if row[1] != "id")
    return {
        "file": sorted(db.execute(f"SELECT {columns} FROM file")),
        "chunk": sorted((places[row[0]], row[3:]) for row in db.execute("SELECT * FROM chunk")),
        "symbol": sorted((paths[row[0]], row[1:]) for row in db.execute("SELECT * FROM symbol")),
        "usage": sorted((key, paths[file_id]) for key, file_id in db.execute("SELECT * FROM usage")),
        "import_part": sorted((key, paths[file_id]) for key, file_id in db.execute("SELECT * FROM import_part")),
        "words": sorted((term, places[doc], *rest) for term, doc, *rest in db.execute("SELECT * FROM terms")),
    }


def check_words(db):
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")


TEXT = "# größe of 日本語\nclass Login: pass\nx = '\U0001f600 it''s'\n\n\ty\n\x00\x01"
SYMBOLS = (
    Symbol("Login", "Login", "class", Span(21, 40), (2, 2), "", "class Login:", "A login.", "public"),
    Symbol("größe", "Login.größe", "method", Span(22, 30), (2, 2), "Login"),
)
USES = (
    Reference("pass_", "call", 2, "self"),
    Reference("größe", "type", 3),
    Reference("mod", "import", 1, "pkg.sub"),
    Reference("mod", "import", 9, "pkg.sub"),
    Reference("MOD", "call", 4),
)


def test_what_is_put_in_reads_as_it_was_cut(db):
    file, cut = cut_of("src/a.py", TEXT, USES, SYMBOLS)
    stage = Stage(db)
    ids = stage.put(rows_of("src/a.py", TEXT, USES, SYMBOLS))
    stage.owe_vectors(ids)
    stage.publish(space="s", bytes_known=9, bytes_left=2)
    assert catalog.chunks_of(db, "src/a.py") == cut.chunks
    assert [chunk for _, chunk in sorted(catalog.chunk_rows(db, list(ids)).items())] == list(cut.chunks)
    assert catalog.file_text(db, "src/a.py") == file.content
    assert [symbol for _, symbol in catalog.definitions(db, "Login", 9)] == [SYMBOLS[0]]
    assert [symbol for _, symbol in catalog.definitions(db, "größe", 9)] == [SYMBOLS[1]]
    assert list(catalog.uses(db, "mod")) == [("src/a.py", use) for use in USES if use.name.lower() == "mod"]
    assert [row for row, _ in matches.search(db, tokens("Login"), None, 9)] == [ids[0]]
    generation = catalog.generation(db)
    assert (generation.number, generation.files, generation.chunks, generation.vectors) == (1, 1, len(cut.chunks), 0)
    assert (generation.space, generation.bytes_known, generation.bytes_left) == ("s", 9, 2)
    assert catalog.problem_in_sample(db) == ""


def test_files_that_are_removed_leave_no_trace(db):
    texts = {f"src/part{n % 3}/file{n}.py": f"{TEXT}\nword{n} = 1\n" * (n % 7) for n in range(30)}
    put(db, *(rows_of(path, text, USES, SYMBOLS if text else ()) for path, text in texts.items()))
    assert count(db, "terms") > 1000
    stage = Stage(db)
    stage.set_edges(id_of(db, "src/part0/file0.py"), (), {id_of(db, "src/part1/file1.py"): 0.5})
    stage.set_edges(id_of(db, "src/part1/file1.py"), (), {id_of(db, "src/part2/file2.py"): 1.0})
    stage.remove(texts)
    settle(stage)
    assert published(stage).chunks == 0
    assert {table: count(db, table) for table in EMPTIED} == dict.fromkeys(EMPTIED, 0)
    assert count(db, "terms") == 0
    for word in tokens(TEXT) + tokens("word3 part1 file4 src"):
        assert matches.search(db, [word], None, 9) == []
    check_words(db)
    assert db.execute("PRAGMA integrity_check").fetchone()[0] == "ok"


@pytest.mark.parametrize("kind", ["code", "docs", "config", "data"])
def test_chunks_of_every_kind_leave_no_trace_in_the_words(db, kind):
    file, cut = cut_of("a.py", TEXT, USES, SYMBOLS)
    chunks = [replace(chunk, kind=kind, reads="read this" if n else "") for n, chunk in enumerate(cut.chunks)]
    long = "w " * lexical.MAX_BODY + "tail"
    for changed in (replace(cut, chunks=tuple(chunks)), cut_of("a.py", long)[1]):
        source = file if changed.digest == file.digest else SourceFile(RepoPath("a.py"), long.encode())
        stage = Stage(db)
        stage.put(FileRows.of(FileStamp(source.path, 1, 1), source, changed))
        assert count(db, "terms") > 0
        stage.remove(["a.py"])
        assert count(db, "terms") == count(db, "words_docsize") == 0
        check_words(db)
        stage.undo()


def test_text_that_is_not_unicode_leaves_no_trace_in_the_words(db):
    content_ = b"caf\xe9 login\n\xff\xfe \xed\xa0\x80 word\n" * 5
    file = SourceFile(RepoPath("a.py"), content_)
    comments = (Span(3, 6), Span(9, 17), Span(18, 30))
    cut = replace(LinesChunker(1).chunk(file), comments=comments)
    stage = Stage(db)
    stage.put(FileRows.of(FileStamp(file.path, 1, 1), file, cut))
    stage.remove(["a.py"])
    assert count(db, "terms") == count(db, "words_docsize") == 0
    stage.undo()


def test_taking_out_what_is_not_there_changes_nothing(db):
    put(db, rows_of("a.py"))
    before = everything(db)
    stage = Stage(db)
    stage.remove(["b.py", "", "a.pyx"])
    stage.keep()
    assert everything(db) == before


class Tree:
    """Random edits of a few files, and what they should have led to."""

    def __init__(self, seed):
        self._random = random.Random(seed)
        self.files = {}

    def edit(self, stage):
        for _ in range(self._random.randint(1, 6)):
            path = f"{self._random.choice(('src', 'lib/x', 'docs'))}/f{self._random.randrange(8)}.py"
            if self._random.random() < 0.35:
                stage.remove([path])
                self.files.pop(path, None)
            else:
                rows = self._rows(path)
                stage.owe_vectors(stage.put(rows)[:: self._random.choice((1, 2))])
                self.files[path] = rows

    def _rows(self, path):
        words = self._random.choices(["login", "größe", "日本", "x", "Retry_policy", "\n", "# note\n"], k=30)
        uses = [
            Reference(self._random.choice("abc"), self._random.choice(("call", "import")), n, "pkg") for n in range(4)
        ]
        text = " ".join(words)
        symbols = [Symbol(word, f"C.{word}", "class", Span(n, n + 1), (1, 1)) for n, word in enumerate(words) if n < 3]
        return rows_of(path, text, uses, symbols)


@pytest.mark.parametrize("seed", range(6))
def test_after_any_edits_the_counts_are_true_and_the_content_is_that_of_a_new_index(tmp_path, db, seed):
    tree = Tree(seed)
    for number in range(1, 13):
        stage = Stage(db)
        tree.edit(stage)
        settle(stage)
        generation = published(stage)
        owed = db.execute("SELECT count(*) FROM outbox WHERE kind = 'vector'").fetchone()[0]
        assert (generation.number, generation.files, generation.chunks) == (number, len(tree.files), count(db, "chunk"))
        assert generation.files == count(db, "file")
        assert generation.vectors == generation.chunks - owed
        assert catalog.problem_in_sample(db) == ""
        check_words(db)
    with closing(catalog.connect(tmp_path / "new.db", create=True)) as new:
        new.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, instance)")
        put(new, *tree.files.values())
        assert content(db) == content(new)


@pytest.mark.parametrize("seed", range(3))
def test_what_is_undone_never_was(path, db, seed):
    tree = Tree(seed)
    for _ in range(4):
        stage = Stage(db)
        tree.edit(stage)
        published(stage)
    before = everything(db)
    for _ in range(3):
        stage = Stage(db)
        Tree(seed + 10).edit(stage)
        stage.add_segment(SegmentRow(stage.next_segment(), 1, 4, 0, False), [])
        stage.note("key", "value")
        assert everything(db) != before
        stage.undo()
        assert not db.in_transaction
        assert everything(db) == before
        check_words(db)
    stage.undo()
    after = Stage(db)
    after.put(rows_of("new.py"))
    generation = published(after)
    assert (generation.files, generation.chunks) == (count(db, "file"), count(db, "chunk"))


def test_what_is_not_published_when_the_connection_ends_never_was(path, db):
    put(db, rows_of("a.py"))
    before = everything(db)
    other = catalog.connect(path)
    stage = Stage(other)
    stage.remove(["a.py"])
    stage.put(rows_of("b.py"))
    other.close()
    assert everything(db) == before


def test_publishing_is_the_commit_point_before_which_others_see_nothing(path, db):
    put(db, rows_of("a.py", "login = 1\n"), rows_of("b.py", "user = 1\n"))
    with closing(catalog.connect(path)) as other:
        before = everything(other)
        stage = Stage(db)
        stage.remove(["a.py"])
        stage.put(rows_of("c.py", "page = 1\n"))
        stage.add_segment(SegmentRow(stage.next_segment(), 1, 4, 0, False), [])
        assert everything(other) == before
        assert catalog.generation(other).number == 1
        assert matches.search(other, tokens("page"), None, 9) == []
        assert published(stage) == catalog.generation(other) == catalog.generation(db)
        assert everything(other) == everything(db)
        assert matches.search(other, tokens("login"), None, 9) == []
        assert len(matches.search(other, tokens("page"), None, 9)) == 1


def test_who_reads_goes_on_in_the_generation_it_began_with(path, db):
    put(db, rows_of("a.py", "login = 1\n"))
    with closing(catalog.connect(path)) as other:
        other.execute("BEGIN")
        assert catalog.generation(other).number == 1
        put(db, rows_of("a.py", "page = 1\n"), rows_of("b.py"))
        assert catalog.file_text(other, "a.py") == b"login = 1\n"
        assert len(matches.search(other, tokens("login"), None, 9)) == 1
        other.execute("ROLLBACK")
        assert catalog.file_text(other, "a.py") == b"page = 1\n"


def test_numbers_of_generations_only_grow_and_the_one_before_is_remembered(db):
    for n in range(1, 6):
        assert put(db, rows_of(f"f{n}.py")).number == n
    assert [row for (row,) in db.execute("SELECT number FROM generation ORDER BY number")] == [4, 5]


def test_ids_of_chunks_are_never_given_again(db):
    seen = set()
    for n in range(5):
        stage = Stage(db)
        ids = stage.put(rows_of("a.py", "x\n" * (9 - n)))
        assert [row for (row,) in db.execute("SELECT id FROM chunk ORDER BY ordinal")] == list(ids)
        assert seen.isdisjoint(ids)
        again = stage.put(rows_of("a.py", "y\n"))
        assert set(again).isdisjoint(ids)
        seen |= {*ids, *again}
        if n % 2:
            stage.remove(["a.py"])
        published(stage)


def test_a_file_without_text_is_a_file_without_chunks(db):
    stage = Stage(db)
    assert len(stage.put(rows_of("empty.py", ""))) == 0
    generation = published(stage)
    assert (generation.files, generation.chunks) == (1, 0)


def test_a_file_that_is_put_in_anew_keeps_its_number_and_its_old_chunks_go(db):
    put(db, rows_of("a.py", "old = 1\n"), rows_of("b.py"))
    number = id_of(db, "a.py")
    put(db, rows_of("a.py", "new = 1\nx\ny\n"))
    assert id_of(db, "a.py") == number
    assert matches.search(db, tokens("old"), None, 9) == []
    assert len(matches.search(db, tokens("new"), None, 9)) == 1
    assert (catalog.generation(db).files, catalog.generation(db).chunks) == (2, 3)


def test_chunks_with_vectors_are_gone_when_they_go_and_those_owed_one_are_owed_no_more(db):
    stage = Stage(db)
    with_vectors = stage.put(rows_of("a.py", "x\n" * 6))
    owed = stage.put(rows_of("b.py", "y\n" * 6))
    stage.owe_vectors(owed)
    assert published(stage).vectors == len(with_vectors) == 3
    stage = Stage(db)
    stage.remove(["b.py"])
    new = stage.put(rows_of("a.py", "z\n"))
    stage.owe_vectors(new)
    assert published(stage).vectors == 0
    assert catalog.gone(db) == set(with_vectors)
    assert db.execute("SELECT key FROM outbox WHERE kind = 'vector'").fetchall() == [(new[0],)]


def owed_after(db, change):
    """Paths that are owed a look at their imports after a change."""
    stage = Stage(db)
    change(stage)
    paths = dict(db.execute("SELECT id, path FROM file"))
    owed = sorted(paths[file_id] for file_id in stage.owed_edges())
    stage.undo()
    return owed


@pytest.fixture
def linked(db):
    """`a.py` imports `b.py`, which imports `c.py`; `d.py` imports what is not there."""
    put(
        db,
        rows_of("src/a.py", "a\n", imports("b")),
        rows_of("src/b.py", "b\n", imports("c")),
        rows_of("src/c.py", "c\n"),
        rows_of("src/d.py", "d\n", [Reference("Name", "import", 1, "pkg.late-comer")]),
    )
    stage = Stage(db)
    a, b, c = (id_of(db, f"src/{name}.py") for name in "abc")
    stage.set_edges(a, (), {b: 1.0})
    stage.set_edges(b, (), {c: 0.5})
    published(stage)
    return db


def edges(db):
    paths = dict(db.execute("SELECT id, path FROM file"))
    return {(paths[a], paths[b], sure) for a, b, sure in db.execute("SELECT * FROM edge")}


LINKS = {("src/a.py", "src/b.py", 1.0), ("src/b.py", "src/c.py", 0.5)}


def test_a_file_that_imports_what_it_did_before_keeps_its_edges_and_owes_nothing(linked):
    assert edges(linked) == LINKS
    assert owed_after(linked, lambda stage: stage.put(rows_of("src/b.py", "other\ntext\n", imports("c")))) == []
    stage = Stage(linked)
    stage.put(rows_of("src/b.py", "other\ntext\n", [*imports("c"), Reference("call", "call", 3)]))
    stage.put(rows_of("src/c.py", "other\n"))
    published(stage)
    assert edges(linked) == LINKS


@pytest.mark.parametrize("uses", [imports("d"), imports("c", "d"), (), [Reference("c", "import", 1, "pkg")]])
def test_a_file_that_imports_other_things_than_before_is_owed_its_edges(linked, uses):
    assert owed_after(linked, lambda stage: stage.put(rows_of("src/b.py", "b\n", uses))) == ["src/b.py"]


def test_a_new_file_is_owed_its_edges_if_it_imports_anything(linked):
    assert owed_after(linked, lambda stage: stage.put(rows_of("src/new.py", "x\n", imports("zzz")))) == ["src/new.py"]
    assert owed_after(linked, lambda stage: stage.put(rows_of("src/new.py", "x\n"))) == []


def test_whoever_imports_a_file_that_goes_is_owed_its_edges_and_those_to_and_from_it_go(linked):
    assert owed_after(linked, lambda stage: stage.remove(["src/b.py"])) == ["src/a.py"]
    stage = Stage(linked)
    stage.remove(["src/b.py"])
    published(stage)
    assert edges(linked) == set()


@pytest.mark.parametrize("name", ["pkg/late-comer.py", "x/late_comer.ts", "late/z.py", "pkg/z.py", "Name.java"])
def test_whoever_may_mean_a_file_that_comes_is_owed_its_edges(linked, name):
    assert owed_after(linked, lambda stage: stage.put(rows_of(name, "x\n"))) == ["src/d.py"]


def test_a_file_that_nobody_may_mean_makes_nobody_owe_anything(linked):
    assert owed_after(linked, lambda stage: stage.put(rows_of("elsewhere/unknown.py", "x\n"))) == []


def test_a_file_that_stands_for_its_folder_makes_importers_below_that_folder_owe_their_edges(linked):
    put(linked, rows_of("other/e.py", "e\n", imports("zzz")))
    assert owed_after(linked, lambda stage: stage.put(rows_of("src/__init__.py", "x\n"))) == [
        "src/a.py", "src/b.py", "src/d.py"
    ]  # fmt: skip
    assert owed_after(linked, lambda stage: stage.put(rows_of("index.js", "x\n"))) == [
        "other/e.py", "src/a.py", "src/b.py", "src/d.py"
    ]  # fmt: skip


def test_whoever_may_mean_a_namespace_that_comes_or_goes_is_owed_its_edges(linked):
    put(linked, rows_of("net/Z.cs", "z\n", symbols=[namespace("Shop.Orders")]))
    put(linked, rows_of("src/user.cs", "u\n", imports("Shop.Orders")), rows_of("src/other.cs", "o\n", imports("Shop")))

    def comes(stage):
        stage.put(rows_of("net/Y.cs", "y\n", symbols=[namespace("Company.Orders")]))

    def goes(stage):
        stage.put(rows_of("net/Z.cs", "z\n"))

    assert owed_after(linked, comes) == owed_after(linked, goes) == ["src/user.cs"]


def test_of_many_changes_all_that_import_are_owed_their_edges(linked):
    def change(stage):
        for n in range(MANY_PARTS + 1):
            stage.put(rows_of(f"many{n}/only{n}.py", "x\n"))

    assert owed_after(linked, change) == ["src/a.py", "src/b.py", "src/d.py"]
    assert owed_after(linked, lambda stage: stage.owe_all_edges()) == ["src/a.py", "src/b.py", "src/d.py"]


def test_edges_that_are_set_take_the_place_of_those_before_and_are_owed_no_more(linked):
    a, c = id_of(linked, "src/a.py"), id_of(linked, "src/c.py")
    stage = Stage(linked)
    stage.owe_all_edges()
    stage.set_edges(a, (), {c: 0.25})
    assert a not in stage.owed_edges()
    published(stage)
    assert edges(linked) == {("src/a.py", "src/c.py", 0.25), ("src/b.py", "src/c.py", 0.5)}


def test_edges_that_are_owed_stay_owed_until_they_are_set_and_words_are_looked_up_once(linked):
    stage = Stage(linked)
    stage.put(rows_of("pkg/late_comer.py", "x\n"))
    published(stage)
    for _ in range(2):
        stage = Stage(linked)
        assert stage.owed_edges() == [id_of(linked, "src/d.py")]
        published(stage)
        assert linked.execute("SELECT count(*) FROM outbox WHERE kind IN ('part', 'folder')").fetchone() == (0,)


def test_a_segment_pays_what_its_chunks_are_owed(db):
    stage = Stage(db)
    ids = stage.put(rows_of("a.py", "x\n" * 10))
    stage.owe_vectors(ids)
    published(stage)
    stage = Stage(db)
    row = SegmentRow(stage.next_segment(), 2, 4, 123, False)
    stage.add_segment(row, ids[:2])
    assert published(stage).vectors == 2
    assert catalog.segments(db) == (row,)
    assert db.execute("SELECT count(*) FROM outbox WHERE kind = 'vector'").fetchone() == (3,)


def test_numbers_of_segments_are_never_given_again_once_published(db):
    numbers = []
    for _ in range(4):
        stage = Stage(db)
        numbers.append(stage.next_segment())
        row = SegmentRow(numbers[-1], 0, 4, 0, False)
        stage.add_segment(row, [])
        published(stage)
        stage = Stage(db)
        stage.replace_segments([row], None, [])
        published(stage)
        assert catalog.segments(db) == ()
    assert numbers == sorted(set(numbers))


def test_one_segment_takes_the_place_of_several_and_what_it_dropped_is_no_longer_gone(db):
    stage = Stage(db)
    ids = stage.put(rows_of("a.py", "x\n" * 10))
    old = [SegmentRow(1, 3, 4, 0, True), SegmentRow(2, 1, 4, 0, True), SegmentRow(3, 1, 4, 0, False)]
    for row in old:
        stage.add_segment(row, [])
    published(stage)
    stage = Stage(db)
    stage.remove(["a.py"])
    new = SegmentRow(stage.next_segment(), 2, 4, 0, True)
    stage.replace_segments(old[:2], new, ids[:3])
    published(stage)
    assert catalog.segments(db) == (old[2], new)
    assert catalog.gone(db) == set(ids[3:])


def test_when_a_segment_is_lost_the_chunks_no_other_one_holds_are_owed_anew(db):
    stage = Stage(db)
    held, lost = stage.put(rows_of("a.py", "x\n" * 6)), stage.put(rows_of("b.py", "y\n" * 6))
    gone_held, gone_lost = stage.put(rows_of("c.py", "x\n")), stage.put(rows_of("d.py", "x\n"))
    one, other = SegmentRow(1, 4, 4, 0, False), SegmentRow(2, 4, 4, 0, False)
    stage.add_segment(one, [])
    stage.add_segment(other, [])
    published(stage)
    stage = Stage(db)
    stage.remove(["c.py", "d.py"])
    stage.lose_segment(other, [*held, *gone_held])
    assert published(stage).vectors == len(held)
    assert catalog.segments(db) == (one,)
    assert catalog.gone(db) == set(gone_held)
    assert [key for (key,) in db.execute("SELECT key FROM outbox WHERE kind = 'vector'")] == list(lost)
    assert set(gone_lost).isdisjoint(catalog.gone(db))


def test_for_another_space_all_chunks_are_owed_vectors_anew_and_nothing_else_of_them_is_left(db):
    stage = Stage(db)
    ids = stage.put(rows_of("a.py", "x\n" * 6))
    stage.put(rows_of("b.py"))
    stage.add_segment(SegmentRow(stage.next_segment(), 4, 4, 0, False), [])
    stage.enter_table(5)
    published(stage)
    stage = Stage(db)
    stage.remove(["b.py"])
    stage.forget_vectors()
    assert published(stage).vectors == 0
    assert (catalog.segments(db), catalog.gone(db)) == ((), frozenset())
    assert "table_version" not in catalog.facts(db)
    assert [key for (key,) in db.execute("SELECT key FROM outbox WHERE kind = 'vector'")] == list(ids)


def test_the_table_holds_all_segments_or_none(db):
    stage = Stage(db)
    for number in (1, 2):
        stage.add_segment(SegmentRow(number, 1, 4, 0, False), [])
    stage.enter_table(17)
    published(stage)
    assert [row.in_table for row in catalog.segments(db)] == [True, True]
    assert catalog.facts(db)["table_version"] == "17"
    stage = Stage(db)
    stage.leave_table()
    published(stage)
    assert [row.in_table for row in catalog.segments(db)] == [False, False]
    assert "table_version" not in catalog.facts(db)


def test_stamps_alone_are_kept_without_a_new_generation(db):
    put(db, rows_of("a.py"), rows_of("b.py"))
    before, text = catalog.generation(db), content(db)["words"]
    stage = Stage(db)
    stage.restamp([FileStamp(RepoPath("a.py"), 1, 2, 3, 4), FileStamp(RepoPath("unknown.py"), 1, 2, 3, 4)])
    stage.note("seen", "now")
    stage.keep()
    assert not db.in_transaction
    found = dict(
        (row[0], row[1:]) for row in db.execute("SELECT path, size, mtime_ns, ctime_ns, inode FROM file").fetchall()
    )
    assert found == {"a.py": (1, 2, 4, 3), "b.py": (6, 5, 6, 7)}
    assert catalog.generation(db) == before
    assert content(db)["words"] == text
    assert catalog.facts(db)["seen"] == "now"


def test_files_left_out_are_remembered_until_they_are_forgotten(db):
    def stamp(path):
        return FileStamp(RepoPath(path), 1, 2, 3, 4)

    stage = Stage(db)
    entries = [Skipped("a.bin", "binary"), Skipped("big.txt", "too-large", "9 MB"), Skipped("c", "unreadable")]
    stage.skip([(entry, stamp(entry.path)) for entry in entries], [])
    stage.skip([(Skipped("a.bin", "too-large"), stamp("a.bin"))], ["c", "unknown"])
    published(stage)
    assert catalog.files_left_out(db) == (Skipped("a.bin", "too-large"), entries[1])


def test_counts_of_files_left_out_are_written_only_if_they_have_changed(path, db):
    write_left_out(db, {})
    assert "left_out" not in catalog.facts(db)
    write_left_out(db, {"binary": 2})
    assert json.loads(catalog.facts(db)["left_out"]) == {"binary": 2}
    with closing(sqlite3.connect(path)) as other:
        other.execute("BEGIN IMMEDIATE")
        write_left_out(db, {"binary": 2})  # would wait in vain if it wrote
    assert catalog.left_out(db) == {"binary": 2}
