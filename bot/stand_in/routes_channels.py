"""Channels, threads and servers."""

from __future__ import annotations

import time

from bot.stand_in import permissions, writing
from bot.stand_in.errors import (
    MISSING_ACCESS,
    MISSING_PERMISSIONS,
    NOT_IN_A_DM,
    THREAD_ARCHIVED,
    THREAD_EXISTS,
    TOO_MANY_THREADS,
    UNKNOWN_CHANNEL,
    UNKNOWN_GUILD,
    UNKNOWN_MEMBER,
    UNKNOWN_USER,
    DiscordError,
    Invalid,
    Problem,
    Refusal,
)
from bot.stand_in.model import Channel, Guild, Message
from bot.stand_in.payloads import (
    channel_json,
    guild_json,
    member_json,
    message_json,
    role_json,
    thread_member_json,
)
from bot.stand_in.rest import Answer, Call, Routes
from bot.stand_in.routes_messages import (
    demand_here,
    demand_to_send,
    reach_channel,
    reach_message,
    send,
)
from bot.stand_in.shapes import ChannelType, Json, MessageFlag, MessageType
from bot.stand_in.world import World

_CHANNEL_KEYS = frozenset(
    [
        "name",
        "type",
        "position",
        "topic",
        "nsfw",
        "rate_limit_per_user",
        "parent_id",
        "permission_overwrites",
        "default_auto_archive_duration",
        "flags",
    ]
)
_THREAD_KEYS = frozenset(
    [
        "name",
        "archived",
        "locked",
        "invitable",
        "auto_archive_duration",
        "rate_limit_per_user",
        "flags",
        "applied_tags",
    ]
)
_UNAVAILABLE = Refusal(503, 0, "503: Service Unavailable")


def fetch(call: Call) -> Answer:
    """Give a channel."""
    channel = reach_channel(call)
    demand_here(call.world, channel)
    return Answer(200, _told(call.world, channel))


def _told(world: World, channel: Channel) -> Json:
    body = channel_json(channel)
    if channel.is_thread and world.bot.id in channel.thread_members:
        body["member"] = thread_member_json(channel, world.bot.id)
    return body


def change(call: Call) -> Answer:
    """Change a channel or a thread."""
    channel = reach_channel(call)
    if channel.guild is None:
        raise DiscordError(NOT_IN_A_DM)
    data = call.json
    known = _THREAD_KEYS if channel.is_thread else _CHANNEL_KEYS
    strange = [key for key in data if key not in known]
    if strange:
        sentence = "This key means nothing here."
        raise Invalid([Problem((key,), "UNKNOWN_KEY", sentence) for key in strange])
    if channel.is_thread:
        _change_thread(call.world, channel, data)
    else:
        permissions.demand(call.world.bot, channel, "manage_channels")
        channel.topic = data.get("topic", channel.topic)
        _rename(channel, data)
        channel.slow_mode = data.get("rate_limit_per_user") or channel.slow_mode
        call.world.slow_mode(channel, channel.slow_mode)
    return Answer(200, _told(call.world, channel))


def _rename(channel: Channel, data: Json) -> None:
    name = data.get("name")
    if name is None:
        return
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 100:
        raise Invalid([Problem(("name",), "BASE_TYPE_BAD_LENGTH", "1 to 100 characters.")])
    channel.name = name.strip()


def _change_thread(world: World, thread: Channel, data: Json) -> None:
    bot = world.bot
    demand_here(world, thread)
    moderator = permissions.has(bot, thread, "manage_threads")
    mine = thread.owner_id == bot.id
    opens = data.get("archived") is False
    if thread.archived and not opens:
        raise DiscordError(THREAD_ARCHIVED)
    if thread.locked and not moderator:
        raise DiscordError(MISSING_PERMISSIONS)
    only_opens = set(data) == {"archived"} and opens
    if not (moderator or mine or only_opens):
        raise DiscordError(MISSING_PERMISSIONS)
    if "locked" in data and data["locked"] != thread.locked and not moderator:
        raise DiscordError(MISSING_PERMISSIONS)
    if only_opens:
        sends = permissions.has(bot, thread, "send_messages_in_threads")
        if not (moderator or sends):
            raise DiscordError(MISSING_PERMISSIONS)
    _rename(thread, data)
    thread.auto_archive = data.get("auto_archive_duration") or thread.auto_archive
    if data.get("rate_limit_per_user") is not None:
        thread.slow_mode = data["rate_limit_per_user"]
    if data.get("invitable") is not None:
        thread.invitable = data["invitable"]
    world.set_thread(thread, archived=data.get("archived"), locked=data.get("locked"))


def delete(call: Call) -> Answer:
    """Delete a channel or a thread."""
    channel = reach_channel(call)
    if channel.guild is None:
        raise DiscordError(NOT_IN_A_DM)
    needed = "manage_threads" if channel.is_thread else "manage_channels"
    permissions.demand(call.world.bot, channel, needed)
    told = _told(call.world, channel)
    call.world.delete_channel(channel)
    return Answer(200, told)


# -- threads ---------------------------------------------------------------------------------


def _thread_name(data: Json) -> str:
    name = data.get("name")
    if not isinstance(name, str) or not 1 <= len(name.strip()) <= 100:
        raise Invalid([Problem(("name",), "BASE_TYPE_BAD_LENGTH", "1 to 100 characters.")])
    return name.strip()


def _archive_after(data: Json) -> int:
    minutes = data.get("auto_archive_duration")
    if minutes is None:
        return 4320
    if minutes not in (60, 1440, 4320, 10080):
        sentence = "Value must be one of (60, 1440, 4320, 10080)."
        raise Invalid([Problem(("auto_archive_duration",), "BASE_TYPE_CHOICES", sentence)])
    return int(minutes)


def _demand_room(world: World, parent: Channel) -> None:
    if parent.guild is None:
        raise DiscordError(NOT_IN_A_DM)
    if len(parent.guild.threads) >= world.limits.active_threads:
        raise DiscordError(TOO_MANY_THREADS)


def thread_from_message(call: Call) -> Answer:
    """Open a thread at a message."""
    world, parent = call.world, reach_channel(call)
    permissions.demand(world.bot, parent, "create_public_threads")
    name, minutes = _thread_name(call.json), _archive_after(call.json)
    message = reach_message(call, parent)
    if message.thread is not None:
        raise DiscordError(THREAD_EXISTS)
    _demand_room(world, parent)
    thread = world.open_thread(parent, name, world.bot, message=message, auto_archive=minutes)
    message.flags |= MessageFlag.HAS_THREAD
    world.change_message(message)
    return Answer(201, _told(world, thread))


def thread_alone(call: Call) -> Answer:
    """Open a thread without a message, or a post in a forum."""
    world, parent, data = call.world, reach_channel(call), call.json
    name, minutes = _thread_name(data), _archive_after(data)
    _demand_room(world, parent)
    if parent.type is ChannelType.FORUM:
        return _post(world, parent, call, name, minutes)
    kind = data.get("type")
    kind = ChannelType.PRIVATE_THREAD if kind is None else ChannelType(kind)
    private = kind is ChannelType.PRIVATE_THREAD
    permissions.demand(
        world.bot, parent, "create_private_threads" if private else "create_public_threads"
    )
    invitable = data.get("invitable")
    thread = world.open_thread(
        parent,
        name,
        world.bot,
        type=kind,
        auto_archive=minutes,
        invitable=invitable is not False,
    )
    if not private:
        note = Message(world.ids.new(), parent, world.bot, MessageType.THREAD_CREATED, name)
        note.thread = thread
        world.add_message(note)
    return Answer(201, _told(world, thread))


def _post(world: World, parent: Channel, call: Call, name: str, minutes: int) -> Answer:
    permissions.demand(world.bot, parent, "send_messages")
    body = writing.Body(call.json.get("message") or {}, call.uploads)
    writing.check(world, body, old=None, through_interaction=False)
    thread = world.open_thread(parent, name, world.bot, auto_archive=minutes)
    message = send(world, thread, body)
    return Answer(201, _told(world, thread) | {"message": message_json(message)})


def _member_id(call: Call) -> int:
    return call.id("user_id") if "user_id" in call.ids else call.world.bot.id


def join_thread(call: Call) -> Answer:
    """Join a thread, or add somebody to it."""
    thread = _reach_thread(call)
    who = _member_id(call)
    if who != call.world.bot.id:
        demand_to_send(call.world, thread, {}, files=False)
        assert thread.guild is not None
        if who not in thread.guild.members:
            raise DiscordError(MISSING_ACCESS)
    thread.thread_members.setdefault(who, time.time())
    call.world.set_thread(thread)
    return Answer(204)


def leave_thread(call: Call) -> Answer:
    """Leave a thread, or take somebody out of it."""
    thread = _reach_thread(call)
    who = _member_id(call)
    mine = thread.owner_id == call.world.bot.id and thread.type is ChannelType.PRIVATE_THREAD
    if who != call.world.bot.id and not mine:
        permissions.demand(call.world.bot, thread, "manage_threads")
    thread.thread_members.pop(who, None)
    call.world.set_thread(thread)
    return Answer(204)


def thread_members(call: Call) -> Answer:
    """List a thread's members."""
    thread = _reach_thread(call)
    return Answer(200, [thread_member_json(thread, who) for who in thread.thread_members])


def _reach_thread(call: Call) -> Channel:
    thread = reach_channel(call)
    permissions.demand(call.world.bot, thread)
    if not thread.is_thread:
        raise DiscordError(UNKNOWN_CHANNEL)
    if thread.archived and call.data is not None:
        raise DiscordError(THREAD_ARCHIVED)
    return thread


# -- servers ---------------------------------------------------------------------------------


def reach_guild(call: Call) -> Guild:
    """Find the server of the path; one that the bot is not in is unknown."""
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or call.world.bot.id not in guild.members:
        raise DiscordError(UNKNOWN_GUILD)
    if guild.unavailable:
        raise DiscordError(_UNAVAILABLE)
    return guild


def guild(call: Call) -> Answer:
    """Give a server."""
    found = reach_guild(call)
    body = guild_json(found)
    if call.query.get("with_counts") in ("1", "true"):
        body["approximate_member_count"] = len(found.members)
        body["approximate_presence_count"] = len(found.members)
    return Answer(200, body)


def guild_channels(call: Call) -> Answer:
    """List a server's channels."""
    found = reach_guild(call)
    return Answer(200, [channel_json(one) for one in found.channels.values() if not one.is_thread])


def guild_roles(call: Call) -> Answer:
    """List a server's roles."""
    return Answer(200, [role_json(role) for role in reach_guild(call).roles.values()])


def guild_threads(call: Call) -> Answer:
    """List the threads that are not archived."""
    world, found = call.world, reach_guild(call)
    threads = found.threads
    mine = [one for one in threads if world.bot.id in one.thread_members]
    return Answer(
        200,
        {
            "threads": [_told(world, one) for one in threads],
            "members": [thread_member_json(one, world.bot.id) for one in mine],
            "has_more": False,
        },
    )


def guild_member(call: Call) -> Answer:
    """Give a member; 10007 for who is not in the server, 10013 for who does not exist."""
    found = reach_guild(call)
    who = _member_id(call)
    if who not in call.world.users:
        raise DiscordError(UNKNOWN_USER)
    if who not in found.members:
        raise DiscordError(UNKNOWN_MEMBER)
    return Answer(200, member_json(found.members[who]))


def leave_guild(call: Call) -> Answer:
    """Leave a server."""
    call.world.remove_bot(reach_guild(call))
    return Answer(204)


def add(routes: Routes) -> None:
    """Lay the routes."""
    one = "/channels/{channel_id}"
    routes.add("GET", one, fetch)
    routes.add("PATCH", one, change)
    routes.add("DELETE", one, delete)
    routes.add("POST", f"{one}/messages/{{message_id}}/threads", thread_from_message)
    routes.add("POST", f"{one}/threads", thread_alone)
    routes.add("GET", f"{one}/thread-members", thread_members)
    for user in ("@me", "{user_id}"):
        routes.add("PUT", f"{one}/thread-members/{user}", join_thread)
        routes.add("DELETE", f"{one}/thread-members/{user}", leave_thread)
    place = "/guilds/{guild_id}"
    routes.add("GET", place, guild)
    routes.add("GET", f"{place}/channels", guild_channels)
    routes.add("GET", f"{place}/roles", guild_roles)
    routes.add("GET", f"{place}/threads/active", guild_threads)
    routes.add("GET", f"{place}/members/{{user_id}}", guild_member)
    routes.add("DELETE", "/users/@me/guilds/{guild_id}", leave_guild)
