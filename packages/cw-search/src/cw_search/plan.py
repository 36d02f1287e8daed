"""A question into what each recall arm and the ranking need of it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cw_core import Query
from cw_core.text import stem, tokens, whole, words


@dataclass(frozen=True, slots=True)
class Plan:
    """`words` are tokens for the word index, those of known terms first and twice.

    `names` are identifiers that may be asked for; `symbolic` is true if the question is little more than names. `text`
    is what a model reads. `wants_tests` is true if tests are asked for, `speaks_of_tests` if they are spoken of: then
    they may answer as others do.
    """

    query: Query
    text: str
    words: tuple[str, ...]
    names: tuple[str, ...]
    symbolic: bool
    wants_tests: bool = False
    speaks_of_tests: bool = False
    wants_docs: bool = False
    wants_examples: bool = False


STOP = frozenset(
    """
    a about above after again all also am an and any are as at be because been before being below between both but
    by can cannot code could did do does doing done down during each else ever every few file find for from further
    get gets give given had has have having he help her here hers him his how i if implement implementation
    implemented implements in into is it its itself just know let like look made make makes many may me more most
    much must my need no nor not now of off on once one only or other our out over own please same see she should
    show so some such tell than that the their them then there these they this those through to too under until up
    us use used uses using very want was way we were what when where whether which while who whom whose why will
    with within without work works would you your
    """.split()
)
"""Words of a question that say nothing about code; as plain words they are not looked up."""

STOP_STEMS = frozenset(stem(word) for word in STOP)

_NAME = re.compile(r"[^\W\d]\w*(?:(?:\.|::|->|#|/)[^\W\d]\w*)*(?:\(\))?")
_COMPOUND = re.compile(r"[a-z0-9][A-Z]|[A-Z]{2,}[a-z]|_\w|\w_|\.|::|->|#|\(\)")
_QUOTED = re.compile(r"[`'\"]([^`'\"\s]{2,80})[`'\"]")
_TESTS = re.compile(
    r"\b(?:tests?|specs?|fixtures?|mocks?)\s+(?:for|of|that|which|covering|cover|coverage|suites?|cases?|doubles?)\b"
    r"|\b(?:unit|integration|regression|existing|which|what|all|any|find|show|list|run|write|add)\s+(?:the\s+)?tests?\b"
    r"|\b(?:is|are|gets?|been|being|well|where|how)\b.*\btested\b|^\W*tests?\W*$|\btest_\w+|\b\w+_test\b"
    r"|\b[Tt]est[A-Z]\w*|\b\w+[a-z]Tests?\b|测试用例|单元测试|的测试|テストケース|のテスト"
)
"""A wish for tests. The word alone is none: much code is about testing. It only says that tests may answer."""

_TEST_WORDS = frozenset(
    ("test", "tests", "testing", "spec", "specs", "mock", "mocks", "fixture", "fixtures", "unittest")
)

_DOCS = frozenset(("docs", "documentation", "readme", "changelog", "tutorial", "guide", "install", "license"))
_EXAMPLES = frozenset(("example", "examples", "sample", "samples", "demo", "demos", "benchmark", "benchmarks"))

MAX_LOOKED_AT = 2_000
"""Characters of a question that are read for what it wishes."""

MAX_WORDS = 40
"""Tokens looked up for one question: a pasted page costs no more than a long sentence."""


def plan(query: Query) -> Plan:
    """What is looked up for a question. Pure, well under a millisecond."""
    plain = [word for word in words(query.text) if word.lower() not in STOP]
    looked_up = [token for term in query.terms for token in tokens(term)] * 2
    looked_up += [token for word in plain for token in tokens(word) if token not in STOP_STEMS]
    if not looked_up:
        looked_up = tokens(query.text)
    names = _names(query, plain)
    lowered = {word.lower() for word in words(query.text)}
    return Plan(
        query=query,
        text=" ".join((query.text, *query.terms)),
        words=tuple(looked_up[:MAX_WORDS]),
        names=names,
        symbolic=bool(names) and len(plain) <= 2,
        wants_tests=bool(_TESTS.search(" ".join((query.text, *query.terms))[:MAX_LOOKED_AT])),
        speaks_of_tests=bool(lowered & _TEST_WORDS),
        wants_docs=bool(lowered & _DOCS),
        wants_examples=bool(lowered & _EXAMPLES),
    )


def _names(query: Query, plain: list[str]) -> tuple[str, ...]:
    """Identifiers of the question: terms, quoted words, compounds, capitalised words, and a lone word."""
    found = [term for term in query.terms if _NAME.fullmatch(term)]
    found += _QUOTED.findall(query.text)
    for at, word in enumerate(match[0] for match in _NAME.finditer(query.text)):
        capital = word[0].isupper() and (at > 0 or len(plain) <= 2) and word.lower() not in STOP
        if _COMPOUND.search(word) or capital:
            found.append(word)
    if len(plain) == 1:
        found += plain
    cleaned = (re.split(r"::|->|#", name.removesuffix("()").strip(".")) for name in found)
    joined = (".".join(part for part in name if part) for name in cleaned)
    return tuple(dict.fromkeys(name for name in joined if len(whole(name)) > 1))
