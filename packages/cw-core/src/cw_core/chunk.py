"""A piece of one file: the unit that is embedded, found and ranked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Any, NewType

from cw_core.source import Digest, RepoPath, SourceFile, Span
from cw_core.symbol import Reference, Symbol

ChunkId = NewType("ChunkId", str)
"""`path@digest:start`: unique in a generation, and unchanged for as long as the file is."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """A run of whole lines, or a part of one line too long for a chunk.

    `breadcrumb` starts with the path and names what the chunk lies in. `lines` are 1-based and inclusive. `names` are
    the qualified names of the definitions that begin here, in order. `kind` is code, docs, config or data; a data chunk
    is found by its head alone. `reads` is what the text means where it is an encoding (a notebook's cell), else empty.
    """

    path: RepoPath
    digest: Digest
    span: Span
    lines: tuple[int, int]
    language: str
    breadcrumb: tuple[str, ...]
    text: str
    names: tuple[str, ...] = ()
    kind: str = "code"
    reads: str = ""

    def __reduce__(self) -> tuple[type[Chunk], tuple[object, ...]]:
        """Pickled as a call, as a span is."""
        return Chunk, _FIELDS(self)

    @property
    def id(self) -> ChunkId:
        """The key under which every part of the store knows this chunk."""
        return ChunkId(f"{self.path}@{self.digest}:{self.span.start}")

    @property
    def embedding_text(self) -> str:
        """What a text model reads: where the code stands, then the code. Never shown."""
        return f"{' > '.join(self.breadcrumb)}\n{self.reads or self.text}"

    @classmethod
    def cut(
        cls,
        file: SourceFile,
        span: Span,
        language: str,
        breadcrumb: tuple[str, ...],
        names: tuple[str, ...] = (),
        kind: str = "code",
        reads: str = "",
    ) -> Chunk:
        """The one way to make a chunk: text and lines are taken from the file, so they cannot disagree with it."""
        return cls(
            path=file.path,
            digest=file.digest,
            span=span,
            lines=file.lines.lines_of(span),
            language=language,
            breadcrumb=breadcrumb,
            text=file.text(span),
            names=names,
            kind=kind,
            reads=reads,
        )


_FIELDS = attrgetter(*(field.name for field in fields(Chunk)))


@dataclass(frozen=True, slots=True)
class ChunkedFile:
    """Everything one file yields. `how` says by what means it was cut: syntax, headings, keys, lines, head, empty.

    `comments` are the comments' spans, in order. `problem` says why a file with a grammar was cut by lines, if it was.
    `mark` is generated, vendored, minified, lock or data where the content says that people do not write it here.
    """

    path: RepoPath
    digest: Digest
    language: str
    how: str
    chunks: tuple[Chunk, ...]
    symbols: tuple[Symbol, ...] = ()
    references: tuple[Reference, ...] = ()
    comments: tuple[Span, ...] = ()
    problem: str = ""
    mark: str = ""

    def __reduce__(self) -> tuple[Callable[..., ChunkedFile], tuple[object, ...]]:
        """Pickled with its names by column: a few long tuples take a third of the time of thousands of short ones."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["symbols"] = tuple(zip(*self.symbols, strict=True))
        values["references"] = tuple(zip(*self.references, strict=True))
        return _unpickled, (values,)


def _unpickled(values: dict[str, Any]) -> ChunkedFile:
    for name, kind in (("symbols", Symbol), ("references", Reference)):
        values[name] = tuple(map(kind, *values[name])) if values[name] else ()
    return ChunkedFile(**values)
