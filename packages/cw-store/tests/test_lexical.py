import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest

from cw_core import ChunkedFile, RepoPath, SourceFile, Span, Symbol
from cw_core.testing import LinesChunker
from cw_core.text import tokens
from cw_store import lexical


@pytest.fixture
def db():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        db.executescript((files("cw_store") / "schema" / "0001_index.sql").read_text(encoding="utf-8"))
        yield db


def cut(text, comments=(), symbols=(), path="src/login_page.py", most=2):
    file = SourceFile(RepoPath(path), text.encode())
    made = LinesChunker(most).chunk(file)
    return ChunkedFile(made.path, made.digest, made.language, made.how, made.chunks, symbols=symbols, comments=comments)


def test_each_field_holds_the_words_of_its_own():
    text = "# say hello\ndef greetUser(name):\n    return name  # aside\n"
    comments = (Span(0, 11), Span(50, 57))
    assert text[0:11] == "# say hello"
    symbol = Symbol("greetUser", "greetUser", "function", Span(12, 57), (2, 3), signature="def greetUser(name)")
    first, second = lexical.words_of(cut(text, comments, (symbol,)))
    path, breadcrumb, names, signature, comment, body = first
    assert path.split() == tokens("src/login_page.py")
    assert breadcrumb == ""
    assert names.split() == tokens("greetUser")
    assert signature.split() == tokens("def greetUser(name)")
    assert comment.split() == tokens("say hello")
    assert body.split() == tokens("def greetUser(name):")
    assert second[2] == second[3] == ""


def test_a_symbol_belongs_to_the_chunk_it_begins_in():
    symbols = tuple(
        Symbol(f"name{letter}", f"name{letter}", "f", Span(at, at + 1), (1, 1))
        for letter, at in zip("abc", (0, 4, 8), strict=True)
    )
    fields = lexical.words_of(cut("1\n2\n3\n4\n5\n", symbols=symbols))
    assert [entry[2] for entry in fields] == ["namea", "nameb", "namec"]


def test_all_words_of_a_chunk_are_in_its_fields_comments_anywhere():
    text = "x = 'ü' # é one\ny = 2 # two\n/* three\nfour */ z\n"
    raw = text.encode()
    spans = tuple(
        Span(raw.index(part.encode()), raw.index(part.encode()) + len(part.encode()))
        for part in ("# é one", "# two", "/* three\nfour */")
    )
    held = {word for fields in lexical.words_of(cut(text, spans, most=1)) for field in fields for word in field.split()}
    assert set(tokens(text)) <= held


def test_a_file_without_chunks_has_no_words():
    assert lexical.words_of(cut("")) == []


def row(**fields):
    return tuple(" ".join(tokens(fields.get(name, ""))) for name in lexical.FIELDS)


def test_a_name_counts_for_more_than_a_mention(db):
    lexical.add(db, [(1, row(body="login user")), (2, row(names="login user")), (3, row(body="other words"))])
    assert [found for found, _ in lexical.search(db, ["login"], None, 10)] == [2, 1]


def test_rows_come_out_again_without_a_trace(db):
    rows = [(n, row(body=f"login page {n}", names="login", comments="用户 Größe")) for n in range(1, 20)]
    lexical.add(db, rows[:10])
    before = lexical.search(db, ["login", "page"], None, 100)
    lexical.add(db, rows[10:])
    assert len(lexical.search(db, ["login", "page"], None, 100)) == 19
    lexical.remove(db, rows[10:])
    assert lexical.search(db, ["login", "page"], None, 100) == before
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    lexical.remove(db, rows[:10])
    db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, row)")
    assert db.execute("SELECT * FROM terms").fetchall() == []
    assert db.execute("SELECT count(*) FROM words_docsize").fetchone() == (0,)
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")


def test_scores_are_higher_for_better_and_no_words_find_nothing(db):
    lexical.add(db, [(1, row(body="login login login")), (2, row(body="login and much else " * 9)), (3, row(body="x"))])
    (first, high), (second, low) = lexical.search(db, ["login"], None, 10)
    assert (first, second) == (1, 2)
    assert high > low
    assert lexical.search(db, [], None, 10) == []
    assert lexical.search(db, ["login"], frozenset(), 10) == []
    assert lexical.search(db, ["login"], None, 0) == []


def test_all_that_tie_with_the_last_one_asked_for_come_too_ordered_by_row(db):
    lexical.add(db, [(n, row(body="login page")) for n in (5, 2, 9)])
    lexical.add(db, [(n, row(body="login page and more words")) for n in (1, 7)])
    lexical.add(db, [(n, row(body="other")) for n in range(20, 30)])
    assert [found for found, _ in lexical.search(db, ["login"], None, 1)] == [2, 5, 9]
    assert [found for found, _ in lexical.search(db, ["login"], None, 3)] == [2, 5, 9]
    assert [found for found, _ in lexical.search(db, ["login"], None, 4)] == [2, 5, 9, 1, 7]


def test_only_chunks_of_the_files_asked_for_are_found_and_each_question_has_its_own(db):
    for n in range(1, 7):
        db.execute("INSERT INTO chunk VALUES (?, ?, ?, 0, 1, 1, 1, 'code', '', '', '')", (n, (n + 1) // 2, (n + 1) % 2))
    lexical.add(db, [(n, row(body="login page")) for n in range(1, 7)])
    assert [found for found, _ in lexical.search(db, ["login"], frozenset({1, 3}), 10)] == [1, 2, 5, 6]
    assert [found for found, _ in lexical.search(db, ["login"], frozenset({2}), 10)] == [3, 4]
    assert [found for found, _ in lexical.search(db, ["login"], None, 10)] == [1, 2, 3, 4, 5, 6]


def test_words_of_the_query_language_are_words_like_others(db):
    lexical.add(db, [(1, row(body="and not near")), (2, row(body="or")), (3, row(body="x"))])
    assert [found for found, _ in lexical.search(db, ["AND", 'NO"T'], None, 10)] == [1]
    assert [found for found, _ in lexical.search(db, ["or", "*", "(", "body:x", "-"], None, 10)] == [2]


def test_a_word_given_twice_counts_twice(db):
    lexical.add(db, [(1, row(body="login page")), (2, row(body="user page")), (3, row(body="x"))])
    once, twice = (dict(lexical.search(db, words, None, 10)) for words in (["login"], ["login", "login"]))
    assert twice[1] == pytest.approx(2 * once[1])


def test_a_heading_or_key_is_a_word_of_its_text_and_no_name():
    file = SourceFile(RepoPath("a.md"), b"# Login\n")
    chunk = LinesChunker().chunk(file).chunks[0]
    docs = type(chunk).cut(file, chunk.span, "markdown", ("a.md", "Login"), kind="docs")
    symbol = Symbol("Login", "Login", "heading", chunk.span, (1, 1), signature="# Login now")
    (fields,) = lexical.words_of(ChunkedFile(file.path, file.digest, "markdown", "headings", (docs,), (symbol,)))
    assert fields == (" ".join(tokens("a.md")), *[" ".join(tokens("login"))], "", "", "", " ".join(tokens("login")))


def test_what_a_chunk_reads_as_is_looked_up_instead_of_its_text():
    file = SourceFile(RepoPath("a.ipynb"), b'{"source": "escaped"}\n')
    chunk = LinesChunker().chunk(file).chunks[0]
    cell = type(chunk).cut(file, chunk.span, "python", ("a.ipynb",), reads="login page")
    (fields,) = lexical.words_of(ChunkedFile(file.path, file.digest, "python", "syntax", (cell,)))
    assert fields[5] == " ".join(tokens("login page"))


def test_a_long_chunk_is_looked_up_by_its_head():
    text = "start " + "x " * lexical.MAX_BODY + "finish"
    (fields,) = lexical.words_of(cut(text))
    assert "start" in fields[5].split()
    assert "finish" not in fields[5]
