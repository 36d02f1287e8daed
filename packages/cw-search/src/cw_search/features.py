"""What may make a candidate an answer: an open list of cheap features, each a function to a number from 0 to 1.

To add one, write a function with a docstring and decorate it, `@of_file` if all chunks of a file share it, else
`@of_chunk`; then train (`training/rank.py`), which gives it a weight. One without a weight counts nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import log1p

from cw_core import Chunk, ChunkFacts, Facts, FileFacts, RepoPath
from cw_core.text import tokens, whole
from cw_search.plan import Plan
from cw_search.roles import ENTRIES, PLATFORM_WORDS, is_aside, is_document, is_older, is_platform, is_test


@dataclass(frozen=True, slots=True)
class File:
    """A file that may answer, with what scales its facts: the best of all candidate files."""

    path: RepoPath
    facts: FileFacts
    all: Facts
    plan: Plan
    sums: Sums
    tops: Sums
    fitness: Mapping[RepoPath, float]


@dataclass(frozen=True, slots=True)
class Sums:
    """What a file's best chunks come to together, each counting half of the one before; by vectors, by words."""

    vectors: float
    chunks: float
    words: float
    similarity: float


@dataclass(frozen=True, slots=True)
class Piece:
    """A chunk that may answer; `defines` is how well it defines an asked name, 0 to 1."""

    chunk: Chunk
    facts: ChunkFacts
    all: Facts
    plan: Plan
    defines: float


FileFeature = Callable[[File], float]
ChunkFeature = Callable[[Piece], float]

OF_FILE: dict[str, FileFeature] = {}
OF_CHUNK: dict[str, ChunkFeature] = {}
"""All features by name, in order."""


def of_file(feature: FileFeature) -> FileFeature:
    """Add a feature that all chunks of a file share."""
    OF_FILE[feature.__name__] = feature
    return feature


def of_chunk(feature: ChunkFeature) -> ChunkFeature:
    """Add a feature of single chunks."""
    OF_CHUNK[feature.__name__] = feature
    return feature


def sums_of(file: FileFacts, facts: Facts) -> Sums:
    """Of one file."""
    near = [_likeness(one, facts.top_similarity) for one in file.best_similarities]
    return Sums(_halving(near), _halving(file.best_words), file.words, max(0.0, file.similarity))


def tops(sums: Collection[Sums]) -> Sums:
    """What those of single files are divided by: the best of them, never 0."""
    if not sums:
        return Sums(1.0, 1.0, 1.0, 1.0)
    return Sums(
        max(one.vectors for one in sums) or 1.0,
        max(one.chunks for one in sums) or 1.0,
        max(one.words for one in sums) or 1.0,
        max(one.similarity for one in sums) or 1.0,
    )


def fitness(sums: Mapping[RepoPath, Sums], best: Sums) -> dict[RepoPath, float]:
    """How well each file fits by itself, roughly, the best 1: what it says for others it has to do with."""
    fits = {
        path: 2 * one.vectors / best.vectors
        + one.chunks / best.chunks
        + one.words / best.words
        + 2 * one.similarity / best.similarity
        for path, one in sums.items()
    }
    most = max(fits.values(), default=0.0) or 1.0
    return {path: value / most for path, value in fits.items()}


# --- of a chunk


@of_chunk
def vector(piece: Piece) -> float:
    """How like the question the chunk is: 1 for the most alike of all, 0 for half of that and less."""
    return _likeness(piece.facts.similarity, piece.all.top_similarity)


@of_chunk
def lexical(piece: Piece) -> float:
    """Its score by words over the best of all chunks."""
    return piece.facts.words / piece.all.top_words if piece.all.top_words else 0.0


@of_chunk
def names(piece: Piece) -> float:
    """The share of the question that stands in the names it defines."""
    return piece.facts.naming


@of_chunk
def thin(piece: Piece) -> float:
    """1 if it has so little text that it can hardly answer."""
    return float(len(piece.chunk.span) < THIN)


@of_chunk
def data(piece: Piece) -> float:
    """1 for data, which is found by its head and read by nobody."""
    return float(piece.chunk.kind == "data")


@of_chunk
def defines(piece: Piece) -> float:
    """How well it defines a name that was asked for."""
    return piece.defines


@of_chunk
def defines_own(piece: Piece) -> float:
    """The same if its file is named like it."""
    return piece.defines and piece.defines * float(whole(stem_of(piece.chunk.path)) in asked_of(piece.plan.names))


@of_chunk
def defines_asked(piece: Piece) -> float:
    """The same, squared, if the question is little more than the name."""
    return piece.defines**2 if piece.plan.symbolic and not piece.plan.wants_tests else 0.0


# --- of a file


@of_file
def file_vector(file: File) -> float:
    """How like the question its best chunks are, each counting half of the one before."""
    return file.sums.vectors / file.tops.vectors


@of_file
def file_lexical(file: File) -> float:
    """The same by words."""
    return file.sums.chunks / file.tops.chunks


@of_file
def file_mean(file: File) -> float:
    """How like the question all of it is."""
    return file.sums.similarity / file.tops.similarity


@of_file
def file_words(file: File) -> float:
    """Its score by words as one document."""
    return file.sums.words / file.tops.words


@of_file
def file_coverage(file: File) -> float:
    """The share of the question that it holds anywhere."""
    return file.facts.coverage


@of_file
def file_names(file: File) -> float:
    """The share of the question that the names it defines hold."""
    return file.facts.naming


@of_file
def path(file: File) -> float:
    """The share of the question in its path."""
    rarity = file.all.rarity
    return sum(rarity.get(token, 0.0) for token in _tokens_of(file.path))


@of_file
def stem(file: File) -> float:
    """The share of its name that the question speaks of."""
    held = _tokens_of(stem_of(file.path))
    return sum(token in file.all.rarity for token in held) / len(held) if held else 0.0


@of_file
def stem_weight(file: File) -> float:
    """The share of the question in its name."""
    rarity = file.all.rarity
    return sum(rarity.get(token, 0.0) for token in _tokens_of(stem_of(file.path)))


@of_file
def depth(file: File) -> float:
    """How many folders it lies in, of eight at most."""
    return min(file.path.count("/"), 8) / 8


@of_file
def central(file: File) -> float:
    """How many files import it, beside the one that most do; logarithms of both."""
    most = file.all.most_importers
    return log1p(file.facts.importers) / log1p(most) if most else 0.0


@of_file
def vouched(file: File) -> float:
    """How well the best of the files fits that import it: what a good answer builds on may be the better one."""
    return max((file.fitness.get(path, 0.0) for path in file.facts.imported_by), default=0.0)


@of_file
def size(file: File) -> float:
    """How many chunks it has, as a logarithm; 1 from about 150."""
    return min(log1p(file.facts.chunks) / 5, 1.0)


@of_file
def tests(file: File) -> float:
    """1 for a test, unless the question speaks of tests."""
    return float(is_test(file.path) and not (file.plan.wants_tests or file.plan.speaks_of_tests))


@of_file
def asked_tests(file: File) -> float:
    """1 for a test that is."""
    return float(is_test(file.path) and file.plan.wants_tests)


@of_file
def aside(file: File) -> float:
    """1 for examples, documents' sources, scripts, foreign and made code, unless asked for."""
    return float(is_aside(file.path) and not (file.plan.wants_examples or file.plan.wants_docs))


@of_file
def older(file: File) -> float:
    """1 for what its path calls legacy."""
    return float(is_older(file.path))


@of_file
def docs(file: File) -> float:
    """1 for a document that is not asked for."""
    return float(is_document(file.path) and not file.plan.wants_docs)


@of_file
def asked_docs(file: File) -> float:
    """1 for a document that is."""
    return float(is_document(file.path) and file.plan.wants_docs)


@of_file
def header(file: File) -> float:
    """1 for declarations without bodies: C headers, stubs, type declarations."""
    return float(file.path.endswith((".h", ".pyi", ".d.ts")))


@of_file
def entry(file: File) -> float:
    """1 for the file that stands for its folder."""
    return float(file.path.rpartition("/")[2] in ENTRIES)


@of_file
def platform(file: File) -> float:
    """1 for the version of something for another platform than POSIX, unless the question names one."""
    return float(is_platform(file.path) and not (PLATFORM_WORDS & file.all.rarity.keys()))


@of_file
def made(file: File) -> float:
    """1 for what its content shows to be generated, vendored, minified, locked or data."""
    return float(bool(file.facts.mark))


@of_file
def near(file: File) -> float:
    """How close it lies to the files that the asker is looking at: the share of their folders that it has too."""
    return (
        max((_shared(file.path, other) for other in file.plan.query.near), default=0.0) if file.plan.query.near else 0.0
    )


THIN = 120
"""Bytes under which a chunk says too little to be an answer."""


def stem_of(path: str) -> str:
    """A file's name without its last ending."""
    name = path.rpartition("/")[2]
    return name.rpartition(".")[0] or name


@lru_cache(maxsize=50_000)
def _tokens_of(text: str) -> frozenset[str]:
    return frozenset(tokens(text))


@lru_cache(maxsize=64)
def asked_of(asked: tuple[str, ...]) -> frozenset[str]:
    """Asked names as they are compared with a file's name: their last parts, folded."""
    return frozenset(whole(name.rpartition(".")[2]) for name in asked)


def _likeness(similarity: float, top: float) -> float:
    return max(0.0, (similarity - top / 2) / (top / 2)) if top > 0 else 0.0


def _halving(scores: Sequence[float]) -> float:
    total, share = 0.0, 1.0
    for score in scores:
        total += share * score
        share /= 2
    return total


def _shared(path: str, other: str) -> float:
    mine, theirs = path.split("/")[:-1], other.split("/")[:-1]
    same = 0
    for a, b in zip(mine, theirs, strict=False):
        if a != b:
            break
        same += 1
    return (1 + same) / (1 + max(len(theirs), len(mine)))
