import pytest

from cw_core import Digest, FileStamp, RepoPath, Skipped
from cw_store.indexing.diff import RACY_NS, SAMPLE, Known, diff, sample

STARTED = 10**18
OLD = STARTED - 10 * RACY_NS


def stamp(path="a.py", size=10, mtime_ns=OLD, inode=1, ctime_ns=OLD):
    return FileStamp(RepoPath(path), size, mtime_ns, inode, ctime_ns)


def known(*stamps, skipped=()):
    found = {str(entry.path): Known(entry, Digest("d" * 32)) for entry in stamps}
    found |= {str(entry.path): Known(entry, Digest(""), Skipped(entry.path, "binary")) for entry in skipped}
    return found


def test_the_same_stamp_is_the_same_file():
    changes = diff([stamp()], known(stamp()), STARTED)
    assert (changes.same, changes.read, changes.gone) == (1, (), ())


@pytest.mark.parametrize(
    "other",
    [stamp(size=11), stamp(mtime_ns=OLD + 1), stamp(mtime_ns=OLD - 1), stamp(inode=2), stamp(ctime_ns=OLD + 1)],
)
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


@pytest.mark.parametrize(("before", "now"), [(0, OLD), (OLD, 0)])
def test_a_time_of_change_that_nobody_knows_is_no_difference(before, now):
    assert diff([stamp(ctime_ns=now)], known(stamp(ctime_ns=before)), STARTED).same == 1
    assert diff([stamp(ctime_ns=now, size=11)], known(stamp(ctime_ns=before)), STARTED).same == 0


def test_a_sample_is_of_a_few_files_in_their_order_and_another_seed_chooses_others():
    files = [stamp(f"{number:03}.py") for number in range(200)]
    chosen = sample(files, seed=7)
    assert len(chosen) == len(set(chosen)) == SAMPLE
    assert list(chosen) == sorted(chosen, key=lambda entry: entry.path)
    assert chosen == sample(files, seed=7)
    assert chosen != sample(files, seed=8)


def test_enough_samples_are_of_every_file():
    files = [stamp(f"{number:03}.py") for number in range(40)]
    assert {entry for seed in range(60) for entry in sample(files, seed)} == set(files)


def test_a_sample_of_fewer_files_than_asked_for_is_all_of_them():
    assert sample([stamp("a"), stamp("b")], seed=1) == (stamp("a"), stamp("b"))
    assert sample([], seed=1) == ()
