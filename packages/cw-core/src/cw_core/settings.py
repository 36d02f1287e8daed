"""Everything that can be set, with its default, its bounds and why; read by one pure function.

Precedence: defaults < `~/.contextweaver/.env` < environment < flags. A value out of bounds is moved to the bound and
noticed; a value of the wrong type is a SettingsError that names the key and its origin.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any, TypeVar

from cw_core.errors import SettingsError
from cw_core.hit import Notice

Branch = TypeVar("Branch")


def _setting(default: Any, why: str, env: str = "", bounds: tuple[float, float] | None = None) -> Any:
    """A field with its documentation: a house test checks that each stands on the settings page."""
    return field(default=default, metadata={"why": why, "env": env, "bounds": bounds})


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How files are cut. Sizes are estimated tokens (`cw_core.text.tokens_in`)."""

    max_tokens: int = _setting(
        400, "measured on the yardstick: see docs/decisions/0003", "CW_CHUNK_MAX_TOKENS", (50, 4000)
    )
    min_tokens: int = _setting(60, "smaller neighbours are merged", "CW_CHUNK_MIN_TOKENS", (0, 1000))


@dataclass(frozen=True, slots=True)
class IndexSettings:
    """Which files are indexed and with what means."""

    max_bytes: int = _setting(
        2_097_152, "larger source files are generated, almost without exception", "CW_INDEX_MAX_BYTES", (1024, 2**31)
    )
    max_files: int = _setting(
        200_000, "more is a disk, not a repository; raise it to index such a tree", "CW_INDEX_MAX_FILES", (1, 10**8)
    )
    ignore_patterns: tuple[str, ...] = _setting((), "gitignore patterns on top of git's own", "IGNORE_PATTERNS")
    hard_links: int = _setting(
        1, "0 leaves out files that have other names too: one may lie outside", "CW_INDEX_HARD_LINKS", (0, 1)
    )
    workers: int = _setting(0, "processes that cut files; 0 means one per core, at most 8", "CW_INDEX_WORKERS", (0, 64))
    file_timeout_s: float = _setting(
        20.0,
        "a file that takes longer is cut by lines; real files take milliseconds",
        "CW_INDEX_FILE_TIMEOUT_S",
        (1, 600),
    )
    lock_timeout_s: float = _setting(
        600.0, "how long `index` waits for another writer", "CW_INDEX_LOCK_TIMEOUT_S", (0, 86_400)
    )
    cache_mb: int = _setting(
        512, "vectors kept for all indexes of this machine, by their text; 0 keeps none", "CW_CACHE_MB", (0, 1_000_000)
    )
    table_from: int = _setting(
        1_000_000,
        "chunks from which LanceDB answers; fewer are scanned exactly, in 100 ms at most, and take a third of the room",
        "CW_INDEX_TABLE_FROM",
        (1, 10**9),
    )


@dataclass(frozen=True, slots=True)
class SearchSettings:
    """How a question is answered. Defaults and bounds of the shared names are those of the TypeScript ContextWeaver."""

    w_vec: float = _setting(0.6, "weight of the vector list in fusion", "CW_SEARCH_WVEC", (0, 1))
    w_lex: float = _setting(0.4, "weight of the lexical list in fusion", "CW_SEARCH_WLEX", (0, 1))
    rrf_k0: int = _setting(20, "smaller trusts the first ranks more", "CW_SEARCH_RRF_K0", (10, 60))
    vector_top_k: int = _setting(120, "chunks taken from the vector index", "CW_SEARCH_VECTOR_TOP_K", (40, 200))
    lex_total_chunks: int = _setting(120, "chunks taken from the word index", "CW_SEARCH_LEX_TOTAL_CHUNKS", (20, 200))
    lex_files: int = _setting(
        20, "files taken by their words as whole documents, one chunk of each", "CW_SEARCH_LEX_FILES", (0, 100)
    )
    fused_top_m: int = _setting(160, "candidates that are ranked", "CW_SEARCH_FUSED_TOP_M", (30, 400))
    smart_top_score_ratio: float = _setting(
        0.2, "a seed must reach this share of the best score", "CW_SEARCH_SMART_TOP_SCORE_RATIO", (0.0, 0.9)
    )
    smart_min_k: int = _setting(2, "seeds kept whatever their score", "CW_SEARCH_SMART_MIN_K", (1, 3))
    smart_max_k: int = _setting(20, "most seeds", "CW_SEARCH_SMART_MAX_K", (5, 50))
    expand_seeds: int = _setting(5, "best seeds for which others come along", "CW_SEARCH_EXPAND_SEEDS", (0, 20))
    neighbor_hops: int = _setting(
        1, "chunks before and after a seed that come along", "CW_SEARCH_NEIGHBOR_HOPS", (0, 3)
    )
    breadcrumb_expand_limit: int = _setting(
        2, "chunks of the same class that come along", "CW_SEARCH_BREADCRUMB_EXPAND_LIMIT", (0, 5)
    )
    import_files_per_seed: int = _setting(
        2, "files a seed uses whose definitions come along", "CW_SEARCH_IMPORT_FILES_PER_SEED", (0, 5)
    )
    decay_import: float = _setting(0.6, "a used definition's share of its user's score", "", (0.3, 0.7))
    decay_neighbor: float = _setting(0.8, "a neighbour's share of its seed's score, per hop", "", (0.5, 0.9))
    decay_breadcrumb: float = _setting(0.7, "a sibling's share of its seed's score", "", (0.4, 0.8))
    cache: int = _setting(50, "answers kept in a process, for the same question again", "CW_SEARCH_CACHE", (0, 1000))
    max_segments_per_file: int = _setting(3, "most pieces of one file", "CW_SEARCH_MAX_SEGMENTS_PER_FILE", (1, 5))
    max_files: int = _setting(12, "most files in a pack", "CW_SEARCH_MAX_FILES", (1, 50))
    max_tokens: int = _setting(
        6000, "a pack's budget; far below what agents' clients refuse (25,000)", "CW_SEARCH_MAX_TOKENS", (200, 20_000)
    )


@dataclass(frozen=True, slots=True)
class Settings:
    """All of it. `home` is where indexes and the user's file live."""

    home: Path
    chunk: ChunkSettings = ChunkSettings()
    index: IndexSettings = IndexSettings()
    search: SearchSettings = SearchSettings()
    notices: tuple[Notice, ...] = ()


def load_settings(environ: Mapping[str, str], user_home: Path, flags: Mapping[str, str] | None = None) -> Settings:
    """Settings from the user's file, the environment and flags. Reads one file, `<home>/.env`, if it exists."""
    home = Path(environ["CW_HOME"]).expanduser() if environ.get("CW_HOME") else user_home / ".contextweaver"
    user_file = home / ".env"
    layers: list[tuple[str, Mapping[str, str]]] = []
    if user_file.is_file():
        layers.append((str(user_file), parse_env_file(user_file.read_text(encoding="utf-8-sig", errors="replace"))))
    layers += [("environment", environ), ("flag", flags or {})]
    values: dict[str, tuple[str, str]] = {}
    for origin, layer in layers:
        values |= {key: (value, origin) for key, value in layer.items() if value.strip()}
    notices: list[Notice] = []
    chunk = _fill(ChunkSettings(), values, notices)
    index = _fill(IndexSettings(), values, notices)
    search = _one_weight_gives_the_other(_fill(SearchSettings(), values, notices), values)
    return Settings(home=home, chunk=chunk, index=index, search=search, notices=tuple(notices))


def parse_env_file(text: str) -> dict[str, str]:
    """`KEY=value` lines; blank lines and `#` lines are skipped, one pair of quotes around a value is taken off."""
    found: dict[str, str] = {}
    for line in text.splitlines():
        key, equals, value = line.strip().removeprefix("export ").partition("=")
        if not equals or key.startswith("#"):
            continue
        value = value.strip()
        if len(value) >= 2 and value[0] == value[-1] and value[0] in "'\"":
            value = value[1:-1]
        found[key.strip()] = value
    return found


def _fill(branch: Branch, values: Mapping[str, tuple[str, str]], notices: list[Notice]) -> Branch:
    changes: dict[str, Any] = {}
    for entry in fields(branch):  # type: ignore[arg-type]
        key = entry.metadata["env"]
        if key and key in values:
            text, origin = values[key]
            changes[entry.name] = _read(
                key, text, origin, getattr(branch, entry.name), entry.metadata["bounds"], notices
            )
    return replace(branch, **changes)  # type: ignore[type-var]


def _read(
    key: str, text: str, origin: str, default: Any, bounds: tuple[float, float] | None, notices: list[Notice]
) -> Any:
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    try:
        number = float(text)
        if not math.isfinite(number):
            raise ValueError(text)
    except ValueError:
        raise SettingsError(
            f"{key} is not a number: {text!r} (from {origin})", f"Set {key} to a number, or remove it from {origin}."
        ) from None
    if bounds:
        moved = min(max(number, bounds[0]), bounds[1])
        if moved != number:
            notices.append(
                Notice(
                    "setting-clamped",
                    f"{key}={text} (from {origin}) is outside {bounds[0]:g}..{bounds[1]:g}; {moved:g} is used",
                )
            )
        number = moved
    return round(number) if isinstance(default, int) else number


def _one_weight_gives_the_other(search: SearchSettings, values: Mapping[str, tuple[str, str]]) -> SearchSettings:
    if "CW_SEARCH_WVEC" in values and "CW_SEARCH_WLEX" not in values:
        return replace(search, w_lex=round(1 - search.w_vec, 6))
    if "CW_SEARCH_WLEX" in values and "CW_SEARCH_WVEC" not in values:
        return replace(search, w_vec=round(1 - search.w_lex, 6))
    return search
