"""What every Chunker promises, whatever the bytes."""

import pickle

import pytest

from cw_chunking import SyntaxChunker
from cw_core import ChunkSettings, RepoPath, SourceFile
from cw_core.testing import LinesChunker

CHUNKERS = {
    "syntax": SyntaxChunker(),
    "syntax-small": SyntaxChunker(ChunkSettings(max_tokens=50, min_tokens=0)),
    "syntax-merging": SyntaxChunker(ChunkSettings(max_tokens=50, min_tokens=1000)),
    "lines": LinesChunker(3),
}

PYTHON = b"""#!/usr/bin/env python
# licence

import os
from .retry import RetryPolicy as Policy

LIMIT = 3


class Shop(Policy):
    \"\"\"A shop.\"\"\"

    size: int = 1

    @property
    def name(self):
        return os.name

    async def charge(self, card, *, amount=1):
        async with card.lock as held:
            return [await card.charge(amount) for _ in range(LIMIT)]


@decorated(
    with_arguments=True,
)
def outer():
    def inner():
        return 1

    return inner
"""
MARKDOWN = (
    b"intro\n\n# One\n\ntext\n\n```py\n# no heading\n```\n\n## Two\n\n- a\n- b\n\n| a | b |\n"
    b"|---|---|\n| 1 | 2 |\n\nThree\n=====\n"
)
GO = (
    b"package shop\n\ntype Shop struct {\n\tName string\n}\n\n"
    b"// Charge a card.\nfunc (s *Shop) Charge(card string) error {\n\treturn nil\n}\n"
)
JS = (
    b"export default class Shop extends Base {\n  charge = async (card) => { await card }\n"
    b"  static #x = 1\n}\nconst f = () => 1\n"
)
RUST = b"mod shop {\n    impl Charge for Shop {\n        fn charge(&self) -> u8 { 1 }\n    }\n}\n"

CONTENTS = {
    "python": ("src/shop.py", PYTHON),
    "python-crlf": ("src/shop.py", PYTHON.replace(b"\n", b"\r\n")),
    "python-old-mac": ("src/shop.py", PYTHON.replace(b"\n", b"\r")),
    "python-cut-off": ("src/shop.py", PYTHON[:-60]),
    "python-broken": ("src/shop.py", b"class A(:\n  def f(self\n    return ]\n\nclass B:\n"),
    "markdown": ("README.md", MARKDOWN),
    "markdown-crlf": ("README.md", MARKDOWN.replace(b"\n", b"\r\n")),
    "go": ("shop.go", GO),
    "javascript": ("shop.js", JS),
    "typescript": ("shop.ts", JS),
    "tsx": ("shop.tsx", JS),
    "rust": ("shop.rs", RUST),
    "c": ("shop.c", b"#define A(x) \\\n  x\nstruct S { int a; };\nint f(void) {\n  return 1;\n}\n"),
    "bash": ("run", b"#!/bin/bash\nf() {\n  cat <<EOF\nx\nEOF\n}\n"),
    "text": ("notes.txt", b"a\n\nb\nc"),
    "unknown-suffix": ("a.nothing", PYTHON),
    "empty": ("a.py", b""),
    "one-newline": ("a.py", b"\n"),
    "only-blank": ("a.py", b" \n\t\r\n\x0c\n"),
    "one-line-without-end": ("a.py", b"x = 1"),
    "blank-lines-at-both-ends": ("a.py", b"\n\n\nx = 1\n\n\n"),
    "form-feed-and-line-separator": ("a.py", "x = 1\x0c\ny = '\u2028'\n\x0c\ndef f():\n    pass\n".encode()),
    "astral": ("a.py", "s = '😀𝒳'\n\n\ndef 名(𝒳):\n    return '👩‍👩‍👧'\n".encode()),
    "nul-bytes": ("a.py", b"x = 1\0\0\ndef f():\n    return '\0'\n"),
    "invalid-utf8": ("a.py", b"x = '\xff\xfe'\n\xed\xa0\x80\ndef f(): pass\n"),
    "invalid-utf8-javascript": ("a.js", b"const x = '\xff\xfe';\n\xed\xa0\x80 class A { f() {} }\n"),
    "invalid-utf8-zig": ("a.zig", b'pub const \xff\xfe = struct {\n  a: u8,\n};\nconst y = "\xff";\n'),
    "invalid-utf8-elixir": ("a.ex", b"defmodule \xff do\n  def \xfe do\n    1\n  end\nend\n"),
    "invalid-utf8-markdown": ("a.md", b"# a\xff\n\n\xc3\n## b\n"),
    "utf8-mark": ("a.py", b"\xef\xbb\xbfx = 1\n"),
    "long-line": ("a.py", b"x = '" + b"y" * 20_000 + b"'\n"),
    "many-lines": ("a.py", b"x = 1\n" * 3_000),
    "tabs": ("a.py", b"def f():\n\treturn 1\n"),
    "conflict-marks": ("a.py", b"<<<<<<< HEAD\nx = 1\n=======\nx = 2\n>>>>>>> b\n"),
}


@pytest.fixture(params=CHUNKERS)
def chunker(request):
    return CHUNKERS[request.param]


@pytest.fixture(params=CONTENTS)
def file(request):
    path, content = CONTENTS[request.param]
    return SourceFile(RepoPath(path), content)


def tiles(cut, file):
    """Asserts what is promised of the chunks of any file."""
    at = 0
    for chunk in cut.chunks:
        assert (chunk.path, chunk.digest, chunk.language) == (file.path, file.digest, cut.language)
        assert chunk.span.start == at < chunk.span.end
        assert chunk.text == file.text(chunk.span)
        assert chunk.lines == file.lines.lines_of(chunk.span)
        lines = file.lines.span_of(*chunk.lines)
        assert lines == chunk.span or (chunk.lines[0] == chunk.lines[1] and lines.contains(chunk.span))
        assert chunk.breadcrumb[0] == file.path
        at = chunk.span.end
    assert at == len(file.content)
    assert len({chunk.id for chunk in cut.chunks}) == len(cut.chunks)


def test_chunks_are_whole_lines_or_parts_of_one_and_tile_the_file(chunker, file):
    tiles(chunker.chunk(file), file)


def test_cut_by_lines_they_tile_it_too_and_the_problem_is_kept(chunker, file):
    cut = chunker.by_lines(file, "the parser hung")
    tiles(cut, file)
    assert cut.problem == "the parser hung" or not file.content.strip()
    assert cut.symbols == cut.references == ()


def test_the_same_file_is_cut_the_same_also_by_a_copy_in_another_process(chunker, file):
    cut = chunker.chunk(file)
    assert chunker.chunk(file) == cut
    copy = pickle.loads(pickle.dumps(chunker))
    assert copy.chunk(file) == cut
    assert copy.version == chunker.version


def test_names_lie_in_the_file_and_say_their_lines(chunker, file):
    cut = chunker.chunk(file)
    for symbol in cut.symbols:
        assert 0 <= symbol.span.start < symbol.span.end <= len(file.content)
        assert symbol.lines == file.lines.lines_of(symbol.span)
        assert symbol.qualified.endswith(symbol.name)
        assert "\n" not in symbol.signature
    assert all(1 <= reference.line <= len(file.lines) for reference in cut.references)
    assert list(cut.comments) == sorted(cut.comments)
    assert all(file.content[span.start : span.end] for span in cut.comments)


def test_another_size_is_another_version():
    versions = [SyntaxChunker(ChunkSettings(most, least)).version for most in (100, 200) for least in (0, 50)]
    assert len({*versions, LinesChunker(1).version, LinesChunker(2).version}) == 6


def test_no_chunk_is_larger_than_asked_but_a_stub(file):
    cut = CHUNKERS["syntax-small"].chunk(file)
    assert all(len(chunk.span) <= 50 * 4 + 3 or chunk.kind == "data" for chunk in cut.chunks)
