import sqlite3
from contextlib import closing
from importlib.resources import files

import numpy as np
import pytest

from cw_core.text import tokens
from cw_store import lexical, matches
from cw_store.matches import Matches
from cw_store.places import Places


@pytest.fixture
def db():
    with closing(sqlite3.connect(":memory:", isolation_level=None)) as db:
        for script in ("0001_index.sql", "0002_edges.sql"):
            db.executescript((files("cw_store") / "schema" / script).read_text(encoding="utf-8"))
        yield db


def row(**fields):
    return tuple(" ".join(tokens(fields.get(name, ""))) for name in lexical.FIELDS)


def put(db, *rows):
    """Chunks by row id; those in one tuple are one file, whose id is that of the first."""
    for entry in rows:
        group = entry if isinstance(entry[0], tuple) else (entry,)
        for ordinal, (number, _) in enumerate(group):
            values = (number, group[0][0], ordinal)
            db.execute("INSERT INTO chunk VALUES (?, ?, ?, 0, 1, 1, 1, 'code', '', '', '')", values)
        lexical.add(db, group)


def found(db, words, limit=10, files=None):
    return [row for row, _ in matches.search(db, words, None if files is None else np.array(files, np.int64), limit)]


def test_a_name_counts_for_more_than_a_mention(db):
    put(db, (1, row(body="login user")), (2, row(names="login user", body="login")), (3, row(body="other words")))
    assert found(db, ["login"]) == [2, 1]


def test_more_of_the_question_is_better_and_rare_words_count_for_more(db):
    put(db, (1, row(body="login")), (2, row(body="login page")), (3, row(body="page")), (4, row(body="page x")))
    assert found(db, tokens("login page"))[0] == 2
    assert found(db, tokens("login page"))[1] == 1


def test_no_words_and_no_files_find_nothing(db):
    put(db, (1, row(body="login login login")), (3, row(body="x")))
    assert found(db, []) == found(db, ["login"], files=()) == found(db, ["login"], 0) == []
    assert matches.Matches(db, Places.of(db), []).best_files(3) == []


def test_how_often_a_word_stands_in_a_chunk_does_not_count(db):
    put(db, (1, row(body="login login login")), (2, row(body="login and much else " * 9)), (3, row(body="x")))
    (first, one), (second, other) = matches.search(db, ["login"], None, 10)
    assert (first, second) == (1, 2)
    assert one == other


def test_all_that_tie_with_the_last_one_asked_for_come_too_ordered_by_row(db):
    put(db, *((n, row(names="login", body="login page")) for n in (2, 5, 9)))
    put(db, *((n, row(body="login page and more words")) for n in (11, 17)))
    put(db, *((n, row(body="other")) for n in range(20, 30)))
    assert found(db, ["login"], 1) == found(db, ["login"], 3) == [2, 5, 9]
    assert found(db, ["login"], 4) == [2, 5, 9, 11, 17]


def test_only_chunks_of_the_files_asked_for_are_found(db):
    put(db, *(((n, row(body="login page")), (n + 1, row(body="login page"))) for n in (1, 3, 5)))
    assert found(db, ["login"], files=[1, 5]) == [1, 2, 5, 6]
    assert found(db, ["login"], files=[3]) == [3, 4]
    assert found(db, ["login"]) == [1, 2, 3, 4, 5, 6]


def test_words_of_the_query_language_are_words_like_others(db):
    put(db, (1, row(body="and not near")), (2, row(body="or")), (3, row(body="x")))
    assert found(db, ["AND", 'NO"T']) == [1]
    assert found(db, ["or", "*", "(", "body:x", "-", "\0", "", "names : or"]) == [2]


def test_a_word_given_twice_counts_twice(db):
    put(db, (1, row(body="login page")), (2, row(body="user page")), (3, row(body="x")))
    once, twice = (dict(matches.search(db, words, None, 10)) for words in (["login"], ["login", "login"]))
    assert twice[1] == pytest.approx(2 * once[1])


def test_a_file_is_found_by_words_that_no_chunk_of_it_holds_together(db):
    spread = ((1, row(body="login")), (2, row(names="page", body="page")), (3, row(body="cookie")))
    put(db, spread, (4, row(body="login login")), (5, row(body="page")), *((n, row(body="x")) for n in range(6, 20)))
    asked = Matches(db, Places.of(db), tokens("login page cookie"))
    assert [row for row, _ in asked.best_files(2)] == [2, 4]
    coverage, naming = asked.coverage(np.array([0, 1]))
    assert coverage[0] == pytest.approx(1.0)
    assert 0 < coverage[1] < 1
    assert naming[0] == pytest.approx(asked.rarity["pag"])


def test_a_common_word_is_looked_up_in_names_and_paths_unless_all_are_common(db):
    put(db, *((n, row(body="self")) for n in range(1, 9)), (9, row(names="self", body="self")), (10, row(body="rare")))
    places = Places.of(db)
    together = Matches(db, places, tokens("self rare"), common=3)
    assert [row for row, _ in together.best(10)] == [10, 9] or [row for row, _ in together.best(10)] == [9, 10]
    assert [entry.common for entry in together.held] == [True, False]
    assert len(Matches(db, places, tokens("self"), common=3).best(10)) == 9


def test_shares_of_a_question_add_up_to_one_and_unknown_words_have_none(db):
    put(db, (1, row(body="login page")), (2, row(body="page")), (3, row(body="x")))
    rarity = Matches(db, Places.of(db), tokens("login page nowhere")).rarity
    assert sum(rarity.values()) == pytest.approx(1.0)
    assert rarity.keys() == {"login", "pag"}
    assert rarity["login"] > rarity["pag"]
