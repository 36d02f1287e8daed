"""Whether a value that stands where a secret could stand looks like one, or like words, a placeholder or code."""

from __future__ import annotations

import re

_ROWS = (
    "abcdgilmnprstuvy baelou caehiklortu daeios eacdefilmnpqrstx faefiou gehio haeiot iabcdefglmnorstvz kei "
    "ladeilostuy maeiop nacdeginostu ocdflmnoprstuvw paeiloprtuy qu racdegilmnorstuy sacehiopstu taehioprstuy "
    "ubceilmnprst vae wahir xp yp ze"
)
_PAIRS = frozenset((row[0] + second).encode() for row in _ROWS.split() for second in row[1:])
"""The 190 pairs of letters that make up 90 % of the words of source code (eight repositories); 28 % of random ones."""

_LETTERS = re.compile(rb"[A-Za-z]+")
_RUNS = re.compile(rb"[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]+")
_HEX = re.compile(rb"[0-9a-f]++|[0-9A-F]++")
_UUID = re.compile(rb"(?i)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")

_STAND_IN = re.compile(
    rb"(?i)example|your[_-]|placeholder|changeme|replace|redacted|sample|dummy|xxxxx|12345678|23456789|abcdefg|qwerty"
    rb"|deadbeef|0123456|(.)\1{7}|\*{3}|\.{3}"
)
"""What even a token with a maker's own prefix may hold: it then stands for one. By chance: 1 in 100,000 tokens."""

_NO_VALUE = re.compile(
    rb"(?i)(?-i:test|Test|TEST|fake|Fake|FAKE|mock|Mock|auth|Auth|AUTH)|insecure|secret|passw|passphrase|token|credential|hunter2|letmein|foobar|client|arn:aws|abc123"
    rb"|1234|00000|xxxx|localhost|://|[\w-]\.(?:com|org|net|io|py|js|ts|json|ya?ml|txt|pem|key|crt|html|md)\b"
    rb"|\$[({]|^\$\w|\{\{|#\{|%\(|%[sd]\b|<[^>]*>|\{\w*\}|\[\w*\]|\(\)|\w\(|->|=>|::|\\[ux]|&&|\|\|"
)
"""What a value of no known shape may not hold: words of tests, templates, addresses, file names, code."""

_HASH = re.compile(
    rb"(?i)\$(?:2[abxy]|[156]|y|argon|pbkdf|scrypt)|(?:pbkdf2|bcrypt|argon2|scrypt|crypt|sha|md5)\w{0,12}\$|\{\w+\}|(?:sha\d{1,3}|md5|hmac)\W"
)


def is_stand_in(token: bytes) -> bool:
    """True if a token with a maker's own prefix is one for show: a pattern, one of few characters, or it says so."""
    return len(set(token)) < min(8, len(token) // 2 + 1) or _STAND_IN.search(token) is not None


def looks_random(value: bytes) -> bool:
    """True if a labelled value is made of characters at random, as machines and password makers do.

    Words give themselves away by their pairs of letters, whatever the case and whatever stands between them;
    a digit must be there in all but long values; hexadecimal counts from 24 digits. UUIDs count.
    """
    size = len(value)
    if size < 8 or is_stand_in(value):
        return False
    if _UUID.fullmatch(value):
        return True
    if _HEX.fullmatch(value):
        return size >= 24 and _mixed(value)
    if _NO_VALUE.search(value) or _HASH.match(value):
        return False
    share, pairs = _word_share(value)
    kinds = len({_kind(run[0]) for run in _RUNS.findall(value)})
    turns = len(_RUNS.findall(value)) - 1
    digits = any(48 <= code < 58 for code in value)
    if not digits:
        return size >= 20 and turns * 4 >= size and share < 0.5 and _mixed_case(value)
    if size < 16:
        return kinds >= 3 and turns * 3 >= size and (share < 0.6 or pairs < 3)
    if kinds < 2 or pairs < 2 or (value[:1] in b"/.~@" and (size < 32 or share > 0.6)):
        return False
    return turns * 7 >= size and share < 0.68


def looks_chosen(value: bytes) -> bool:
    """True if a value in the place of a password (in a URL, say) is one: 8 characters, letters and digits, no word."""
    if len(value) < 8 or is_stand_in(value) or _NO_VALUE.search(value):
        return False
    share, pairs = _word_share(value)
    kinds = {_kind(run[0]) for run in _RUNS.findall(value)}
    if not kinds & {"upper", "lower"} or "digit" not in kinds:
        return False
    turns = len(_RUNS.findall(value)) - 1
    return turns >= 3 and (share < 0.6 or pairs < 2 or (len(kinds) == 4 and turns * 2 >= len(value)))


def _kind(code: int) -> str:
    char = chr(code)
    return "digit" if char.isdigit() else "lower" if char.islower() else "upper" if char.isupper() else "sign"


def _mixed(value: bytes) -> bool:
    return not value.isdigit() and not value.isalpha()


def _mixed_case(value: bytes) -> bool:
    return value.lower() != value and value.upper() != value


def _word_share(value: bytes) -> tuple[float, int]:
    """The share of pairs of neighbouring letters that are common in words, and how many pairs there are."""
    common = total = 0
    for word in _LETTERS.findall(value.lower()):
        total += len(word) - 1
        common += sum(word[at : at + 2] in _PAIRS for at in range(len(word) - 1))
    return common / max(total, 1), total
