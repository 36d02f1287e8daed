import pytest

from cw_core import Budget, Candidates, Evidence, Hit, Query, SearchSettings
from cw_core.text import tokens_in
from cw_search.pack import pack

ALONG = (Evidence("neighbour", 0, 0.5),)
SETTINGS = SearchSettings()


def query(**budget):
    return Query("x", budget=Budget(**budget))


def places(packed):
    return [(segment.path, segment.lines) for segment in packed.segments]


@pytest.fixture
def file(chunks_of):
    """A function: a file of `count` lines of which each tells its number, cut after every two."""
    return lambda path, count=12: chunks_of(path, "".join(f"{path} line {n} of it\n" for n in range(1, count + 1)))


def test_chosen_neighbours_become_one_segment(file, hits_of):
    chunks = file("a.py")
    packed = pack(hits_of([chunks[2], chunks[1], chunks[4]]), query(), SETTINGS)
    assert places(packed) == [("a.py", (3, 6)), ("a.py", (9, 10))]
    assert packed.segments[0].text == chunks[1].text + chunks[2].text.removesuffix("\n")
    assert packed.segments[0].chunks == (chunks[1].id, chunks[2].id)


def test_a_chunk_between_two_segments_makes_them_one(file, hits_of):
    chunks = file("a.py")
    packed = pack(hits_of([chunks[0], chunks[2], chunks[1]]), query(), SETTINGS)
    assert places(packed) == [("a.py", (1, 6))]


def test_every_files_best_comes_before_any_files_second(file, hits_of):
    a, b, c = file("a.py"), file("b.py"), file("c.py")
    packed = pack(hits_of([a[0], a[3], a[5], b[0], c[0], b[3]]), query(), SETTINGS)
    assert [segment.path for segment in packed.segments] == ["a.py", "b.py", "c.py", "a.py", "b.py", "a.py"]


def test_a_small_budget_goes_to_many_files_before_it_goes_to_one(file, hits_of):
    a, b = file("a.py"), file("b.py")
    one = pack(hits_of([a[0]]), query(), SETTINGS).tokens
    packed = pack(hits_of([a[0], a[3], b[0]]), query(tokens=2 * one + 2), SETTINGS)
    assert packed.files == ("a.py", "b.py")


def test_what_was_asked_for_comes_before_what_came_along(file, hits_of):
    a, b = file("a.py"), file("b.py")
    hits = (*hits_of([a[0]]).hits, Hit(a[3], 9.0, ALONG), *hits_of([b[0]], [0.1]).hits)
    one = pack(hits_of([a[0]]), query(), SETTINGS).tokens
    packed = pack(Candidates(hits), query(tokens=2 * one + 2), SETTINGS)
    assert packed.files == ("a.py", "b.py")
    assert all(segment.seed for segment in packed.segments)


def test_a_file_never_comes_along_alone(file):
    assert pack(Candidates((Hit(file("a.py")[0], 1.0, ALONG),)), query(), SETTINGS).segments == ()


def test_what_came_along_stands_in_segments_of_its_own_after_what_was_found(file, hits_of):
    a = file("a.py")
    hits = (*hits_of([a[0]]).hits, Hit(a[1], 0.5, ALONG), Hit(a[4], 0.4, ALONG))
    packed = pack(Candidates(hits), query(), SETTINGS)
    assert [(segment.lines, segment.seed) for segment in packed.segments] == [
        ((1, 2), True),
        ((3, 4), False),
        ((9, 10), False),
    ]


@pytest.mark.parametrize("tokens", [1, 30, 60, 90, 200, 500, 5000])
def test_the_budget_is_kept_headers_included(file, hits_of, tokens):
    chunks = [chunk for name in "abcd" for chunk in file(f"{name}.py")]
    packed = pack(hits_of(chunks), query(tokens=tokens), SETTINGS)
    assert packed.tokens <= tokens
    text = sum(tokens_in(f"## {segment.path} L1-2\n```\n{segment.text}\n```\n") for segment in packed.segments)
    assert text <= packed.tokens


def test_what_did_not_fit_is_counted_and_said(file, hits_of):
    chunks = [file(f"{name}.py")[0] for name in "abcd"]
    one = pack(hits_of(chunks[:1]), query(), SETTINGS).tokens
    packed = pack(hits_of(chunks), query(tokens=one), SETTINGS)
    assert (len(packed.segments), packed.left_out) == (1, 3)
    assert [notice.code for notice in packed.notices] == ["truncated"]
    assert pack(hits_of(chunks), query(), SETTINGS).notices == ()


def test_a_first_chunk_too_large_is_cut_to_the_lines_that_fit(chunk_of, hits_of):
    chunk = chunk_of("a.py", "".join(f"line {n} of a long function\n" for n in range(1, 400)))
    packed = pack(hits_of([chunk]), query(tokens=120), SETTINGS)
    (segment,) = packed.segments
    assert segment.lines[0] == 1
    assert segment.text.split("\n")[-1] == f"line {segment.lines[1]} of a long function"
    assert 60 < packed.tokens <= 120
    assert [notice.code for notice in packed.notices] == ["truncated"]


def test_of_a_line_too_long_for_any_budget_something_is_shown(chunk_of, hits_of):
    """Nothing at all would read as nothing found."""
    packed = pack(hits_of([chunk_of("min.js", "x" * 100_000)]), query(tokens=200), SETTINGS)
    assert packed.segments
    assert packed.tokens <= 200
    assert [notice.code for notice in packed.notices] == ["truncated"]


def test_a_lone_large_chunk_fills_the_budget(chunk_of, hits_of):
    chunk = chunk_of("data/all.csv", "1,\n" * 100_000)
    assert pack(hits_of([chunk]), query(tokens=20_000), SETTINGS).tokens > 19_000


def test_a_data_file_that_comes_first_leaves_room_for_what_comes_after(chunk_of, file, hits_of):
    """A data chunk stands for a file of any size: its head is an answer, but not the only one."""
    data = chunk_of("data/all.json", "".join(f'"key {n}": "value {n}",\n' for n in range(5_000)), kind="data")
    packed = pack(hits_of([data, file("a.py")[0], file("b.py")[0]]), query(), SETTINGS)
    assert packed.files == ("data/all.json", "a.py", "b.py")


def test_files_and_segments_are_bounded(file, hits_of):
    chunks = [file(f"{name}.py")[at] for at in (0, 2, 4) for name in "abcd"]
    packed = pack(hits_of(chunks), query(files=2, segments_per_file=2), SETTINGS)
    assert packed.files == ("a.py", "b.py")
    assert len(packed.segments) == 4
    assert packed.left_out == 8


@pytest.mark.parametrize(
    ("text", "shown", "lines"),
    [
        ("\n\nx = 1\n\n", "x = 1", (3, 3)),
        ("x = 1", "x = 1", (1, 1)),
        ("x = 1\n", "x = 1", (1, 1)),
        ("x = 1\r\n\r\n", "x = 1", (1, 1)),
        ("\r\nx = 1\r\ny = 2\r\n", "x = 1\r\ny = 2", (2, 3)),
        ("  \n\tx\n \x0c \n", "\tx", (2, 2)),
        ("\n", "", (1, 1)),
        ("a\u2028b\n", "a\u2028b", (1, 1)),
    ],
)
def test_a_segment_has_no_blank_lines_at_its_ends_and_states_the_lines_it_has(chunk_of, hits_of, text, shown, lines):
    (segment,) = pack(hits_of([chunk_of("a.py", text)]), query(), SETTINGS).segments
    assert (segment.text, segment.lines) == (shown, lines)


def test_a_segment_has_the_evidence_of_all_its_chunks_and_the_score_of_its_best(file):
    a = file("a.py")
    hits = (Hit(a[0], 2.0, (Evidence("lexical", 1, 9.0),)), Hit(a[1], 3.0, (Evidence("vector", 4, 0.5),)))
    (segment,) = pack(Candidates(hits), query(), SETTINGS).segments
    assert segment.sources == ("lexical", "vector")
    assert segment.score == 3.0


def test_notices_of_the_stages_before_go_on(file, hits_of):
    packed = pack(hits_of([file("a.py")[0]]).note("lexical-only", "x"), query(), SETTINGS)
    assert [notice.code for notice in packed.notices] == ["lexical-only"]


def test_an_equal_chunk_with_a_longer_heading_does_not_break_the_budget(chunks_of):
    first, second = chunks_of("a.py", "one line of it\nand another\nthird line\nfourth\n")
    from dataclasses import replace

    long = replace(first, breadcrumb=("a.py", "class " + "Long" * 60))
    hits = (Hit(second, 1.0, (Evidence("lexical", 1, 1.0),)), Hit(long, 1.0, (Evidence("lexical", 2, 1.0),)))
    for tokens in range(30, 130, 3):
        assert pack(Candidates(hits), query(tokens=tokens), SETTINGS).tokens <= tokens


def test_a_line_that_is_not_whole_says_so_and_is_the_beginning_of_it(chunk_of, hits_of):
    text = "\n" + "é😀" * 5_000 + "\nshort\n"
    (segment,) = pack(hits_of([chunk_of("min.js", text)]), query(tokens=200), SETTINGS).segments
    assert (segment.clipped, segment.lines) == (True, (2, 2))
    assert text.startswith(segment.text, 1)
    (whole,) = pack(hits_of([chunk_of("a.py", "x = 1\n")]), query(tokens=200), SETTINGS).segments
    assert not whole.clipped


def test_what_nobody_else_takes_goes_to_the_best_hit_that_was_cut(chunk_of, file, hits_of):
    large = chunk_of("large.py", "".join(f"line {n} of a long function\n" for n in range(30)))
    packed = pack(hits_of([large, file("a.py")[0]]), query(tokens=350), SETTINGS)
    assert [segment.chunks for segment in packed.segments] == [(large.id,), (file("a.py")[0].id,)]
    assert (packed.segments[0].lines, packed.left_out) == ((1, 30), 0)
    data = chunk_of("all.csv", "1,\n" * 100_000, kind="data")
    assert pack(hits_of([data]), query(tokens=1_000), SETTINGS).tokens > 950


def test_a_data_file_that_comes_later_never_takes_more_than_its_share(chunk_of, file, hits_of):
    data = chunk_of("all.csv", "1,\n" * 100_000, kind="data")
    packed = pack(hits_of([file("a.py")[0], data]), query(tokens=1_000), SETTINGS)
    assert packed.files == ("a.py", "all.csv")
    assert packed.tokens < 400
