"""The HTTP face of the stand-in with nobody behind it: a test plays the bot itself.

So a test can hold an answer back, or let the line drop, at the very moment it is about.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from aiohttp import WSMsgType, web

PAGE = Path(__file__).parents[2] / "bot" / "stand_in" / "page"
BOT = "900000000000000000"
CARD_TABLE = "700000000000000000"
SIDE_TABLE = "700000000000000001"
NAMES = {"Ann": "en-US", "Bo": "en-US", "Cy": "fr", "Di": "fr"}

Json = dict[str, Any]
Post = tuple[str, Json]


class FakeWorld:
    """One guild, two channels, four people; messages that the test puts there."""

    def __init__(self, commands: list[Json] | None = None) -> None:
        self.users: list[Json] = [
            {"id": str(100 + n), "name": name, "color": 0x3BA55D + 0x202040 * n, "locale": locale}
            for n, (name, locale) in enumerate(NAMES.items())
        ]
        self.channels: list[Json] = [
            _channel(CARD_TABLE, "card-table"),
            _channel(SIDE_TABLE, "side-table"),
        ]
        self.commands: list[Json] = commands or []
        self.online = True
        self.messages: dict[str, list[tuple[Json, str | None]]] = {}
        self.posts: list[Post] = []
        self.pictures: dict[str, bytes] = {}
        self.refusals: dict[str, str] = {}
        self.url = ""
        self._sockets: dict[web.WebSocketResponse, str] = {}
        self._changed = asyncio.Condition()
        self._last = 10**18
        self._runner: web.AppRunner | None = None
        self._port = 0

    def id_of(self, name: str) -> str:
        return next(str(user["id"]) for user in self.users if user["name"] == name)

    def page(self, name: str, channel: str = CARD_TABLE) -> str:
        return f"{self.url}/?user={self.id_of(name)}&channel={channel}"

    async def start(self) -> None:
        app = web.Application()
        app.add_routes(
            [
                web.get("/", self._index),
                web.static("/page", PAGE),
                web.get("/world/state", self._state),
                web.get("/world/messages", self._messages),
                web.get("/world/events", self._events),
                web.post("/world/{act}", self._post),
                web.get("/files/{name}", self._picture),
                web.get("/emojis/{name}", self._picture),
            ]
        )
        self._runner = web.AppRunner(app, shutdown_timeout=0.1)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        self._port = self._runner.addresses[0][1]
        self.url = f"http://127.0.0.1:{self._port}"

    async def stop(self) -> None:
        """Go away; `start` comes back at the same address."""
        for socket in list(self._sockets):
            await socket.close()
        assert self._runner is not None
        await self._runner.cleanup()

    # --- what the test does as the bot ---------------------------------------------------------

    async def message(
        self,
        content: str = "",
        *,
        author: str | None = None,
        channel: str = CARD_TABLE,
        only: str | None = None,
        pings: tuple[str, ...] = (),
        at: datetime | None = None,
        **more: object,
    ) -> str:
        """Post a message, ephemeral for the person `only`; answer its id."""
        self._last += 1 << 22
        new: Json = {
            "id": str(self._last),
            "type": 0,
            "channel_id": channel,
            "content": content,
            "author": self._author(author),
            "timestamp": (at or datetime.now(UTC)).isoformat(),
            "edited_timestamp": None,
            "flags": 64 if only else 0,
            "embeds": [],
            "components": [],
            "attachments": [],
            "mentions": [{"id": self.id_of(name), "username": name} for name in pings],
            "ephemeral": only is not None,
            "thinking": False,
            **more,
        }
        self.messages.setdefault(channel, []).append((new, self.id_of(only) if only else None))
        await self._tell_message("create", channel, new, only)
        return str(new["id"])

    async def edit(self, message: str, **changes: object) -> None:
        channel, held, only = self._find(message)
        held.update({"edited_timestamp": datetime.now(UTC).isoformat(), **changes})
        await self._tell_message("update", channel, held, only)

    async def delete(self, message: str) -> None:
        channel, held, only = self._find(message)
        self.messages[channel] = [one for one in self.messages[channel] if one[0] is not held]
        await self._tell_message("delete", channel, {"id": message, "mentions": []}, only)

    async def answer(self, post: Json, op: str = "acknowledged", **more: str) -> None:
        await self.tell(
            {"t": "interaction", "nonce": post["nonce"], "op": op, **more}, post["user"]
        )

    async def tell(self, event: Json, user: str | None = None) -> None:
        """Push an event to one person, or to everybody."""
        for socket, looker in list(self._sockets.items()):
            if user is None or looker == user:
                await socket.send_json(event)

    async def posted(self, act: str, count: int = 1) -> Json:
        """Wait for the page's `count`-th POST of this kind; answer its body."""

        def arrived() -> list[Json]:
            return [body for kind, body in self.posts if kind == act]

        async with self._changed:
            await self._changed.wait_for(lambda: len(arrived()) >= count)
        return arrived()[count - 1]

    async def watched(self, test: Callable[[], bool]) -> None:
        """Wait until people come to the page, or leave it, so that `test` holds."""
        async with self._changed:
            await self._changed.wait_for(test)

    def lookers(self) -> list[str]:
        return list(self._sockets.values())

    async def drop(self) -> None:
        """Cut every line; the pages come back by themselves."""
        for socket in list(self._sockets):
            await socket.close(code=1001)

    # --- HTTP ------------------------------------------------------------------------------------

    async def _index(self, _: web.Request) -> web.StreamResponse:
        return web.FileResponse(PAGE / "index.html")

    async def _picture(self, request: web.Request) -> web.Response:
        data = self.pictures.get(request.match_info["name"])
        if data is None:
            raise web.HTTPNotFound
        return web.Response(body=data, content_type="image/png")

    async def _state(self, request: web.Request) -> web.Response:
        if not self._knows(request):
            return web.json_response({"error": "Nobody has this id."}, status=400)
        return web.json_response(
            {
                "guild": {"id": "1", "name": "Card club", "locale": "en-US"},
                "bot": {"id": BOT, "name": "Atout", "online": self.online},
                "me": request.query.get("user"),
                "users": self.users,
                "channels": self.channels,
                "commands": self.commands,
            }
        )

    async def _messages(self, request: web.Request) -> web.Response:
        user = request.query["user"]
        held = self.messages.get(request.query["channel"], [])
        seen = [_seen(message, user) for message, only in held if only in (None, user)]
        return web.json_response({"messages": seen})

    def _knows(self, request: web.Request) -> bool:
        user = request.query.get("user")
        return user is None or any(one["id"] == user for one in self.users)

    async def _events(self, request: web.Request) -> web.StreamResponse:
        if not self._knows(request):
            return web.json_response({"error": "Nobody has this id."}, status=400)
        socket = web.WebSocketResponse()
        await socket.prepare(request)
        await self._note(lambda: self._sockets.update({socket: request.query["user"]}))
        async for frame in socket:
            if frame.type is WSMsgType.ERROR:
                break
        await self._note(lambda: self._sockets.pop(socket))
        return socket

    async def _post(self, request: web.Request) -> web.Response:
        act = request.match_info["act"]
        body: Json = await request.json()
        if act in self.refusals:
            return web.json_response({"error": self.refusals[act]}, status=400)
        if act == "users":
            self.users.append(
                {"id": str(100 + len(self.users)), "color": 0x9B59B6, **_only(body)},
            )
        elif act == "dismiss":
            channel = self._find(body["message"])[0]
            self.messages[channel] = [
                one for one in self.messages[channel] if one[0]["id"] != body["message"]
            ]
        await self._note(lambda: self.posts.append((act, body)))
        return web.json_response({"ok": True})

    async def _note(self, change: Callable[[], object]) -> None:
        async with self._changed:
            change()
            self._changed.notify_all()

    # --- inside ----------------------------------------------------------------------------------

    def _author(self, name: str | None) -> Json:
        if name is None:
            return {"id": BOT, "username": "Atout", "bot": True}
        return {"id": self.id_of(name), "username": name, "bot": False}

    def _find(self, message: str) -> tuple[str, Json, str | None]:
        for channel, held in self.messages.items():
            for one, only in held:
                if one["id"] == message:
                    return channel, one, only
        raise LookupError(message)

    async def _tell_message(self, op: str, channel: str, message: Json, only: str | None) -> None:
        person = self.id_of(only) if only in NAMES else only
        for socket, user in list(self._sockets.items()):
            if person in (None, user):
                event = {"t": "message", "op": op, "channel_id": channel}
                await socket.send_json({**event, "message": _seen(message, user)})


def _seen(message: Mapping[str, Any], user: str) -> Json:
    return {**message, "mentions_me": any(one["id"] == user for one in message["mentions"])}


def _only(body: Json) -> Json:
    return {"name": body["name"], "locale": body["locale"]}


def _channel(number: str, name: str, kind: int = 0, parent: str | None = None) -> Json:
    base = {"archived": False, "locked": False}
    return {"id": number, "name": name, "type": kind, "parent_id": parent, **base}
