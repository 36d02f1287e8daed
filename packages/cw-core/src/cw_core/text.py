"""Text into search tokens: one tokenizer for index and query, so that both sides always agree.

A word becomes, in this order:

* its whole form without separators, if it is a compound: `loginUser`, `login_user` and `LOGIN_USER` give `loginuser`;
* the stem of each of its parts: `login`, `user`; `HTTPServer2` gives `http`, `serv`, `2`;
* for Chinese, Japanese and Korean runs every pair of neighbouring characters (a lone character stands alone).

Before that: NFKC, case folding, and Latin accents taken off (`Größe` gives `gross`, as does `Grosse`).
About 2 MB/s cold, several times that on real code, whose identifiers repeat (each is split once and remembered).
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

TOKEN_BYTES = 4
"""UTF-8 bytes to one language-model token, the house's estimate; exact counts depend on the reader's model."""


def tokens_in(text: str) -> int:
    """Estimated language-model tokens of a text: its UTF-8 bytes over four, rounded up."""
    return -(-len(text.encode("utf-8", "replace")) // TOKEN_BYTES)


def fold(text: str) -> str:
    """NFKC, case folded, accents of Latin letters taken off; other scripts keep their marks."""
    if text.isascii():
        return text.lower()
    folded = unicodedata.normalize("NFKC", text).casefold()
    out: list[str] = []
    for char in unicodedata.normalize("NFD", folded):
        if unicodedata.combining(char) and out and out[-1].isascii():
            continue
        out.append(char)
    return unicodedata.normalize("NFC", "".join(out))


def parts(identifier: str) -> list[str]:
    """The parts of an identifier, folded but not stemmed: `parseHTTPResponse2` -> parse, http, response, 2."""
    return [fold(part) for part in _PART.findall(_unaccented(identifier))]


def _unaccented(text: str) -> str:
    """Accents off Latin letters with case kept, so that `getGrößeÄ` splits where `getGrosseA` does."""
    if text.isascii():
        return text
    out: list[str] = []
    for char in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text)):
        if unicodedata.combining(char) and out and out[-1].isascii():
            continue
        out.append("ss" if char == "ß" else char)
    return unicodedata.normalize("NFC", "".join(out))


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


@lru_cache(maxsize=200_000)
def word_tokens(word: str) -> tuple[str, ...]:
    """Tokens of one word as `_WORD` finds it."""
    if word[0] >= "\u3040" and re.match(f"[{CJK}]", word):
        run = fold(word)
        return (run,) if len(run) == 1 else tuple(run[at : at + 2] for at in range(len(run) - 1))
    pieces = parts(word)
    if not pieces:
        return ()
    if len(pieces) == 1:
        return (stem(pieces[0][:MAX_TOKEN]),)
    stems = [stem(piece[:MAX_TOKEN]) for piece in pieces if len(piece) > 1 or not piece.isalpha()]
    return ("".join(pieces)[:MAX_TOKEN], *stems)


def words(text: str) -> list[str]:
    """The words of a text as they stand: identifiers whole, CJK runs whole."""
    return _WORD.findall(text if text.isascii() else unicodedata.normalize("NFKC", text))


def tokens(text: str) -> list[str]:
    """Search tokens of a text in order, repeats included."""
    out: list[str] = []
    for word in words(text):
        out += word_tokens(word)
    return out
