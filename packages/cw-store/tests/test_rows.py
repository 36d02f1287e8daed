import pickle
import zlib
from dataclasses import fields, replace

import pytest

from cw_core import Chunk, ChunkedFile, FileStamp, Reference, RepoPath, SourceFile, Span, Symbol
from cw_core.testing import LinesChunker
from cw_core.text import whole
from cw_store.lexical import words_of
from cw_store.rows import (
    FileRows,
    chunk_of,
    folder_key,
    key_of,
    keys_of_imports,
    spans_of,
    symbol_of,
    uses_of,
    words_in,
)

ODD = "tab\tnewline\nreturn\r\nquote'\"back\\slash é e\u0301 日本 \U0001f600 \u2028 \ufeff\x00\x01 \uffff"


def source(content, path="src/a.py", **changes):
    return SourceFile(RepoPath(path), content if isinstance(content, bytes) else content.encode(), **changes)


def rows_of(file, cut):
    return FileRows.of(FileStamp(file.path, len(file.content), 5, 7, 6), file, cut)


def chunks_in(rows):
    content = zlib.decompress(rows.text)
    return tuple(chunk_of(rows.stamp.path, rows.digest, rows.language, row, content) for row in rows.chunks)


def symbols_in(rows):
    return tuple(symbol_of(row[3:]) for row in rows.symbols)


def cut_again(rows):
    """The cut file, as far as rows tell it."""
    return ChunkedFile(
        rows.stamp.path, rows.digest, rows.language, rows.how, chunks_in(rows), symbols_in(rows), uses_of(rows.uses),
        spans_of(rows.comments), rows.problem, rows.mark,
    )  # fmt: skip


TEXTS = {
    "empty": b"",
    "one byte": b"x",
    "no last newline": b"a\nb\nc",
    "many lines": "".join(f"def name{n}(): pass  # größe {n}\n" for n in range(300)).encode(),
    "line ends of all kinds": b"a\r\nb\rc\n\n\n\x0c\n",
    "other alphabets": "日本語\n\U0001f600\U0001f601\né e\u0301\n".encode() * 30,
    "bytes that are no text": b"\xff\xfe\n\xc3\n\x80abc\n\xed\xa0\x80\n" * 9,
    "nulls": b"\x00\x00\n\x00",
}


@pytest.mark.parametrize("most", [1, 2, 20])
@pytest.mark.parametrize("name", TEXTS)
def test_a_cut_file_comes_back_from_its_rows(name, most):
    file = source(TEXTS[name])
    cut = LinesChunker(most).chunk(file)
    rows = rows_of(file, cut)
    assert cut_again(rows) == cut
    assert zlib.decompress(rows.text) == file.content
    assert rows.text_bytes == len(file.content)


def full(file, most=3):
    """A cut file that has something of everything, with odd characters wherever text is free."""
    made = LinesChunker(most).chunk(file)
    kinds = ("code", "docs", "config", "data")
    chunks = tuple(
        Chunk.cut(
            file, chunk.span, "python", (str(file.path), "Outer", f"inner {ODD}")[: n % 4 or 1],
            names=(f"Outer.name{n}", ODD, "x")[: n % 4], kind=kinds[n % 4], reads=("", ODD, "read as this")[n % 3],
        )
        for n, chunk in enumerate(made.chunks)
    )  # fmt: skip
    symbols = tuple(
        Symbol(f"name{n}", (f"name{n}", f"Outer.name{n}", ODD)[n % 3], "method", chunk.span, chunk.lines, "Outer" * n,
               f"def name{n}({ODD})", ODD, ("", "public", "private")[n % 3])
        for n, chunk in enumerate(chunks)
    )  # fmt: skip
    uses = tuple(
        Reference((f"name{n}", ODD, "größe")[n % 3], ("call", "import", "type")[n % 3], n + 1, ("", "self", ODD)[n % 3])
        for n in range(10)
    )
    comments = tuple(Span(chunk.span.start, chunk.span.start + 1) for chunk in chunks)
    return replace(
        made, language="python", how="syntax", chunks=chunks, symbols=symbols, references=uses, comments=comments,
        problem=ODD, mark="generated",
    )  # fmt: skip


def test_everything_of_a_cut_file_comes_back_whatever_characters_it_holds():
    file = source("".join(f"line {n} größe\n" for n in range(60)), encoding="latin-1")
    cut = full(file)
    rows = rows_of(file, cut)
    again = cut_again(rows)
    for field in fields(ChunkedFile):
        assert getattr(again, field.name) == getattr(cut, field.name), field.name
    assert (rows.digest, rows.encoding, rows.stamp) == (file.digest, "latin-1", FileStamp(file.path, 950, 5, 7, 6))
    assert rows.uses_count == len(cut.references)


def test_rows_travel_between_processes_unchanged():
    file = source("a = 1\n" * 50)
    rows = rows_of(file, full(file))
    assert pickle.loads(pickle.dumps(rows)) == rows


def test_the_same_file_has_the_same_rows_every_time():
    file = source("a = 1\n" * 50)
    assert rows_of(file, full(file)) == rows_of(source("a = 1\n" * 50), full(file))


def test_the_words_are_those_of_the_cut_file_and_of_what_comes_back():
    """A file is taken out of the word index by its rows: other words would leave a trace."""
    file = source("def größe(): pass  # note\n日本語 = 'x'\n" * 40)
    cut = full(file)
    rows = rows_of(file, cut)
    assert len(rows.words) == len(cut.chunks)
    assert list(rows.words) == words_of(cut) == words_of(cut_again(rows))


@pytest.mark.parametrize("order", [1, -1])
def test_each_symbol_is_of_the_chunk_it_begins_in_whatever_their_order(order):
    file = source("a\nb\nc\nd\ne\n")
    made = LinesChunker(2).chunk(file)
    symbols = tuple(
        Symbol(f"n{at}", f"n{at}", "f", Span(at, max(at + 1, 9)), (1, 1)) for at in (0, 2, 3, 4, 7, 8)[::order]
    )
    rows = rows_of(file, replace(made, symbols=symbols))
    assert [row[2] for row in rows.symbols] == [0, 0, 0, 1, 1, 2][::order]
    assert symbols_in(rows) == symbols


@pytest.mark.parametrize("name", ["\x1f", "a\x1fb"])
def test_names_and_breadcrumbs_come_back_whatever_a_key_in_a_file_is_called(name):
    """Quoted keys of TOML and YAML, and names of Elixir's tests, may hold any character."""
    file = source("x\n", "a.toml")
    chunk = Chunk.cut(file, Span(0, 2), "toml", ("a.toml", name), names=(name,), kind="config")
    cut = ChunkedFile(file.path, file.digest, "toml", "keys", (chunk,))
    assert chunks_in(rows_of(file, cut)) == (chunk,)


def test_the_parts_of_a_breadcrumb_and_of_names_stay_apart():
    file = source("x\n")
    for names in ((), ("a",), ("a", "b"), ("a.b", "c d", ",", "\n"), ("", "x"), ("x", "")):
        chunk = Chunk.cut(file, Span(0, 2), "python", ("src/a.py", *names), names=names)
        cut = ChunkedFile(file.path, file.digest, "python", "syntax", (chunk,))
        assert chunks_in(rows_of(file, cut)) == (chunk,)


def test_names_that_differ_in_case_and_separators_alone_share_a_key_and_each_key_stands_once():
    assert key_of("loginUser") == key_of("login_user") == key_of("LOGIN_USER")
    assert key_of("loginUser") != key_of("loginUsers")
    uses = tuple(Reference(name, "call", 1) for name in ("loginUser", "login_user", "other", "loginUser"))
    file = source("x\n")
    rows = rows_of(file, replace(LinesChunker().chunk(file), references=uses))
    assert sorted(rows.name_keys) == list(rows.name_keys) == sorted({key_of("login_user"), key_of("other")})
    assert uses_of(rows.uses) == uses


@pytest.mark.parametrize("name", ["", ODD, "größe", "日本", "\udc80", "x" * 100_000])
def test_any_name_has_a_key_of_four_bytes_that_its_folded_spelling_shares(name):
    assert 0 <= key_of(name) < 2**32
    assert key_of(whole(name)) == key_of(name)
    assert 0 <= folder_key(name) < 2**32


def test_a_symbol_has_the_keys_of_its_name_and_of_its_qualified_name():
    file = source("x\n")
    symbol = Symbol("backOff", "RetryPolicy.backOff", "method", Span(0, 1), (1, 1), "RetryPolicy")
    (row,) = rows_of(file, replace(LinesChunker().chunk(file), symbols=(symbol,))).symbols
    assert row[:2] == (key_of("back_off"), key_of("retry_policy.back_off"))


def test_only_imports_have_import_keys_one_for_each_word_of_module_and_name():
    uses = (
        Reference("load_config", "import", 1, "pkg.sub-module/part"),
        Reference("./views/Main.vue", "import", 2),
        Reference("other", "call", 3, "elsewhere"),
        Reference("./views/Main.vue", "import", 9),
    )
    want = {key_of(word) for word in ("load", "config", "pkg", "sub", "module", "part", "views", "Main", "vue")}
    assert keys_of_imports(uses) == tuple(sorted(want))
    assert keys_of_imports(uses[2:3]) == keys_of_imports(()) == ()
    file = source("x\n")
    assert rows_of(file, replace(LinesChunker().chunk(file), references=uses)).import_keys == tuple(sorted(want))


def test_a_path_and_an_import_of_it_have_their_words_in_common():
    assert words_in("src/my_pkg/größe2.py") == ["src", "my", "pkg", "größe2", "py"]
    assert words_in("@scope/my-pkg") == ["scope", "my", "pkg"]
    assert words_in("日本::モジュール") == ["日本", "モジュール"]
    assert words_in("../") == []


def test_no_comments_and_no_uses_take_no_room():
    file = source("x\n")
    rows = rows_of(file, LinesChunker().chunk(file))
    assert rows.comments == rows.uses == b""
    assert spans_of(b"") == uses_of(b"") == ()


def test_text_takes_less_room_than_the_file():
    file = source("def name(): return 1\n" * 1000)
    assert len(rows_of(file, LinesChunker().chunk(file)).text) < len(file.content) / 10
