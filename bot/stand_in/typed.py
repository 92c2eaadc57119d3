"""Read a slash command as a person types it, by what the bot registered."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

from bot.stand_in import permissions
from bot.stand_in.errors import Refused
from bot.stand_in.model import Channel, User
from bot.stand_in.payloads import channel_json, member_json, role_json, user_json
from bot.stand_in.shapes import Json, OptionType
from bot.stand_in.world import World

if TYPE_CHECKING:
    from collections.abc import Sequence

_CHAT = 1


class Typed(NamedTuple):
    """A command as Discord sends it; `focused_type` is the option's that is being completed."""

    data: Json
    focused_type: int = 0


def find(
    world: World, user: User, channel: Channel, path: Sequence[str]
) -> tuple[Json, list[Json]]:
    """Find a registered command, and its options below the sub-commands named."""
    commands = [one for one in world.all_commands(channel.guild) if one["type"] == _CHAT]
    command = next((one for one in commands if path and one["name"] == path[0]), None)
    if command is None:
        raise Refused(f"there is no command /{' '.join(path)} here")
    _demand(user, channel, command)
    options: list[Json] = command.get("options", [])
    for name in path[1:]:
        inner = next((one for one in options if _nests(one) and one["name"] == name), None)
        if inner is None:
            raise Refused(f"/{path[0]} has no sub-command {name}")
        options = inner.get("options", [])
    if any(_nests(one) for one in options):
        raise Refused(f"/{' '.join(path)} needs a sub-command")
    return command, options


def _nests(option: Json) -> bool:
    return option["type"] in (OptionType.SUB_COMMAND, OptionType.SUB_COMMAND_GROUP)


def _demand(user: User, channel: Channel, command: Json) -> None:
    contexts = command.get("contexts")
    here = 0 if channel.guild else 1
    if contexts is not None and here not in contexts:
        raise Refused(f"/{command['name']} cannot be used here")
    if channel.guild is None:
        return
    if not permissions.has(user, channel, "use_application_commands"):
        raise Refused("you may not use commands in this channel")
    needed = command.get("default_member_permissions")
    if needed is None:
        return
    held = permissions.of(user, channel)
    if (needed == "0" and held != permissions.EVERYTHING) or held & int(needed) != int(needed):
        raise Refused(f"you may not use /{command['name']}")


def read(
    world: World,
    user: User,
    channel: Channel,
    path: Sequence[str],
    given: Mapping[str, object],
    *,
    focused: str | None = None,
) -> Typed:
    """Put a command together; raise what the client would not let pass."""
    command, declared = find(world, user, channel, path)
    known = {option["name"]: option for option in declared}
    strange = set(given) - set(known)
    if strange:
        raise Refused(f"/{' '.join(path)} has no option {', '.join(sorted(strange))}")
    options: list[Json] = []
    resolved: Json = {}
    focused_type = 0
    for name, value in given.items():
        option = known[name]
        told: Json = {"name": name, "type": option["type"]}
        if name == focused:
            if not option.get("autocomplete"):
                raise Refused(f"{name} is not completed")
            focused_type = option["type"]
            told |= {"value": str(value), "focused": True}
        else:
            told["value"] = _value(world, channel, option, value, resolved)
        options.append(told)
    missing = [name for name, one in known.items() if one.get("required") and name not in given]
    if missing and focused is None:
        raise Refused(f"{', '.join(missing)} is needed")
    for name in reversed(path[1:]):
        deepest = name == path[-1] and len(path) > 1
        kind = OptionType.SUB_COMMAND if deepest else OptionType.SUB_COMMAND_GROUP
        options = [{"name": name, "type": int(kind), "options": options}]
    data: Json = {"id": command["id"], "name": command["name"], "type": _CHAT, "options": options}
    if "guild_id" in command:
        data["guild_id"] = command["guild_id"]
    if resolved:
        data["resolved"] = resolved
    return Typed(data, focused_type)


def _value(world: World, channel: Channel, option: Json, value: object, resolved: Json) -> object:
    kind = OptionType(option["type"])
    name = option["name"]
    if kind is OptionType.BOOLEAN:
        return bool(value)
    if kind in (OptionType.STRING, OptionType.INTEGER, OptionType.NUMBER):
        return _plain(option, kind, value)
    told = str(getattr(value, "id", value))
    number = int(told) if told.isdecimal() else 0
    guild = channel.guild
    if kind in (OptionType.USER, OptionType.MENTIONABLE) and number in world.users:
        resolved.setdefault("users", {})[str(number)] = user_json(world.users[number])
        if guild is not None and number in guild.members:
            member = member_json(guild.members[number], with_user=False)
            member["permissions"] = str(permissions.of(world.users[number], channel))
            resolved.setdefault("members", {})[str(number)] = member
    elif kind is OptionType.CHANNEL and guild is not None and number in guild.channels:
        found = channel_json(guild.channels[number], world.bot)
        found["app_permissions"] = found["permissions"]
        resolved.setdefault("channels", {})[str(number)] = found
    elif kind in (OptionType.ROLE, OptionType.MENTIONABLE) and guild and number in guild.roles:
        resolved.setdefault("roles", {})[str(number)] = role_json(guild.roles[number])
    else:
        raise Refused(f"{name} is not what this option takes")
    return str(number)


def _plain(option: Json, kind: OptionType, value: object) -> object:
    name = option["name"]
    told: str | int | float
    try:
        if kind is OptionType.STRING:
            told = str(value)
        elif kind is OptionType.INTEGER:
            told = int(str(value))
        else:
            told = float(str(value))
    except ValueError:
        raise Refused(f"{name} is a number") from None
    choices = option.get("choices")
    if choices and all(choice["value"] != told for choice in choices):
        raise Refused(f"{value} is none of the choices for {name}")
    measure = "length" if kind is OptionType.STRING else "value"
    low, high = f"min_{measure}", f"max_{measure}"
    size = len(told) if isinstance(told, str) else told
    if size < option.get(low, size) or size > option.get(high, size):
        raise Refused(f"{name} is too short, too long, too small or too large")
    return told
