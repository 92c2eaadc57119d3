"""The people's side: the page, and the JSON and events that it lives on."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

from aiohttp import WSCloseCode, web

from bot.stand_in import sights
from bot.stand_in.errors import Refused
from bot.stand_in.events import (
    BotEvent,
    ChannelEvent,
    CommandsEvent,
    Event,
    GuildEvent,
    InteractionEvent,
    MemberEvent,
    MessageEvent,
    UsersEvent,
)
from bot.stand_in.model import Channel
from bot.stand_in.people import Person
from bot.stand_in.shapes import LOCALES, Json
from bot.stand_in.world import World

PAGE = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".json": "application/json",
    ".woff2": "font/woff2",
}
_FILE = re.compile(r"/page/((?:[\w-][\w.-]*/)*[\w-][\w.-]*)")
_ATTACHMENT = re.compile(r"/attachments/\d+/(\d+)/[^/]+")
_EMOJI = re.compile(r"/emojis/(\d+)\.png")
_QUEUED = 2_000


class Onlooker:
    """One page that looks on through one person's eyes."""

    def __init__(self, person: Person) -> None:
        self.person = person
        self.queue: asyncio.Queue[Json] = asyncio.Queue(_QUEUED)
        self.behind = False

    def show(self, event: Json) -> None:
        """Send an event; a page that does not keep up is cut off and will ask for all anew."""
        try:
            self.queue.put_nowait(event)
        except asyncio.QueueFull:
            self.behind = True


class PageApi:
    """Serve the page on the plain port."""

    def __init__(self, world: World, online: Callable[[], bool]) -> None:
        self._world = world
        self._online = online
        self.names: set[str] | None = None
        """The names by which this machine is to be called (None: any)."""
        self._onlookers: set[Onlooker] = set()
        self._sockets: set[web.WebSocketResponse] = set()
        self._acts: dict[str, Callable[[Person, Json], Json]] = {
            "command": self._command,
            "component": self._component,
            "modal": self._modal,
            "autocomplete": self._autocomplete,
            "dismiss": self._dismiss,
            "say": self._say,
        }
        world.listeners.append(self._hear)

    async def close(self) -> None:
        """Send every page away."""
        for socket in list(self._sockets):
            await socket.close(code=WSCloseCode.GOING_AWAY)

    # -- requests ------------------------------------------------------------------------------

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Answer the page."""
        try:
            self._demand_same_origin(request)
            if request.path == "/world/events":
                return await self._events(request)
            if request.method == "POST" and request.path.startswith("/world/"):
                return _json(await self._act(request))
            if request.method == "GET":
                return self._get(request)
        except Refused as refused:
            return _json({"error": str(refused)}, status=400)
        return _json({"error": "there is nothing here"}, status=404)

    def _demand_same_origin(self, request: web.Request) -> None:
        """Keep other sites' pages, open in the same browser, from looking and acting here.

        A site can point its own name at this machine, so the name is looked at too.
        """
        if self.names is not None and urlsplit(f"//{request.host}").hostname not in self.names:
            raise Refused("this place is called by another name")
        origin = request.headers.get("Origin")
        if origin is not None and urlsplit(origin).netloc != request.host:
            raise Refused("another site cannot act here")

    def _get(self, request: web.Request) -> web.StreamResponse:
        path = request.path
        if path == "/":
            return self._file("index.html")
        if path == "/world/state":
            person = self._person(request.query["user"]) if "user" in request.query else None
            return _json(sights.state(self._world, person, online=self._online()))
        if path == "/world/messages":
            person = self._person(request.query.get("user"))
            channel = self._channel(person, request.query.get("channel"))
            return _json(
                {"messages": [sights.message(one, person) for one in person.sees(channel)]}
            )
        if match := _FILE.fullmatch(path):
            return self._file(match[1])
        if match := _ATTACHMENT.fullmatch(path):
            file = self._world.files.get(int(match[1]))
            if file is not None and request.query.get("hm") == file.key:
                return web.Response(body=file.data, headers=_kind(file.content_type))
        if match := _EMOJI.fullmatch(path):
            emoji = self._world.emojis.get(int(match[1]))
            if emoji is not None:
                return web.Response(body=emoji.data, headers=_kind(emoji.content_type))
        return _json({"error": "there is nothing here"}, status=404)

    @staticmethod
    def _file(name: str) -> web.StreamResponse:
        path = PAGE / name
        kind = _TYPES.get(path.suffix)
        if kind is None or not path.is_file():
            return _json({"error": "there is nothing here"}, status=404)
        headers = _kind(kind) | {"Cache-Control": "no-cache"}
        return web.Response(body=path.read_bytes(), headers=headers)

    def _person(self, who: object) -> Person:
        try:
            return self._world.person(int(str(who)))
        except (ValueError, KeyError):
            raise Refused("there is nobody with this id") from None

    def _channel(self, person: Person, which: object) -> Channel:
        text = str(which)
        channel = self._world.channels.get(int(text)) if text.isdecimal() else None
        if channel is None or not person.sees_channel(channel):
            raise Refused("you cannot see this channel")
        return channel

    # -- what the person at the page does ----------------------------------------------------------

    async def _act(self, request: web.Request) -> Json:
        if request.content_type != "application/json":
            raise Refused("JSON is needed")
        try:
            body = json.loads(await request.read())
        except ValueError:
            raise Refused("JSON is needed") from None
        if not isinstance(body, dict):
            raise Refused("an object is needed")
        name = request.path.removeprefix("/world/")
        if name == "users":
            return self._newcomer(body)
        act = self._acts.get(name)
        if act is None:
            raise Refused("there is nothing of this name to do")
        return {"ok": True} | act(self._person(body.get("user")), body)

    def _newcomer(self, body: Json) -> Json:
        name, locale = str(body.get("name") or "").strip(), str(body.get("locale") or "en-US")
        if not 1 <= len(name) <= 32:
            raise Refused("a name has 1 to 32 characters")
        if locale not in LOCALES:
            raise Refused("Discord does not speak this language")
        try:
            person = self._world.add_user(name, locale)
        except ValueError as error:
            raise Refused(str(error)) from None
        return {"ok": True, "user": sights.user(person.user)}

    def _command(self, person: Person, body: Json) -> Json:
        channel = self._channel(person, body.get("channel"))
        person.start_command(channel, _path(body), _options(body), str(body.get("nonce", "")))
        return {}

    def _autocomplete(self, person: Person, body: Json) -> Json:
        channel = self._channel(person, body.get("channel"))
        options, focused = _options(body), str(body.get("focused", ""))
        options.setdefault(focused, "")
        nonce = str(body.get("nonce", ""))
        person.start_autocomplete(channel, _path(body), options, focused, nonce)
        return {}

    def _component(self, person: Person, body: Json) -> Json:
        text = str(body.get("message"))
        message = self._world.messages.get(int(text)) if text.isdecimal() else None
        if message is None:
            raise Refused("this message is gone")
        values = [str(value) for value in body.get("values") or ()]
        custom_id = str(body.get("custom_id"))
        person.start_component(message, custom_id, values, str(body.get("nonce", "")))
        return {}

    def _modal(self, person: Person, body: Json) -> Json:
        text = str(body.get("interaction_id"))
        opener = self._world.interactions.opened(int(text)) if text.isdecimal() else None
        modal = opener.modal if opener else None
        if modal is None or modal.custom_id != body.get("custom_id"):
            raise Refused("this form is not open")
        fields = body.get("fields")
        person.start_submit(
            modal, fields if isinstance(fields, dict) else {}, str(body.get("nonce", ""))
        )
        return {}

    def _dismiss(self, person: Person, body: Json) -> Json:
        text = str(body.get("message"))
        message = self._world.messages.get(int(text)) if text.isdecimal() else None
        if message is not None:
            person.dismiss(message)
        return {}

    def _say(self, person: Person, body: Json) -> Json:
        person.say(self._channel(person, body.get("channel")), str(body.get("text") or ""))
        return {}

    # -- events ------------------------------------------------------------------------------------

    async def _events(self, request: web.Request) -> web.StreamResponse:
        onlooker = Onlooker(self._person(request.query.get("user")))
        socket = web.WebSocketResponse(heartbeat=30)
        await socket.prepare(request)
        self._sockets.add(socket)
        self._onlookers.add(onlooker)
        pump = asyncio.create_task(self._pump(socket, onlooker))
        try:
            async for _ in socket:
                continue
        finally:
            self._onlookers.discard(onlooker)
            self._sockets.discard(socket)
            pump.cancel()
        return socket

    @staticmethod
    async def _pump(socket: web.WebSocketResponse, onlooker: Onlooker) -> None:
        while not onlooker.behind:
            event = await onlooker.queue.get()
            try:
                await socket.send_str(json.dumps(event, separators=(",", ":")))
            except (ConnectionError, RuntimeError):
                return  # the page went away
        await socket.close(code=WSCloseCode.TRY_AGAIN_LATER)

    def _hear(self, event: Event) -> None:
        for onlooker in self._onlookers:
            for told in self._tell(event, onlooker.person):
                onlooker.show(told)

    def _tell(self, event: Event, person: Person) -> list[Json]:
        if isinstance(event, MessageEvent):
            told = sights.message_event(event, person)
            return [told] if told else []
        if isinstance(event, InteractionEvent):
            one = event.interaction
            if one.user is not person.user or event.op == "opened":
                return []
            return sights.interaction_events(event)
        if isinstance(event, ChannelEvent | GuildEvent | MemberEvent):
            told = {"t": "channels", "channels": sights.channels(self._world, person)}
            commands = {"t": "commands", "commands": self._world.all_commands(self._world.guild)}
            return [told, commands] if isinstance(event, GuildEvent) else [told]
        if isinstance(event, CommandsEvent):
            return [{"t": "commands", "commands": self._world.all_commands(self._world.guild)}]
        if isinstance(event, BotEvent):
            return [{"t": "bot", "online": event.online}]
        if isinstance(event, UsersEvent):
            return [{"t": "users", "users": sights.users(self._world)}]
        return []


def _path(body: Json) -> list[str]:
    path = body.get("path")
    if not isinstance(path, list) or not path:
        raise Refused("a command is needed")
    return [str(step) for step in path]


def _options(body: Json) -> Json:
    options = body.get("options") or {}
    if not isinstance(options, dict):
        raise Refused("options are given by name")
    return {str(name): value for name, value in options.items()}


def _json(body: Json, status: int = 200) -> web.Response:
    return web.Response(
        body=json.dumps(body, separators=(",", ":")).encode(),
        status=status,
        headers={"Content-Type": "application/json", "Cache-Control": "no-store"},
    )


def _kind(content_type: str) -> dict[str, str]:
    return {"Content-Type": content_type, "X-Content-Type-Options": "nosniff"}
