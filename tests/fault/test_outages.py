"""A model that is away costs vectors for a while, and nothing else."""

import pytest

from cw_core import IndexSettings
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker, OutageEmbedder
from cw_store import Job, stats, update


def codes(report):
    return [notice.code for notice in report.notices]


def test_an_outage_is_said_and_the_next_run_embeds_exactly_what_is_missing(tree):
    tree.write({"m00.py": "shared but changed\n", "new.py": "shared and new\n"})
    report = tree.run(OutageEmbedder(HashEmbedder()))
    assert codes(report) == ["partial-vectors"]
    assert (report.added, report.modified, report.embedded) == (1, 1, 0)
    assert (report.generation.chunks, report.generation.vectors) == (13, 11)
    assert tree.indexed() == tree.texts()
    assert [notice.code for notice in stats(tree.layout, tree.root).notices] == ["partial-vectors"]
    report = tree.run()
    assert (codes(report), report.embedded, report.generation.vectors) == ([], 2, 13)
    assert tree.indexed() == tree.texts()


def test_a_first_run_in_an_outage_is_an_index_of_words(tree):
    report = tree.run(OutageEmbedder(HashEmbedder()), force=True)
    assert (codes(report), report.generation.vectors, report.generation.files) == (["partial-vectors"], 0, 12)
    assert tree.indexed() == tree.texts()
    report = tree.run()
    assert report.embedded + report.reused == report.generation.vectors == 12


def test_an_outage_half_way_keeps_what_was_made(tree):
    tree.write({"large.txt": "".join(f"shared line {n}\n" for n in range(2_200))})
    job = Job(tree.root, LinesChunker(1), OutageEmbedder(HashEmbedder(), 1), IndexSettings(workers=1), unobserved)
    report = update(tree.layout, job)
    assert report.embedded + report.reused == report.generation.vectors == 2_000
    again = update(tree.layout, Job(tree.root, LinesChunker(1), HashEmbedder(), IndexSettings(workers=1), unobserved))
    assert again.embedded + again.reused == again.generation.chunks - 2_000
    assert again.generation.vectors == again.generation.chunks


def test_an_outage_that_lasts_publishes_nothing_new(tree):
    tree.write({"new.py": "shared and new\n"})
    number = tree.run(OutageEmbedder(HashEmbedder())).generation.number
    for _ in range(2):
        report = tree.run(OutageEmbedder(HashEmbedder()))
        assert codes(report) == ["partial-vectors"]
        assert not report.changed
        assert report.generation.number == number


def test_without_an_embedder_what_did_not_change_keeps_its_vectors(tree):
    (tree.root / "m00.py").unlink()
    tree.write({"m01.py": "shared but changed\n"})
    assert tree.run(None).generation.vectors == 10
    assert tree.indexed() == tree.texts()
    report = tree.run()
    assert (report.embedded, report.generation.vectors) == (1, 11)
    assert tree.indexed() == tree.texts()


@pytest.mark.parametrize("away", [None, "m00.py"])
def test_files_that_went_during_an_outage_are_not_answered_with(tree, away):
    if away:
        (tree.root / away).unlink()
    tree.write({"m01.py": "shared but changed\n"})
    tree.run(OutageEmbedder(HashEmbedder()))
    assert tree.indexed() == tree.texts()
    assert tree.run().generation.vectors == len(tree.texts())
    assert tree.indexed() == tree.texts()
