import random
import string
from base64 import b64encode

import pytest

from cw_store.indexing.secrets import KINDS, mask

ALNUM = string.ascii_letters + string.digits
SAFE = ALNUM + "_-"
HEX = "0123456789abcdef"
UPPER = string.ascii_uppercase + string.digits
LOWER = string.ascii_lowercase + string.digits
BASE32 = string.ascii_uppercase + "234567"
BASE64 = ALNUM + "+/"
BECH32 = "QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L"

# What a value is made of: text that stays, or (alphabet, length) of what must go. No value stands here in full.
SHAPES: dict[str, tuple[str | tuple[str, int], ...]] = {
    "aws-access-key-id": ("AKIA", (BASE32, 16)),
    "aws-temporary-id": ("ASIA", (BASE32, 16)),
    "google-api-key": ("AIza", (SAFE, 35)),
    "google-oauth-secret": ("GOCSPX-", (SAFE, 28)),
    "google-oauth-token": ("ya29.", (SAFE, 120)),
    "alibaba": ("LTAI", (ALNUM, 20)),
    "tencent": ("AKID", (ALNUM, 32)),
    "digitalocean": ("dop_v1_", (HEX, 64)),
    "databricks": ("dapi", (HEX, 32)),
    "planetscale": ("pscale_tkn_", (SAFE, 43)),
    "supabase": ("sbp_", (HEX, 40)),
    "netlify": ("nfp_", (ALNUM, 40)),
    "tailscale": ("tskey-", "auth-", (ALNUM, 16), "-", (ALNUM, 32)),
    "pulumi": ("pul-", (HEX, 40)),
    "terraform": ("aBcDeFgHiJkLmN", ".atlasv1.", (ALNUM, 67)),
    "vault": ("hvs.", (SAFE, 90)),
    "doppler": ("dp.pt.", (ALNUM, 43)),
    "github-personal": ("ghp_", (ALNUM, 36)),
    "github-oauth": ("gho_", (ALNUM, 36)),
    "github-user": ("ghu_", (ALNUM, 36)),
    "github-server": ("ghs_", (ALNUM, 36)),
    "github-refresh": ("ghr_", (ALNUM, 76)),
    "github-fine-grained": ("github_pat_", (ALNUM, 22), "_", (ALNUM, 59)),
    "gitlab": ("glpat-", (SAFE, 20)),
    "bitbucket": ("ATBB", (ALNUM, 32)),
    "npm": ("npm_", (ALNUM, 36)),
    "pypi": ("pypi-AgE", "IcHlwaS5vcmc", (SAFE, 140)),
    "rubygems": ("rubygems_", (HEX, 48)),
    "docker": ("dckr_pat_", (SAFE, 27)),
    "slack-bot": ("xoxb-", (string.digits, 12), "-", (string.digits, 12), "-", (ALNUM, 24)),
    "slack-app": ("xapp-", "1-A", (UPPER, 10), "-", (string.digits, 13), "-", (HEX, 64)),
    "twilio": ("SK", (HEX, 32)),
    "sendgrid": ("SG.", (SAFE, 22), ".", (SAFE, 43)),
    "sendinblue": ("xkeysib-", (HEX, 64), "-", (ALNUM, 16)),
    "mailgun": ("key-", (HEX, 32)),
    "mailchimp": ((HEX, 32), "-us12"),
    "stripe": ("sk_live_", (ALNUM, 24)),
    "stripe-restricted": ("rk_live_", (ALNUM, 99)),
    "stripe-webhook": ("whsec_", (ALNUM, 32)),
    "square": ("sq0csp-", (SAFE, 43)),
    "shopify": ("shpat_", (HEX, 32)),
    "telegram": ("1234509876", ":AA", (SAFE, 33)),
    "discord": ("MTE", (ALNUM, 23), ".", (SAFE, 6), ".", (SAFE, 38)),
    "openai": ("sk-", (ALNUM, 20), "T3Blbk" + "FJ", (ALNUM, 20)),
    "openai-project": ("sk-proj-", (SAFE, 74), "T3Blbk" + "FJ", (SAFE, 74)),
    "anthropic": ("sk-ant-", "api03-", (SAFE, 93), "AA"),
    "openrouter": ("sk-or-v1-", (HEX, 64)),
    "hugging-face": ("hf_", (ALNUM, 34)),
    "groq": ("gsk_", (ALNUM, 52)),
    "replicate": ("r8_", (ALNUM, 37)),
    "postman": ("PMAK-", (HEX, 24), "-", (HEX, 34)),
    "grafana": ("glsa_", (ALNUM, 32), "_", (HEX, 8)),
    "new-relic": ("NRAK-", (UPPER, 27)),
    "linear": ("lin_api_", (ALNUM, 40)),
    "airtable": ("pat", (ALNUM, 14), ".", (HEX, 64)),
    "age": ("AGE-SECRET-KEY-1", (BECH32, 58)),
    "jwt": ("eyJ", (ALNUM, 17), ".eyJ", (SAFE, 60), ".", (SAFE, 43)),
}
CONTEXTS = (
    "KEY={}\n",
    "key = '{}'\n",
    "spec:\n  value: {}\n",
    '{{"a": 1, "value": "{}", "b": [2]}}\n',
    "curl https://api.host.dev/v1/{}/items\n",
    "see https://api.host.dev/?q={}&page=2\n",
    'send("line one\\n{}\\n")\n',
)
LABELS = (
    "DB_PASSWORD={}\n",
    "password = '{}'\n",
    "db:\n  passwd: {}\n",
    '{{"clientSecret": "{}"}}\n',
    'os.environ["API_TOKEN"] = "{}"\n',
    'const apiKey: string = "{}";\n',
    "aws_secret_access_key = {}\r\n",
    '  private_key => "{}",\n',
    "export SECRET_KEY_BASE='{}'  # rails\n",
    "Server=db;User=sa;Password={};\n",
    "token := `{}`\n",
    "<password>{}</password>\n",
)


def made(shape: tuple[str | tuple[str, int], ...], rng: random.Random) -> tuple[str, list[str]]:
    """A value and its parts that must not stay readable."""
    parts = [part if isinstance(part, str) else "".join(rng.choices(part[0], k=part[1])) for part in shape]
    return "".join(parts), [made for made, part in zip(parts, shape, strict=True) if part != made and len(made) > 12]


def check(text: str, gone: list[str]) -> None:
    content = text.encode()
    masked, count = mask(content)
    assert len(masked) == len(content)
    assert count >= 1, text
    assert not [part for part in gone if part.encode() in masked], (text, masked)
    assert [at for at, code in enumerate(masked) if code == 10] == [at for at, code in enumerate(content) if code == 10]
    assert mask(masked) == (masked, 0)


@pytest.mark.parametrize("name", SHAPES)
def test_a_token_of_a_known_maker_is_masked_wherever_it_stands(name: str) -> None:
    rng = random.Random(name)
    for _ in range(20):
        value, gone = made(SHAPES[name], rng)
        for context in CONTEXTS:
            check(context.format(value), gone)


@pytest.mark.parametrize("context", LABELS)
@pytest.mark.parametrize("alphabet, size", [(ALNUM, 32), (BASE64, 40), (HEX, 32), (HEX, 64), (ALNUM, 64), (SAFE, 43)])
def test_a_value_made_at_random_is_masked_behind_a_name_that_says_so(context: str, alphabet: str, size: int) -> None:
    rng = random.Random(f"{context}{size}")
    leaks = 0
    for _ in range(50):
        value = "".join(rng.choices(alphabet, k=size))
        leaks += value.encode() in mask(context.format(value).encode())[0]
    assert leaks == 0


@pytest.mark.parametrize("size, most", [(12, 25), (16, 10), (20, 3)])
def test_of_shorter_random_values_few_are_taken_for_words(size: int, most: int) -> None:
    rng = random.Random(size)
    values = ["".join(rng.choices(ALNUM, k=size)) for _ in range(1000)]
    masked = mask("".join(f"password = '{value}'\n" for value in values).encode())[0]
    assert sum(value.encode() in masked for value in values) <= 10 * most


def test_a_short_password_of_all_sorts_of_characters_is_masked() -> None:
    for password in ("x7K" + "p!9qZ2", "Zq4" + "vT8#mW1", "k9$" + "Fw2Lx"):
        check(f"password: '{password}'\n", [password])
        check(f"postgres://app:{password.replace('#', '-')}@db.internal:5432/app\n", [password.replace("#", "-")])


@pytest.mark.parametrize("how", ["Bearer", "Basic"])
@pytest.mark.parametrize(
    "context", ["Authorization: {} {}\n", '{{"Authorization": "{} {}"}}\n', "-H 'authorization: {} {}'\n"]
)
def test_what_follows_bearer_or_basic_is_masked(how: str, context: str) -> None:
    rng = random.Random(how)
    for _ in range(20):
        value = "".join(rng.choices(ALNUM, k=40))
        if how == "Basic":
            value = b64encode(f"admin:{value[:24]}".encode()).decode()
        check(context.format(how, value), [value])


def test_the_sig_of_an_azure_address_and_its_account_key_are_masked() -> None:
    rng = random.Random(1)
    for _ in range(20):
        sig = "".join(rng.choices(ALNUM, k=20)) + "%2B" + "".join(rng.choices(ALNUM, k=22))
        check(f"https://a.blob.core.windows.net/c?sv=2022-11-02&sig={sig}%3D\n", [sig])
        key = "".join(rng.choices(BASE64, k=86)) + "=="
        check(f'"AccountName=a;AccountKey={key};EndpointSuffix=core.windows.net"\n', [key])


@pytest.mark.parametrize(
    "address",
    [
        "https://hooks.slack" + ".com/services/T0AB12CD3/B0AB12CD3/{}",
        "https://discord" + ".com/api/webhooks/123456789012345678/{}",
    ],
)
def test_the_secret_part_of_a_webhook_is_masked(address: str) -> None:
    rng = random.Random(2)
    size = 24 if "slack" in address else 68
    for _ in range(20):
        value = "".join(rng.choices(ALNUM, k=size))
        check(f'url = "{address.format(value)}"\n', [value])


@pytest.mark.parametrize("kind", ["RSA PRIVATE", "OPENSSH PRIVATE", "EC PRIVATE", "PRIVATE", "ENCRYPTED PRIVATE"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\\n", '\\n" +\n    "', "\n    "])
def test_the_body_of_a_private_key_goes_and_its_line_ends_stay(kind: str, end: str) -> None:
    rng = random.Random(kind)
    lines = ["".join(rng.choices(BASE64, k=64)) for _ in range(9)] + ["".join(rng.choices(BASE64, k=30)) + "=="]
    text = f"key = '-----BEGIN {kind} KEY-----{end}{end.join(lines)}{end}-----END {kind} KEY-----'\nx = 1\n"
    check(text, lines)
    assert mask(text.encode())[0].endswith(f"-----END {kind} KEY-----'\nx = 1\n".encode())


def test_a_private_key_that_is_cut_off_goes_up_to_its_last_line() -> None:
    line = "".join(random.Random(3).choices(BASE64, k=64))
    check(f"-----BEGIN PGP PRIVATE KEY BLOCK-----\n\n{line}\n{line}\n", [line])


@pytest.mark.parametrize(
    "text",
    [
        *("password = 'secret'", "PASSWORD=password123", "password: changeme", "token = 'your-api-key-here'"),
        *("api_key = os.environ['API_KEY']", "secret: ${{ secrets.NPM_TOKEN }}", "token={{ vault_token2 }}"),
        *("password=%s", "API_KEY=<your key 123>", "SECRET_KEY=xxxxxxxxxxxxxxxx", "token = get_token2(request, 1)"),
        *("access_key = settings.ACCESS_KEY_V2", "tokenType: 'urn:ietf:params:oauth:token-type:jwt'"),
        *("AWS_ACCESS_KEY_ID=AKIAIOSFODNN7EXAMPLE", "key = 'user.settings.v2.theme'", "token: string | null"),
        *("password_hash = 'pbkdf2_sha256$260000$abc$def'", "passwordField2 = document.getElementById('pw1')"),
        *("postgres://user:password@localhost/db", "https://user:pass@example.com/", "redis://:@host:6379/0"),
        *("http://localhost:8080/@scope/pkg", "git+ssh://git@github.com:a/b.git#v1.2.3", "mailto:a@b.de"),
        *(
            "Authorization: Bearer <token>",
            "Authorization: Bearer your-token-goes-here-0001",
            "the bearer of the token",
        ),
        *("Authorization: Basic dXNlcjpwYXNz", "-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----"),
        "'-----BEGIN PRIVATE KEY-----' or aVeryLongNameOfAFunctionThatReads2Keys(s, '-----END PRIVATE KEY-----')",
        "startswith('-----BEGIN RSA PRIVATE KEY-----')\nassert aVeryLongNameOfAFunctionThatReads2KeysAndMore(s)",
        *("if s.startswith('-----BEGIN RSA PRIVATE KEY-----'):", "sk-folding-cube-animation-delay-1200ms"),
        *("ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "npm_config_registry_of_the_project_itself", "hf_hub_download"),
        *("SK_TEST_LEGACY_CONSTANT_NAME_IN_CAPITALS", "token_count = 1234567890", "secret = base64.b64decode(raw1)"),
        *("secretName: my-tls-secret-2024", "passwordResetToken = createHash('sha256')", "tokens: ['a1', 'b2']"),
        *("api_key: 00000000-0000-0000-0000-000000000000", "Sid: S-1-5-21-1004336348-1177238915-682003330-512"),
        *(
            "Password must be at least 8 characters",
            "--password-file=/run/secrets/db2",
            "private_key_path: ~/.ssh/id_ed25519",
        ),
        *("nextToken: '9f2b7c04-1a6d-4e3b-8c55-70d1e2f3a4b5'", "client_token=7d1e2f3a4b59f2b7c041a6d4e3b8c550"),
        *("token='application/vnd.api+json; version=2'", "private key = value pairs2"),
    ],
)
def test_what_only_looks_like_a_secret_stays(text: str) -> None:
    content = text.encode()
    assert mask(content)[0] is content


@pytest.mark.parametrize("alphabet, size", [(HEX, 32), (HEX, 40), (HEX, 64), (BASE64, 86)])
@pytest.mark.parametrize(
    "context",
    [
        *("sha256: {}\n", '"integrity": "sha512-{}=="\n', "{}  file.tar.gz\n", "checksum = '{}'\n"),
        *("url(data:image/png;base64,{}==)\n", "rev = {}\n", 'etag: "{}"\n', "    hash: {}\n"),
    ],
)
def test_hashes_and_data_without_a_telling_name_stay(context: str, alphabet: str, size: int) -> None:
    rng = random.Random(size)
    text = "".join(context.format("".join(rng.choices(alphabet, k=size))) for _ in range(200)).encode()
    assert mask(text)[0] is text


def test_uuids_without_a_telling_name_stay() -> None:
    rng = random.Random(4)
    parts = ("-".join("".join(rng.choices(HEX, k=size)) for size in (8, 4, 4, 4, 12)) for _ in range(300))
    text = "".join(f"id: {part}\n" for part in parts).encode()
    assert mask(text)[0] is text


def test_any_bytes_keep_length_line_ends_and_valid_utf8() -> None:
    rng = random.Random(5)
    pieces = [
        *(
            b"password=",
            b"token: '",
            b"-----BEGIN PRIVATE KEY-----",
            b"-----END ",
            b"://a:",
            b"@",
            b"\n",
            b"\r\n",
            b'"',
        ),
        *("日本語é😀".encode(), b"\xff\xe9", b"Bearer ", b"ghp_", b"eyJ", b".eyJ", b"sig=", b" ", b"'", b"SG."),
    ]
    for _ in range(3000):
        text = b"".join(
            rng.choice(pieces) if rng.random() < 0.5 else "".join(rng.choices(BASE64, k=rng.randint(1, 60))).encode()
            for _ in range(rng.randint(1, 30))
        )
        masked, count = mask(text)
        assert len(masked) == len(text)
        assert all(
            new in (old, 42) and (new == old or old not in b"\r\n") for new, old in zip(masked, text, strict=True)
        )
        assert (count == 0) == (masked is text)
        assert mask(masked)[0] == masked
        if text.decode("utf-8", "replace").count("\ufffd") == 0:
            masked.decode("utf-8")


def test_every_kind_has_a_name_and_one_thing_to_mask() -> None:
    assert len({name for name, _ in KINDS}) == len(KINDS) >= 30
    assert all(pattern.groups for _, pattern in KINDS)
