"""Messages in channels: write, read, change, delete, pin."""

from __future__ import annotations

import time
from collections.abc import Callable

from bot.stand_in import permissions, writing
from bot.stand_in.errors import (
    CANNOT_MESSAGE_USER,
    MISSING_ACCESS,
    NOT_IN_THIS_CHANNEL,
    NOT_YOUR_MESSAGE,
    THREAD_ARCHIVED,
    THREAD_LOCKED,
    TOO_MANY_PINS,
    UNKNOWN_CHANNEL,
    UNKNOWN_MESSAGE,
    DiscordError,
    Invalid,
    Problem,
    Refusal,
)
from bot.stand_in.limits import RateLimits
from bot.stand_in.model import Channel, Message
from bot.stand_in.payloads import message_json
from bot.stand_in.rest import Answer, Call, Routes
from bot.stand_in.shapes import ChannelType, Json, MessageType
from bot.stand_in.world import World

_NONCES_KEPT = 200
_UNAVAILABLE = Refusal(503, 0, "503: Service Unavailable")


def reach_channel(call: Call, name: str = "channel_id") -> Channel:
    """Find the channel of the path; 10003 when there is none, 50001 outside the bot's servers."""
    channel = call.world.channels.get(call.id(name))
    if channel is None:
        raise DiscordError(UNKNOWN_CHANNEL)
    guild = channel.guild
    if guild is not None:
        if call.world.bot.id not in guild.members:
            raise DiscordError(MISSING_ACCESS)
        if guild.unavailable:
            raise DiscordError(_UNAVAILABLE)
    return channel


def reach_message(call: Call, channel: Channel) -> Message:
    """Find the message of the path; an ephemeral one is unknown here (10008)."""
    message = channel.messages.get(call.id("message_id"))
    if message is None or message.ephemeral:
        raise DiscordError(UNKNOWN_MESSAGE)
    return message


def demand_to_send(world: World, channel: Channel, data: Json, *, files: bool) -> None:
    """Raise what keeps the bot from writing a message here."""
    if channel.type is ChannelType.DM:
        person = next(user for user in channel.recipients if not user.bot)
        met = any(
            person.id in guild.members and world.bot.id in guild.members
            for guild in world.guilds.values()
        )
        if not (person.dms_open and met):
            raise DiscordError(CANNOT_MESSAGE_USER)
        return
    if channel.type in (ChannelType.CATEGORY, ChannelType.FORUM):
        raise DiscordError(NOT_IN_THIS_CHANNEL)
    bot = world.bot
    needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
    demand_here(world, channel, needed)
    if data.get("embeds"):
        permissions.demand(bot, channel, "embed_links")
    if files:
        permissions.demand(bot, channel, "attach_files")
    if data.get("message_reference"):
        permissions.demand(bot, channel, "read_message_history")
    if channel.locked and not permissions.has(bot, channel, "manage_threads"):
        raise DiscordError(THREAD_LOCKED)


def demand_here(world: World, channel: Channel, *names: str) -> None:
    """Raise 50001 or 50013, also for a private thread that the bot is not in."""
    permissions.demand(world.bot, channel, *names)
    outside = (
        channel.type is ChannelType.PRIVATE_THREAD and world.bot.id not in channel.thread_members
    )
    if outside and not permissions.has(world.bot, channel, "manage_threads"):
        raise DiscordError(MISSING_ACCESS)


def create(call: Call) -> Answer:
    """Write a message; the same nonce gives the first message again."""
    world, channel = call.world, reach_channel(call)
    data = call.json
    demand_to_send(world, channel, data, files=bool(call.uploads))
    first = _repeated(world, channel, data)
    if first is not None:
        return Answer(200, message_json(first))
    writing.check(world, call.body, old=None, through_interaction=False)
    if channel.is_thread and channel.archived:
        world.unarchive(channel)
    return Answer(200, message_json(send(world, channel, call.body)))


def _repeated(world: World, channel: Channel, data: Json) -> Message | None:
    nonce = data.get("nonce")
    if nonce is None or not data.get("enforce_nonce"):
        return None
    at, message = channel.nonces.get(str(nonce), (0.0, None))
    fresh = time.monotonic() - at <= world.limits.nonce_memory
    return message if fresh else None


def send(world: World, channel: Channel, body: writing.Body) -> Message:
    """Write a checked message of the bot."""
    data = body.data
    message = Message(world.ids.new(), channel, world.bot, nonce=data.get("nonce"))
    reference = data.get("message_reference")
    if reference:
        message.reference = channel.messages.get(int(reference["message_id"]))
        if message.reference is not None and not message.reference.ephemeral:
            message.type = MessageType.REPLY
        elif reference.get("fail_if_not_exists") is not False:
            raise Invalid(
                [Problem(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")]
            )
        else:
            message.reference = None
    writing.write(world, message, body, old=False)
    if message.nonce is not None and data.get("enforce_nonce"):
        channel.nonces[str(message.nonce)] = (time.monotonic(), message)
        if len(channel.nonces) > _NONCES_KEPT:
            channel.nonces.popitem(last=False)
    if channel.is_thread and channel.owner_id != world.bot.id:
        channel.thread_members.setdefault(world.bot.id, time.time())
    world.add_message(message)
    return message


def fetch(call: Call) -> Answer:
    """Give one message."""
    channel = reach_channel(call)
    demand_here(call.world, channel, "read_message_history")
    return Answer(200, message_json(reach_message(call, channel)))


def history(call: Call) -> Answer:
    """List messages, the newest first."""
    channel = reach_channel(call)
    demand_here(call.world, channel, "read_message_history")
    limit = int(call.query.get("limit", "50"))
    if not 1 <= limit <= 100:
        raise Invalid([Problem(("limit",), "NUMBER_TYPE_RANGE", "Must be between 1 and 100.")])
    found = sorted(
        (one for one in channel.messages.values() if not one.ephemeral), key=lambda one: one.id
    )
    if "after" in call.query:
        after = int(call.query["after"])
        found = [one for one in found if one.id > after][:limit]
    elif "before" in call.query:
        before = int(call.query["before"])
        found = [one for one in found if one.id < before]
    elif "around" in call.query:
        around = int(call.query["around"])
        nearest = sorted(found, key=lambda one: abs(one.id - around))[:limit]
        found = sorted(nearest, key=lambda one: one.id)
    return Answer(200, [message_json(one) for one in reversed(found[-limit:])])


def edit(limits: RateLimits) -> Callable[[Call], Answer]:
    """Make the handler that changes a message, with the limit for old ones."""

    def change(call: Call) -> Answer:
        world, channel = call.world, reach_channel(call)
        permissions.demand(world.bot, channel)
        message = reach_message(call, channel)
        if message.author is not world.bot:
            raise DiscordError(NOT_YOUR_MESSAGE)
        if channel.is_thread and channel.archived:
            raise DiscordError(THREAD_ARCHIVED)
        if time.time() - message.created > world.limits.old_message_age:
            limits.take_old_edit(channel.id)
        writing.edit(world, message, call.body, through_interaction=False)
        return Answer(200, message_json(message))

    return change


def delete(call: Call) -> Answer:
    """Delete a message; another's only with the permission."""
    channel = reach_channel(call)
    permissions.demand(call.world.bot, channel)
    message = reach_message(call, channel)
    if channel.is_thread and channel.archived:
        raise DiscordError(THREAD_ARCHIVED)
    if message.author is not call.world.bot:
        permissions.demand(call.world.bot, channel, "manage_messages")
    call.world.delete_message(message)
    return Answer(204)


def bulk_delete(call: Call) -> Answer:
    """Delete many messages."""
    channel = reach_channel(call)
    permissions.demand(call.world.bot, channel, "manage_messages")
    for number in call.json["messages"]:
        message = channel.messages.get(int(number))
        if message is not None and not message.ephemeral:
            call.world.delete_message(message)
    return Answer(204)


def pin(call: Call) -> Answer:
    """Pin a message."""
    channel = reach_channel(call)
    permissions.demand(call.world.bot, channel, "pin_messages")
    message = reach_message(call, channel)
    pinned = sum(one.pinned for one in channel.messages.values())
    if pinned >= 250:
        raise DiscordError(TOO_MANY_PINS)
    message.pinned = True
    message.touch()
    return Answer(204)


def unpin(call: Call) -> Answer:
    """Take a pin out."""
    channel = reach_channel(call)
    permissions.demand(call.world.bot, channel, "pin_messages")
    message = reach_message(call, channel)
    message.pinned = False
    message.touch()
    return Answer(204)


def typing(call: Call) -> Answer:
    """Show that the bot writes."""
    channel = reach_channel(call)
    demand_to_send(call.world, channel, {}, files=False)
    return Answer(204)


def add(routes: Routes, limits: RateLimits) -> None:
    """Lay the routes."""
    one = "/channels/{channel_id}/messages/{message_id}"
    many = "/channels/{channel_id}/messages"
    routes.add("POST", many, create, allowance="channel_creates", major="channel_id")
    routes.add("GET", many, history)
    routes.add("GET", one, fetch)
    routes.add("PATCH", one, edit(limits), allowance="channel_edits", major="channel_id")
    routes.add("DELETE", one, delete, allowance="channel_deletes", major="channel_id")
    routes.add("POST", f"{many}/bulk-delete", bulk_delete)
    routes.add("PUT", "/channels/{channel_id}/pins/{message_id}", pin)
    routes.add("DELETE", "/channels/{channel_id}/pins/{message_id}", unpin)
    routes.add("PUT", f"{many}/pins/{{message_id}}", pin)
    routes.add("DELETE", f"{many}/pins/{{message_id}}", unpin)
    routes.add("POST", "/channels/{channel_id}/typing", typing)
