import pytest

from cw_chunking import SyntaxChunker
from cw_core import Query, Scope, SearchSettings
from cw_core.testing import HashEmbedder, OutageEmbedder
from cw_search.plan import plan
from cw_search.recall import recall

FILES = {
    "src/retry.py": "def backoff(attempt):\n    return 2**attempt\n",
    "src/login.py": "def loginUser(name):\n    return find(name)\n",
    "docs/retry.md": "# Retry\n\nbackoff is described here\n",
}
SETTINGS = SearchSettings()


@pytest.fixture
def snapshot(snapshot_of):
    return snapshot_of(FILES, chunker=SyntaxChunker())


def paths(found, source):
    return [hit.id.split("@")[0] for hit in found.lists.get(source, ())]


def codes(found):
    return [notice.code for notice in found.notices]


def test_words_vectors_and_definitions_are_asked_and_every_hit_has_its_chunk(snapshot):
    found = recall(plan(Query("where is backoff?")), snapshot, HashEmbedder(), SETTINGS)
    assert paths(found, "definition") == ["src/retry.py"]
    assert set(paths(found, "lexical")) == {"src/retry.py", "docs/retry.md"}
    assert len(paths(found, "vector")) == 3
    assert {hit.id for hits in found.lists.values() for hit in hits} == set(found.chunks)
    assert codes(found) == []


def test_any_spelling_of_a_name_finds_its_definition(snapshot):
    found = recall(plan(Query("where is login_user?")), snapshot, HashEmbedder(), SETTINGS)
    assert paths(found, "definition") == ["src/login.py"]
    exact = recall(plan(Query("where is loginUser?")), snapshot, HashEmbedder(), SETTINGS)
    assert exact.lists["definition"][0].score > found.lists["definition"][0].score


def test_without_an_embedder_words_answer_and_it_says_so(snapshot):
    found = recall(plan(Query("backoff")), snapshot, None, SETTINGS)
    assert "vector" not in found.lists
    assert paths(found, "lexical")
    assert codes(found) == ["lexical-only"]


def test_an_unavailable_embedder_still_answers_and_says_so(snapshot):
    found = recall(plan(Query("backoff")), snapshot, OutageEmbedder(HashEmbedder()), SETTINGS)
    assert paths(found, "lexical")
    assert codes(found) == ["lexical-only"]


def test_vectors_of_another_space_are_never_compared(snapshot):
    found = recall(plan(Query("backoff")), snapshot, HashEmbedder(model="other"), SETTINGS)
    assert "vector" not in found.lists
    assert codes(found) == ["lexical-only"]


def test_a_question_without_a_known_word_is_no_error(snapshot):
    found = recall(plan(Query("??? !!!")), snapshot, HashEmbedder(), SETTINGS)
    assert (found.lists, found.chunks) == ({}, {})
    assert found.notices


@pytest.mark.parametrize(
    "scope", [Scope(include=("src/",)), Scope(exclude=("*.md",)), Scope(languages=("python",))], ids=repr
)
def test_every_list_keeps_to_the_scope(snapshot, scope):
    found = recall(plan(Query("retry", terms=("backoff",), scope=scope)), snapshot, HashEmbedder(), SETTINGS)
    for source in ("definition", "lexical", "vector"):
        assert set(paths(found, source)) <= {"src/retry.py", "src/login.py"}
        assert paths(found, source)


def test_a_definition_in_the_scope_is_found_however_many_there_are_outside(snapshot_of):
    files = {f"aside/m{n:02}.py": "def run():\n    pass\n" for n in range(60)} | {"src/z.py": "def run():\n    pass\n"}
    query = Query("run", scope=Scope(include=("src/",)))
    found = recall(plan(query), snapshot_of(files, chunker=SyntaxChunker()), HashEmbedder(), SETTINGS)
    assert paths(found, "definition") == ["src/z.py"]


def test_limits_of_the_settings_hold(snapshot_of):
    snapshot = snapshot_of({f"{n}.txt": "many words\n" for n in range(60)})
    settings = SearchSettings(vector_top_k=40, lex_total_chunks=20)
    found = recall(plan(Query("words")), snapshot, HashEmbedder(), settings)
    assert (len(found.lists["vector"]), len(found.lists["lexical"])) == (40, 20)


@pytest.mark.parametrize("text", ["`\ud800ab`", "'a\0b'", "\ud800", "a" * 100_000])
def test_any_text_can_be_asked(snapshot, text):
    recall(plan(Query(text, terms=(text,))), snapshot, HashEmbedder(), SETTINGS)
