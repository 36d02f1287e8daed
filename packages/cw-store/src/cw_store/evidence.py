"""What words and vectors say of some chunks and of their files, as the facts that a ranking weighs."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from cw_core import ChunkId
from cw_core.facts import BEST, ChunkFacts, Facts, FileFacts
from cw_store import catalog, matrix

if TYPE_CHECKING:
    from cw_core.ports import Vectors
    from cw_store.catalog import Head
    from cw_store.matches import Matches
    from cw_store.matrix import Segment
    from cw_store.places import Places, Rows

Similar = tuple["Rows", "Rows"]


def evidence(
    db: sqlite3.Connection,
    heads: Mapping[ChunkId, Head],
    places: Places,
    matches: Matches,
    segments: Sequence[Segment],
    vector: Vectors | None,
    similar: Similar | None,
) -> Facts:
    """The facts of some chunks and of their files.

    `similar` are all chunks' ids and similarities, where they were worked out already; else those of the files that
    are looked at are. 4 ms for 160 chunks of 70 files.
    """
    if not heads:
        return Facts(rarity=matches.rarity)
    chunks = np.fromiter((head.row for head in heads.values()), np.int64, len(heads))
    files = np.unique(places.of_chunks(chunks))
    owners = places.of_chunks(chunks).tolist()
    example = dict(zip(owners, heads.values(), strict=True))
    members = np.concatenate([np.arange(places.firsts[at], places.firsts[at] + places.counts[at]) for at in files])
    near = _Near(segments, places, files, members, vector, similar)
    words, naming, likeness = matches.scores[chunks], matches.naming(chunks), near.of_chunks(chunks)
    coverage, named = matches.coverage(files)
    whole, best_words = matches.file_scores[files], matches.best_of_files(files.tolist())
    ids = places.files[files].tolist()
    path_of = {file: example[at].chunk.path for file, at in zip(ids, files.tolist(), strict=True)}
    importers = catalog.importers_among(db, ids)
    by_file = {
        example[at].chunk.path: FileFacts(
            chunks=int(places.counts[at]),
            importers=int(places.importers[at]),
            words=float(whole[n]),
            coverage=float(coverage[n]),
            naming=float(named[n]),
            similarity=float(near.means[n]),
            best_words=best_words[n],
            best_similarities=near.best[n],
            mark=example[at].mark,
            imported_by=tuple(path_of[source] for source in importers.get(ids[n], ())),
        )
        for n, at in enumerate(files.tolist())
    }
    by_chunk = {key: ChunkFacts(float(words[n]), float(naming[n]), float(likeness[n])) for n, key in enumerate(heads)}
    return Facts(
        rarity=matches.rarity,
        files=by_file,
        chunks=by_chunk,
        top_words=float(matches.scores.max(initial=0.0)),
        top_similarity=near.top,
        most_importers=int(places.importers.max(initial=0)),
    )


class _Near:
    """Similarities of the chunks of some files, given by their places; `members` are those chunks, ascending."""

    def __init__(
        self,
        segments: Sequence[Segment],
        places: Places,
        files: Rows,
        members: Rows,
        vector: Vectors | None,
        similar: Similar | None,
    ) -> None:
        self.means = np.zeros(len(files))
        self.best: list[tuple[float, ...]] = [()] * len(files)
        self.top = 0.0
        self._ids, self._scores = np.zeros(0, np.int64), np.zeros(0)
        if vector is None or not segments:
            return
        ids, vectors = matrix.vectors_of(segments, members)
        order = np.argsort(ids, kind="stable")
        ids, vectors = ids[order], vectors[order]
        self._ids, self._scores = ids, np.round(vectors.astype(np.float64) @ vector.astype(np.float64), 6)
        self.top = float((similar[1] if similar else self._scores).max(initial=0.0))
        owner = np.searchsorted(files, places.of_chunks(ids))
        bounds = np.searchsorted(owner, np.arange(len(files) + 1)).tolist()
        for n in range(len(files)):
            mine = slice(bounds[n], bounds[n + 1])
            if bounds[n] < bounds[n + 1]:
                total = vectors[mine].sum(axis=0)
                self.means[n] = float(total @ vector) / max(float(np.linalg.norm(total)), 1e-9)
                self.best[n] = tuple(np.sort(self._scores[mine])[: -BEST - 1 : -1].tolist())

    def of_chunks(self, rows: Rows) -> Rows:
        """The similarity of each of some chunks; 0 where there is no vector."""
        if not len(self._ids):
            return np.zeros(len(rows))
        at = np.minimum(np.searchsorted(self._ids, rows), len(self._ids) - 1)
        return np.where(self._ids[at] == rows, self._scores[at], 0.0)
