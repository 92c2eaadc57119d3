"""The bot itself: what it is made of, how it starts, and how it stops in order."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import aiohttp
import discord
from discord import app_commands
from discord.ext import commands
from yarl import URL

from bot.calls import called, reminded
from bot.computers.pool import Pool
from bot.computers.registry import levels
from bot.computers.thinking import Thinker
from bot.departures import Departures
from bot.emojis import find
from bot.games.registry import GAMES
from bot.looks import Looks
from bot.outcomes import Outcome
from bot.places import CHANNEL_GONE, Places
from bot.publisher.attention import Attention
from bot.publisher.boards import EDIT_EVERY, Boards, Drawn, Posted
from bot.publisher.budget import Budget, Urgency
from bot.publisher.calm import Calm
from bot.publisher.lanes import Narrow
from bot.publisher.panels import EVERY, Panels
from bot.reconnecting import keep_trying
from bot.render import pages
from bot.render.panel import Step, lasting
from bot.render.screen import Screen
from bot.render.tell import tell
from bot.service.metrics import Metrics
from bot.service.patience import patiently
from bot.tables.advice import Adviser
from bot.tables.archive import Archive
from bot.tables.clock import Clock
from bot.tables.courtesy import Courtesy
from bot.tables.customs import RESTING, Customs
from bot.tables.driver import Driver, Pace
from bot.tables.errors import NotWritten, TableDamaged, TableRefused
from bot.tables.keeping import Keep, Keeper
from bot.tables.notice import Notice
from bot.tables.ratings import rate
from bot.tables.read import TableRead
from bot.tables.service import Tables
from bot.tables.table import Place
from bot.threads import Threads
from bot.traces import trace
from bot.translator import Translator
from bot.wire import edit_in_channel
from cogs.admin import Admin
from cogs.commands import Commands
from cogs.house import Door, House, hand_screen, public_screen
from cogs.me import Me
from cogs.opening import Opening
from cogs.records import Records
from cogs.router import Router
from cogs.rules import RuleBookCase
from cogs.seats import Seats
from storage.database import Database
from storage.errors import FolderMissing, StorageError
from storage.store import Store

if TYPE_CHECKING:
    from bot.settings import Settings

log = logging.getLogger(__name__)

COMMANDS_KEY: Final = "commands_hash"

SILENCE: Final = 30.0
"""Seconds after which a request that Discord does not answer is given up and made again."""

BEHIND: Final = 10 * 60 * 1000
"""Milliseconds before the last sign of life within which a board may not show the latest yet."""

LEAVING: Final = 2.0
"""Seconds that clicks under way have to be answered when the bot stops."""

SHOWING: Final = 1.2
"""Seconds after that for what is still to be shown; the whole stop takes less than five."""


class ByChannel:
    """Carries public messages through the channel, never through an interaction's token."""

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message and return its id; the same nonce is never posted twice."""
        place = self._client.get_partial_messageable(channel)
        async with asyncio.timeout(SILENCE):
            message = await place.send(nonce=nonce, **screen.to_send())
        return message.id

    async def edit(self, channel: int, message: int, screen: Screen, shown: Screen | None) -> None:
        """Change a message that shows something else now; a picture it has is not sent again."""
        keep = shown is not None and shown.picture == screen.picture
        async with asyncio.timeout(SILENCE):
            await edit_in_channel(self._client, channel, message, screen, keep_picture=keep)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        async with asyncio.timeout(SILENCE):
            await self._message(channel, message).delete()

    def _message(self, channel: int, message: int) -> discord.PartialMessage:
        return self._client.get_partial_messageable(channel).get_partial_message(message)


class AtoutBot(commands.AutoShardedBot):
    """The bot: guilds intent only, no cache of members or messages, its own router for clicks."""

    def __init__(
        self,
        settings: Settings,
        *,
        pace: Pace | None = None,
        thinker: Thinker | None = None,
        connector: aiohttp.BaseConnector | None = None,
        edit_every: float = EDIT_EVERY,
        panel_every: float = EVERY,
        guild_ready_timeout: float = 2.0,
    ) -> None:
        self.metrics = Metrics()
        own = settings.own_shards
        super().__init__(
            shard_count=None if own is None else own.count,
            http_trace=self.metrics.trace(),
            command_prefix=(),
            help_command=None,
            intents=discord.Intents(guilds=True),
            member_cache_flags=discord.MemberCacheFlags.none(),
            max_messages=None,
            chunk_guilds_at_startup=False,
            guild_ready_timeout=guild_ready_timeout,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=False, private_channel=False
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_mentions=discord.AllowedMentions.none(),
            connector=connector,
        )
        if own is not None:
            self.shard_ids = own.ids
        self._settings = settings
        self._pace = pace or Pace(card=settings.seconds_a_card)
        self.thinker = thinker or Pool(settings.thinkers)
        share = 1.0 if own is None else own.share
        self.budget = Budget.shared(settings.requests_per_second, share)
        self._edit_every = edit_every
        self._panel_every = panel_every
        self.database: Database | None = None
        self._driver: Driver | None = None
        self.clock: Clock
        self.threads: Threads
        self._closing = False
        self._chores: set[asyncio.Task[None]] = set()
        self.opened = asyncio.Event()
        self.attention = Attention()
        self.departures: Departures
        self.looks: Looks
        self.house: House
        self.store: Store
        self.keeper: Keeper

    # ------------------------------------------------------------------ start

    async def login(self, token: str) -> None:
        """Open the database, then log in: a fault on this machine is told without Discord."""
        if self.database is None:
            await self._open()
        await super().login(token)

    async def _open(self) -> None:
        path = Path(self._settings.database)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            sentence = f"{path.parent} cannot be made a folder for the database ({error.strerror})."
            raise FolderMissing(path, sentence) from error
        self.database = await Database.open(path, on_batch=self.metrics.committed)
        self.store = Store(self.database, rate)
        self.opened.set()

    async def setup_hook(self) -> None:
        """Wake the tables, and register commands that have changed."""
        days = self._settings
        keep = Keep(days.keep_tables_days, days.keep_results_days, days.keep_left_servers_days)
        self.keeper = Keeper(self.store, keep)
        courtesy = Courtesy(self._pace.chance, self._pace.confirm)
        tables = Tables(self.store, courtesy=courtesy)
        calm = Calm()
        panels = Panels(
            self._draw_panel,
            self._draw_asleep,
            present=tables.at_hand,
            calm=calm,
            every=self._panel_every,
        )
        boards = Boards(
            Narrow(ByChannel(self)),
            self._draw_board,
            self._remember_board,
            self._lost,
            moved=panels.follow,
            recall=self._recall_board,
            caught_up=self.metrics.caught_up,
            finished=self._last_board_shown,
            budget=self.budget,
            calm=calm,
            edit_every=self._edit_every,
        )
        self.looks = Looks(self.store, await patiently(lambda: find(self), "find the cards"))
        adviser = Adviser(tables, self.thinker)
        self.departures = Departures(self, tables, boards, self.budget, self._by_the_way)
        self.house = House(
            tables,
            boards,
            panels,
            self.looks,
            adviser.advise,
            Customs(self.store),
            levels={game: levels(game)[1:] or ("random",) for game in GAMES},
            wonder=self.departures.wonder,
            door=Door(calm),
        )
        tables.subscribe(self._notice)
        tables.when_damaged(self._tell_damaged)
        self._driver = Driver(tables, self.thinker, self._pace)
        self.clock = Clock(tables, self.store)
        self.threads = Threads(self, tables.in_channel)
        archive = Archive(self.store, tables)
        records, me = Records(self.house, archive), Me(self.house, archive)
        books = RuleBookCase(self.house)
        seats, opening, admin = Seats(self.house), Opening(self.house), Admin(self.house)
        at_tables = {**seats.handlers, **opening.handlers}
        beside = {**records.handlers, **me.handlers, **books.handlers, **admin.handlers}
        await self.add_cog(Router(self.house, at_tables, beside))
        places = Places(self, tables, boards, self.keeper, self._by_the_way)
        for cog in (Commands(self.house, books, opening), records, me, admin, places):
            await self.add_cog(cog)
        await self.tree.set_translator(Translator())
        await patiently(self._sync_commands, "register the commands")
        await self._wake()
        await self.clock.start()

    @property
    def furnished(self) -> bool:
        """Tell whether there are tables, boards and panels: not before Discord is reached."""
        return self._driver is not None

    async def launch_shard(self, gateway: URL, shard_id: int, *, initial: bool = False) -> None:
        """Connect a shard for the first time, however long that takes."""
        await super().launch_shard(gateway, shard_id, initial=initial)
        keep_trying(self.shards[shard_id], self._by_the_way)

    async def _wake(self) -> None:
        """Take up the tables at which there is something to do: a board, or what goes on by itself.

        The others stay on the disk until somebody comes.
        """
        # The others were up to date: thousands of edits at once would serve nobody.
        for table in await self.store.boards_to_bring(BEHIND):
            self.house.boards.refresh(table)
        for table in await self.store.last_boards():
            self.house.boards.refresh(table)
            self.house.boards.forget(table)
        if self._driver is not None:
            self._by_the_way(self._driver.wake())
        self._by_the_way(self.keeper.rounds())

    def _by_the_way(self, work: Coroutine[None, None, None]) -> None:
        """Do something that nobody waits for; nothing begins any more while the bot stops."""
        if self._closing:
            work.close()
            return

        async def chore() -> None:
            try:
                await work
            except (TableRefused, TableDamaged, NotWritten, StorageError) as error:
                log.warning("something was left undone: %s", trace(error))

        task = asyncio.get_running_loop().create_task(chore())
        self._chores.add(task)
        task.add_done_callback(self._chores.discard)

    async def _sync_commands(self) -> None:
        """Register the commands with Discord where they are not what was registered last."""
        payload = [
            await command.get_translated_payload(self.tree, self.tree.translator)
            if self.tree.translator is not None
            else command.to_dict(self.tree)
            for command in self.tree.get_commands()
        ]
        text = json.dumps(payload, sort_keys=True, default=str)
        wanted = f"{self.application_id}:{hashlib.sha256(text.encode()).hexdigest()}"
        if await self.store.recall(COMMANDS_KEY) == wanted:
            return
        await self.tree.sync()
        await self.store.remember(COMMANDS_KEY, wanted)

    # ------------------------------------------------------------------ stop

    async def close(self) -> None:
        """Stop in order: nothing new begins, what has begun is written, then the line is cut.

        Whoever clicks meanwhile is told to come again in a few seconds.
        """
        if self._closing:
            return
        self._closing = True
        if self._driver is not None:
            await self.house.door.close(LEAVING)
            chores = list(self._chores)
            for chore in chores:
                chore.cancel()
            if chores:
                await asyncio.wait(chores, timeout=LEAVING)
            await self._driver.stop()
            await self.clock.stop()
            await self.thinker.close()
            await self.house.tables.close()
            await asyncio.gather(self.house.panels.stop(SHOWING), self.house.boards.stop(SHOWING))
            await self.threads.stop()
            self.looks.close()
        await super().close()
        if self.database is not None:
            await self.database.close()

    def dispatch(self, event_name: str, /, *args: Any, **kwargs: Any) -> None:
        """Hand an event on, and take note of an interaction before anything else is done."""
        if event_name == "interaction":
            self.metrics.arrived(args[0])
        super().dispatch(event_name, *args, **kwargs)

    # ------------------------------------------------------------------ what goes wrong

    def _lost(self, table: int, outcome: Outcome) -> None:
        log.info("table %d: its channel cannot be written to (%s)", table, outcome.value)
        if outcome is Outcome.CHANNEL_GONE:
            self._by_the_way(self.house.tables.suspend(table, CHANNEL_GONE))

    def _tell_damaged(self, table: int, place: Place) -> None:
        """Say in its channel that a table cannot be read."""
        guild = self.get_guild(place.guild)
        told = tell("en" if guild is None else str(guild.preferred_locale))
        note = pages.note(told.text("table.damaged"))
        self.house.boards.post(table, place.channel, note, f"damaged{table}"[:25])
        self.house.boards.forget(table)

    # ------------------------------------------------------------------ what people see

    def _notice(self, notice: Notice) -> None:
        """Show a change of a table; called after it is committed."""
        read = notice.read
        for user in notice.gone:
            self.house.panels.close(read.id, user)
        if read.suspended:
            if read.suspended in RESTING:
                # Its board stays, with the button that takes it up again.
                self.house.boards.refresh(read.id)
                self.house.panels.refresh(read.id)
            self._forget(read.id)
            return
        if notice.begun:
            self._by_the_way(self.house.customs.remember(read))
        if notice.opened:
            self.house.boards.expect(read.id)
        if notice.actor is not None:
            self.attention.acted(read.id, notice.actor)
        for deal in notice.deals:
            screen = pages.summary(read, deal, events=notice.events)
            nonce = f"s{read.id}-{deal.summary.number}-{read.version}"[:25]
            self.house.boards.post(read.id, read.place.channel, screen, nonce)
        # Only a move brings somebody the turn; who comes and goes meanwhile calls nobody again.
        ping = called(read, self.attention) if notice.moved else reminded(notice)
        if read.matters.votes and notice.actor is not None:
            self.departures.look(
                read, {one.user for one in read.seats if one.user} - {notice.actor}
            )
        trick_begins = read.view is not None and len(read.view.trick) <= 1
        if ping is not None:
            self.house.boards.post_anew(read.id, ping=ping)
            self.departures.look(read, ping[0])
        elif notice.moved and trick_begins and self.house.boards.buried(read.id):
            self.house.boards.post_anew(read.id)
        self.house.boards.refresh(read.id, self._urgency(read))
        self.house.panels.refresh(read.id)
        if read.phase in ("over", "ended"):
            self._forget(read.id)
            self.threads.over(read)

    def _forget(self, table: int) -> None:
        """Keep nothing of a table that is over, once what was asked for is on the screens."""
        self.attention.forget(table)
        self.looks.drop(table)
        self.house.boards.forget(table)
        self.house.panels.forget(table)

    async def _draw_board(self, table: int) -> Drawn | None:
        try:
            read = await self.house.tables.read(table)
        except (TableRefused, TableDamaged):
            return None
        if read.suspended and read.suspended not in RESTING:
            return None
        pictures = read.settings.pictures and self._may_attach(read.place)
        screen = await public_screen(self.house, read, pictures=pictures)
        return Drawn(read.place.channel, screen, self._urgency(read))

    def _may_attach(self, place: Place) -> bool:
        """Tell whether the bot may attach files in a place, as far as it knows."""
        channel = self.get_channel(place.channel)
        if not isinstance(channel, discord.TextChannel | discord.VoiceChannel | discord.Thread):
            return True
        return channel.guild.me is None or channel.permissions_for(channel.guild.me).attach_files

    def _urgency(self, read: TableRead) -> Urgency:
        """Tell how much a board is waited for; who has a panel of their own sees it all there."""
        asked = None if read.view is None else read.view.asked
        user = None if asked is None else read.seats[asked.player].user
        if asked is not None and user is not None and read.seats[asked.player].person:
            seen = self.house.panels.live(read.id, user)
            return Urgency.PEOPLE_WATCH if seen else Urgency.PERSON_WAITS
        if any(seat.person for seat in read.seats):
            return Urgency.PEOPLE_WATCH
        return Urgency.COMPUTERS_ONLY

    async def _draw_panel(
        self, table: int, user: int, language: str, step: Step | None
    ) -> Screen | None:
        read = await self.house.tables.read(table, user)
        if read.seat is None or read.view is None:
            return None
        return hand_screen(read, language, self.looks.of(user), step=lasting(read, step))

    async def _draw_asleep(
        self, table: int, user: int, language: str, stopping: bool
    ) -> Screen | None:
        """Return what is left of a panel that cannot be kept up to date any longer.

        While the bot restarts panels stay as they are and work on, except where nobody may look
        back at what they show.
        """
        read = await self.house.tables.read(table, user)
        if read.phase != "playing" or (stopping and read.game.looks_back):
            return None
        return pages.asleep(read, language)

    async def _remember_board(self, table: int, board: Posted | None) -> None:
        if board is not None:
            at = int(board.at * 1000)
            try:
                await self.store.set_board(table, board.channel, board.message, at)
            except StorageError as error:
                log.error("table %d: its new board was not remembered: %s", table, trace(error))

    def _last_board_shown(self, table: int) -> None:
        self._by_the_way(self.store.last_board_shown(table))

    async def _recall_board(self, table: int) -> Posted | None:
        found = await self.store.board(table)
        return None if found is None else Posted(found[0], found[1], found[2] / 1000)
