"""Check requests and answers against Discord's own OpenAPI specification, where it is at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.stand_in.errors import Problem
from bot.stand_in.shapes import Callback, Json

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator, ValidationError

VARIABLE = "ATOUT_DISCORD_SPEC"

_CALLBACKS: dict[int, str] = {
    Callback.MESSAGE: "CreateMessageInteractionCallbackRequest",
    Callback.DEFERRED_MESSAGE: "CreateMessageInteractionCallbackRequest",
    Callback.DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    Callback.UPDATE: "UpdateMessageInteractionCallbackRequest",
    Callback.CHOICES: "ApplicationCommandAutocompleteCallbackRequest",
    Callback.MODAL: "ModalInteractionCallbackRequest",
}


def from_environment() -> Path | None:
    """Give the specification's place from the environment; refuse one that is not there."""
    named = os.environ.get(VARIABLE)
    if not named:
        return None
    path = Path(named)
    if not path.is_file():
        raise FileNotFoundError(f"{VARIABLE} names {named}, and there is no such file")
    return path


class Spec:
    """Discord's specification, each schema compiled once when it is first needed."""

    def __init__(self, path: Path) -> None:
        self._document: Json = json.loads(path.read_text(encoding="utf-8"))
        self._compiled: dict[str, Draft202012Validator] = {}

    def _validator(self, name: str, schema: Json) -> Draft202012Validator:
        """Compile a schema with the others that it leads to, and no more: it is quick so."""
        from jsonschema_rs import Draft202012Validator  # wanted only with a specification

        found = self._compiled.get(name)
        if found is None:
            everything = self._document["components"]["schemas"]
            needed: Json = {}
            left = [schema]
            while left:
                for other in _references(left.pop()):
                    if other not in needed:
                        needed[other] = everything[other]
                        left.append(everything[other])
            whole = schema | {"components": {"schemas": needed}}
            found = self._compiled[name] = Draft202012Validator(whole)
        return found

    def _named(self, name: str) -> Draft202012Validator:
        return self._validator(name, {"$ref": f"#/components/schemas/{name}"})

    def _operation(self, method: str, route: str) -> Json | None:
        found: Json | None = self._document["paths"].get(route, {}).get(method.lower())
        return found

    def knows(self, method: str, route: str) -> bool:
        """Tell whether Discord has this route."""
        return self._operation(method, route) is not None

    def request_problems(self, method: str, route: str, body: object) -> list[Problem]:
        """Check a request's body; a route that takes none has none checked."""
        validator = self._of_request(method, route, body)
        if validator is None:
            return []
        if validator.is_valid(body):
            return []
        return list(dict.fromkeys(_explain(validator.iter_errors(_normal(body)))))

    def _of_request(self, method: str, route: str, body: object) -> Draft202012Validator | None:
        if route.endswith("/callback") and isinstance(body, dict):
            kind = body.get("type")
            name = _CALLBACKS.get(kind) if isinstance(kind, int) else None
            return self._named(name) if name else None
        operation = self._operation(method, route)
        if operation is None or "requestBody" not in operation:
            return None
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        return self._validator(f"{method} {route}", schema)

    def answer_problems(self, method: str, route: str, status: int, body: object) -> list[Problem]:
        """Check an answer with a body."""
        if status >= 400:
            told = body if isinstance(body, dict) else {}
            # the nested codes are words, which the specification has as numbers
            plain = {key: value for key, value in told.items() if key != "errors"}
            return self.schema_problems("Error", plain)
        operation = self._operation(method, route)
        if operation is None:
            return []
        answers = operation["responses"]
        known = str(status) if str(status) in answers else "200"
        content = answers.get(known, {}).get("content")
        if content is None:
            return [Problem((), "ANSWER", f"{method} {route} has no answer {status} with a body")]
        schema = content["application/json"]["schema"]
        return _all_problems(self._validator(f"{method} {route} {known}", schema), body)

    def schema_problems(self, name: str, body: object) -> list[Problem]:
        """Check anything against a schema by name."""
        return _all_problems(self._named(name), body)


def _explain(errors: Iterable[ValidationError]) -> Iterator[Problem]:
    """Say what is wrong; within a union, by the branch that the part was meant for."""
    for error in errors:
        branches = getattr(error.kind, "context", None)
        if branches:
            yield from _explain(min(branches, key=partial(_strangeness, error)))
        else:
            yield Problem(tuple(error.instance_path), "SPECIFICATION", _short(error.message))


def _strangeness(union: ValidationError, branch: list[ValidationError]) -> tuple[bool, bool, int]:
    """Rank a branch of a union: not even an object, another type of part, number of errors."""
    depth = len(union.instance_path)
    other_kind = any(
        len(error.instance_path) == depth and error.kind.name == "type" for error in branch
    )
    other_part = any(list(error.instance_path[depth:]) == ["type"] for error in branch)
    return other_kind, other_part, len(branch)


def _normal(value: Any, key: str = "") -> Any:
    """Write ids as texts: Discord takes numbers for them too, the specification does not."""
    if isinstance(value, dict):
        is_part = isinstance(value.get("type"), int)
        return {
            name: inner if name == "id" and is_part else _normal(inner, name)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_normal(one, key) for one in value]
    named = key == "id" or key.endswith("_id") or key in ("users", "roles", "sticker_ids")
    if named and isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    return value


def _references(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        reference = schema.get("$ref")
        if isinstance(reference, str):
            yield reference.rpartition("/")[2]
        for inner in schema.values():
            yield from _references(inner)
    elif isinstance(schema, list):
        for inner in schema:
            yield from _references(inner)


def _all_problems(validator: Draft202012Validator, body: object) -> list[Problem]:
    if validator.is_valid(body):
        return []
    return [
        Problem(tuple(error.instance_path), "SPECIFICATION", _short(error.message))
        for error in validator.iter_errors(body)
    ]


def _short(sentence: str) -> str:
    return sentence if len(sentence) <= 300 else f"…{sentence[-300:]}"
