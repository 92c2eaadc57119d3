"""A small real bot, whose answers each test writes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.stand_in import StandIn

Interaction = discord.Interaction[Any]
Answer = Callable[[Interaction], Awaitable[None]]


async def say_hello(interaction: Interaction) -> None:
    """Answer with a public message."""
    await interaction.response.send_message("hello")


class SmallBot(commands.AutoShardedBot):
    """Answers everything by `answer`; what Discord refused is kept in `refusals`."""

    def __init__(self, server: StandIn, **options: Any) -> None:
        settings: dict[str, Any] = {
            "intents": discord.Intents(guilds=True),
            "connector": server.connector(),
            "guild_ready_timeout": 0.05,
            "help_command": None,
            "max_messages": None,
            "chunk_guilds_at_startup": False,
            "member_cache_flags": discord.MemberCacheFlags.none(),
        }
        super().__init__(command_prefix=[], **(settings | options))
        self.answer: Answer = say_hello
        self.complete: Callable[[str], list[app_commands.Choice[str]]] = lambda typed: []
        self.refusals: list[discord.HTTPException] = []
        self.seen: list[str] = []
        self.given: dict[str, object] = {}

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait for nothing: this Discord lets one identify as often as one likes."""

    async def setup_hook(self) -> None:
        """Register the commands."""
        self.tree.add_command(_atout(self))
        self.tree.add_command(_do(self))
        self.tree.add_command(_admin(self))
        await self.tree.sync()

    async def respond(self, interaction: Interaction) -> None:
        """Answer as the test wants; keep what Discord refuses."""
        try:
            await self.answer(interaction)
        except discord.HTTPException as refusal:
            self.refusals.append(refusal)

    async def on_interaction(self, interaction: Interaction) -> None:
        """Route what is clicked and sent."""
        if interaction.type in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            await self.respond(interaction)

    async def on_guild_remove(self, guild: discord.Guild) -> None:
        self.seen.append(f"removed from {guild.name}")

    async def on_guild_join(self, guild: discord.Guild) -> None:
        self.seen.append(f"joined {guild.name}")

    async def on_guild_unavailable(self, guild: discord.Guild) -> None:
        self.seen.append(f"{guild.name} stumbles")

    async def on_guild_available(self, guild: discord.Guild) -> None:
        self.seen.append(f"{guild.name} stands")

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        self.seen.append(f"deleted {channel.name}")

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        self.seen.append(f"{after.name} archived={after.archived} locked={after.locked}")

    async def on_resumed(self) -> None:
        self.seen.append("resumed")

    def text_channel(self, number: int) -> discord.TextChannel:
        """Give a channel as discord.py holds it."""
        channel = self.get_channel(number)
        assert isinstance(channel, discord.TextChannel)
        return channel


def _do(bot: SmallBot) -> app_commands.Command[Any, ..., None]:
    async def do(interaction: Interaction) -> None:
        await bot.respond(interaction)

    return app_commands.Command(name="do", description="Do what the test wants", callback=do)


def _admin(bot: SmallBot) -> app_commands.Command[Any, ..., None]:
    @app_commands.default_permissions(manage_guild=True)
    async def admin(interaction: Interaction) -> None:
        await bot.respond(interaction)

    return app_commands.Command(name="admin", description="Rule the server", callback=admin)


def _atout(bot: SmallBot) -> app_commands.Group:
    group = app_commands.Group(name="atout", description="Card games")

    @group.command(name="play", description="Open a table")
    @app_commands.choices(
        game=[
            app_commands.Choice(name="Biritch", value="biritch"),
            app_commands.Choice(name="Bura", value="bura"),
        ]
    )
    async def play(
        interaction: Interaction,
        game: str,
        points: app_commands.Range[int, 1, 100] | None = None,
        partner: discord.Member | None = None,
        where: discord.TextChannel | None = None,
    ) -> None:
        bot.given = {"game": game, "points": points, "partner": partner, "where": where}
        await bot.respond(interaction)

    @group.command(name="rules", description="Read a rule")
    async def rules(interaction: Interaction, topic: str) -> None:
        await bot.respond(interaction)

    @rules.autocomplete("topic")
    async def topics(_: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return bot.complete(typed)

    return group


@asynccontextmanager
async def playing(server: StandIn, **options: Any) -> AsyncIterator[SmallBot]:
    """Run a small bot against a stand-in until it is left."""
    bot = SmallBot(server, **options)
    task = asyncio.create_task(bot.start(server.token))
    ready = asyncio.create_task(bot.wait_until_ready())
    done, _ = await asyncio.wait({task, ready}, return_when=asyncio.FIRST_COMPLETED)
    if task in done:
        ready.cancel()
        await task
    # discord.py waits for the servers for a moment only, which is over soon on a busy machine.
    away = {guild.id for guild in server.world.guilds.values() if guild.unavailable}
    await server.wait_for(
        lambda: all(guild.id in away or not guild.unavailable for guild in bot.guilds)
    )
    try:
        yield bot
    finally:
        await bot.close()
        await task
