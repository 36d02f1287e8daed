import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from cw_core.errors import RootRefused
from cw_core.settings import IndexSettings
from cw_store.indexing.reconcile import Fresh, Stale, reconcile
from cw_store.indexing.seen import Seen
from cw_store.indexing.walk import Walk, walk

HAS_GIT = shutil.which("git") is not None
SETTINGS = IndexSettings(max_bytes=1024)
SEEDS = int(os.environ.get("CW_TEST_SEEDS", "10"))
LATER_NS = 60_000_000_000
"""So long after everything else that nothing is racy."""


class Tree:
    """A folder with a home beside it, what was last seen of it, and a way to bring that up to date."""

    def __init__(self, place: Path, by_git: bool) -> None:
        self.root = place / "root"
        self.beside = place / "beside"
        for folder in (self.root, self.beside, place / "home"):
            folder.mkdir()
        self.by_git = by_git
        self.environ = {**os.environ, "HOME": str(place / "home"), "GIT_CONFIG_NOSYSTEM": "1"}
        self.environ.pop("XDG_CONFIG_HOME", None)
        if by_git:
            self.git("init", "-q")
        else:
            self.environ["PATH"] = ""
        self.seen = Seen.of(self.walk())

    def git(self, *arguments: str, check: bool = True) -> None:
        person = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")
        environ = {**self.environ, "PATH": os.environ["PATH"]}
        subprocess.run(["git", *person, *arguments], cwd=self.root, env=environ, check=check, capture_output=True)

    def write(self, path: str, text: str = "x\n") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def walk(self, settings: IndexSettings = SETTINGS) -> Walk:
        return walk(self.root, settings, self.environ, begun_ns=time.time_ns() + LATER_NS)

    def see(self) -> Walk:
        found = self.walk()
        self.seen = Seen.of(found)
        return found

    def reconcile(self, **options: float) -> Fresh | Walk | Stale:
        now_ns = time.time_ns() + LATER_NS
        return reconcile(self.root, self.seen, SETTINGS, now_ns, environ=self.environ, **options)

    def settle(self) -> Walk:
        """Reconciles, and asserts that the outcome is what a whole walk says."""
        outcome, whole = self.reconcile(), self.walk()
        if isinstance(outcome, Walk):
            assert told(outcome) == told(whole)
            assert marked(outcome) == marked(whole)
            self.seen = Seen.of(outcome)
        else:
            assert isinstance(outcome, Fresh)
            self.seen = outcome.seen
        again = Seen.of(whole)
        assert again.tells_the_same(self.seen)
        # git reads rule files in folders that are never entered too, so it may call other files there ignored
        assert replace(again, begun_ns=0, tracked="") == replace(self.seen, begun_ns=0, tracked="")
        return whole


def told(found: Walk) -> tuple[object, ...]:
    return (found.stamps, found.skipped, found.by_git, found.hard_linked)


def marked(found: Walk) -> tuple[object, ...]:
    return (found.folders, found.rules, found.decisive, found.links, found.watched, found.key)


@pytest.fixture(
    params=[
        pytest.param(True, marks=pytest.mark.skipif(not HAS_GIT, reason="needs git"), id="in a repository"),
        pytest.param(False, id="outside git"),
    ]
)
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Tree:
    return Tree(tmp_path.resolve(), request.param)


def paths(found: object) -> list[str]:
    assert isinstance(found, Walk)
    return [str(stamp.path) for stamp in found.stamps]


def test_where_nothing_changed_what_was_seen_is_fresh_and_kept_as_it_is(tree: Tree) -> None:
    tree.write("a.py")
    tree.write("src/b.py")
    tree.see()
    outcome = tree.reconcile()
    assert isinstance(outcome, Fresh)
    assert outcome.seen is tree.seen
    assert outcome.racy == ()


@pytest.mark.parametrize(
    "change",
    [
        lambda tree: tree.write("src/a.py", "another\n"),
        lambda tree: tree.write("src/new.py"),
        lambda tree: tree.write("src/deep/er/new.py"),
        lambda tree: (tree.root / "src/a.py").unlink(),
        lambda tree: shutil.rmtree(tree.root / "src/inner"),
        lambda tree: (tree.root / "src").rename(tree.root / "lib"),
        lambda tree: tree.write(".gitignore", "inner/\n"),
        lambda tree: tree.write("src/.cwignore", "a.py\n"),
        lambda tree: tree.write("src/inner/pyvenv.cfg"),
        lambda tree: tree.write("src/a.py", "x" * 2000),
        lambda tree: tree.write("large.js", "small now"),
        lambda tree: (tree.root / "env/pyvenv.cfg").unlink(),
    ],
)
def test_after_a_change_the_outcome_is_that_of_a_whole_walk(tree: Tree, change: Callable[[Tree], object]) -> None:
    for path in ("src/a.py", "src/inner/b.py", "other/c.py", "env/pyvenv.cfg", "env/d.py"):
        tree.write(path)
    tree.write("large.js", "x" * 2000)
    before = tree.see()
    change(tree)
    assert told(tree.settle()) != told(before)


def test_an_edit_that_keeps_size_and_time_is_seen(tree: Tree) -> None:
    file = tree.write("a.py", "one\n")
    before = tree.see()
    status = file.stat()
    time.sleep(0.02)  # a clock tick of the disk's
    file.write_bytes(b"two\n")
    os.utime(file, ns=(status.st_atime_ns, status.st_mtime_ns))
    if file.stat().st_ctime_ns == status.st_ctime_ns:
        pytest.skip("this disk does not tell when a file was changed")
    found = tree.reconcile()
    assert isinstance(found, Walk)
    assert found.stamps[0].mtime_ns == before.stamps[0].mtime_ns
    assert found.stamps != before.stamps


def test_a_file_that_appears_where_a_link_leads_is_seen(tree: Tree) -> None:
    try:
        (tree.root / "a.py").symlink_to("inner/real.py")
    except OSError:
        pytest.skip("no links here")
    (tree.root / "inner").mkdir()
    tree.see()
    tree.write("inner/real.py")
    assert paths(tree.reconcile()) == ["a.py", "inner/real.py"]


def test_a_folder_that_changed_shortly_before_the_walk_is_listed_again(tree: Tree) -> None:
    tree.write("src/a.py")
    tree.seen = Seen.of(walk(tree.root, SETTINGS, tree.environ))
    status = (tree.root / "src").stat()
    tree.write("src/b.py")
    os.utime(tree.root / "src", ns=(status.st_atime_ns, status.st_mtime_ns))
    folders = tree.seen.folders
    folders.ctimes[folders.paths.index("src")] = (tree.root / "src").stat().st_ctime_ns
    assert paths(tree.reconcile()) == ["src/a.py", "src/b.py"]


def test_files_that_changed_shortly_before_the_walk_are_named_once(tree: Tree) -> None:
    tree.write("a.py")
    tree.seen = Seen.of(walk(tree.root, SETTINGS, tree.environ))
    first = tree.reconcile()
    assert isinstance(first, Fresh)
    assert [stamp.path for stamp in first.racy] == ["a.py"]
    tree.seen = first.seen
    second = tree.reconcile()
    assert isinstance(second, Fresh)
    assert second.racy == ()


def test_other_settings_need_a_whole_walk(tree: Tree) -> None:
    tree.write("a.py", "x" * 600)
    tree.see()
    smaller = replace(SETTINGS, max_bytes=500)
    found = reconcile(tree.root, tree.seen, smaller, time.time_ns(), environ=tree.environ)
    assert paths(found) == []


def test_a_file_that_is_too_many_is_refused(tree: Tree) -> None:
    for name in ("a", "b"):
        tree.write(f"{name}.py")
    few = replace(SETTINGS, max_files=2)
    seen = Seen.of(tree.walk(few))
    tree.write("c.py")
    with pytest.raises(RootRefused, match="more than 2 files"):
        reconcile(tree.root, seen, few, time.time_ns(), environ=tree.environ)


def test_a_root_that_is_gone_is_refused_and_not_called_empty(tree: Tree) -> None:
    tree.write("a.py")
    tree.see()
    shutil.rmtree(tree.root)
    with pytest.raises(RootRefused, match="gone"):
        tree.reconcile()


def test_when_the_time_is_up_it_is_said_how_much_was_not_looked_at(tree: Tree) -> None:
    for number in range(5):
        tree.write(f"{number}.py")
    tree.see()
    assert tree.reconcile(deadline_s=-1.0) == Stale(differ=0, unchecked=6)


@pytest.mark.skipif(not HAS_GIT, reason="needs git")
def test_what_is_added_by_force_counts_until_the_index_lets_it_go(tmp_path: Path) -> None:
    tree = Tree(tmp_path.resolve(), by_git=True)
    tree.write(".gitignore", "gen/\n")
    tree.write("gen/a.py")
    tree.write("gen/b.py")
    assert paths(tree.see()) == [".gitignore"]
    tree.git("add", "-f", "gen/a.py")
    assert paths(tree.settle()) == [".gitignore", "gen/a.py"]
    tree.git("rm", "-q", "--cached", "gen/a.py")
    assert paths(tree.settle()) == [".gitignore"]


@pytest.mark.skipif(not HAS_GIT, reason="needs git")
def test_an_index_that_says_the_same_needs_no_walk(tmp_path: Path) -> None:
    tree = Tree(tmp_path.resolve(), by_git=True)
    tree.write("a.py")
    tree.see()
    tree.git("add", ".")
    outcome = tree.reconcile()
    assert isinstance(outcome, Fresh)
    assert outcome.seen is not tree.seen
    tree.seen = outcome.seen
    assert tree.reconcile() == Fresh(outcome.seen)


@pytest.mark.skipif(not HAS_GIT, reason="needs git")
@pytest.mark.parametrize(
    "change",
    [
        lambda tree: (tree.root / ".git/info/exclude").write_text("*.tmp\n"),
        lambda tree: (Path(tree.environ["HOME"]) / ".gitconfig").write_text("[core]\n\texcludesFile = ~/../beside/x\n"),
        lambda tree: tree.git("config", "core.excludesFile", str(tree.beside / "x")),
        lambda tree: shutil.rmtree(tree.root / ".git"),
    ],
    ids=["exclude", "the user's configuration", "the repository's configuration", "no repository any more"],
)
def test_what_git_goes_by_is_watched_outside_the_listing_too(tmp_path: Path, change: Callable[[Tree], object]) -> None:
    tree = Tree(tmp_path.resolve(), by_git=True)
    (tree.root / ".git/info").mkdir(exist_ok=True)
    (tree.root / ".git/info/exclude").write_text("*.log\n")
    (tree.beside / "x").write_text("*.tmp\n")
    tree.write("a.tmp")
    tree.write("a.log")
    assert paths(tree.see()) == ["a.tmp"]
    change(tree)
    assert paths(tree.settle()) != ["a.tmp"]


@pytest.mark.skipif(not HAS_GIT, reason="needs git")
def test_a_repository_made_around_what_was_seen_is_noticed(tmp_path: Path) -> None:
    tree = Tree(tmp_path.resolve(), by_git=True)
    shutil.rmtree(tree.root / ".git")
    tree.write("a.log")
    assert paths(tree.see()) == ["a.log"]
    (tree.root.parent / ".gitignore").write_text("*.log\n")
    assert paths(tree.settle()) == ["a.log"]
    environ = {**tree.environ}
    subprocess.run(("git", "init", "-q"), cwd=tree.root.parent, env=environ, check=True)
    assert paths(tree.settle()) == []


NAMES = ("a.py", "b.py", "c.txt", "d.log", "gen", "lib", "src", "x", "node_modules", "venv", ".env", "e.bin")
RULES = ("*.log", "gen/", "/lib", "!keep.log", "src/*.txt", "x", "!x", "*.py", "!a.py", "lib/**/b.py", "/src/gen", "*")


def folders_of(tree: Tree) -> list[Path]:
    found = [tree.root]
    for folder, names, _ in os.walk(tree.root):
        names[:] = [name for name in names if name != ".git"]
        found += [Path(folder) / name for name in names]
    return found


def files_of(tree: Tree) -> list[Path]:
    return [entry for folder in folders_of(tree) for entry in sorted(folder.iterdir()) if not entry.is_dir()]


@dataclass
class Chances:
    """What one change may take: any folder, file, name."""

    tree: Tree
    chance: random.Random

    def __post_init__(self) -> None:
        self.folder = self.chance.choice(folders_of(self.tree))
        self.other = self.chance.choice(folders_of(self.tree))
        self.file = self.chance.choice(files_of(self.tree) or [self.tree.root / "nothing"])
        self.name = self.chance.choice(NAMES)

    def below(self) -> Path:
        """A folder that is not the root."""
        if self.folder == self.tree.root:
            raise FileNotFoundError
        return self.folder

    def rules(self) -> str:
        return "\n".join(self.chance.choice(RULES) for _ in range(self.chance.randint(0, 3)))


def put(place: Path, text: str) -> None:
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(text)


EVERYWHERE: tuple[Callable[[Chances], object], ...] = (
    lambda c: put(c.folder / c.name, "x" * c.chance.choice((1, 5, 5, 2000))),
    lambda c: put(c.folder / c.name, "y" * c.chance.choice((1, 5, 5, 2000))),
    lambda c: put(c.folder / c.name / c.chance.choice(NAMES), "x"),
    lambda c: put(c.folder / c.name / c.chance.choice(NAMES) / c.chance.choice(NAMES), "x"),
    lambda c: (c.folder / c.name).mkdir(),
    lambda c: c.file.unlink(),
    lambda c: shutil.rmtree(c.below()),
    lambda c: c.file.rename(c.folder / c.name),
    lambda c: c.below().rename(c.other / c.name),
    lambda c: put(c.folder / ".gitignore", c.rules()),
    lambda c: put(c.folder / ".cwignore", c.rules()),
    lambda c: (c.folder / c.name).symlink_to(c.file),
    lambda c: (c.folder / c.name).symlink_to(c.other),
    lambda c: (c.folder / c.name).symlink_to(c.chance.choice(NAMES)),
    lambda c: os.link(c.file, c.folder / c.name, follow_symlinks=False),
    lambda c: put(c.below() / "pyvenv.cfg", ""),
    lambda c: put(c.folder / "__init__.py", ""),
    lambda c: put(c.below() / ".git/HEAD", "ref: refs/heads/main\n"),
    lambda c: put(c.below() / ".git", "gitdir: ../.git/worktrees/x\n"),
    lambda c: shutil.rmtree(c.below() / ".git"),
    lambda c: (c.below() / ".git/HEAD").unlink(),
    lambda c: os.utime(c.file, ns=(0, c.chance.randint(10**18, 10**18 + 3)), follow_symlinks=False),
    lambda c: c.folder.chmod(c.chance.choice((0o700, 0o755))),
    lambda c: None,
)
IN_GIT: tuple[Callable[[Chances], object], ...] = (
    lambda c: c.tree.git("add", "-f", str(c.file), check=False),
    lambda c: c.tree.git("add", "-f", str(c.folder), check=False),
    lambda c: c.tree.git("rm", "-q", "--cached", str(c.file), check=False),
    lambda c: c.tree.git("add", ".", check=False),
    lambda c: c.tree.git("commit", "-qam", "all", check=False),
    lambda c: c.tree.git("checkout", "-q", "HEAD~1", check=False),
    lambda c: put(c.tree.root / ".git/info/exclude", c.rules()),
    lambda c: put(Path(c.tree.environ["HOME"]) / ".config/git/ignore", c.rules()),
    lambda c: c.tree.git("config", "core.ignoreCase", c.chance.choice(("true", "false")), check=False),
)


def step(tree: Tree, chance: random.Random) -> None:
    """One change of the tree, or of what decides about it. What the disk refuses (a name taken) is no change."""
    with suppress(OSError):
        chance.choice(EVERYWHERE + IN_GIT if tree.by_git else EVERYWHERE)(Chances(tree, chance))


@pytest.mark.parametrize("seed", range(SEEDS))
def test_any_history_ends_where_a_whole_walk_ends(tmp_path: Path, seed: int) -> None:
    chance = random.Random(seed)
    tree = Tree(tmp_path.resolve(), by_git=HAS_GIT and seed % 2 == 0)
    for _ in range(12):
        for _ in range(chance.choice((1, 1, 2, 6))):
            step(tree, chance)
        tree.settle()
        assert Seen.from_bytes(tree.seen.to_bytes()) == tree.seen
