"""Secret values in a text, overwritten with `*` byte for byte, so that its lines and offsets hold."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from cw_store.indexing.likely import is_stand_in, looks_chosen, looks_random

_END = rb"(?![A-Za-z0-9])"
_SAFE = rb"[A-Za-z0-9_-]"
_ALNUM = rb"[A-Za-z0-9]"
_HEX = rb"[0-9a-f]"
_QUOTE = rb"(?:\\?[\"'`]|&quot;)"


@dataclass(frozen=True, slots=True)
class Kind:
    """A sort of secret. `pattern` matches where its `head` begins; group 1 is what is masked, if `accepts` says so.

    `head` is a pattern without groups that begins with a letter or sign of its own: the prefilter is made of all heads.
    """

    name: str
    head: bytes
    pattern: re.Pattern[bytes]
    accepts: Callable[[bytes], bool]


def _is_token(value: bytes) -> bool:
    return not is_stand_in(value)


def _is_basic(value: bytes) -> bool:
    """True if the value is a name and a password that no one would mistake for an example."""
    try:
        _, colon, password = b64decode(value + b"=" * (-len(value) % 4), validate=True).partition(b":")
    except (Error, ValueError):
        return False
    return bool(colon) and (looks_chosen(password) or looks_random(password))


def _token(
    name: str, head: bytes, body: bytes, after: bytes = _END, accepts: Callable[[bytes], bool] = _is_token
) -> Kind:
    """A token that begins with `head`, which stays readable; no letter or digit may stand before it."""
    start = rb"(?:(?<![A-Za-z0-9])|(?<=\\[nrt])|(?<=%[0-9A-F][0-9A-F]))"
    return Kind(name, head, re.compile(start + rb"(?:" + head + rb")(" + body + rb")" + after), accepts)


def _placed(name: str, head: bytes, pattern: bytes, accepts: Callable[[bytes], bool] = _is_token) -> Kind:
    return Kind(name, head, re.compile(pattern), accepts)


TOKENS: tuple[Kind, ...] = (
    # clouds
    _token("aws-access-key-id", rb"AKIA|ASIA|ABIA|ACCA", rb"[A-Z2-7]{16}"),
    _token("google-api-key", rb"AIza", _SAFE + rb"{35}", rb"(?![\w-])"),
    _token("google-oauth-secret", rb"GOCSPX-", _SAFE + rb"{28}", rb"(?![\w-])"),
    _token("google-oauth-token", rb"ya29\.", rb"[A-Za-z0-9_.-]{30,2048}+", rb""),
    _placed("azure-sas", rb"sig=", rb"(?<=[?&;])sig=((?:[A-Za-z0-9+/]|%2[BbFf]){43}(?:=|%3[Dd]))"),
    _token("alibaba-access-key-id", rb"LTAI", _ALNUM + rb"{16,20}+"),
    _token("tencent-secret-id", rb"AKID", _ALNUM + rb"{32}"),
    _token("digitalocean", rb"dop_v1_|doo_v1_|dor_v1_", _HEX + rb"{64}"),
    _token("databricks", rb"dapi", _HEX + rb"{32}(?:-\d)?"),
    _token("planetscale", rb"pscale_tkn_|pscale_pw_|pscale_oauth_", rb"[A-Za-z0-9_.=-]{32,64}+", rb""),
    _token("supabase", rb"sbp_", _HEX + rb"{40}"),
    _token("netlify", rb"nfp_", _ALNUM + rb"{36,40}+"),
    _token("tailscale", rb"tskey-", rb"[a-z]{2,10}-[A-Za-z0-9]{10,24}-[A-Za-z0-9]{20,40}+"),
    _token("pulumi", rb"pul-", _HEX + rb"{40}"),
    _token("terraform-cloud", rb"atlasv1\.", rb"[A-Za-z0-9_=-]{60,70}+", rb""),
    _token("vault", rb"hvs\.|hvb\.|hvr\.", _SAFE + rb"{24,300}+", rb""),
    _token("doppler", rb"dp\.", rb"(?:pt|st|ct|sa|scim|audit)\.(?:[a-z0-9_-]{2,35}\.)?[A-Za-z0-9]{40,44}"),
    # code forges, packages
    _token("github", rb"ghp_|gho_|ghu_|ghs_|ghr_", _ALNUM + rb"{36,255}+"),
    _token("github-fine-grained", rb"github_pat_", rb"[A-Za-z0-9]{22}_[A-Za-z0-9]{59}"),
    _token("gitlab", rb"glpat-|gldt-|glrt-|glptt-|glcbt-|glsoat-|glft-", _SAFE + rb"{20,64}+", rb""),
    _token("bitbucket-or-atlassian", rb"ATATT3|ATBB|ATCTT3", rb"[A-Za-z0-9_=-]{24,256}+", rb""),
    _token("npm", rb"npm_", _ALNUM + rb"{36}"),
    _token("pypi", rb"pypi-AgE", rb"[A-Za-z0-9_-]{50,512}+", rb""),
    _token("rubygems", rb"rubygems_", _HEX + rb"{48}"),
    _token("nuget", rb"oy2", rb"[a-z0-9]{43}"),
    _token("clojars", rb"CLOJARS_", rb"[a-z0-9]{60}"),
    _token("docker-hub", rb"dckr_pat_|dckr_oat_", _SAFE + rb"{27,40}+", rb""),
    # messages
    _token("slack", rb"xoxb-|xoxa-|xoxp-|xoxr-|xoxs-|xoxe-|xoxe\.xox[bp]-", rb"[A-Za-z0-9-]{24,256}+", rb""),
    _token("slack-app", rb"xapp-", rb"\d-[A-Z0-9]{8,14}-\d{9,16}-[a-f0-9]{48,80}+"),
    _token(
        "discord-bot",
        b"|".join(first + rb"[DTjz][AEIMQUYcgk]" for first in (b"M", b"N", b"O")),
        rb"[\w-]{20,25}\.[\w-]{6,7}\.[\w-]{27,40}+",
    ),
    _placed("telegram-bot", rb":AA", rb"(?<=[0-9]{8}):(AA[\w-]{32,33})(?![\w-])"),
    _token("twilio", rb"SK", _HEX + rb"{32}"),
    _token("sendgrid", rb"SG\.", rb"[\w-]{20,24}\.[\w-]{39,50}+", rb""),
    _token("sendinblue", rb"xkeysib-", rb"[a-f0-9]{64}-[A-Za-z0-9]{16}"),
    _token("mailgun", rb"key-", _HEX + rb"{32}"),
    _placed("mailchimp", rb"-us[0-9]", rb"(?<=([0-9a-f]{32}))-us[0-9]{1,2}(?![0-9A-Za-z])"),
    # money, shops
    _token("stripe", rb"sk_live_|rk_live_|sk_test_|rk_test_|whsec_", rb"[A-Za-z0-9+/]{24,247}+", rb""),
    _token("square", rb"sq0atp-|sq0csp-|sq0idp-", _SAFE + rb"{22,43}+", rb""),
    _token("square-access", rb"EAAA", _SAFE + rb"{60}", rb"(?![\w-])"),
    _token("facebook", rb"EAAC", _ALNUM + rb"{80,300}+"),
    _token("shopify", rb"shpat_|shpca_|shppa_|shpss_", rb"[a-fA-F0-9]{32}"),
    _token("easypost", rb"EZAK|EZTK", _ALNUM + rb"{54}"),
    _token("plaid", rb"access-", rb"(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}"),
    # models
    _token("anthropic", rb"sk-ant-", _SAFE + rb"{32,128}+", rb"", looks_random),
    _token("openrouter", rb"sk-or-v1-", _HEX + rb"{64}"),
    _token("openai-project", rb"sk-proj-|sk-svcacct-|sk-admin-", _SAFE + rb"{40,256}+", rb"", looks_random),
    _token("openai", rb"sk-", rb"[A-Za-z0-9]{32,64}+"),
    _token("hugging-face", rb"hf_|api_org_", rb"[A-Za-z]{34}|[A-Za-z0-9]{34,40}+", _END, looks_random),
    _token("groq", rb"gsk_", _ALNUM + rb"{52}"),
    _token("perplexity", rb"pplx-", _ALNUM + rb"{40,56}+"),
    _token("replicate", rb"r8_", _ALNUM + rb"{37}"),
    _token("xai", rb"xai-", _ALNUM + rb"{80}"),
    _token("langsmith", rb"lsv2_", rb"(?:pt|sk)_[a-f0-9]{32}_[a-f0-9]{10}"),
    # tools
    _token("postman", rb"PMAK-", rb"[a-f0-9]{24}-[a-f0-9]{34}"),
    _token("grafana", rb"glsa_", rb"[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}"),
    _token("grafana-cloud", rb"glc_", rb"[A-Za-z0-9+/=]{32,400}+", rb""),
    _token("new-relic", rb"NRAK-", rb"[A-Z0-9]{27}"),
    _token("sentry", rb"sntrys_|sntryu_", rb"[A-Za-z0-9_=+/-]{43,512}+", rb""),
    _token("dynatrace", rb"dt0c01\.", rb"[A-Z0-9]{24}\.[A-Z0-9]{64}"),
    _token("linear", rb"lin_api_", _ALNUM + rb"{40}"),
    _token("notion", rb"ntn_", _ALNUM + rb"{43,50}+"),
    _token("airtable", rb"pat", rb"[A-Za-z0-9]{14}\.[a-f0-9]{64}"),
    _token("figma", rb"figd_", _SAFE + rb"{40,44}+", rb""),
    _token("contentful", rb"CFPAT-", _SAFE + rb"{43}", rb"(?![\w-])"),
    _token("prefect", rb"pnu_", rb"[a-z0-9]{36}"),
    _token("age", rb"AGE-SECRET-KEY-1", rb"[QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L]{58}"),
    _token("jwt", rb"eyJ", rb"[\w-]{14,4096}+\.eyJ[\w-]{14,8192}+\.[\w-]{20,1024}+", rb""),
    _token("bearer", rb"Bearer |bearer |Bearer%20", rb"[A-Za-z0-9._~+/-]{20,2048}+=*+", rb"", looks_random),
    _token("basic", rb"Basic |Basic%20", rb"[A-Za-z0-9+/]{16,512}+={0,2}", rb"(?![\w+/=])", _is_basic),
)
"""Secrets that show what they are: a head of their own, or a place in an address. In the order they are tried."""

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
        if found and (_is_basic if found["how"].lower() == b"basic" else looks_random)(found["value"]):
            yield "authorization", *found.span("value")


def _block_around(content: bytes, at: int) -> Span | None:
    """The private key in armour whose first line has its `KEY` at `at`.

    Without an end, that is, if it is cut off, up to the last line that is nothing but the key.
    """
    start = content.rfind(b"-----BEGIN", max(0, at - 56), at)
    found = _BLOCK.match(content, start) if start >= 0 else None
    line = found and _BLOCK_LINE.search(content, *found.span(1))
    if not found or not line:
        return None
    end = found.end(1)
    if found[2] is None:
        end = [part.end() for part in _BLOCK_LINE.finditer(content, found.start(1), end)][-1]
    return "private-key", found.start(1), end


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
