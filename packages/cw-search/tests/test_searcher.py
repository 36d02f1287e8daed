import pytest

from cw_chunking import SyntaxChunker
from cw_core import Budget, Query, Scope, SearchSettings
from cw_core.testing import HashEmbedder, OutageEmbedder
from cw_search.models.static import StaticEmbedder
from cw_search.searcher import Searcher

FILES = {
    "src/retry.py": "import time\n\n\nclass RetryPolicy:\n    def backoff(self, attempt):\n        "
    '"""Seconds to wait between retries."""\n        return 2.0**attempt\n',
    "src/client.py": "def send(policy, request):\n    wait = policy.backoff(1)\n    return request(wait)\n",
    "tests/test_retry.py": "def test_backoff():\n    assert RetryPolicy().backoff(1) == 2\n    # backoff backoff\n",
    "docs/用户.md": "# 用户认证\n\n用户登录失败时重试。\n",
}


@pytest.fixture
def ask(snapshot_of):
    def run(text, embedder=HashEmbedder(), index_embedder=HashEmbedder(), **query):  # noqa: B008 - frozen
        snapshot = snapshot_of(FILES, chunker=SyntaxChunker(), embedder=index_embedder)
        return Searcher(snapshot, embedder, SearchSettings()).search(Query(text, **query))

    return run


@pytest.mark.parametrize("question", ["backoff", "RetryPolicy.backoff", "retry_policy", "where is `backoff` defined?"])
def test_a_symbol_leads_to_its_definition(ask, question):
    assert ask(question).segments[0].path == "src/retry.py"


def test_two_chinese_characters_find_their_line(ask):
    assert ask("用户").segments[0].path == "docs/用户.md"


def test_the_pack_carries_its_question_its_generation_and_its_times(ask):
    pack = ask("backoff")
    assert (pack.query, pack.generation) == (Query("backoff"), 1)
    assert set(pack.timings_ms) >= {"recall", "rank", "pack"}


def test_the_same_question_has_the_same_answer(ask):
    assert ask("wait between retries").segments == ask("wait between retries").segments


def test_an_unavailable_embedder_still_answers_and_says_so(ask):
    pack = ask("backoff", OutageEmbedder(HashEmbedder()))
    assert pack.segments[0].path == "src/retry.py"
    assert "lexical-only" in [notice.code for notice in pack.notices]


def test_an_empty_scope_of_files_is_an_answer_that_says_nothing_was_found(ask):
    pack = ask("backoff", scope=Scope(include=("nowhere/",)))
    assert pack.segments == ()
    assert "nothing-found" in [notice.code for notice in pack.notices]


def test_a_question_that_nothing_in_the_index_answers_says_so(ask):
    """Words that stand nowhere."""
    pack = ask("zygomorphic quasar lithography", StaticEmbedder(), index_embedder=StaticEmbedder())
    assert {notice.code for notice in pack.notices} & {"low-confidence", "nothing-found"}


SOURCE = {
    "src/auth/session.py": '"""Sessions of users."""\n\n\nclass SessionStore:\n    """Keeps who is logged in."""\n\n'
    "    def refresh_token(self, session):\n        # a token is renewed before it expires\n"
    "        session.token = new_token(session.user)\n        return session.token\n",
} | {
    f"tests/auth/test_session_{n}.py": f"def test_refresh_token_{n}(store):\n"
    f"    # a token is renewed before it expires\n    session = store.open(user={n})\n"
    "    assert store.refresh_token(session) != session.token\n"
    for n in range(12)
}


@pytest.mark.parametrize("question", ["refresh_token", "where is a session token renewed before it expires?"])
def test_twelve_tests_do_not_bury_the_source_unless_they_are_asked_for(snapshot_of, question):
    snapshot = snapshot_of(SOURCE, chunker=SyntaxChunker(), embedder=StaticEmbedder())
    searcher = Searcher(snapshot, StaticEmbedder(), SearchSettings())
    assert searcher.search(Query(question)).segments[0].path == "src/auth/session.py"
    assert searcher.search(Query(f"tests for {question}")).segments[0].path.startswith("tests/")


@pytest.mark.parametrize("question", ["", " ", "???", "\0", "\ud800", "`\ud800ab`", "a" * 50_000, "' OR 1=1 --", '"'])
def test_any_text_gets_an_answer(ask, question):
    assert ask(question).tokens <= 6000


def test_a_budget_of_tokens_reaches_the_pack(ask):
    assert ask("backoff", budget=Budget(tokens=50)).tokens <= 50


@pytest.fixture
def crowded(snapshot_of):
    """One source and twelve files that test it."""
    source = "def charge_card(amount):\n    # the customer's card is charged\n    return gateway.take(amount)\n"
    test = "def test_charge_card_{n}():\n    # the customer's card is charged\n    assert charge_card({n}) == {n}\n"
    files = {"shop/payment.py": source} | {f"tests/test_payment_{n}.py": test.format(n=n) for n in range(12)}
    return snapshot_of(files, embedder=StaticEmbedder(), chunker=SyntaxChunker())


@pytest.mark.parametrize(
    "question", ["how is a customer's card charged?", "charge_card", "where is charge_card defined"]
)
def test_of_one_source_and_twelve_tests_the_source_comes_first(crowded, question):
    pack = Searcher(crowded, StaticEmbedder(), SearchSettings()).search(Query(question))
    assert pack.files[0] == "shop/payment.py"


@pytest.mark.parametrize(
    "question", ["tests for charge_card", "where is charge_card tested?", "unit tests of card payment"]
)
def test_asked_for_tests_the_tests_come_first(crowded, question):
    pack = Searcher(crowded, StaticEmbedder(), SearchSettings()).search(Query(question))
    assert all(path.startswith("tests/") for path in pack.files[:3])
