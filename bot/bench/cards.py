"""What a played card costs, against a bare client that answers a click with as large a message."""

from __future__ import annotations

import asyncio
import gc
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.bench.people import Crowd, Player, sit_down
from bot.bench.running import Measured, measured
from bot.games.registry import GAMES
from bot.stand_in import Limits, StandIn

AT_ONCE: Final = {
    "card": 0,
    "trick": 0,
    "alone": 0,
    "chance": 0,
    "first_deal": 0,
    "deal": 0,
    "cut": 30,
    "claims": 0,
    "retry": 0.1,
    "confirm": 0,
}
"""No pause for people to follow: only what the bot itself takes is measured."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What so many clicks took: seconds of the bot's process, and how each was answered.

    ``own`` holds the seconds of this process, which is the stand-in's and the people's.
    """

    clicks: int
    seconds: float
    cpu: float
    own: float
    acknowledged: Sequence[float]
    failed: Sequence[str]

    @property
    def each(self) -> float:
        """Return the milliseconds of a core for one click."""
        return self.cpu / max(1, self.clicks) * 1000

    @property
    def own_each(self) -> float:
        """Return the milliseconds of a core that this process took for one click."""
        return self.own / max(1, self.clicks) * 1000

    @property
    def rate(self) -> float:
        """Return how many clicks a second came in."""
        return self.clicks / self.seconds

    def within(self, share: float) -> float:
        """Return the milliseconds within which such a share of the clicks was answered."""
        told = sorted(self.acknowledged)
        return told[min(len(told) - 1, int(len(told) * share))] * 1000 if told else 0.0


@dataclass(frozen=True, slots=True)
class Panel:
    """What a panel is made of, to be copied by the bare client."""

    text: str
    labels: list[list[str]]


async def clicks(
    crowd: Crowd, running: Measured, play: Sequence[Coroutine[None, None, None]], seconds: float
) -> Cost:
    """Let people play for a while, and return what it took."""
    # No answer is to wait for the crowd's own process to look through what it keeps.
    gc.collect()
    gc.freeze()
    crowd.seen.acknowledged.clear()
    crowd.seen.failed.clear()
    before, own, begun = running.cpu, time.process_time(), time.monotonic()
    playing = [asyncio.create_task(one) for one in play]
    await asyncio.sleep(seconds)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)
    gc.unfreeze()
    seen = crowd.seen
    return Cost(
        clicks=len(seen.acknowledged),
        seconds=time.monotonic() - begun,
        cpu=running.cpu - before,
        own=time.process_time() - own,
        acknowledged=tuple(seen.acknowledged),
        failed=tuple(seen.failed),
    )


@asynccontextmanager
async def served(limits: Limits | None = None) -> AsyncIterator[StandIn]:
    """Run a stand-in with nobody in it; without its limits unless some are given."""
    server = StandIn(limits or Limits(enforce=False), people=[])
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


async def of_the_bot(
    game: str,
    tables: int,
    seconds: float,
    think: float,
    port: int,
    *,
    pictures: bool,
    **settings: Any,
) -> tuple[Cost, Panel]:
    """Play at some tables, and return what a card took, and what a panel looks like.

    Without ``pictures`` the bot may attach no files there, and boards are of words alone.
    """
    async with served() as server:
        crowd = Crowd(server)
        people = GAMES[game].seats
        seated = [table(server, crowd, number, people) for number in range(tables)]
        for players in seated:
            server.world.set_permissions(players[0].channel, attach_files=pictures)
        with tempfile.TemporaryDirectory() as folder:
            own = {"thinkers": 1, **settings}
            async with measured(
                server, Path(folder), "bot", port, pace=AT_ONCE, settings=own
            ) as running:
                for players in seated:
                    await sit_down(players, game)
                await server.settled(0.5, 60)
                everybody = [player for players in seated for player in players]
                cost = await clicks(
                    crowd, running, [one.play_on(think) for one in everybody], seconds
                )
        return cost, panel_of(everybody)


async def of_a_bare_client(panel: Panel, people: int, seconds: float, think: float) -> Cost:
    """Press the buttons of a bare client, and return what its answers took."""

    def play(players: Sequence[Player]) -> list[Coroutine[None, None, None]]:
        return [one.play_on(think) for one in players]

    return await bare_client(panel, people, play, seconds)


async def bare_client(
    panel: Panel,
    people: int,
    play: Callable[[Sequence[Player]], Sequence[Coroutine[None, None, None]]],
    seconds: float,
) -> Cost:
    """Let people press a bare client's buttons in a channel each, and return what it took."""
    async with served() as server:
        crowd = Crowd(server)
        players = [table(server, crowd, number, 1)[0] for number in range(people)]
        with tempfile.TemporaryDirectory() as folder:
            channels = [player.channel.id for player in players]
            async with measured(
                server,
                Path(folder),
                "bare",
                text=panel.text,
                labels=panel.labels,
                channels=channels,
            ) as running:
                await server.wait_for(lambda: all(one.channel.messages for one in players), 60)
                for player in players:
                    player.look(next(iter(player.channel.messages.values())))
                await server.settled(0.5, 60)
                return await clicks(crowd, running, play(players), seconds)


def table(server: StandIn, crowd: Crowd, number: int, people: int) -> list[Player]:
    channel = server.world.add_channel(f"table-{number}")
    names = [f"p{number}-{seat}" for seat in range(people)]
    return [crowd.player(server.world.add_user(name), channel) for name in names]


def panel_of(players: Sequence[Player]) -> Panel:
    """Return a panel of middling size."""
    seen = [player.panel for player in players if player.panel is not None]
    seen.sort(key=lambda message: len(message.parts))
    message = seen[len(seen) // 2]
    text = "\n".join(str(embed.get("description", "")) for embed in message.embeds)
    rows = [
        [str(part.get("label", ""))[:80] or "-" for part in row.get("components", ())]
        for row in message.components
    ]
    return Panel(text or "-", [row for row in rows if row])
