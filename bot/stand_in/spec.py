"""Check requests and answers against Discord's own OpenAPI specification, where it is at hand."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from bot.stand_in.errors import Problem
from bot.stand_in.shapes import Callback, Json, Part

if TYPE_CHECKING:
    from jsonschema_rs import Draft202012Validator

VARIABLE = "ATOUT_DISCORD_SPEC"

_CALLBACKS = {
    Callback.MESSAGE: "CreateMessageInteractionCallbackRequest",
    Callback.DEFERRED_MESSAGE: "CreateMessageInteractionCallbackRequest",
    Callback.DEFERRED_UPDATE: "UpdateMessageInteractionCallbackRequest",
    Callback.UPDATE: "UpdateMessageInteractionCallbackRequest",
    Callback.CHOICES: "ApplicationCommandAutocompleteCallbackRequest",
    Callback.MODAL: "ModalInteractionCallbackRequest",
}
_IN_MESSAGES = {
    Part.ROW: "ActionRowComponentForMessageRequest",
    Part.BUTTON: "ButtonComponentForMessageRequest",
    Part.STRING_SELECT: "StringSelectComponentForMessageRequest",
    Part.USER_SELECT: "UserSelectComponentForMessageRequest",
    Part.ROLE_SELECT: "RoleSelectComponentForMessageRequest",
    Part.MENTIONABLE_SELECT: "MentionableSelectComponentForMessageRequest",
    Part.CHANNEL_SELECT: "ChannelSelectComponentForMessageRequest",
    Part.SECTION: "SectionComponentForMessageRequest",
    Part.TEXT: "TextDisplayComponentForMessageRequest",
    Part.THUMBNAIL: "ThumbnailComponentForMessageRequest",
    Part.GALLERY: "MediaGalleryComponentForMessageRequest",
    Part.FILE: "FileComponentForMessageRequest",
    Part.SEPARATOR: "SeparatorComponentForMessageRequest",
    Part.CONTAINER: "ContainerComponentForMessageRequest",
}
_IN_MODALS = {
    Part.ROW: "ActionRowComponentForModalRequest",
    Part.TEXT: "TextDisplayComponentForModalRequest",
    Part.TEXT_INPUT: "TextInputComponentForModalRequest",
    Part.STRING_SELECT: "StringSelectComponentForModalRequest",
    Part.LABEL: "LabelComponentForModalRequest",
    Part.RADIO_GROUP: "RadioGroupComponentForModalRequest",
    Part.CHECKBOX_GROUP: "CheckboxGroupComponentForModalRequest",
    Part.CHECKBOX: "CheckboxComponentForModalRequest",
}
_OPTIONS = {
    1: "Subcommand",
    2: "SubcommandGroup",
    3: "String",
    4: "Integer",
    5: "Boolean",
    6: "User",
    7: "Channel",
    8: "Role",
    9: "Mentionable",
    10: "Number",
    11: "Attachment",
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
        body = _normal(body)
        if validator.is_valid(body):
            return []
        return list(_unique(self._explain(validator, body)))

    def _of_request(self, method: str, route: str, body: object) -> Draft202012Validator | None:
        if route.endswith("/callback") and isinstance(body, dict):
            name = _CALLBACKS.get(body.get("type"))  # type: ignore[arg-type]
            return self._named(name) if name else None
        operation = self._operation(method, route)
        if operation is None or "requestBody" not in operation:
            return None
        schema = operation["requestBody"]["content"]["application/json"]["schema"]
        return self._validator(f"{method} {route}", schema)

    def answer_problems(self, method: str, route: str, status: int, body: object) -> list[Problem]:
        """Check an answer with a body."""
        if status >= 400:
            return self.schema_problems("ErrorResponse", body) if status != 429 else []
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

    # -- sentences ---------------------------------------------------------------------------

    def _explain(self, validator: Draft202012Validator, body: object) -> Iterator[Problem]:
        """Say what is wrong; within a union, by the schema that the part's own type names."""
        for error in validator.iter_errors(body):
            path = tuple(error.instance_path)
            inner = list(self._explain_parts(_at(body, path), path))
            if inner:
                yield from inner
            else:
                yield Problem(path, "SPECIFICATION", _short(error.message))

    def _explain_parts(self, part: Any, path: tuple[str | int, ...]) -> Iterator[Problem]:
        if isinstance(part, list):
            for index, one in enumerate(part):
                yield from self._explain_parts(one, (*path, index))
            return
        if not isinstance(part, dict):
            return
        deeper = [
            problem
            for key in ("data", "message", "components", "accessory", "component", "options")
            if key in part
            for problem in self._explain_parts(part[key], (*path, key))
        ]
        yield from deeper
        name = self._schema_of(part, path)
        if name is not None and not deeper:
            for problem in self.schema_problems(name, part):
                yield problem._replace(path=(*path, *problem.path))

    def _schema_of(self, part: Json, path: tuple[str | int, ...]) -> str | None:
        kind = part.get("type")
        parents = [step for step in path if isinstance(step, str)]
        if not isinstance(kind, int) or not parents:
            return None
        if parents[-1] == "options" and kind in _OPTIONS:
            return f"ApplicationCommand{_OPTIONS[kind]}Option"
        if parents[-1] not in ("components", "component", "accessory"):
            return None
        names: dict[Part, str] = _IN_MESSAGES
        if kind in (Part.LABEL, Part.TEXT_INPUT) or parents[-1] == "component":
            names = _IN_MODALS
        return names.get(kind)  # type: ignore[call-overload, no-any-return]


def _normal(body: object) -> object:
    """Write attachments' numbers as texts: Discord takes both, the specification only texts."""
    if not isinstance(body, dict):
        return body
    if isinstance(body.get("data"), dict):
        return body | {"data": _normal(body["data"])}
    listed = body.get("attachments")
    if isinstance(listed, list):
        told = [
            one | {"id": str(one["id"])} if isinstance(one, dict) and "id" in one else one
            for one in listed
        ]
        return body | {"attachments": told}
    return body


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


def _at(body: Any, path: tuple[str | int, ...]) -> Any:
    for step in path:
        body = body[step]
    return body


def _unique(problems: Iterator[Problem]) -> Iterator[Problem]:
    seen = set()
    for problem in problems:
        if problem not in seen:
            seen.add(problem)
            yield problem
