"""Find whom a message calls, and whom its sender allowed it to call."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.stand_in import permissions
from bot.stand_in.model import Channel, Message, User, walk
from bot.stand_in.shapes import Json, Part

_USER = re.compile(r"<@!?(\d+)>")
_ROLE = re.compile(r"<@&(\d+)>")
_EVERYONE = re.compile(r"@(?:everyone|here)\b")


@dataclass(slots=True)
class Called:
    """Whom a message calls."""

    users: list[User]
    roles: list[int]
    everyone: bool = False


def _allows(allowed: Json | None, kind: str, one: int | None = None) -> bool:
    if allowed is None:
        return True
    if kind in (allowed.get("parse") or ()):
        return True
    return one is not None and str(one) in map(str, allowed.get(kind) or ())


def called(message: Message, users: dict[int, User], allowed: Json | None) -> Called:
    """Read the mentions in a message's content and texts, as far as they are allowed.

    Mentions in embeds call nobody. A reply calls the author it answers, unless told otherwise.
    """
    said = message.content
    if message.components:
        texts = [one["content"] for one in walk(message.components) if one["type"] == Part.TEXT]
        said = "\n".join([said, *texts])
    found = Called([], [])
    if "@" in said:
        _read(said, message.channel, message.author, users, allowed, found)
    answered = message.reference
    if answered is not None and not answered.deleted:
        replied = True if allowed is None else bool(allowed.get("replied_user"))
        if replied and answered.author not in found.users:
            found.users.append(answered.author)
    return found


def _read(
    said: str,
    channel: Channel,
    author: User,
    users: dict[int, User],
    allowed: Json | None,
    found: Called,
) -> None:
    for number in dict.fromkeys(map(int, _USER.findall(said))):
        if number in users and _allows(allowed, "users", number):
            found.users.append(users[number])
    guild = channel.guild
    if guild is None:
        return
    loud = permissions.has(author, channel, "mention_everyone")
    for number in dict.fromkeys(map(int, _ROLE.findall(said))):
        role = guild.roles.get(number)
        if role is None or not _allows(allowed, "roles", number):
            continue
        if role.mentionable or loud:
            found.roles.append(number)
    found.everyone = bool(_EVERYONE.search(said)) and _allows(allowed, "everyone") and loud
