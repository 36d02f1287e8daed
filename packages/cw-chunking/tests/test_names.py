"""Definitions and uses as a file writes them."""

import pytest

from cw_chunking import ChunkSettings, RepoPath, SourceFile, SyntaxChunker


def cut(path, text, settings=None):
    return SyntaxChunker(settings).chunk(SourceFile(RepoPath(path), text.encode()))


def symbol(made, name):
    return next(symbol for symbol in made.symbols if symbol.name == name)


@pytest.mark.parametrize(
    ("path", "text", "doc"),
    [
        ("a.py", "# Adds up. And more.\ndef f():\n    pass\n", "Adds up."),
        ("a.js", "/**\n * Adds up over\n * lines.\n * @param a\n */\nexport function f() {}\n", "Adds up over lines."),
        ("a.rs", "/// Adds up.\n#[inline]\npub fn f() {}\n", "Adds up."),
        ("a.go", "package a\n\n// f adds up\n// by hand\nfunc f() {}\n", "f adds up by hand"),
        ("a.c", "/* Adds up. */\nint f(void) { return 1; }\n", "Adds up."),
        ("a.lua", "--- Adds up.\nlocal function f() end\n", "Adds up."),
        ("A.cs", "/// <summary>Adds <c>up</c>.</summary>\nclass f {}\n", "Adds up."),
        ("A.java", "/** Adds {@code up}. */\nclass f {}\n", "Adds up."),
        ("a.py", "# Something else.\n\n\ndef f():\n    pass\n", ""),
        ("a.c", "/* ======== */\n/* Adds up. */\nint f(void) { return 1; }\n", "Adds up."),
    ],
)  # fmt: skip
def test_the_comment_before_a_definition_is_its_doc(path, text, doc):
    assert symbol(cut(path, text), "f").doc == doc


def test_a_comment_at_the_end_of_a_block_is_not_the_doc_of_what_follows_the_block():
    made = cut("a.py", "def f():\n    pass\n    # the end of f\ndef g():\n    pass\n")
    assert symbol(made, "g").doc == ""


def test_a_comment_on_the_line_of_other_code_is_nobodys_doc():
    assert symbol(cut("a.js", "var a = 1; // one\nfunction f() {}\n"), "f").doc == ""


def test_an_import_of_several_members_names_each_of_them():
    made = cut("a.rs", "use crate::a::{b, c::{d, self}, e as f, *};\n")
    assert [use.name for use in made.references if use.kind == "import"] == [
        "crate::a::*", "crate::a::b", "crate::a::c", "crate::a::c::d", "crate::a::e",
    ]  # fmt: skip


@pytest.mark.parametrize("braces", ["{" * 5_000, "{a," * 3_000, "}" * 100, "{{}},{},,,"])
def test_an_import_of_nothing_but_braces_harms_nobody(braces):
    cut("a.rs", f"use a::{braces};\nfn f() {{}}\n")


def test_the_name_of_a_definition_is_the_grammars_name_and_not_its_type():
    made = cut("a.c", "struct point *make_point(int x) {\n  return 0;\n}\n\nint main(void) {\n  return 0;\n}\n")
    assert [symbol.name for symbol in made.symbols if symbol.kind == "function"] == ["make_point", "main"]


def test_no_local_variable_is_a_constant():
    made = cut("a.js", "const LIMIT = 3;\nfunction f() {\n  const inner = 1;\n  return inner;\n}\n")
    assert [symbol.name for symbol in made.symbols if symbol.kind == "constant"] == ["LIMIT"]


def test_code_in_another_language_has_its_own_cuts_and_names_at_its_place_in_the_file():
    text = (
        "<script lang=\"ts\">\n"
        "import { api } from './api'\n\n// Adds up.\nexport function total(orders: Order[]): number {\n"
        + "  orders.push(api.next())\n" * 80
        + "  return 1\n}\n</script>\n\n<style>\n"
        + ".total { color: red; }\n" * 60
        + "</style>\n"
    )  # fmt: skip
    made = cut("a.vue", text)
    total = symbol(made, "total")
    assert total.kind == "function"
    assert text.encode()[total.span.start : total.span.end].startswith(b"function total")
    assert total.doc == "Adds up."
    assert ("./api", "import", 2) in {(use.name, use.kind, use.line) for use in made.references}
    assert any("function total" in chunk.breadcrumb for chunk in made.chunks)
    assert "".join(chunk.text for chunk in made.chunks) == text


def test_a_line_too_long_for_a_chunk_is_cut_between_its_tokens():
    text = "x = [" + ", ".join(f"'word number {n}'" for n in range(100)) + "]\n"
    made = cut("a.py", text, ChunkSettings(max_tokens=100, min_tokens=0))
    assert len(made.chunks) > 4
    assert "".join(chunk.text for chunk in made.chunks) == text
    assert all(len(chunk.text) <= 403 for chunk in made.chunks)
    assert all(chunk.text.count("'") % 2 == 0 for chunk in made.chunks)


def test_a_line_that_no_person_writes_is_data_among_code():
    made = cut("a.py", "def f():\n    return DATA\n\n\n" * 400 + f"DATA = '{'x' * 6_000}'\n" + "def g():\n    pass\n")
    assert [(chunk.kind, chunk.lines) for chunk in made.chunks if chunk.kind == "data"] == [("data", (1601, 1601))]


def test_a_file_that_takes_too_long_to_parse_is_cut_by_lines_and_says_so():
    made = cut("a.xml", "<a>\n" * 60_000 + "</a>\n" * 60_000)
    assert made.how == "lines"
    assert made.problem.startswith("parsing took too long")
