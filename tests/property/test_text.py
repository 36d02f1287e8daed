"""The tokenizer's promises, for any text; and that the word index keeps what the tokenizer says."""

import os
import re
import sqlite3
import unicodedata
from contextlib import closing
from importlib.resources import files

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cw_core.text import fold, parts, tokens, whole, words
from cw_store import lexical, matches

house = settings(deadline=None, database=None, derandomize=not os.environ.get("CW_FUZZ"), max_examples=100)

PART = st.from_regex(r"[a-z]{2,9}", fullmatch=True)
NAME = st.lists(PART, min_size=2, max_size=4)
CHINESE = st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FA5), min_size=2, max_size=12)
KANA = st.text(st.characters(min_codepoint=0x3041, max_codepoint=0x3096), min_size=2, max_size=12)
HANGUL = st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=2, max_size=12)
LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßéèçñåabcабвгдежзийклмнопрстуфхцчшщъыьэюяαβγδεζηθικλμνξοπρσςτυφχψω"
IDENTIFIER = st.from_regex(r"[^\W\d]\w{0,30}", fullmatch=True)


def spellings(name):
    camel = name[0] + "".join(part.capitalize() for part in name[1:])
    return camel, camel[0].upper() + camel[1:], "_".join(name), "_".join(name).upper(), "__" + "_".join(name) + "__"


@house
@given(NAME)
def test_all_spellings_of_a_name_have_one_whole_and_share_its_tokens(name):
    first = spellings(name)[0]
    for spelling in spellings(name):
        assert whole(spelling) == "".join(name)
        assert parts(spelling) == name
        assert tokens(spelling) == tokens(first)


@house
@given(NAME)
def test_a_name_is_found_by_each_of_its_parts(name):
    for part in name:
        assert set(tokens(part)) <= set(tokens(spellings(name)[0]))


@house
@given(
    IDENTIFIER,
    st.sampled_from(["{}", "x = {}(1)", "self.{}", "a::{}<T>", "# {}, and more", "{}\r\n", "“{}”", "用户 {} 名"]),
)
def test_an_identifier_is_found_wherever_it_stands(identifier, around):
    assert set(tokens(identifier)) <= set(tokens(around.format(identifier)))


@house
@given(st.one_of(CHINESE, KANA, HANGUL), st.data())
def test_any_two_neighbouring_characters_find_the_run_they_stand_in(run, data):
    at = data.draw(st.integers(0, len(run) - 2))
    assert set(tokens(run[at : at + 2])) <= set(tokens(f"x = '{run}'  # {run}"))
    assert tokens(run[at : at + 2])


@house
@given(st.text(max_size=60))
def test_composed_and_decomposed_text_are_the_same(text):
    composed, decomposed = unicodedata.normalize("NFC", text), unicodedata.normalize("NFD", text)
    assert tokens(composed) == tokens(decomposed)
    assert tokens(unicodedata.normalize("NFKC", text)) == tokens(text)


@house
@given(st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E), max_size=40))
def test_full_width_text_is_the_same_as_plain(text):
    wide = "".join(chr(ord(char) + 0xFEE0) for char in text)
    assert tokens(wide) == tokens(text)


@house
@given(st.text(st.sampled_from(LETTERS), min_size=2, max_size=12))
def test_the_case_of_a_word_does_not_matter(word):
    assert tokens(word.upper()) == tokens(word)


@house
@given(st.text(st.sampled_from("abcdefgäöüéèçñåêîôûàùïëÿ"), min_size=1, max_size=12))
def test_accents_of_latin_letters_do_not_matter(word):
    bare = "".join(char for char in unicodedata.normalize("NFD", word) if not unicodedata.combining(char))
    assert tokens(word) == tokens(bare)


@house
@given(st.text(max_size=80))
def test_a_token_is_a_word_of_the_index_whatever_the_text(text):
    for token in tokens(text):
        assert re.fullmatch(r"[a-z0-9\x80-\U0010ffff]{1,64}", token), token


@house
@given(st.text(max_size=60))
def test_folding_and_splitting_are_stable(text):
    assert fold(fold(text)) == fold(text)
    assert all(word for word in words(text))


@pytest.fixture(scope="module")
def empty_index():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for script in ("0001_index.sql", "0002_edges.sql"):
            db.executescript((files("cw_store") / "schema" / script).read_text(encoding="utf-8"))
        for number in (1, 2):
            db.execute("INSERT INTO chunk VALUES (?1, ?1, 0, 0, 1, 1, 1, 'code', '', '', '')", (number,))
        yield db


@house
@given(text=st.text(max_size=60), other=st.text(max_size=60))
def test_the_word_index_finds_a_text_by_each_of_its_tokens_until_it_is_taken_out(empty_index, text, other):
    db = empty_index
    rows = [(n, ("", "", "", "", "", " ".join(tokens(body)))) for n, body in enumerate((text, other), 1)]
    lexical.add(db, rows)
    for token in tokens(text):
        found = {row for row, _ in matches.search(db, [token], None, 10)}
        assert found == {n for n, body in enumerate((text, other), 1) if token in tokens(body)}
    lexical.remove(db, rows)
    assert matches.search(db, tokens(text), None, 10) == []
