"""People who have left a server: nobody tells the bot, so whoever is missed is looked up.

With the one intent that the bot has, Discord says nothing of members who leave or are banned. Those
whom a table calls, and those who do not vote with the others, are asked for once in a while.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from typing import Final

import discord

from bot.outcomes import FAULTS, outcome_of
from bot.places import ByTheWay
from bot.publisher.boards import Boards
from bot.publisher.budget import Budget, Urgency
from bot.render import pages
from bot.render.tell import tell
from bot.tables import moves
from bot.tables.errors import TableRefused
from bot.tables.moves import Person
from bot.tables.read import TableRead
from bot.tables.service import Tables

log = logging.getLogger(__name__)

AGAIN_AFTER: Final = 60.0
"""Seconds for which somebody who was there is not asked for again."""

KEPT: Final = 2_000
"""How many people are remembered to have been there."""

SILENCE: Final = 30.0
"""Seconds after which an answer is waited for no longer."""

_UNKNOWN: Final = (10007, 10013)
"""Discord's codes for no member of this server, and nobody at all."""


class Departures:
    """Gives up the seats of people who have left the server, and says so where they sat."""

    def __init__(
        self,
        client: discord.Client,
        tables: Tables,
        boards: Boards,
        budget: Budget,
        by_the_way: ByTheWay,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._client = client
        self._tables = tables
        self._boards = boards
        self._budget = budget
        self._by_the_way = by_the_way
        self._now = now
        self._asked: OrderedDict[tuple[int, int], float] = OrderedDict()

    def look(self, read: TableRead, users: Iterable[int]) -> None:
        """Ask for people who are missed at a table; who has left gives up the seat."""
        for user in users:
            key = (read.place.guild, user)
            asked = self._asked.get(key)
            if read.seat_of(user) is None or (
                asked is not None and self._now() - asked < AGAIN_AFTER
            ):
                continue
            self._asked[key] = self._now()
            self._asked.move_to_end(key)
            while len(self._asked) > KEPT:
                self._asked.popitem(last=False)
            self._by_the_way(self._ask(read, user))

    def wonder(self, table: int, user: int) -> None:
        """Ask for the person whom somebody was referred to at a table."""
        self._by_the_way(self._wonder(table, user))

    async def _wonder(self, table: int, user: int) -> None:
        self.look(await self._tables.read(table), (user,))

    async def _ask(self, read: TableRead, user: int) -> None:
        guild = self._client.get_guild(read.place.guild)
        if guild is None or guild.unavailable:
            return
        try:
            async with self._budget.spent(Urgency.PEOPLE_WATCH), asyncio.timeout(SILENCE):
                await guild.fetch_member(user)
        except discord.NotFound as error:
            if error.code in _UNKNOWN:
                await self._departed(read, user)
        except FAULTS as error:
            log.info("a member could not be asked for: %s", outcome_of(error))

    async def _departed(self, read: TableRead, user: int) -> None:
        seat = read.seat_of(user)
        name = "" if seat is None else read.seats[seat].name
        try:
            after = await self._tables.do(
                read.id, Person(user, name), lambda now: moves.leave(now, Person(user, name))
            )
        except TableRefused as refused:
            log.info("table %d: a seat was given up already: %s", read.id, refused.code)
            return
        key = "departed.lobby" if after.phase == "lobby" else "departed.playing"
        note = pages.note(tell(read.settings.language).text(key, name=name))
        self._boards.post(read.id, read.place.channel, note, f"gone{read.id}-{user}"[:25])
