"""On a terminal, what is in the repository cannot command the terminal."""

from __future__ import annotations

from cw_cli.render import pack_text
from cw_core import ContextPack, Query, RepoPath, Segment


def pack(text):
    return ContextPack(Query("q"), (Segment(RepoPath("a.py"), (1, 2), "python", ("a.py",), text, 1.0, True),))


def test_control_characters_are_shown_on_a_terminal_and_verbatim_in_a_pipe():
    text = "a\x1b[2Jb\r\n\tc\rd\x9b1m"
    assert text in pack_text(pack(text))
    shown = pack_text(pack(text), terminal=True)
    assert "a\\x1b[2Jb\n\tc\\x0dd\\x9b1m\n" in shown


def test_only_the_header_is_coloured():
    assert pack_text(pack("x"), terminal=True, color=True) == "\x1b[1ma.py:1-2\x1b[0m  (1.000 context)\nx\n"
