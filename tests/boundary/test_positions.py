"""What the engine states about a file is what stands on disk."""

import pytest

from cw_core import Budget, Query, RepoPath
from cw_core.text import tokens_in
from cw_store import Layout, snapshot

WORDS = (
    "almond acorn cashew pecan pistachio macadamia peanut brazil coconut filbert walnut pine beech kola chestnut shea "
    "hazelnut hickory cobnut jianguo 用户认证 Größe basket.remove Refund"
).split()


def test_every_file_of_the_tree_is_in_the_index_and_none_was_skipped(nuts):
    assert nuts.report.skipped == ()
    assert nuts.report.added == nuts.report.discovered == len(nuts.texts)
    assert nuts.report.generation.vectors == nuts.report.generation.chunks > len(nuts.texts)


@pytest.mark.parametrize("word", WORDS)
@pytest.mark.parametrize("tokens", [60, 150, 400, 6000])
def test_stated_lines_of_every_segment_are_those_lines_on_disk(nuts, word, tokens):
    pack = nuts.engine.search(Query(f"where is {word}?", terms=(word,), budget=Budget(tokens=tokens)))
    for segment in pack.segments:
        assert segment.text == nuts.stated(segment.path, segment.lines)


@pytest.mark.parametrize("word", WORDS)
def test_a_file_is_found_by_a_word_that_only_it_holds(nuts, word):
    pack = nuts.engine.search(Query(word))
    assert any(word.lower() in segment.text.lower() for segment in pack.segments if segment.seed) or "." in word


def test_chunks_of_the_index_are_cut_from_the_text_on_disk(nuts):
    opened = snapshot(Layout.of(nuts.home, nuts.root))
    try:
        for path, text in nuts.texts.items():
            raw = text.encode()
            assert opened.file_text(RepoPath(path)) == raw
            chunks = opened.chunks_of(RepoPath(path))
            assert "".join(chunk.text for chunk in chunks) == text
            for chunk in chunks:
                assert raw[chunk.span.start : chunk.span.end].decode() == chunk.text
                assert nuts.stated(path, chunk.lines) == chunk.text.removesuffix("\n").removesuffix("\r")
    finally:
        opened.close()


@pytest.mark.parametrize("word", WORDS)
def test_every_chunk_of_an_answer_is_in_the_generation_that_gave_it(nuts, word):
    opened = snapshot(Layout.of(nuts.home, nuts.root))
    try:
        pack = nuts.engine.search(Query(word))
        assert pack.generation == opened.generation.number
        for segment in pack.segments:
            chunks = opened.chunks(segment.chunks)
            assert set(chunks) == set(segment.chunks)
            assert segment.text in "".join(chunks[key].text for key in segment.chunks)
    finally:
        opened.close()


def reading(segment):
    """A segment as a reader gets it: a heading, its place, a fence."""
    head = f"## {segment.path} (L{segment.lines[0]}-{segment.lines[1]})\n> {' > '.join(segment.breadcrumb)}\n"
    return f"{head}```{segment.language}\n{segment.text}\n```\n"


@pytest.mark.parametrize("tokens", [40, 60, 100, 200, 350, 700, 1500, 6000])
@pytest.mark.parametrize("question", ["nuts that are returned", "chestnut shea", "用户认证失败", "def return value"])
def test_a_pack_keeps_its_budget_and_its_pieces_never_overlap(nuts, question, tokens):
    pack = nuts.engine.search(Query(question, budget=Budget(tokens=tokens, files=20, segments_per_file=5)))
    assert sum(tokens_in(reading(segment)) for segment in pack.segments) <= pack.tokens <= tokens
    taken = set()
    for segment in pack.segments:
        lines = {(segment.path, line) for line in range(segment.lines[0], segment.lines[1] + 1)}
        assert not lines & taken
        taken |= lines


def test_what_a_face_prints_keeps_the_budget(nuts):
    from cw_mcp.render import markdown

    for tokens in (100, 300, 1000, 3000):
        pack = nuts.engine.search(Query("chestnut value return", budget=Budget(tokens=tokens)))
        body = markdown(pack).partition("## ")[2]
        assert pack.segments
        assert tokens_in(body) <= tokens


def test_a_budget_of_files_and_of_segments_is_kept(nuts):
    pack = nuts.engine.search(Query("nut return def", budget=Budget(files=3, segments_per_file=1)))
    assert len(pack.files) == len(pack.segments) <= 3
