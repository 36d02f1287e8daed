"""What every LexicalIndex promises."""

import pytest

from cw_core import Scope
from cw_core.text import tokens

EVERYWHERE = Scope()


def holders(cut_files, words, scope=EVERYWHERE):
    """Ids of the chunks that hold any of the words, worked out from the chunks themselves."""
    return {
        chunk.id
        for cut, _ in cut_files
        for chunk in cut.chunks
        if scope.admits(chunk.path, chunk.language)
        and set(words) & set(tokens("\n".join((chunk.path, *chunk.breadcrumb, chunk.text))))
    }


@pytest.mark.parametrize(
    "asked",
    [
        "login",
        "loginUser",
        "login_user",
        "用户",
        "认证",
        "Grosse",
        "Größe",
        "retry backoff",
        "shop.go",
        "shipping",
        "指南",
    ],
)
def test_all_chunks_that_hold_a_word_are_found_and_no_others(a_snapshot, cut_files, asked):
    words = tokens(asked)
    found = {hit.id for hit in a_snapshot.lexical(words, Scope(), 1000)}
    assert found == holders(cut_files, words)
    assert found


@pytest.mark.parametrize("asked", ["login", "shipping", "the number login", "用户 login"])
def test_hits_come_best_first_and_ties_by_id(a_snapshot, asked):
    hits = a_snapshot.lexical(tokens(asked), Scope(), 1000)
    assert [(round(-hit.score, 6), hit.id) for hit in hits] == sorted((round(-hit.score, 6), hit.id) for hit in hits)


@pytest.mark.parametrize("limit", [1, 3, 7, 15])
@pytest.mark.parametrize("asked", ["shipping", "very same", "login"])
def test_a_limit_takes_the_first_of_the_whole_list_ties_included(a_snapshot, asked, limit):
    words = tokens(asked)
    whole = a_snapshot.lexical(words, Scope(), 1000)
    assert a_snapshot.lexical(words, Scope(), limit) == whole[:limit]


def test_a_word_given_twice_counts_twice(a_snapshot):
    once = {hit.id: hit.score for hit in a_snapshot.lexical(["backoff"], Scope(), 10)}
    twice = {hit.id: hit.score for hit in a_snapshot.lexical(["backoff", "backoff"], Scope(), 10)}
    assert once
    assert twice == pytest.approx({key: 2 * score for key, score in once.items()})


@pytest.mark.parametrize(
    "scope",
    [
        Scope(include=("src/",)),
        Scope(include=("src/auth/*.py", "*.md"), exclude=("**/retry.py",)),
        Scope(languages=("markdown",)),
        Scope(include=("it's here.py",)),
        Scope(include=("src/[[]id]/*",)),
        Scope(exclude=("src/",), languages=("python", "go")),
        Scope(include=("docs/用户/**",)),
    ],
    ids=repr,
)
def test_a_scope_leaves_what_it_admits(a_snapshot, cut_files, scope):
    words = tokens("login retry shop quoted page")
    found = {hit.id for hit in a_snapshot.lexical(words, scope, 1000)}
    assert found == holders(cut_files, words, scope)


def test_a_scope_does_not_take_from_the_limit(a_snapshot):
    hits = a_snapshot.lexical(["ship", "login"], Scope(include=("it's here.py",)), 1)
    assert [hit.id.split("@")[0] for hit in hits] == ["src/it's here.py"]


@pytest.mark.parametrize("words", [[], ["nowhere"], ['"'], ["*"], ["a b"], [""], ["x:y"], ["^nowhere"], ["(nowhere"]])
def test_words_that_are_nowhere_find_nothing_and_break_nothing(a_snapshot, words):
    assert a_snapshot.lexical(words, Scope(), 10) == ()


@pytest.mark.parametrize("words", [["and"], ["or"], ["not"], ["near"], ["null"]])
def test_words_of_query_languages_are_words_like_others(a_snapshot, cut_files, words):
    assert {hit.id for hit in a_snapshot.lexical(words, Scope(), 1000)} == holders(cut_files, words)


def test_a_scope_of_nothing_finds_nothing(a_snapshot):
    assert a_snapshot.lexical(["login"], Scope(include=("nowhere/",)), 10) == ()


def test_forty_words_are_no_burden(a_snapshot):
    assert a_snapshot.lexical(["login"] * 40, Scope(), 5)
