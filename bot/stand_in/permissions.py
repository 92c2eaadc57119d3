"""Work out who may do what in a channel, as Discord does."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from bot.stand_in.errors import MISSING_ACCESS, MISSING_PERMISSIONS, DiscordError

if TYPE_CHECKING:
    from bot.stand_in.model import Channel, User

BITS: Mapping[str, int] = {
    "create_instant_invite": 1 << 0,
    "kick_members": 1 << 1,
    "ban_members": 1 << 2,
    "administrator": 1 << 3,
    "manage_channels": 1 << 4,
    "manage_guild": 1 << 5,
    "add_reactions": 1 << 6,
    "view_channel": 1 << 10,
    "send_messages": 1 << 11,
    "manage_messages": 1 << 13,
    "embed_links": 1 << 14,
    "attach_files": 1 << 15,
    "read_message_history": 1 << 16,
    "mention_everyone": 1 << 17,
    "use_external_emojis": 1 << 18,
    "manage_roles": 1 << 28,
    "manage_webhooks": 1 << 29,
    "use_application_commands": 1 << 31,
    "manage_threads": 1 << 34,
    "create_public_threads": 1 << 35,
    "create_private_threads": 1 << 36,
    "send_messages_in_threads": 1 << 38,
    "moderate_members": 1 << 40,
    "pin_messages": 1 << 51,
}
EVERYTHING = (1 << 53) - 1


@cache
def bits(*names: str) -> int:
    """Add up permissions by name; KeyError for a name that Discord does not have."""
    return sum(BITS[name] for name in names)


PEOPLE = bits(
    "create_instant_invite",
    "add_reactions",
    "view_channel",
    "send_messages",
    "embed_links",
    "attach_files",
    "read_message_history",
    "use_external_emojis",
    "use_application_commands",
    "create_public_threads",
    "create_private_threads",
    "send_messages_in_threads",
)
"""What a new server gives everybody."""


@dataclass(slots=True)
class Overwrite:
    """What a channel allows or denies one role or member."""

    target: int
    member: bool
    allow: int = 0
    deny: int = 0

    def set(self, changes: Mapping[str, bool | None]) -> None:
        """Allow (True), deny (False) or leave to the roles (None) each permission named."""
        for name, verdict in changes.items():
            bit = BITS[name]
            self.allow &= ~bit
            self.deny &= ~bit
            if verdict is True:
                self.allow |= bit
            elif verdict is False:
                self.deny |= bit


def of(user: User, channel: Channel) -> int:
    """Compute a user's permissions in a channel; 0 for who is not in its server."""
    guild = channel.guild
    if guild is None:
        return PEOPLE if user in channel.recipients else 0
    member = guild.members.get(user.id)
    if member is None:
        return 0
    if guild.owner_id == user.id:
        return EVERYTHING
    roles = [guild.roles[guild.id], *(guild.roles[role] for role in member.roles)]
    held = 0
    for role in roles:
        held |= role.permissions
    if held & BITS["administrator"]:
        return EVERYTHING
    overwrites = (channel.parent if channel.is_thread and channel.parent else channel).overwrites
    everyone = overwrites.get(guild.id)
    if everyone is not None:
        held = held & ~everyone.deny | everyone.allow
    allow = deny = 0
    for role_id in member.roles:
        overwrite = overwrites.get(role_id)
        if overwrite is not None:
            allow |= overwrite.allow
            deny |= overwrite.deny
    held = held & ~deny | allow
    own = overwrites.get(user.id)
    if own is not None:
        held = held & ~own.deny | own.allow
    return held


def has(user: User, channel: Channel, *names: str) -> bool:
    """Tell whether a user holds all these permissions in a channel."""
    wanted = bits(*names)
    return of(user, channel) & wanted == wanted


def demand(user: User, channel: Channel, *names: str) -> None:
    """Raise 50001 when the channel is hidden from the user, 50013 when a permission is missing."""
    held = of(user, channel)
    if channel.guild is not None and not held & BITS["view_channel"]:
        raise DiscordError(MISSING_ACCESS)
    wanted = bits(*names)
    if held & wanted != wanted:
        raise DiscordError(MISSING_PERMISSIONS)
