from dataclasses import replace

import pytest

from cw_core import Budget, ContextPack, Notice, Query, Scope
from cw_search.cache import INCOMPLETE, AnswerCache


def pack(query, *codes):
    return ContextPack(query, (), notices=tuple(Notice(code, "x") for code in codes))


def test_the_same_question_gives_the_same_answer_whatever_its_white_space():
    cache, query = AnswerCache(3), Query("where is  Foo?\n", terms=("Bar ",))
    cache.put(query, 1, pack(query))
    again = Query(" where is Foo?", terms=("Bar",))
    assert cache.get(again, 1) == pack(again)


@pytest.mark.parametrize(
    "other",
    [
        {"text": "where is foo?"},
        {"terms": ("baz",)},
        {"scope": Scope(include=("src/",))},
        {"budget": Budget(tokens=500)},
        {"near": ("a.py",)},
        {"profile": "deep"},
    ],
    ids=str,
)
def test_another_question_is_another(other):
    cache, query = AnswerCache(3), Query("where is Foo?", terms=("Bar",))
    cache.put(query, 1, pack(query))
    assert cache.get(replace(query, **other), 1) is None


def test_an_answer_of_another_state_is_no_answer():
    cache, query = AnswerCache(3), Query("x")
    cache.put(query, ("store", 1), pack(query))
    assert cache.get(query, ("store", 2)) is None


@pytest.mark.parametrize("code", sorted(INCOMPLETE))
def test_what_something_was_missing_for_is_not_kept(code):
    cache, query = AnswerCache(3), Query("x")
    cache.put(query, 1, pack(query, code))
    assert cache.get(query, 1) is None


def test_the_least_recently_used_gives_way():
    cache = AnswerCache(2)
    first, second, third = (Query(text) for text in "abc")
    cache.put(first, 1, pack(first))
    cache.put(second, 1, pack(second))
    assert cache.get(first, 1)
    cache.put(third, 1, pack(third))
    assert cache.get(second, 1) is None
    assert cache.get(first, 1)
    assert cache.get(third, 1)


def test_a_cache_of_none_keeps_nothing():
    cache, query = AnswerCache(0), Query("x")
    cache.put(query, 1, pack(query))
    assert cache.get(query, 1) is None
