"""A cut file as the rows that the catalog keeps of it, and back again.

Made by the processes that cut, so that the one writer has little to do; plain tuples, since they travel.
"""

from __future__ import annotations

import json
import re
import struct
import zlib
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from cw_core import Chunk, ChunkedFile, Digest, FileStamp, Reference, RepoPath, SourceFile, Span, Symbol
from cw_core.text import whole
from cw_store.lexical import Words, words_of

SEPARATOR = "\x1f"
"""After each part of a breadcrumb (its path left out) and after each name."""

_ESCAPE = "\x1e"

_RUN = re.compile(r"[^\W_]+")

LEVEL = 6
"""Of zlib, for text: 4 times smaller, at 25 MB a CPU-second and four times faster back."""


@dataclass(frozen=True, slots=True)
class FileRows:
    """Everything one file adds to the catalog.

    `chunks` and `symbols` are in the order of the columns after `ordinal`; `words` has one entry for each chunk;
    `name_keys` are those of the names it uses, `import_keys` those of the words of its imports, each once.
    """

    stamp: FileStamp
    digest: Digest
    encoding: str
    language: str
    how: str
    problem: str
    mark: str
    masked: int
    text_bytes: int
    text: bytes
    comments: bytes
    uses: bytes
    uses_count: int
    chunks: tuple[tuple[Any, ...], ...]
    symbols: tuple[tuple[Any, ...], ...]
    words: tuple[Words, ...]
    name_keys: tuple[int, ...]
    import_keys: tuple[int, ...]

    @classmethod
    def of(cls, stamp: FileStamp, file: SourceFile, cut: ChunkedFile) -> FileRows:
        """The rows of a file as it was read and cut."""
        starts = [chunk.span.start for chunk in cut.chunks]
        return cls(
            stamp=stamp,
            digest=file.digest,
            encoding=file.encoding,
            language=cut.language,
            how=cut.how,
            problem=cut.problem,
            mark=cut.mark,
            masked=file.masked,
            text_bytes=len(file.content),
            text=zlib.compress(file.content, LEVEL),
            comments=_packed_spans(cut.comments),
            uses=_packed_uses(cut.references),
            uses_count=len(cut.references),
            chunks=tuple(_chunk_row(chunk) for chunk in cut.chunks),
            symbols=tuple(_symbol_row(symbol, bisect_right(starts, symbol.span.start) - 1) for symbol in cut.symbols),
            words=tuple(words_of(cut)),
            name_keys=tuple(sorted({key_of(name) for name in {use.name for use in cut.references}})),
            import_keys=keys_of_imports(cut.references),
        )


@lru_cache(maxsize=100_000)
def key_of(name: str) -> int:
    """A number that all spellings of a name share (`cw_core.text.whole`); two names may share one by chance."""
    return zlib.crc32(whole(name).encode("utf-8", "surrogatepass"))


def folder_key(folder: str) -> int:
    """A number of a folder's path."""
    return zlib.crc32(folder.encode("utf-8", "surrogatepass"))


def words_in(text: str) -> list[str]:
    """The runs of letters and digits: what a path and an import of it have in common, whatever joins them."""
    return _RUN.findall(text)


def keys_of_imports(uses: Sequence[Reference]) -> tuple[int, ...]:
    """Keys of the words of all imports among some uses, each once, in order."""
    texts = {f"{use.receiver} {use.name}" for use in uses if use.kind == "import"}
    return tuple(sorted({key_of(word) for text in texts for word in words_in(text)}))


def _joined(parts: Sequence[str]) -> str:
    """Parts as one string. A key in a file may hold anything, the separator too: then it is spelled otherwise."""
    return "".join(part.replace(_ESCAPE, _ESCAPE + "0").replace(SEPARATOR, _ESCAPE + "1") + SEPARATOR for part in parts)


def _parts(joined: str) -> tuple[str, ...]:
    parts = joined.split(SEPARATOR)[:-1]
    if _ESCAPE in joined:
        parts = [part.replace(_ESCAPE + "1", SEPARATOR).replace(_ESCAPE + "0", _ESCAPE) for part in parts]
    return tuple(parts)


def _chunk_row(chunk: Chunk) -> tuple[Any, ...]:
    return (
        chunk.span.start,
        chunk.span.end,
        *chunk.lines,
        chunk.kind,
        _joined(chunk.breadcrumb[1:]),
        _joined(chunk.names),
        chunk.reads,
    )


def chunk_of(path: str, digest: str, language: str, row: Sequence[Any], content: bytes | None) -> Chunk:
    """The chunk of a row, given the text of its file; without a text if that is None."""
    start, end, first, last, kind, breadcrumb, names, reads = row
    return Chunk(
        path=str.__new__(RepoPath, path),
        digest=Digest(digest),
        span=Span(start, end),
        lines=(first, last),
        language=language,
        breadcrumb=(path, *_parts(breadcrumb)),
        text=content[start:end].decode("utf-8", "replace") if content is not None else "",
        names=_parts(names),
        kind=kind,
        reads=reads,
    )


def _symbol_row(symbol: Symbol, chunk: int) -> tuple[Any, ...]:
    return (
        key_of(symbol.name),
        key_of(symbol.qualified),
        chunk,
        symbol.name,
        symbol.kind,
        symbol.span.start,
        symbol.span.end,
        *symbol.lines,
        symbol.qualified if symbol.qualified != symbol.name else "",
        symbol.container,
        symbol.signature,
        symbol.doc,
        symbol.visibility,
    )


def symbol_of(row: Sequence[Any]) -> Symbol:
    """The symbol of a row from `name` on."""
    name, kind, start, end, first, last, qualified, container, signature, doc, visibility = row
    return Symbol(name, qualified or name, kind, Span(start, end), (first, last), container, signature, doc, visibility)


def _packed_spans(spans: Sequence[Span]) -> bytes:
    flat = [place for span in spans for place in (span.start, span.end)]
    return zlib.compress(struct.pack(f"<{len(flat)}I", *flat)) if flat else b""


def spans_of(packed: bytes) -> tuple[Span, ...]:
    """The spans of comments."""
    if not packed:
        return ()
    flat = struct.iter_unpack("<II", zlib.decompress(packed))
    return tuple(Span(start, end) for start, end in flat)


def _packed_uses(uses: Sequence[Reference]) -> bytes:
    return zlib.compress(json.dumps([tuple(use) for use in uses]).encode("ascii")) if uses else b""


def uses_of(packed: bytes) -> tuple[Reference, ...]:
    """The names a file uses, in its order."""
    return tuple(Reference(*use) for use in json.loads(zlib.decompress(packed))) if packed else ()
