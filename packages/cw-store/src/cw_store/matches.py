"""Where the words of a question are, as arrays: what chunks and files they make likely.

A chunk's score is BM25F (Robertson, Zaragoza, Taylor 2004) with one simplification: a word counts once in a field,
however often it stands there. Chunks are small and of one size, so how often says little, and FTS5 gives the chunks
that hold a word in a tenth of the time that it takes to score them: 0.2 microseconds each. On the yardstick both
orders are worth the same (docs/decisions/0009).
"""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log
from typing import TYPE_CHECKING, Any

from cw_core.facts import BEST
from cw_store.places import Places

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Rows = NDArray[Any]

ANYWHERE = 1.0
FIELDS = {"names": 3.0, "path": 1.2, "signature": 0.8}
"""What a word counts anywhere in a chunk, and what more in these fields; chosen on the yardstick, where the order is
the same over wide ranges of them."""

SATURATION = 1.2
FILE_LENGTH = 0.6
"""BM25's k1, and its b for files, whose length is their number of chunks."""

COMMON = 5_000
COMMON_SHARE = 0.2
"""A word in more chunks than both, the second as a share of all, is looked up in names and paths only, for elsewhere it
tells nothing apart; unless all words of the question are such."""


@dataclass(frozen=True, slots=True)
class Held:
    """Row ids of the chunks that hold a word anywhere, and in each field, ascending. `often` is how often it is asked.

    `common` is true if only some of those that hold it are here.
    """

    word: str
    often: int
    rows: Rows
    fields: Mapping[str, Rows]
    common: bool = False


def held(db: sqlite3.Connection, words: Sequence[str], chunks: int, most: int) -> list[Held]:
    """Each word once, in order of its first place, without those that no chunk holds. In over `most` it is common."""
    counted = Counter(words)
    found = [_held(db, word, often, most) for word, often in counted.items()]
    found = [entry for entry in found if len(entry.rows)]
    if found and all(entry.common for entry in found):
        found = [_held(db, entry.word, entry.often, chunks) for entry in found]
    return found


def _held(db: sqlite3.Connection, word: str, often: int, most: int) -> Held:
    import numpy as np  # noqa: PLC0415

    quoted = '"' + word.replace('"', "").replace("\0", "") + '"'
    rows = _rows(db, quoted, most + 1)
    common = len(rows) > most
    if not len(rows):
        return Held(word, often, rows, {})
    fields = {name: _rows(db, f"{name} : {quoted}") for name in FIELDS}
    if common:
        rows = np.unique(np.concatenate([fields["names"], fields["path"]]))
    return Held(word, often, rows, fields, common)


def _rows(db: sqlite3.Connection, asked: str, most: int = -1) -> Rows:
    """Row ids as SQLite's own text, which numpy reads: a third of the time of one Python object a row."""
    import numpy as np  # noqa: PLC0415

    sql = "SELECT group_concat(rowid) FROM (SELECT rowid FROM words WHERE words MATCH ? LIMIT ?)"
    (found,) = db.execute(sql, (asked, most)).fetchone()
    return np.fromstring(found, np.int64, sep=",") if found else np.zeros(0, np.int64)


class Matches:
    """The words of one question in one generation. Row ids of chunks index its arrays."""

    def __init__(self, db: sqlite3.Connection, places: Places, words: Sequence[str], common: int = COMMON) -> None:
        self._places = places
        total = int(places.counts.sum())
        self.held = held(db, words, total, max(common, int(COMMON_SHARE * total)))

    @cached_property
    def scores(self) -> Rows:
        """Each chunk's score by words, by row id; 0 for those that hold none. Shape (last row id + 1,)."""
        import numpy as np  # noqa: PLC0415

        total = int(self._places.counts.sum())
        out = np.zeros(self._places.end)
        strength = np.zeros(self._places.end)
        for entry in self.held:
            strength[entry.rows] = ANYWHERE
            for name, weight in FIELDS.items():
                rows = entry.fields[name]
                strength[rows] += weight
            inside = strength[entry.rows]
            out[entry.rows] += entry.often * _rarity(total, len(entry.rows)) * _saturated(inside, SATURATION)
            for rows in (entry.rows, *entry.fields.values()):
                strength[rows] = 0.0
        return out

    @cached_property
    def rarity(self) -> Mapping[str, float]:
        """Each word's share of the question, by how few files hold it; words that none holds are not there."""
        import numpy as np  # noqa: PLC0415

        raw = {
            entry.word: entry.often * _rarity(len(self._places), int(np.count_nonzero(self._by_file[0][at])))
            for at, entry in enumerate(self.held)
        }
        total = sum(raw.values()) or 1.0
        return {word: value / total for word, value in raw.items()}

    @cached_property
    def _by_file(self) -> tuple[Rows, Rows]:
        """How many chunks of each file hold each word, and in a name; shape (words, files) both."""
        import numpy as np  # noqa: PLC0415

        size = len(self._places)
        anywhere, named = np.zeros((len(self.held), size)), np.zeros((len(self.held), size))
        for at, entry in enumerate(self.held):
            anywhere[at] = np.bincount(self._places.of_chunks(entry.rows), minlength=size)
            named[at] = np.bincount(self._places.of_chunks(entry.fields["names"]), minlength=size)
        return anywhere, named

    @cached_property
    def file_scores(self) -> Rows:
        """Each file's score by words, as one document whose words stand as often as chunks hold them."""
        import numpy as np  # noqa: PLC0415

        places = self._places
        out = np.zeros(len(places))
        length = places.counts / max(1.0, float(places.counts.mean())) if len(places) else places.counts
        half = SATURATION * (1 - FILE_LENGTH + FILE_LENGTH * np.clip(length, 0.1, 6))
        for at, entry in enumerate(self.held):
            anywhere, named = self._by_file[0][at], self._by_file[1][at]
            weight = entry.often * _rarity(len(places), int(np.count_nonzero(anywhere)))
            out += weight * _saturated(anywhere + 2 * named, half)
        return out

    def coverage(self, files: Rows) -> tuple[Rows, Rows]:
        """The shares of the question that some files hold anywhere, and in their names; files by their places."""
        import numpy as np  # noqa: PLC0415

        weights = np.array([self.rarity[entry.word] for entry in self.held])
        anywhere, named = (table[:, files] > 0 for table in self._by_file)
        return weights @ anywhere, weights @ named

    def naming(self, rows: Rows) -> Rows:
        """The share of the question in the names of each of some chunks."""
        import numpy as np  # noqa: PLC0415

        out = np.zeros(len(rows))
        for entry in self.held:
            out += self.rarity[entry.word] * np.isin(rows, entry.fields["names"])
        return out

    def best(self, limit: int, files: Rows | None = None) -> list[tuple[int, float]]:
        """Chunks' row ids with scores, best first, ties by id; all that tie with the last come too.

        Only chunks of `files` (ids), if given.
        """
        import numpy as np  # noqa: PLC0415

        if not self.held or limit <= 0 or (files is not None and not len(files)):
            return []
        rows = np.flatnonzero(self.scores)
        if files is not None:
            rows = rows[self._places.within(rows, files)]
        scores = np.round(self.scores[rows], 6)
        if limit < len(rows):
            best = scores >= np.partition(scores, len(scores) - limit)[len(scores) - limit]
            rows, scores = rows[best], scores[best]
        order = np.lexsort((rows, -scores))
        return list(zip(rows[order].tolist(), scores[order].tolist(), strict=True))

    def best_files(self, limit: int, files: Rows | None = None) -> list[tuple[int, float]]:
        """The best chunk of each of the best files, by row id, with the file's score, best first; ties by row id."""
        import numpy as np  # noqa: PLC0415

        if not self.held or limit <= 0:
            return []
        scores = np.round(self.file_scores, 6)
        if files is not None:
            scores = np.where(np.isin(self._places.files, files), scores, 0.0)
        order = np.lexsort((self._places.firsts, -scores))[:limit]
        return [(self._best_of(place), float(scores[place])) for place in order.tolist() if scores[place] > 0]

    def _best_of(self, place: int) -> int:
        first, count = int(self._places.firsts[place]), int(self._places.counts[place])
        return first + int(self.scores[first : first + count].argmax())

    def best_of_files(self, files: Sequence[int]) -> list[tuple[float, ...]]:
        """The best scores of the chunks of each of some files (by their places), best first."""
        import numpy as np  # noqa: PLC0415

        firsts, counts = self._places.firsts, self._places.counts
        runs = (np.sort(self.scores[firsts[at] : firsts[at] + counts[at]])[: -BEST - 1 : -1] for at in files)
        return [tuple(run[run > 0].tolist()) for run in runs]


def _rarity(total: int, holders: int) -> float:
    """BM25's inverse document frequency, which is never below zero."""
    return log(1 + (total - holders + 0.5) / (holders + 0.5))


def _saturated(strength: Rows, half: Rows | float) -> Rows:
    return strength * (SATURATION + 1) / (strength + half)


def search(db: sqlite3.Connection, words: Sequence[str], files: Rows | None, limit: int) -> list[tuple[int, float]]:
    """The best chunks for some words; see `Matches.best`. A word given twice counts twice."""
    return Matches(db, Places.of(db), words).best(limit, files)
