"""Receive the bot's REST requests: troubles, token, limits, checks, work, answer."""

from __future__ import annotations

import time
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

import orjson

from bot.stand_in.errors import (
    INVALID_JSON,
    METHOD_NOT_ALLOWED,
    NOT_FOUND,
    UNAUTHORIZED,
    DiscordError,
    Invalid,
    Problem,
)
from bot.stand_in.faults import Fault, Faults, afterwards, suffer
from bot.stand_in.limits import Allowance, RateLimits
from bot.stand_in.multipart import split
from bot.stand_in.shapes import Json
from bot.stand_in.spec import Spec
from bot.stand_in.speech import Asked, Told
from bot.stand_in.traffic import Request, Violation
from bot.stand_in.world import World
from bot.stand_in.writing import Body, Upload

_PREFIXES = ("/api/v10/", "/api/v9/", "/api/")


@dataclass(slots=True)
class Call:
    """A request that reached its route; ids in the path by name, `query` as sent."""

    world: World
    ids: dict[str, str]
    query: Mapping[str, str]
    data: object
    uploads: tuple[Upload, ...]
    headers: dict[str, str] = field(default_factory=dict)

    def id(self, name: str) -> int:
        """Read an id of the path."""
        text = self.ids[name]
        if not text.isdecimal():
            sentence = f'Value "{text}" is not snowflake.'
            raise Invalid([Problem((name,), "NUMBER_TYPE_COERCE", sentence)])
        return int(text)

    @property
    def json(self) -> Json:
        """Give the body as an object; none at all is an empty one."""
        if self.data is None:
            return {}
        if not isinstance(self.data, dict):
            raise Invalid([Problem((), "MODEL_TYPE_CONVERT", "Must be an object.")])
        return self.data

    @property
    def body(self) -> Body:
        """Give the body of a message with its files."""
        return Body(self.json, self.uploads)


class Answer(NamedTuple):
    """A status and a JSON body (None: no content)."""

    status: int
    body: object = None


Handler = Callable[[Call], Answer]


@dataclass(frozen=True, slots=True)
class Route:
    """A method and a path's template, written as in Discord's specification.

    `open` needs no token of the bot (the path holds one) and counts in no limit of the whole bot.
    """

    method: str
    template: str
    handler: Handler
    allowance: str | None = None
    major: str = ""
    open: bool = False


class Routes:
    """Find the route of a path."""

    def __init__(self) -> None:
        self._by_shape: dict[tuple[str, int, str], list[tuple[list[str], Route]]] = {}
        """By method, number of steps, and the first of them, which is a word in each template."""

    def add(
        self,
        method: str,
        template: str,
        handler: Handler,
        *,
        allowance: str | None = None,
        major: str = "",
        open: bool = False,
    ) -> None:
        """Add a route; a template's part in braces takes any text."""
        steps = template.strip("/").split("/")
        route = Route(method, template, handler, allowance, major, open)
        here = self._by_shape.setdefault((method, len(steps), steps[0]), [])
        here.append((steps, route))
        here.sort(key=lambda entry: [step.startswith("{") for step in entry[0]])

    def find(self, method: str, path: str) -> tuple[Route, dict[str, str]] | None:
        """Find the route and the path's parts by name."""
        given = path.strip("/").split("/")
        for steps, route in self._by_shape.get((method, len(given), given[0]), ()):
            ids: dict[str, str] = {}
            for step, part in zip(steps, given, strict=True):
                if step[0] == "{":
                    ids[step[1:-1]] = part
                elif step != part:
                    break
            else:
                return route, ids
        return None

    def all(self) -> list[tuple[str, str]]:
        """List the methods and templates."""
        laid = (route for found in self._by_shape.values() for _, route in found)
        return [(route.method, route.template) for route in laid]

    def knows(self, path: str) -> bool:
        """Tell whether another method has this path."""
        return any(self.find(verb, path) for verb in ("GET", "POST", "PUT", "PATCH", "DELETE"))


class Rest:
    """Answer the bot's requests as Discord would."""

    def __init__(
        self,
        world: World,
        token: str,
        faults: Faults,
        *,
        spec: Spec | None,
        check_answers: bool,
        stirred: Callable[[], None],
    ) -> None:
        self.world = world
        self.limits = RateLimits(world.limits, lambda: world.clock())
        self.routes = Routes()
        self.active = 0
        self.last_at = 0.0
        self.invalid = 0
        """Answers 401, 403 and 429: at 10,000 in ten minutes Discord shuts its door."""
        self._authorization = f"Bot {token}"
        self._faults = faults
        self._spec = spec
        self._check_answers = check_answers
        self._stirred = stirred

    def handle(self, asked: Asked) -> Told | Coroutine[None, None, Told]:
        """Answer one request: at once, unless a trouble meets it."""
        path = asked.path
        for prefix in _PREFIXES:
            if path.startswith(prefix):
                path = path[len(prefix) - 1 :]
                break
        record = Request(asked.method, path, time.time(), asked.body)
        self.world.requests.keep(record)
        troubles = self._faults.meet(f"{record.method} {record.path}")
        if troubles:
            self.active += 1
            return self._troubled(asked, record, troubles)
        try:
            return self._respond(asked, record)
        finally:
            self._done()

    async def _troubled(self, asked: Asked, record: Request, troubles: list[Fault]) -> Told:
        try:
            return self._respond(asked, record, await suffer(troubles), troubles)
        finally:
            self.active -= 1
            self._done()

    def _done(self) -> None:
        self.last_at = time.monotonic()
        self._stirred()

    def _respond(
        self,
        asked: Asked,
        record: Request,
        instead: DiscordError | None = None,
        troubles: Iterable[Fault] = (),
    ) -> Told:
        call = Call(self.world, {}, asked.query, None, ())
        try:
            if instead is not None:
                raise instead
            answer = self._work(asked, record, call)
            error = afterwards(troubles)
            if error is not None:
                raise error
        except Invalid as error:
            record.problems = error.problems
            self.world.note_violation(
                Violation(record.method, record.path, error.problems, record.body)
            )
            answer = Answer(error.refusal.status, error.body())
            call.headers |= error.headers
        except DiscordError as error:
            answer = Answer(error.refusal.status, error.body())
            call.headers |= error.headers
        record.status, record.answer = answer.status, answer.body
        self.invalid += answer.status in (401, 403, 429)
        self._check_answer(record, answer)
        body = None if answer.body is None else orjson.dumps(answer.body)
        return Told(answer.status, body, call.headers)

    def _work(self, asked: Asked, record: Request, call: Call) -> Answer:
        found = self.routes.find(record.method, record.path)
        if found is None:
            return self._lost(record)
        route, call.ids = found
        record.route = route.template
        if not route.open:
            if asked.headers.get("authorization") != self._authorization:
                raise DiscordError(UNAUTHORIZED)
            self.limits.take_global()
        if route.allowance is not None:
            allowance: Allowance = getattr(self.world.limits, route.allowance)
            major = call.ids[route.major]
            call.headers |= self.limits.take(route.allowance, major, allowance)
        self._read(asked, record, call)
        if self._spec is not None and call.data is not None:
            problems = self._spec.request_problems(record.method, route.template, call.data)
            if problems:
                raise Invalid(problems)
        return route.handler(call)

    def _lost(self, record: Request) -> Answer:
        """Refuse a path; a test must hear that the stand-in does not know it."""
        refusal = METHOD_NOT_ALLOWED if self.routes.knows(record.path) else NOT_FOUND
        sentence = "The stand-in does not know this route."
        self.world.note_violation(
            Violation(record.method, record.path, (Problem((), "ROUTE", sentence),), None)
        )
        raise DiscordError(refusal)

    def _read(self, asked: Asked, record: Request, call: Call) -> None:
        if not record.raw:
            return
        kind = asked.headers.get("content-type", "")
        text: bytes = record.raw
        if kind.startswith("multipart/form-data"):
            parts = split(record.raw, kind)
            payload = [part.data for part in parts if part.field == "payload_json"]
            call.uploads = tuple(part for part in parts if part.field.startswith("files["))
            record.files = {part.filename: part.data for part in call.uploads}
            text = payload[0] if payload else b"{}"
        try:
            call.data = record.body = orjson.loads(text)
        except ValueError:
            raise DiscordError(INVALID_JSON) from None

    def _check_answer(self, record: Request, answer: Answer) -> None:
        if not self._check_answers or self._spec is None or answer.body is None:
            return
        if not record.route:
            return
        found = self._spec.answer_problems(record.method, record.route, answer.status, answer.body)
        self.world.flaws += [f"{record.method} {record.route}: {one}" for one in found]
