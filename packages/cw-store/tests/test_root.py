from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest

from cw_core.errors import RootRefused
from cw_store.indexing.root import resolve_root, too_wide


@pytest.fixture
def home(tmp_path: Path) -> Path:
    home = tmp_path.resolve() / "users" / "ada"
    home.mkdir(parents=True)
    return home


def refusal(path: Path, home: Path) -> RootRefused:
    with pytest.raises(RootRefused) as refused:
        resolve_root(path, home)
    assert refused.value.hint
    return refused.value


def test_a_project_in_the_home_folder_is_a_root(home: Path) -> None:
    project = home / "work" / "engine"
    project.mkdir(parents=True)
    assert resolve_root(project, home) == project


def test_a_link_becomes_the_real_path(home: Path) -> None:
    project = home / "engine"
    project.mkdir()
    link = home / "link"
    try:
        link.symlink_to(project, target_is_directory=True)
    except OSError:
        pytest.skip("no symlinks here")
    assert resolve_root(link, home) == project


def test_a_loop_of_links_is_refused(home: Path) -> None:
    loop = home / "loop"
    try:
        loop.symlink_to(loop)
    except OSError:
        pytest.skip("no symlinks here")
    refusal(loop, home)


def test_a_missing_path_is_refused(home: Path) -> None:
    assert "does not exist" in str(refusal(home / "nowhere", home))


def test_a_file_is_refused(home: Path) -> None:
    (home / "app.py").write_text("")
    assert "is a file" in str(refusal(home / "app.py", home))


def test_an_unreadable_folder_is_refused(home: Path) -> None:
    closed = home / "closed"
    closed.mkdir(mode=0)
    try:
        try:
            next(closed.iterdir(), None)
        except PermissionError:
            assert "cannot be read" in str(refusal(closed, home))
        else:
            pytest.skip("this user reads everything")
    finally:
        closed.chmod(0o700)


def test_the_home_folder_and_what_holds_it_are_refused(home: Path) -> None:
    assert "your home folder" in str(refusal(home, home))
    assert "holds home folders" in str(refusal(home.parent, home))


def test_the_whole_drive_is_refused(home: Path) -> None:
    assert "whole drive" in str(refusal(Path(home.anchor), home))


@pytest.mark.parametrize("name", ["Desktop", "Documents", "Downloads"])
def test_personal_folders_are_refused_but_projects_in_them_are_not(home: Path, name: str) -> None:
    project = home / name / "engine"
    project.mkdir(parents=True)
    refusal(home / name, home)
    assert resolve_root(project, home) == project


def test_folders_of_keys_are_refused(home: Path) -> None:
    (home / ".ssh").mkdir()
    refusal(home / ".ssh", home)


@pytest.mark.parametrize(
    "path", ["/etc", "/usr", "/usr/lib", "/proc", "/proc/1", "/sys", "/dev", "/var", "/bin", "/root"]
)
def test_folders_of_the_system_are_refused(path: str) -> None:
    assert too_wide(PurePosixPath(path), PurePosixPath("/home/ada"))


@pytest.mark.parametrize(
    "path", ["/usr/src/app", "/var/www/site", "/srv/app", "/opt/app", "/root/app", "/app", "/workspace"]
)
def test_a_project_below_a_folder_of_the_system_is_fine(path: str) -> None:
    assert not too_wide(PurePosixPath(path), PurePosixPath("/root"))


@pytest.mark.parametrize(
    "path", ["C:\\", "C:\\Windows", "c:\\users", "C:\\Users\\Ada", "D:\\", "C:\\Users\\Ada\\documents"]
)
def test_windows_drives_and_its_own_folders_are_refused(path: str) -> None:
    assert too_wide(PureWindowsPath(path), PureWindowsPath("C:\\Users\\ada"))


@pytest.mark.parametrize("path", ["C:\\src", "D:\\Windows\\engine", "C:\\Users\\Ada\\engine"])
def test_windows_projects_are_fine(path: str) -> None:
    assert not too_wide(PureWindowsPath(path), PureWindowsPath("C:\\Users\\Ada"))
