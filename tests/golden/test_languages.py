"""Every language folder is complete, and its sample is cut and named as its outline says."""

from pathlib import Path

import pytest
from cw_chunking import RepoPath, SourceFile, SyntaxChunker
from cw_chunking.language import languages, language_of
from cw_chunking.parse import find, parse
from cw_core import ChunkSettings

HERE = Path(__file__).parent / "languages"
PARSED = [language for language in languages().values() if language.grammar]
CUTS = ChunkSettings(max_tokens=120, min_tokens=12)
"""Small, so that a sample of a page shows opened classes and split functions."""


def sample_of(name: str) -> Path:
    found = [path for path in (HERE / name).iterdir() if path.name != "outline.txt"]
    assert len(found) == 1, f"one sample for {name}, found {found}"
    return found[0]


@pytest.mark.parametrize("language", PARSED, ids=lambda language: language.name)
def test_the_queries_of_every_language_compile_and_match_its_sample(language):
    content = sample_of(language.name).read_bytes()
    tree = parse(language, content)
    found = find(language, tree)
    assert found.cuts
    assert found.definitions


@pytest.mark.parametrize("language", PARSED, ids=lambda language: language.name)
def test_a_sample_is_cut_and_named_as_its_outline_says(language, rewrite_golden):
    sample = sample_of(language.name)
    file = SourceFile(RepoPath(sample.name), sample.read_bytes())
    assert language_of(file.path, file.content).name == language.name
    cut = SyntaxChunker(CUTS).chunk(file)
    assert b"".join(file.content[c.span.start : c.span.end] for c in cut.chunks) == file.content
    lines = [f"{cut.how}: {len(cut.chunks)} chunks, {len(cut.symbols)} symbols, {len(cut.references)} references", ""]
    lines += [f"{c.lines[0]:>4}-{c.lines[1]:<4} {' > '.join(c.breadcrumb)}  | {', '.join(c.names)}" for c in cut.chunks]
    lines += ["", *(_named(symbol) for symbol in cut.symbols)]
    lines += ["", *(f"{r.line:>4} {r.kind} {r.receiver + ' . ' if r.receiver else ''}{r.name}" for r in cut.references)]
    outline = HERE / language.name / "outline.txt"
    text = "\n".join(lines) + "\n"
    if rewrite_golden:
        outline.write_text(text, encoding="utf-8", newline="\n")
    assert outline.read_text(encoding="utf-8") == text


def _named(symbol):
    named = f"{symbol.lines[0]:>4}-{symbol.lines[1]:<4} {symbol.kind} {symbol.qualified}  | {symbol.signature}"
    return " | ".join([named, *filter(None, (symbol.visibility, symbol.doc))])
