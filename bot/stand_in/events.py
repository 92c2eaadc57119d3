"""What happens in the world, told to the gateway and to the pages that look on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from bot.stand_in.model import Channel, Guild, Member, Message, Role

if TYPE_CHECKING:
    from bot.stand_in.interactions import Interaction

Op = Literal["create", "update", "delete"]


@dataclass(frozen=True, slots=True)
class MessageEvent:
    """A message was written, changed or taken away."""

    op: Op
    message: Message


@dataclass(frozen=True, slots=True)
class ChannelEvent:
    """A channel or thread appeared, changed or went."""

    op: Op
    channel: Channel


@dataclass(frozen=True, slots=True)
class GuildEvent:
    """A server appeared to the bot, changed or went; `unavailable`: it stumbles, or did."""

    op: Op
    guild: Guild
    unavailable: bool = False


@dataclass(frozen=True, slots=True)
class MemberEvent:
    """Someone joined or left a server."""

    op: Op
    guild: Guild
    member: Member


@dataclass(frozen=True, slots=True)
class RoleEvent:
    """A role changed."""

    guild: Guild
    role: Role


@dataclass(frozen=True, slots=True)
class CommandsEvent:
    """The bot registered its commands anew."""


@dataclass(frozen=True, slots=True)
class UsersEvent:
    """Someone came to the world."""


@dataclass(frozen=True, slots=True)
class BotEvent:
    """The bot came on line or went."""

    online: bool


@dataclass(frozen=True, slots=True)
class InteractionEvent:
    """An interaction was opened, answered, or failed."""

    op: Literal["opened", "acknowledged", "failed"]
    interaction: Interaction


Event = (
    MessageEvent
    | ChannelEvent
    | GuildEvent
    | MemberEvent
    | RoleEvent
    | CommandsEvent
    | UsersEvent
    | BotEvent
    | InteractionEvent
)
