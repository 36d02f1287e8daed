"""Chunks tile any bytes, and nothing a file holds stops the chunker."""

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cw_chunking import SyntaxChunker
from cw_chunking.language import languages
from cw_core import ChunkSettings, RepoPath, SourceFile
from cw_core.testing import LinesChunker

house = settings(deadline=None, database=None, derandomize=not os.environ.get("CW_FUZZ"), max_examples=60)

CHUNKERS = {
    SyntaxChunker(): ChunkSettings().max_tokens,
    SyntaxChunker(ChunkSettings(max_tokens=50, min_tokens=0)): 50,
    SyntaxChunker(ChunkSettings(max_tokens=50, min_tokens=40)): 50,
    LinesChunker(2): 1_000_000,
}
"""Chunkers with the most tokens that a chunk of theirs may have."""

FRAGMENTS = [
    *(b"\n", b"\n\n", b"\r\n", b"\r", b" ", b"\t", b"    ", b"\x0c", b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"\xc3"),
    *("\u2028".encode(), "😀".encode(), "é用户".encode(), b"\xef\xbb\xbf", b"x" * 300, b"y" * 6_000),
    *(
        b"{",
        b"}",
        b"(",
        b")",
        b"[",
        b"]",
        b"<",
        b">",
        b";",
        b":",
        b",",
        b"=",
        b"`",
        b"'",
        b'"',
        b"'''",
        b'"""',
        b"\\\n",
    ),
    *(b"class A:\n", b"    def f(self):\n", b"        return 1\n", b"@dec\n", b"def g(): pass\n", b"x = 1\n", b"# c\n"),
    *(
        b"function f() {\n",
        b"export default class extends B {\n",
        b"const a = () => {\n",
        b"}\n",
        b"/* c */",
        b"// c\n",
    ),
    *(
        b"interface I { f(): void }\n",
        b"type T = { a: 1 }\n",
        b"namespace n {\n",
        b"<div>\n",
        b"</div>\n",
        b"${",
        b"`a`\n",
    ),
    *(
        b"func (r *T) M() int {\n",
        b"type S struct {\n",
        b"package p\n",
        b"struct S { int a; };\n",
        b"#define X(a) \\\n",
    ),
    *(b"template <class T>\n", b"int f(void) {\n", b"#if 0\n", b"#endif\n", b"impl X for Y {\n", b"fn g() -> u8 {\n"),
    *(
        b"module M where\n",
        b"f x = x\n",
        b"defmodule A do\n",
        b"  def b do\n",
        b"end\n",
        b"<<EOF\n",
        b"EOF\n",
        b"f() {\n",
    ),
    *(
        b"object O extends T:\n",
        b"case class C(a: Int)\n",
        b"pub const a = struct {\n",
        b"public static void main() {\n",
    ),
    *(b"# One\n", b"## Two\n", b"===\n", b"---\n", b"```\n", b"- a\n", b"  - b\n", b"> q\n", b"| a | b |\n|---|---|\n"),
    *(b"a: 1\n", b"  b: [1]\n", b"[table]\n", b"<?php\n", b"#!/bin/sh\n", b"<<<<<<< HEAD\n", b"=======\n"),
]

CODE = sorted(language.extensions[0] for language in languages().values() if language.chunks)
OTHERS = sorted(entry.extensions[0] for entry in languages().values() if entry.extensions and not entry.chunks)
SUFFIXES = [*CODE, *OTHERS, ".unknown"]


def tiles(cut, file, most):
    at = 0
    for chunk in cut.chunks:
        assert chunk.span.start == at < chunk.span.end
        assert chunk.text == file.text(chunk.span)
        lines = file.lines.span_of(*chunk.lines)
        assert lines == chunk.span or (chunk.lines[0] == chunk.lines[1] and lines.contains(chunk.span))
        assert len(chunk.span) <= max(8, most * 4 + 3) or chunk.kind == "data"
        at = chunk.span.end
    assert at == len(file.content)


def holds(suffix, content):
    file = SourceFile(RepoPath(f"a{suffix}"), content)
    for chunker, most in CHUNKERS.items():
        cut = chunker.chunk(file)
        tiles(cut, file, most)
        tiles(chunker.by_lines(file, "hung"), file, most)
        for symbol in cut.symbols:
            assert symbol.span.start >= 0
            assert symbol.span.end <= len(content)
            assert symbol.lines == file.lines.lines_of(symbol.span)


@house
@given(st.sampled_from(SUFFIXES), st.binary(max_size=300))
def test_any_bytes_are_tiled(suffix, content):
    holds(suffix, content)


@house
@given(st.sampled_from(SUFFIXES), st.text(max_size=300))
def test_any_text_is_tiled(suffix, text):
    holds(suffix, text.encode("utf-8", "surrogatepass"))


@pytest.mark.parametrize("suffix", [*CODE, ".md"])
@settings(house, max_examples=8)
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=40))
def test_pieces_of_code_in_any_order_are_tiled(suffix, fragments):
    holds(suffix, b"".join(fragments))


@house
@given(st.sampled_from(SUFFIXES), st.lists(st.sampled_from(FRAGMENTS), max_size=60))
def test_files_of_any_language_are_tiled(suffix, fragments):
    holds(suffix, b"".join(fragments))
