"""What one person may see of the world, as the page's JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.stand_in.events import InteractionEvent, MessageEvent
from bot.stand_in.interactions import Modal
from bot.stand_in.model import Channel, Message, User
from bot.stand_in.payloads import message_json
from bot.stand_in.shapes import ChannelType, InteractionType, Json

if TYPE_CHECKING:
    from bot.stand_in.people import Person
    from bot.stand_in.world import World

_HIDDEN = (ChannelType.CATEGORY,)


def user(one: User) -> Json:
    """Write a person for the list of people."""
    return {"id": str(one.id), "name": one.name, "color": one.color, "locale": one.locale}


def users(world: World) -> list[Json]:
    """List the people, the bot not among them."""
    return [user(one) for one in world.users.values() if not one.bot]


def channel(one: Channel) -> Json:
    """Write a channel or thread."""
    return {
        "id": str(one.id),
        "name": one.name,
        "type": int(one.type),
        "parent_id": str(one.parent.id) if one.parent else None,
        "archived": one.archived,
        "locked": one.locked,
    }


def channels(world: World, person: Person | None) -> list[Json]:
    """List the channels of the first server that a person may see, and their conversation."""
    found = [
        one
        for one in world.channels.values()
        if one.type not in _HIDDEN and (one.guild is world.guild or one.guild is None)
    ]
    if person is None:
        found = [one for one in found if one.type is ChannelType.TEXT]
    else:
        found = [one for one in found if person.sees_channel(one)]
    return [channel(one) for one in found]


def state(world: World, person: Person | None, *, online: bool) -> Json:
    """Write all that a page needs to begin."""
    guild = world.guild
    return {
        "guild": {"id": str(guild.id), "name": guild.name, "locale": guild.locale},
        "bot": {"id": str(world.bot.id), "name": world.bot.name, "online": online},
        "me": str(person.id) if person else None,
        "users": users(world),
        "channels": channels(world, person),
        "commands": world.all_commands(guild),
    }


def message(one: Message, person: Person) -> Json:
    """Write a message for a person who may see it."""
    mine = any(user is person.user for user in one.mentions)
    return message_json(one) | {
        "ephemeral": one.ephemeral,
        "thinking": one.thinking,
        "mentions_me": mine or one.mention_everyone,
    }


def message_event(event: MessageEvent, person: Person) -> Json | None:
    """Write what happened to a message; None for who may not know of it."""
    one = event.message
    if one.owner is not None and one.owner is not person.user:
        return None
    told: Json = {"t": "message", "op": event.op, "channel_id": str(one.channel.id)}
    if event.op == "delete":
        if not person.sees_channel(one.channel):
            return None
        return told | {"message": {"id": str(one.id)}}
    if not person.may_see(one):
        return None
    return told | {"message": message(one, person)}


def interaction_events(event: InteractionEvent) -> list[Json]:
    """Write how an interaction of this person's went."""
    one = event.interaction
    if event.op == "failed":
        return [{"t": "interaction", "nonce": one.nonce, "op": "failed", "text": one.error}]
    told: list[Json] = [{"t": "interaction", "nonce": one.nonce, "op": "acknowledged"}]
    if isinstance(one.response, Modal):
        told.append(
            {
                "t": "modal",
                "nonce": one.nonce,
                "interaction_id": str(one.id),
                "modal": {
                    "custom_id": one.response.custom_id,
                    "title": one.response.title,
                    "components": one.response.components,
                },
            }
        )
    elif one.type is InteractionType.AUTOCOMPLETE:
        told.append(
            {"t": "autocomplete", "nonce": one.nonce, "choices": _choices(one.choices, one.user)}
        )
    return told


def _choices(choices: list[Json], user: User) -> list[Json]:
    return [
        {
            "name": (one.get("name_localizations") or {}).get(user.locale, one["name"]),
            "value": one["value"],
        }
        for one in choices
    ]
