"""`cw search` asks what the command line says, and shows what came back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cw_core import Budget, IndexBusy, IndexMissing, Notice, Query, Scope


def test_it_brings_the_index_up_to_date_and_prints_segments_verbatim(cw):
    assert cw("search", "where do retries wait?", "/r") == 0
    assert cw.engine.did == ["index", "search", "close"] and cw.engine.root == Path("/r")
    assert cw.out == (
        "src/retry.py:3-4  > class Retry > method wait  (0.500 lexical)\n"
        "    def wait(self):\n        return 1\n"
        "\n"
        "README.md:1-1  (0.250 context)\n"
        "# Retry\x1b[31m\n"
    )
    assert cw.err.endswith("2 segments in 2 files, 42 tokens; index fresh\n")


def test_every_option_reaches_the_engine(cw):
    cw(
        "search", "why", "-p", "/r", "--technical-terms", "Retry, wait", "-t", "x", "--include", "src/**",
        "--include", "*.md", "--exclude", "docs/", "--language", "Python", "--max-tokens", "500", "--max-files", "2",
    )  # fmt: skip
    assert cw.engine.asked == Query(
        "why", ("Retry", "wait", "x"), Scope(("src/**", "*.md"), ("docs/",), ("python",)), Budget(500, 2)
    )


def test_the_spelling_of_the_typescript_tool_still_works(cw):
    old = ("--repo-path", "/r", "--information-request", "why", "--technical-terms", "a,b", "--mode", "quick")
    assert cw("search", *old) == 0
    assert cw.engine.asked == Query("why", ("a", "b"), budget=Budget(tokens=3000))
    cw("search", *old, "--max-total-chars", "20000")
    assert cw.engine.asked.budget == Budget(tokens=5000)


def test_no_index_answers_from_what_is_there(cw):
    cw("search", "why", "--no-index")
    assert cw.engine.did == ["search", "close"]


@pytest.mark.parametrize(
    "arguments",
    [(), ("  ",), ("a", "--information-request", "b"), ("a", "/r", "-p", "/s"), ("a", "--mode", "x"),
     ("a", "--max-tokens", "1"), ("a", "--no-such"), ("a", "b", "c")],
)  # fmt: skip
def test_a_wrong_command_line_is_told_and_nothing_is_done(cw, arguments):
    assert cw("search", *arguments) == 2
    assert cw.err.startswith("cw: ") and "hint: " in cw.err and cw.out == "" and cw.engine.did == []
    assert cw("search", *arguments, "--json") == 2
    assert json.loads(cw.out)["error"]["code"] == "usage"


def test_nothing_found_is_exit_code_one_with_the_reason(cw):
    cw.engine.segments, cw.engine.notices = (), (Notice("nothing-found", "nothing matched at all"),)
    assert cw("search", "why") == 1
    assert cw.out == "" and "note: nothing matched at all [nothing-found]" in cw.err


def test_json_is_one_object_and_notices_are_still_told_on_stderr(cw):
    cw.engine.notices = (Notice("lexical-only", "no vectors took part"),)
    assert cw("search", "why", "--json") == 0
    values = json.loads(cw.out)
    assert [notice["code"] for notice in values["summary"]["warnings"]] == ["lexical-only", "setting-clamped"]
    assert values["files"][0]["segments"][0]["startLine"] == 3
    assert "note: no vectors took part [lexical-only]" in cw.err


def test_what_was_skipped_is_told_when_something_was_indexed(cw):
    cw("search", "why")
    assert "skipped" not in cw.err
    cw.engine.changed = True
    cw("search", "why")
    assert "skipped 3: 2 binary, 1 too-large" in cw.err


def test_quiet_leaves_only_results_and_notices(cw):
    cw.engine.changed = True
    assert cw("search", "why", "--quiet") == 0
    assert cw.err == "note: X was moved [setting-clamped]\n"


def test_an_index_held_by_another_process_answers_with_what_was_published(cw):
    cw.engine.busy = IndexBusy("another process is writing", "Wait.")
    assert cw("search", "why") == 0
    assert "note: another process is writing; the last published generation answered [index-busy]" in cw.err
    cw.engine.error = IndexMissing("nothing was indexed here yet")
    assert cw("search", "why") == 6
    assert "cw: another process is writing" in cw.err
