"""Answers to interactions, and what their tokens reach afterwards."""

from __future__ import annotations

from bot.stand_in.errors import UNKNOWN_WEBHOOK, DiscordError
from bot.stand_in.interactions import Interaction
from bot.stand_in.payloads import message_json
from bot.stand_in.rest import Answer, Call, Handler, Routes

_YES = ("1", "true", "True")


def callback(call: Call) -> Answer:
    """Answer an interaction for the first time."""
    interactions = call.world.interactions
    one = interactions.awaited(call.id("interaction_id"), call.ids["interaction_token"])
    told = interactions.answer(one, call.body)
    if call.query.get("with_response") in _YES:
        return Answer(200, told)
    return Answer(204)


def _holder(call: Call) -> Interaction:
    if call.id("webhook_id") != call.world.bot.id:
        raise DiscordError(UNKNOWN_WEBHOOK)
    return call.world.interactions.holder(call.ids["webhook_token"])


def follow_up(call: Call) -> Answer:
    """Write one more message."""
    message = call.world.interactions.follow_up(_holder(call), call.body)
    return Answer(200, message_json(message)) if call.query.get("wait") in _YES else Answer(204)


def fetch(call: Call) -> Answer:
    """Give a message."""
    one = _holder(call)
    which = call.ids.get("message_id", "@original")
    return Answer(200, message_json(call.world.interactions.find(one, which)))


def edit(call: Call) -> Answer:
    """Change a message; ephemeral ones can be changed nowhere else."""
    one = _holder(call)
    interactions = call.world.interactions
    message = interactions.find(one, call.ids.get("message_id", "@original"))
    return Answer(200, message_json(interactions.edit(one, message, call.body)))


def delete(call: Call) -> Answer:
    """Delete a message."""
    one = _holder(call)
    which = call.ids.get("message_id", "@original")
    call.world.delete_message(call.world.interactions.find(one, which))
    return Answer(204)


def add(routes: Routes) -> None:
    """Lay the routes."""
    routes.add(
        "POST", "/interactions/{interaction_id}/{interaction_token}/callback", callback, open=True
    )
    hook = "/webhooks/{webhook_id}/{webhook_token}"

    def lay(method: str, template: str, handler: Handler) -> None:
        routes.add(
            method,
            template,
            handler,
            allowance="interaction_webhook",
            major="webhook_token",
            open=True,
        )

    lay("POST", hook, follow_up)
    for which in ("@original", "{message_id}"):
        lay("GET", f"{hook}/messages/{which}", fetch)
        lay("PATCH", f"{hook}/messages/{which}", edit)
        lay("DELETE", f"{hook}/messages/{which}", delete)
