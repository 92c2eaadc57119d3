"""What happens to servers, channels and threads: tables rest with them, and come back with them."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Iterable
from typing import Final

import discord
from discord.ext import commands

from bot.publisher.boards import Boards
from bot.tables.keeping import Keeper
from bot.tables.service import Tables

ByTheWay = Callable[[Coroutine[None, None, None]], None]
"""Does something that nobody waits for."""

GUILD_GONE: Final = "guild_gone"
CHANNEL_GONE: Final = "channel_gone"


class Places(commands.Cog):
    """Hears from Discord what becomes of the places where tables stand.

    A server that is unavailable for a while is no loss: its tables stay open, and their boards
    catch up when it is back.
    """

    def __init__(
        self,
        bot: discord.Client,
        tables: Tables,
        boards: Boards,
        keeper: Keeper,
        by_the_way: ByTheWay,
    ) -> None:
        self._bot = bot
        self._tables = tables
        self._boards = boards
        self._keeper = keeper
        self._by_the_way = by_the_way

    # ------------------------------------------------------------------ gone

    @commands.Cog.listener("on_guild_channel_delete")
    async def channel_deleted(self, channel: discord.abc.GuildChannel) -> None:
        """Suspend the table of a channel that was deleted, and those of its threads."""
        self._gone(channel.guild.id, channel.id)

    @commands.Cog.listener("on_raw_thread_delete")
    async def thread_deleted(self, thread: discord.RawThreadDeleteEvent) -> None:
        """Suspend the table of a thread that was deleted."""
        self._gone(thread.guild_id, thread.thread_id)

    @commands.Cog.listener("on_guild_remove")
    async def removed(self, guild: discord.Guild) -> None:
        """Suspend the tables of a server that the bot was removed from, and count its days."""
        self._by_the_way(self._left(guild.id))

    @commands.Cog.listener("on_guild_join")
    async def invited(self, guild: discord.Guild) -> None:
        """Keep what belongs to a server that the bot is invited to again."""
        self._by_the_way(self._keeper.joined(guild.id))

    @commands.Cog.listener("on_ready")
    async def compare(self) -> None:
        """Find out which servers removed or invited the bot while it was away."""
        self._by_the_way(self._compare({guild.id for guild in self._bot.guilds}))

    async def _compare(self, present: set[int]) -> None:
        for guild in await self._keeper.compare(present):
            await self._tables.suspend_in(GUILD_GONE, guild=guild)

    async def _left(self, guild: int) -> None:
        await self._keeper.left(guild)
        await self._tables.suspend_in(GUILD_GONE, guild=guild)

    def _gone(self, guild: int, channel: int) -> None:
        self._by_the_way(self._tables.suspend_in(CHANNEL_GONE, guild=guild, channel=channel))

    # ------------------------------------------------------------------ there again

    @commands.Cog.listener("on_guild_available")
    async def available(self, guild: discord.Guild) -> None:
        """Bring the boards of a server up to date that was unavailable."""
        self._boards.retry(_places(guild))

    @commands.Cog.listener("on_guild_channel_update")
    async def channel_changed(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Write again where a channel's permissions have changed."""
        if before.overwrites != after.overwrites:
            threads = after.threads if isinstance(after, discord.TextChannel) else ()
            self._boards.retry({after.id, *(thread.id for thread in threads)})

    @commands.Cog.listener("on_guild_role_update")
    async def role_changed(self, before: discord.Role, after: discord.Role) -> None:
        """Write again where a role's permissions have changed."""
        if before.permissions != after.permissions:
            self._boards.retry(_places(after.guild))

    @commands.Cog.listener("on_raw_thread_update")
    async def thread_changed(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Write again where a thread is no longer archived or locked."""
        state = thread.data["thread_metadata"]
        if not state.get("archived") and not state.get("locked"):
            self._boards.retry({thread.thread_id})


def _places(guild: discord.Guild) -> set[int]:
    places: Iterable[discord.abc.Snowflake] = (*guild.channels, *guild.threads)
    return {place.id for place in places}
