"""Many tables at once: how quickly clicks are answered, and whether every board keeps up."""

from __future__ import annotations

import asyncio
import re
import tempfile
from collections.abc import Coroutine, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from bot.bench.cards import (
    AT_ONCE,
    Cost,
    Panel,
    bare_client,
    clicks,
    panel_of,
    served,
    table,
)
from bot.bench.people import Crowd, Player, keep_time, sit_down
from bot.bench.running import Measured, measured
from bot.games.registry import GAMES
from bot.stand_in import Limits, StandIn

AT_A_TIME: Final = 4
"""How many tables are opened at the same time: people do not all come in the same second."""

WARMING: Final = 60.0
"""Seconds of play before anything is measured: memory grows until everybody has played a while."""

BEHIND: Final = re.compile(r'atout_board_behind_seconds_bucket\{le="([^"]+)",who="(\w+)"\}')

USUAL: Final = {"card": 1.0, "trick": 2.5, "deal": 6.0, "claims": 20.0}


@dataclass(frozen=True, slots=True)
class Kept:
    """How a crowd was served: what was refused, and by how much boards were behind.

    ``memory`` holds the bytes at the beginning and at the end. ``late`` counts boards by who waited
    that were further behind than they may be.
    """

    cost: Cost
    refused: int
    peak: int
    memory: tuple[int, int]
    boards: int
    late: Mapping[str, int]


async def sit_all_down(seated: Sequence[Sequence[Player]], game: str, *, computers: bool) -> None:
    """Open all tables, a few at a time."""
    gate = asyncio.Semaphore(AT_A_TIME)

    async def one(players: Sequence[Player]) -> None:
        async with gate:
            await sit_down(list(players), game, computers=computers)

    await asyncio.gather(*(one(players) for players in seated))


async def at_rate(rate: int, seconds: float, port: int) -> tuple[Cost, Panel]:
    """Let so many clicks a second come in at tables of two, one a second at each.

    Boards carry pictures, as they do wherever the bot may attach files. The panel is for the bare
    client that is pressed as often.
    """
    async with served() as server:
        crowd = Crowd(server)
        seated = [table(server, crowd, number, 2) for number in range(rate)]
        with tempfile.TemporaryDirectory() as folder:
            own = {"thinkers": 1}
            async with measured(
                server, Path(folder), "bot", port, pace=AT_ONCE, settings=own
            ) as running:
                await sit_all_down(seated, "bura", computers=False)
                await server.settled(0.5, 120)
                cost = await clicks(crowd, running, _in_time(seated), seconds)
        return cost, panel_of([player for players in seated for player in players])


async def bare_at_rate(panel: Panel, rate: int, seconds: float) -> Cost:
    """Let so many clicks a second come in at a bare client, one a second in each channel."""
    return await bare_client(
        panel, rate, lambda players: _in_time([[player] for player in players]), seconds
    )


def _in_time(seated: Sequence[Sequence[Player]]) -> list[Coroutine[None, None, None]]:
    """Let one click a second come from each table, and those of all tables evenly."""
    return [keep_time(one, 1.0, number / len(seated)) for number, one in enumerate(seated)]


async def at_a_persons_pace(
    tables: int, people: int, game: str, seconds: float, pause: float, port: int, **settings: Any
) -> Kept:
    """Let people play a card every ``pause`` seconds at each table, within Discord's limits."""
    async with served(Limits()) as server:
        crowd = Crowd(server)
        people = min(people, GAMES[game].seats)
        seated = [table(server, crowd, number, people) for number in range(tables)]
        with tempfile.TemporaryDirectory() as folder:
            async with measured(
                server, Path(folder), "bot", port, pace=USUAL, settings=settings
            ) as running:
                await sit_all_down(seated, game, computers=people < GAMES[game].seats)
                return await _played(server, crowd, running, seated, seconds, pause)


async def _played(
    server: StandIn,
    crowd: Crowd,
    running: Measured,
    seated: Sequence[Sequence[Player]],
    seconds: float,
    pause: float,
) -> Kept:
    everybody = [player for players in seated for player in players]
    warming = [asyncio.create_task(player.play_on(pause)) for player in everybody]
    await asyncio.sleep(min(WARMING, seconds / 4))
    for task in warming:
        task.cancel()
    await asyncio.gather(*warming, return_exceptions=True)
    first, refused = await running.figures(), server.rest.limits.refused
    memory = running.memory
    cost = await clicks(crowd, running, [one.play_on(pause) for one in everybody], seconds)
    last = await running.figures()
    return Kept(
        cost=cost,
        refused=server.rest.limits.refused - refused,
        peak=server.rest.limits.peak,
        memory=(memory, running.memory),
        boards=int(sum(_behind(first, last, "+Inf").values())),
        late=_late(first, last),
    )


def _behind(first: Mapping[str, float], last: Mapping[str, float], within: str) -> dict[str, float]:
    """Return by who waited how many boards were behind by no more than so many seconds."""
    found: dict[str, float] = {}
    for name, figure in last.items():
        match = BEHIND.fullmatch(name)
        if match is not None and match[1] == within:
            found[match[2]] = figure - first.get(name, 0.0)
    return found


def _late(first: Mapping[str, float], last: Mapping[str, float]) -> dict[str, int]:
    """Return by who waited how many boards were behind by more than they may be."""
    everything = _behind(first, last, "+Inf")
    in_time = {who: _behind(first, last, "30.0").get(who, 0.0) for who in everything}
    in_time |= {
        who: figure
        for who, figure in _behind(first, last, "5.0").items()
        if who in ("asked", "person_waits")
    }
    return {who: int(everything[who] - in_time[who]) for who in everything}
