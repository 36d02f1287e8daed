import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest

from cw_core import ChunkedFile, RepoPath, SourceFile, Span, Symbol
from cw_core.testing import LinesChunker
from cw_core.text import tokens
from cw_store import lexical

EMPTY = ("",) * 6


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
    lexical.remove(db, [(number, lexical.packed(fields)) for number, fields in rows[10:]])
    assert lexical.search(db, ["login", "page"], None, 100) == before
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")


def test_scores_are_higher_for_better_and_no_words_find_nothing(db):
    lexical.add(db, [(1, row(body="login login login")), (2, row(body="login and much else " * 9)), (3, row(body="x"))])
    (first, high), (second, low) = lexical.search(db, ["login"], None, 10)
    assert (first, second) == (1, 2)
    assert high > low
    assert lexical.search(db, [], None, 10) == []
    assert lexical.search(db, ["login"], frozenset(), 10) == []
