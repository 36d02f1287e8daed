"""Progress is told at a pace people can read, in the form the stream can show."""

from __future__ import annotations

import io

import pytest

from cw_cli.progress import Drawn, Lines, Silence, teller
from cw_core import Progress


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


class Tty(io.StringIO):
    def isatty(self):
        return True


def test_lines_come_every_five_seconds_at_most():
    clock, stream = Clock(), io.StringIO()
    with Lines(stream, clock) as tell:
        for second in range(12):
            clock.now = float(second)
            tell(Progress("chunk", second, 12, f"f{second}.py"))
    assert stream.getvalue() == "cw: chunk 41% f5.py\ncw: chunk 83% f10.py\n"


def test_a_bar_is_drawn_only_for_work_that_takes_longer_than_a_blink():
    clock, stream = Clock(), Tty()
    with Drawn(stream, clock=clock) as tell:
        tell(Progress("walk", 1, 0))
        assert stream.getvalue() == ""
        clock.now = 1.0
        tell(Progress("chunk", 3, 4, "[red]a.py"))
    assert "chunk [red]a.py" in stream.getvalue() and "75%" in stream.getvalue()


@pytest.mark.parametrize(
    ("stream", "environ", "quiet", "kind"),
    [
        (Tty(), {}, False, Drawn),
        (Tty(), {"TERM": "dumb"}, False, Lines),
        (io.StringIO(), {}, False, Lines),
        (Tty(), {}, True, Silence),
    ],
)
def test_the_stream_decides_how_it_is_told(stream, environ, quiet, kind):
    assert type(teller(stream, environ, quiet=quiet)) is kind


def test_no_color_is_respected():
    clock, stream = Clock(), Tty()
    with teller(stream, {"NO_COLOR": "1"}) as tell:
        tell._clock = clock
        clock.now = 1e9
        tell(Progress("chunk", 3, 4, "a.py"))
    assert "\x1b[3" not in stream.getvalue()
