"""Every form of document has a sample, cut and named as its outline says."""

from pathlib import Path

import pytest

from cw_chunking.documents import FORMS
from cw_chunking.language import language_of, languages
from cw_chunking.runs import Measure
from cw_core import ChunkSettings, RepoPath, SourceFile

HERE = Path(__file__).parent / "documents"
CUTS = ChunkSettings(max_tokens=100, min_tokens=12)
"""Small, so that a sample of a page shows opened lists and keys."""


def test_every_form_has_a_language_and_every_language_of_documents_a_form():
    assert {language.document for language in languages().values() if language.document} == set(FORMS)


@pytest.mark.parametrize("form", FORMS)
def test_a_document_is_cut_and_named_as_its_outline_says(form, rewrite_golden):
    (sample,) = (path for path in (HERE / form).iterdir() if path.name != "outline.txt")
    file = SourceFile(RepoPath(sample.name), sample.read_bytes())
    assert language_of(file.path, file.content).document == form
    found = FORMS[form](Measure(file, CUTS))
    lines = [
        f"{p.first:>4}-{p.last:<4} {p.kind or '-':<5} {' > '.join(p.crumbs)}{'  | ' + repr(p.reads) if p.reads else ''}"
        for p in found.pieces
    ]
    lines += ["", *(f"{s.lines[0]:>4}-{s.lines[1]:<4} {s.kind} {s.qualified}  | {s.signature}" for s in found.symbols)]
    uses = found.references
    lines += ["", *(f"{r.line:>4} {r.kind} {r.receiver + ' . ' if r.receiver else ''}{r.name}" for r in uses)]
    lines += ["", *(f"{file.lines.line_at(c.start):>4} comment {file.text(c).strip()}" for c in found.comments)]
    text = "\n".join(lines).rstrip() + "\n"
    outline = HERE / form / "outline.txt"
    if rewrite_golden:
        outline.write_text(text, encoding="utf-8", newline="\n")
    assert outline.read_text(encoding="utf-8") == text
