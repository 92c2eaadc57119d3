"""The state of the stand-in, and what may be done to it from outside the bot."""

from __future__ import annotations

import secrets
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

from bot.stand_in import permissions, traffic
from bot.stand_in.events import (
    ChannelEvent,
    CommandsEvent,
    Event,
    GuildEvent,
    MemberEvent,
    MessageEvent,
    RoleEvent,
    UsersEvent,
)
from bot.stand_in.limits import Limits
from bot.stand_in.model import (
    PALETTE,
    Attachment,
    Channel,
    Emoji,
    Guild,
    Member,
    Message,
    Ping,
    Role,
    User,
)
from bot.stand_in.permissions import Overwrite
from bot.stand_in.shapes import ChannelType, Json
from bot.stand_in.snowflakes import Snowflakes
from bot.stand_in.traffic import Frame, RequestLog, Violation

if TYPE_CHECKING:
    from bot.stand_in.interactions import Interactions
    from bot.stand_in.people import Person

_KEPT_REQUESTS = 2_000
_KEPT_NOTES = 5_000
_KEPT_BYTES = 64 * 1024 * 1024


class World:
    """Everything that the stand-in's Discord holds.

    `requests` and `frames` are what the bot sent (the latest few thousand, or all when recording),
    `violations` what was refused as malformed, `pings` whose attention messages called.
    """

    def __init__(self, limits: Limits, *, record: bool = False, locale: str = "en-US") -> None:
        self.limits = limits
        self.clock: Callable[[], float] = time.monotonic
        """What limits and the lives of tokens are measured by; a test may turn it."""
        self.ids = Snowflakes()
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.commands: list[Json] = []
        self.guild_commands: dict[int, list[Json]] = {}
        self.emojis: dict[int, Emoji] = {}
        self.requests = RequestLog(None if record else _KEPT_REQUESTS, _KEPT_BYTES)
        self.frames: deque[Frame] = deque(maxlen=None if record else _KEPT_REQUESTS)
        self.violations: list[Violation] = []
        self.flaws: list[str] = []
        """Answers of the stand-in itself that the specification does not allow."""
        self.pings: deque[Ping] = deque(maxlen=None if record else _KEPT_NOTES)
        self.dismissed_edits_fail = True
        """Whether an edit of a message that its reader dismissed is answered 10008."""
        self.listeners: list[Callable[[Event], None]] = []
        self.base_url = "http://127.0.0.1"
        self.interactions: Interactions
        self._people: dict[int, Person] = {}
        self.files: dict[int, Attachment] = {}
        """The attachments that are served, the oldest first."""
        self._file_bytes = 0
        self.bot = self._new_user("Atout", bot=True)
        self.guild = self._new_guild("Card club", locale)

    # -- people and places ------------------------------------------------------------------

    def _new_user(self, name: str, *, locale: str = "en-US", bot: bool = False) -> User:
        color = PALETTE[len(self.users) % len(PALETTE)]
        user = User(self.ids.new(), name, locale, color, bot)
        self.users[user.id] = user
        return user

    def add_user(self, name: str, locale: str = "en-US", *, guilds: bool = True) -> Person:
        """Bring a person to the world, a member of every server unless told otherwise."""
        if any(user.name == name for user in self.users.values()):
            raise ValueError(f"there is a {name} already")
        user = self._new_user(name, locale=locale)
        if guilds:
            for guild in self.guilds.values():
                self.add_member(guild, user)
        self.emit(UsersEvent())
        return self.person(user.id)

    def person(self, who: str | int) -> Person:
        """Find a person by name or id; KeyError when there is none."""
        from bot.stand_in.people import Person  # people act on the world

        for user in self.users.values():
            if user.id == who or user.name == who:
                if user.bot:
                    break
                return self._people.setdefault(user.id, Person(self, user))
        raise KeyError(f"no person {who!r} here")

    def _new_guild(self, name: str, locale: str) -> Guild:
        guild = Guild(self.ids.new(), name, locale, owner_id=0, created=time.time())
        guild.owner_id = self.ids.new()
        guild.roles[guild.id] = Role(guild.id, "@everyone", permissions.PEOPLE)
        guild.members[self.bot.id] = Member(self.bot, time.time())
        self.guilds[guild.id] = guild
        return guild

    def add_guild(
        self,
        name: str,
        *,
        locale: str = "en-US",
        channels: Iterable[str] = ("card-table",),
        with_bot: bool = True,
    ) -> Guild:
        """Found a server with all people in it, and invite the bot."""
        guild = self._new_guild(name, locale)
        for user in list(self.users.values()):
            if not user.bot:
                guild.members[user.id] = Member(user, time.time())
        if not with_bot:
            del guild.members[self.bot.id]
        for channel in channels:
            self.add_channel(channel, guild=guild)
        if with_bot:
            self.emit(GuildEvent("create", guild))
        return guild

    def add_channel(
        self,
        name: str,
        *,
        guild: Guild | None = None,
        type: ChannelType | int = ChannelType.TEXT,  # Discord's word for it
    ) -> Channel:
        """Open a channel in a server, in the first one unless told otherwise."""
        guild = guild or self.guild
        position = sum(not one.is_thread for one in guild.channels.values())
        channel = Channel(
            self.ids.new(),
            ChannelType(type),
            name,
            guild,
            position=position,
            created=time.time(),
        )
        self._place(channel)
        if any(one.name == name for one in guild.channels.values() if one is not channel):
            raise ValueError(f"there is a channel {name} already")
        self.emit(ChannelEvent("create", channel))
        return channel

    def _place(self, channel: Channel) -> None:
        self.channels[channel.id] = channel
        if channel.guild is not None:
            channel.guild.channels[channel.id] = channel

    def channel(self, which: str | int, guild: Guild | None = None) -> Channel:
        """Find a channel or thread by name or id; KeyError when there is none."""
        places = self.channels if guild is None else guild.channels
        for channel in places.values():
            if channel.id == which or channel.name == which:
                return channel
        raise KeyError(f"no channel {which!r} here")

    def message(self, message_id: int) -> Message:
        """Find a message that is still there; KeyError when it is not."""
        return self.messages[message_id]

    def direct(self, user: User) -> Channel:
        """Open the bot's conversation with a person, once."""
        for channel in self.channels.values():
            if channel.type is ChannelType.DM and user in channel.recipients:
                return channel
        channel = Channel(
            self.ids.new(),
            ChannelType.DM,
            user.name,
            recipients=[self.bot, user],
            created=time.time(),
        )
        self._place(channel)
        return channel

    def role(
        self, name: str, *people: Person | User, guild: Guild | None = None, **grants: bool
    ) -> Role:
        """Make or change a role: who holds it, what it grants."""
        guild = guild or self.guild
        role = next((one for one in guild.roles.values() if one.name == name), None)
        if role is None:
            role = Role(self.ids.new(), name, 0)
            guild.roles[role.id] = role
        for permission, granted in grants.items():
            bit = permissions.BITS[permission]
            role.permissions = role.permissions | bit if granted else role.permissions & ~bit
        for one in people:
            roles = guild.members[one.id].roles
            if role.id not in roles:
                roles.append(role.id)
        self.emit(RoleEvent(guild, role))
        return role

    # -- what happens to places ----------------------------------------------------------------

    def set_permissions(
        self, channel: Channel, who: Person | User | Role | None = None, **verdicts: bool | None
    ) -> None:
        """Allow, deny or leave open a channel's permissions to someone (None: to the bot)."""
        target = self.bot.id if who is None else who.id
        overwrite = channel.overwrites.setdefault(
            target, Overwrite(target, member=not isinstance(who, Role))
        )
        overwrite.set(verdicts)
        self.emit(ChannelEvent("update", channel))

    def slow_mode(self, channel: Channel, seconds: int) -> None:
        """Make people wait between two messages; bots need not."""
        channel.slow_mode = seconds
        self.emit(ChannelEvent("update", channel))

    def rename(self, channel: Channel, name: str) -> None:
        """Give a channel or thread another name."""
        channel.name = name
        self.emit(ChannelEvent("update", channel))

    def delete_channel(self, channel: Channel) -> None:
        """Delete a channel with its threads and messages, or a thread."""
        if channel.guild is not None:
            for thread in [one for one in channel.guild.channels.values() if one.parent is channel]:
                self._remove_channel(thread)
        self._remove_channel(channel)
        self.emit(ChannelEvent("delete", channel))

    def _remove_channel(self, channel: Channel) -> None:
        for message in list(channel.messages.values()):
            message.deleted = True
            self._forget(message)
        self.channels.pop(channel.id, None)
        if channel.guild is not None:
            channel.guild.channels.pop(channel.id, None)

    def open_thread(
        self,
        parent: Channel,
        name: str,
        owner: User,
        *,
        message: Message | None = None,
        type: ChannelType = ChannelType.PUBLIC_THREAD,  # Discord's word for it
        auto_archive: int = 4320,
        invitable: bool = True,
    ) -> Channel:
        """Open a thread; one from a message has the message's id."""
        now = time.time()
        thread = Channel(
            message.id if message else self.ids.new(),
            type,
            name,
            parent.guild,
            parent,
            owner_id=owner.id,
            created=now,
            auto_archive=auto_archive,
            invitable=invitable,
            thread_members={owner.id: now},
        )
        self._place(thread)
        if message is not None:
            message.thread = thread
        self.emit(ChannelEvent("create", thread))
        return thread

    def set_thread(
        self, thread: Channel, *, archived: bool | None = None, locked: bool | None = None
    ) -> None:
        """Archive, open, lock or unlock a thread."""
        if archived is not None and archived != thread.archived:
            thread.archived = archived
            thread.archived_at = time.time()
        if locked is not None:
            thread.locked = locked
        self.emit(ChannelEvent("update", thread))

    def archive(self, thread: Channel) -> None:
        """Archive a thread, as time or a moderator would."""
        self.set_thread(thread, archived=True)

    def unarchive(self, thread: Channel) -> None:
        """Open an archived thread again."""
        self.set_thread(thread, archived=False)

    def lock(self, thread: Channel) -> None:
        """Lock and archive a thread, as moderators do."""
        self.set_thread(thread, archived=True, locked=True)

    def remove_bot(self, guild: Guild) -> None:
        """Kick the bot out of a server."""
        guild.members.pop(self.bot.id, None)
        self.guild_commands.pop(guild.id, None)
        self.emit(GuildEvent("delete", guild))
        self.emit(CommandsEvent())

    def add_bot(self, guild: Guild) -> None:
        """Invite the bot into a server (again)."""
        guild.members[self.bot.id] = Member(self.bot, time.time())
        self.emit(GuildEvent("create", guild))
        self.emit(CommandsEvent())

    def unavailable(self, guild: Guild) -> None:
        """Let a server stumble: the bot is told, requests about it are answered 503."""
        guild.unavailable = True
        self.emit(GuildEvent("delete", guild, unavailable=True))

    def available(self, guild: Guild) -> None:
        """Let a server that stumbled stand up again."""
        guild.unavailable = False
        self.emit(GuildEvent("create", guild, unavailable=True))

    def add_member(self, guild: Guild, who: Person | User) -> None:
        """Let someone join a server; whoever is banned may not."""
        if who.id in guild.banned:
            raise ValueError(f"{who.name} is banned")
        member = Member(self.users[who.id], time.time())
        guild.members[who.id] = member
        self.emit(MemberEvent("create", guild, member))

    def remove_member(self, guild: Guild, who: Person | User) -> None:
        """Let someone leave a server."""
        member = guild.members.pop(who.id)
        self.emit(MemberEvent("delete", guild, member))

    def ban(self, guild: Guild, who: Person | User) -> None:
        """Ban someone from a server."""
        guild.banned.add(who.id)
        self.remove_member(guild, who)

    # -- messages -----------------------------------------------------------------------------

    def add_message(self, message: Message) -> None:
        """Put a new message into its channel; the least recently touched may be forgotten."""
        channel = message.channel
        channel.messages[message.id] = message
        self.messages[message.id] = message
        channel.sent += 1
        if not message.ephemeral:
            channel.last_message_id = message.id
        while len(channel.messages) > self.limits.message_memory:
            oldest = next(iter(channel.messages.values()))
            self._forget(oldest)
            oldest.embeds, oldest.components, oldest.attachments = [], [], []
            oldest.touch()
        self._ping(message)
        self.emit(MessageEvent("create", message))

    def change_message(self, message: Message) -> None:
        """Tell that a message changed."""
        message.touch()
        message.edits += 1
        if message.id in message.channel.messages:
            message.channel.messages.move_to_end(message.id)
        self.emit(MessageEvent("update", message))

    def delete_message(self, message: Message) -> None:
        """Take a message away, as its author or a moderator would."""
        message.deleted = True
        self._forget(message)
        self.emit(MessageEvent("delete", message))

    def make_old(self, message: Message, seconds: float) -> None:
        """Let a message be older than it is."""
        message.created -= seconds
        message.touch()

    def _forget(self, message: Message) -> None:
        message.channel.messages.pop(message.id, None)
        self.messages.pop(message.id, None)
        self.drop_files(message.attachments)

    def _ping(self, message: Message) -> None:
        if message.ephemeral:
            return
        for user in message.mentions:
            if not user.bot and user is not message.author:
                self.pings.append(Ping(user.id, message))
        guild = message.channel.guild
        if guild is None:
            return
        for member in guild.members.values():
            held = message.mention_everyone or set(member.roles) & set(message.mention_roles)
            if held and not member.user.bot and member.user not in message.mentions:
                self.pings.append(Ping(member.user.id, message))

    def keep_file(self, attachment: Attachment) -> None:
        """Keep a file to be served; the oldest are dropped when they take too much memory."""
        self.files[attachment.id] = attachment
        self._file_bytes += len(attachment.data)
        while self._file_bytes > _KEPT_BYTES:
            self.drop_files([next(iter(self.files.values()))])

    def drop_files(self, attachments: Iterable[Attachment]) -> None:
        """Stop serving files of a message that changed or went."""
        for attachment in attachments:
            if self.files.pop(attachment.id, None) is not None:
                self._file_bytes -= len(attachment.data)
                attachment.data = b""

    def new_attachment(
        self, channel: Channel, filename: str, data: bytes, content_type: str
    ) -> Attachment:
        """Make an attachment with an address that nobody can guess."""
        number, key = self.ids.new(), secrets.token_urlsafe(12)
        url = f"{self.base_url}/attachments/{channel.id}/{number}/{filename}?hm={key}"
        return Attachment(number, filename, data, content_type, url, key, size=len(data))

    # -- notes --------------------------------------------------------------------------------

    def emit(self, event: Event) -> None:
        """Tell everybody who listens."""
        for listener in tuple(self.listeners):
            listener(event)

    def note_violation(self, violation: Violation) -> None:
        """Keep a violation; the oldest of thousands are forgotten."""
        self.violations.append(violation)
        del self.violations[:-_KEPT_NOTES]

    def sent_bytes(self) -> Iterator[bytes]:
        """Give every byte that the bot sent and that is still kept."""
        return traffic.every_byte(self.requests, self.frames)

    def all_commands(self, guild: Guild | None) -> list[Json]:
        """List the bot's commands in a server, or in a direct conversation."""
        if guild is None:
            return self.commands
        if self.bot.id not in guild.members:
            return []
        return self.commands + self.guild_commands.get(guild.id, [])


def furnish(world: World, people: Iterable[tuple[str, str]]) -> None:
    """Lay out the first server: two channels, and people with their locales."""
    for name in ("card-table", "side-table"):
        world.add_channel(name)
    for name, locale in people:
        world.add_user(name, locale)
