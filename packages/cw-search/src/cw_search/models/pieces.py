"""Text into word pieces.

A word is a run of letters, digits, `_` and anything outside ASCII. It is split at changes of case and of kind
(`parseHTTPResponse_2` gives parse, http, response, 2); each part is one piece if the vocabulary holds it whole, else
the longest pieces that do (WordPiece, Schuster & Nakajima 2012, whose continuations are written `##...`).
These are the pieces the weights were trained on: another split needs other weights.
"""

from __future__ import annotations

import re
from array import array
from collections.abc import Sequence

_PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\x00-\x7f]+")
_BLANKED = bytes(byte if byte >= 128 or chr(byte).isalnum() or byte == ord("_") else ord(" ") for byte in range(256))
"""ASCII that is in no word becomes a space; UTF-8 beyond ASCII stays as it is."""

PART_CHARACTERS = 24
"""Parts are cut to this: the longest entry of the vocabulary."""

REMEMBERED_WORDS = 100_000
"""Words whose pieces are kept, about 12 MB; then the memory starts afresh. 12 MB of mixed Python hold 70,000."""

REMEMBERED_BYTES = 64
"""Longer words are split each time: they are encoded data and do not come again."""


class Pieces:
    """Numbers of the pieces in a text, by their place in `vocabulary` (at most 65,536 entries). Thread-safe.

    1,500 characters of code take about 45 microseconds, and 7 more for each word not seen before.
    """

    def __init__(self, vocabulary: Sequence[str], remembered_words: int = REMEMBERED_WORDS) -> None:
        if len(vocabulary) > 1 << 16:
            raise ValueError(f"{len(vocabulary)} pieces do not fit in 16 bits")
        self._of_word = _Words({piece: number for number, piece in enumerate(vocabulary)}, remembered_words)

    @property
    def remembered(self) -> int:
        """How many words are remembered now."""
        return len(self._of_word)

    def encode(self, text: str) -> bytes:
        """Unsigned 16-bit numbers in native byte order, in order of the text; what the vocabulary lacks is left out."""
        words = text.encode("utf-8", "replace").translate(_BLANKED).split()
        return b"".join(map(self._of_word.__getitem__, words))


class _Words(dict[bytes, bytes]):
    """The encoded pieces of each word asked for, computed once. Single dictionary steps only, hence thread-safe."""

    def __init__(self, numbers: dict[str, int], limit: int) -> None:
        super().__init__()
        self._of_part = _Parts(numbers, limit)
        self._limit = limit

    def __missing__(self, word: bytes) -> bytes:
        pieces = b"".join(map(self._of_part.__getitem__, _PART.findall(word.decode("utf-8"))))
        if len(word) <= REMEMBERED_BYTES:
            if len(self) >= self._limit:
                self.clear()
            self[word] = pieces
        return pieces


class _Parts(dict[str, bytes]):
    """The same of parts of words, of which there are far fewer than words."""

    def __init__(self, numbers: dict[str, int], limit: int) -> None:
        super().__init__()
        self._numbers = numbers
        self._limit = limit

    def __missing__(self, part: str) -> bytes:
        pieces = array("H", wordpieces(part.lower()[:PART_CHARACTERS], self._numbers)).tobytes()
        if len(part) <= PART_CHARACTERS:
            if len(self) >= self._limit:
                self.clear()
            self[part] = pieces
        return pieces


def wordpieces(part: str, numbers: dict[str, int]) -> list[int]:
    """The part itself if it is known, else greedily its longest pieces from the left, up to the first unknown one."""
    whole = numbers.get(part)
    if whole is not None:
        return [whole]
    found: list[int] = []
    start, mark = 0, ""
    while start < len(part):
        for end in range(len(part), start, -1):
            number = numbers.get(mark + part[start:end])
            if number is not None:
                break
        else:
            return found
        found.append(number)
        start, mark = end, "##"
    return found
