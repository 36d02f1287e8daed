"""Where an index lives on disk: one folder per root, one store per build, one pointer to the store in force.

<home>/<project id>/root.json       which folder this is an index of
<home>/<project id>/CURRENT         the name of the store in force
<home>/<project id>/write.lock      held by the one writer
<home>/<project id>/store-<n>/      catalog.db, vectors/ (LanceDB), vectors-<g>.npy and ids-<g>.npy
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import shutil
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Layout:
    """The folder of one index."""

    folder: Path

    @classmethod
    def of(cls, home: Path, root: Path) -> Layout:
        """The folder for a root: named by its real path, so that every way to the same folder is the same index."""
        real = os.path.normcase(os.path.realpath(root))
        return cls(home / hashlib.sha256(real.encode("utf-8", "surrogateescape")).hexdigest()[:16])

    @property
    def lock(self) -> Path:
        """The lock file of the one writer."""
        return self.folder / "write.lock"

    @property
    def _pointer(self) -> Path:
        return self.folder / "CURRENT"

    def current(self) -> Path | None:
        """The store in force, or None if nothing was published yet."""
        name, before = self._named(), ""
        while name and name != before:  # named anew: the store just named may have been replaced and cleared away
            if (self.folder / name / "catalog.db").is_file():
                return self.folder / name
            name, before = self._named(), name
        return None

    def _named(self) -> str:
        try:
            name = self._pointer.read_text(encoding="ascii").strip()
        except (OSError, ValueError):
            return ""
        return name if name.startswith("store-") and name[6:].isdigit() else ""

    def fresh(self, root: Path) -> Path:
        """A new, empty store beside the one in force. Only for the holder of the lock."""
        self.folder.mkdir(parents=True, exist_ok=True)
        note = {"root": str(root)}
        (self.folder / "root.json").write_text(json.dumps(note, indent=1) + "\n", encoding="utf-8")
        self.sweep()
        numbers = [int(entry.name[6:]) for entry in self.folder.glob("store-*") if entry.name[6:].isdigit()]
        store = self.folder / f"store-{max(numbers, default=0) + 1}"
        store.mkdir()
        return store

    def publish(self, store: Path) -> None:
        """Make `store` the one in force, in one step, then clear the others away."""
        aside = self._pointer.with_suffix(".new")
        aside.write_text(store.name + "\n", encoding="ascii")
        os.replace(aside, self._pointer)  # noqa: PTH105 - the atomic one
        self.sweep()

    def sweep(self) -> None:
        """Remove stores that are not in force; what cannot be removed, being open elsewhere, is left for next time."""
        keep = self.current()
        for entry in self.folder.glob("store-*"):
            if entry != keep:
                shutil.rmtree(entry, ignore_errors=True)

    def sound(self, store: Path) -> bool:
        """True if the catalog's file is as our last run left it; if not, somebody else wrote to it, or damaged it."""
        try:
            return (store / "checked").read_text(encoding="ascii") == _look(store)
        except (OSError, ValueError):
            return False

    def mark_sound(self, store: Path) -> None:
        """Remember the catalog's file as it is now."""
        with contextlib.suppress(OSError):
            (store / "checked").write_text(_look(store), encoding="ascii")

    def bytes_on_disk(self) -> int:
        """Size of the store in force."""
        total, store = 0, self.current()
        with contextlib.suppress(OSError):  # gone between listing and looking
            for path in store.rglob("*") if store else ():
                total += path.stat().st_size if path.is_file() else 0
        return total


def _look(store: Path) -> str:
    status = (store / "catalog.db").stat()
    return f"{status.st_size} {status.st_mtime_ns} {status.st_ino}"
