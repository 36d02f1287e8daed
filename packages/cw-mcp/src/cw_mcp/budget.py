"""How much answer is wanted, from the words callers use for it; 0 means not given."""

from __future__ import annotations

from cw_core.query import Budget

MODES: dict[str, int | None] = {"quick": 3000, "balanced": None, "deep": 12_000}
"""Tokens of an answer by mode; None leaves it to the settings."""

CHARS_A_TOKEN = 4
"""For callers who count characters, as those of the TypeScript ContextWeaver do."""


def budget_of(
    mode: str = "balanced",
    *,
    max_tokens: int = 0,
    max_total_chars: int = 0,
    max_files: int = 0,
    max_segments_per_file: int = 0,
) -> Budget:
    """A stated size beats the mode; of two stated sizes the smaller counts."""
    stated = [size for size in (max_tokens, max_total_chars // CHARS_A_TOKEN) if size]
    return Budget(
        tokens=min(stated) if stated else MODES[mode],
        files=max_files or None,
        segments_per_file=max_segments_per_file or None,
    )
