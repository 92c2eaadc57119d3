"""Say no as Discord says it: status, code, message and nested errors."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from bot.stand_in.shapes import Json


class Refusal(NamedTuple):
    """One of Discord's refusals: HTTP status, JSON code, message."""

    status: int
    code: int
    message: str


UNAUTHORIZED = Refusal(401, 0, "401: Unauthorized")
NOT_FOUND = Refusal(404, 0, "404: Not Found")
METHOD_NOT_ALLOWED = Refusal(405, 0, "405: Method Not Allowed")
UNKNOWN_CHANNEL = Refusal(404, 10003, "Unknown Channel")
UNKNOWN_GUILD = Refusal(404, 10004, "Unknown Guild")
UNKNOWN_MEMBER = Refusal(404, 10007, "Unknown Member")
UNKNOWN_MESSAGE = Refusal(404, 10008, "Unknown Message")
UNKNOWN_USER = Refusal(404, 10013, "Unknown User")
UNKNOWN_EMOJI = Refusal(404, 10014, "Unknown Emoji")
UNKNOWN_WEBHOOK = Refusal(404, 10015, "Unknown Webhook")
UNKNOWN_INTERACTION = Refusal(404, 10062, "Unknown interaction")
UNKNOWN_COMMAND = Refusal(404, 10063, "Unknown application command")
TOO_MANY_EMOJIS = Refusal(400, 30008, "Maximum number of emojis reached (2000)")
TOO_MANY_PINS = Refusal(400, 30003, "Maximum number of pins reached for the channel (250)")
ALREADY_ACKNOWLEDGED = Refusal(400, 40060, "Interaction has already been acknowledged.")
MISSING_ACCESS = Refusal(403, 50001, "Missing Access")
NOT_IN_A_DM = Refusal(403, 50003, "Cannot execute action on a DM channel")
NOT_YOUR_MESSAGE = Refusal(403, 50005, "Cannot edit a message authored by another user")
EMPTY_MESSAGE = Refusal(400, 50006, "Cannot send an empty message")
CANNOT_MESSAGE_USER = Refusal(403, 50007, "Cannot send messages to this user")
NOT_IN_THIS_CHANNEL = Refusal(400, 50008, "Cannot send messages in a non-text channel")
MISSING_PERMISSIONS = Refusal(403, 50013, "Missing Permissions")
INVALID_WEBHOOK_TOKEN = Refusal(401, 50027, "Invalid Webhook Token")
INVALID_FORM = Refusal(400, 50035, "Invalid Form Body")
THREAD_ARCHIVED = Refusal(400, 50083, "Thread is archived")
INVALID_JSON = Refusal(400, 50109, "The request body contains invalid JSON.")
TOO_LARGE = Refusal(413, 40005, "Request entity too large")
THREAD_EXISTS = Refusal(400, 160004, "A thread has already been created for this message")
THREAD_LOCKED = Refusal(403, 160005, "Thread is locked")
TOO_MANY_THREADS = Refusal(400, 160006, "Maximum number of active threads reached")


class Problem(NamedTuple):
    """One thing wrong with a body: where, Discord's name of it, and a sentence."""

    path: tuple[str | int, ...]
    code: str
    message: str

    def __str__(self) -> str:
        return f"{'.'.join(str(step) for step in self.path) or '(body)'}: {self.message}"


def nested(problems: Iterable[Problem]) -> Json:
    """Nest problems as Discord's `errors` object does, `_errors` at the leaves."""
    tree: Json = {}
    for problem in problems:
        node = tree
        for step in problem.path:
            node = node.setdefault(str(step), {})
        node.setdefault("_errors", []).append({"code": problem.code, "message": problem.message})
    return tree


class DiscordError(Exception):
    """Carry a refusal to the answer."""

    def __init__(
        self,
        refusal: Refusal,
        *,
        problems: tuple[Problem, ...] = (),
        headers: Mapping[str, str] | None = None,
        more: Json | None = None,
    ) -> None:
        super().__init__(refusal.message, *problems)
        self.refusal = refusal
        self.problems = problems
        self.headers = dict(headers or {})
        self.more = more or {}

    def body(self) -> Json:
        """Write the answer's JSON."""
        body: Json = {"message": self.refusal.message, "code": self.refusal.code}
        if self.problems:
            body["errors"] = nested(self.problems)
        return body | self.more


class Invalid(DiscordError):
    """Refuse a body that Discord would refuse: a fault of the bot, kept in the violations."""

    def __init__(self, problems: Iterable[Problem], refusal: Refusal = INVALID_FORM) -> None:
        super().__init__(refusal, problems=tuple(problems))


class Refused(Exception):
    """Tell a person what Discord's client would not let them do."""
