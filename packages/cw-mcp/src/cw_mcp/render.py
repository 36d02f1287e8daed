"""A context pack as the tool's result: Markdown that no indexed text can break out of, with structured content."""

from __future__ import annotations

import json
import re
from itertools import groupby

from mcp_types import CallToolResult, TextContent

from cw_core.context import ContextPack, Segment
from cw_mcp.answer import breadcrumb, wire
from cw_mcp.failures import Failure
from cw_mcp.tools.codebase_retrieval import Arguments

_BACKTICKS = re.compile(r"`+")
_NOT_A_TAG = re.compile(r"[^\w+#.-]")


def answered(pack: ContextPack, arguments: Arguments) -> CallToolResult:
    """The pack in the text form that was asked for, and always as structured content."""
    values = wire(pack, debug=arguments.return_debug)
    texts: list[str] = []
    if arguments.output_format != "json":
        texts.append(markdown(pack, debug=arguments.return_debug))
    if arguments.output_format != "markdown":
        texts.append(json.dumps(values, ensure_ascii=False, indent=2))
    return CallToolResult(content=[TextContent(text=text) for text in texts], structured_content=values)


def refused(failure: Failure) -> CallToolResult:
    """A failure as text the model can act on."""
    return CallToolResult(content=[TextContent(text=str(failure))], is_error=True)


def markdown(pack: ContextPack, *, debug: bool = False) -> str:
    """A summary line, what is to be known, then the segments, best first, those of one file that follow together."""
    seeds = sum(segment.seed for segment in pack.segments)
    found = f"Found {seeds} relevant code blocks | Files: {len(pack.files)} | Total segments: {len(pack.segments)}"
    found += f" | Confidence: {pack.confidence}" if pack.confidence else ""
    parts = [f"{found} | Index: {pack.freshness}" if pack.freshness else found]
    if pack.confidence in ("low", "none") and pack.checked:
        parts.append(f"Checked: {one_line(pack.checked)}")
    if pack.notices:
        parts.append("\n".join(f"Warning ({notice.code}): {one_line(notice.message)}" for notice in pack.notices))
    runs = (list(group) for _, group in groupby(pack.segments, key=lambda segment: segment.path))
    files = ["\n\n".join(_segment(segment, debug) for segment in run) for run in runs]
    if files:
        parts.append("\n\n---\n\n".join(files))
    if debug and pack.timings_ms:
        parts.append("> timings (ms): " + " | ".join(f"{stage} {ms:.1f}" for stage, ms in pack.timings_ms.items()))
    return "\n\n".join(parts) + "\n"


def fence_for(text: str) -> str:
    """A fence longer than any run of backticks in `text`, so the text cannot close it; at least three."""
    longest = max((len(run) for run in _BACKTICKS.findall(text)), default=0)
    return "`" * max(3, longest + 1)


def one_line(text: str) -> str:
    """The text on one line, without control characters: a file's name cannot start a line of its own."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def _segment(segment: Segment, debug: bool) -> str:
    lines = [f"## {one_line(segment.path)} (L{segment.lines[0]}-{segment.lines[1]})"]
    if crumb := breadcrumb(segment):
        lines.append(f"> {one_line(crumb)}")
    seed = (" | seed" if segment.seed else "") + (" | last line clipped" if segment.clipped else "")
    lines.append(f"> sources: {', '.join(segment.sources) or 'context'} | score: {segment.score:.3f}{seed}")
    if debug and segment.evidence:
        lines.append("> evidence: " + " | ".join(f"{e.source} #{e.rank} {e.score:.3f}" for e in segment.evidence))
    fence = fence_for(segment.text)
    tag = _NOT_A_TAG.sub("", segment.language) or "text"
    ended = segment.text if segment.text.endswith("\n") else segment.text + "\n"
    return "\n".join(lines) + f"\n\n{fence}{tag}\n{ended}{fence}"
