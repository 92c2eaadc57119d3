"""Anybody presses anything that is on their screen, while Discord stumbles: all is answered."""

from __future__ import annotations

import logging
from pathlib import Path
from random import Random

import pytest

from bot.games.registry import GAMES
from bot.render.tell import tell
from bot.stand_in import Message, Person
from bot.stand_in.errors import Refused
from bot.stand_in.shapes import Part
from bot.tables.driver import Pace
from tests.e2e.party import Json, Party, party, text_of

NAMES = ("Ann", "Bo", "Cy", "Di")

GENTLE = Pace(card=0.01, retry=0.05)
"""Cards fall, and little else happens by itself: people have the time to press things."""

COMMANDS = ("hand", "table", "last", "score", "rules", "leave", "end", "help")


class Crowd:
    """People who press what they see, and a Discord that is not at its best."""

    def __init__(self, some: Party, chance: Random) -> None:
        self.party = some
        self.chance = chance
        self.faults = {tell(language).text("refusal.fault") for language in ("en", "fr")}
        self.pressed: set[str] = set()

    async def does_something(self) -> None:
        """Let somebody press, choose or type something."""
        person = self.party.person(self.chance.choice(NAMES))
        if self.chance.random() < 0.1:
            await self.types(person)
            return
        controls = [
            (message, part)
            for message in person.sees(self.party.channel)[-6:]
            for part in message.parts
            if part.get("custom_id") and not part.get("disabled")
        ]
        if controls:
            await self.presses(person, *self.chance.choice(controls))

    async def types(self, person: Person) -> None:
        """Let somebody type a command."""
        if await self.party.tables.in_channel(self.party.channel.id) is None:
            game = self.chance.choice([*GAMES])
            with_computers = self.chance.random() < 0.7
            path, options = "atout play", {"game": game, "computers": with_computers}
        else:
            path, options = f"atout {self.chance.choice(COMMANDS)}", {}
        self.answered(await person.command(self.party.channel, path, **options), path)

    async def presses(self, person: Person, message: Message, part: Json) -> None:
        """Let somebody use a control of a message."""
        identity = str(part["custom_id"])
        verb = identity.split(":")[3]
        if verb == "end" and self.chance.random() < 0.9:
            return
        try:
            if part["type"] == Part.BUTTON:
                done = await person.click(message, custom_id=identity)
            else:
                values = [one["value"] for one in part["options"]]
                chosen = self.chance.sample(values, part.get("min_values") or 1)
                done = await person.choose(message, chosen, custom_id=identity)
        except Refused:
            return  # it has changed meanwhile, and the client does not offer it any more
        self.pressed.add(verb)
        self.answered(done, verb)

    def answered(self, done: object, what: str) -> None:
        """Assert that something was answered, and by no excuse."""
        error = getattr(done, "error", None)
        assert error is None, f"{what}: {error}"
        for message in getattr(done, "messages", ()):
            assert text_of(message) not in self.faults, what

    async def suffers(self) -> None:
        """Let something happen that nobody wants."""
        server, world = self.party.server, self.party.server.world
        trouble = self.chance.randrange(6)
        if trouble == 0:
            server.faults.status("(PATCH|POST|DELETE) /channels/.*/messages", 503, 2)
        elif trouble == 1:
            server.faults.status("(PATCH|POST) /channels/.*/messages", 429, 1, retry_after=0.02)
        elif trouble == 2:
            await self.party.restart()
        elif trouble == 3:
            for message in list(self.party.channel.messages.values()):
                if message.components and not message.ephemeral:
                    world.delete_message(message)
        elif trouble == 4:
            world.set_permissions(self.party.channel, send_messages=False)
            await self.does_something()
            world.set_permissions(self.party.channel, send_messages=None)
        else:
            person = self.party.person(self.chance.choice(NAMES))
            for message in person.sees(self.party.channel):
                if message.ephemeral:
                    person.dismiss(message)


@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_people_press_is_answered_and_the_table_stays_whole(
    tmp_path: Path, seed: int, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    async with party(tmp_path, pace=GENTLE) as some:
        crowd = Crowd(some, Random(seed))
        await some.person("Ann").command(some.channel, "atout play", game="bura")
        for step in range(100):
            await crowd.does_something()
            if step % 25 == 24:
                await crowd.suffers()
        table = await some.tables.in_channel(some.channel.id)
        if table is not None:
            await some.tables.suspend(table, "aside")  # nothing goes on while it is compared
            before = await some.table(table)
            some.tables.read_again()
            assert await some.table(table) == before
        errors = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
        assert errors == []
        assert some.server.world.violations == []
        assert len(crowd.pressed) > 10
