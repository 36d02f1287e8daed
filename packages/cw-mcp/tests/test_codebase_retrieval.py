"""Every parameter of the tool has an effect, a bound that clients are shown, and an error that helps."""

from __future__ import annotations

import pytest
from pydantic import ValidationError

from cw_core import Budget, Notice, Scope
from cw_mcp.schema import schema_of
from cw_mcp.tools.codebase_retrieval import Arguments, keep, query_of


def arguments(**given):
    return Arguments.model_validate({"repo_path": "/r", "information_request": "why"} | given)


def test_the_question_its_terms_and_its_scope_reach_the_engine():
    query = query_of(
        arguments(
            technical_terms=["Retry"], include_globs=["src/**"], exclude_globs=["*.md"], language=["Python", "go"]
        )
    )
    assert (query.text, query.terms) == ("why", ("Retry",))
    assert query.scope == Scope(("src/**",), ("*.md",), ("python", "go"))
    assert query.budget == Budget()


@pytest.mark.parametrize(
    ("given", "budget"),
    [
        ({"mode": "quick"}, Budget(tokens=3000)),
        ({"mode": "balanced"}, Budget()),
        ({"mode": "deep"}, Budget(tokens=12_000)),
        ({"mode": "deep", "max_tokens": 500}, Budget(tokens=500)),
        ({"max_total_chars": 20_000}, Budget(tokens=5000)),
        ({"max_total_chars": 40_000, "max_tokens": 6000}, Budget(tokens=6000)),
        ({"max_files": 3, "max_segments_per_file": 2}, Budget(files=3, segments_per_file=2)),
    ],
)
def test_sizes_become_a_budget(given, budget):
    assert query_of(arguments(**given)).budget == budget


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("max_tokens", 200, 20_000), ("max_total_chars", 20_000, 80_000), ("max_files", 1, 50),
     ("max_segments_per_file", 1, 5)],
)  # fmt: skip
def test_bounds_are_shown_and_kept(name, low, high):
    shown = schema_of(Arguments)["properties"][name]
    assert (shown["minimum"], shown["maximum"]) == (low, high) and "default" not in shown
    assert arguments(**{name: low}) and arguments(**{name: high})
    for beyond in (low - 1 or -1, high + 1):
        with pytest.raises(ValidationError):
            arguments(**{name: beyond})


@pytest.mark.parametrize("name", ["technical_terms", "include_globs", "exclude_globs", "language"])
def test_lists_hold_twenty_at_most(name):
    assert schema_of(Arguments)["properties"][name]["maxItems"] == 20
    assert arguments(**{name: ["x"] * 20})
    with pytest.raises(ValidationError):
        arguments(**{name: ["x"] * 21})


def test_what_clients_send_for_not_given_is_not_given():
    given = {"technical_terms": None, "max_files": 0, "mode": "", "language": [], "max_tokens": None}
    assert query_of(arguments(**given)) == query_of(arguments())


def test_lists_may_arrive_as_text():
    assert arguments(technical_terms='["a", "b"]').technical_terms == ["a", "b"]
    assert arguments(technical_terms="a, b").technical_terms == ["a", "b"]


@pytest.mark.parametrize("given", [{"information_request": "  "}, {"repo_path": ""}, {"information_request": None}])
def test_a_question_and_a_repository_are_required(house, given):
    result = house.call(**given)
    assert result.is_error and next(iter(given)) in result.content[0].text


def test_an_unknown_argument_is_an_error_that_names_the_nearest(house):
    result = house.call(technical_term=["x"], max_file=2, zzz=1)
    text = result.content[0].text
    assert result.is_error and house.engines == []
    assert "unknown argument 'technical_term', did you mean 'technical_terms'?" in text
    assert "unknown argument 'max_file', did you mean 'max_files'?" in text
    assert "unknown argument 'zzz';" in text or text.splitlines()[0].endswith("unknown argument 'zzz'")
    assert "Next step: Call again with arguments out of: repo_path, information_request" in text


def test_a_value_out_of_bounds_is_named_with_its_bound(house):
    text = house.call(max_files=51, mode="fast").content[0].text
    assert "max_files: Input should be less than or equal to 50, not 51" in text
    assert "mode: Input should be 'quick', 'balanced' or 'deep', not 'fast'" in text
    assert "Traceback" not in text and "pydantic" not in text


@pytest.mark.parametrize(
    ("behavior", "segments"), [("return_with_warning", 2), ("return_top1", 1), ("return_empty", 0), ("", 2)]
)
def test_low_confidence_returns_what_was_asked_for_and_always_warns(house, behavior, segments):
    house.with_ = {"notices": (Notice("low-confidence", "nothing matched well"),)}
    result = house.call(low_confidence_behavior=behavior)
    summary = result.structured_content["summary"]
    assert summary["totalSegments"] == segments
    assert summary["warnings"][0]["code"] == "low-confidence"
    assert summary["tokens"] <= 40 and (segments > 0) == (summary["tokens"] > 0)


def test_a_confident_answer_is_whole_whatever_was_asked_for(house):
    assert house.call(low_confidence_behavior="return_empty").structured_content["summary"]["totalSegments"] == 2


def test_keep_counts_what_it_leaves_out(house, make_segment):
    house.call()
    pack = house.engines[0].search(house.asked)
    weak = type(pack)(pack.query, pack.segments, (Notice("low-confidence", ""),), 40)
    assert keep(weak, "return_top1").left_out == 1


def test_debug_adds_timings_and_evidence(house):
    result = house.call(return_debug=True)
    debug = result.structured_content["debug"]
    assert debug["timingsMs"] == {"recall": 1.5}
    assert debug["evidence"]["src/retry.py:3-4"] == {"lexical": [1, 9.5], "vector": [2, 0.4]}
    assert "> evidence: lexical #1 9.500 | vector #2 0.400" in result.content[0].text
    assert "> timings (ms): recall 1.5" in result.content[0].text
