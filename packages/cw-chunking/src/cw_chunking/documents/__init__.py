"""Text that is not code: cut by its own structure."""

from collections.abc import Callable
from dataclasses import dataclass, field

from cw_chunking.documents.markdown import split_markdown
from cw_chunking.documents.plain import split_plain
from cw_chunking.runs import Measure, Piece
from cw_core import Reference, Symbol


@dataclass(frozen=True, slots=True)
class Document:
    pieces: list[Piece]
    symbols: tuple[Symbol, ...] = ()
    references: tuple[Reference, ...] = ()


FORMS: dict[str, Callable[[Measure], Document]] = {
    "markdown": lambda m: Document(split_markdown(m)),
    "text": lambda m: Document(split_plain(m)),
}
