"""A server with people in it and the real bot, and what a person does on the screen."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from random import Random
from typing import Any

from bot.client import AtoutBot
from bot.command_line.running import connected
from bot.computers.player import Choice
from bot.computers.thinking import HereAndNow
from bot.games.game import Memory, View
from bot.games.shuffle import SEED_BYTES
from bot.settings import Settings
from bot.stand_in import Channel, Interaction, Limits, Message, Person, StandIn, running_stand_in
from bot.tables.driver import AT_ONCE, Pace
from bot.tables.service import Tables
from bot.tables.table import Table

NO_LIMITS = Limits(enforce=False, ack_deadline=120.0)
"""A hundred clicks at once are answered late where the machine is slow: that is no fault."""

Json = dict[str, Any]


class Brisk(HereAndNow):
    """Thinks by rules of thumb whatever the level: these tests are about all that is around."""

    async def think(
        self, game: str, level: str, view: View, memory: Memory, seed: str
    ) -> Choice | None:
        """Return the choice of a computer."""
        return await super().think(game, "normal", view, memory, seed)


class Party:
    """People, channels and a bot that can be stopped and started again."""

    def __init__(self, server: StandIn, folder: Path, pace: Pace) -> None:
        self.server = server
        self.folder = folder
        self.pace = pace
        self.bot: AtoutBot
        self._running = contextlib.AsyncExitStack()
        self._stirred = asyncio.Event()
        # The same cards fall whenever a test is run: what it finds can be found again.
        self._shuffles = Random(1886)
        server.world.listeners.append(lambda event: self._stirred.set())

    @property
    def tables(self) -> Tables:
        """Return the bot's tables."""
        return self.bot.house.tables

    @property
    def channel(self) -> Channel:
        """Return the channel where people play."""
        return next(c for c in self.server.world.channels.values() if c.name == "card-table")

    def person(self, name: str) -> Person:
        """Return a person by name."""
        return self.server.world.person(name)

    async def start(self) -> None:
        """Start the bot and wait until it is there."""
        settings = Settings(_env_file=None, database=self.folder / "bot.sqlite3")
        self.bot = AtoutBot(
            settings,
            pace=self.pace,
            thinker=Brisk(),
            connector=self.server.connector(),
            edit_every=0,
            panel_every=0,
            guild_ready_timeout=0.02,
        )
        # Nobody is away because a machine is slow: who is away, a test says.
        attention = self.bot.attention
        attention._now = lambda: attention._began
        self._running = contextlib.AsyncExitStack()
        await self._running.enter_async_context(connected(self.bot, self.server.token))
        await self.bot.wait_until_ready()
        await self.server.wait_for(self._knows_its_servers)
        self.tables._seed = lambda: self._shuffles.randbytes(SEED_BYTES)
        self.tables._chance = self._shuffles
        self.tables.subscribe(lambda notice: self._stirred.set())

    def _knows_its_servers(self) -> bool:
        """Tell whether all has arrived: discord.py waits for it for a moment only."""
        away = {guild.id for guild in self.server.world.guilds.values() if guild.unavailable}
        return all(guild.id in away or not guild.unavailable for guild in self.bot.guilds)

    async def stop(self) -> None:
        """Stop the bot in order."""
        await self._running.aclose()

    async def restart(self) -> None:
        """Stop the bot and start it again on the same database."""
        await self.stop()
        await self.start()

    async def quiet(self) -> None:
        """Wait until everything asked for is on the screens."""
        await self.tables.close()
        await self.bot.house.panels.settle()
        await self.bot.house.boards.settle()

    async def table(self, number: int = 1) -> Table:
        """Return a table whole, to compare with."""
        return await self.tables.table(number)

    async def until(self, true: Callable[[], Awaitable[bool]]) -> None:
        """Wait until something is true, however long that takes: a hang ends with the test.

        It is looked at on each change of a screen or a table, and now and then, since what is asked
        may show on neither.
        """
        while True:
            self._stirred.clear()
            if await true():
                return
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(0.05):
                    await self._stirred.wait()

    # ------------------------------------------------------------------ what a person sees

    def board(self, person: Person, channel: Channel | None = None) -> Message:
        """Return the newest board."""
        for message in reversed(person.sees(channel or self.channel)):
            if is_board(message):
                return message
        raise LookupError("no board")

    def panel(self, person: Person, channel: Channel | None = None) -> Message:
        """Return the person's newest private message."""
        for message in reversed(person.sees(channel or self.channel)):
            if message.ephemeral:
                return message
        raise LookupError("no panel")

    async def open_hand(self, person: Person) -> Message:
        """Press My hand on the board, and return the panel that comes."""
        await person.click(self.board(person), label="My hand")
        return self.panel(person)


def is_board(message: Message) -> bool:
    """Tell a board: everybody sees it, it has buttons, and it is no summary of a deal."""
    return not message.ephemeral and bool({verb_of(part) for part in message.parts} - {"", "why"})


def verb_of(part: Json) -> str:
    """Return what a button does, by its custom_id."""
    return str(part.get("custom_id", ":::")).split(":")[3]


def text_of(message: Message) -> str:
    """Return all text of a message: content, embeds, labels."""
    parts = [message.content]
    for embed in message.embeds:
        parts += [embed.get("title", ""), embed.get("description", "")]
        parts += [f"{f['name']} {f['value']}" for f in embed.get("fields", ())]
    parts += [str(part.get("label", "")) for part in message.parts]
    return "\n".join(part for part in parts if part)


def buttons(message: Message, verb: str = "do") -> list[Json]:
    """Return the enabled buttons of a message whose custom_id has a verb."""
    return [
        part
        for part in message.parts
        if not part.get("disabled") and str(part.get("custom_id", "")).split(":")[3:4] == [verb]
    ]


def note_of(interaction: Interaction) -> str:
    """Return the text of what answered a click."""
    response = interaction.response
    return text_of(response) if isinstance(response, Message) else str(response)


@contextlib.asynccontextmanager
async def party(
    folder: Path, *, pace: Pace = AT_ONCE, limits: Limits = NO_LIMITS, locale: str = "en-US"
) -> AsyncIterator[Party]:
    """Open the server, start the bot, and stop both at the end."""
    async with running_stand_in(limits, locale=locale) as server:
        some = Party(server, folder, pace)
        await some.start()
        try:
            yield some
        finally:
            await some.stop()


async def seated(
    some: Party, names: Sequence[str], game: str = "biritch", **options: object
) -> int:
    """Open a table with these people at it, start the match, and return its number."""
    host = some.person(names[0])
    await host.command(some.channel, "atout play", game=game, **options)
    await some.quiet()
    for number, name in enumerate(names[1:], 1):
        person = some.person(name)
        await person.click(some.board(person), custom_id=_id(some.board(person), "sit", number))
    await some.quiet()
    board = some.board(host)
    start = next(part for part in board.parts if ":start" in str(part.get("custom_id")))
    await host.click(board, custom_id=start["custom_id"])
    await some.until(lambda: dealt(some))
    await some.quiet()
    return 1


async def dealt(some: Party) -> bool:
    """Tell whether the first deal is on the table."""
    return bool((await some.table()).deals)


def _id(message: Message, verb: str, number: int) -> str:
    for part in message.parts:
        identity = str(part.get("custom_id", ""))
        if identity.split(":")[3:] == [verb, str(number)]:
            return identity
    raise LookupError(f"{verb} {number}")


async def asked(some: Party) -> Person | None:
    """Return the person whom the match waits for now, if it waits for one."""
    table = await some.table()
    decision = table.decision
    if decision is None or table.match is None:
        return None
    if table.forced is not None:
        return None  # the last trick plays itself
    seat = table.seats[decision.player]
    if not seat.person or seat.user is None:
        return None
    return next(p for p in map(some.person, ("Ann", "Bo", "Cy", "Di")) if p.id == seat.user)


async def waits(some: Party) -> bool:
    """Tell whether nothing goes on by itself: a person is asked, or the match is over."""
    table = await some.table()
    return table.phase != "playing" or await asked(some) is not None


async def play_one(some: Party, chance: Random) -> bool:
    """Let the person whose turn it is do something legal by a click; False when it is over."""
    await some.until(lambda: waits(some))
    person = await asked(some)
    if person is None:
        return False
    version = (await some.table()).version

    def offered() -> bool:
        return any(buttons_now(some, person, version, verb) for verb in ("do", "group", "choose"))

    if not offered():
        await some.quiet()
    if not offered():
        await some.open_hand(person)
    await _choose_cards(some, person, version, chance)
    await _open_group(some, person, version, chance)
    choice = chance.choice(buttons_now(some, person, version))
    answered = await person.click(some.panel(person), custom_id=choice["custom_id"])
    assert answered.error is None, answered.error
    return True


async def _choose_cards(some: Party, person: Person, version: int, chance: Random) -> None:
    """Choose from the menu of a discard, if there is one; what is chosen is then confirmed."""
    for menu in buttons_now(some, person, version, "choose"):
        values = [option["value"] for option in menu["options"]]
        chosen = chance.sample(values, menu["max_values"])
        answered = await person.choose(some.panel(person), chosen, custom_id=str(menu["custom_id"]))
        assert answered.error is None, answered.error


async def _open_group(some: Party, person: Person, version: int, chance: Random) -> None:
    """Open one of the groups of a long choice, unless what stands beside them is as good."""
    groups = buttons_now(some, person, version, "group")
    beside = buttons_now(some, person, version)
    if groups and chance.randrange(len(groups) + len(beside)) < len(groups):
        identity = str(chance.choice(groups)["custom_id"])
        answered = await person.click(some.panel(person), custom_id=identity)
        assert answered.error is None, answered.error


def buttons_now(some: Party, person: Person, version: int, verb: str = "do") -> list[Json]:
    """Return the controls of a person's panel that belong to a version of the table."""
    try:
        panel = some.panel(person)
    except LookupError:
        return []
    return [
        part
        for part in buttons(panel, verb)
        if str(part["custom_id"]).split(":")[2] == str(version)
    ]
