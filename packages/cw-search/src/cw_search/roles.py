"""What a file is for, told by its path: tests, documents, what stands beside the program."""

from __future__ import annotations

import re
from functools import lru_cache

from cw_core.text import tokens

ENTRIES = frozenset(
    ("__init__.py", "index.ts", "index.js", "index.tsx", "mod.rs", "lib.rs", "init.lua", "package-info.java")
)

PLATFORM_WORDS = frozenset(
    tokens("windows window win32 win aix android wasm wasi solaris sunos cygwin haiku zos os390")
)

_TESTS = re.compile(
    r"(^|/)(tests?|testing|__tests__|specs?|testdata|fixtures?|__fixtures__|__mocks__|mocks?|e2e)(/|$)"
    r"|(^|/)(test_[^/]*|conftest\.py|[^/]*[_.-](test|tests|spec|mock)\.[^/.]+|[^/]*Tests?\.[^/.]+|[^/]*Spec\.[^/.]+)$"
)
_ASIDE = re.compile(
    r"(^|/)(examples?|samples?|demos?|benchmarks?|bench|docs?|docs_src|scripts?|tools|vendor|third_party|thirdparty"
    r"|node_modules|generated|gen|dist|build)(/|$)"
    r"|(\.d\.ts|\.min\.js|\.pb\.go|_pb2\.py|\.generated\.[^/]+|\.g\.cs|_generated\.[^/]+)$"
)
_OLDER = re.compile(r"(^|/)(v1|legacy|deprecated|compat|old|obsolete|migrations)(/|$)")
_PLATFORM = re.compile(
    r"(^|[/_.-])(win|windows|win32|winrt|winapi|msvc|os390|zos|aix|ibmi|sunos|solaris|haiku|cygwin|vms|os400|amiga"
    r"|dos|uwp|qnx|hurd|android|wasm|wasi)([/_.-]|$)",
    re.IGNORECASE,
)
_DOCS = (".md", ".rst", ".txt", ".adoc", ".mdx")


@lru_cache(maxsize=50_000)
def is_test(path: str) -> bool:
    """True for tests and what belongs to them, by the ways of common languages."""
    return bool(_TESTS.search(path))


@lru_cache(maxsize=50_000)
def is_aside(path: str) -> bool:
    """True for what stands beside the program: examples, scripts, foreign and made code."""
    return bool(_ASIDE.search(path))


@lru_cache(maxsize=50_000)
def is_older(path: str) -> bool:
    """True for what is kept for old users."""
    return bool(_OLDER.search(path))


@lru_cache(maxsize=50_000)
def is_platform(path: str) -> bool:
    """True for code of one platform that is not POSIX."""
    return bool(_PLATFORM.search(path))


def is_document(path: str) -> bool:
    """True for prose."""
    return path.endswith(_DOCS)
