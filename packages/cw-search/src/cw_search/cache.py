"""The last answers, for whoever asks the same again; never one that a newer index would answer otherwise."""

from __future__ import annotations

import threading
import unicodedata
from collections import OrderedDict
from collections.abc import Hashable
from dataclasses import replace

from cw_core import ContextPack, Query

INCOMPLETE = frozenset(
    (
        "lexical-only",
        "vector-only",
        "partial-index",
        "partial-vectors",
        "cache-unusable",
        "index-busy",
        "index-rebuilt",
        "not-reranked",
    )
)
"""Notices of answers that something was missing for: it may be there the next time, so these are not kept."""


def normalized(query: Query) -> Query:
    """The query as it is compared: NFC, runs of white space as one space. Case stays, for `Foo` is not `foo`."""
    return replace(query, text=_normal(query.text), terms=tuple(map(_normal, query.terms)))


def _normal(text: str) -> str:
    return " ".join(unicodedata.normalize("NFC", text).split())


class AnswerCache:
    """At most `most` answers, the least recently used gives way. Thread-safe."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._guard = threading.Lock()
        self._known: OrderedDict[Hashable, ContextPack] = OrderedDict()

    def get(self, query: Query, state: Hashable) -> ContextPack | None:
        """The answer to the same question from the same state: the generation of which store, by which settings."""
        key = normalized(query), state
        with self._guard:
            found = self._known.get(key)
            if found is not None:
                self._known.move_to_end(key)
        return None if found is None else replace(found, query=query)

    def put(self, query: Query, state: Hashable, pack: ContextPack) -> None:
        """Keep an answer, unless something was missing for it."""
        if self._most <= 0 or any(notice.code in INCOMPLETE for notice in pack.notices):
            return
        with self._guard:
            self._known[normalized(query), state] = pack
            while len(self._known) > self._most:
                self._known.popitem(last=False)
