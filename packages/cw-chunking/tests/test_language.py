"""Which language a file is, and where languages come from."""

import subprocess
import sys
import textwrap

import pytest

from cw_chunking.language import language_named, language_of, languages
from cw_core import RepoPath


@pytest.mark.parametrize(
    ("path", "content", "name"),
    [
        ("a.py", b"", "python"),
        ("Dockerfile", b"", "dockerfile"),
        ("build/Makefile", b"", "make"),
        ("run", b"#!/usr/bin/env -S python3 -u\n", "python"),
        ("run", b"#!/bin/bash\n", "bash"),
        ("run", b"plain words\n", "text"),
        ("app.min.js", b"var a", "data"),
        ("a.test.ts", b"", "typescript"),
        ("A.PY", b"", "python"),
        ("View.m", b"#import <UIKit/UIKit.h>\n@implementation View\n@end\n", "objective-c"),
        ("View.h", b"#import <UIKit/UIKit.h>\n@interface View : UIView\n@end\n", "objective-c"),
        ("view.h", b"#pragma once\nclass View;\n", "cpp"),
        ("a.pl", b"use strict;\nmy $x = 1;\n", "perl"),
    ],
)
def test_a_file_is_known_by_its_name_its_first_line_or_its_content(path, content, name):
    assert language_of(RepoPath(path), content).name == name


def test_people_call_languages_by_many_names():
    asked = ["golang", "py", ".rs", "c++", "shell", "TypeScript", "objc", "no such"]
    found = [language_named(name) for name in asked]
    assert found == ["go", "python", "rust", "cpp", "bash", "typescript", "objective-c", None]


def test_every_language_says_who_may_use_a_definition_with_known_words_only():
    known = {"public", "protected", "internal", "package", "private", "file"}
    for language in languages().values():
        rules = language.visibility
        levels = {*rules.words.values(), *rules.default.values(), *(level for _, level in rules.names)}
        assert levels <= {*known, ""}, language.name


TOY = {
    "toy_languages/__init__.py": "",
    "toy_languages/toy/language.toml": 'extensions = [".toy"]\ngrammar = "python"\nqueries = "python"\n',
    "toy_languages-1.0.dist-info/METADATA": "Metadata-Version: 2.1\nName: toy-languages\nVersion: 1.0\n",
    "toy_languages-1.0.dist-info/entry_points.txt": "[cw_chunking.languages]\ntoy = toy_languages\n",
}
ASK = """
from cw_chunking import RepoPath, SourceFile, SyntaxChunker
cut = SyntaxChunker().chunk(SourceFile(RepoPath("a.toy"), b"def f():\\n    pass\\n"))
print(cut.language, cut.how, *(symbol.name for symbol in cut.symbols))
"""


def installed(folder):
    for path, text in TOY.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def asked(folder, cwd):
    program = f"import sys; sys.path.append({str(folder)!r})\n{textwrap.dedent(ASK)}"
    done = subprocess.run([sys.executable, "-P", "-c", program], cwd=cwd, capture_output=True, text=True, check=False)
    return done.stdout.strip() or done.stderr.strip().splitlines()[-1]


def test_another_distribution_may_add_a_language(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    assert asked(installed(tmp_path / "site"), tmp_path / "elsewhere") == "toy syntax f"


def test_the_folder_one_works_in_adds_none_since_it_may_be_any_repository(tmp_path):
    assert asked(installed(tmp_path), tmp_path) == "text lines"


def test_a_language_package_that_cannot_be_loaded_is_named(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    site = installed(tmp_path / "site")
    (site / "toy_languages" / "__init__.py").write_text("import not_there\n", encoding="utf-8")
    assert "toy_languages cannot be loaded" in asked(site, tmp_path / "elsewhere")
