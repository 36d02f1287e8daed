from dataclasses import fields

import pytest

from cw_core import ChunkSettings, IndexSettings, SearchSettings, Settings, SettingsError, load_settings
from cw_core.settings import parse_env_file


def load(tmp_path, environ=None, flags=None, user_file=None):
    if user_file is not None:
        (tmp_path / ".contextweaver").mkdir(exist_ok=True)
        (tmp_path / ".contextweaver" / ".env").write_text(user_file, encoding="utf-8")
    return load_settings(environ or {}, tmp_path, flags)


def test_nothing_set_gives_the_defaults_under_the_users_home(tmp_path):
    assert load(tmp_path) == Settings(home=tmp_path / ".contextweaver")


def test_flags_beat_the_environment_which_beats_the_users_file(tmp_path):
    file, environ, flag = ({"CW_SEARCH_MAX_FILES": value} for value in ("3", "4", "5"))
    text = "CW_SEARCH_MAX_FILES=3\nCW_SEARCH_MAX_TOKENS=777\n"
    assert load(tmp_path, user_file=text).search.max_files == int(file["CW_SEARCH_MAX_FILES"])
    assert load(tmp_path, environ).search.max_files == 4
    found = load(tmp_path, environ, flag).search
    assert (found.max_files, found.max_tokens) == (5, 777)


def test_an_empty_value_is_as_good_as_none(tmp_path):
    assert load(tmp_path, {"CW_SEARCH_MAX_FILES": " "}, user_file="CW_SEARCH_MAX_FILES=3").search.max_files == 3


def test_a_byte_order_mark_is_no_part_of_the_first_key(tmp_path):
    assert load(tmp_path, user_file="\ufeffCW_SEARCH_MAX_FILES=3\n").search.max_files == 3


def test_home_moves_the_users_file_too(tmp_path):
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere" / ".env").write_text("CW_SEARCH_MAX_FILES=2\n")
    found = load(tmp_path, {"CW_HOME": str(tmp_path / "elsewhere")})
    assert (found.home, found.search.max_files) == (tmp_path / "elsewhere", 2)


@pytest.mark.parametrize(("value", "moved"), [("51", 50), ("0", 1), ("-7", 1), ("1e9", 50)])
def test_a_value_out_of_bounds_is_moved_to_the_bound_and_noticed(tmp_path, value, moved):
    found = load(tmp_path, {"CW_SEARCH_MAX_FILES": value})
    assert found.search.max_files == moved
    (notice,) = found.notices
    assert notice.code == "setting-clamped"
    assert f"CW_SEARCH_MAX_FILES={value}" in notice.message
    assert "environment" in notice.message


def test_a_value_at_its_bound_is_not_noticed(tmp_path):
    assert load(tmp_path, {"CW_SEARCH_MAX_FILES": "50", "CW_SEARCH_WVEC": "1"}).notices == ()


@pytest.mark.parametrize("value", ["many", "nan", "inf", "1,5", "0x10", "true"])
def test_a_wrong_type_is_an_error_that_names_the_key_and_its_origin(tmp_path, value):
    with pytest.raises(SettingsError, match=r"CW_SEARCH_MAX_FILES.*environment") as caught:
        load(tmp_path, {"CW_SEARCH_MAX_FILES": value})
    assert caught.value.hint
    with pytest.raises(SettingsError, match=r"CW_SEARCH_MAX_FILES.*\.env"):
        load(tmp_path, user_file=f"CW_SEARCH_MAX_FILES={value}")


def test_one_weight_gives_the_other(tmp_path):
    found = load(tmp_path, {"CW_SEARCH_WVEC": "0.9"}).search
    assert (found.w_vec, found.w_lex) == (0.9, 0.1)
    found = load(tmp_path, {"CW_SEARCH_WLEX": "0.25"}).search
    assert (found.w_vec, found.w_lex) == (0.75, 0.25)
    found = load(tmp_path, {"CW_SEARCH_WLEX": "0.2", "CW_SEARCH_WVEC": "0.3"}).search
    assert (found.w_vec, found.w_lex) == (0.3, 0.2)
    assert load(tmp_path, {"CW_SEARCH_WVEC": "7"}).search.w_lex == 0.0


def test_patterns_are_listed_with_commas(tmp_path):
    found = load(tmp_path, {"IGNORE_PATTERNS": " *.log, !keep.log ,,build/ "})
    assert found.index.ignore_patterns == ("*.log", "!keep.log", "build/")


def test_a_users_file_may_have_comments_quotes_exports_and_blank_lines():
    text = "# comment\n\nexport A=1\nB = 'two words'\nC=\"x=y\"\r\nD\n=E\nF='open\nA=2\n"
    found = parse_env_file(text)
    assert {key: found[key] for key in "ABCF"} == {"A": "2", "B": "two words", "C": "x=y", "F": "'open"}


@pytest.mark.parametrize("branch", [ChunkSettings(), IndexSettings(), SearchSettings()], ids=lambda b: type(b).__name__)
def test_every_setting_says_why_and_its_default_lies_within_its_bounds(branch):
    for entry in fields(branch):
        assert entry.metadata["why"], entry.name
        bounds, default = entry.metadata["bounds"], getattr(branch, entry.name)
        assert isinstance(default, tuple) or bounds[0] <= default <= bounds[1], entry.name


@pytest.mark.parametrize("branch", ["chunk", "index", "search"])
def test_every_named_setting_can_be_set(tmp_path, branch):
    for entry in fields(getattr(load(tmp_path), branch)):
        if entry.metadata["env"] and entry.metadata["bounds"]:
            found = load(tmp_path, {entry.metadata["env"]: str(entry.metadata["bounds"][1])})
            assert getattr(getattr(found, branch), entry.name) == entry.metadata["bounds"][1]
            assert found.notices == ()
