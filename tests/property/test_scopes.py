"""A Scope selects the same files in SQLite, in the matrix, in LanceDB and in plain Python."""

import os
from contextlib import closing
from types import SimpleNamespace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cw_core import IndexSettings, RepoPath, Scope, SourceFile
from cw_core.progress import unobserved
from cw_core.testing import HashEmbedder, LinesChunker
from cw_core.text import tokens
from cw_store import Job, Layout, snapshot, update

house = settings(deadline=None, database=None, derandomize=not os.environ.get("CW_FUZZ"), max_examples=80)

PATHS = [
    *("a.py", "b.py", "a.md", "src/a.py", "src/b.go", "src/deep/er/a.py", "src/deep/er/[id].tsx", "src/[id]/page.tsx"),
    *(
        "it's/a.py",
        'say "hi"/a.md',
        "two words/a b.py",
        "ünï/ä.py",
        "ünï/a\u0308.py",
        "用户/指南.md",
        "semi;colon--/a.py",
    ),
    *(
        "100%/a_b.py",
        "back\\slash.py",
        "star*.py",
        "q?.md",
        "{a,b}.py",
        "(a|b)+.py",
        "^$.py",
        "a.py.bak",
        "'; DROP--.go",
    ),
    *("new\nline/a.py", " lead/a.py", "trail /a.py", "UPPER.PY", "src/test/a_test.go", "test/src/a.py", "x@y:1/a.py"),
]
LANGUAGES = ["py", "md", "go", "tsx", "bak", "text", "nothing"]
PIECES = [
    "a",
    "b",
    "src",
    "test",
    "deep",
    ".py",
    ".md",
    ".go",
    "ä",
    "用户",
    "'",
    '"',
    " ",
    ";",
    "\\",
    "%",
    "_",
    "@",
    "\n",
]
GLOB = st.one_of(
    st.sampled_from(PATHS),
    st.sampled_from(
        ["*", "**", "*.py", "**/*.py", "src/", "src/**", "src/*", "**/a.py", "[ab].py", "src/[[]id]/*", "?.md"]
    ),
    st.lists(st.sampled_from([*PIECES, "*", "**", "?", "/", "[ab]", "[!a]", "[", "]"]), min_size=1, max_size=6).map(
        "".join
    ),
)


@st.composite
def scopes(draw):
    return Scope(
        include=tuple(draw(st.lists(GLOB, max_size=2))),
        exclude=tuple(draw(st.lists(GLOB, max_size=2))),
        languages=tuple(draw(st.lists(st.sampled_from(LANGUAGES), max_size=2))),
    )


@pytest.fixture(scope="module")
def index(tmp_path_factory):
    root, home = tmp_path_factory.mktemp("scoped"), tmp_path_factory.mktemp("home")
    for path in PATHS:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("the shared word\n", encoding="utf-8")
    layout = Layout.of(home, root)
    report = update(layout, Job(root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1), unobserved))
    assert report.added == len(PATHS), report.skipped
    large = Layout.of(home / "large", root)
    update(large, Job(root, LinesChunker(), HashEmbedder(), IndexSettings(workers=1, table_from=1), unobserved))
    with closing(snapshot(layout)) as opened, closing(snapshot(large)) as tabled:
        yield SimpleNamespace(opened=opened, tabled=tabled, query=HashEmbedder().embed_query("the shared word"))


def paths(hits):
    return sorted(hit.id.rpartition("@")[0] for hit in hits)


@house
@given(scope=scopes())
def test_all_four_admit_the_same_files(index, scope):
    opened = index.opened
    language = {path: LinesChunker().chunk(SourceFile(RepoPath(path), b"x")).language for path in PATHS}
    want = sorted(path for path in PATHS if scope.admits(path, language[path]))
    assert paths(opened.lexical(tokens("shared"), scope, 1000)) == want
    assert paths(opened.nearest(index.query, scope, 1000)) == want
    assert paths(index.tabled.nearest(index.query, scope, 1000)) == want
