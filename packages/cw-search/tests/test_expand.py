import pytest

from cw_chunking import SyntaxChunker
from cw_core import Candidates, ChunkSettings, RepoPath, SearchSettings
from cw_search.expand import expand

LINES = "".join(f"line {n}\n" for n in range(12))
SETTINGS = SearchSettings(neighbor_hops=1, breadcrumb_expand_limit=2)


@pytest.fixture
def snapshot(snapshot_of):
    return snapshot_of({"a.txt": LINES, "b.txt": LINES})


def grown(out):
    """What came along: (path, first line) -> (source, score)."""
    return {
        (hit.chunk.path, hit.chunk.lines[0]): (hit.evidence[0].source, hit.score)
        for hit in out.hits
        if hit.evidence[0].source in ("neighbour", "sibling")
    }


def test_the_chunks_before_and_after_come_along_for_a_share_of_the_score(snapshot, hits_of):
    seed = snapshot.chunks_of(RepoPath("a.txt"))[2]
    out = expand(hits_of([seed], [2.0]), snapshot, SETTINGS)
    assert out.hits[0].chunk == seed
    assert grown(out) == {("a.txt", 3): ("neighbour", 1.6), ("a.txt", 7): ("neighbour", 1.6)}


def test_each_hop_further_counts_less(snapshot, hits_of):
    seed = snapshot.chunks_of(RepoPath("a.txt"))[0]
    out = expand(hits_of([seed], [1.0]), snapshot, SearchSettings(neighbor_hops=3))
    scores = [score for _, score in grown(out).values()]
    assert scores == pytest.approx([0.8, 0.64, 0.512])


def test_nothing_comes_along_when_none_is_wanted(snapshot, hits_of):
    seed = snapshot.chunks_of(RepoPath("a.txt"))[2]
    candidates = hits_of([seed])
    assert expand(candidates, snapshot, SearchSettings(neighbor_hops=0, breadcrumb_expand_limit=0)) == candidates


def test_a_seed_never_comes_along_and_a_chunk_comes_once_for_its_best_seed(snapshot, hits_of):
    chunks = snapshot.chunks_of(RepoPath("a.txt"))
    out = expand(hits_of([chunks[1], chunks[3], chunks[2]], [3.0, 2.0, 1.0]), snapshot, SETTINGS)
    assert len({hit.chunk.id for hit in out.hits}) == len(out.hits)
    assert [hit.chunk.lines[0] for hit in out.hits[:3]] == [3, 7, 5]
    assert grown(out) == {("a.txt", 1): ("neighbour", 3.0 * 0.8), ("a.txt", 9): ("neighbour", 2.0 * 0.8)}


def test_what_came_along_stands_behind_every_hit_best_first(snapshot, hits_of):
    a, b = snapshot.chunks_of(RepoPath("a.txt"))[0], snapshot.chunks_of(RepoPath("b.txt"))[5]
    out = expand(hits_of([b, a], [0.1, 9.0]), snapshot, SETTINGS)
    assert [hit.chunk.path for hit in out.hits] == ["b.txt", "a.txt", "a.txt", "b.txt"]


CLASS = "class Shop:\n" + "".join(
    f"    def method_{n}(self):\n" + f"        return compute({n}, 'some words to fill the line')\n" * 6
    for n in range(6)
)


def test_methods_of_the_same_class_come_along(snapshot_of, hits_of):
    snapshot = snapshot_of({"shop.py": CLASS}, chunker=SyntaxChunker(ChunkSettings(max_tokens=110, min_tokens=0)))
    chunks = snapshot.chunks_of(RepoPath("shop.py"))
    seed = next(chunk for chunk in chunks if "Shop.method_5" in chunk.names)
    out = expand(hits_of([seed], [1.0]), snapshot, SearchSettings(neighbor_hops=0, breadcrumb_expand_limit=2))
    came = [hit for hit in out.hits if hit.evidence[0].source == "sibling"]
    assert len(came) == 2
    assert {hit.chunk.breadcrumb[:2] for hit in came} == {seed.breadcrumb[:2]}
    assert [hit.score for hit in came] == pytest.approx([0.7, 0.7])


def test_siblings_that_come_along_are_new_ones(snapshot_of, hits_of):
    """Seeds do not use up the places of what could come along."""
    snapshot = snapshot_of({"shop.py": CLASS}, chunker=SyntaxChunker(ChunkSettings(max_tokens=110, min_tokens=0)))
    chunks = snapshot.chunks_of(RepoPath("shop.py"))
    out = expand(hits_of(chunks[:3]), snapshot, SearchSettings(neighbor_hops=0, breadcrumb_expand_limit=2))
    assert len(out.hits) >= 5


def test_a_hit_that_the_file_no_longer_holds_stays_alone(snapshot, chunk_of, hits_of):
    candidates = hits_of([chunk_of("gone.txt", "x\n")])
    assert expand(candidates, snapshot, SETTINGS) == candidates


def test_nothing_grows_from_nothing(snapshot):
    assert expand(Candidates(), snapshot, SETTINGS) == Candidates()


def test_what_a_hit_uses_of_other_files_comes_along_and_says_where_it_is_used(snapshot_of, hits_of):
    files = {
        "shop/pay.py": "from shop.money import rounded_price\n\n\n"
        "def pay(cart):\n    return rounded_price(cart.total)\n",
        "shop/money.py": "def rounded_price(amount):\n    return round(amount, 2)\n\n\ndef other():\n    return 1\n",
    }
    snapshot = snapshot_of(files, chunker=SyntaxChunker())
    seed = next(chunk for chunk in snapshot.chunks_of(RepoPath("shop/pay.py")) if "pay(" in chunk.text)
    grown = expand(hits_of([seed]), snapshot, SearchSettings())
    used = [hit for hit in grown.hits if hit.evidence[0].source == "import"]
    assert [hit.chunk.path for hit in used] == ["shop/money.py"]
    assert used[0].evidence[0].note == "rounded_price is used at shop/pay.py:5"
    none = expand(hits_of([seed]), snapshot, SearchSettings(import_files_per_seed=0))
    assert not [hit for hit in none.hits if hit.evidence[0].source == "import"]
