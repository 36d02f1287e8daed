"""The kinds of tokens that show what they are, with the pattern each is found by."""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error
from collections.abc import Callable
from dataclasses import dataclass

from cw_store.indexing.likely import is_stand_in, looks_chosen, looks_random

_END = rb"(?![A-Za-z0-9])"
_SAFE = rb"[A-Za-z0-9_-]"
_ALNUM = rb"[A-Za-z0-9]"
_HEX = rb"[0-9a-f]"


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


def is_basic(value: bytes) -> bool:
    """True if the value is, in base 64, a name and a password that no one would mistake for an example."""
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
    _token("basic", rb"Basic |Basic%20", rb"[A-Za-z0-9+/]{16,512}+={0,2}", rb"(?![\w+/=])", is_basic),
)
"""Secrets that show what they are: a head of their own, or a place in an address. In the order they are tried."""
