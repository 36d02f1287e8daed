"""One file in, everything about it out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from functools import cached_property

from cw_chunking.documents.markdown import split_markdown
from cw_chunking.documents.plain import split_plain
from cw_chunking.language import PLAIN, Language, language_of, tables_digest
from cw_chunking.runs import Measure, Piece
from cw_core import Chunk, ChunkedFile, ChunkSettings, RepoPath, SourceFile, Span, Symbol

VERSION = "2"
"""Raised whenever a change of code makes the same file be cut or named differently."""

MAX_LINE_BYTES = 5_000
"""A file mostly of longer lines is generated or minified, by its shape and not by its name: its head stands for it."""

MAX_NAMES = 12
"""Names listed for one chunk; a chunk of more is a table."""

HIDDEN_KINDS = ("field", "variable", "variant", "import", "parameter")
"""Definitions that are recorded as symbols but do not label a chunk."""


class SyntaxChunker:
    """Cuts by syntax tree where there is a grammar, by headings in documents, by lines everywhere else.

    Pure, picklable, and never raises for any bytes.
    """

    def __init__(self, settings: ChunkSettings | None = None) -> None:
        self.settings = settings or ChunkSettings()

    @cached_property
    def version(self) -> str:
        """Identifies the cuts: the code's version, the language tables, the sizes in force."""
        return f"{VERSION}/{tables_digest()}/{self.settings.max_tokens}/{self.settings.min_tokens}"

    def language_of(self, path: RepoPath, content: bytes = b"") -> str:
        """The name of a file's language; `text` for an unknown one."""
        return language_of(path, content).name

    def chunk(self, file: SourceFile) -> ChunkedFile:
        """Chunks that tile the file, with its names. An empty file has no chunk."""
        language = language_of(file.path, file.content)
        if not file.content.strip():
            return ChunkedFile(file.path, file.digest, language.name, "empty", _whole(file, language))
        if language.kind == "data" or _minified(file.content):
            return ChunkedFile(file.path, file.digest, language.name, "head", _whole(file, language, "data"))
        if language.grammar:
            return self._by_syntax(file, language)
        measure = Measure(file, self.settings)
        pieces = split_markdown(measure) if language.document == "markdown" else split_plain(measure)
        how = "headings" if language.document else "lines"
        return ChunkedFile(file.path, file.digest, language.name, how, _cut(file, language, pieces, ()))

    def by_lines(self, file: SourceFile, problem: str) -> ChunkedFile:
        """The fallback for a file that a parser could not cope with; `problem` says why."""
        language = language_of(file.path, file.content)
        if not file.content.strip():
            return self.chunk(file)
        pieces = split_plain(Measure(file, self.settings))
        return ChunkedFile(
            file.path, file.digest, language.name, "lines", _cut(file, language, pieces, ()), problem=problem
        )

    def _by_syntax(self, file: SourceFile, language: Language) -> ChunkedFile:
        from cw_chunking.names import read_names  # noqa: PLC0415
        from cw_chunking.parse import MAX_DEPTH, comments, parse, too_deep  # noqa: PLC0415 - tree-sitter is loaded for the first file that needs it
        from cw_chunking.split import split  # noqa: PLC0415

        tree = parse(language, file.content)
        if too_deep(tree):
            return self.by_lines(file, f"nested more than {MAX_DEPTH} deep")
        names = read_names(language, tree, file)
        pieces = split(language, tree, Measure(file, self.settings), names.labels)
        return ChunkedFile(
            path=file.path,
            digest=file.digest,
            language=language.name,
            how="syntax",
            chunks=_cut(file, language, pieces, names.symbols),
            symbols=names.symbols,
            references=names.references,
            comments=comments(language, tree),
        )


def _minified(content: bytes) -> bool:
    """True if most of a file stands in lines longer than people write; O(bytes), at the speed of `bytes.find`."""
    start, long = 0, 0
    while start < len(content):
        end = content.find(b"\n", start) + 1 or len(content)
        if end - start > MAX_LINE_BYTES:
            long += end - start
        start = end
    return long * 2 > len(content)


def _whole(file: SourceFile, language: Language, kind: str = "") -> tuple[Chunk, ...]:
    """The file as one chunk, or none if it is empty."""
    if not file.content:
        return ()
    span = Span(0, len(file.content))
    return (Chunk.cut(file, span, language.name, (str(file.path),), kind=kind or _kind(language)),)


def _cut(file: SourceFile, language: Language, pieces: Sequence[Piece], symbols: Sequence[Symbol]) -> tuple[Chunk, ...]:
    named: list[list[str]] = [[] for _ in pieces]
    firsts = [piece.first for piece in pieces]
    for symbol in symbols:
        if symbol.kind not in HIDDEN_KINDS:
            named[bisect_right(firsts, symbol.lines[0]) - 1].append(symbol.qualified)
    return tuple(
        Chunk.cut(
            file,
            file.lines.span_of(piece.first, piece.last),
            language.name,
            (str(file.path), *piece.crumbs),
            names=tuple(dict.fromkeys(names))[:MAX_NAMES],
            kind=_kind(language),
        )
        for piece, names in zip(pieces, named, strict=True)
    )


def _kind(language: Language) -> str:
    return "docs" if language.document or language.name == PLAIN else language.kind
