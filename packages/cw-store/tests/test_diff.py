import pytest

from cw_core import Digest, FileStamp, RepoPath, Skipped
from cw_store.indexing.diff import RACY_NS, Known, diff

STARTED = 10**18
OLD = STARTED - 10 * RACY_NS


def stamp(path="a.py", size=10, mtime_ns=OLD, inode=1):
    return FileStamp(RepoPath(path), size, mtime_ns, inode)


def known(*stamps, skipped=()):
    found = {str(entry.path): Known(entry, Digest("d" * 32)) for entry in stamps}
    found |= {str(entry.path): Known(entry, Digest(""), Skipped(entry.path, "binary")) for entry in skipped}
    return found


def test_the_same_stamp_is_the_same_file():
    changes = diff([stamp()], known(stamp()), STARTED)
    assert (changes.same, changes.read, changes.gone) == (1, (), ())


@pytest.mark.parametrize("other", [stamp(size=11), stamp(mtime_ns=OLD + 1), stamp(mtime_ns=OLD - 1), stamp(inode=2)])
def test_any_difference_of_a_stamp_is_read(other):
    changes = diff([other], known(stamp()), STARTED)
    assert changes.read == ((other, Digest("d" * 32)),)
    assert changes.same == 0


def test_a_new_file_is_read_and_one_that_is_away_is_gone():
    changes = diff([stamp("new.py")], known(stamp("old.py")), STARTED)
    assert changes.read == ((stamp("new.py"), Digest("")),)
    assert changes.gone == ("old.py",)


@pytest.mark.parametrize(
    ("mtime_ns", "racy"),
    [(STARTED - RACY_NS - 1, False), (STARTED - RACY_NS, True), (STARTED, True), (STARTED + 10**18, True)],
)
def test_a_file_changed_within_two_seconds_of_the_last_run_is_read_again(mtime_ns, racy):
    changes = diff([stamp(mtime_ns=mtime_ns)], known(stamp(mtime_ns=mtime_ns)), STARTED)
    assert (len(changes.read), changes.same) == ((1, 0) if racy else (0, 1))


def test_a_file_left_out_stays_out_without_being_read_and_is_forgotten_when_it_goes():
    stays, goes = stamp("stays.bin"), stamp("goes.bin")
    changes = diff([stays], known(skipped=[stays, goes]), STARTED)
    assert [entry.path for entry in changes.skipped] == ["stays.bin"]
    assert (changes.forget, changes.gone, changes.same) == (("goes.bin",), (), 0)
    assert diff([stamp("stays.bin", size=11)], known(skipped=[stays]), STARTED).skipped == ()


def test_nothing_known_reads_everything_and_nothing_there_is_all_gone():
    assert len(diff([stamp("a"), stamp("b")], {}, 0).read) == 2
    assert diff([], known(stamp("a"), stamp("b")), STARTED).gone == ("a", "b")
