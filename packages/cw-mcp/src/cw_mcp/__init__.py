"""ContextWeaver for coding agents: one tool over MCP, answered by the engine."""
