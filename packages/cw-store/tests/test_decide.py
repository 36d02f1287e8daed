import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from cw_core.settings import IndexSettings
from cw_core.snapshot import FileStamp
from cw_core.source import Skipped
from cw_store.indexing.decide import Decider, Inside
from cw_store.indexing.walk import Walk, walk

SETTINGS = IndexSettings(max_bytes=1024)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    root = tmp_path.resolve() / "root"
    for path in (
        *("a.py", "b.log", "src/c.py", "src/gen/d.py", "src/deep/er/e.py", "node_modules/i.js", "env/pyvenv.cfg"),
        *("env/f.py", ".env", "kept/g.log", "tracked/h.py", "tracked/i.py", "other/.git/HEAD", "other/j.py"),
    ):
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("x\n")
    (root / "large.js").write_text("x" * 2000)
    (root / ".gitignore").write_text("*.log\nsrc/gen/\ntracked/\n")
    (root / "kept/.cwignore").write_text("!g.log\n")
    try:
        (root / "link.py").symlink_to("src/c.py")
        (root / "bad.py").symlink_to("b.log")
        (root / "folder").symlink_to("src")
    except OSError:
        pass
    if shutil.which("git"):
        for command in (("init", "-q"), ("add", "-f", "tracked/h.py")):
            subprocess.run(("git", *command), cwd=root, check=True, capture_output=True)
    return root


@pytest.fixture
def found(root: Path) -> Walk:
    return walk(root, SETTINGS)


def every(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if folder != str(root) or name != ".git"]
        for name in (*folders, *names):
            yield (Path(folder) / name).relative_to(root).as_posix()


def test_a_path_alone_is_decided_as_in_a_walk(root: Path, found: Walk) -> None:
    decider = Decider(str(root), SETTINGS, found.facts)
    stamps = {str(stamp.path): stamp for stamp in found.stamps}
    skipped = {entry.path.rstrip("/"): entry for entry in found.skipped}
    entered = {mark.path for mark in found.folders}
    assert len(stamps) >= 6
    for path in every(root):
        decided = decider.decide(path)
        if path in stamps:
            assert decided == stamps[path]
        elif path in entered:
            assert decided is None
        elif path in skipped:
            assert decided == skipped[path]
        else:  # below something that was left out as one, or beyond a link
            assert decided is None or (isinstance(decided, Skipped) and path.startswith(decided.path))


def test_one_path_decided_alone_is_entered_if_a_walk_enters_it(root: Path, found: Walk) -> None:
    decider = Decider(str(root), SETTINGS, found.facts)
    folders = ["", *(path for path in every(root) if (root / path).is_dir())]
    assert {path for path in folders if isinstance(decider.inside(path), Inside)} == {
        mark.path for mark in found.folders
    }


def test_what_is_not_there_is_nothing(root: Path, found: Walk) -> None:
    decider = Decider(str(root), SETTINGS, found.facts)
    for path in ("gone.py", "gone/a.py", "a.py/b.py", "src/gone.py"):
        assert decider.decide(path) is None
        assert not isinstance(decider.inside(path), Inside)


def test_two_links_that_lead_to_each_other_are_left_out(root: Path, found: Walk) -> None:
    try:
        (root / "one").symlink_to("two")
        (root / "two").symlink_to("one")
    except OSError:
        pytest.skip("no links here")
    decider = Decider(str(root), SETTINGS, found.facts)
    assert decider.decide("one") == Skipped("one", "symlink")


def test_a_time_beyond_what_a_column_holds_is_cut(root: Path, found: Walk) -> None:
    try:
        os.utime(root / "a.py", ns=(0, 2**63 + 5))
    except OSError:
        pytest.skip("this disk holds no such time")
    if (root / "a.py").stat().st_mtime_ns < 2**63:
        pytest.skip("this disk holds no such time")
    stamp = Decider(str(root), SETTINGS, found.facts).decide("a.py")
    assert isinstance(stamp, FileStamp)
    assert 0 <= stamp.mtime_ns < 2**63
