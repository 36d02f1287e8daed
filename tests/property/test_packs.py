"""Packs never exceed their budget, never overlap, and quote their files."""

import os
from dataclasses import replace

from hypothesis import given, settings
from hypothesis import strategies as st

from cw_core import Budget, Candidates, Evidence, Hit, Query, RepoPath, SearchSettings, SourceFile
from cw_core.testing import LinesChunker
from cw_core.text import tokens_in
from cw_search.pack import pack

house = settings(deadline=None, database=None, derandomize=not os.environ.get("CW_FUZZ"), max_examples=120)

LINE = st.sampled_from(
    ["", "  ", "x", "def f(a, b):", "\treturn 1", "用户认证失败", "a\u2028b", "\x0c", "y" * 120, "é😀"]
)
CRUMB = st.sampled_from([(), ("class A",), ("class LongerNameThanUsual", "method with_a_long_name_as_well"), ("用户",)])
SEED = st.sampled_from([("lexical",), ("vector",), ("lexical", "vector", "definition"), ("neighbour",), ("sibling",)])
SCORE = st.sampled_from([0.0, 0.1, 0.5, 1.0, 1.0, 2.5])


@st.composite
def candidates(draw):
    """Hits, best first as the stages give them, and their files."""
    files, hits = {}, []
    for number in range(draw(st.integers(1, 4))):
        end = draw(st.sampled_from(["\n", "\r\n"]))
        text = end.join(draw(st.lists(LINE, min_size=1, max_size=25))) + draw(st.sampled_from(["", end]))
        file = SourceFile(RepoPath(f"folder/file {number}.py"), text.encode())
        files[file.path] = text
        for chunk in LinesChunker(draw(st.integers(1, 6))).chunk(file).chunks:
            if draw(st.booleans()):
                evidence = tuple(Evidence(source, 1, 1.0) for source in draw(SEED))
                hits.append(Hit(replace(chunk, breadcrumb=(file.path, *draw(CRUMB))), draw(SCORE), evidence))
    seeds = [hit for hit in hits if hit.evidence[0].source not in ("neighbour", "sibling", "import")]
    along = [hit for hit in hits if hit not in seeds]
    order = [*sorted(seeds, key=lambda hit: -hit.score), *sorted(along, key=lambda hit: (-hit.score, hit.chunk.id))]
    return Candidates(tuple(order)), files


def packed(found, budget):
    return pack(found, Query("x", budget=budget), SearchSettings())


@house
@given(candidates(), st.integers(1, 400))
def test_no_pack_costs_more_than_its_budget(drawn, tokens):
    out = packed(drawn[0], Budget(tokens=tokens))
    assert out.tokens <= tokens
    heads = (f"## {s.path} (L{s.lines[0]}-{s.lines[1]})\n> {' > '.join(s.breadcrumb)}\n" for s in out.segments)
    assert sum(tokens_in(f"{head}```\n{s.text}\n```\n") for head, s in zip(heads, out.segments, strict=True)) <= tokens


@house
@given(candidates(), st.integers(1, 400))
def test_every_segment_is_the_lines_it_states(drawn, tokens):
    found, files = drawn
    for segment in packed(found, Budget(tokens=tokens)).segments:
        lines = files[segment.path].split("\n")
        assert 1 <= segment.lines[0] <= segment.lines[1] <= len(lines)
        stated = "\n".join(lines[segment.lines[0] - 1 : segment.lines[1]]).removesuffix("\r")
        assert stated.startswith(segment.text)
        assert segment.clipped == (segment.text != stated)
        assert "\n" not in stated[len(segment.text) :]


@house
@given(candidates(), st.integers(1, 400), st.integers(1, 4), st.integers(1, 3))
def test_no_line_comes_twice_and_bounds_hold(drawn, tokens, most_files, most_segments):
    out = packed(drawn[0], Budget(tokens=tokens, files=most_files, segments_per_file=most_segments))
    lines = [(s.path, line) for s in out.segments for line in range(s.lines[0], s.lines[1] + 1)]
    assert len(set(lines)) == len(lines)
    assert len(out.files) <= most_files
    for path in out.files:
        assert sum(segment.path == path for segment in out.segments) <= most_segments


@house
@given(candidates())
def test_with_room_for_all_nothing_is_left_out(drawn):
    out = packed(drawn[0], Budget(tokens=10**6, files=100, segments_per_file=100))
    assert (out.left_out, out.notices) == (0, ())
    seeds = {hit.chunk.id for hit in drawn[0].hits if hit.evidence[0].source not in ("neighbour", "sibling")}
    assert seeds <= {key for segment in out.segments for key in segment.chunks}


@house
@given(candidates(), st.integers(1, 400))
def test_what_was_found_comes_first_and_of_that_a_files_best_before_any_files_second(drawn, tokens):
    out = packed(drawn[0], Budget(tokens=tokens))
    assert [segment.seed for segment in out.segments] == sorted((s.seed for s in out.segments), reverse=True)
    for seed in (True, False):
        seen, turns = {}, []
        for segment in (s for s in out.segments if s.seed == seed):
            seen[segment.path] = seen.get(segment.path, 0) + 1
            turns.append(seen[segment.path])
        assert turns == sorted(turns)
