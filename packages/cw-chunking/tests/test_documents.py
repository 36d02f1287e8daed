"""Documents are cut by their own structure, and nothing they hold stops that."""

import json
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cw_chunking.documents import FORMS, code_of
from cw_chunking.documents.mentions import link, mention
from cw_chunking.runs import Measure
from cw_core import ChunkSettings, RepoPath, SourceFile

house = settings(deadline=None, database=None, derandomize=True, max_examples=60)

SIZES = (ChunkSettings(), ChunkSettings(max_tokens=50, min_tokens=0), ChunkSettings(max_tokens=50, min_tokens=40))

FRAGMENTS = [
    *(b"\n", b"\n\n", b"\r\n", b"\r", b"  ", b"\t", b"\x0c", b"\0", b"\xff\xfe", b"\xed\xa0\x80", b"x" * 300),
    *("\u2028".encode(), "😀".encode(), b"\xef\xbb\xbf", b"{", b"}", b"[", b"]", b",", b":", b"`", b'"', b"'", b"\\"),
    *(b"# One\n", b"## Two\n", b"Two\n===\n", b"---\n", b"+++\n", b"```\n", b"- a\n", b"  - b\n", b"> q\n", b"<!--\n"),
    *(b"== One\n", b"----\n", b"|===\n", b"====\n", b".. a::\n", b"   b\n", b"text::\n", b":ref:`a <b>`", b"a\n\n"),
    *(
        b"* One\n",
        b"#+begin_src\n",
        b"#+end_src\n",
        b"\\section{a}\n",
        b"\\begin{a}\n",
        b"\\end{a}\n",
        b".SH A\n",
        b".PP\n",
    ),
    *(
        b"a: 1\n",
        b"  b: |\n",
        b"- name: x\n",
        b"a:\n",
        b"[table]\n",
        b"[[t]]\n",
        b'a = """\n',
        b"b = [\n",
        b"; c\n",
        b"//\n",
    ),
    *(b'{"cells": [\n', b'{"cell_type": "code",\n', b'"source": ["a\\n",\n"b"]', b"}\n", b"]\n", b'"outputs": [\n'),
]

HOSTILE = {
    "brackets": b"[" * 300_000,
    "brackets of both kinds": b"]}" * 100_000,
    "nested keys": b'{"a":' * 100_000,
    "backticks": b"`" * 100_000,
    "emphasis": b"*a **a " * 3_000,
    "half links": b"](" * 50_000,
    "one long line": b"a: " + b"x" * 2_000_000,
    "white space": b"a" + b" " * 500_000 + b"=",
    "quotes": b'"' * 200_000,
    "escaped quotes": b'{"a":"' + b'\\"' * 200_000,
    "headings": b"# a\n" * 10_000,
    "stairs": b"".join(b" " * depth + b"a:\n\n" for depth in range(1_000)),
    "open fences": b"```\n" + b"# a\n" * 20_000,
    "open front matter": b"---\n" + b"a: b\n" * 20_000,
    "link definitions": b"[a]: b\n" * 10_000,
    "delimiters": b"----\n....\n|===\n" * 5_000,
}


def measured(content, sizes=SIZES[0]):
    content = content.encode() if isinstance(content, str) else content
    return Measure(SourceFile(RepoPath("a.x"), content), sizes)


def read(form, content, sizes=SIZES[0]):
    """The document, after asserting what is promised of all."""
    measure = measured(content, sizes)
    found, file = FORMS[form](measure), measure.file
    at = 1
    for piece in found.pieces:
        assert piece.first == at <= piece.last
        at = piece.last + 1
    assert at == len(file.lines) + 1
    for symbol in found.symbols:
        assert 0 <= symbol.span.start < symbol.span.end <= len(file.content)
        assert symbol.lines == file.lines.lines_of(symbol.span)
        assert symbol.qualified.endswith(symbol.name)
        assert "\n" not in symbol.name + symbol.signature
        symbol.name.encode()
    assert all(1 <= reference.line <= len(file.lines) for reference in found.references)
    assert list(found.comments) == sorted(found.comments)
    return found


def names(found):
    return [symbol.qualified for symbol in found.symbols]


@pytest.mark.parametrize("form", FORMS)
@house
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=50), st.sampled_from(SIZES))
def test_pieces_tile_whatever_the_bytes_and_twice_the_same(form, fragments, sizes):
    content = b"".join(fragments)
    assert read(form, content, sizes) == read(form, content, sizes)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("content", HOSTILE.values(), ids=HOSTILE)
def test_hostile_documents_cost_no_more_than_their_length(form, content):
    start = time.monotonic()
    read(form, content)
    assert time.monotonic() - start < 10


@house
@given(st.lists(st.sampled_from(FRAGMENTS), max_size=50))
def test_code_of_any_notebook_has_a_line_for_each_line(fragments):
    for _, source, lines in code_of(measured(b"".join(fragments))):
        assert len(source.splitlines()) >= 1
        assert lines == sorted(lines)


def test_a_fence_a_table_and_a_comment_stay_whole_while_they_fit():
    fence = "```py\n" + "x = 1\n\n" * 20 + "```\n"
    comment = "<!--\n\n# no heading\n\n" + "text\n\n" * 20 + "-->\n"
    table = "| a | b |\n|---|---|\n" + "| 1 | 2 |\n" * 14
    text = "\n".join(["words " * 20 + "\n", fence, "more " * 20 + "\n", comment, "and " * 20 + "\n", table])
    found = read("markdown", text, ChunkSettings(max_tokens=60, min_tokens=0))
    whole = [text.split("\n")[piece.first - 1 : piece.last] for piece in found.pieces]
    joined = ["\n".join(lines) for lines in whole]
    assert all(any(block.strip() in piece for piece in joined) for block in (fence, comment, table))
    assert names(found) == []


def test_front_matter_is_a_piece_of_its_own_and_a_rule_is_none():
    found = read("markdown", "---\ntitle: A\n---\n# B\n")
    assert [piece.crumbs for piece in found.pieces] == [("front matter",), ("B",)]
    assert names(found) == ["title", "B"]
    assert names(read("markdown", '+++\ntitle = "A"\n+++\n# B\n')) == ["title", "B"]
    assert names(read("markdown", "---\n\ntext\n\n---\n# B\n")) == ["B"]
    assert names(read("markdown", "---\ntitle: A\n# B\n")) == ["B"]


def test_a_heading_is_read_without_markup_and_badges():
    found = read("markdown", "# The [`fuse()`](fuse.md) **step** [![ok](a.svg)](b)\n")
    assert names(found) == ["The fuse() step"]


def test_links_lead_into_the_repository_and_mentions_are_names():
    assert link("docs/a%20b.md#part", 1).name == "docs/a b.md"
    assert link("#part", 1).name == "#part"
    assert [link(target, 1) for target in ("https://a.example", "mailto:a@b.c", "//a", "", "#")] == [None] * 5
    assert mention("pkg.mod.Class", 1)[:4] == ("Class", "mention", 1, "pkg.mod")
    assert mention("Shop::charge(card)", 1)[:4] == ("charge", "mention", 1, "Shop")
    assert mention("src/fuse.py", 1).name == "src/fuse.py"
    assert mention("fuse.py", 1).name == "fuse.py"
    assert [mention(text, 1) for text in ("pip install x", "--flag", "42", "true", "x")] == [None] * 5


def test_several_documents_in_one_yaml_file_are_named_by_their_kind():
    text = "---\nkind: Deployment\nmetadata:\n  name: web\n---\nkind: Service\nmetadata:\n  name: web\n"
    assert [name for name in names(read("yaml", text)) if "." not in name] == ["Deployment web", "Service web"]


def test_a_large_key_is_opened_into_the_keys_under_it():
    jobs = "".join(f"  job{n}:\n" + f"    run: {'x' * 120}\n" * 2 for n in range(3))
    found = read("yaml", f"name: ci\njobs:\n{jobs}", ChunkSettings(max_tokens=80, min_tokens=10))
    assert [piece.crumbs for piece in found.pieces][-3:] == [("jobs", "job0"), ("jobs", "job1"), ("jobs", "job2")]


def test_a_notebook_is_read_by_its_source_and_its_outputs_are_data():
    cells = [
        {"cell_type": "markdown", "metadata": {}, "source": ["# Load\n", "data"]},
        {
            "cell_type": "code",
            "metadata": {},
            "outputs": [{"text": ["0123456789\n"] * 40}],
            "source": ["%time\n", "def load():\n", "    return 1"],
        },
    ]
    text = json.dumps({"cells": cells, "metadata": {"language_info": {"name": "python"}}}, indent=1)
    found = read("notebook", text)
    assert [(piece.kind, piece.reads) for piece in found.pieces[:3]] == [
        ("", "# Load\ndata"),
        ("data", ""),
        ("code", "%time\ndef load():\n    return 1"),
    ]
    assert found.pieces[2].crumbs == ("Load", "cell 2")
    ((language, source, lines),) = code_of(measured(text))
    assert (language, source) == ("python", "# %time\ndef load():\n    return 1")
    assert [text.split("\n")[line - 1].strip() for line in lines][1] == '"def load():\\n",'


@pytest.mark.parametrize(
    "text", ['{"cells": [{"cell_type": "code", "source": ["a"]}]}', '{"cells": [\n{\n', "no\nJSON"]
)
def test_a_notebook_on_one_line_or_broken_is_cut_by_lines(text):
    found = read("notebook", text)
    assert code_of(measured(text)) == []
    assert all(piece.crumbs == () and not piece.reads for piece in found.pieces)


def test_text_with_the_marks_of_restructuredtext_is_read_as_such():
    text = "Title\n=====\n\n.. note:: a\n\nSee :ref:`other` and :func:`shop.charge`.\n"
    assert [(use.kind, use.name) for use in read("text", text).references] == [("link", "other"), ("mention", "charge")]
    assert read("text", "Title\n=====\n\nSee `other`.\n").references == ()
