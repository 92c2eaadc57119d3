"""Between rows of the database and models."""

import json
import sqlite3
from collections.abc import Iterable, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

M = TypeVar("M", bound=BaseModel)

# Made once: `json.dumps` would make one each time, which takes nearly as long as the writing.
_encode = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode


def to_json(value: Mapping[str, Any]) -> str:
    """Write an object as compact JSON; raises TypeError or ValueError for what JSON has not."""
    return _encode(value)


def models(kind: type[M], rows: Iterable[sqlite3.Row]) -> tuple[M, ...]:
    """Read rows whose columns are named as the model's fields."""
    return tuple(kind.model_validate(dict(row)) for row in rows)


def from_json(text: str) -> dict[str, Any]:
    """Read an object that `to_json` wrote."""
    value: dict[str, Any] = json.loads(text)
    return value


def columns(row: BaseModel, names: Iterable[str] | None = None) -> dict[str, Any]:
    """Give a model's fields (all, or those named) as values of columns, objects as JSON."""
    chosen = type(row).model_fields if names is None else names
    values = {name: getattr(row, name) for name in chosen}
    return {
        name: to_json(value) if isinstance(value, dict) else value for name, value in values.items()
    }
