"""The bot, or a bare client to compare it with, as a process at a stand-in in another one.

Reads one JSON object from standard input: the stand-in's ``port`` and ``certificate``, the
``token``, ``what`` runs (``bot`` or ``bare``) and the ``settings`` of the bot.
"""

from __future__ import annotations

import asyncio
import json
import sys
from typing import Any

import discord

from bot.client import AtoutBot
from bot.command_line.running import connected, kept_for_good, stop_signal
from bot.lines import Lines
from bot.service.around import watched
from bot.service.logs import logging_to
from bot.settings import Settings
from bot.stand_in import Door
from bot.tables.driver import Pace


class Bare(discord.AutoShardedClient):
    """A client that answers each click by changing the message that was clicked, and no more."""

    def __init__(self, door: Door, text: str, labels: list[list[str]]) -> None:
        super().__init__(
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=0.1,
            connector=door.connector(),
        )
        self._text = text
        self._labels = labels
        self._count = 0

    async def on_interaction(self, click: discord.Interaction[discord.Client]) -> None:
        """Answer with a message of the given size that differs from the one before."""
        self._count += 1
        embed = discord.Embed(title=str(self._count), description=self._text)
        view = discord.ui.View(timeout=None)
        for row, labels in enumerate(self._labels):
            for column, label in enumerate(labels):
                identity = f"v1:1:{self._count}:do:play:{row}{column}"
                view.add_item(discord.ui.Button(label=label, custom_id=identity, row=row))
        view.stop()
        await click.response.edit_message(embed=embed, view=view)

    async def on_message_wanted(self, channel: int) -> None:
        """Post the first message of a channel."""
        place = self.get_partial_messageable(channel)
        view = discord.ui.View(timeout=None)
        view.add_item(discord.ui.Button(label="begin", custom_id="v1:1:0:do:begin"))
        view.stop()
        await place.send("begin", view=view)


async def _bare(given: dict[str, Any], door: Door) -> None:
    asked = stop_signal()
    async with Bare(door, given["text"], given["labels"]) as client:
        await client.login(given["token"])
        connection = asyncio.create_task(client.connect())
        await client.wait_until_ready()
        for channel in given["channels"]:
            await client.on_message_wanted(channel)
        await asked.wait()
        await client.close()
        connection.cancel()
        await asyncio.gather(connection, return_exceptions=True)


async def _bot(given: dict[str, Any], door: Door) -> None:
    asked = stop_signal()
    settings = Settings(_env_file=None, **given["settings"])
    pace = Pace(**given["pace"])
    lines = Lines(resolver=door.resolver(), context=door.context())
    bot = AtoutBot(settings, pace=pace, connector=lines, guild_ready_timeout=0.1)
    async with watched(bot, settings), connected(bot, given["token"]):
        with kept_for_good():
            await asked.wait()


async def main() -> None:
    """Run until SIGTERM."""
    given = json.loads(await asyncio.to_thread(sys.stdin.readline))
    door = Door(given["port"], given["certificate"])
    await (_bare if given["what"] == "bare" else _bot)(given, door)


if __name__ == "__main__":
    with logging_to(sys.stderr, level="WARNING"):
        asyncio.run(main())
