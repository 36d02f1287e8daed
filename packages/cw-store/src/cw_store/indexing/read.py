"""A path into a SourceFile, or the reason why not."""

from __future__ import annotations

import codecs
import errno
import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path

from cw_core.snapshot import FileStamp
from cw_core.source import Skipped, SourceFile
from cw_store.indexing.ignore import is_excluded, is_sensitive
from cw_store.indexing.secrets import mask

_HEAD = 8192  # where a NUL tells a binary, as in git
_SAMPLE = 65_536  # what charset-normalizer sees: 20 ms
_CONTROLS_SHARE = 0.05  # random bytes hold 10 % of these controls, text none
_CONTROLS = bytes(code for code in (*range(32), 127) if code not in b"\b\t\n\v\f\r\x1b")

_REFUSALS = {errno.ELOOP: "symlink", errno.ENXIO: "special"}  # a link that just appeared, a socket
_BOMS = (  # UTF-32 first: its little-endian mark begins like that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_LEGACY = ["gb18030", "big5", "cp932", "euc_jp", "cp949", "cp1251", "koi8_r", "cp1253", "cp1252"]
_HIGH_RUN = re.compile(rb"[\x80-\xff]+")
_WHOLE = re.compile(rb".*[\t-/]", re.DOTALL)  # up to a byte that is the second half of no character
_FOREIGN = re.compile(r"[^\x00-\x7f]")
_KANA = re.compile("[\u3041-\u30ff]+")
_HANGUL = re.compile("[가-힣]+")
_CYRILLIC_WORDS = re.compile("[А-ЯЁ]?[а-яё]{2,}")  # a wrong encoding mixes the cases; accents stand alone
_BIG5_WORDS = re.compile(rb"(?:[\x00-\x7f]*+(?:[\xa1-\xc6][\x40-\x7e\xa1-\xfe]){2,}+)++[\x00-\x7f]*+")  # common half


def _gb_rows(first: int, last: int) -> frozenset[str]:
    pairs = (bytes((row, cell)) for row in range(first, last + 1) for cell in range(0xA1, 0xFF))
    return frozenset(b"".join(pairs).decode("gb18030"))


_MARKS = _gb_rows(0xA1, 0xA3)
_FIRST_HALF = _gb_rows(0xB0, 0xD7)  # the 3,755 commonest characters of GB2312
_COMMON = frozenset(
    "的一是不了在人有我他这个们中来上大为和国地到以说时要就出会可也你对生能而子那得于着下自之年过发后作里"
    "用道行所然家种事成方多经么去法学如都同现当没动面起看定天分还进好小部其些主样理心本前开但因只从想实"
    "日军者意无力它与长把机十民第公此已工使情明性知全三又关点正业外将两高间由问很最重并物手应战向头文体"
    "政美相见被利什二等产或新己制身果加西斯月话合回特代内信表化老给世位次度门任常先海通教儿原东声提立及"
    "比员解水名真论处走义各入几口认条平系气题活尔更别打女变四神总何电数安少报才结反受目太量再感建务做接"
    "必场件计管期市直德资命山金指克许统区保至队形社便空决治展马科司五基眼书非则听白却界达光放强即像难且"
    "权思王象完设式色路记南品住告类求据程北边死张该交规万取拉格望觉术领共确传师观清今切院让识候带导争运"
    "笔增删改查返回参数类型错误默认设置配置户请求处理测试接口对象函字符串节列缓存线程组键值码页按钮显示"
    "隐藏执初始化注释版本源编译调输入输出读写件夹路径连断超异步锁队栈树图索引算器库包模块例如注意否则若"
    "需检查找搜排序过滤单双元素属标签项终启停止支持不支允许未已完成失败成功通过验证登录密码权限角客服端"
)
"""The most frequent Chinese characters and those of programmers' comments: 65 to 88 % of what is above ASCII in Chinese
texts, at most 12 % of what texts of other encodings turn into when read as GB18030 (measured on vim's translations)."""


def read(root: Path, stamp: FileStamp, max_bytes: int) -> SourceFile | Skipped:
    """The file as UTF-8, line ends untouched, a byte order mark dropped, secrets masked; or why it cannot be used.

    A link counts only while it leads to a file inside the root that could be indexed under its own name. At most
    `max_bytes` + 1 bytes are read, however large the file has become. Never waits for a pipe. Raises nothing.
    """
    path = stamp.path
    try:
        real = real_file(str(root), path)
        if real is None:
            return Skipped(path, "symlink")
        raw = _bytes_of(real, max_bytes + 1)
    except OSError as error:
        if isinstance(error, (FileNotFoundError, NotADirectoryError)):
            return Skipped(path, "vanished")
        return Skipped(path, _REFUSALS.get(error.errno or 0, "unreadable"), error.strerror or "")
    if raw is None:
        return Skipped(path, "special")
    if len(raw) > max_bytes:
        return Skipped(path, "too-large", f"over {max_bytes}")
    decoded = decode(raw)
    if decoded is None:
        return Skipped(path, "binary")
    text, encoding = decoded
    content, masked = mask(raw if encoding == "utf-8" and len(text) == len(raw) else text.encode())
    return SourceFile(path, content, encoding, masked=masked)


def is_as_before(root: Path, stamp: FileStamp) -> bool:
    """True if the file has the size and the time of its stamp: it was not changed since that was taken."""
    try:
        status = os.stat(f"{root}/{stamp.path}")  # noqa: PTH116
    except OSError:
        return False
    return (status.st_size, status.st_mtime_ns) == (stamp.size, stamp.mtime_ns)


def real_file(root: str, path: str) -> str | None:
    """Where `path` (from the root) really is. None if a link leads out of the root, or to what is never indexed."""
    full = os.path.normpath(f"{root}/{path}")
    real = os.path.realpath(full)
    if real == full:
        return real
    top = os.path.realpath(root)
    inner = real.removeprefix(top.rstrip(os.sep) + os.sep).replace(os.sep, "/")
    if inner == real.replace(os.sep, "/"):
        return None
    if is_sensitive(inner.rpartition("/")[2]) or any(_never_entered(top, folder) for folder in _folders_of(inner)):
        return None
    return real


def _folders_of(path: str) -> Iterator[str]:
    while path := path.rpartition("/")[0]:
        yield path


def _never_entered(top: str, folder: str) -> bool:
    return is_excluded(folder, lambda name: os.path.lexists(f"{top}/{folder}/{name}"))


def decode(raw: bytes) -> tuple[str, str] | None:
    """The text of a file's bytes with the name of its encoding; None if it is not text.

    In this order: byte order mark; NUL bytes (UTF-16 without a mark, or binary); UTF-8; control characters (binary);
    UTF-8 with a few broken places, which become U+FFFD; Japanese with kana; Chinese; Cyrillic words; accents that stand
    alone (Windows-1252); a guess. A handful of characters is often ambiguous; then Chinese is preferred.
    """
    for mark, encoding in _BOMS:
        if raw.startswith(mark) and (len(raw) - len(mark)) % _unit(encoding) == 0:
            text = raw[len(mark) :].decode(encoding, "replace")
            return (text, encoding) if _is_text(text[:_HEAD].encode()) else None
    head = raw[:_HEAD]
    if b"\0" in head:
        return _utf16_without_mark(raw, head)
    if not _is_text(head):
        return None
    try:
        return raw.decode("utf-8"), "utf-8"
    except UnicodeDecodeError:
        return _broken_utf8(raw) or _by_script(raw) or _lone_accents(raw) or _guess(raw) or _western(raw)


def _bytes_of(real: str, limit: int) -> bytes | None:
    """The first bytes of a regular file; None if it is none. The last part of the path is not followed if a link."""
    flags = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_CLOEXEC", 0)
    handle = os.open(real, flags | getattr(os, "O_BINARY", 0))
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return None
    with os.fdopen(handle, "rb") as file:
        return file.read(limit)


def looks_like_text(real: str) -> bool:
    """False if the first 8 KiB of a file show it to be binary; True also if it cannot be read."""
    try:
        head = _bytes_of(real, _HEAD)
    except OSError:
        return True
    return head is None or b"\0" not in head or any(head.startswith(mark) for mark, _ in _BOMS)


def _unit(encoding: str) -> int:
    return {"utf-16": 2, "utf-32": 4}.get(encoding[:6], 1)


def _is_text(head: bytes) -> bool:
    controls = len(head) - len(head.translate(None, _CONTROLS))
    return controls <= len(head) * _CONTROLS_SHARE


def _utf16_without_mark(raw: bytes, head: bytes) -> tuple[str, str] | None:
    """Text that is mostly ASCII has NULs in every other place and nowhere else."""
    even, odd = head[0::2].count(0), head[1::2].count(0)
    if len(raw) % 2 or bool(even) == bool(odd) or max(even, odd) * 4 < len(head):
        return None
    encoding = "utf-16-le" if odd else "utf-16-be"
    try:
        text = raw.decode(encoding)
    except UnicodeDecodeError:
        return None
    return (text, encoding) if _is_text(text[:_HEAD].encode()) else None


def _broken_utf8(raw: bytes) -> tuple[str, str] | None:
    """Ten good sequences to a bad one: another encoding hardly ever reads as even one good sequence."""
    text = raw.decode("utf-8", "replace")
    broken = text.count("\ufffd")
    return (text, "utf-8") if len(_FOREIGN.findall(text)) >= 11 * broken else None


def _by_script(raw: bytes) -> tuple[str, str] | None:
    return (
        _mostly(raw, "euc_jp", _KANA, 0.2)
        or _mostly(raw, "cp932", _KANA, 0.2)
        or _chinese(raw)
        or _mostly(raw, "euc_kr", _HANGUL, 0.9)
        or (_decoded(raw, "big5") if _BIG5_WORDS.fullmatch(raw) else None)
        or _mostly(raw, "cp1251", _CYRILLIC_WORDS, 0.75)
        or _mostly(raw, "koi8_r", _CYRILLIC_WORDS, 0.75)
    )


def _decoded(raw: bytes, encoding: str) -> tuple[str, str] | None:
    """The text, if at most 2 % of what is not ASCII is broken: one damaged comment must not garble a file."""
    text = raw.decode(encoding, "replace")
    broken = text.count("\ufffd")
    return (text, encoding) if not broken or broken * 50 <= len(_FOREIGN.findall(text)) else None


def _mostly(raw: bytes, encoding: str, script: re.Pattern[str], share: float) -> tuple[str, str] | None:
    """The text, if so much of what is not ASCII (and at least 3 characters) is of a script no other encoding hits."""
    reading = _decoded(raw, encoding)
    fitting = sum(map(len, script.findall(reading[0]))) if reading else 0
    return reading if reading and fitting >= max(3, share * len(_FOREIGN.findall(reading[0]))) else None


def _chinese(raw: bytes) -> tuple[str, str] | None:
    """GB18030, if what is not ASCII is what Chinese text is made of.

    A few characters (at most 8) need only be in the first half of GB2312, which other encodings rarely hit: too little
    for a statistical guess. Of more, 40 % must be among the commonest.
    """
    reading = _decoded(raw, "gb18030")
    if reading is None:
        return None
    letters = [char for char in _FOREIGN.findall(reading[0]) if char not in _MARKS]
    if len(letters) <= 8:
        return reading if _FIRST_HALF.issuperset(letters) else None
    return reading if sum(char in _COMMON for char in letters) >= 0.4 * len(letters) else None


def _lone_accents(raw: bytes) -> tuple[str, str] | None:
    """Western European text has single letters above ASCII; other scripts and multi-byte encodings have runs."""
    runs = _HIGH_RUN.findall(raw)
    return _western(raw) if sum(map(len, runs)) < 1.5 * len(runs) else None


def _guess(raw: bytes) -> tuple[str, str] | None:
    """What charset-normalizer says of the first lines. Imported here: few repositories need it, and it takes 40 ms."""
    from charset_normalizer import from_bytes  # noqa: PLC0415

    sample = raw[:_SAMPLE]
    if len(raw) > _SAMPLE and (whole := _WHOLE.match(sample)):
        sample = whole[0]
    best = from_bytes(sample, cp_isolation=_LEGACY, enable_fallback=False).best()
    return (raw.decode(best.encoding, "replace"), best.encoding) if best else None


def _western(raw: bytes) -> tuple[str, str]:
    try:
        return raw.decode("cp1252"), "cp1252"
    except UnicodeDecodeError:
        return raw.decode("latin-1"), "latin-1"
