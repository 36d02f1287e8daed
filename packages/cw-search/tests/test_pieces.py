from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cw_search.models.pieces import Pieces

VOCABULARY = (
    ["parse", "http", "response", "user", "un", "##know", "##n", "##able", "x", "2", "20", "##26", "é", "日", "##本"]
    + list("abcdefghij")
    + [f"##{letter}" for letter in "abcdefghij"]
)


def spelled(text: str, vocabulary: list[str] = VOCABULARY) -> list[str]:
    return [vocabulary[number] for number in np.frombuffer(Pieces(vocabulary).encode(text), np.uint16)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("  \n\t()[]{};,.-+*/\x00\x1c\x7f", []),
        ("parseHTTPResponse", ["parse", "http", "response"]),
        ("PARSE_http_Response", ["parse", "http", "response"]),
        ("user2.parse(x)", ["user", "2", "parse", "x"]),
        ("unknown", ["un", "##know", "##n"]),
        ("2026", ["20", "##26"]),
        ("x日本é", ["x", "日", "##本"]),
        ("parseé user", ["parse", "é", "user"]),
        ("user\u00a0user", ["user", "user"]),
        ("user\u3000user", ["user", "user"]),
        ("user \udc80 user", ["user", "user"]),
        ("___ _ __user__", ["user"]),
    ],
)
def test_a_text_becomes_the_pieces_of_its_words_in_order(text: str, expected: list[str]) -> None:
    assert spelled(text) == expected


def test_a_part_ends_at_its_first_unknown_letter() -> None:
    assert spelled("unknowz user") == ["un", "##know", "user"]
    assert spelled("zzz user") == ["user"]


def test_the_longest_piece_is_taken_first() -> None:
    assert spelled("abcd", ["a", "ab", "abc", "##c", "##d", "##cd"]) == ["abc", "##d"]


def test_parts_are_cut_to_the_longest_entry_of_the_vocabulary() -> None:
    assert spelled("a" * 100) == ["a"] + ["##a"] * 23


def reference(text: str) -> list[int]:
    """The split the weights were trained on, word by word, nothing remembered."""
    numbers = {piece: number for number, piece in enumerate(VOCABULARY)}
    found = []
    for word in re.findall(r"[A-Za-z_][A-Za-z0-9_]*|[0-9]+|[^\x00-\x7f]+", text):
        for part in re.findall(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\x00-\x7f]+", word):
            rest, mark = part.lower()[:24], ""
            if rest in numbers:
                found.append(numbers[rest])
                continue
            while rest:
                known = [end for end in range(1, len(rest) + 1) if mark + rest[:end] in numbers]
                if not known:
                    break
                found.append(numbers[mark + rest[: known[-1]]])
                rest, mark = rest[known[-1] :], "##"
    return found


@given(st.text(st.sampled_from("abcDEFxX_0269 .(\n\u00a0éÉ日本ß") | st.characters(exclude_categories=["Cs"])))
def test_pieces_are_those_of_the_split_in_training(text: str) -> None:
    assert np.frombuffer(Pieces(VOCABULARY).encode(text), np.uint16).tolist() == reference(text)


def test_the_memory_of_words_is_bounded_and_changes_no_answer() -> None:
    tokenizer = Pieces(VOCABULARY, remembered_words=10)
    texts = [f"parse{number} user" for number in range(100)] + ["a" * 1_000]
    for text in texts * 2:
        assert tokenizer.encode(text) == Pieces(VOCABULARY).encode(text)
        assert tokenizer.remembered <= 10


def test_long_words_are_not_remembered() -> None:
    tokenizer = Pieces(VOCABULARY)
    tokenizer.encode("a" * 65 + " user")
    assert tokenizer.remembered == 1


def test_many_threads_get_the_same_pieces() -> None:
    tokenizer = Pieces(VOCABULARY, remembered_words=50)
    texts = [" ".join(f"user{a * b}parse" for b in range(40)) for a in range(50)]
    with ThreadPoolExecutor(8) as pool:
        together = list(pool.map(tokenizer.encode, texts * 4))
    assert together == [Pieces(VOCABULARY).encode(text) for text in texts] * 4


def test_a_vocabulary_beyond_16_bits_is_refused() -> None:
    with pytest.raises(ValueError, match="16 bits"):
        Pieces([str(number) for number in range(65_537)])
