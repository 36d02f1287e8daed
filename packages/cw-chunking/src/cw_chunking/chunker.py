"""One file in, everything about it out."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from cw_chunking.documents import FORMS, code_of
from cw_chunking.documents.plain import split_plain
from cw_chunking.language import PLAIN, Language, language_of, languages, tables_digest
from cw_chunking.marks import MAX_LINE_BYTES, STUBS, mark_of
from cw_chunking.runs import Measure, Piece, long_line
from cw_core import Chunk, ChunkedFile, ChunkSettings, Reference, RepoPath, SourceFile, Span, Symbol

if TYPE_CHECKING:
    from cw_chunking.names import Names
    from cw_chunking.parse import Tree
    from cw_chunking.split import Part

VERSION = "3"
"""Raised whenever a change of code makes the same file be cut or named differently."""

MAX_NAMES = 12
"""Names listed for one chunk; a chunk of more is a table."""

MAX_EMBEDDED = 200
"""Parts in another language that one file may hold; more are read as the file's own language has them."""

HIDDEN_KINDS = ("field", "variable", "variant", "import", "parameter", "package", "heading", "key")
"""Definitions that are recorded as symbols but do not label a chunk."""


class SyntaxChunker:
    """Cuts by syntax tree where there is a grammar, documents by their own structure, by lines everywhere else.

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
            return ChunkedFile(file.path, file.digest, language.name, "empty", _whole(file, language, "data"))
        mark = mark_of(file, language)
        if mark in STUBS:
            stub = _whole(file, language, "data")
            return ChunkedFile(file.path, file.digest, language.name, "head", stub, mark=mark)
        if language.grammar:
            return self._by_syntax(file, language, mark)
        measure = Measure(file, self.settings)
        if language.document not in FORMS:
            chunks = _cut(measure, language, split_plain(measure), ())
            return ChunkedFile(file.path, file.digest, language.name, "lines", chunks, mark=mark)
        return self._by_structure(measure, language, mark)

    def _by_structure(self, measure: Measure, language: Language, mark: str) -> ChunkedFile:
        file, document = measure.file, FORMS[language.document](measure)
        symbols, references = list(document.symbols), list(document.references)
        if language.document == "notebook":
            for names in _names_in_cells(measure):
                symbols += names.symbols
                references += names.references
            symbols.sort(key=_outer_first)
            references.sort(key=_by_line)
        how = "keys" if language.kind == "config" else "headings"
        return ChunkedFile(
            path=file.path,
            digest=file.digest,
            language=language.name,
            how=how if symbols or language.document != "text" else "lines",
            chunks=_cut(measure, language, document.pieces, symbols),
            symbols=tuple(symbols),
            references=tuple(references),
            comments=document.comments,
            mark=mark,
        )

    def by_lines(self, file: SourceFile, problem: str) -> ChunkedFile:
        """The fallback for a file that a parser could not cope with; `problem` says why."""
        language = language_of(file.path, file.content)
        if not file.content.strip():
            return self.chunk(file)
        measure = Measure(file, self.settings)
        chunks = _cut(measure, language, split_plain(measure), ())
        return ChunkedFile(file.path, file.digest, language.name, "lines", chunks, problem=problem)

    def _by_syntax(self, file: SourceFile, language: Language, mark: str) -> ChunkedFile:
        from cw_chunking.parse import MAX_DEPTH, ParseGivenUp, border_before, parse, too_deep  # noqa: PLC0415 - tree-sitter is loaded for the first file that needs it
        from cw_chunking.split import split  # noqa: PLC0415

        try:
            tree = parse(language, file.content)
        except ParseGivenUp as error:
            return self.by_lines(file, str(error))
        if too_deep(tree):
            return self.by_lines(file, f"nested more than {MAX_DEPTH} deep")
        parts: list[Part] = []
        symbols: list[Symbol] = []
        references: list[Reference] = []
        try:
            for part, names in _parts(language, tree, file):
                parts.append(part)
                symbols += names.symbols
                references += names.references
        except ParseGivenUp as error:
            return self.by_lines(file, str(error))
        if len(parts) > 1:
            symbols.sort(key=_outer_first)
            references.sort(key=_by_line)
        measure = Measure(file, self.settings)
        pieces = split(language, parts, measure)
        return ChunkedFile(
            path=file.path,
            digest=file.digest,
            language=language.name,
            how="syntax",
            chunks=_cut(measure, language, pieces, symbols, partial(border_before, tree)),
            symbols=tuple(symbols),
            references=tuple(references),
            comments=tuple(sorted({span for part in parts for span in part.findings.comments})),
            mark=mark,
        )


def _parts(language: Language, tree: Tree, file: SourceFile) -> Iterator[tuple[Part, Names]]:
    """The file by its own language first, then what is embedded in it by theirs, in order."""
    from cw_chunking.leading import Leading  # noqa: PLC0415
    from cw_chunking.names import read_names  # noqa: PLC0415
    from cw_chunking.parse import ParseGivenUp, find, parse_within, too_deep  # noqa: PLC0415
    from cw_chunking.split import Part  # noqa: PLC0415

    found = find(language, tree)
    leading = Leading(file, found.attached, [*found.comments, *found.docs], found.heads)
    names = read_names(language, found, file, leading)
    yield Part(language, tree, found, leading, names.labels), names
    inner = {match.node.start_byte: match for match in found.embedded if match.what in languages()}
    for _, match in sorted(inner.items())[:MAX_EMBEDDED]:
        guest = languages()[match.what]
        if not guest.grammar:
            continue
        try:
            tree = parse_within(guest, file.content, match.node)
            if too_deep(tree):
                continue
            found = find(guest, tree)
        except ParseGivenUp:
            continue  # the part stays what the file's own language has it: text
        leading = Leading(file, found.attached, [*found.comments, *found.docs], found.heads)
        names = read_names(guest, found, file, leading)
        yield Part(guest, tree, found, leading, names.labels), names


def _names_in_cells(measure: Measure) -> Iterator[Names]:
    """The names in the code of a notebook, at the lines of the file on which they stand."""
    from cw_chunking.parse import ParseGivenUp, parse, too_deep  # noqa: PLC0415

    for name, source, lines in code_of(measure):
        guest = languages().get(name)
        if guest is None or not guest.grammar:
            continue
        cell = SourceFile(measure.file.path, source.encode("utf-8", "replace"))
        try:
            tree = parse(guest, cell.content)
            read = [] if too_deep(tree) else [names for _, names in _parts(guest, tree, cell)]
        except ParseGivenUp:
            continue  # its text is found all the same
        yield from (_moved(names, measure, lines) for names in read)


def _moved(names: Names, measure: Measure, lines: Sequence[int]) -> Names:
    """The names of a cell at lines of the file. A span is that of whole lines, since the text there is encoded."""

    def at(line: int) -> int:
        return lines[min(line, len(lines)) - 1]

    symbols = []
    for symbol in names.symbols:
        first, last = at(symbol.lines[0]), at(symbol.lines[1])
        symbols.append(symbol._replace(lines=(first, last), span=measure.file.lines.span_of(first, last)))
    return replace(names, symbols=symbols, references=[use._replace(line=at(use.line)) for use in names.references])


def _outer_first(symbol: Symbol) -> tuple[int, int]:
    return symbol.span.start, -symbol.span.end


def _by_line(use: Reference) -> tuple[int, str, str, str]:
    return use.line, use.kind, use.name, use.receiver


def _whole(file: SourceFile, language: Language, kind: str = "") -> tuple[Chunk, ...]:
    """The file as one chunk, or none if it is empty."""
    if not file.content:
        return ()
    span = Span(0, len(file.content))
    return (Chunk.cut(file, span, language.name, (str(file.path),), kind=kind or _kind(language)),)


def _cut(
    measure: Measure,
    language: Language,
    pieces: Sequence[Piece],
    symbols: Sequence[Symbol],
    border: Callable[[int, int], int] | None = None,
) -> tuple[Chunk, ...]:
    """The pieces as chunks. A line too long for a chunk is cut between tokens; one no person writes is data."""
    file, kind = measure.file, _kind(language)
    named: list[list[str]] = [[] for _ in pieces]
    firsts = [piece.first for piece in pieces]
    for symbol in symbols:
        if symbol.kind not in HIDDEN_KINDS:
            named[bisect_right(firsts, symbol.lines[0]) - 1].append(symbol.qualified)
    out: list[Chunk] = []
    for piece, names in zip(pieces, named, strict=True):
        span = file.lines.span_of(piece.first, piece.last)
        crumbs, listed = (str(file.path), *piece.crumbs), tuple(dict.fromkeys(names))[:MAX_NAMES]
        what, spans, reads = piece.kind or kind, [span], piece.reads
        if piece.first == piece.last and measure.tokens(piece.first, piece.last) > measure.most:
            if len(span) > MAX_LINE_BYTES:
                what = "data"
            else:
                spans, reads = long_line(measure, span, border), ""
        for part in spans:
            out.append(Chunk.cut(file, part, language.name, crumbs, listed, what, reads))
            listed = ()
    return tuple(out)


def _kind(language: Language) -> str:
    return language.kind or ("docs" if language.document or language.name == PLAIN else "code")
