"""Which folder is a root, and which is refused."""

from __future__ import annotations

import os
from pathlib import Path, PurePath

from cw_core.errors import RootRefused

# Too wide or not source code. A project beneath one of them (`/usr/src/app`, `/var/www/site`) is fine.
_SYSTEM = frozenset(
    [
        "/bin",
        "/boot",
        "/dev",
        "/etc",
        "/home",
        "/lib",
        "/lib32",
        "/lib64",
        "/lost+found",
        "/proc",
        "/root",
        "/run",
        "/sbin",
        "/sys",
        "/tmp",
        "/usr",
        "/var",
        "/usr/bin",
        "/usr/include",
        "/usr/lib",
        "/usr/lib32",
        "/usr/lib64",
        "/usr/libexec",
        "/usr/local",
        "/usr/sbin",
        "/usr/share",
        "/var/cache",
        "/var/lib",
        "/var/log",
        "/var/run",
        "/var/spool",
        "/var/tmp",
        "/Applications",
        "/Library",
        "/System",
        "/Users",
        "/Volumes",
        "/private",
        "/private/etc",
        "/private/tmp",
        "/private/var",
    ]
)
_KERNEL = ("/proc", "/sys")  # nothing below these is a file on a disk
_WINDOWS = frozenset(("windows", "program files", "program files (x86)", "programdata", "users"))
_PERSONAL = frozenset(("desktop", "documents", "downloads"))
_SECRET = frozenset((".aws", ".gnupg", ".kube", ".ssh"))

_CHOOSE = "Choose the folder of one project."


def resolve_root(path: Path, home: Path) -> Path:
    """The real path of the folder `path`, links resolved, if it may be indexed; `home` is the user's own home.

    Raises RootRefused for what is missing, no folder, or unreadable, and for folders far wider than a project: a drive,
    the home or what holds it, Desktop, Documents and Downloads in it, folders of the system. Reads one directory entry.
    """
    try:
        real = path.resolve(strict=True)
        with os.scandir(real) as entries:
            next(entries, None)
    except FileNotFoundError:
        raise RootRefused(f"{path} does not exist.", "Check the spelling; a relative path starts here.") from None
    except NotADirectoryError:
        raise RootRefused(f"{path} is a file, not a folder.", "Give the folder that holds it.") from None
    except PermissionError:
        raise RootRefused(f"{path} cannot be read.", "Ask for read access to it, or choose another folder.") from None
    except (OSError, RuntimeError) as error:  # a loop of links is a RuntimeError up to Python 3.12
        raise RootRefused(f"{path} cannot be opened: {error}", _CHOOSE) from error
    why = too_wide(real, home.resolve())
    if why:
        raise RootRefused(f"{real} is not indexed: {why}.", _CHOOSE)
    return real


def too_wide(real: PurePath, home: PurePath) -> str:
    """Why this real path is no project folder; empty if it may be one. Pure: asks no disk, so any system's paths do."""
    if real == type(real)(real.anchor):
        return "it is a whole drive"
    if real == home:
        return "it is your home folder"
    if real in home.parents:
        return "it holds home folders"
    name = real.name.lower()
    if real.parent == home and name in _PERSONAL:
        return f"{real.name} holds more than one project"
    if real.parent == home and name in _SECRET:
        return f"{real.name} holds keys"
    posix = real.as_posix()
    on_drive = real.drive and real.parent == type(real)(real.anchor)
    if posix in _SYSTEM or posix.startswith(tuple(f"{top}/" for top in _KERNEL)) or (on_drive and name in _WINDOWS):
        return "it belongs to the system"
    return ""
