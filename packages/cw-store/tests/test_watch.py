import itertools
import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from cw_core import IndexBusy
from cw_store.indexing.watch import OutOfWatches, SourceFailed, watch, watch_folders

ROOT = Path("/r")
TICK_S = 0.125
LONG_S = 60.0  # how long a test with the real thing waits at most


class World:
    """A disk, a clock that only waiting moves, and the source of events: a fake of all that `watch` depends on.

    `happens` maps moments to paths; a path with True behind it came or went. An event is told if its folder, or the
    path itself, is watched at that moment. An update is True if anything happened since the one before.
    """

    def __init__(self, happens=(), until=30.0, folders=(ROOT,)):
        self.now = 0.0
        self.until = until
        self.stop = threading.Event()
        self.happens = sorted((at, str(ROOT / path), True in came) for at, path, *came in happens)
        self.folders = {0.0: list(folders)}
        self.fails = {}  # which update raises what
        self.breaks = {}  # which source raises what, and after how long
        self.takes_s = 0.0
        self.opening_s = 0.0
        self.updates = []
        self.watched = []
        self.told = []
        self._updated_to = -1.0

    def run(self):
        watch(
            self.update, self.current, self.stop, self.told.append, self.source, clock=lambda: self.now, wait=self.wait
        )
        assert self.stop.is_set()
        return self

    def update(self):
        at = len(self.updates)
        self.updates.append(self.now)
        if at in self.fails:
            raise self.fails[at]
        before, self._updated_to = self._updated_to, self.now
        self.wait(self.takes_s)
        return any(before < moment <= self._updated_to for moment, _, _ in self.happens)

    def current(self):
        """The folders as the last update saw them."""
        return self.folders[max(moment for moment in self.folders if moment <= self._updated_to)]

    def wait(self, seconds):
        self.now = min(self.now + seconds, self.until)
        if self.now >= self.until:
            self.stop.set()
        return self.stop.is_set()

    def source(self, folders, stop):
        problem, after_s = self.breaks.get(len(self.watched), (None, 0.0))
        self.watched.append((self.now, list(folders)))
        self.wait(self.opening_s)
        opened = told_to = self.now
        while not stop.is_set():
            if problem and self.now >= opened + after_s:
                raise problem
            begun, told_to = told_to, self.now
            yield {
                path: came
                for at, path, came in self.happens
                if begun < at <= told_to and (Path(path).parent in folders or Path(path) in folders)
            }
            self.wait(TICK_S)

    def missed(self):
        """What happened early enough, and is in no update."""
        return [event for event in self.happens if event[0] < self.until - 6 and event[0] > self._updated_to]


def steps(moments):
    return [round(later - earlier, 3) for earlier, later in itertools.pairwise(moments)]


def test_an_update_comes_at_the_start_and_one_as_soon_as_the_folders_are_watched():
    world = World()
    world.opening_s = 2.0
    world.run()
    assert world.updates == [0.0, 2.0]
    assert world.watched == [(0.0, [ROOT])]


def test_events_that_follow_each_other_closely_are_one_update_half_a_second_after_the_last():
    world = World([(5.0, "a.py"), (5.25, "b.py"), (5.625, "a.py")]).run()
    assert world.updates[2:] == [6.125]


def test_an_update_comes_every_five_seconds_while_events_never_cease():
    world = World([(5 + TICK_S * step, "log.txt") for step in range(400)], until=28.0).run()
    assert world.updates[2:] == [10.0, 15.125, 20.25, 25.375]


def test_what_happens_during_an_update_is_answered_by_another():
    world = World([(5.0, "a.py"), (6.0, "b.py")])
    world.takes_s = 1.0
    world.run()
    assert world.updates[2:] == [5.5, 6.5 + TICK_S + 0.5]
    assert not world.missed()


def test_a_quiet_tree_is_looked_at_every_five_minutes():
    world = World(until=1000.0).run()
    assert world.updates == [0.0, 0.0, 300.0, 600.0, 900.0]


def test_an_event_below_the_folders_is_nobodys_business():
    world = World([(5.0, "ignored/deep/a.py")]).run()
    assert world.updates == [0.0, 0.0]


def test_the_source_lives_on_while_the_folders_are_the_same():
    world = World([(5.0, "a.py"), (15.0, "b.py")]).run()
    assert len(world.updates) == 4
    assert len(world.watched) == 1


def test_a_new_folder_is_watched_and_what_happened_in_it_before_is_seen():
    world = World([(5.0, "new", True), (6.0, "new/a.py"), (12.0, "new/b.py")])
    world.folders[5.0] = [ROOT, ROOT / "new"]
    world.opening_s = 1.0
    world.run()
    assert world.watched == [(0.0, [ROOT]), (5.5, [ROOT, ROOT / "new"])]
    assert world.updates[2:] == [5.5, 6.5, 12.5]
    assert not world.missed()


def test_a_folder_that_appears_empty_is_watched_too():
    world = World([(5.0, "new", True), (9.0, "new/a.py")])
    world.folders[5.0] = [ROOT, ROOT / "new"]
    world.run()
    assert world.watched[1][1] == [ROOT, ROOT / "new"]
    assert world.updates[-1] == 9.5


def test_a_folder_that_vanishes_is_watched_no_more():
    world = World([(5.0, "old", True)], folders=(ROOT, ROOT / "old"))
    world.folders[5.0] = [ROOT]
    world.run()
    assert [folders for _, folders in world.watched] == [[ROOT, ROOT / "old"], [ROOT]]


def test_a_folder_that_went_and_came_back_under_its_name_is_watched_anew():
    world = World([(5.0, "src", True), (5.125, "src", True)], folders=(ROOT, ROOT / "src")).run()
    assert [folders for _, folders in world.watched] == [[ROOT, ROOT / "src"]] * 2
    assert world.updates[2:] == [5.5 + TICK_S, 5.5 + TICK_S]


def test_a_folder_whose_own_times_changed_keeps_its_source():
    world = World([(5.0, "src", False)], folders=(ROOT, ROOT / "src")).run()
    assert len(world.watched) == 1


def test_a_failing_update_is_told_with_its_hint_and_tried_again_after_twice_the_time_up_to_a_minute():
    world = World(until=400.0)
    world.fails = dict.fromkeys(range(100), IndexBusy("another process is writing.", "Wait for it to end."))
    world.run()
    assert steps(world.updates) == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]
    assert world.told[1] == "the update failed: another process is writing; the next try is in 2 s. Wait for it to end."
    assert len(world.told) == len(world.updates)


def test_after_an_update_that_works_the_next_failure_waits_a_second_again():
    world = World([(5.0, "a.py"), (20.0, "a.py")], until=40.0)
    world.fails = dict.fromkeys((2, 3, 4, 6, 7), OSError("no space left"))
    world.run()
    assert world.updates[2:] == [5.5, 6.5, 8.5, 12.5, 20.5, 21.5, 23.5]
    assert [text.rpartition("in ")[2] for text in world.told] == ["1 s", "2 s", "4 s", "1 s", "2 s"]


def test_events_do_not_hurry_what_fails():
    world = World([(5 + TICK_S * step, "a.py") for step in range(160)])
    world.fails = dict.fromkeys(range(2, 100), OSError("no space left"))
    world.run()
    assert world.updates[2:] == [10.0, 11.0, 13.0, 17.0, 25.0]


def test_an_update_that_fails_at_the_start_is_tried_until_there_are_folders_to_watch():
    world = World()
    world.fails = dict.fromkeys(range(3), OSError("the disk is away"))
    world.run()
    assert world.updates == [0.0, 1.0, 3.0, 7.0, 7.0]
    assert world.watched == [(7.0, [ROOT])]


def test_folders_that_cannot_be_told_are_a_failed_update():
    def refuse():
        raise OSError("unreadable")

    world = World(until=5.0)
    world.current = refuse
    world.run()
    assert world.updates == [0.0, 1.0, 3.0]
    assert world.told[0] == "the update failed: unreadable; the next try is in 1 s"


def test_a_bug_in_an_update_is_not_hidden():
    world = World()
    world.fails[1] = ZeroDivisionError()
    with pytest.raises(ZeroDivisionError):
        world.run()


def test_without_folders_it_looks_again_every_few_seconds_until_there_are_some():
    world = World(folders=())
    world.folders[10.0] = [ROOT]
    world.run()
    assert world.updates == [0.0, 2.0, 6.0, 14.0, 14.0]
    assert world.watched == [(14.0, [ROOT])]
    assert world.told == []


def test_a_system_out_of_watches_is_told_once_and_looked_at_every_two_to_ten_seconds():
    world = World([(40.0, "deep/a.py")], until=75.0)
    world.breaks[0] = OutOfWatches("watch limit reached"), 0.0
    world.run()
    assert steps(world.updates) == [0, 2, 4, 8, 10, 10, 10, 2, 4, 8, 10]
    assert len(world.watched) == len(world.told) == 1
    assert "cannot watch 1 folders (watch limit reached): files are looked at every 2 to 10 s" in world.told[0]


def test_what_fails_while_nothing_can_be_watched_is_tried_at_the_pace_of_failures():
    world = World(until=20.0)
    world.breaks[0] = OutOfWatches("watch limit reached"), 0.0
    world.fails = dict.fromkeys((2, 3), OSError("no space left"))
    world.run()
    assert steps(world.updates)[1:4] == [2, 1, 2]


def test_a_source_that_fails_is_told_answered_by_an_update_and_replaced():
    world = World([(5.25, "a.py")])
    world.breaks[0] = SourceFailed("events were lost"), 5.0
    world.run()
    assert world.updates == [0.0, 0.0, 5.0, 6.0]  # before the pause, and when watched anew
    assert [moment for moment, _ in world.watched] == [0.0, 6.0]
    assert world.told == ["watching failed: events were lost; it begins anew in 1 s"]
    assert not world.missed()


def test_a_source_that_keeps_failing_is_replaced_after_twice_the_time_up_to_a_minute():
    world = World(until=400.0)
    world.breaks = dict.fromkeys(range(100), (SourceFailed("events were lost"), 0.0))
    world.run()
    assert steps(moment for moment, _ in world.watched) == [1, 2, 4, 8, 16, 32, 60, 60, 60, 60, 60]
    assert len(world.updates) == len(world.watched) + 1


def test_a_source_that_fails_after_a_long_life_is_replaced_after_a_second():
    world = World(until=200.0)
    world.breaks = {0: (SourceFailed("x"), 0.0), 1: (SourceFailed("x"), 0.0), 2: (SourceFailed("x"), 100.0)}
    world.run()
    assert [text.rpartition("in ")[2] for text in world.told] == ["1 s", "2 s", "1 s"]


def test_events_that_end_by_themselves_are_a_failure():
    world = World(until=0.75)
    world.source = lambda folders, stop: (stir for stir in ({}, {}))
    world.run()
    assert world.told[0] == "watching failed: the events ended; it begins anew in 1 s"


def test_a_stop_ends_it_with_the_next_item_and_closes_the_source():
    closed = []
    world = World()

    def source(folders, stop):
        try:
            yield {}
            stop.set()
            yield {str(ROOT / "a.py"): True}
            raise AssertionError("asked for more")
        finally:
            closed.append(True)

    world.source = source
    world.run()
    assert closed == [True]
    assert len(world.updates) == 2


def test_a_stop_during_an_update_ends_it_with_that_update():
    world = World([(5.0, "a.py")], until=7.5)
    world.takes_s = 2.5
    world.run()
    assert world.updates == [0.0, 2.5, 5.5 + TICK_S]


class Disk:
    """`watch` with the real source in a thread. An update sees all files below a folder; `seen` waits for a sight."""

    def __init__(self, root):
        self.root = root
        self.stop = threading.Event()
        self.told = []
        self._sight = threading.Condition()
        self._files = None
        self._thread = threading.Thread(
            target=watch, args=(self._update, self._folders, self.stop, self.told.append), daemon=True
        )

    def _folders(self):
        return [Path(path) for path, _, _ in os.walk(self.root)]

    def _update(self):
        found = {path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file()}
        with self._sight:
            changed, self._files = found != self._files, found
            self._sight.notify_all()
        return changed

    def seen(self, *files):
        with self._sight:
            return self._sight.wait_for(lambda: self._files == set(files), LONG_S)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self.stop.set()
        self._thread.join(LONG_S)
        assert not self._thread.is_alive()


def test_on_a_real_disk_files_folders_and_folders_that_are_moved_in_are_seen(tmp_path):
    root, aside = tmp_path / "root", tmp_path / "aside"
    root.mkdir()
    (aside / "sub").mkdir(parents=True)
    (aside / "sub" / "deep.py").write_text("x = 1\n")
    with Disk(root) as disk:
        assert disk.seen()
        (root / "a.py").write_text("a = 1\n")
        assert disk.seen("a.py")
        (root / "new").mkdir()
        (root / "new" / "b.py").write_text("b = 1\n")
        assert disk.seen("a.py", "new/b.py")
        aside.rename(root / "moved")
        assert disk.seen("a.py", "new/b.py", "moved/sub/deep.py")
        (root / "moved" / "sub" / "later.py").write_text("c = 1\n")
        assert disk.seen("a.py", "new/b.py", "moved/sub/deep.py", "moved/sub/later.py")
        (root / "a.py").unlink()
        assert disk.seen("new/b.py", "moved/sub/deep.py", "moved/sub/later.py")
    assert disk.told == []


def test_on_a_real_disk_a_folder_that_is_replaced_under_its_name_is_still_watched(tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "a.py").write_text("a = 1\n")
    with Disk(tmp_path) as disk:
        assert disk.seen("src/a.py")
        for number in range(3):
            (tmp_path / "src").rename(tmp_path / "gone")
            (tmp_path / "src").mkdir()
            next((tmp_path / "gone").iterdir()).unlink()
            (tmp_path / "gone").rmdir()
            assert disk.seen()
            (tmp_path / "src" / f"b{number}.py").write_text("b = 1\n")
            assert disk.seen(f"src/b{number}.py")


def test_the_real_source_tells_what_came_and_went_and_nothing_from_below(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "old.py").write_text("old\n")
    stop = threading.Event()
    stirs = watch_folders([tmp_path, tmp_path / "missing"], stop)
    assert next(stirs) == {}
    (tmp_path / "below" / "a.py").write_text("a\n")
    (tmp_path / "new.py").write_text("new\n")
    (tmp_path / "old.py").unlink()
    told = {}
    while len(told) < 2:
        told |= next(stirs)
    stop.set()
    assert told == {str(tmp_path / "new.py"): True, str(tmp_path / "old.py"): True}
    assert list(stirs) == []


def test_the_real_source_fails_where_no_folder_is_left(tmp_path):
    with pytest.raises(SourceFailed):
        next(watch_folders([tmp_path / "gone"], threading.Event()))


STARVED = """
import os, resource, sys, threading
from pathlib import Path
from cw_store.indexing.watch import OutOfWatches, watch_folders
import watchfiles
held = len(os.listdir("/dev/fd"))
resource.setrlimit(resource.RLIMIT_NOFILE, (held - 1, held - 1))
try:
    next(watch_folders([Path(sys.argv[1])], threading.Event()))
except OutOfWatches as lack:
    print("out of watches:", lack)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system counts in another way")
def test_the_real_source_says_that_the_system_has_no_more(tmp_path):
    command = [sys.executable, "-c", STARVED, str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("out of watches: ")
