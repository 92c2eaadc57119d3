"""What the machine of ``test_anything`` works with: a channel's table, and its restarts."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from random import Random
from types import MappingProxyType
from typing import Final, TypeVar

from bot.games.cards import Card
from bot.render.board import board
from bot.render.custom_ids import parse
from bot.render.lobby import lobby as lobby_screen
from bot.render.panel import panel
from bot.render.screen import Menu, Screen
from bot.tables import agreement, deadlines, lobby, moves, votes
from bot.tables.entries import Entry
from bot.tables.moves import Person
from bot.tables.read import Moment, TableRead
from bot.tables.service import Tables
from bot.tables.stirring import due
from bot.tables.table import Table
from storage.database import Database
from tests.seen_cards import cards_in
from tests.tables.clocked import Clocked
from tests.tables.room import Room, Stumbling, any_action

T = TypeVar("T")

Move = Callable[[Table], list[Entry]]

WISHES: Final[Mapping[str, Callable[[Person, int, Random], Move]]] = MappingProxyType(
    {
        "sit": lambda who, seat, _: lambda now: moves.sit(now, who, seat),
        "stand": lambda who, *_: lambda now: moves.stand(now, who),
        "leave": lambda who, *_: lambda now: moves.leave(now, who),
        "be minded": lambda who, *_: lambda now: moves.mind_me(now, who),
        "come back": lambda who, *_: lambda now: moves.come_back(now, who),
        "look": lambda who, *_: lambda now: deadlines.here(now, who),
        "stand in": lambda who, seat, _: lambda now: deadlines.stand_in(now, who, seat),
        "add computer": lambda who, seat, _: (
            lambda now: moves.add_computer(now, who, "easy", seat or None)
        ),
        "remove computer": lambda who, seat, _: lambda now: moves.remove_computer(now, who, seat),
        "start": lambda who, _, chance: lambda now: moves.start(now, who, "easy", chance),
        "end": lambda who, *_: lambda now: votes.end(now, who),
        "send away": lambda who, seat, _: lambda now: votes.remove(now, who, seat),
        "ask to swap": lambda who, seat, _: lambda now: agreement.ask_swap(now, who, seat),
        "agree to swap": lambda who, *_: lambda now: agreement.agree_swap(now, who),
        "refuse to swap": lambda who, *_: lambda now: agreement.refuse_swap(now, who),
        "agree": lambda who, *_: lambda now: agreement.agree(now, who),
        "play on": lambda who, *_: lambda now: agreement.play_on(now, who),
        "decline": lambda who, *_: lambda now: lobby.decline(now, who),
        "free a seat": lambda who, seat, _: lambda now: lobby.free_seat(now, who, seat),
        "hand over": lambda who, seat, _: lambda now: lobby.hand_over(now, who, seat),
        "resume": lambda who, *_: lambda now: lobby.resume(now, who),
        "clock": lambda who, seat, _: (
            lambda now: lobby.change_settings(now, who, clock=lobby.CLOCKS[seat % 3])
        ),
    }
)
"""What people may wish for at a table, by name: of a person, a seat and chance a move."""


class Channel:
    """A channel with real storage, a clock turned by hand, and a loop of its own."""

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self._runner = asyncio.Runner()
        self._chance = Random(7)
        self.table = 0
        self.clocked: Clocked
        self._database: Database
        self.run(self._connect())

    def run(self, work: Awaitable[T]) -> T:
        """Wait for something on the channel's own loop."""
        found: list[T] = []

        async def waited() -> None:
            # Returned, it would be written out whole each time, when signals are put back.
            found.append(await work)

        self._runner.run(waited())
        return found[0]

    @property
    def tables(self) -> Tables:
        """Return the tables as they are since the last start."""
        return self.clocked.tables

    @property
    def store(self) -> Stumbling:
        """Return the disk, which can be made to stumble."""
        return self.clocked.room.store

    def now(self) -> Table:
        """Return the table as it is."""
        return self.run(self.tables.table(self.table))

    def on_disk(self) -> Table:
        """Return the table as whoever starts now would read it."""
        return self.run(self.clocked.room.again().table(self.table))

    def restart(self) -> None:
        """Close everything and open it again."""
        hands = self.clocked.hands
        self.run(self._close())
        self.run(self._connect())
        self.clocked.hands = hands
        self.clocked.restart()

    def close(self) -> None:
        """Close everything for good."""
        self.run(self._close())
        self._runner.close()
        self._folder.cleanup()

    async def _connect(self) -> None:
        self._database = await Database.open(Path(self._folder.name) / "atout.sqlite3")
        self.clocked = Clocked(Room(Stumbling(self._database), self._chance))

    async def _close(self) -> None:
        await self.tables.close()
        await self._database.close()

    async def stir(self, chance: Random) -> bool:
        """Do what goes on by itself, as the driver does when its time has come."""
        tables, now = self.tables, await self.tables.table(self.table)
        step = due(now)
        if step is None:
            return False
        match step.what:
            case "answer":
                await tables.by_itself(now.id, agreement.answer)
            case "lapse":
                await tables.by_itself(now.id, agreement.lapse)
            case "cut":
                await tables.cut(now.id, None, Moment(version=now.version), None)
            case "deal":
                await tables.shuffle(now.id, now.version)
            case "finish":
                await tables.finish(now.id, now.version)
            case "forced":
                await tables.by_itself(now.id, lambda one: moves.act_where_forced(one, now.version))
            case "play":
                assert now.decision is not None
                action = any_action(now.decision, chance)
                await tables.act_as_computer(now.id, step.seat, now.version, action)
            case "wish":
                return False
        return True


def shown(read: TableRead) -> list[Screen]:
    """Return what the reader is shown: the public message, or the panel where they sit."""
    if read.view is None:
        return [lobby_screen(read)]
    public = [board(read)]
    return public if read.seat is None else [panel(read, "en")]


def cards_on(screens: list[Screen]) -> set[Card]:
    """Return the cards that screens show, in words and on buttons."""
    found: set[Card] = set()
    for screen in screens:
        parts = [screen.title, screen.text, screen.content]
        parts += [f"{one.name} {one.value}" for one in screen.fields]
        for row in screen.rows:
            controls = row.options if isinstance(row, Menu) else row
            for control in controls:
                parts.append(control.label)
                identity = getattr(control, "custom_id", "")
                wanted = parse(identity) if identity else None
                parts += [] if wanted is None else [" ".join(wanted.args)]
        found.update(cards_in("\n".join(parts)))
    return found
