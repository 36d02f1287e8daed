"""`cw mcp`: the server for coding agents."""

from __future__ import annotations


def mcp() -> None:
    """Serve coding agents over MCP on stdin and stdout."""
    from cw_mcp.main import main  # noqa: PLC0415  (more than a second to import)

    main()
