import pytest

from cw_core import Query
from cw_core.text import stem, tokens
from cw_search.plan import MAX_WORDS, plan


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("where is loginUser used?", ["loginUser"]),
        ("how does RetryPolicy.backoff work", ["RetryPolicy.backoff"]),
        ("std::vector push_back()", ["std.vector", "push_back"]),
        ("what calls Foo#bar and a->b", ["Foo.bar", "a.b"]),
        ("where is `flush` called", ["flush"]),
        ('the "retry" option', ["retry"]),
        ("how is the Session closed", ["Session"]),
        ("flush", ["flush"]),
        ("Flush", ["Flush"]),
        ("__init__", ["__init__"]),
        ("HTTPServer", ["HTTPServer"]),
        ("How long do we wait between retries?", []),
        ("Where are cards charged?", []),
        ("", []),
        ("???", []),
        ("用户", ["用户"]),
    ],
)
def test_names_are_what_looks_like_an_identifier(question, names):
    assert list(plan(Query(question)).names) == names


def test_known_terms_are_names_and_count_twice():
    found = plan(Query("how is a card charged?", terms=("ChargeCard", "two words")))
    assert found.names == ("ChargeCard",)
    assert found.words.count("chargecard") == 2


def test_words_that_say_nothing_about_code_are_not_looked_up():
    words = plan(Query("where is the code that does handle the retries?")).words
    assert stem("retries") in words
    assert not {"where", "is", "the", "that", "code"} & set(words)


def test_a_question_of_nothing_but_such_words_is_looked_up_as_it_is():
    assert plan(Query("where is it?")).words == tuple(tokens("where is it"))
    assert plan(Query("")).words == ()


def test_a_term_is_looked_up_even_if_it_is_such_a_word():
    assert "get" in plan(Query("how?", terms=("get",))).words


def test_a_pasted_page_costs_no_more_than_a_long_sentence():
    found = plan(Query("alpha beta gamma " * 5_000))
    assert len(found.words) == MAX_WORDS


def test_a_term_is_looked_up_however_long_the_question_is():
    found = plan(Query(" ".join(f"word{chr(97 + n % 26)}{chr(97 + n // 26)}" for n in range(200)), terms=("backoff",)))
    assert "backoff" in found.words


@pytest.mark.parametrize(
    ("question", "tests", "docs", "examples"),
    [
        ("tests for login", True, False, False),
        ("mock of the clock", True, False, False),
        ("how is it tested in the spec", True, False, False),
        ("documentation of the settings", False, True, False),
        ("an example of a plugin", False, False, True),
        ("where is login", False, False, False),
        ("the latest contest", False, False, False),
    ],
)
def test_a_question_says_whether_it_wants_tests_docs_or_examples(question, tests, docs, examples):
    found = plan(Query(question))
    assert (found.wants_tests, found.wants_docs, found.wants_examples) == (tests, docs, examples)


@pytest.mark.parametrize("question", ["loginUser", "login user", "where is login_user", "用户"])
def test_a_question_of_little_more_than_names_is_symbolic(question):
    found = plan(Query(question))
    assert found.symbolic == bool(found.names)


def test_the_model_reads_the_question_with_its_terms():
    assert plan(Query("why?", terms=("a", "b"))).text == "why? a b"


@pytest.mark.parametrize(
    "question", ["\ud800", "\0" * 10, "`\ud800ab`", "a" * 100_000, "::" * 1000, "(" * 1000, "a." * 20_000]
)
def test_any_text_is_a_question(question):
    plan(Query(question, terms=(question,)))


@pytest.mark.parametrize(
    "question",
    [
        "tests for login",
        "where is the retry tested?",
        "which tests cover the parser",
        "unit tests",
        "test_login",
        "tests",
    ],
)
def test_a_wish_for_tests_is_seen(question):
    assert plan(Query(question)).wants_tests


@pytest.mark.parametrize(
    "question",
    [
        "how does the test client send requests",
        "how are test files found and run",
        "mock server handler",
        "latest page",
    ],
)
def test_code_about_testing_is_no_wish_for_tests(question):
    assert not plan(Query(question)).wants_tests
