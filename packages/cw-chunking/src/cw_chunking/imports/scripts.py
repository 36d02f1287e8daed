"""The file that a JavaScript or TypeScript path means, with the endings that its writers leave out or change."""

from __future__ import annotations

from collections.abc import Iterator

from cw_chunking.imports.listing import Listing, under
from cw_core import RepoPath

ENDINGS = tuple(".ts .tsx .d.ts .mts .cts .js .jsx .mjs .cjs .vue .svelte .json .d.mts .d.cts".split())
"""What may be left out, in the order in which it is tried."""

SOURCES = {
    ".js": (".ts", ".tsx", ".jsx", ".d.ts"),
    ".jsx": (".tsx", ".d.ts"),
    ".mjs": (".mts", ".ts", ".d.mts"),
    ".cjs": (".cts", ".ts", ".d.cts"),
}
"""A specifier names what will be built; the source has one of these endings."""

OUTPUTS = frozenset(
    "dist build lib out output es esm cjs umd mjs libesm commonjs module modules bundle bundles release".split()
)
"""Folders that a build writes."""

FLAVOURS = (".esm", ".cjs", ".umd", ".min", ".prod", ".production", ".development", ".global", ".browser", ".module")
"""What a build adds to a file's name."""

SOURCE_FOLDERS = ("src", "source", "lib")
"""Where the source of a built file lies."""


def file_meant(listing: Listing, path: str | None) -> tuple[RepoPath, str] | None:
    """The file that `path` means with a word on how it was spelled; a file wins over a folder's index."""
    if path is None:
        return None
    if found := listing.at(path):
        return found, ""
    for built, sources in SOURCES.items():
        if path.endswith(built):
            for ending in sources:
                if found := listing.at(path.removesuffix(built) + ending):
                    return found, "source of the built file"
    for ending in ENDINGS:
        if path and (found := listing.at(path + ending)):
            return found, ""
    if listing.is_folder(path):
        for ending in ENDINGS:
            if found := listing.at(under(path, "index" + ending)):
                return found, "index file"
    return None


def source_of(listing: Listing, folder: str, written: str) -> RepoPath | None:
    """The source behind a package's target such as `./dist/esm/x.mjs`: the file itself, or its like under `src`."""
    path = written.removeprefix("./")
    if ".." in path.split("/"):
        return None
    if found := file_meant(listing, under(folder, path)):
        return found[0]
    parts = path.split("/")
    kept = _without_outputs(parts)
    for root in _source_roots(listing, folder) if len(kept) < len(parts) else ("", "src"):
        for spelling in _spellings("/".join(kept)):
            if found := file_meant(listing, under(under(folder, root), spelling)):
                return found[0]
    return None


def at_output(path: str) -> tuple[str, str]:
    """The path in two, before its first folder of outputs; the second part is empty if there is none."""
    parts = path.split("/")
    at = next((at for at, part in enumerate(parts[:-1]) if part in OUTPUTS), len(parts))
    return "/".join(parts[:at]), "/".join(parts[at:])


def _without_outputs(parts: list[str]) -> list[str]:
    at = 0
    while at < len(parts) - 1 and parts[at] in OUTPUTS:
        at += 1
    return parts[at:]


def _source_roots(listing: Listing, folder: str) -> Iterator[str]:
    """`src` and the like, then the folders right in `src`, which a build may flatten, then none."""
    yield from SOURCE_FOLDERS
    for child in listing.folders_inside(under(folder, "src")):
        yield f"src/{child}"
    yield ""


def _spellings(path: str) -> Iterator[str]:
    """The path as it is, then without its ending, then without what a build adds to the name."""
    yield path
    for ending in sorted((*ENDINGS, *SOURCES), key=len, reverse=True):
        if path.endswith(ending):
            path = path.removesuffix(ending)
            yield path
            break
    for flavour in FLAVOURS:
        if path.endswith(flavour):
            yield path.removesuffix(flavour)
