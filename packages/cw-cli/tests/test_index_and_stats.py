"""`cw index` and `cw stats` say what was done and what is there."""

from __future__ import annotations

import json


def test_index_tells_the_result_on_stdout_and_what_was_left_out_on_stderr(cw):
    assert cw("index", "/r") == 0
    assert cw.engine.did == ["index", "close"]
    assert cw.out == "/r: 2 files, 3 chunks, 3 vectors (0 added, 0 modified, 0 deleted, 2 unchanged) in 1.2 s\n"
    assert cw.err == "skipped 3: 2 binary, 1 too-large\nnote: X was moved [setting-clamped]\n"


def test_index_can_be_forced_and_quiet(cw):
    cw("index", "--force", "--quiet")
    assert cw.engine.did[0] == "force" and cw.err == "note: X was moved [setting-clamped]\n"


def test_index_as_json_accounts_for_every_file(cw):
    assert cw("index", "--json") == 0
    values = json.loads(cw.out)
    assert values["added"] + values["modified"] + values["unchanged"] + len(values["skipped"]) == values["discovered"]
    assert values["skippedByReason"] == {"binary": 2, "too-large": 1}
    assert values["warnings"] == [{"code": "setting-clamped", "message": "X was moved"}]


def test_stats_as_text_and_as_json_tell_the_same(cw):
    assert cw("stats", "-p", "/r") == 0
    assert "chunks           3\n" in cw.out and "language python  1 syntax\n" in cw.out
    assert "vectors          3 (static/m/256/1)\n" in cw.out
    assert cw("stats", "--json") == 0
    values = json.loads(cw.out)
    assert (values["files"], values["languages"], values["symbols"]) == (2, {"python": {"syntax": 1}}, 5)
