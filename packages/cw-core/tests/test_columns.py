"""Positions as editors count them agree with Python's own counting, for any text."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cw_core.columns import STRIDE, Columns, Position
from cw_core.source import LineIndex

TEXT = st.text(st.sampled_from("ab \n\r\té用😀𝒳\u2028"), max_size=60)


def columns(content):
    return Columns(content, LineIndex(content))


def expected(before, unit):
    line = before.rpartition("\n")[2]
    return {"bytes": len(line.encode()), "code points": len(line), "utf-16": len(line.encode("utf-16-le")) // 2}[unit]


@settings(deadline=None, database=None, derandomize=True)
@given(TEXT, st.integers(1, 3), st.sampled_from(["bytes", "code points", "utf-16"]))
def test_every_character_is_where_python_counts_it_and_comes_back(text, times, unit):
    text = text * times * (1 if times < 3 else 12)
    index = columns(text.encode())
    for at in range(len(text)):
        offset = len(text[:at].encode())
        position = index.position(offset, unit)
        assert position == Position(text.count("\n", 0, at) + 1, expected(text[:at], unit))
        assert index.offset(position, unit) == offset


def test_a_byte_inside_a_character_is_the_characters_place():
    assert columns("a😀b".encode()).position(3) == Position(1, 1)


def test_a_unit_inside_a_pair_is_the_place_before_it():
    assert columns("a😀b".encode()).offset(Position(1, 2)) == 1


@pytest.mark.parametrize("position", [Position(0, 0), Position(1, 99), Position(99, 5), Position(1, -4)])
def test_what_lies_outside_is_moved_in(position):
    content = "aé\nb".encode()
    assert 0 <= columns(content).offset(position) <= len(content)


def test_a_column_beyond_a_line_is_the_lines_end():
    assert columns("aé\nb".encode()).offset(Position(1, 9)) == 3


def test_broken_bytes_count_as_they_are_shown():
    content = b"a\xffb\xc3\n"
    index = columns(content)
    assert [index.position(at, "code points").column for at in range(4)] == [0, 1, 2, 3]
    assert index.offset(Position(1, 2), "code points") == 2


def test_long_lines_are_counted_within_a_stride():
    text = "é😀" * STRIDE
    index = columns(text.encode())
    offset = len(text[:-1].encode())
    assert index.position(offset) == Position(1, 3 * STRIDE - 2)
    assert index.offset(Position(1, 3 * STRIDE - 2)) == offset
