"""Both indexes asked: what may answer the question, with what they know of it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING

from cw_core import ChunkId, ModelError, Notice, Recall, Scope, Scored, SearchSettings, Symbol
from cw_core.ports import Embedder, Snapshot
from cw_search.plan import STOP_STEMS, Plan

if TYPE_CHECKING:
    from cw_core.ports import Vectors

CHUNKS_PER_FILE = 3
"""Chunks of one file that a list keeps: the best answers are among them, and ranking costs by the chunk."""

DEFINITIONS_PER_NAME = 20
"""Definitions taken for one asked name; a name with more is no name to go by."""

DEFINITIONS_PER_FILE = 3
"""Of these, from one file: a template's many specializations stand for one thing."""

DEFINITIONS_LOOKED_AT = 2_000
"""Definitions of one name that are looked at to find these, inside a scope too; of more, some may be missed."""


def recall(plan: Plan, snapshot: Snapshot, embedder: Embedder | None, settings: SearchSettings) -> Recall:
    """Up to four lists: `definition`, `lexical`, `file` (by words, whole files), `vector`; their chunks, their facts.

    Chunks come without texts. Without an embedder, without vectors, or when the embedder fails, the word index answers
    alone and a notice says so.
    """
    notices: list[Notice] = []
    scope = plan.query.scope
    words = [word for word in plan.words if word not in STOP_STEMS] or list(plan.words)
    if embedder is not None and embedder.remote:  # a service is waited for while words are looked up
        with ThreadPoolExecutor(max_workers=1, thread_name_prefix="recall") as pool:
            by_words = pool.submit(_by_words, snapshot, words, scope, settings)
            query = _query(plan, snapshot, embedder, notices)
            lexical, files = by_words.result()
    else:
        lexical, files = _by_words(snapshot, words, scope, settings)
        query = _query(plan, snapshot, embedder, notices)
    vector = snapshot.nearest(query, scope, settings.vector_top_k) if query is not None else ()
    if not lexical and not plan.words:
        notices.append(Notice("vector-only", "the question holds no word to look up"))
    lists = {
        "definition": _definitions(plan, snapshot),
        "lexical": _few_of_each_file(lexical),
        "file": files,
        "vector": _few_of_each_file(vector),
    }
    ids = list(dict.fromkeys(hit.id for found in lists.values() for hit in found))
    chunks = {key: chunk for key, chunk in snapshot.heads(ids).items() if scope.admits(chunk.path, chunk.language)}
    facts = snapshot.facts(list(chunks), words, query)
    known = {name: tuple(hit for hit in found if hit.id in chunks) for name, found in lists.items()}
    return Recall({name: found for name, found in known.items() if found}, chunks, tuple(notices), facts)


def _few_of_each_file(hits: Sequence[Scored]) -> list[Scored]:
    """The first of each file: what else it holds is in its facts."""
    of: dict[str, int] = {}
    kept: list[Scored] = []
    for hit in hits:
        path = hit.id.rpartition("@")[0]
        of[path] = of.get(path, 0) + 1
        if of[path] <= CHUNKS_PER_FILE:
            kept.append(hit)
    return kept


def _by_words(
    snapshot: Snapshot, words: Sequence[str], scope: Scope, settings: SearchSettings
) -> tuple[Sequence[Scored], Sequence[Scored]]:
    return (
        snapshot.lexical(words, scope, settings.lex_total_chunks),
        snapshot.lexical_files(words, scope, settings.lex_files),
    )


def _query(plan: Plan, snapshot: Snapshot, embedder: Embedder | None, notices: list[Notice]) -> Vectors | None:
    """The question as a vector; None, with a notice, where there is none to compare."""
    generation = snapshot.generation
    if not generation.chunks:
        return None
    if embedder is None or not generation.vectors:
        notices.append(Notice("lexical-only", "there are no vectors; words alone were searched"))
        return None
    if embedder.space.key != generation.space:
        notices.append(Notice("lexical-only", f"the vectors are of {generation.space}; words alone were searched"))
        return None
    if generation.vectors < generation.chunks:
        missing = generation.chunks - generation.vectors
        notices.append(Notice("partial-vectors", f"{missing} of {generation.chunks} chunks have no vector yet"))
    try:
        query = embedder.embed_query(plan.text)
    except ModelError as outage:
        notices.append(Notice("lexical-only", f"{outage}; words alone were searched"))
        return None
    if not query.any():
        notices.append(Notice("lexical-only", "the model knows no word of the question; words alone were searched"))
        return None
    return query


def _definitions(plan: Plan, snapshot: Snapshot) -> Sequence[Scored]:
    """Chunks that define an asked name, exact spellings first."""
    found: dict[ChunkId, float] = {}
    for name in plan.names:
        asked = name.rpartition(".")[2]
        for key in dict.fromkeys((name, asked)):
            for chunk_id, symbol in _defined(key, snapshot, plan.query.scope):
                score = _grade(symbol, name, asked)
                found[chunk_id] = max(found.get(chunk_id, 0.0), score)
    return tuple(Scored(key, found[key]) for key in sorted(found, key=lambda key: (-found[key], key)))


def _defined(name: str, snapshot: Snapshot, scope: Scope) -> Sequence[tuple[ChunkId, Symbol]]:
    """The first definitions of a name inside the scope, in the catalog's order, a few of each file."""
    found = snapshot.definitions(name, DEFINITIONS_LOOKED_AT)
    if scope and found:
        heads = snapshot.heads(list(dict.fromkeys(key for key, _ in found)))
        inside = {key for key, chunk in heads.items() if scope.admits(chunk.path, chunk.language)}
        found = tuple(entry for entry in found if entry[0] in inside)
    of: dict[str, int] = {}
    kept: list[tuple[ChunkId, Symbol]] = []
    for key, symbol in found:
        path = key.rpartition("@")[0]
        of[path] = of.get(path, 0) + 1
        if of[path] <= DEFINITIONS_PER_FILE:
            kept.append((key, symbol))
    return kept[:DEFINITIONS_PER_NAME]


TYPES = frozenset("class struct interface trait protocol enum type module object record union namespace actor".split())
"""Kinds that a name with a capital asks for first."""

PARTS = frozenset("field property variant constant variable constructor prototype parameter".split())
"""Kinds that are seldom what is asked for by name, while another definition has the name."""


def _grade(symbol: Symbol, name: str, asked: str) -> float:
    """How well a definition fits an asked name: 1 for the very thing, less for parts, uses of the name, other cases."""
    if symbol.name != asked and symbol.qualified != name:
        return 0.3
    if symbol.kind in PARTS:
        return 0.5
    return 1.0 if symbol.kind in TYPES or not asked[0].isupper() or symbol.qualified == name else 0.8
