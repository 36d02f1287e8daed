"""Every form of document is read as its outline says."""

from pathlib import Path

import pytest
from cw_chunking import ChunkSettings, RepoPath, SourceFile, SyntaxChunker
from cw_chunking.documents import FORMS

HERE = Path(__file__).parent / "documents"
CUTS = ChunkSettings(max_tokens=60, min_tokens=8)
"""Small, so that a sample of a page shows opened sections."""


@pytest.mark.parametrize("form", sorted(FORMS))
def test_a_document_is_cut_and_named_as_its_outline_says(form, rewrite_golden):
    (sample,) = (path for path in (HERE / form).iterdir() if path.name != "outline.txt")
    file = SourceFile(RepoPath(sample.name), sample.read_bytes())
    cut = SyntaxChunker(CUTS).chunk(file)
    assert b"".join(file.content[c.span.start : c.span.end] for c in cut.chunks) == file.content
    lines = [f"{cut.language} by {cut.how}", ""]
    lines += [f"{c.lines[0]:>4}-{c.lines[1]:<4} {c.kind:<6} {' > '.join(c.breadcrumb)}" for c in cut.chunks]
    lines += ["", *(f"{s.lines[0]:>4}-{s.lines[1]:<4} {s.kind} {s.qualified}  | {s.signature}" for s in cut.symbols)]
    lines += ["", *(f"{r.line:>4} {r.kind} {r.receiver + ' . ' if r.receiver else ''}{r.name}" for r in cut.references)]
    lines += ["", *(f"reads: {c.reads!r}" for c in cut.chunks if c.reads)]
    outline = HERE / form / "outline.txt"
    text = "\n".join(lines).rstrip() + "\n"
    if rewrite_golden:
        outline.write_text(text, encoding="utf-8", newline="\n")
    assert outline.read_text(encoding="utf-8") == text
