"""Whether an answer says rightly how sure it is, asked of this repository's own source."""

import shutil
from pathlib import Path

import pytest

from cw_search import Engine, Query, load_settings

ROOT = Path(__file__).parents[2]
DATA = ROOT / "tests" / "data"


def lines_of(name):
    text = (DATA / name).read_text(encoding="utf-8")
    return [line for line in text.splitlines() if line and not line.startswith("#")]


@pytest.fixture(scope="module")
def engine(tmp_path_factory):
    folder = tmp_path_factory.mktemp("trust")
    for source in sorted((ROOT / "packages").glob("*/src")):
        shutil.copytree(source, folder / "tree", dirs_exist_ok=True, ignore=shutil.ignore_patterns("__pycache__"))
    with Engine.open(folder / "tree", load_settings({"CW_HOME": str(folder / "home")}, folder)) as engine:
        engine.index()
        yield engine


def test_of_questions_without_an_answer_nine_in_ten_are_told_so(engine):
    found = {question: engine.search(Query(question)).confidence for question in lines_of("unanswerable.txt")}
    assert len(found) == 50
    assert sum(level in ("low", "none") for level in found.values()) >= 45, found


def test_of_questions_with_an_answer_one_in_twenty_is_doubted_and_their_files_are_found(engine):
    doubted, lost = [], []
    asked = [line.split("\t") for line in lines_of("answerable.txt")]
    for question, files in asked:
        pack = engine.search(Query(question))
        if pack.confidence in ("low", "none"):
            doubted.append(question)
        if not set(pack.files[:5]) & set(files.split()):
            lost.append((question, pack.files[:5]))
    assert len(doubted) <= len(asked) / 20, doubted
    assert len(lost) <= len(asked) / 10, lost


def test_nonsense_is_told_and_what_was_checked(engine):
    pack = engine.search(Query("FrobnicatorOfQuuxes"))
    assert pack.confidence == "none"
    assert "nothing defines `FrobnicatorOfQuuxes`" in pack.checked
    assert "low-confidence" in {notice.code for notice in pack.notices}
