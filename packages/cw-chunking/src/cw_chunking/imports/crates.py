"""The crates of a Rust repository, by the name in each `Cargo.toml`, else by their folders."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from cw_chunking.imports.listing import Listing, join, nearest_folders, under
from cw_chunking.imports.manifests import Manifests, table
from cw_core import RepoPath


@dataclass(slots=True)
class Crates:
    """`libraries` gives the root files by crate name; `renamed` a folder's own names for crates.

    `first` is the root file that the modules in a folder belong to; where each file is a root, as in `tests`, any one.
    """

    listing: Listing
    libraries: dict[str, list[RepoPath]] = field(default_factory=dict)
    renamed: dict[str, dict[str, str]] = field(default_factory=dict)
    roots: set[str] = field(default_factory=set)
    folders: set[str] = field(default_factory=set)
    first: dict[str, RepoPath] = field(default_factory=dict)

    @classmethod
    def of(cls, listing: Listing, manifests: Manifests) -> Crates:
        """All crates with a manifest."""
        made = cls(listing)
        for path in listing.named("Cargo.toml"):
            made._add(path.folder, manifests.toml(path))
        roots = (path for path in listing.suffixed(".rs") if path.name != "build.rs" and made.is_root(path))
        for path in sorted(roots, key=lambda path: (path.name != "lib.rs", path.name != "main.rs", path)):
            made.first.setdefault(path.folder, path)
        return made

    def _add(self, folder: str, facts: dict[str, Any]) -> None:
        self.folders.add(folder)
        package, library = table(facts.get("package")), table(facts.get("lib"))
        name = library.get("name", package.get("name"))
        root = self.listing.at(join(folder, str(library.get("path", "src/lib.rs"))))
        if root and isinstance(name, str):
            self.libraries.setdefault(_crate(name), []).append(root)
            self.roots.add(root)
        for kind in ("bin", "example", "test", "bench"):
            targets = facts.get(kind)
            for target in targets if isinstance(targets, list) else ():
                if isinstance(path := table(target).get("path"), str) and (
                    found := self.listing.at(join(folder, path))
                ):
                    self.roots.add(found)
        self.renamed[folder] = {
            _crate(alias): _crate(wanted["package"])
            for kind in ("dependencies", "dev-dependencies", "build-dependencies")
            for alias, wanted in table(facts.get(kind)).items()
            if isinstance(wanted, dict) and isinstance(wanted.get("package"), str)
        }

    def library(self, name: str, importer: RepoPath, folder: str) -> RepoPath | None:
        """The root file of the crate that `name` means in the crate at `folder`; the nearest of several."""
        name = self.renamed.get(folder, {}).get(name, name)
        found = {root.folder: root for root in self.libraries.get(name, ())}
        if not self.folders:
            found = self._by_folder(name)
        for nearest in nearest_folders(found, importer):
            return found[nearest]
        return None

    def _by_folder(self, name: str) -> dict[str, RepoPath]:
        tails = (f"{name}/src/lib.rs", f"{name.replace('_', '-')}/src/lib.rs")
        return {path.folder: path for tail in tails for path in self.listing.ending(tail)}

    def is_root(self, path: RepoPath) -> bool:
        """True for the first file of a library, a program, a test, an example or a benchmark."""
        if path in self.roots or path.name in ("lib.rs", "main.rs"):
            return True
        above, _, name = path.folder.rpartition("/")
        if path.name == "build.rs":
            return path.folder in self.folders
        if name == "bin":
            return above.rpartition("/")[2] == "src"
        if name in ("tests", "examples", "benches"):
            return above in self.folders if self.folders else self.listing.at(under(above, "src/lib.rs")) is not None
        return False


def _crate(name: str) -> str:
    return name.replace("-", "_")
