"""Answers a question about a repository with a small, exact, budgeted context pack; offline, on a CPU."""

from cw_core import Budget, ContextPack, Query, Scope, Segment, Settings, load_settings
from cw_search.engine import Engine

__all__ = ["Budget", "ContextPack", "Engine", "Query", "Scope", "Segment", "Settings", "load_settings"]
