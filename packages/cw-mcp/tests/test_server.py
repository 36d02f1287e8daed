"""The server keeps the protocol, whatever the engine does."""

from __future__ import annotations

import json
import subprocess
import sys
import threading

import anyio
import pytest
from mcp.shared.exceptions import MCPError

from cw_core import IndexBusy, Notice, RootRefused
from cw_mcp.listing import INSTRUCTIONS
from cw_mcp.server import Engines
from cw_mcp.tools.codebase_retrieval import Arguments


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_it_lists_one_tool_with_its_hints_and_schemas(house, mode):
    async def conversation(client):
        return (await client.list_tools()).tools, client.server_info, client.instructions

    (tool,), info, instructions = house.run(conversation, mode)
    assert tool.name == "codebase-retrieval"
    assert tool.annotations.read_only_hint and tool.annotations.idempotent_hint and tool.title
    assert tool.output_schema["required"] == ["query", "summary", "files"]
    assert (info.name, info.version) == ("contextweaver", "0.1.0")
    assert instructions == INSTRUCTIONS and 400 <= len(INSTRUCTIONS) <= 900
    assert house.engines == []  # nothing is opened before the first call


def test_the_listing_costs_less_than_1200_tokens_and_holds_no_unions(house):
    async def conversation(client):
        return await client.list_tools()

    text = house.run(conversation).model_dump_json(by_alias=True, exclude_none=True)
    assert len(text) / 4 < 1200
    for union in ("anyOf", "oneOf", "allOf", '"type":['):
        assert union not in text


@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_an_answer_has_text_and_structured_content_that_fits_its_schema(house, mode):
    result = house.call(mode)  # the client validates structured content against the output schema
    assert not result.is_error
    assert result.content[0].text.startswith(
        "Found 2 relevant code blocks | Files: 2 | Total segments: 2 | Index: fresh\n\n## src/"
    )
    assert result.structured_content["summary"]["totalSegments"] == 2
    assert result.structured_content["files"][0]["segments"][0]["breadcrumb"] == "function wait"
    assert "debug" not in result.structured_content


def test_a_refused_root_is_an_error_with_its_code_and_next_step(house):
    house.refuse = RootRefused("/ is far too wide", "Name a repository.")
    result = house.call()
    assert result.is_error
    assert result.content[0].text == "Error (root-refused): / is far too wide\nNext step: Name a repository."


def test_an_engine_that_fails_stays_usable(house):
    house.with_ = {"error": IndexBusy("another process is writing", "Wait.")}
    first, second = house.call(), None
    assert first.is_error and "index-busy" in first.content[0].text
    house.with_ = {}
    second = house.call()
    assert not second.is_error


def test_a_path_that_cannot_be_one_is_refused(house):
    result = house.call(repo_path="/a\0b")
    assert result.is_error and "root-refused" in result.content[0].text and house.engines == []


def test_an_unknown_tool_is_named_with_the_known_one(house):
    async def conversation(client):
        with pytest.raises(MCPError, match="there is 'codebase-retrieval'"):
            await client.call_tool("codebase_retrieval", {})

    house.run(conversation)


def test_notices_are_always_shown(house):
    house.with_ = {"notices": (Notice("lexical-only", "no vectors took part"),)}
    result = house.call()
    assert "\nWarning (lexical-only): no vectors took part\n" in result.content[0].text
    assert result.structured_content["summary"]["warnings"] == [
        {"code": "lexical-only", "message": "no vectors took part"}
    ]


def test_one_engine_serves_all_calls_on_a_root_and_is_closed_at_the_end(house):
    async def conversation(client):
        arguments = {"repo_path": str(house.root), "information_request": "x"}
        async with anyio.create_task_group() as tasks:
            for _ in range(8):
                tasks.start_soon(client.call_tool, "codebase-retrieval", arguments)

    house.run(conversation, "legacy")
    (engine,) = house.engines
    assert (engine.indexed, len(engine.asked), engine.closed) == (8, 8, 1)


@pytest.mark.parametrize("token", [0, "t"])
def test_progress_is_told_to_whoever_asked_and_only_grows(house, token):
    house.with_ = {"pause": threading.Event()}
    told = []

    async def hear(progress, total, message):
        told.append((progress, message))
        house.with_["pause"].set()

    async def conversation(client):
        arguments = {"repo_path": str(house.root), "information_request": "x"}
        return await client.call_tool("codebase-retrieval", arguments, progress_callback=hear)

    result = house.run(conversation, "legacy")
    assert not result.is_error
    assert told[0][1] == "chunk 50% src/retry.py"
    numbers = [number for number, _ in told]
    assert numbers == sorted(set(numbers))


@pytest.mark.parametrize("published", [False, True])
def test_a_long_index_goes_on_while_the_call_is_answered_from_what_there_is(house, published):
    pause = threading.Event()
    house.with_, house.patience_s = {"pause": pause, "published": published}, 0.2

    async def conversation(client):
        arguments = {"repo_path": str(house.root), "information_request": "x"}
        first = await client.call_tool("codebase-retrieval", arguments)
        second = await client.call_tool("codebase-retrieval", arguments)
        pause.set()
        while not house.engines[0].indexed:
            await anyio.sleep(0.01)
        return first, second, await client.call_tool("codebase-retrieval", arguments)

    *early, last = house.run(conversation, "legacy")
    for result in early:
        assert result.is_error is not published
        code = "Warning (index-busy)" if published else "Error (index-busy)"
        text = result.content[0].text
        assert code in text and "the repository is still being indexed (chunk 50% src/retry.py)" in text
    assert not last.is_error and "index-busy" not in last.content[0].text
    assert len(house.engines) == 1 and house.engines[0].indexed == 2  # abandoned calls do no work at their turn


@pytest.mark.parametrize("published", [False, True])
def test_an_index_held_by_another_process_answers_with_what_was_published(house, published):
    house.with_ = {"busy": IndexBusy("another process is writing", "Wait."), "published": published}
    result = house.call()
    assert result.is_error is not published
    assert ("Warning" if published else "Error") + " (index-busy): another process is writing" in result.content[0].text


def test_only_the_last_few_engines_are_kept_and_none_in_use_is_closed(house):
    engines = Engines(house.open, keep=2)
    arguments = Arguments(repo_path="x", information_request="y")
    for name in ("a", "b", "a", "c"):
        engines.retrieve(house.root / name, arguments, lambda: True)
    assert [(engine.root.name, engine.closed) for engine in house.engines] == [("a", 0), ("b", 1), ("c", 0)]
    engines.close()
    assert [engine.closed for engine in house.engines] == [1, 1, 1]


def test_a_call_nobody_waits_for_any_more_does_no_work(house):
    engines = Engines(house.open)
    with pytest.raises(IndexBusy):
        engines.retrieve(house.root, Arguments(repo_path="x", information_request="y"), lambda: False)
    assert house.engines == []


def test_nothing_heavy_is_loaded_before_the_first_call():
    heavy = ("numpy", "lancedb", "pyarrow", "tree_sitter", "cw_search.engine", "cw_store")
    code = f"import cw_mcp.main, sys, json; print(json.dumps([m for m in {heavy!r} if m in sys.modules]))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert json.loads(done.stdout) == []
