import sqlite3
from contextlib import closing
from importlib.resources import files

import pytest

from cw_core import ChunkedFile, RepoPath, SourceFile, Span, Symbol
from cw_core.testing import LinesChunker
from cw_core.text import tokens
from cw_store import lexical, matches


@pytest.fixture
def db():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for script in ("0001_index.sql", "0002_edges.sql"):
            db.executescript((files("cw_store") / "schema" / script).read_text(encoding="utf-8"))
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


def put(db, rows):
    """Rows, each the only chunk of a file of its own."""
    for number, _ in rows:
        db.execute("INSERT OR IGNORE INTO chunk VALUES (?1, ?1, 0, 0, 1, 1, 1, 'code', '', '', '')", (number,))
    lexical.add(db, rows)


def test_rows_come_out_again_without_a_trace(db):
    rows = [(n, row(body=f"login page {n}", names="login", comments="用户 Größe")) for n in range(1, 20)]
    put(db, rows[:10])
    before = [row for row, _ in matches.search(db, ["login", "page"], None, 100)]
    put(db, rows[10:])
    assert len(matches.search(db, ["login", "page"], None, 100)) == 19
    lexical.remove(db, rows[10:])
    assert [row for row, _ in matches.search(db, ["login", "page"], None, 100)] == before
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")
    lexical.remove(db, rows[:10])
    db.execute("CREATE VIRTUAL TABLE temp.terms USING fts5vocab(main, words, row)")
    assert db.execute("SELECT * FROM terms").fetchall() == []
    assert db.execute("SELECT count(*) FROM words_docsize").fetchone() == (0,)
    db.execute("INSERT INTO words (words) VALUES ('integrity-check')")


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
