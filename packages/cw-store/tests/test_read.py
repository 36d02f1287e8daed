import os
from pathlib import Path

import pytest

from cw_core.snapshot import FileStamp
from cw_core.source import RepoPath, Skipped, SourceFile
from cw_store.indexing.read import decode, read

LIMIT = 1 << 20
CHINESE = (
    "# 读取配置文件并返回默认设置\n"
    "def load(path):\n    # 如果文件不存在则抛出异常\n    return parse(path)  # 解析结果\n"
)
JAPANESE = (
    "# 設定ファイルを読み込みます\n"
    "def load(path):\n    # ファイルが存在しない場合は例外を投げる\n    return parse(path)\n"
)
KOREAN = (
    "# 설정 파일을 읽어서 기본값을 반환합니다\n"
    "def load(path):\n    # 파일이 없으면 예외를 발생시킵니다\n    return parse(path)\n"
)
TRADITIONAL = (
    "# 讀取設定檔並傳回預設值\n"
    "def load(path):\n    # 如果檔案不存在則拋出例外錯誤\n    return parse(path)  # 解析結果\n"
)
RUSSIAN = (
    "# Читает файл настроек и возвращает значения\n"
    "def load(path):\n    # Если файла нет, бросает исключение\n    pass\n"
)
FRENCH = (
    "# Lit le fichier de paramètres à l’écran, déjà chargé\ndef load(path):\n    # où le modèle a été créé\n    pass\n"
)
GERMAN = "# Größe der Schlüssel prüfen\nint größe = 3; /* müßte genügen */\n"


def put(root: Path, name: str, content: bytes) -> FileStamp:
    (root / name).write_bytes(content)
    return FileStamp(RepoPath(name), len(content), 0)


def text_of(root: Path, content: bytes) -> str:
    file = read(root, put(root, "a.py", content), LIMIT)
    assert isinstance(file, SourceFile), file
    return file.content.decode("utf-8")


def reason_of(root: Path, content: bytes) -> str:
    skipped = read(root, put(root, "a.py", content), LIMIT)
    assert isinstance(skipped, Skipped), skipped
    return skipped.reason


@pytest.mark.parametrize(
    "text", ["", "x", "a\nb", "a\nb\n", "a\r\nb\r\n", "a\rb", "é日😀\n", "\ttab\f\n", "\x1b[31mred\n"]
)
def test_utf8_comes_back_byte_for_byte(tmp_path: Path, text: str) -> None:
    assert text_of(tmp_path, text.encode()) == text


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("text", ["", "a\r\nb", "日本語 = 1\r\n", "emoji = '😀𝒳'\n"])
def test_a_byte_order_mark_decides_and_is_dropped(tmp_path: Path, text: str, encoding: str) -> None:
    assert text_of(tmp_path, text.encode(encoding)) == text


@pytest.mark.parametrize("mark, encoding", [("fffe", "utf-16-le"), ("feff", "utf-16-be"), ("0000feff", "utf-32-be")])
def test_both_byte_orders_are_read(tmp_path: Path, mark: str, encoding: str) -> None:
    assert text_of(tmp_path, bytes.fromhex(mark) + "日本語😀\n".encode(encoding)) == "日本語😀\n"


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf16_without_a_mark_is_read_if_mostly_ascii(tmp_path: Path, encoding: str) -> None:
    text = "Windows Registry Editor Version 5.00\r\n; größe\r\n"
    assert text_of(tmp_path, text.encode(encoding)) == text


def test_only_the_first_mark_is_dropped() -> None:
    assert decode("\ufeffa\ufeffb".encode()) == ("a\ufeffb", "utf-8")


@pytest.mark.parametrize(
    "text, encoding",
    [
        *((CHINESE, name) for name in ("gb18030", "gbk", "gb2312")),
        *((JAPANESE, name) for name in ("shift_jis", "cp932", "euc_jp")),
        *((KOREAN, name) for name in ("euc_kr", "cp949")),
        (TRADITIONAL, "big5"),
        *((RUSSIAN, name) for name in ("cp1251", "koi8_r")),
        *((FRENCH, name) for name in ("cp1252",)),
        *((GERMAN, name) for name in ("cp1252", "latin-1")),
    ],
)
@pytest.mark.parametrize("times", [1, 40])
def test_text_of_older_encodings_is_read_as_it_was_written(
    tmp_path: Path, text: str, encoding: str, times: int
) -> None:
    assert text_of(tmp_path, (text * times).encode(encoding)) == text * times


@pytest.mark.parametrize(
    "text",
    [
        "x = 1  # 中文\n",
        "// 测试\n",
        "// 你好，世界！\n",
        "print('错误：文件不存在')",
        "用户",
        "# 初始化\n" + "x = 1\n" * 500,
    ],
)
def test_a_few_chinese_characters_are_read_as_gb18030(tmp_path: Path, text: str) -> None:
    assert text_of(tmp_path, text.encode("gb18030")) == text


def test_the_four_byte_characters_of_gb18030_are_read(tmp_path: Path) -> None:
    text = CHINESE + "# 😀 𠮷\n"
    assert text_of(tmp_path, text.encode("gb18030")) == text


@pytest.mark.parametrize("text", ["# café\n", "naïve = 'déjà vu'\n", "// © 2020 Jürgen Groß\n", "x = '±½°'\n"])
def test_a_few_accents_are_read_as_windows_1252(tmp_path: Path, text: str) -> None:
    assert text_of(tmp_path, text.encode("cp1252")) == text


def test_a_character_cut_off_by_the_sample_does_not_disturb_the_rest(tmp_path: Path) -> None:
    text = "say('日本語のメッセージです。');" * 4000
    for shift in range(4):
        same = text_of(tmp_path, (" " * shift + text).encode("shift_jis")) == " " * shift + text
        assert same, shift


def test_chinese_with_one_broken_place_stays_chinese(tmp_path: Path) -> None:
    raw = (CHINESE * 9).encode("gb18030") + b"# \xd6\n"
    assert text_of(tmp_path, raw) == CHINESE * 9 + "# \ufffd\n"


def test_utf8_with_one_broken_place_stays_utf8(tmp_path: Path) -> None:
    raw = CHINESE.encode() + b"# \xe9\n"
    assert text_of(tmp_path, raw) == CHINESE + "# \ufffd\n"


@pytest.mark.parametrize(
    "content",
    [
        *(b"abc\0def", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"\x7fELF\x02\x01\x01" + bytes(9), bytes(range(256))),
        *(bytes(100), b"\x01\x02\x03\x04\x05\x06" * 30, bytes(range(1, 32)) + "é".encode()),
    ],
)
def test_what_is_not_text_is_binary(tmp_path: Path, content: bytes) -> None:
    assert reason_of(tmp_path, content) == "binary"


def test_the_digest_is_that_of_the_text_not_of_its_encoding(tmp_path: Path) -> None:
    digests = set()
    for encoding in ("utf-8", "utf-8-sig", "utf-16", "gb18030"):
        file = read(tmp_path, put(tmp_path, "a.py", CHINESE.encode(encoding)), LIMIT)
        assert isinstance(file, SourceFile)
        digests.add(file.digest)
    assert len(digests) == 1


def test_secrets_are_masked_and_counted_whatever_the_encoding(tmp_path: Path) -> None:
    secret = "Zq4" + "vT8x" * 2 + "mW1kL7pR3cN9"
    text = f"# größe\r\npassword = '{secret}'\r\nx = 1\r\n"
    for encoding in ("utf-8", "utf-16", "cp1252"):
        file = read(tmp_path, put(tmp_path, "a.py", text.encode(encoding)), LIMIT)
        assert isinstance(file, SourceFile)
        assert file.content == text.replace(secret, "*" * len(secret)).encode()
        assert file.masked == 1


def test_a_file_without_secrets_says_that_none_were_masked(tmp_path: Path) -> None:
    file = read(tmp_path, put(tmp_path, "a.py", b"password = 'secret'\n"), LIMIT)
    assert isinstance(file, SourceFile)
    assert file.masked == 0


def test_a_file_that_has_grown_too_large_is_not_read_whole(tmp_path: Path) -> None:
    stamp = put(tmp_path, "a.py", b"x" * 10)
    assert isinstance(read(tmp_path, stamp, 10), SourceFile)
    put(tmp_path, "a.py", b"x" * 11)
    assert read(tmp_path, stamp, 10) == Skipped("a.py", "too-large", "over 10")


def test_a_file_that_is_gone_has_vanished(tmp_path: Path) -> None:
    stamp = put(tmp_path, "a.py", b"")
    (tmp_path / "a.py").unlink()
    assert read(tmp_path, stamp, LIMIT) == Skipped("a.py", "vanished")
    assert read(tmp_path, FileStamp(RepoPath("no/such/a.py"), 0, 0), LIMIT) == Skipped("no/such/a.py", "vanished")


def test_a_file_that_became_a_folder_or_a_pipe_is_special(tmp_path: Path) -> None:
    (tmp_path / "a.py").mkdir()
    assert read(tmp_path, FileStamp(RepoPath("a.py"), 0, 0), LIMIT) in (
        Skipped("a.py", "special"),
        Skipped("a.py", "unreadable", "Permission denied"),  # Windows
    )
    if hasattr(os, "mkfifo"):
        os.mkfifo(tmp_path / "pipe.py")
        assert read(tmp_path, FileStamp(RepoPath("pipe.py"), 0, 0), LIMIT) == Skipped("pipe.py", "special")


def test_an_unreadable_file_says_so(tmp_path: Path) -> None:
    stamp = put(tmp_path, "a.py", b"x")
    (tmp_path / "a.py").chmod(0)
    if os.access(tmp_path / "a.py", os.R_OK):
        pytest.skip("this user reads everything")
    assert read(tmp_path, stamp, LIMIT) == Skipped("a.py", "unreadable", "Permission denied")


def test_a_link_is_read_only_while_it_leads_to_a_file_inside_that_may_be_indexed(tmp_path: Path) -> None:
    root = tmp_path / "root"
    (root / "src").mkdir(parents=True)
    (tmp_path / "outside").mkdir()
    put(tmp_path / "outside", "a.py", b"outside")
    put(root, "src/real.py", b"inside")
    put(root, ".env", b"KEY=1")
    try:
        (root / "good.py").symlink_to("src/real.py")
        (root / "out.py").symlink_to(tmp_path / "outside/a.py")
        (root / "secret.txt").symlink_to(".env")
        (root / "swapped").symlink_to(tmp_path / "outside")
        (root / "loop.py").symlink_to("loop.py")
    except OSError:
        pytest.skip("no symlinks here")
    good = read(root, FileStamp(RepoPath("good.py"), 6, 0), LIMIT)
    assert isinstance(good, SourceFile)
    assert good.content == b"inside"
    for path in ("out.py", "secret.txt", "swapped/a.py", "loop.py"):
        skipped = read(root, FileStamp(RepoPath(path), 0, 0), LIMIT)
        assert isinstance(skipped, Skipped)
        assert skipped.reason == "symlink"


def test_a_root_that_is_itself_reached_by_a_link_is_no_obstacle(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    stamp = put(tmp_path / "real", "a.py", b"x")
    try:
        (tmp_path / "link").symlink_to("real")
    except OSError:
        pytest.skip("no symlinks here")
    assert isinstance(read(tmp_path / "link", stamp, LIMIT), SourceFile)
