"""What is cheap stays cheap: which modules a step loads."""

import json

import pytest

HEAVY = ("lancedb", "pyarrow", "lance")


def loaded(python, program, *arguments):
    program += "\nimport json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"
    return set(json.loads(python(program, *arguments).splitlines()[-1]))


@pytest.mark.parametrize("package", ["cw_core", "cw_search", "cw_store", "cw_chunking"])
def test_importing_a_package_loads_nothing_that_it_may_not_need(python, package):
    modules = loaded(python, f"import {package}")
    assert modules & {"numpy", "tree_sitter", "tree_sitter_language_pack", "markdown_it", "httpx", *HEAVY} == set()


def test_the_core_needs_the_standard_library_alone(python):
    import sys

    modules = loaded(python, "import cw_core, cw_core.testing, cw_core.ports, cw_core.text")
    plain = loaded(python, "import json")
    assert modules - plain - set(sys.stdlib_module_names) - {"cw_core"} == set()


def test_opening_an_engine_writes_nothing_and_loads_nothing(python, tmp_path):
    program = "import sys, pathlib; from cw_search import Engine, Settings\n"
    program += "Engine.open(pathlib.Path(sys.argv[1]), Settings(home=pathlib.Path(sys.argv[2])))"
    (tmp_path / "tree").mkdir()
    modules = loaded(python, program, str(tmp_path / "tree"), str(tmp_path / "home"))
    assert modules & {"numpy", "tree_sitter", *HEAVY} == set()
    assert not (tmp_path / "home").exists()


OPEN = """
import sys, pathlib
from cw_search import Engine, Query, Settings
engine = Engine.open(pathlib.Path(sys.argv[1]), Settings(home=pathlib.Path(sys.argv[2])))
"""


def test_a_search_by_words_and_vectors_loads_neither_database_nor_protocol_nor_parser(nuts, python):
    program = OPEN + "pack = engine.search(Query('where are nuts returned?'))\nassert pack.segments\n"
    program += "assert 'vector' in {s for segment in pack.segments for s in segment.sources}, pack.notices"
    modules = loaded(python, program, str(nuts.root), str(nuts.home))
    assert modules & {"mcp", "httpx", "typer", "tree_sitter", "markdown_it", *HEAVY} == set()


def test_a_second_run_with_nothing_changed_publishes_nothing_and_loads_no_database(nuts, python):
    program = OPEN + "report = engine.index()\nassert not report.changed\nprint(report.generation.number)"
    modules = loaded(python, program, str(nuts.root), str(nuts.home))
    assert modules & {*HEAVY, "tree_sitter"} == set()
    assert nuts.engine.stats().generation == nuts.report.generation
