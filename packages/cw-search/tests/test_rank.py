import pytest

from cw_core import Candidates, ChunkFacts, Evidence, Facts, FileFacts, Hit, Query, RepoPath
from cw_core.text import tokens
from cw_search.features import OF_CHUNK, OF_FILE
from cw_search.plan import plan
from cw_search.rank import features, learned, rank

FILLER = "    value = compute(value)\n" * 8


def facts_of(planned, hits):
    """What an index would know of hits that are each the only chunk of their file."""
    words = dict.fromkeys(planned.words)
    held = {hit.chunk.path: set(tokens(f"{hit.chunk.path} {hit.chunk.text}")) for hit in hits}
    known = [word for word in words if any(word in found for found in held.values())]
    rarity = {word: 1 / len(known) for word in known}
    scores = {
        hit.chunk.path: {entry.source: entry.score for entry in hit.evidence if entry.source != "definition"}
        for hit in hits
    }
    lexical = {path: found.get("lexical", 0.0) for path, found in scores.items()}
    vector = {path: found.get("vector", 0.0) for path, found in scores.items()}
    covered = {path: sum(share for word, share in rarity.items() if word in held[path]) for path in held}
    return Facts(
        rarity=rarity,
        files={
            path: FileFacts(1, 0, lexical[path], covered[path], 0.0, vector[path], (lexical[path],), (vector[path],))
            for path in scores
        },
        chunks={hit.chunk.id: ChunkFacts(lexical[hit.chunk.path], 0.0, vector[hit.chunk.path]) for hit in hits},
        top_words=max(lexical.values(), default=0.0),
        top_similarity=max(vector.values(), default=0.0),
    )


@pytest.fixture
def ranked(chunk_of):
    """A function: a question over (path, text, evidence as {source: score}) gives paths, best first."""

    def run(question, *entries, terms=(), near=()):
        hits = []
        for path, text, evidence in entries:
            chunk = chunk_of(path, text + FILLER)
            hits.append(Hit(chunk, 1.0, tuple(Evidence(source, 1, score) for source, score in evidence.items())))
        planned = plan(Query(question, terms=terms, near=near))
        return [hit.chunk.path for hit in rank(Candidates(tuple(hits)), planned, facts_of(planned, hits)).hits]

    return run


ALIKE = {"lexical": 5.0, "vector": 0.5}


def test_the_definition_of_an_asked_name_comes_first(ranked):
    uses = [
        (f"src/use{n}.py", "backoff(1)\nbackoff(2)\n", {"lexical": 9.0 - n, "vector": 0.7 - n / 20}) for n in range(5)
    ]
    definition = ("src/policy.py", "def backoff(n):\n", {"lexical": 7.0, "vector": 0.6, "definition": 1.0})
    assert ranked("backoff", *uses, definition)[0] == "src/policy.py"
    assert ranked("where is `backoff` defined?", *uses, definition)[0] == "src/policy.py"


def test_an_exact_definition_beats_one_in_another_spelling(ranked):
    exact = ("src/b.py", "def loginUser():\n", ALIKE | {"definition": 1.0})
    other = ("src/a.py", "def login_user():\n", ALIKE | {"definition": 0.5})
    assert ranked("loginUser", other, exact) == ["src/b.py", "src/a.py"]


TESTS = [
    "tests/test_login.py",
    "src/login_test.go",
    "src/__tests__/login.js",
    "src/login.spec.ts",
    "src/LoginTest.java",
]


@pytest.mark.parametrize("path", TESTS)
@pytest.mark.parametrize("question", ["login", "how is a user logged in?"])
def test_tests_stand_below_what_they_test(ranked, path, question):
    test, code = (path, "login(user)\n", ALIKE), ("src/login.py", "login(user)\n", ALIKE)
    assert ranked(question, test, code) == ["src/login.py", path]


@pytest.mark.parametrize("path", TESTS)
def test_asked_for_tests_do_not_stand_below(ranked, path):
    test, code = (path, "login(user)\n", ALIKE | {"vector": 0.52}), ("src/shop.py", "login(user)\n", ALIKE)
    assert ranked("tests for login", code, test)[0] == path


def test_docs_stand_below_code_unless_they_are_asked_for(ranked):
    doc, code = ("guide/login.md", "login(user)\n", ALIKE), ("src/login.py", "login(user)\n", ALIKE)
    assert ranked("login user", doc, code)[0] == "src/login.py"
    assert ranked("documentation of login", code, ("guide/login.md", "login(user)\n", ALIKE | {"vector": 0.6}))[0] == (
        "guide/login.md"
    )


def test_what_lies_beside_the_files_that_the_asker_looks_at_comes_first(ranked):
    here, there = ("shop/cart/pay.py", "pay(user)\n", ALIKE), ("blog/post/pay.py", "pay(user)\n", ALIKE)
    assert ranked("pay user", here, there, near=("blog/post/edit.py",))[0] == "blog/post/pay.py"
    assert ranked("pay user", there, here, near=("shop/cart/cart.py",))[0] == "shop/cart/pay.py"


def test_the_version_for_another_platform_stands_below_unless_it_is_named(ranked):
    windows, other = ("src/win/tty.c", "tty\n", ALIKE), ("src/unix/tty.c", "tty\n", ALIKE)
    assert ranked("raw mode of a tty", windows, other)[0] == "src/unix/tty.c"
    assert (
        ranked("raw mode of a tty on windows", ("src/win/tty.c", "windows tty\n", ALIKE), other)[0] == "src/win/tty.c"
    )


def test_a_file_that_a_good_answer_imports_gains_by_it(chunk_of):
    paths = [RepoPath(f"src/{name}.py") for name in ("facade", "core", "other")]
    hits = [Hit(chunk_of(path, "x\n" + FILLER), 1.0) for path in paths]
    planned = plan(Query("unknown question"))
    files = {
        paths[0]: FileFacts(chunks=1, words=5.0, best_words=(5.0,)),
        paths[1]: FileFacts(chunks=1, words=1.0, best_words=(1.0,), imported_by=(paths[0],)),
        paths[2]: FileFacts(chunks=1, words=1.0, best_words=(1.0,)),
    }
    rows = features(Candidates(tuple(hits)), planned, Facts(files=files, top_words=5.0))
    assert [row.get("vouched", 0.0) for row in rows] == [0.0, 1.0, 0.0]


def test_ties_keep_the_order_they_came_in(ranked):
    entries = [(f"src/{name}.py", "same words here\n", ALIKE) for name in ("m", "c", "x", "a")]
    assert ranked("unrelated question", *entries) == ["src/m.py", "src/c.py", "src/x.py", "src/a.py"]


def test_hits_keep_their_evidence_gain_that_of_ranking_and_have_no_negative_score(chunk_of):
    hits = tuple(
        Hit(chunk_of(path, "x\n"), 1.0, (Evidence("lexical", 1, 2.0),)) for path in ("tests/a.md", "vendor/b.py")
    )
    out = rank(Candidates(hits).note("stale", "x"), plan(Query("login")), Facts())
    assert [notice.code for notice in out.notices] == ["stale"]
    for place, hit in enumerate(out.hits, 1):
        assert [(e.source, e.rank) for e in hit.evidence] == [("lexical", 1), ("rank", place)]
        assert hit.score >= 0
    assert [hit.score for hit in out.hits] == sorted((hit.score for hit in out.hits), reverse=True)


@pytest.mark.parametrize("question", ["", "???", "login", "tests for `Login.user` in the docs", "用户"])
def test_every_feature_has_a_weight_and_lies_between_nought_and_one(chunk_of, question):
    chunks = [
        chunk_of("src/login.py", "def login(): pass\n", ("Login.user",)),
        chunk_of("用户/a.md", "# 用户\n", kind="docs"),
        chunk_of("data/x.json", "{}", kind="data"),
    ]
    evidence = (Evidence("lexical", 1, 3.0), Evidence("vector", 1, -0.3), Evidence("definition", 1, 1.0))
    hits = (Hit(chunks[0], 1.0, evidence), Hit(chunks[1], 0.5, evidence[1:2]), Hit(chunks[2], 0.1, ()))
    planned = plan(Query(question))
    for row in features(Candidates(hits), planned, facts_of(planned, hits)):
        assert row.keys() <= learned().keys()
        assert all(0 <= value <= 1 + 1e-9 for value in row.values()), row


def test_every_feature_has_a_weight_and_every_weight_a_feature():
    assert learned().keys() == OF_CHUNK.keys() | OF_FILE.keys()


def test_every_feature_says_what_it_is():
    assert all((feature.__doc__ or "").strip() for feature in (*OF_CHUNK.values(), *OF_FILE.values()))


def test_no_candidates_stay_none(chunk_of):
    assert rank(Candidates(), plan(Query("x")), Facts()) == Candidates()
