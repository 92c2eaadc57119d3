"""The gateway: greet the bot, tell it what happens, keep and resume its sessions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import orjson
from aiohttp import WSMsgType, web

from bot.stand_in.events import (
    BotEvent,
    ChannelEvent,
    Event,
    GuildEvent,
    MemberEvent,
    MessageEvent,
    RoleEvent,
)
from bot.stand_in.model import Guild, Message
from bot.stand_in.payloads import (
    channel_json,
    guild_create_json,
    guild_json,
    member_json,
    message_json,
    role_json,
    thread_member_json,
    user_json,
)
from bot.stand_in.sessions import Close, Connection, Intent, Op, Session
from bot.stand_in.shapes import Json
from bot.stand_in.traffic import Frame
from bot.stand_in.world import World

_AS_THROUGH_A_NETWORK = 0.02
"""Seconds that the answer to a heartbeat takes."""

_ALL_INTENTS = (1 << 26) - 1


class Gateway:
    """Hold the bot's sessions; privileged intents are refused unless `privileged` has them."""

    def __init__(self, world: World, token: str) -> None:
        self.world = world
        self.token = token
        self.privileged = Intent(0)
        self.identifies = 0
        self.shut = False
        """Whether no connection is taken, as if nobody listened."""
        self.slamming = False
        """Whether each connection is taken and closed at once."""
        self.turned_away = 0
        """How many connections were cut before a word was said."""
        self.sessions: dict[str, Session] = {}
        self.tapped: list[Callable[[str, Json], None]] = []
        """Called with each event that goes to the bot, for tests."""
        self._connections: set[Connection] = set()
        world.listeners.append(self._hear)

    @property
    def online(self) -> bool:
        """Tell whether a connected session is there."""
        return any(session.connection for session in self.sessions.values())

    # -- to the bot -------------------------------------------------------------------------

    def deliver(self, payload: Json, guild: Guild | None) -> bool:
        """Send an interaction to one session; False when none could ever receive it."""
        self._bury()
        found = [session for session in self.sessions.values() if session.covers(guild)]
        if not found:
            return False
        newest = next((one for one in reversed(found) if one.connection), found[-1])
        self._send(newest, "INTERACTION_CREATE", payload)
        return True

    def _send(self, session: Session, event: str, data: Json) -> None:
        for tap in self.tapped:
            tap(event, data)
        session.dispatch(event, data)

    def _tell(self, guild: Guild | None, event: str, data: Json, intent: Intent) -> None:
        for session in self.sessions.values():
            if session.intents & intent and session.covers(guild):
                self._send(session, event, data)

    def _hear(self, event: Event) -> None:
        if isinstance(event, MessageEvent):
            self._hear_message(event)
        elif isinstance(event, ChannelEvent):
            self._hear_channel(event)
        elif isinstance(event, GuildEvent):
            self._hear_guild(event)
        elif isinstance(event, MemberEvent):
            self._hear_member(event)
        elif isinstance(event, RoleEvent) and self._knows(event.guild):
            data = {"guild_id": str(event.guild.id), "role": role_json(event.role)}
            self._tell(event.guild, "GUILD_ROLE_UPDATE", data, Intent.GUILDS)

    def _knows(self, guild: Guild | None) -> bool:
        return guild is not None and self.world.bot.id in guild.members and not guild.unavailable

    def _hear_message(self, event: MessageEvent) -> None:
        message, guild = event.message, event.message.channel.guild
        intent = Intent.GUILD_MESSAGES if guild else Intent.DIRECT_MESSAGES
        if message.ephemeral or not any(one.intents & intent for one in self.sessions.values()):
            return
        if guild is not None and not self._knows(guild):
            return
        if event.op == "delete":
            data: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        else:
            data = self._seen(message)
        if guild is not None:
            data["guild_id"] = str(guild.id)
        self._tell(guild, f"MESSAGE_{event.op.upper()}", data, intent)

    def _seen(self, message: Message) -> Json:
        """Write a message for the bot; its content only when it may read it."""
        data = dict(message_json(message))
        guild, bot = message.channel.guild, self.world.bot
        mine = message.author is bot or bot in message.mentions
        if guild is not None and not mine and not self.privileged & Intent.MESSAGE_CONTENT:
            data |= {"content": "", "embeds": [], "attachments": [], "components": []}
        if guild is not None and message.author.id in guild.members:
            data["member"] = member_json(guild.members[message.author.id], with_user=False)
        return data

    def _hear_channel(self, event: ChannelEvent) -> None:
        channel = event.channel
        if not self._knows(channel.guild):
            return
        kind = "THREAD" if channel.is_thread else "CHANNEL"
        data = channel_json(channel)
        if channel.is_thread and event.op == "create":
            data["newly_created"] = True
            if self.world.bot.id in channel.thread_members:
                data["member"] = thread_member_json(channel, self.world.bot.id)
        if channel.is_thread and event.op == "delete":
            data = {key: data[key] for key in ("id", "guild_id", "parent_id", "type")}
        self._tell(channel.guild, f"{kind}_{event.op.upper()}", data, Intent.GUILDS)

    def _hear_guild(self, event: GuildEvent) -> None:
        guild = event.guild
        for session in self.sessions.values():
            if not (session.intents & Intent.GUILDS and session.covers(guild)):
                continue
            if event.op == "delete":
                data: Json = {"id": str(guild.id)}
                if event.unavailable:
                    data["unavailable"] = True
                self._send(session, "GUILD_DELETE", data)
            elif event.op == "create":
                self._announce(session, guild, joined=not event.unavailable)
            else:
                self._send(session, "GUILD_UPDATE", guild_json(guild))

    def _hear_member(self, event: MemberEvent) -> None:
        if not self._knows(event.guild):
            return
        data: Json = {"guild_id": str(event.guild.id)}
        if event.op == "delete":
            data["user"] = user_json(event.member.user)
            name = "GUILD_MEMBER_REMOVE"
        else:
            data |= member_json(event.member)
            name = "GUILD_MEMBER_ADD" if event.op == "create" else "GUILD_MEMBER_UPDATE"
        self._tell(event.guild, name, data, Intent.GUILD_MEMBERS)

    def _announce(self, session: Session, guild: Guild, *, joined: bool) -> None:
        everyone = bool(session.intents & Intent.GUILD_MEMBERS)
        data = guild_create_json(guild, self.world.bot, all_members=everyone)
        if joined:
            del data["unavailable"]
        self._send(session, "GUILD_CREATE", data)

    # -- troubles ----------------------------------------------------------------------------

    def drop(self, code: int | None) -> int:
        """Close every connection with a code, or cut it (None)."""
        connections = list(self._connections)
        for connection in connections:
            connection.close(code)
        return len(connections)

    def reconnect(self) -> int:
        """Ask every connection to reconnect."""
        for connection in self._connections:
            connection.send({"op": Op.RECONNECT, "d": None})
        return len(self._connections)

    def invalidate(self, resumable: bool) -> int:
        """Declare the sessions invalid; those not resumable are forgotten."""
        for connection in self._connections:
            connection.send({"op": Op.INVALID_SESSION, "d": resumable})
            if not resumable and connection.session is not None:
                self.sessions.pop(connection.session.id, None)
        return len(self._connections)

    def _bury(self) -> None:
        """Forget sessions that were lost too long ago to be resumed."""
        now = time.monotonic()
        for session in list(self.sessions.values()):
            lost = session.connection is None and session.lost_at
            if lost and now - session.lost_at > self.world.limits.resume_window:
                del self.sessions[session.id]

    # -- from the bot --------------------------------------------------------------------------

    async def handle(self, request: web.BaseRequest) -> web.WebSocketResponse:
        """Serve one connection from its greeting to its end."""
        # Frames are compressed as a stream, as the bot asks, and not by the socket once more.
        socket = web.WebSocketResponse(timeout=1.0, autoclose=False, max_msg_size=0, compress=False)
        await socket.prepare(request)
        if self.slamming:
            self.turned_away += 1
            await socket.close(code=Close.UNKNOWN_ERROR)
            return socket
        connection = Connection(socket, request.transport, request.query.get("compress", ""))
        self._connections.add(connection)
        interval = self.world.limits.heartbeat_interval
        connection.send({"op": Op.HELLO, "d": {"heartbeat_interval": int(interval * 1000)}})
        watch = asyncio.create_task(
            self._watch(connection, interval * self.world.limits.heartbeats_missed)
        )
        version = request.query.get("v", "10")
        if version not in ("9", "10"):
            connection.close(Close.INVALID_API_VERSION)
        code: int | None = None
        try:
            code = await self._listen(connection)
        finally:
            self._connections.discard(connection)
            watch.cancel()
            self._part(connection, code)
        await connection.closed()
        return socket

    async def _listen(self, connection: Connection) -> int | None:
        """Take frames until the end; give the code with which the bot closed, if it did."""
        socket = connection.socket
        while True:
            frame = await socket.receive()
            if frame.type is WSMsgType.TEXT:
                self._frame(connection, frame.data)
            elif frame.type is WSMsgType.CLOSE:
                await socket.close()
                return int(frame.data)
            elif frame.type is WSMsgType.BINARY:
                connection.close(Close.DECODE_ERROR)
            else:
                return None

    async def _watch(self, connection: Connection, patience: float) -> None:
        while True:
            left = connection.heard + patience - time.monotonic()
            if left <= 0:
                connection.close(Close.SESSION_TIMED_OUT)
                return
            await asyncio.sleep(left)

    def _part(self, connection: Connection, code: int | None) -> None:
        session = connection.session
        if session is None or session.connection is not connection:
            return
        session.connection = None
        session.lost_at = time.monotonic()
        ended = (
            code in (1000, 1001)
            if connection.closing is None
            else (connection.closing in (Close.INVALID_SEQ, Close.SESSION_TIMED_OUT))
        )
        if ended:
            self.sessions.pop(session.id, None)
        if not self.online:
            self.world.emit(BotEvent(online=False))

    def _frame(self, connection: Connection, text: str) -> None:
        now = time.monotonic()
        connection.frames.append(now)
        while connection.frames[0] < now - 60:
            connection.frames.popleft()
        if len(connection.frames) > self.world.limits.frames_per_minute:
            connection.close(Close.RATE_LIMITED)
            return
        try:
            frame = orjson.loads(text)
            op, data = frame["op"], frame.get("d")
        except (ValueError, KeyError, TypeError, AttributeError):
            connection.close(Close.DECODE_ERROR)
            return
        self.world.frames.append(Frame(time.time(), text.encode(), frame))
        if op == Op.HEARTBEAT:
            connection.heard = now
            # discord.py notes when it has sent one after it is sent: an answer within the same
            # moment would be measured from the beat before, as "41.3s behind".
            asyncio.get_running_loop().call_later(
                _AS_THROUGH_A_NETWORK, connection.send, {"op": Op.HEARTBEAT_ACK}
            )
        elif op == Op.IDENTIFY:
            self._identify(connection, data)
        elif op == Op.RESUME:
            self._resume(connection, data)
        elif op not in (Op.PRESENCE, Op.VOICE_STATE, Op.REQUEST_MEMBERS):
            connection.close(Close.UNKNOWN_OPCODE)
        elif connection.session is None:
            connection.close(Close.NOT_AUTHENTICATED)
        elif op == Op.REQUEST_MEMBERS:
            self._members(connection.session, data)

    def _identify(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            connection.close(Close.ALREADY_AUTHENTICATED)
            return
        if not isinstance(data, dict) or not isinstance(data.get("properties"), dict):
            connection.close(Close.DECODE_ERROR)
            return
        if data.get("token") != self.token:
            connection.close(Close.AUTHENTICATION_FAILED)
            return
        number, count = data.get("shard") or (0, 1)
        if not 0 <= number < count:
            connection.close(Close.INVALID_SHARD)
            return
        intents = data.get("intents")
        if not isinstance(intents, int) or intents & ~_ALL_INTENTS:
            connection.close(Close.INVALID_INTENTS)
            return
        restricted = Intent.GUILD_MEMBERS | Intent.GUILD_PRESENCES | Intent.MESSAGE_CONTENT
        if Intent(intents) & restricted & ~self.privileged:
            connection.close(Close.DISALLOWED_INTENTS)
            return
        self._begin(connection, Session((number, count), intents))

    def _begin(self, connection: Connection, session: Session) -> None:
        self._bury()
        self.identifies += 1
        was_online = self.online
        self.sessions[session.id] = session
        session.connection = connection
        connection.session = session
        bot = self.world.bot
        guilds = [
            guild
            for guild in self.world.guilds.values()
            if bot.id in guild.members and session.covers(guild)
        ]
        ready: Json = {
            "v": 10,
            "user": user_json(bot) | {"verified": True, "mfa_enabled": True, "email": None},
            "guilds": [{"id": str(guild.id), "unavailable": True} for guild in guilds],
            "private_channels": [],
            "session_id": session.id,
            "session_type": "normal",
            "resume_gateway_url": "wss://gateway.discord.gg",
            "shard": list(session.shard),
            "application": {"id": str(bot.id), "flags": 0},
        }
        self._send(session, "READY", ready)
        if session.intents & Intent.GUILDS:
            for guild in guilds:
                if not guild.unavailable:
                    self._announce(session, guild, joined=False)
        if not was_online:
            self.world.emit(BotEvent(online=True))

    def _resume(self, connection: Connection, data: Json) -> None:
        if connection.session is not None:
            connection.close(Close.ALREADY_AUTHENTICATED)
            return
        if not isinstance(data, dict) or data.get("token") != self.token:
            connection.close(Close.AUTHENTICATION_FAILED)
            return
        self._bury()
        session = self.sessions.get(str(data.get("session_id")))
        if session is None:
            connection.send({"op": Op.INVALID_SESSION, "d": False})
            return
        if session.connection is not None:
            session.connection.close(Close.UNKNOWN_ERROR)
        was_online = self.online
        session.connection = connection
        connection.session = session
        if not session.replay(int(data.get("seq") or 0)):
            session.connection = connection.session = None
            connection.close(Close.INVALID_SEQ)
            return
        self._send(session, "RESUMED", {})
        if not was_online:
            self.world.emit(BotEvent(online=True))

    def _members(self, session: Session, data: Json) -> None:
        guild = self.world.guilds.get(int(data["guild_id"]))
        if guild is None or not self._knows(guild):
            return
        wanted = data.get("user_ids") or []
        wanted = {int(one) for one in (wanted if isinstance(wanted, list) else [wanted])}
        start = data.get("query")
        found = [
            member
            for member in guild.members.values()
            if member.user.id in wanted
            or (start is not None and member.user.name.casefold().startswith(start.casefold()))
        ]
        missing = wanted - {member.user.id for member in found}
        chunk: Json = {
            "guild_id": str(guild.id),
            "members": [member_json(member) for member in found],
            "chunk_index": 0,
            "chunk_count": 1,
            "not_found": [str(one) for one in missing],
        }
        if data.get("nonce"):
            chunk["nonce"] = data["nonce"]
        self._send(session, "GUILD_MEMBERS_CHUNK", chunk)
