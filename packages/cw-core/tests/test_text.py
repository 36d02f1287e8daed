import pytest

from cw_core.text import MAX_TOKEN, fold, parts, stem, token_text, tokens, tokens_in, whole, words


@pytest.mark.parametrize(
    ("identifier", "expected"),
    [
        ("parseHTTPResponse2", ["parse", "http", "response", "2"]),
        ("login_user", ["login", "user"]),
        ("LOGIN_USER", ["login", "user"]),
        ("__init__", ["init"]),
        ("XMLHttpRequest", ["xml", "http", "request"]),
        ("getURLs", ["get", "urls"]),
        ("getGrößeÄnderung", ["get", "grosse", "anderung"]),
        ("sha256sum", ["sha", "256", "sum"]),
        ("_", []),
        ("", []),
    ],
)
def test_an_identifier_has_its_parts(identifier, expected):
    assert parts(identifier) == expected


@pytest.mark.parametrize("spelling", ["loginUser", "LoginUser", "LOGIN_USER", "login_user", "loginuser", "Login_User"])
def test_all_spellings_of_a_name_are_one_whole(spelling):
    assert whole(spelling) == "loginuser"


def finds(query: str, text: str) -> bool:
    """True if at least one token of the query is a token of the text: what `any of the words` means to the index."""
    return bool(set(tokens(query)) & set(tokens(text)))


@pytest.mark.parametrize(
    ("query", "text"),
    [
        ("loginUser", "def login_user(request):"),
        ("login_user", "function loginUser() {"),
        ("LOGIN_USER", "loginUser"),
        ("用户", "# 查询用户信息"),
        ("认证", "用户认证失败"),
        ("函", "if 函:"),
        ("カタ", "これはカタカナです"),
        ("ひらがな", "// ひらがな"),
        ("사용자", "사용자 인증"),
        ("пользователь", "# найти Пользователь"),
        ("Größe", "int grosse = 1;"),
        ("Grosse", "// die Größe"),
        ("GRÖSSE", "größe"),
        ("café", "CAFE"),
        ("ｌｏｇｉｎ", "login"),
        ("login", "ｌｏｇｉｎ＿ｕｓｅｒ"),
        ("ﬁle", "file"),
        ("routing", "class Router:"),
        ("routes", "route"),
        ("retries", "retry"),
        ("stopped", "stopping"),
        ("2", "parseHTTPResponse2"),
        ("Ünïcödé", "unicode"),
        ("ΜΕΓΕΘΟΣ", "μεγεθος"),
    ],
)
def test_a_query_finds_a_text_that_means_the_same_word(query, text):
    assert finds(query, text)


@pytest.mark.parametrize(
    ("query", "text"),
    [("用户", "用于户外"), ("и", "й"), ("か", "が"), ("login", "logout"), ("", "anything"), ("== !=", "a == b")],
)
def test_a_query_does_not_find_another_word(query, text):
    assert not finds(query, text)


def test_a_word_and_what_surrounds_it_in_another_script_are_apart():
    assert tokens("login用户名") == ["login", "用户", "户名"]
    assert words("foo_bar, b2c+用户") == ["foo_bar", "b2c", "用户"]


def test_a_compound_is_found_whole_and_by_its_parts():
    assert tokens("RetryPolicy") == ["retrypolicy", stem("retry"), stem("policy")]


def test_repeats_are_kept_in_order():
    assert tokens("retry the retry") == ["retry", "the", "retry"]


def test_the_tokens_of_a_text_stand_one_space_apart_whatever_lies_between_them():
    assert token_text("  _(login) ... __ _\n用户名\t\ud800,页 Größe") == "login 用户 户名 页 gross"
    assert token_text("") == token_text("_ .\n") == ""


def test_a_token_is_never_longer_than_the_most_and_never_empty():
    long = tokens("a" * 1000 + " " + "aB" * 500 + " " + "é" * 300)
    assert all(0 < len(token) <= MAX_TOKEN for token in long)


@pytest.mark.parametrize(
    "group",
    [
        ("route", "routes", "routing", "router", "routed"),
        ("index", "indexes", "indexing"),
        ("validate", "validation", "validator"),
        ("class", "classes"),
        ("policy", "policies"),
    ],
)
def test_forms_of_a_word_have_one_stem(group):
    assert len({stem(word) for word in group}) == 1


@pytest.mark.parametrize("word", ["class", "status", "this", "bus", "get", "api", "用户", "größe", "x2"])
def test_a_stem_does_not_cut_what_is_no_ending(word):
    assert stem(word) == word


def test_folding_twice_changes_nothing():
    for text in ("Größe", "ＡＢＣ", "İstanbul", "ﬃ", "ς", "が", "한국어", "Ǆ"):
        assert fold(fold(text)) == fold(text)


def test_tokens_of_a_text_are_its_bytes_over_four_rounded_up():
    assert [tokens_in(text) for text in ("", "a", "abcd", "abcde", "用户")] == [0, 1, 1, 2, 2]
    assert tokens_in("\ud800") >= 1
