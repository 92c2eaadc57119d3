"""The things of which the world is made: people, servers, channels, messages."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from bot.stand_in.permissions import Overwrite
from bot.stand_in.shapes import NO_FLAGS, THREADS, ChannelType, Json, MessageFlag, MessageType, Part

if TYPE_CHECKING:
    from bot.stand_in.interactions import Interaction

PALETTE = ("#5865f2", "#3ba55c", "#eb459e", "#e67e22", "#1abc9c", "#9b59b6", "#e74c3c", "#f1c40f")


@dataclass(slots=True, eq=False)
class User:
    """An account: a person, or the bot."""

    id: int
    name: str
    locale: str = "en-US"
    color: str = PALETTE[0]
    bot: bool = False
    dms_open: bool = True

    @property
    def mention(self) -> str:
        """Write the mention of this user."""
        return f"<@{self.id}>"


@dataclass(slots=True, eq=False)
class Member:
    """A user in a server."""

    user: User
    joined: float
    roles: list[int] = field(default_factory=list)


@dataclass(slots=True, eq=False)
class Role:
    """A role of a server; the one with the server's id is everybody's."""

    id: int
    name: str
    permissions: int
    mentionable: bool = False


@dataclass(slots=True, eq=False)
class Guild:
    """A server."""

    id: int
    name: str
    locale: str
    owner_id: int
    created: float
    members: dict[int, Member] = field(default_factory=dict)
    roles: dict[int, Role] = field(default_factory=dict)
    channels: dict[int, Channel] = field(default_factory=dict)
    """Its channels and its threads."""
    banned: set[int] = field(default_factory=set)
    unavailable: bool = False

    @property
    def threads(self) -> list[Channel]:
        """List the threads that are not archived."""
        return [one for one in self.channels.values() if one.is_thread and not one.archived]


@dataclass(slots=True, eq=False)
class Channel:
    """A channel, a thread or a direct conversation."""

    id: int
    type: ChannelType
    name: str
    guild: Guild | None = None
    parent: Channel | None = None
    position: int = 0
    topic: str | None = None
    slow_mode: int = 0
    overwrites: dict[int, Overwrite] = field(default_factory=dict)
    recipients: list[User] = field(default_factory=list)
    messages: OrderedDict[int, Message] = field(default_factory=OrderedDict)
    """By id, the least recently touched first; only the latest few hundred are kept."""
    last_message_id: int | None = None
    nonces: OrderedDict[str, tuple[float, Message]] = field(default_factory=OrderedDict)
    owner_id: int | None = None
    created: float = 0.0
    archived: bool = False
    locked: bool = False
    invitable: bool = True
    archived_at: float = 0.0
    auto_archive: int = 4320
    thread_members: dict[int, float] = field(default_factory=dict)
    sent: int = 0
    """How many messages were ever sent here."""

    @property
    def is_thread(self) -> bool:
        """Tell whether this is a thread."""
        return self.type in THREADS

    @property
    def mention(self) -> str:
        """Write the mention of this channel."""
        return f"<#{self.id}>"


@dataclass(slots=True, eq=False)
class Attachment:
    """A file of a message; `data` is empty when it was dropped to save memory."""

    id: int
    filename: str
    data: bytes
    content_type: str
    url: str
    key: str
    description: str | None = None
    width: int | None = None
    height: int | None = None
    size: int = 0


@dataclass(slots=True, eq=False)
class Message:
    """A message as it stands; `owner` is who alone may see it (None: all in the channel).

    Embeds, components and attachments are Discord's JSON, components with their `id`s.
    """

    id: int
    channel: Channel
    author: User
    type: MessageType = MessageType.DEFAULT
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS
    created: float = field(default_factory=time.time)
    edited: float | None = None
    mentions: list[User] = field(default_factory=list)
    mention_roles: list[int] = field(default_factory=list)
    mention_everyone: bool = False
    nonce: str | int | None = None
    reference: Message | None = None
    interaction: Interaction | None = None
    owner: User | None = None
    dismissed: bool = False
    deleted: bool = False
    pinned: bool = False
    thread: Channel | None = None
    edits: int = 0
    metadata: Json | None = None
    in_embeds: set[int] = field(default_factory=set)
    """The attachments that its embeds show, which are not shown beside them too."""
    in_parts: set[int] = field(default_factory=set)
    _json: Json | None = None

    @property
    def ephemeral(self) -> bool:
        """Tell whether only one person may see it."""
        return self.owner is not None

    @property
    def thinking(self) -> bool:
        """Tell whether it is a deferral still without content."""
        return bool(self.flags & MessageFlag.LOADING)

    @property
    def parts(self) -> list[Json]:
        """List all its components, those within others too, in reading order."""
        return list(walk(self.components))

    @property
    def buttons(self) -> list[Json]:
        """List its buttons."""
        return [part for part in walk(self.components) if part["type"] == Part.BUTTON]

    @property
    def selects(self) -> list[Json]:
        """List its string menus."""
        return [part for part in walk(self.components) if part["type"] == Part.STRING_SELECT]

    @property
    def text(self) -> str:
        """Gather everything there is to read in it: content, embeds, text, not the controls."""
        lines = [self.content]
        for embed in self.embeds:
            lines.append(str(embed.get("author", {}).get("name", "")))
            lines += [str(embed.get(key, "")) for key in ("title", "description")]
            for entry in embed.get("fields", ()):
                lines += [entry["name"], entry["value"]]
            lines.append(str(embed.get("footer", {}).get("text", "")))
        lines += [part["content"] for part in walk(self.components) if part["type"] == Part.TEXT]
        return "\n".join(line for line in lines if line)

    def touch(self) -> None:
        """Forget the JSON written before a change."""
        self._json = None

    def __repr__(self) -> str:
        private = f" for {self.owner.name}" if self.owner else ""
        return f"<message {self.id}{private}>"


@dataclass(slots=True, eq=False)
class Emoji:
    """A picture that the bot's application may use as an emoji."""

    id: int
    name: str
    data: bytes
    content_type: str
    animated: bool = False


@dataclass(frozen=True, slots=True)
class Ping:
    """Someone's attention, called by a message."""

    user_id: int
    message: Message


def walk(components: list[Json]) -> Iterator[Json]:
    """Give each component and then those within it."""
    for component in components:
        yield component
        if "components" in component:
            yield from walk(component["components"])
        for key in ("accessory", "component"):
            if key in component:
                yield from walk([component[key]])
