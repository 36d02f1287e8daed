"""Results as text for people, on stdout; what is to be known about them, on stderr."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping

import typer

from cw_core.context import ContextPack, Segment
from cw_core.hit import Notice
from cw_core.report import IndexReport, IndexStats
from cw_mcp.answer import breadcrumb, place

_CONTROLS = {code: f"\\x{code:02x}" for code in (*range(0x20), *range(0x7F, 0xA0)) if code not in (0x09, 0x0A)}


def put(text: str) -> None:
    """Writes a result to stdout; if its reader has gone (`cw search x | head`), the command ends quietly."""
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        raise typer.Exit(0) from None


def tell(text: str) -> None:
    """Writes what is to be known to stderr, on lines of its own; nothing for an empty text."""
    if text:
        sys.stderr.write(text.rstrip("\n") + "\n")
        sys.stderr.flush()


def pack_text(pack: ContextPack, *, terminal: bool = False, color: bool = False) -> str:
    """Every segment as a header and its lines, verbatim; on a terminal control characters are shown, not obeyed."""
    return "\n".join(_segment(segment, terminal, color) for segment in pack.segments)


def pack_summary(pack: ContextPack) -> str:
    """One line: what came back."""
    fresh = f"; index {pack.freshness}" if pack.freshness else ""
    sure = f"; confidence {pack.confidence}" if pack.confidence else ""
    return f"{len(pack.segments)} segments in {len(pack.files)} files, {pack.tokens} tokens{fresh}{sure}"


def report_text(report: IndexReport) -> str:
    """One line: what the run did and what the index holds now."""
    state = report.generation
    done = f"{report.added} added, {report.modified} modified, {report.deleted} deleted, {report.unchanged} unchanged"
    return (
        f"{report.root}: {state.files} files, {state.chunks} chunks, {state.vectors} vectors "
        f"({done}) in {report.duration_s:.1f} s\n"
    )


def skipped_text(report: IndexReport) -> str:
    """One line: how many files were left out for which reason; empty if none was."""
    if not report.discovered:
        return "note: there is no file here that could be indexed"
    if not report.skipped and not report.by_lines:
        return ""
    told = [f"{count} {reason}" for reason, count in report.skipped_by_reason.items()]
    text = f"skipped {len(report.skipped)}: {', '.join(told)}" if told else ""
    if report.by_lines:
        text += ("; " if text else "") + f"{len(report.by_lines)} cut by lines although their language has a grammar"
    return text


def stats_text(stats: IndexStats) -> str:
    """What the index holds, one fact a line."""
    state = stats.generation
    rows: list[tuple[str, object]] = [
        ("root", stats.root),
        ("index", stats.home),
        ("generation", state.number),
        ("files", state.files),
        ("chunks", state.chunks),
        ("vectors", f"{state.vectors} ({state.space})" if state.space else state.vectors),
        ("symbols", stats.symbols),
        ("references", stats.references),
        ("text", f"{stats.bytes_of_text:,} bytes"),
        ("on disk", f"{stats.bytes_on_disk:,} bytes"),
    ]
    rows += [(f"language {name}", _counts(ways)) for name, ways in sorted(stats.languages.items())]
    if stats.marked:
        rows.append(("marked", _counts(stats.marked)))
    if stats.masked:
        rows.append(("masked", f"{stats.masked} secret values"))
    if stats.skipped:
        rows.append(("skipped", _counts(stats.skipped)))
    width = max(len(name) for name, _ in rows)
    return "".join(f"{name:<{width}}  {value}\n" for name, value in rows)


def size_text(count: int) -> str:
    """Bytes as a person reads them: `12.3 MB`."""
    size, unit = float(count), "B"
    for unit in ("B", "kB", "MB", "GB"):
        if size < 1000 or unit == "GB":
            break
        size /= 1000
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"


def notices_text(notices: Iterable[Notice]) -> str:
    """One line a notice, each once; empty without any."""
    return "\n".join(f"note: {notice.message} [{notice.code}]" for notice in dict.fromkeys(notices))


def _segment(segment: Segment, terminal: bool, color: bool) -> str:
    crumb = breadcrumb(segment)
    where = (place(segment) + (f"  > {crumb}" if crumb else "")).translate(_CONTROLS)
    clipped = ", last line clipped" if segment.clipped else ""
    why = f"{segment.score:.3f} {', '.join(segment.sources) or 'context'}{clipped}"
    text = segment.text.replace("\r\n", "\n").translate(_CONTROLS) if terminal else segment.text
    end = "" if text.endswith("\n") else "\n"
    return f"{typer.style(where, bold=True) if color else where}  ({why})\n{text}{end}"


def _counts(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {name}" for name, count in counts.items())
