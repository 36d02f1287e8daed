"""Text into search tokens: one tokenizer for index and query, so that both sides always agree.

A word becomes, in this order:

* its whole form without separators, if it is a compound: `loginUser`, `login_user` and `LOGIN_USER` give `loginuser`;
* the stem of each of its parts: `login`, `user`; `HTTPServer2` gives `http`, `serv`, `2`;
* for Chinese, Japanese and Korean runs every pair of neighbouring characters (a lone character stands alone).

Before that: NFKC, case folding, and Latin accents taken off (`Größe` gives `gross`, as does `Grosse`).
About 2 MB/s where each word is new, 15 to 40 on real code, whose words repeat (each is split once and remembered).
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af\U00020000-\U0003134f"
_WORD = re.compile(rf"[{CJK}]+|[^\W{CJK}]+")
_PART = re.compile(r"[A-Z]{2,}s(?![a-z])|[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\W\d_A-Za-z]+")
_VOWEL = re.compile(r"[aeiouy]")
MAX_TOKEN = 64
"""Longer tokens are cut: they are hashes and encoded data, and nobody types them."""

MAX_KNOWN = 200_000
"""Words whose tokens are remembered: some 35 MB. Django with its translations, 37 MB, has 165,000."""

TOKEN_BYTES = 4
"""UTF-8 bytes to one language-model token, the house's estimate; exact counts depend on the reader's model."""


def tokens_in(text: str) -> int:
    """Estimated language-model tokens of a text: its UTF-8 bytes over four, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // TOKEN_BYTES)


def fold(text: str) -> str:
    """NFKC, case folded, accents of Latin letters taken off; other scripts keep their marks."""
    if text.isascii():
        return text.lower()
    return _bare(unicodedata.normalize("NFKC", text).casefold())


def _bare(text: str) -> str:
    """NFC, without the accents of Latin letters."""
    apart = unicodedata.normalize("NFD", text)
    if any(map(unicodedata.combining, apart)):
        out: list[str] = []
        for char in apart:
            if unicodedata.combining(char) and out and out[-1].isascii():
                continue
            out.append(char)
        apart = "".join(out)
    return unicodedata.normalize("NFC", apart)


def parts(identifier: str) -> list[str]:
    """The parts of an identifier, folded but not stemmed: `parseHTTPResponse2` -> parse, http, response, 2."""
    if identifier.isascii():
        return [part.lower() for part in _PART.findall(identifier)]
    return [fold(part) for part in _PART.findall(_unaccented(identifier))]


def _unaccented(text: str) -> str:
    """Accents off Latin letters with case kept, so that `getGrößeÄ` splits where `getGrosseA` does."""
    return _bare(unicodedata.normalize("NFKC", text).replace("ß", "ss"))


def whole(identifier: str) -> str:
    """The folded identifier without separators: what two spellings of one name have in common."""
    return "".join(parts(identifier))


@lru_cache(maxsize=200_000)
def stem(word: str) -> str:
    """A light English stem of a folded word: plurals, -ing, -ed, -er, -or, -ion, -ment and a final e go.

    `route`, `routes`, `routing`, `router` meet; words of three letters and words outside a-z stay as they are.
    """
    if len(word) <= 3 or not word.isascii() or not word.isalpha():
        return word
    return _no_final_e(_no_ending(_singular(word)))


def _singular(word: str) -> str:
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("sses", "shes", "ches", "xes", "zes")):
        return word[:-2]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return word[:-1]
    return word


def _no_ending(word: str) -> str:
    for ending, kept in _ENDINGS:
        if word.endswith(ending):
            base = word[: -len(ending)]
            if len(base) >= kept and _VOWEL.search(base):
                return _undoubled(base) if ending in ("ing", "ed", "er") else base + _REPLACED.get(ending, "")
    return word


_ENDINGS = (
    ("ization", 3), ("isation", 3), ("ation", 3), ("ator", 3), ("ment", 4), ("ing", 3), ("ed", 3),
    ("tion", 3), ("sion", 3), ("er", 4), ("or", 4),
)  # fmt: skip
"""An ending, and how many letters must be left before it."""

_REPLACED = {"ization": "iz", "isation": "iz", "ation": "at", "ator": "at", "tion": "t", "sion": "s"}


def _undoubled(base: str) -> str:
    if len(base) > 3 and base[-1] == base[-2] and base[-1] not in "aeiouylsz":
        return base[:-1]
    return base


def _no_final_e(word: str) -> str:
    return word[:-1] if word.endswith("e") and len(word) > 3 else word


def _word_tokens(word: str) -> list[str]:
    """Tokens of one word as `words` finds it."""
    if word.isascii():
        if word.isdigit() or (word.islower() and word.isalpha()):
            return [stem(word[:MAX_TOKEN])]  # most words are their own only part
    elif word[0] >= "\u3040" and re.match(f"[{CJK}]", word):
        run = fold(word)
        return [run] if len(run) == 1 else [run[at : at + 2] for at in range(len(run) - 1)]
    pieces = parts(word)
    if not pieces:
        return []
    if len(pieces) == 1:
        return [stem(pieces[0][:MAX_TOKEN])]
    stems = [stem(piece[:MAX_TOKEN]) for piece in pieces if len(piece) > 1 or not piece.isalpha()]
    return ["".join(pieces)[:MAX_TOKEN], *stems]


class _Known(dict[str, str]):
    """The tokens of what stands between two gaps, joined by spaces. A dict: for most words its look-up is all."""

    def __missing__(self, piece: str) -> str:
        if piece.isascii():
            joined = " ".join(_word_tokens(piece))
        else:
            joined = " ".join(token for word in _WORD.findall(piece) for token in _word_tokens(word))
        if len(piece) <= MAX_TOKEN:
            if len(self) >= MAX_KNOWN:
                self.clear()
            self[piece] = joined
        return joined


_known = _Known()

_GAPS = bytes(byte if byte > 127 or byte == ord("_") or chr(byte).isalnum() else ord(" ") for byte in range(256))
"""UTF-8 with a space for each ASCII character that belongs to no word: faster than a pattern by five times."""


def words(text: str) -> list[str]:
    """The words of a text as they stand: identifiers whole, CJK runs whole."""
    return _WORD.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))


def token_text(text: str) -> str:
    """The search tokens of a text in order, repeats included, with a space between two: what the word index holds."""
    if not text.isascii():
        text = unicodedata.normalize("NFKC", text)
    pieces = text.encode("utf-8", "surrogatepass").translate(_GAPS).decode("utf-8", "surrogatepass").split()
    return " ".join(filter(None, map(_known.__getitem__, pieces)))


def tokens(text: str) -> list[str]:
    """Search tokens of a text in order, repeats included."""
    return token_text(text).split()
