"""Both indexes asked at once: what may answer the question."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor

from cw_core import ChunkId, ModelError, Notice, Recall, Scope, Scored, SearchSettings, Symbol
from cw_core.ports import Embedder, Snapshot
from cw_search.plan import Plan

DEFINITIONS_PER_NAME = 20
"""Definitions taken for one asked name; a name with more is no name to go by."""

DEFINITIONS_IN_SCOPE = 2_000
"""Definitions looked at for one asked name to find those inside a scope; of a name with more, some may be missed."""


def recall(plan: Plan, snapshot: Snapshot, embedder: Embedder | None, settings: SearchSettings) -> Recall:
    """Up to three lists: `definition`, `lexical`, `vector`, with the chunks on them.

    Without an embedder, without vectors, or when the embedder fails, the word index answers alone and a notice says so.
    """
    notices: list[Notice] = []
    scope = plan.query.scope
    with ThreadPoolExecutor(max_workers=1, thread_name_prefix="recall") as pool:
        words = pool.submit(snapshot.lexical, plan.words, scope, settings.lex_total_chunks)
        vector = _vector(plan, snapshot, embedder, settings, notices)
        lexical = words.result()
    if not lexical and not plan.words:
        notices.append(Notice("vector-only", "the question holds no word to look up"))
    lists = {"definition": _definitions(plan, snapshot), "lexical": lexical, "vector": vector}
    ids = list(dict.fromkeys(hit.id for found in lists.values() for hit in found))
    chunks = {key: chunk for key, chunk in snapshot.chunks(ids).items() if scope.admits(chunk.path, chunk.language)}
    known = {name: tuple(hit for hit in found if hit.id in chunks) for name, found in lists.items()}
    return Recall({name: found for name, found in known.items() if found}, chunks, tuple(notices))


def _vector(
    plan: Plan, snapshot: Snapshot, embedder: Embedder | None, settings: SearchSettings, notices: list[Notice]
) -> Sequence[Scored]:
    generation = snapshot.generation
    if not generation.chunks:
        return ()
    if embedder is None or not generation.vectors:
        notices.append(Notice("lexical-only", "there are no vectors; words alone were searched"))
        return ()
    if embedder.space.key != generation.space:
        notices.append(Notice("lexical-only", f"the vectors are of {generation.space}; words alone were searched"))
        return ()
    if generation.vectors < generation.chunks:
        missing = generation.chunks - generation.vectors
        notices.append(Notice("partial-vectors", f"{missing} of {generation.chunks} chunks have no vector yet"))
    try:
        query = embedder.embed_query(plan.text)
    except ModelError as outage:
        notices.append(Notice("lexical-only", f"{outage}; words alone were searched"))
        return ()
    if not query.any():
        notices.append(Notice("lexical-only", "the model knows no word of the question; words alone were searched"))
        return ()
    return snapshot.nearest(query, plan.query.scope, settings.vector_top_k)


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
    """The first definitions of a name inside the scope, in the catalog's order."""
    if not scope:
        return snapshot.definitions(name, DEFINITIONS_PER_NAME)
    found = snapshot.definitions(name, DEFINITIONS_IN_SCOPE)
    chunks = snapshot.chunks(list(dict.fromkeys(key for key, _ in found)))
    inside = {key for key, chunk in chunks.items() if scope.admits(chunk.path, chunk.language)}
    return [entry for entry in found if entry[0] in inside][:DEFINITIONS_PER_NAME]


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
