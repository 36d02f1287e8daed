import os
import shutil
import socket
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from cw_core.errors import RootRefused
from cw_core.settings import IndexSettings
from cw_store.indexing.walk import Walk, walk

HAS_GIT = shutil.which("git") is not None
SETTINGS = IndexSettings()
needs_git = pytest.mark.skipif(not HAS_GIT, reason="needs git")


class Tree:
    """A folder, walked with git or without it installed."""

    def __init__(self, root: Path, home: Path, by_git: bool) -> None:
        self.root = root
        self.by_git = by_git
        self.environ = {**os.environ, "HOME": str(home), "GIT_CONFIG_NOSYSTEM": "1"}
        self.environ.pop("XDG_CONFIG_HOME", None)
        if HAS_GIT:
            self.git("init", "-q")

    def git(self, *arguments: str, cwd: Path | None = None) -> None:
        person = ("-c", "user.name=a", "-c", "user.email=a@b", "-c", "protocol.file.allow=always")
        subprocess.run(
            ["git", *person, *arguments], cwd=cwd or self.root, env=self.environ, check=True, capture_output=True
        )

    def write(self, path: str, text: str = "x\n") -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(text.encode())
        return file

    def link(self, path: str, target: Path | str) -> None:
        try:
            (self.root / path).symlink_to(target)
        except OSError:
            pytest.skip("no symlinks here")

    def walk(self, settings: IndexSettings = SETTINGS, below: str = "") -> Walk:
        environ = self.environ if self.by_git else {**self.environ, "PATH": ""}
        found = walk(self.root / below if below else self.root, settings, environ)
        assert found.by_git == self.by_git
        return found


@pytest.fixture(params=[pytest.param(True, marks=needs_git, id="by git"), pytest.param(False, id="by hand")])
def tree(request: pytest.FixtureRequest, tmp_path: Path) -> Tree:
    root, home = tmp_path.resolve() / "root", tmp_path / "home"
    root.mkdir()
    home.mkdir()
    return Tree(root, home, request.param)


def paths(found: Walk) -> list[str]:
    return [stamp.path for stamp in found.stamps]


def reasons(found: Walk) -> dict[str, str]:
    return {entry.path: entry.reason for entry in found.skipped}


def test_files_come_sorted_with_what_the_disk_says_of_them(tree: Tree) -> None:
    tree.write("b/z.py", "four")
    tree.write("a.py")
    tree.write("b.py")
    found = tree.walk()
    assert paths(found) == ["a.py", "b.py", "b/z.py"]
    status = (tree.root / "b/z.py").stat()
    stamp = found.stamps[2]
    assert (stamp.size, stamp.mtime_ns, stamp.inode) == (4, status.st_mtime_ns, status.st_ino)


def test_an_empty_folder_has_no_files(tree: Tree) -> None:
    by_hand = Tree(tree.root, tree.root.parent / "home", by_git=False).walk()
    assert not by_hand.stamps


def test_ignored_files_are_left_out_untracked_ones_are_not(tree: Tree) -> None:
    tree.write(".gitignore", "*.log\nout/\n!kept.log\n")
    for path in ("new.py", "a.log", "kept.log", "out/a.py"):
        tree.write(path)
    found = tree.walk()
    assert paths(found) == [".gitignore", "kept.log", "new.py"]
    assert reasons(found) == {"a.log": "ignored", "out/": "ignored"}


def test_cwignore_and_settings_come_on_top(tree: Tree) -> None:
    tree.write(".cwignore", "*.svg\n/data/\n")
    tree.write("web/.cwignore", "!logo.svg\nvendored.js\n")
    for path in ("a.svg", "data/a.py", "web/logo.svg", "web/vendored.js", "web/app.js", "web/test.snap"):
        tree.write(path)
    found = tree.walk(replace(SETTINGS, ignore_patterns=("*.snap",)))
    assert paths(found) == [".cwignore", "web/.cwignore", "web/app.js", "web/logo.svg"]
    assert reasons(found) == dict.fromkeys(("a.svg", "data/", "web/test.snap", "web/vendored.js"), "ignored")


def test_cwignore_and_settings_take_back_what_gitignore_leaves_out(tree: Tree) -> None:
    tree.write(".gitignore", "gen/\nother/\n*.log\n")
    tree.write(".cwignore", "!gen/\n")
    for path in ("gen/api.py", "other/api.py", "kept.log", "a.log"):
        tree.write(path)
    found = tree.walk(replace(SETTINGS, ignore_patterns=("!kept.log",)))
    assert paths(found) == [".cwignore", ".gitignore", "gen/api.py", "kept.log"]
    assert reasons(found) == {"a.log": "ignored", "other/": "ignored"}


def test_below_an_ignored_folder_nothing_can_be_taken_back(tree: Tree) -> None:
    tree.write(".gitignore", "gen/\n")
    tree.write(".cwignore", "!gen/api.py\n")
    tree.write("gen/api.py")
    assert reasons(tree.walk()) == {"gen/": "ignored"}


def test_dependencies_and_caches_are_left_out_as_one_folder_even_if_tracked(tree: Tree) -> None:
    for path in ("node_modules/a/i.js", "web/node_modules/i.js", "env/pyvenv.cfg", "env/lib/a.py", ".yarn/cache/a.js"):
        tree.write(path)
    tree.write("build/main.py")
    if HAS_GIT:
        tree.git("add", ".")
    found = tree.walk()
    assert paths(found) == ["build/main.py"]
    assert reasons(found) == dict.fromkeys((".yarn/cache/", "env/", "node_modules/", "web/node_modules/"), "excluded")


def test_files_of_secrets_are_left_out(tree: Tree) -> None:
    for path in (".env", ".env.example", "deploy/id_rsa", "deploy/id_rsa.pub"):
        tree.write(path)
    found = tree.walk()
    assert paths(found) == [".env.example", "deploy/id_rsa.pub"]
    assert reasons(found) == {".env": "sensitive", "deploy/id_rsa": "sensitive"}


def test_large_files_are_left_out_with_their_size(tree: Tree) -> None:
    tree.write("fits.js", "x" * 1024)
    tree.write("large.js", "x" * 1025)
    found = tree.walk(replace(SETTINGS, max_bytes=1024))
    assert paths(found) == ["fits.js"]
    assert [entry.detail for entry in found.skipped if entry.reason == "too-large"] == ["1025"]


def test_a_large_binary_is_called_binary_so_that_no_answer_claims_to_lack_it(tree: Tree) -> None:
    tree.write("weights.bin", "\0" * 1025)
    found = tree.walk(replace(SETTINGS, max_bytes=1024))
    assert [entry.reason for entry in found.skipped if entry.path == "weights.bin"] == ["binary"]


def test_more_files_than_allowed_are_refused_naming_figure_and_setting(tree: Tree) -> None:
    for number in range(4):
        tree.write(f"{number}.py")
    assert len(tree.walk(replace(SETTINGS, max_files=4)).stamps) == 4
    with pytest.raises(RootRefused, match="more than 3 files") as refused:
        tree.walk(replace(SETTINGS, max_files=3))
    assert "CW_INDEX_MAX_FILES" in refused.value.hint


def test_a_link_counts_only_if_it_leads_to_a_file_inside_that_may_be_indexed(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "outside.py").write_text("")
    tree.write("src/real.py", "12345")
    tree.write(".env")
    tree.write("node_modules/i.js")
    tree.link("good.py", "src/real.py")
    for name, target in (
        ("outside.py", tmp_path / "outside.py"),
        ("folder", "src"),
        ("loop", "loop"),
        ("up", ".."),
        ("gone", "nowhere"),
        ("secret.txt", ".env"),
        ("dependency.js", "node_modules/i.js"),
        ("config", ".git/config"),
    ):
        tree.link(name, target)
    found = tree.walk()
    assert paths(found) == ["good.py", "src/real.py"]
    assert found.stamps[0].size == 5
    links = {"config", "dependency.js", "folder", "gone", "loop", "outside.py", "secret.txt", "up"}
    assert {path for path, reason in reasons(found).items() if reason == "symlink"} == links


def test_a_link_to_a_pipe_is_left_out(tree: Tree) -> None:
    try:
        os.mkfifo(tree.root / "pipe")
    except (AttributeError, OSError):
        pytest.skip("no pipes here")
    tree.link("a.py", "pipe")
    tree.write("b.py")
    assert reasons(tree.walk())["a.py"] == "symlink"


def test_pipes_and_sockets_are_never_opened(tree: Tree) -> None:
    tree.write("a.py")
    try:
        os.mkfifo(tree.root / "pipe.py")
        listener = socket.socket(socket.AF_UNIX)
        listener.bind(os.path.relpath(tree.root / "s.py"))
    except (AttributeError, OSError):
        pytest.skip("no pipes or sockets here")
    with listener:
        found = tree.walk()
    assert paths(found) == ["a.py"]
    assert set(reasons(found).values()) <= {"special"}  # git lists neither, in most versions


def test_names_that_are_not_unicode_are_left_out_and_shown_escaped(tree: Tree) -> None:
    tree.write("a.py")
    try:
        for path in (b"bad\xff.py", b"dir\xfe/a.py"):
            file = Path(os.fsdecode(os.fsencode(tree.root) + b"/" + path))
            file.parent.mkdir(exist_ok=True)
            file.write_text("")
    except OSError:
        pytest.skip("all names are Unicode here")
    found = tree.walk()
    assert paths(found) == ["a.py"]
    assert reasons(found) == {"bad\\xff.py": "name", "dir\\xfe/": "name"}


def test_odd_but_valid_names_are_files(tree: Tree) -> None:
    names = ["-x.py", "a b.py", "é.py", "日本.py", "😀.py", "[z].py"]
    if os.name != "nt":
        names += ["new\nline.py", 'quo"te.py', "back\\slash.py", " lead.py", "trail.py "]
    for name in names:
        tree.write(name)
    assert paths(tree.walk()) == sorted(names)


def test_an_unreadable_folder_is_reported_and_the_rest_is_walked(tree: Tree) -> None:
    tree.write("a.py")
    tree.write("closed/b.py")
    tree.write("z.py")
    (tree.root / "closed").chmod(0)
    try:
        if os.access(tree.root / "closed", os.R_OK):
            pytest.skip("this user reads everything")
        found = tree.walk()
    finally:
        (tree.root / "closed").chmod(0o700)
    assert paths(found) == ["a.py", "z.py"]
    assert reasons(found) == {"closed/": "unreadable"}


@needs_git
def test_repositories_inside_are_left_out(tree: Tree, tmp_path: Path) -> None:
    tree.write("a.py")
    other = Tree(tmp_path / "other", tmp_path / "home", by_git=True) if (tmp_path / "other").mkdir() is None else tree
    other.write("lib.py")
    other.git("add", ".")
    other.git("commit", "-qm", "first")
    tree.git("commit", "-q", "--allow-empty", "-m", "first")
    tree.git("submodule", "add", "-q", str(other.root), "deps/sub")
    tree.git("clone", "-q", str(other.root), "untracked")
    tree.git("worktree", "add", "-q", ".claude/worktrees/one", "HEAD")
    other.git("worktree", "add", "-q", str(tree.root / ".worktrees/two"))
    found = tree.walk()
    assert paths(found) == [".gitmodules", "a.py"]
    assert {entry.path: entry.detail for entry in found.skipped if entry.reason == "submodule"} == {
        ".claude/worktrees/one/": "work tree",
        ".worktrees/two/": "work tree",
        "deps/sub/": "submodule",
        "untracked/": "repository",
    }


@needs_git
def test_a_submodule_that_was_never_fetched_is_named(tree: Tree) -> None:
    tree.write("a.py")
    tree.write(".gitmodules", '[submodule "sub"]\n\tpath = deps/sub\n\turl = ../sub\n')
    (tree.root / "deps/sub").mkdir(parents=True)
    (tree.root / "deps/empty").mkdir(parents=True)
    assert reasons(tree.walk()) == ({"deps/sub/": "submodule"} if tree.by_git else {})


@needs_git
def test_what_is_tracked_counts_though_it_is_ignored(tree: Tree) -> None:
    tree.write(".gitignore", "gen/\n*.log\n")
    for path in ("gen/deep/api.py", "gen/deep/other.py", "gen/away/a.py", "kept.log", "a.log"):
        tree.write(path)
    tree.git("add", "-f", "gen/deep/api.py", "kept.log")
    found = tree.walk()
    if not tree.by_git:
        assert paths(found) == [".gitignore"]
        return
    assert paths(found) == [".gitignore", "gen/deep/api.py", "kept.log"]
    assert reasons(found) == dict.fromkeys(("a.log", "gen/away/", "gen/deep/other.py"), "ignored")


@needs_git
def test_cwignore_leaves_out_what_is_tracked(tree: Tree) -> None:
    tree.write(".gitignore", "gen/\n")
    tree.write(".cwignore", "b.py\n")
    for path in ("gen/a.py", "gen/b.py", "b.py"):
        tree.write(path)
    tree.git("add", "-f", ".")
    assert paths(tree.walk()) == [".cwignore", ".gitignore", *(["gen/a.py"] if tree.by_git else [])]


@needs_git
def test_files_left_out_of_a_sparse_checkout_do_not_exist(tree: Tree) -> None:
    for path in ("a.py", "in/b.py", "out/c.py"):
        tree.write(path)
    tree.git("add", ".")
    tree.git("commit", "-qm", "first")
    tree.git("sparse-checkout", "set", "in")
    assert paths(tree.walk()) == ["a.py", "in/b.py"]


@needs_git
def test_case_does_not_count_where_git_says_so(tree: Tree) -> None:
    tree.git("config", "core.ignoreCase", "true")
    tree.write(".gitignore", "*.LOG\nOut/\n")
    for path in ("a.log", "out/a.py", "b.py"):
        tree.write(path)
    if tree.by_git:
        assert paths(tree.walk()) == [".gitignore", "b.py"]


def test_files_with_other_names_are_counted_and_left_out_if_so_set(tree: Tree) -> None:
    tree.write("a.py")
    tree.write("c.py")
    try:
        os.link(tree.root / "a.py", tree.root / "b.py")
    except OSError:
        pytest.skip("no hard links here")
    found = tree.walk()
    assert paths(found) == ["a.py", "b.py", "c.py"]
    assert found.hard_linked == ("a.py", "b.py")
    without = tree.walk(replace(SETTINGS, hard_links=0))
    assert paths(without) == ["c.py"]
    assert reasons(without) == {"a.py": "hard-link", "b.py": "hard-link"}
    assert without.hard_linked == ("a.py", "b.py")


def test_a_link_to_what_a_rule_leaves_out_is_left_out(tree: Tree) -> None:
    tree.write(".gitignore", "local.py\n")
    tree.write("local.py")
    tree.link("a.py", "local.py")
    assert reasons(tree.walk()) == {"a.py": "symlink", "local.py": "ignored"}


def test_a_walk_tells_which_folders_it_entered_and_which_rules_it_went_by(tree: Tree) -> None:
    tree.write(".gitignore", "out/\n")
    for path in ("src/.cwignore", "src/inner/a.py", "out/b.py", "node_modules/c.js"):
        tree.write(path)
    found = tree.walk()
    assert [mark.path for mark in found.folders] == ["", "src", "src/inner"]
    assert [mark.path for mark in found.rules] == [".gitignore", "src/.cwignore"]
    status = (tree.root / "src").stat()
    told = found.folders[1]
    assert (told.mtime_ns, told.ctime_ns, told.inode) == (status.st_mtime_ns, status.st_ctime_ns, status.st_ino)


@needs_git
def test_a_file_deleted_or_replaced_by_a_folder_does_not_trouble_the_walk(tree: Tree) -> None:
    for path in ("gone.py", "was_file", "folder/a.py"):
        tree.write(path)
    tree.git("add", ".")
    (tree.root / "gone.py").unlink()
    (tree.root / "was_file").unlink()
    tree.write("was_file/now.py")
    assert paths(tree.walk()) == ["folder/a.py", "was_file/now.py"]
    assert reasons(tree.walk()) == {}


@needs_git
def test_a_tracked_folder_that_became_a_link_is_not_followed(tree: Tree, tmp_path: Path) -> None:
    tree.write("lib/a.py")
    tree.write("b.py")
    tree.git("add", ".")
    (tree.root / "lib").rename(tmp_path / "lib")
    tree.link("lib", tmp_path / "lib")
    found = tree.walk()
    assert paths(found) == ["b.py"]
    assert reasons(found) == {"lib": "symlink"}


@needs_git
def test_a_file_in_conflict_comes_once(tree: Tree) -> None:
    tree.write("a.py", "base")
    tree.git("add", ".")
    tree.git("commit", "-qm", "base")
    tree.git("checkout", "-qb", "other")
    tree.write("a.py", "theirs")
    tree.git("commit", "-qam", "theirs")
    tree.git("checkout", "-q", "-")
    tree.write("a.py", "ours")
    tree.git("commit", "-qam", "ours")
    with pytest.raises(subprocess.CalledProcessError):
        tree.git("merge", "other")
    assert paths(tree.walk()) == ["a.py"]


@needs_git
def test_a_linked_work_tree_is_walked_by_the_same_rules(tree: Tree, tmp_path: Path) -> None:
    tree.write("a.py")
    tree.write(".gitignore", "*.log\n")
    tree.git("add", ".")
    tree.git("commit", "-qm", "first")
    tree.git("worktree", "add", "-q", str(tmp_path / "linked"))
    (tree.root / ".git/info").mkdir(exist_ok=True)
    (tree.root / ".git/info/exclude").write_text("*.tmp\n")
    linked = Tree.__new__(Tree)
    linked.__dict__ |= {**tree.__dict__, "root": (tmp_path / "linked").resolve()}
    linked.write("b.log")
    linked.write("c.tmp")
    assert paths(linked.walk()) == [".gitignore", "a.py"]


@needs_git
def test_a_folder_of_a_work_tree_is_walked_by_the_rules_above_it(tree: Tree) -> None:
    tree.write(".gitignore", "*.log\n/api/gen/\n")
    for path in ("other.py", "api/a.py", "api/b.log", "api/gen/c.py", "api/src/gen/d.py"):
        tree.write(path)
    assert paths(tree.walk(below="api")) == ["a.py", "src/gen/d.py"]


@needs_git
def test_a_folder_that_its_work_tree_ignores_is_walked_all_the_same(tree: Tree) -> None:
    tree.write(".gitignore", "/out/\n")
    tree.write("out/api/a.py")
    environ = tree.environ if tree.by_git else {**tree.environ, "PATH": ""}
    assert paths(walk(tree.root / "out/api", SETTINGS, environ)) == ["a.py"]


def test_the_users_own_ignore_file_counts(tree: Tree) -> None:
    config = Path(tree.environ["HOME"]) / ".config/git"
    config.mkdir(parents=True)
    (config / "ignore").write_text("*.swp\n")
    tree.write("a.py")
    tree.write("a.swp")
    assert paths(tree.walk()) == ["a.py"]


@needs_git
def test_the_users_configured_ignore_file_counts_outside_a_repository_too(tree: Tree, tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("*.swp\n")
    (Path(tree.environ["HOME"]) / ".gitconfig").write_text("[core]\n\texcludesFile = ~/../mine\n")
    shutil.rmtree(tree.root / ".git")
    tree.write("a.py")
    tree.write("a.swp")
    found = walk(tree.root, SETTINGS, tree.environ)
    assert not found.by_git
    assert paths(found) == ["a.py"]


@needs_git
def test_another_repository_in_the_environment_changes_nothing(tree: Tree, tmp_path: Path) -> None:
    tree.write("a.py")
    tree.environ |= {"GIT_DIR": str(tmp_path / "nowhere"), "GIT_WORK_TREE": str(tmp_path), "GIT_INDEX_FILE": "x"}
    assert paths(tree.walk()) == ["a.py"]


@needs_git
def test_a_repository_cannot_make_git_start_a_program(tree: Tree, tmp_path: Path) -> None:
    tree.write("a.py")
    tree.git("config", "core.fsmonitor", f"touch {tmp_path / 'started'}; false")
    tree.walk()
    assert not (tmp_path / "started").exists()


@needs_git
def test_a_repository_git_refuses_is_walked_by_hand(tree: Tree) -> None:
    tree.write("a.py")
    (tree.root / ".git/config").write_text("[core\n")
    found = walk(tree.root, SETTINGS, tree.environ)
    assert not found.by_git
    assert paths(found) == ["a.py"]


def test_a_git_that_lies_in_the_root_is_not_run(tree: Tree) -> None:
    fake = tree.write("git", f"#!/bin/sh\ntouch '{tree.root}/started'\n")
    fake.chmod(0o755)
    here = Path.cwd()
    os.chdir(tree.root)
    try:
        found = walk(tree.root, SETTINGS, {**tree.environ, "PATH": "."})
    finally:
        os.chdir(here)
    assert paths(found) == ["git"]
    assert not found.by_git
