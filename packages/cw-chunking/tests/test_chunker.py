import subprocess
import sys

import pytest

from cw_chunking import SyntaxChunker
from cw_core import ChunkSettings, RepoPath, SourceFile

CHUNKER = SyntaxChunker()


def cut(path, content, chunker=CHUNKER):
    return chunker.chunk(SourceFile(RepoPath(path), content.encode() if isinstance(content, str) else content))


def test_a_definition_is_a_chunk_with_its_comments_its_decorators_and_its_name():
    body = "    value = compute(value)\n" * 14
    text = f"import os\n\n\n# What it is for.\n@cached\ndef first(value):\n{body}\n\ndef second(value):\n{body}"
    found = cut("a.py", text).chunks
    assert [chunk.names for chunk in found if chunk.names] == [("first",), ("second",)]
    first = next(chunk for chunk in found if "first" in chunk.names)
    assert "# What it is for.\n@cached\ndef first" in first.text


@pytest.mark.parametrize(
    ("path", "text", "head"),
    [
        ("a.py", "class Shop:\n    # What it is for.\n    def first(self):\n{body}\n", "    # What it is for.\n"),
        ("a.rb", "class Shop\n  # What it is for.\n  def first\n{body}  end\nend\n", "  # What it is for.\n"),
    ],
)
def test_the_first_comment_of_a_body_belongs_to_what_follows_it(path, text, head):
    full = text.format(body="        value = compute(value)\n" * 14)
    found = cut(path, full, SyntaxChunker(ChunkSettings(max_tokens=100, min_tokens=0))).chunks
    first = next(chunk for chunk in found if "Shop.first" in chunk.names)
    assert first.text.startswith(head)


def test_what_haddock_reads_is_a_comment():
    text = "module A where\n\n-- | What it is for.\nf :: Int -> Int\nf x = x\n"
    made = cut("a.hs", text)
    assert ["What it is for." in text[span.start : span.end] for span in made.comments] == [True]


@pytest.mark.parametrize("stray", [b"\xff", b"\xe4", b"\xed\xa0\x80", b"\xf0\x9f"])
def test_a_name_in_another_encoding_is_a_name(stray):
    made = cut("a.zig", b"pub const gr" + stray + b"n = struct {\n  a: u8,\n};\n")
    assert [symbol.kind for symbol in made.symbols] == ["struct", "field"]


def test_every_symbols_name_is_listed_by_the_chunk_it_begins_in():
    text = "".join(f"def name_{n}():\n    return {n}\n\n\n" for n in range(40))
    made = cut("a.py", text)
    for symbol in made.symbols:
        holders = [chunk for chunk in made.chunks if chunk.lines[0] <= symbol.lines[0] <= chunk.lines[1]]
        assert symbol.qualified in holders[0].names or len(holders[0].names) == 12


@pytest.mark.parametrize(
    ("path", "content", "how"),
    [
        ("a.py", "x = 1\n", "syntax"),
        ("a.md", "# a\n", "headings"),
        ("a.unknown", "x\n", "lines"),
        ("a.py", "", "empty"),
        ("a.min.js", "var a=" + "1+" * 50_000 + "1;\n", "head"),
        ("bundle", "x" * 6_000, "head"),
    ],
)
def test_a_file_says_by_what_means_it_was_cut(path, content, how):
    assert cut(path, content).how == how


def test_a_minified_bundle_of_a_megabyte_is_one_chunk_of_data():
    made = cut("bundle.js", "function a(){return[" + "1," * 412_000 + "]};\n")
    assert (len(made.chunks), made.chunks[0].kind) == (1, "data")


STATEMENTS = "".join(f"x{n} = compute({n})\n" for n in range(120)) + "\n\ndef f():\n    return 1\n\n\n"


@pytest.mark.parametrize(
    ("path", "part", "times"), [("a.txt", "word\n\n", 2_000), ("a.md", "para\n\n", 2_000), ("a.py", STATEMENTS, 20)]
)
def test_four_times_as_much_text_asks_for_about_four_times_as_many_sizes(path, part, times):
    """A file of 2 MB is let in: what is quadratic takes minutes there, the fallback by lines included."""

    def calls(count):
        made = []
        sys.setprofile(lambda frame, event, _: made.append(1) if event == "call" else None)
        try:
            cut(path, part * count)
        finally:
            sys.setprofile(None)
        return len(made)

    assert calls(4 * times) < 5 * calls(times)


NESTED = """
import sys
from cw_chunking import SyntaxChunker
from cw_core import ChunkSettings, RepoPath, SourceFile
kinds = {
    ".py": lambda n: "".join(" " * i + "class a:\\n" for i in range(n)) + " " * n + "x = 1\\n",
    ".java": lambda n: "class a {\\n" * n + "}\\n" * n,
    ".ts": lambda n: "namespace a {\\n" * n + "}\\n" * n,
    ".rs": lambda n: "mod a {\\n" * n + "}\\n" * n,
    ".cpp": lambda n: "namespace a {\\n" * n + "}\\n" * n,
    ".md": lambda n: "> " * n + "x\\n",
}
wide = {".py": "x = '''" + "y\\n" * 12_000 + "'''\\n", ".sh": "x='" + "y\\n" * 12_000 + "'\\n", ".md": "y\\n" * 12_000}
for suffix, make in kinds.items():
    for depth in (1_200,):
        for before in ("", wide.get(suffix, "/*" + "y\\n" * 12_000 + "*/\\n")):
            content = (before + make(depth)).encode()
            file = SourceFile(RepoPath("a" + suffix), content)
            try:
                cut = SyntaxChunker().chunk(file)
                assert sum(len(chunk.span) for chunk in cut.chunks) == len(content)
            except Exception as error:
                print(suffix, depth, bool(before), type(error).__name__, str(error)[:80])
"""


def test_nesting_of_any_depth_is_cut_without_an_error():
    done = subprocess.run(
        [sys.executable, "-c", NESTED], capture_output=True, encoding="utf-8", check=False, timeout=100
    )
    assert (done.returncode, done.stdout) == (0, "")


def test_sizes_are_those_of_the_settings():
    text = "".join(f"def name_{n}():\n    return {n}\n\n\n" for n in range(100))
    small = cut("a.py", text, SyntaxChunker(ChunkSettings(max_tokens=60, min_tokens=0)))
    large = cut("a.py", text, SyntaxChunker(ChunkSettings(max_tokens=600, min_tokens=100)))
    assert len(small.chunks) > 3 * len(large.chunks)
    assert all(len(chunk.text) <= 4 * 60 + 3 for chunk in small.chunks)
    assert all(len(chunk.text) >= 4 * 100 for chunk in large.chunks[:-1])
