"""The real bot on the stand-in, made to show one scene after another to pages that look on."""

from __future__ import annotations

import contextlib
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path

from playwright.async_api import Page

from bot.games.registry import GAMES
from bot.render.emojis import drawings
from bot.stand_in import Channel, Message, Person, StandIn, running_stand_in
from bot.stand_in.model import Emoji
from bot.tables import moves
from bot.tables.driver import Pace
from bot.tables.opening import folded, row_of
from bot.tables.table import Place, Settings, Table
from bot.tables.written import log_rows, seat_rows
from tests.e2e.party import NO_LIMITS, Party, buttons
from tests.stand_in_page.scenes import Scene, log_of

STILL = Pace(*[3600.0] * 11)
"""Nothing goes on by itself while a scene is looked at."""

LOADED = """() => Promise.all([...document.images].map((image) => image.complete ||
  new Promise((done) => image.addEventListener("load", done, { once: true }))))"""


class Stage:
    """Shows scenes in one channel to one person, in a language, and takes them off again."""

    def __init__(self, party: Party, pages: Sequence[Page] = ()) -> None:
        self.party = party
        self.pages = pages

    @property
    def host(self) -> Person:
        """Return the person who looks."""
        return self.party.person("Ann")

    @property
    def channel(self) -> Channel:
        """Return the channel that the pages show."""
        return self.party.channel

    def speak(self, language: str) -> None:
        """Let server and people speak a language; pages that are opened from now on do too."""
        locale = {"en": "en-GB"}.get(language, language)
        self.party.server.world.guild.locale = locale
        for name in ("Ann", "Bo"):
            self.party.person(name).locale = locale

    async def show(self, scene: Scene, language: str) -> Table:
        """Bring a scene up: the board, the host's hand, and what the scene presses there."""
        table = await self._set_up(scene, language)
        await self.press("hand")
        for verb in scene.clicks:
            await self.press(verb)
        await self.seen()
        return table

    async def show_lobby(self, game: str) -> None:
        """Open a table by command with somebody else at it, and its pages about rules and seats."""
        other = self.party.person("Bo")
        await self.host.command(self.channel, "atout play", game=game)
        await self.party.quiet()
        board = self.party.board(other)
        seat = buttons(board, "sit")[-1]
        await other.click(board, custom_id=str(seat["custom_id"]))
        await self.party.quiet()
        for verb in ("house", "seats"):
            await self.press(verb)
        await self.seen()

    async def show_pages(self) -> None:
        """Open the pages that people come to by command, where no table is."""
        self.party.server.world.role("keepers", self.host, manage_guild=True)
        for command in ("atout help", "atout-me preferences", "atout-admin settings"):
            await self.host.command(self.channel, command)
        for game in GAMES:
            await self.host.command(self.channel, "atout rules", game=game)
        await self.party.quiet()
        await self.seen()

    async def press(self, verb: str) -> None:
        """Press the newest button that does something, as the host, and wait for what comes."""
        message = self._with_button(verb)
        identity = str(buttons(message, verb)[0]["custom_id"])
        answered = await self.host.click(message, custom_id=identity)
        assert answered.error is None, answered.error
        await self.party.quiet()

    async def seen(self) -> None:
        """Wait until all pages show what was posted, pictures included."""
        other = self.party.person("Bo")
        last = other.say(self.channel, "…")
        for page in self.pages:
            await page.locator(f'[data-id="{last.id}"]').wait_for()
        self.party.server.world.delete_message(last)
        for page in self.pages:
            await page.locator(f'[data-id="{last.id}"]').wait_for(state="detached")
            await page.evaluate(LOADED)

    async def clear(self) -> None:
        """End the table of the scene and take all messages away."""
        tables = self.party.tables
        number = await tables.in_channel(self.channel.id)
        if number is not None:
            await tables.end(number, moves.Person(self.host.id, "Ann", True))
            await self.party.quiet()
        for message in list(self.channel.messages.values()):
            self.party.server.world.delete_message(message)

    async def _set_up(self, scene: Scene, language: str) -> Table:
        place = Place(self.party.server.world.guild.id, self.channel.id)
        people = [
            moves.Person(person.id, person.name) for person in (self.host, self.party.person("Bo"))
        ]
        log = log_of(scene, place, people[0], people[1], Settings(language=language))
        last = log.pop() if scene.ends else None
        table, house = folded(log), self.party.bot.house
        now = int(time.time() * 1000)
        row = await self.party.bot.store.open_table(
            row_of(table, now), seat_rows(table), log_rows(log, 0, now)
        )
        house.boards.post_anew(row.id, asked=True)
        await self.party.quiet()
        if last is not None:
            ending = last
            await house.tables.by_itself(row.id, lambda now: [ending])
            await self.party.quiet()
        return await house.tables.table(row.id)

    def _with_button(self, verb: str) -> Message:
        for message in reversed(self.host.sees(self.channel)):
            if buttons(message, verb):
                return message
        raise LookupError(verb)


@contextlib.asynccontextmanager
async def stage(folder: Path) -> AsyncIterator[Stage]:
    """Open a server whose bot has all card faces, and a stage in its first channel."""
    async with running_stand_in(NO_LIMITS) as server:
        _hang_up_cards(server)
        party = Party(server, folder, STILL)
        await party.start()
        try:
            yield Stage(party)
        finally:
            await party.stop()


def _hang_up_cards(server: StandIn) -> None:
    """Give the application the card faces, as ``python -m bot emojis`` does."""
    for drawing in drawings():
        emoji = Emoji(server.world.ids.new(), drawing.name, drawing.png, "image/png")
        server.world.emojis[emoji.id] = emoji
