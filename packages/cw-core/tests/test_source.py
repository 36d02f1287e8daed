import pickle

import pytest

from cw_core import Chunk, LineIndex, RepoPath, SourceFile, Span


@pytest.mark.parametrize(
    ("content", "lines"),
    [
        (b"", [b""]),
        (b"\n", [b"\n"]),
        (b"a", [b"a"]),
        (b"a\n", [b"a\n"]),
        (b"a\nb", [b"a\n", b"b"]),
        (b"a\r\nb\r\n", [b"a\r\n", b"b\r\n"]),
        (b"\n\n\n", [b"\n", b"\n", b"\n"]),
        (b"a\x0cb\n\xe2\x80\xa8c\n", [b"a\x0cb\n", b"\xe2\x80\xa8c\n"]),
        (b"old\rmac\n", [b"old\rmac\n"]),
        (b"a\n\n", [b"a\n", b"\n"]),
    ],
)
def test_a_line_ends_with_lf_and_nothing_else_ends_one(content, lines):
    index = LineIndex(content)
    spans = [index.span_of(line, line) for line in range(1, len(index) + 1)]
    assert [content[span.start : span.end] for span in spans] == lines


@pytest.mark.parametrize("content", [b"", b"\n", b"a", b"ab\ncd", b"ab\ncd\n", b"\n\nab\r\n\n"])
def test_the_line_of_a_byte_is_the_line_whose_span_holds_it(content):
    index = LineIndex(content)
    for offset in range(len(content)):
        line = index.line_at(offset)
        span = index.span_of(line, line)
        assert span.start <= offset < span.end
    assert index.line_at(len(content)) == len(index)


def test_lines_of_a_span_of_lines_are_those_lines():
    index = LineIndex(b"one\ntwo\r\n\nfour\nfive")
    for first in range(1, 6):
        for last in range(first, 6):
            assert index.lines_of(index.span_of(first, last)) == (first, last)


def test_an_empty_span_has_the_line_it_stands_on():
    index = LineIndex(b"one\ntwo\n")
    assert index.lines_of(Span(4, 4)) == (2, 2)
    assert LineIndex(b"").lines_of(Span(0, 0)) == (1, 1)


@pytest.mark.parametrize("path", ["", "/", "/etc/passwd", "a/../b", "..", "a//b", "a/", "./a", "a/.", "bad\udce9name"])
def test_a_path_that_is_not_inside_a_root_is_refused(path):
    with pytest.raises(ValueError):
        RepoPath(path)


@pytest.mark.parametrize("path", ["a", "a b/c.py", "..a/b..", "日本/ü.py", "a\nb", "a\\b", ".gitignore", "C:/x"])
def test_any_other_name_is_a_path(path):
    assert RepoPath(path) == path


def test_the_parts_of_a_path_are_read_off_it():
    path = RepoPath("src/net/retry.test.PY")
    assert (path.name, path.stem, path.suffix, path.folder) == ("retry.test.PY", "retry.test", ".py", "src/net")
    assert (RepoPath(".gitignore").stem, RepoPath(".gitignore").suffix) == (".gitignore", "")
    assert RepoPath("Makefile").folder == ""


def test_the_same_text_has_the_same_digest_whatever_its_path_and_encoding():
    one = SourceFile(RepoPath("a.py"), b"x = 1\n")
    two = SourceFile(RepoPath("b/c.py"), b"x = 1\n", encoding="utf-16-le")
    assert one.digest == two.digest
    assert len(one.digest) == 32
    assert one.digest != SourceFile(RepoPath("a.py"), b"x = 2\n").digest


def test_invalid_utf8_is_shown_with_replacement_characters():
    assert SourceFile(RepoPath("a"), b"a\xffb").text() == "a\ufffdb"


def test_a_chunk_takes_its_text_and_lines_from_the_file():
    file = SourceFile(RepoPath("a.py"), "α = 1\r\nβ = 2\r\n".encode())
    chunk = Chunk.cut(file, file.lines.span_of(2, 2), "python", ("a.py",))
    assert (chunk.text, chunk.lines, chunk.span) == ("β = 2\r\n", (2, 2), Span(8, 16))
    assert chunk.id == f"a.py@{file.digest}:8"


def test_values_that_cross_to_a_worker_come_back_equal():
    file = SourceFile(RepoPath("ü/a.py"), b"x\n")
    chunk = Chunk.cut(file, Span(0, 2), "python", ("ü/a.py",))
    for value in (file.path, file, chunk):
        back = pickle.loads(pickle.dumps(value))
        assert back == value
        assert type(back) is type(value)
