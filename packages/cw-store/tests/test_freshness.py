"""An index knows whether it still tells what the disk does."""

from __future__ import annotations

import pytest

from cw_core import FileStamp, Freshness, IndexSettings
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker, OutageEmbedder
from cw_store import Job, Layout, update
from cw_store.indexing.freshness import forget, freshness, look, maker, remember
from cw_store.indexing.seen import Seen
from cw_store.indexing.walk import walk

SETTINGS = IndexSettings(workers=1)
MADE_BY = maker("x", "y")


class Tree:
    def __init__(self, folder):
        self.root, self.layout = folder / "tree", Layout.of(folder / "home", folder / "tree")
        self.root.mkdir()
        for n in range(4):
            self.write(f"src/f{n}.txt", f"words of {n}\n")

    def write(self, path, text):
        (self.root / path).parent.mkdir(exist_ok=True)
        (self.root / path).write_text(text)

    def index(self, embedder=HashEmbedder()):  # noqa: B008 - frozen
        update(self.layout, Job(self.root, LinesChunker(), embedder, SETTINGS, unobserved))

    def settle(self):
        """As if the last run had been a while after the last change: no file is racy."""
        found = walk(self.root, SETTINGS, begun_ns=2**62)
        remember(self.layout.current(), Seen.of(found), self.made_by(), 1)

    def made_by(self):
        return maker(LinesChunker().version, HashEmbedder().space.key)

    def now(self, **changes):
        options = {"made_by": self.made_by(), "deadline_s": 60.0} | changes
        return freshness(self.layout, self.root, SETTINGS, options["made_by"], options["deadline_s"])


@pytest.fixture
def tree(tmp_path):
    tree = Tree(tmp_path)
    tree.index()
    tree.settle()
    return tree


def test_nothing_changed_is_fresh(tree):
    assert str(tree.now()) == "fresh"


def test_every_change_is_counted(tree):
    tree.write("src/f0.txt", "other words\n")
    tree.write("more.txt", "more\n")
    (tree.root / "src/f3.txt").unlink()
    found = tree.now()
    assert (found.state, found.changed, found.bytes_changed) == ("stale", 3, 17)
    assert str(found) == "stale(3)"


def test_a_file_changed_shortly_before_the_last_run_is_not_called_fresh(tmp_path):
    tree = Tree(tmp_path)
    tree.index()
    assert tree.now().state == "stale"


def test_where_nothing_was_indexed_it_is_missing(tmp_path):
    assert Tree(tmp_path).now() == Freshness("missing")


def test_another_chunker_or_model_is_unknown(tree):
    assert tree.now(made_by=maker("another", HashEmbedder().space.key)).state == "unknown"
    assert tree.now(made_by=maker(LinesChunker().version, "")).state == "unknown"


def test_what_a_run_left_undone_is_unknown(tree):
    tree.write("more.txt", "more\n")
    tree.index(OutageEmbedder(HashEmbedder()))
    assert tree.now().state == "unknown"


def test_when_the_time_is_up_it_says_how_much_was_not_looked_at(tree):
    found = tree.now(deadline_s=-1.0)
    assert (found.state, found.unchecked > 0, str(found)) == ("unchecked", True, "unknown")


def test_damage_of_what_was_seen_is_unknown_and_the_next_run_mends_it(tree):
    for content in (b"", b"garbage", tree.made_by() + b"garbage"):
        (tree.layout.current() / "seen").write_bytes(content)
        assert tree.now().state == "unknown"
    tree.index()
    tree.settle()
    assert tree.now().state == "fresh"


def test_a_root_that_went_is_unknown(tree):
    tree.root.rename(tree.root.with_name("elsewhere"))
    assert tree.now().state == "unknown"


def test_a_look_by_way_of_what_was_seen_tells_what_a_walk_tells(tree):
    store = tree.layout.current()
    tree.write("src/f1.txt", "longer than before\n")
    for known in (store, None):
        found = look(tree.root, SETTINGS, known, tree.made_by())
        want = walk(tree.root, SETTINGS)
        assert found.stamps == want.stamps
        assert found.skipped == want.skipped
        assert all(isinstance(stamp, FileStamp) for stamp in found.stamps)
    forget(store)
    assert tree.now().state == "unknown"
