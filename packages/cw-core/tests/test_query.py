import warnings

import pytest

from cw_core import Scope
from cw_core.query import glob_pattern

GLOBS = [
    # glob, paths it admits, paths it does not
    ("*.py", ["a.py", "src/a.py", "a/b/c.py"], ["a.pyc", "a.py/b"]),
    ("retry.py", ["retry.py", "src/retry.py"], ["my_retry.py", "retry.py/x"]),
    ("src/*.py", ["src/a.py"], ["src/b/a.py", "lib/src/a.py", "src.py"]),
    ("src/**", ["src/a.py", "src/b/c"], ["src", "lib/src/a"]),
    ("src/", ["src/a.py", "src/b/c"], ["src", "asrc/a", "lib/src/a"]),
    ("./src/*.py", ["src/a.py"], ["a.py"]),
    ("**/test/*.py", ["test/a.py", "a/b/test/c.py"], ["test/b/c.py", "atest/c.py"]),
    ("src/**/a.py", ["src/a.py", "src/b/c/a.py"], ["src/ba.py", "a.py"]),
    ("**", ["a", "a/b"], []),
    ("a?c", ["abc", "x/abc"], ["ac", "a/c", "abbc"]),
    ("[ab].py", ["a.py", "x/b.py"], ["c.py", "ab.py"]),
    ("[!ab].py", ["c.py"], ["a.py"]),
    ("[^a].py", ["^.py", "a.py"], ["b.py"]),
    ("[a-c].py", ["b.py"], ["d.py"]),
    ("[]x].py", ["].py", "x.py"], ["a.py"]),
    ("app/[id]/page.tsx", ["app/i/page.tsx"], ["app/[id]/page.tsx"]),
    ("[.py", ["[.py"], ["a.py"]),
    ("a.b", ["a.b"], ["axb"]),
    ("it's (1)+$.py", ["it's (1)+$.py"], ["it's 1.py"]),
    ("日本/*.py", ["日本/ü.py"], ["日/ü.py"]),
    ("a\nb/*", ["a\nb/c"], ["a/c"]),
    ("*", ["a\nb", "x/y"], []),
    ("a\\b", ["a\\b"], ["ab"]),
    ("[\\].py", ["\\.py"], ["a.py"]),
    ("/src/**", ["src/a.py", "src/b/c"], ["src", "lib/src/a"]),
    ("/a.py", ["a.py"], ["src/a.py"]),
    ("/", ["a", "a/b"], []),
    ("[!]", ["[!]"], ["a"]),
    ("[!]x].py", ["a.py"], ["].py", "x.py"]),
    ("[z-a]x", [], ["zx", "ax", "-x", "x"]),
    ("[!z-a]x", ["zx", "b/ax"], ["x"]),
    ("[a-]x", ["ax", "-x"], ["bx"]),
    ("[a||b&&~]x", ["ax", "|x", "&x", "~x"], ["cx"]),
    ("[[:alpha:]]x", [":]x", "[]x"], ["ax"]),
    ("a[+-9]b", ["a0b"], ["a/b"]),
]


@pytest.mark.parametrize(("glob", "inside", "outside"), GLOBS, ids=[repr(glob) for glob, _, _ in GLOBS])
def test_a_glob_admits_what_its_description_says(glob, inside, outside):
    assert [path for path in inside if not Scope(include=(glob,)).admits(path, "")] == []
    assert [path for path in outside if Scope(include=(glob,)).admits(path, "")] == []
    assert [path for path in inside if Scope(exclude=(glob,)).admits(path, "")] == []


@pytest.mark.parametrize(
    "glob", ["[z-a].py", "[!]", "[!]x].py", "[", "[]", "[!", "a[b", "[[:alpha:]]x", "[a--b]", "[a||b]"]
)
def test_any_text_is_a_glob_and_none_breaks_the_matcher(glob):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert glob_pattern.__wrapped__(glob).fullmatch("q/q/q.nothing") is None


def test_a_set_stays_inside_one_folder():
    assert not Scope(include=("src[!a]b.py",)).admits("src/b.py", "")


def test_a_scope_admits_what_is_included_and_not_excluded_in_one_of_its_languages():
    scope = Scope(include=("src/", "*.md"), exclude=("*_test.py",), languages=("python", "markdown"))
    assert scope.admits("src/a.py", "python")
    assert scope.admits("docs/a.md", "markdown")
    assert not scope.admits("src/a_test.py", "python")
    assert not scope.admits("src/a.go", "go")
    assert not scope.admits("lib/a.py", "python")


def test_an_empty_scope_admits_everything_and_says_so():
    assert not Scope()
    assert Scope().admits("any/thing", "")
    assert all([Scope(include=("a",)), Scope(exclude=("a",)), Scope(languages=("go",))])
