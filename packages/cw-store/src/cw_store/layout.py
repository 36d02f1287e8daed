"""Where an index lives on disk: one folder per root, one store per build, one pointer to the store in force.

<home>/<project id>/root.json       which folder this is an index of
<home>/<project id>/CURRENT         the name of the store in force
<home>/<project id>/NEXT            the name of a store that is being built aside, if one is
<home>/<project id>/write.lock      held by the one writer; write.owner says who that is, progress.json how far it is
<home>/<project id>/store-<n>/      catalog.db, vectors/<number>.seg, table/ (LanceDB, of a large index)
<home>/<project id>/damaged/        the last store that was found damaged
<home>/cache/vectors.db             vectors of all indexes, by what they were made from
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_ID_DIGITS = 16


@dataclass(frozen=True, slots=True)
class Layout:
    """The folder of one index."""

    folder: Path

    @classmethod
    def of(cls, home: Path, root: Path) -> Layout:
        """The folder for a root: named by its real path, so that every way to the same folder is the same index."""
        real = os.path.normcase(os.path.realpath(root))
        return cls(home / hashlib.sha256(real.encode("utf-8", "surrogateescape")).hexdigest()[:_ID_DIGITS])

    @classmethod
    def all_in(cls, home: Path) -> Iterator[Layout]:
        """The folders of all indexes, by name."""
        with contextlib.suppress(OSError):
            for folder in sorted(home.iterdir()):
                if len(folder.name) == _ID_DIGITS and (folder / "root.json").is_file():
                    yield cls(folder)

    @property
    def lock(self) -> Path:
        """The lock file of the one writer."""
        return self.folder / "write.lock"

    @property
    def progress(self) -> Path:
        """How far the run at work is, as it tells others."""
        return self.folder / "progress.json"

    @property
    def cache(self) -> Path:
        """The vectors of all indexes of this home."""
        return self.folder.parent / "cache" / "vectors.db"

    @property
    def _pointer(self) -> Path:
        return self.folder / "CURRENT"

    @property
    def _next(self) -> Path:
        return self.folder / "NEXT"

    def root(self) -> str:
        """The folder this is an index of, as its note says; empty if it cannot be read."""
        try:
            note = json.loads((self.folder / "root.json").read_text(encoding="utf-8"))
            return str(note["root"])
        except (OSError, ValueError, KeyError, TypeError):
            return ""

    def current(self) -> Path | None:
        """The store in force, or None if nothing was published yet."""
        name, before = self._named(self._pointer), ""
        while name and name != before:  # named anew: the store just named may have been replaced and cleared away
            if (self.folder / name / "catalog.db").is_file():
                return self.folder / name
            name, before = self._named(self._pointer), name
        return None

    def unfinished(self) -> Path | None:
        """The store that an earlier run was building aside, if it was not put in force."""
        name = self._named(self._next)
        there = name and name != self._named(self._pointer) and (self.folder / name / "catalog.db").is_file()
        return self.folder / name if there else None

    @staticmethod
    def _named(pointer: Path) -> str:
        try:
            name = pointer.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            return ""
        return name if name.startswith("store-") and name[6:].isdigit() else ""

    def fresh(self, root: Path) -> Path:
        """A new, empty store beside the one in force, noted as being built. Only for the holder of the lock."""
        self.folder.mkdir(parents=True, exist_ok=True)
        note = {"root": str(root)}
        (self.folder / "root.json").write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
        self._next.unlink(missing_ok=True)
        self.sweep()
        numbers = [int(entry.name[6:]) for entry in self.folder.glob("store-*") if entry.name[6:].isdigit()]
        store = self.folder / f"store-{max(numbers, default=0) + 1}"
        store.mkdir()
        _point(self._next, store)
        return store

    def publish(self, store: Path) -> None:
        """Make `store` the one in force, in one step, then clear the others away."""
        _point(self._pointer, store)
        self._next.unlink(missing_ok=True)
        self.sweep()

    def sweep(self) -> None:
        """Remove stores that are neither in force nor being built; what is open elsewhere is left for next time."""
        keep = {self.current(), self.unfinished()}
        for entry in self.folder.glob("store-*"):
            if entry not in keep:
                shutil.rmtree(entry, ignore_errors=True)

    def set_aside(self, store: Path) -> None:
        """Keep a damaged store out of the way, in place of any kept before; leave it where it cannot be moved."""
        shutil.rmtree(self.folder / "damaged", ignore_errors=True)
        with contextlib.suppress(OSError):
            os.rename(store, self.folder / "damaged")  # noqa: PTH104

    def touch(self) -> None:
        """Note that the index was used now, at most once an hour."""
        note = self.folder / "root.json"
        with contextlib.suppress(OSError):
            if time.time() - note.stat().st_mtime > 3600:
                os.utime(note)

    def last_used(self) -> float:
        """When the index was last used, to the hour; seconds since the epoch, 0 if unknown."""
        try:
            return (self.folder / "root.json").stat().st_mtime
        except OSError:
            return 0.0

    def remove(self) -> None:
        """Remove the whole index, pointers first, so that nobody opens half of it. Only for the holder of the lock."""
        for name in ("CURRENT", "NEXT"):
            (self.folder / name).unlink(missing_ok=True)
        shutil.rmtree(self.folder, ignore_errors=True)

    def sound(self, store: Path) -> bool:
        """True if its files are as our last run left them; if not, one was cut short, or somebody else wrote there."""
        try:
            return (store / "checked").read_text(encoding="ascii") == _look(store)
        except (OSError, ValueError):
            return False

    def mark_sound(self, store: Path) -> None:
        """Remember the files as they are now."""
        with contextlib.suppress(OSError):
            (store / "checked").write_text(_look(store), encoding="ascii")

    def bytes_on_disk(self) -> int:
        """Size of all that lies in the folder."""
        total = 0
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with contextlib.suppress(OSError):  # gone between listing and looking
                    total += os.lstat(os.path.join(folder, name)).st_size  # noqa: PTH118
        return total


def _point(pointer: Path, store: Path) -> None:
    aside = pointer.with_suffix(".new")
    with aside.open("w", encoding="ascii") as file:
        file.write(store.name + "\n")
        file.flush()
        os.fsync(file.fileno())
    os.replace(aside, pointer)  # noqa: PTH105 - the atomic one


def _look(store: Path) -> str:
    """The catalog, the files of vectors and the table as the disk tells them without reading."""
    status = (store / "catalog.db").stat()
    seen = [f"{status.st_size} {status.st_mtime_ns} {status.st_ino}"]
    for path in sorted([*(store / "vectors").glob("*.seg"), *(store / "table").rglob("*")]):
        status = path.stat()
        seen.append(f"{path.name} {status.st_size} {status.st_mtime_ns} {status.st_ino}")
    return "\n".join(seen)
