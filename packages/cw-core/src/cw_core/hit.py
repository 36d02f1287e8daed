"""Chunks that may answer, with the evidence for each; it only ever accumulates."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from cw_core.chunk import Chunk, ChunkId
from cw_core.facts import Facts


@dataclass(frozen=True, slots=True)
class Evidence:
    """On which list a chunk stood (`lexical`, `vector`, `rank`, ...), where (1 is best), with which score."""

    source: str
    rank: int
    score: float
    note: str = ""


@dataclass(frozen=True, slots=True)
class Scored:
    """What an index answers: a chunk's key and a score, comparable only within one list."""

    id: ChunkId
    score: float


@dataclass(frozen=True, slots=True)
class Hit:
    """A chunk with its score (comparable only within one Candidates)."""

    chunk: Chunk
    score: float
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class Notice:
    """A weakness of an answer, as data: `code` for programs, `message` for people."""

    code: str
    message: str


NOTICES: dict[str, str] = {
    "lexical-only": "no vectors took part",
    "vector-only": "the question holds no word that an index of words could look up",
    "unknown-language": "a language of the scope is none we know",
    "partial-index": "files that might have answered are not in the index, or not yet",
    "cache-unusable": "vectors could not be kept for later, or taken from there",
    "partial-vectors": "some chunks have no vector yet",
    "low-confidence": "nothing matched well",
    "nothing-found": "nothing matched at all",
    "truncated": "something was cut to keep the budget",
    "setting-clamped": "a setting was out of range and was moved to its bound",
    "index-rebuilt": "the index was damaged or of another format and was built anew",
    "index-busy": "another process is writing; the last published generation answered",
}


@dataclass(frozen=True, slots=True)
class Recall:
    """One ranked list per source, best first, the chunks they speak of (without texts), and the facts of these.

    `notices` say what went wrong on the way.
    """

    lists: Mapping[str, tuple[Scored, ...]]
    chunks: Mapping[ChunkId, Chunk]
    notices: tuple[Notice, ...] = ()
    facts: Facts = field(default_factory=Facts)


@dataclass(frozen=True, slots=True)
class Candidates:
    """Hits, best first. Every stage after fusion maps Candidates to Candidates."""

    hits: tuple[Hit, ...] = ()
    notices: tuple[Notice, ...] = field(default=())

    def note(self, code: str, message: str) -> Candidates:
        """The same candidates with one more notice."""
        return replace(self, notices=(*self.notices, Notice(code, message)))
