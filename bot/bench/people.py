"""Scripted people: they look at their own panel, think for a while, and press what is offered."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from bot.stand_in import Channel, Interaction, Message, Person, StandIn
from bot.stand_in.events import Event, MessageEvent

OFFERED = ("do", "cut", "group")
"""The verbs of buttons that bring a match forward, the most forward first."""


@dataclass(slots=True)
class Seen:
    """What people have seen: seconds until each click was answered, and what went wrong."""

    acknowledged: list[float] = field(default_factory=list)
    failed: list[str] = field(default_factory=list)
    clicks: int = 0


class Player:
    """One person at one table."""

    def __init__(self, crowd: Crowd, person: Person, channel: Channel, seed: str) -> None:
        self.person = person
        self.channel = channel
        self.panel: Message | None = None
        self.changed = asyncio.Event()
        self.done = 0
        self.pressing = False
        self._looked: tuple[Message | None, int] = (None, 0)
        self._offers: list[dict[str, Any]] = []
        self._seen = crowd.seen
        self._chance = Random(seed)

    def look(self, message: Message) -> None:
        """See a private message appear or change."""
        self.panel = message
        self.changed.set()

    def lose(self, message: Message) -> None:
        """See a private message go."""
        if self.panel is message:
            self.panel = None

    @property
    def offers(self) -> list[dict[str, Any]]:
        """Return the controls of the panel that bring the match forward."""
        looked = self.panel, self.panel.edits if self.panel is not None else 0
        if looked != self._looked:
            self._looked, self._offers = looked, self._offered()
        return self._offers

    def _offered(self) -> list[dict[str, Any]]:
        if self.panel is None:
            return []
        found: dict[str, list[dict[str, Any]]] = {}
        for part in self.panel.parts:
            words = str(part.get("custom_id", "")).split(":")
            if len(words) > 3 and not part.get("disabled") and not words[2].startswith("d"):
                found.setdefault(words[3], []).append(part)
        if "choose" in found and "do" not in found:
            return found["choose"]
        return next((found[verb] for verb in OFFERED if verb in found), [])

    async def click(self) -> Interaction | None:
        """Press one of what is offered, and return how it was answered; None where nothing is."""
        offers = self.offers
        if not offers or self.panel is None:
            return None
        part = self._chance.choice(offers)
        values: list[str] = []
        if "options" in part:
            cards = [str(option["value"]) for option in part["options"]]
            values = self._chance.sample(cards, int(part.get("max_values") or 1))
        return await self.press(self.panel, str(part["custom_id"]), values)

    async def press(
        self, message: Message, custom_id: str, values: Iterable[str] = ()
    ) -> Interaction:
        """Press one thing, and take note of how it was answered."""
        self.changed.clear()
        self._seen.clicks += 1
        self.pressing = True
        try:
            one = self.person.start_component(message, custom_id, tuple(values))
            await one.answered.wait()
        finally:
            self.pressing = False
        if one.error is None and one.acknowledged_after is not None:
            self._seen.acknowledged.append(one.acknowledged_after)
            self.done += 1
        else:
            self._seen.failed.append(str(one.error))
        return one

    async def play_on(self, think: float = 0.0, until: float | None = None) -> None:
        """Press on for as long as there is something to press (or until a moment).

        Before each click goes about as long as ``think``: people do not press all at once.
        """
        while until is None or time.monotonic() < until:
            if not self.offers:
                self.changed.clear()
                await self.changed.wait()
                continue
            if think:
                await asyncio.sleep(think * self._chance.uniform(0.5, 1.5))
            await self.click()


async def keep_time(players: Sequence[Player], every: float, first: float) -> None:
    """Press once every so many seconds at a table, whoever may, beginning after ``first``.

    A bot that falls behind is pressed all the same: nobody waits for the answer to another.
    """
    loop = asyncio.get_running_loop()
    due = loop.time() + first
    pressing: set[asyncio.Task[object]] = set()
    try:
        while True:
            await asyncio.sleep(due - loop.time())
            due += every
            player = next((one for one in players if one.offers and not one.pressing), None)
            if player is not None:
                task: asyncio.Task[object] = asyncio.create_task(player.click())
                pressing.add(task)
                task.add_done_callback(pressing.discard)
    finally:
        for task in pressing:
            task.cancel()


class Crowd:
    """Everybody who plays at a stand-in."""

    def __init__(self, server: StandIn) -> None:
        self.server = server
        self.seen = Seen()
        self._players: dict[int, Player] = {}
        server.world.listeners.append(self._hear)

    def player(self, person: Person, channel: Channel, seed: str = "") -> Player:
        """Let a person play in a channel."""
        player = Player(self, person, channel, seed or person.name)
        self._players[person.id] = player
        return player

    def _hear(self, event: Event) -> None:
        if not isinstance(event, MessageEvent) or event.message.owner is None:
            return
        player = self._players.get(event.message.owner.id)
        if player is None:
            return
        if event.op == "delete":
            player.lose(event.message)
        else:
            player.look(event.message)


def board(channel: Channel) -> Message:
    """Return the newest board of a channel (no summary is one); raise LookupError."""
    for message in reversed(channel.messages.values()):
        verbs = {str(part.get("custom_id", ":::")).split(":")[3] for part in message.parts}
        if not message.ephemeral and not message.deleted and verbs - {"", "why"}:
            return message
    raise LookupError(channel.name)


def button(message: Message, verb: str, *args: str) -> str:
    """Return the custom_id of a message's button with a verb; raise LookupError."""
    for part in message.parts:
        identity = str(part.get("custom_id", ""))
        words = identity.split(":")
        if words[3:4] == [verb] and (not args or tuple(words[4:]) == args):
            return identity
    raise LookupError(verb)


async def offered(
    channel: Channel, verb: str, *args: str, seconds: float = 30.0
) -> tuple[Message, str]:
    """Wait until the board offers something, and return the board and the button's custom_id."""
    async with asyncio.timeout(seconds):
        while True:
            try:
                return (found := board(channel)), button(found, verb, *args)
            except LookupError:
                # Whoever looks at a screen looks again: nothing tells that it has changed.
                await asyncio.sleep(0.05)


async def sit_down(players: list[Player], game: str, *, computers: bool = False) -> None:
    """Open a table in the players' channel, seat them all, and start the match."""
    host = players[0]
    opened = await host.person.command(
        host.channel, "atout play", game=game, computers=computers and len(players) == 1
    )
    if opened.error is not None:
        raise RuntimeError(opened.error)
    if computers and len(players) == 1:
        return
    for number, player in enumerate(players[1:], 1):
        await player.press(*await offered(host.channel, "sit", str(number)))
    await host.press(*await offered(host.channel, "start"))
