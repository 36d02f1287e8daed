"""Uses meet definitions across files, with how sure that is, and no edit leaves a wrong edge behind."""

from __future__ import annotations

import contextlib

import pytest

from cw_core import ChunkedFile, Digest, FileStamp, Reference, RepoPath, SourceFile, Span, Symbol
from cw_store import catalog, graph
from cw_store.rows import FileRows
from cw_store.write import Stage


class Code:
    """Files that define and use names, straight in a catalog, with edges between them."""

    def __init__(self, folder):
        self.db = catalog.connect(folder / "catalog.db", create=True)

    def put(self, path, defines=(), uses=()):
        text = "".join(f"line {n}\n" for n in range(1, 21))
        file = SourceFile(RepoPath(path), text.encode())
        symbols = tuple(
            Symbol(name, name, "function", Span(0, len(file.content)), lines) for name, lines in dict(defines).items()
        )
        references = tuple(Reference(name, kind, line) for name, kind, line in uses)
        cut = ChunkedFile(file.path, Digest(file.digest), "x", "lines", (), symbols, references)
        stage = Stage(self.db)
        stage.put(FileRows.of(FileStamp(file.path, len(file.content), 0), file, cut))
        stage.publish(space="", bytes_known=0, bytes_left=0)

    def edge(self, source, target, confidence=1.0):
        ids = dict(self.db.execute("SELECT path, id FROM file"))
        stage = Stage(self.db)
        stage.set_edges(ids[source], (), {ids[target]: confidence})
        stage.keep()

    def users(self, path, name):
        return [(edge.source, edge.line, edge.user, edge.confidence) for edge in graph.users(self.db, path, name)]


@pytest.fixture
def code(tmp_path):
    code = Code(tmp_path)
    with contextlib.closing(code.db):
        yield code


def test_a_use_means_what_its_file_imports_and_not_the_same_name_elsewhere(code):
    code.put("lib/wait.py", {"backoff": (1, 5)})
    code.put("other/wait.py", {"backoff": (1, 5)})
    code.put("app/main.py", {"run": (2, 9)}, [("backoff", "call", 4)])
    code.edge("app/main.py", "lib/wait.py")
    assert code.users("lib/wait.py", "backoff") == [("app/main.py", 4, "run", graph.IMPORTED)]
    assert code.users("other/wait.py", "backoff") == []


def test_a_name_passed_on_by_a_package_is_found_through_it(code):
    code.put("lib/wait.py", {"backoff": (1, 5)})
    code.put("other/wait.py", {"backoff": (1, 5)})
    code.put("lib/all.py", uses=[("backoff", "import", 1)])
    code.put("app/main.py", uses=[("backoff", "call", 4)])
    code.edge("lib/all.py", "lib/wait.py")
    code.edge("app/main.py", "lib/all.py")
    assert ("app/main.py", 4, "", graph.IMPORTED_THROUGH) in code.users("lib/wait.py", "backoff")


def test_the_own_file_comes_before_an_import_and_a_definition_is_no_use_of_itself(code):
    code.put("lib/wait.py", {"backoff": (1, 5)}, [("backoff", "call", 1), ("backoff", "call", 7)])
    code.put("other/wait.py", {"backoff": (1, 5)})
    code.edge("lib/wait.py", "other/wait.py")
    assert code.users("lib/wait.py", "backoff") == [("lib/wait.py", 7, "", graph.SAME_FILE)]
    assert code.users("other/wait.py", "backoff") == []


def test_without_an_import_neighbours_come_first_and_strangers_share_what_is_left(code):
    code.put("a/one.go", {"Charge": (1, 5)})
    code.put("b/two.go", {"Charge": (1, 5)})
    code.put("a/user.go", uses=[("Charge", "call", 3)])
    code.put("c/user.go", uses=[("Charge", "call", 3)])
    assert code.users("a/one.go", "Charge") == [
        ("a/user.go", 3, "", graph.SAME_FOLDER),
        ("c/user.go", 3, "", graph.ONE_OF_MANY / 2),
    ]


def test_the_only_definition_of_a_name_is_likely_meant(code):
    code.put("a/one.go", {"Charge": (1, 5)})
    code.put("c/user.go", uses=[("Charge", "call", 3)])
    assert code.users("a/one.go", "Charge") == [("c/user.go", 3, "", graph.ONLY_ONE)]


def test_what_lines_use_is_every_definition_they_may_mean(code):
    code.put("lib/wait.py", {"backoff": (1, 5)})
    code.put("app/main.py", {"run": (2, 9)}, [("backoff", "call", 4), ("backoff", "call", 12), ("gone", "call", 5)])
    code.edge("app/main.py", "lib/wait.py")
    found = list(graph.used_by(code.db, "app/main.py", (2, 9)))
    assert [(edge.line, edge.target, edge.name) for edge in found] == [(4, "lib/wait.py", "backoff")]


def test_a_changed_file_keeps_the_edges_to_it_and_a_removed_one_leaves_none(code):
    code.put("lib/wait.py", {"backoff": (1, 5)})
    code.put("app/main.py", uses=[("backoff", "call", 4)])
    code.edge("app/main.py", "lib/wait.py", 0.5)
    code.put("lib/wait.py", {"backoff": (3, 8), "more": (9, 9)})
    assert graph.imported_by(code.db, "lib/wait.py") == (("app/main.py", 0.5),)
    assert graph.imports_of(code.db, "app/main.py") == (("lib/wait.py", 0.5),)
    stage = Stage(code.db)
    stage.remove(["lib/wait.py"])
    stage.publish(space="", bytes_known=0, bytes_left=0)
    assert graph.imports_of(code.db, "app/main.py") == ()
    assert code.users("lib/wait.py", "backoff") == []
