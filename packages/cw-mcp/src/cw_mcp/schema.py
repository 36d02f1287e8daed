"""A Python type as the JSON schema that clients see: bounds kept, everything a model need not read left out."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter

_NOT_GIVEN: tuple[Any, ...] = (0, "", False, [])


def schema_of(kind: Any, *, described: bool = True) -> dict[str, Any]:
    """The schema without titles and without defaults that only mean "not given"; `described` keeps descriptions."""
    schema: dict[str, Any] = _lean(TypeAdapter(kind).json_schema(), described)
    return schema


def _lean(node: Any, described: bool) -> Any:
    if isinstance(node, list):
        return [_lean(entry, described) for entry in node]
    if not isinstance(node, dict):
        return node
    kept: dict[str, Any] = {}
    for key, value in node.items():
        if key in ("properties", "$defs"):
            kept[key] = {name: _lean(entry, described) for name, entry in value.items()}
        elif not _noise(key, value, described):
            kept[key] = _lean(value, described)
    return kept


def _noise(key: str, value: Any, described: bool) -> bool:
    return key == "title" or (key == "default" and value in _NOT_GIVEN) or (key == "description" and not described)
