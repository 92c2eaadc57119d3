"""The application itself: who it is, its commands, its emojis, where its gateway is."""

from __future__ import annotations

import copy

from bot.stand_in import rules
from bot.stand_in.errors import (
    CANNOT_MESSAGE_USER,
    MISSING_ACCESS,
    TOO_MANY_EMOJIS,
    UNKNOWN_COMMAND,
    UNKNOWN_EMOJI,
    UNKNOWN_USER,
    DiscordError,
    Invalid,
    Problem,
    Refusal,
)
from bot.stand_in.events import CommandsEvent
from bot.stand_in.model import Emoji
from bot.stand_in.payloads import channel_json, emoji_json, user_json
from bot.stand_in.rest import Answer, Call, Routes
from bot.stand_in.rules.emojis import MOST_BYTES, read_upload
from bot.stand_in.shapes import Json, OptionType
from bot.stand_in.world import World

_MOST_EMOJIS = 2000
_TOO_BIG = Refusal(400, 0, "File cannot be larger than 256.0 kb.")
_LISTS = ("options", "choices", "channel_types")


def me(call: Call) -> Answer:
    """Give the bot's account."""
    body = user_json(call.world.bot)
    return Answer(
        200, body | {"mfa_enabled": True, "locale": "en-US", "verified": True, "email": None}
    )


def user(call: Call) -> Answer:
    """Give an account."""
    found = call.world.users.get(call.id("user_id"))
    if found is None:
        raise DiscordError(UNKNOWN_USER)
    return Answer(200, user_json(found))


def my_guilds(call: Call) -> Answer:
    """List the bot's servers."""
    world = call.world
    return Answer(
        200,
        [
            {
                "id": str(guild.id),
                "name": guild.name,
                "icon": None,
                "banner": None,
                "owner": False,
                "permissions": str(guild.roles[guild.id].permissions),
                "features": [],
            }
            for guild in world.guilds.values()
            if world.bot.id in guild.members
        ],
    )


def direct(call: Call) -> Answer:
    """Open a conversation with a person."""
    found = call.world.users.get(int(call.json.get("recipient_id") or 0))
    if found is None:
        raise DiscordError(UNKNOWN_USER)
    if found.bot:
        raise DiscordError(CANNOT_MESSAGE_USER)
    return Answer(200, channel_json(call.world.direct(found)))


def application(call: Call) -> Answer:
    """Give the application."""
    world = call.world
    owner = next((one for one in world.users.values() if not one.bot), world.bot)
    return Answer(
        200,
        {
            "id": str(world.bot.id),
            "name": world.bot.name,
            "icon": None,
            "description": "",
            "type": None,
            "bot": user_json(world.bot),
            "bot_public": True,
            "bot_require_code_grant": False,
            "verify_key": "0" * 64,
            "flags": 0,
            "flags_new": "0",
            "redirect_uris": [],
            "interactions_endpoint_url": None,
            "role_connections_verification_url": None,
            "owner": user_json(owner),
            "approximate_guild_count": len(world.guilds),
            "approximate_user_install_count": 0,
            "approximate_user_authorization_count": 0,
            "explicit_content_filter": 0,
            "team": None,
            "eligible_oauth2_scopes": [],
        },
    )


def gateway(call: Call) -> Answer:
    """Tell where the gateway is."""
    return Answer(200, {"url": "wss://gateway.discord.gg"})


def gateway_for_bots(call: Call) -> Answer:
    """Tell where the gateway is, and how many shards to open."""
    start = {"total": 1000, "remaining": 1000, "reset_after": 86_400_000, "max_concurrency": 1}
    return Answer(
        200, {"url": "wss://gateway.discord.gg", "shards": 1, "session_start_limit": start}
    )


# -- commands ----------------------------------------------------------------------------------


def _own(call: Call) -> int | None:
    """Refuse another application's routes; give the server of the path, if one is there."""
    if call.id("application_id") != call.world.bot.id:
        raise DiscordError(MISSING_ACCESS)
    if "guild_id" not in call.ids:
        return None
    guild = call.world.guilds.get(call.id("guild_id"))
    if guild is None or call.world.bot.id not in guild.members:
        raise DiscordError(MISSING_ACCESS)
    return guild.id


def _kept(world: World, guild_id: int | None) -> list[Json]:
    if guild_id is None:
        return world.commands
    return world.guild_commands.setdefault(guild_id, [])


def _without_nothing(body: Json) -> Json:
    kept: Json = {}
    for key, value in body.items():
        if value is None or (key in _LISTS and not value):
            continue
        if key in ("options", "choices"):
            value = [_without_nothing(one) for one in value]
        kept[key] = value
    if kept.get("required") is False:
        del kept["required"]
    if "type" in kept and kept["type"] not in tuple(OptionType)[:2]:
        kept.pop("options", None)
    return kept


def _register(world: World, data: Json, guild_id: int | None, old: Json | None) -> Json:
    """Write a command as Discord keeps it; unchanged ones keep their id and version."""
    body: Json = {
        "application_id": str(world.bot.id),
        "type": data.get("type") or 1,
        "name": data["name"],
        "name_localizations": data.get("name_localizations") or None,
        "description": data.get("description") or "",
        "description_localizations": data.get("description_localizations") or None,
        "default_member_permissions": None,
        "nsfw": bool(data.get("nsfw")),
        "contexts": data.get("contexts"),
        "integration_types": data.get("integration_types") or [0],
    }
    needed = data.get("default_member_permissions")
    if needed is not None:
        body["default_member_permissions"] = str(needed)
    if data.get("options"):
        body["options"] = [_without_nothing(one) for one in copy.deepcopy(data["options"])]
    if guild_id is None:
        body["dm_permission"] = body["contexts"] is None or 1 in body["contexts"]
    else:
        body["guild_id"] = str(guild_id)
    if old is not None and body == {k: v for k, v in old.items() if k not in ("id", "version")}:
        return old
    number = old["id"] if old is not None else str(world.ids.new())
    return {"id": number, "version": str(world.ids.new()), **body}


def _same(world: World, data: Json, guild_id: int | None) -> Json | None:
    kind = data.get("type") or 1
    for one in _kept(world, guild_id):
        if one["name"] == data.get("name") and one["type"] == kind:
            return one
    return None


def list_commands(call: Call) -> Answer:
    """List the commands."""
    return Answer(200, list(_kept(call.world, _own(call))))


def put_commands(call: Call) -> Answer:
    """Put these commands in place of the former ones."""
    world, guild_id = call.world, _own(call)
    if not isinstance(call.data, list):
        raise Invalid([Problem((), "LIST_TYPE_CONVERT", "Must be a list.")])
    problems = list(rules.commands_problems(call.data))
    if problems:
        raise Invalid(problems)
    fresh = [_register(world, one, guild_id, _same(world, one, guild_id)) for one in call.data]
    _kept(world, guild_id)[:] = fresh
    world.emit(CommandsEvent())
    return Answer(200, fresh)


def post_command(call: Call) -> Answer:
    """Add a command, or put it in place of one with its name."""
    world, guild_id = call.world, _own(call)
    problems = list(rules.command_problems(call.json))
    if problems:
        raise Invalid(problems)
    old = _same(world, call.json, guild_id)
    fresh = _register(world, call.json, guild_id, old)
    kept = _kept(world, guild_id)
    kept[:] = [one for one in kept if one is not old] + [fresh]
    world.emit(CommandsEvent())
    return Answer(200 if old else 201, fresh)


def _reach_command(call: Call) -> tuple[list[Json], Json]:
    kept = _kept(call.world, _own(call))
    for one in kept:
        if one["id"] == call.ids["command_id"]:
            return kept, one
    raise DiscordError(UNKNOWN_COMMAND)


def get_command(call: Call) -> Answer:
    """Give a command."""
    return Answer(200, _reach_command(call)[1])


def patch_command(call: Call) -> Answer:
    """Change a command."""
    kept, old = _reach_command(call)
    merged = old | call.json
    problems = list(rules.command_problems(merged))
    if problems:
        raise Invalid(problems)
    guild_id = int(old["guild_id"]) if "guild_id" in old else None
    fresh = _register(call.world, merged, guild_id, old)
    kept[kept.index(old)] = fresh
    call.world.emit(CommandsEvent())
    return Answer(200, fresh)


def delete_command(call: Call) -> Answer:
    """Take a command away."""
    kept, old = _reach_command(call)
    kept.remove(old)
    call.world.emit(CommandsEvent())
    return Answer(204)


# -- emojis ------------------------------------------------------------------------------------


def _reach_emoji(call: Call) -> Emoji:
    _own(call)
    found = call.world.emojis.get(call.id("emoji_id"))
    if found is None:
        raise DiscordError(UNKNOWN_EMOJI)
    return found


def list_emojis(call: Call) -> Answer:
    """List the application's emojis."""
    _own(call)
    world = call.world
    return Answer(200, {"items": [emoji_json(one, world.bot) for one in world.emojis.values()]})


def get_emoji(call: Call) -> Answer:
    """Give an emoji."""
    return Answer(200, emoji_json(_reach_emoji(call), call.world.bot))


def _names(world: World) -> set[str]:
    return {one.name for one in world.emojis.values()}


def post_emoji(call: Call) -> Answer:
    """Upload an emoji."""
    _own(call)
    world, data = call.world, call.json
    data.setdefault("image", None)
    problems = list(rules.emoji_upload_problems(data, _names(world)))
    if problems:
        raise Invalid(problems)
    read = read_upload(data["image"])
    assert read is not None
    if len(read[1]) > MOST_BYTES:
        raise Invalid((), _TOO_BIG)
    if len(world.emojis) >= _MOST_EMOJIS:
        raise DiscordError(TOO_MANY_EMOJIS)
    fresh = Emoji(world.ids.new(), data["name"], read[1], read[0], read[0] == "image/gif")
    world.emojis[fresh.id] = fresh
    return Answer(201, emoji_json(fresh, world.bot))


def patch_emoji(call: Call) -> Answer:
    """Rename an emoji."""
    found = _reach_emoji(call)
    problems = list(rules.emoji_upload_problems(call.json, _names(call.world) - {found.name}))
    if problems:
        raise Invalid(problems)
    found.name = call.json["name"]
    return Answer(200, emoji_json(found, call.world.bot))


def delete_emoji(call: Call) -> Answer:
    """Delete an emoji; messages that use it can be sent no more."""
    del call.world.emojis[_reach_emoji(call).id]
    return Answer(204)


def add(routes: Routes) -> None:
    """Lay the routes."""
    routes.add("GET", "/users/@me", me)
    routes.add("GET", "/users/{user_id}", user)
    routes.add("GET", "/users/@me/guilds", my_guilds)
    routes.add("POST", "/users/@me/channels", direct)
    routes.add("GET", "/oauth2/applications/@me", application)
    routes.add("GET", "/applications/@me", application)
    routes.add("GET", "/gateway", gateway)
    routes.add("GET", "/gateway/bot", gateway_for_bots)
    own = "/applications/{application_id}"
    for place in (f"{own}/commands", f"{own}/guilds/{{guild_id}}/commands"):
        routes.add("GET", place, list_commands)
        routes.add("PUT", place, put_commands)
        routes.add("POST", place, post_command)
        routes.add("GET", f"{place}/{{command_id}}", get_command)
        routes.add("PATCH", f"{place}/{{command_id}}", patch_command)
        routes.add("DELETE", f"{place}/{{command_id}}", delete_command)
    routes.add("GET", f"{own}/emojis", list_emojis)
    routes.add("POST", f"{own}/emojis", post_emoji)
    routes.add("GET", f"{own}/emojis/{{emoji_id}}", get_emoji)
    routes.add("PATCH", f"{own}/emojis/{{emoji_id}}", patch_emoji)
    routes.add("DELETE", f"{own}/emojis/{{emoji_id}}", delete_emoji)
