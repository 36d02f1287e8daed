"""Secret values in a text, overwritten with `*` byte for byte, so that its lines and offsets hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from cw_store.indexing.likely import is_stand_in, looks_chosen, looks_random
from cw_store.indexing.tokens import TOKENS, is_basic

_QUOTE = rb"(?:\\?[\"'`]|&quot;)"

_NAMED = rb"(?i:s|[_-]?(?:key|val(?:ue)?|base|string|prod|live|[0-9]{1,2})(?![a-z0-9])){0,2}"
_BETWEEN = (
    rb"(?:" + _QUOTE + rb"|\]|\)){0,2}[ \t]{0,16}+"
    rb"(?::[ \t]{0,4}[A-Za-z][A-Za-z0-9_:&<>\[\]?]{0,24}+[ \t]{1,4}=|:=|=>|={1,3}|!==?|:|,|>)[ \t]{0,16}+"
)
_LABEL = rb"(?i:pass(?:w(?:or)?d|phrase|wd|code)?|pwd|secret(?:[_-]?access)?|token|key)" + _NAMED
_QUOTED = re.compile(
    _LABEL + _BETWEEN + rb"[A-Za-z@$]{0,2}(?P<q>" + _QUOTE + rb")(?P<value>[!#-%(-\[\]-_a-~]{8,512}+)(?P=q)"
)
_BARE = re.compile(
    _LABEL + rb"(?:[ \t]{0,4}[=:]|[\"']?: |>|=\\?[\"'])[ \t]{0,8}+(?P<value>[A-Za-z0-9_+/=.~!@#$^*%-]{8,512}+)"
    rb"(?=[ \t]{0,8}(?:#[^\n]{0,200})?(?:\r?\n|\Z)|[;&\"'<]|\\n)"
)
_NO_SECRET = tuple(
    b"next page paging pagination continuation continue request idempotency change update lifecycle lock resume start"
    b" output input sync cursor client".split()
)
"""What stands before `token` where it is a place in a list or the number of a request."""

_GIVEN = rb"[A-Za-z0-9_-]{0,24}+(?:&quot;|[^\w\s(.;{}=:,>!]){0,3}[ \t]{0,16}+[=:,>!]"
"""What follows the name if a value does; most names are told by this alone."""

_KEY_OF = tuple(
    b"api access private secret signing encryption encrypt account auth master session client webhook license deploy"
    b" service storage subscription app shared hmac crypt cipher".split()
)
"""What stands before `key` where its value is secret; a mere key is one of a table."""

_NAMES = {
    word: re.compile(word + rb"(?=" + _GIVEN + rb"| block-----|-----)")
    for word in (b"key", b"pass", b"pwd", b"secret", b"token")
}
_URL = re.compile(rb"://[^\s/:@\"'<>?#\\{}$]{0,64}+:([!#-&(-.0-;=?A-\[\]^_a-~]{3,128}?)@[A-Za-z0-9_\[]")
_WEBHOOK = re.compile(
    rb"://(?:hooks\.slack\.com/(?:services|workflows|triggers)/(\w{8,14}/\w{8,14}/\w{20,30}+)"
    rb"|(?:\w{1,10}\.)?discord(?:app)?\.com/api/(?:v\d{1,2}/)?webhooks/\d{17,20}+/([\w-]{60,72}+))"
)
_HEADER = re.compile(
    rb"authorization" + _QUOTE + rb"?\s?[:=,]\s{0,4}" + _QUOTE + rb"?(?P<how>basic|bearer|token)[ +]"
    rb"(?P<value>[A-Za-z0-9._~+/=-]{8,2048}+)",
    re.IGNORECASE,
)
_BLOCK = re.compile(
    rb"-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----"
    rb"((?:[\t\n\r -,.-~]{0,65536}+(?:-(?!----)[\t\n\r -,.-~]{0,4096}+){0,64}+))(-----END )?"
)
_BLOCK_LINE = re.compile(rb"[A-Za-z0-9+/=]{32,}+")
_BLOCK_LINES = re.compile(rb"(?:[\s\"'+nr,\\]{0,24}?[A-Za-z0-9+/=]{60,}+){1,2000}+")
_BLOCK_TEXT = re.compile(rb"\\+[nrt]|([A-Za-z0-9+/=]+)")
Span = tuple[str, int, int]
"""Kind, first byte, byte after the last."""


def _labelled(content: bytes, lower: bytes, word: bytes) -> Iterator[Span]:
    """Values behind a name that ends with `word`, if they look random."""
    for at in _named(lower, word):
        if word == b"token" and lower[max(0, at - 16) : at].rstrip(b"_- .").endswith(_NO_SECRET):
            continue
        if span := _value_of(content, at):
            yield span


def _value_of(content: bytes, at: int) -> Span | None:
    for name, pattern in (("labelled", _QUOTED), ("labelled-bare", _BARE)):
        found = pattern.match(content, at)
        if found:
            return (name, *found.span("value")) if looks_random(found["value"]) else None
    return None


def _urls(content: bytes, lower: bytes, word: bytes) -> Iterator[Span]:
    """Passwords before a host, and the addresses of webhooks."""
    for at in _places(lower, word):
        found = _URL.match(content, at)
        if found and looks_chosen(found[1]):
            yield "url-password", *found.span(1)
        elif (found := _WEBHOOK.match(content, at)) and not is_stand_in(found[found.lastindex or 0]):
            yield "webhook", *found.span(found.lastindex or 0)


def _headers(content: bytes, lower: bytes, word: bytes) -> Iterator[Span]:
    for at in _places(lower, word):
        found = _HEADER.match(content, at)
        if found and (is_basic if found["how"].lower() == b"basic" else looks_random)(found["value"]):
            yield "authorization", *found.span("value")


def _block_around(content: bytes, at: int) -> Span | None:
    """The private key in armour whose first line has its `KEY` at `at`.

    Most of what is between its ends must be lines of the key, 60 characters or more, or it is code that speaks of keys.
    Without an end, that is, if the key is cut off, it goes as far as such lines follow each other.
    """
    start = content.rfind(b"-----BEGIN", max(0, at - 56), at)
    found = _BLOCK.match(content, start) if start >= 0 else None
    if not found:
        return None
    if not found[2]:
        lines = _BLOCK_LINES.match(content, found.start(1))
        return ("private-key", found.start(1), lines.end()) if lines else None
    size = sum(map(len, _BLOCK_LINE.findall(found[1])))
    return ("private-key", *found.span(1)) if size >= 60 and size * 2 >= len(found[1]) else None


def _keys(content: bytes, lower: bytes, word: bytes) -> Iterator[Span]:
    """Private keys in armour, and values behind names of keys."""
    for at in _named(lower, word):
        before = lower[max(0, at - 16) : at].rstrip(b"_- .")
        if before.endswith(_KEY_OF):
            span = _block_around(content, at) if before.endswith(b"private") else None
            if span := span or _value_of(content, at):
                yield span


_WORDS: tuple[tuple[bytes, Callable[[bytes, bytes, bytes], Iterator[Span]]], ...] = (
    (b"://", _urls),
    (b"authorization", _headers),
    (b"key", _keys),
    *((word, _labelled) for word in (b"pass", b"pwd", b"secret", b"token")),
)
KINDS: tuple[tuple[str, re.Pattern[bytes]], ...] = (
    *((kind.name, kind.pattern) for kind in TOKENS),
    ("private-key", _BLOCK),
    ("url-password", _URL),
    ("webhook", _WEBHOOK),
    ("authorization", _HEADER),
    ("labelled", _QUOTED),
    ("labelled-bare", _BARE),
)
"""All there is a name for, with the pattern it is found by."""


def _by_first_byte(heads: Iterable[bytes]) -> re.Pattern[bytes]:
    """One pattern for all, in which a byte that begins none costs next to nothing."""
    rest: dict[bytes, list[bytes]] = {}
    for head in heads:
        rest.setdefault(head[:1], []).append(head[1:])
    return re.compile(b"|".join(first + b"(?:" + b"|".join(ends) + b")" for first, ends in rest.items()))


_RUN = b"a" * 20
_AS_RUNS = bytes(97 if (chr(code).isalnum() and code < 128) or code in b"_-%" else 32 for code in range(256))
_PLAIN = re.compile(
    rb"(?:[a-z_%-]++(?![\w%-])|(?:[A-Z]?[a-z]++[_-]?)++[0-9]{0,3}+|[A-Z]++(?:[_-][A-Z]++)++|[0-9-]++|[0-9a-f]{40})"
    rb"(?![A-Za-z0-9_%-])(?!\.eyJ)"
)
"""Names as people write them; a token at random reads like that once in 10,000."""

_HEADS = _by_first_byte(head for kind in TOKENS for head in kind.head.split(b"|"))
_BY_FIRST = {
    first: tuple(kind for kind in TOKENS if any(head[0] == first for head in kind.head.split(b"|")))
    for first in {head[0] for kind in TOKENS for head in kind.head.split(b"|")}
}
_PASSES = 8  # two in all but texts made for it
_BEFORE = 18  # bytes before a run in which a head may begin


def _tokens(content: bytes) -> Iterator[Span]:
    """The tokens that show what they are: each has 20 letters, digits, `_`, `-` or `%` in a row near its head."""
    runs = content.translate(_AS_RUNS)
    done = 0
    at = runs.find(_RUN)
    while at >= 0:
        plain = _PLAIN.match(content, at)
        if plain:
            end = plain.end()
        else:
            end = runs.find(b" ", at)
            end = len(content) if end < 0 else end
            place = max(done, at - _BEFORE)
            while head := _HEADS.search(content, place, end):
                span = _token_at(content, head.start())
                place = max(head.start() + 1, span[2] if span else 0)
                if span:
                    yield span
            done = max(place, end)
        at = runs.find(_RUN, end)


def _token_at(content: bytes, at: int) -> Span | None:
    for kind in _BY_FIRST[content[at]]:
        found = kind.pattern.match(content, at)
        if found and kind.accepts(found[1]):
            return kind.name, *found.span(1)
    return None


def spans(content: bytes) -> list[Span]:
    """Where the secret values are, in order, none inside another."""
    found = list(_tokens(content))
    lower = content.lower()
    for word, search in _WORDS:
        if word in lower:
            found += search(content, lower, word)
    found.sort(key=lambda span: (span[1], -span[2]))
    kept: list[Span] = []
    for span in found:
        if not kept or span[1] >= kept[-1][2]:
            kept.append(span)
        elif span[2] > kept[-1][2]:
            kept[-1] = (kept[-1][0], kept[-1][1], span[2])
    return kept


def mask(content: bytes) -> tuple[bytes, int]:
    """The text with its secret values overwritten, and how many there were; the very same object if there are none.

    `content` is a file's text as UTF-8, broken sequences allowed. Its length and line ends stay, and valid UTF-8 stays
    valid: only ASCII is overwritten. What is masked once stays as it is. Linear in the length; raises nothing.
    What begins where another value ends shows only once that one is gone, so a text with secrets is looked at again.
    """
    count = 0
    for _ in range(_PASSES):
        found = spans(content)
        if not found:
            break
        content, count = _overwritten(content, found), count + len(found)
    return content, count


def _overwritten(content: bytes, found: Iterable[Span]) -> bytes:
    text = bytearray(content)
    for name, start, end in found:
        parts: Iterable[tuple[int, int]] = [(start, end)]
        if name == "private-key":
            parts = [part.span(1) for part in _BLOCK_TEXT.finditer(content, start, end) if part[1]]
        for first, last in parts:
            text[first:last] = b"*" * (last - first)
    return bytes(text)


def _named(lower: bytes, word: bytes) -> Iterator[int]:
    """Where `word` stands with a value behind it, or opens the armour of a key."""
    return (found.start() for found in _NAMES[word].finditer(lower))


def _places(lower: bytes, word: bytes) -> Iterator[int]:
    at = lower.find(word)
    while at >= 0:
        yield at
        at = lower.find(word, at + 1)
