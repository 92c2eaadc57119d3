"""How a table opens in a channel or thread, and how one that rests there is taken up again."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

import discord

from bot.games.registry import GAMES
from bot.publisher.boards import Posted
from bot.render import pages
from bot.render.board import final_rows, teller
from bot.render.custom_ids import CustomId, custom_id
from bot.render.lobby import guests as guests_of
from bot.render.screen import Button, Screen
from bot.render.tell import Tell, tell
from bot.tables import lobby
from bot.tables.errors import TableRefused
from bot.tables.moves import Person
from bot.tables.read import TableRead
from bot.tables.table import Place, Settings
from cogs.house import (
    Click,
    House,
    answer,
    answered,
    first_answer,
    language_of,
    person_of,
    private,
    public_screen,
    respond,
    welcome,
    what_is_missing,
)

AUTO_ARCHIVE: Final = 1440
"""Minutes without a message after which Discord archives a thread by itself."""


@dataclass(frozen=True, slots=True)
class Wish:
    """What somebody wants to play, how, and with whom."""

    game: str
    preset: str | None = None
    thread: bool = False
    computers: bool = False
    guests: tuple[Person, ...] = ()


class Opening:
    """Opens tables for clicks and commands."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.handlers = {"again": self._again, "aside": self._aside, "resume": self._resume}

    async def open(self, click: Click, wish: Wish) -> None:
        """Open a table where a command was given, or in a new thread there."""
        language = language_of(click)
        words = tell(language)
        game = GAMES[wish.game]
        channel = click.channel
        if click.guild_id is None or channel is None:
            await answer(click, pages.note(words.text("refusal.only_in_servers")))
            return
        server = await self._house.customs.server(click.guild_id)
        if wish.thread and server.threads == "never":
            raise TableRefused("no_threads_here")
        if wish.computers and not server.computers:
            raise TableRefused("no_computers_here")
        threads = wish.thread or server.threads == "always"
        thread = threads and isinstance(channel, discord.TextChannel)
        missing = what_is_missing(click, thread=thread)
        if missing:
            await answer(click, pages.note(missing))
            return
        host = person_of(click)
        rules = await self._house.customs.rules(game, click.guild_id, host.id, wish.preset)
        public = server.language or str(click.guild_locale or language)
        settings = Settings(
            language=tell(public).words.language,
            clock=server.clock,
            quiet=server.quiet,
            pictures=server.pictures,
            hints=server.hints,
            computers=server.computers,
            thread=thread,
        )
        private = isinstance(channel, discord.Thread) and channel.is_private()
        parent = getattr(channel, "parent_id", None)
        place = Place(click.guild_id, channel.id, parent, private)
        if thread and isinstance(channel, discord.TextChannel):
            title = tell(public).text(
                "thread.name", game=tell(public).text(f"game.{wish.game}"), name=host.name
            )
            made = await channel.create_thread(
                name=title[:100],
                type=discord.ChannelType.public_thread,
                auto_archive_duration=AUTO_ARCHIVE,
            )
            place = Place(click.guild_id, made.id, channel.id)
        level = self._house.level(wish.game) if wish.computers else None
        try:
            read = await self._house.tables.open(
                place,
                host,
                game,
                rules,
                settings=settings,
                guests=wish.guests,
                computers=level,
            )
        except TableRefused as refused:
            if refused.code != "channel_taken":
                raise
            await self._already_here(click, int(refused.facts["table"]))
            return
        if place.channel == channel.id:
            await self._answer_with_board(click, read)
        else:
            note = pages.note(words.text("thread.opened", place=f"<#{place.channel}>"))
            self._post_first(read)
            await answer(click, note)
        welcome(self._house, click, read.id)
        self._house.panels.refresh(read.id)
        if unseated := _without_a_seat(read, wish.guests, words):
            await answer(click, pages.note(unseated))

    async def invite(self, click: Click, table: int, guests: tuple[Person, ...]) -> None:
        """Keep seats of a lobby for more guests, and call them, once."""
        words, host = tell(language_of(click)), person_of(click)
        before = await self._house.tables.read(table)
        read = await self._house.tables.do(table, host, lambda now: lobby.invite(now, host, guests))
        kept = {guest.user for guest in before.matters.invited.values()}
        new = [guest for guest in read.matters.invited.values() if guest.user not in kept]
        if not new:
            await answer(click, pages.note(words.text("invite.nobody")))
            return
        called = tuple(guest.user for guest in new if guest.user in guests_of(read))
        if called:
            line = invitation(called, tell(read.settings.language))
            self._house.boards.post_anew(table, ping=(called, line), asked=True)
        names = ", ".join(f"**{guest.name}**" for guest in new)
        told = [words.text("invite.done", names=names), _without_a_seat(read, guests, words)]
        await answer(click, pages.note("\n".join(part for part in told if part)))

    async def table(self, click: Click, table: int | None) -> None:
        """Post the table of a channel again at its bottom, or take up one that rests there."""
        words = tell(language_of(click))
        if table is None:
            resting = await self._house.customs.resting_in(click.channel_id or 0)
            if resting is None:
                raise TableRefused("no_table_here")
            table = resting
            await self._take_up(click, table)
        note = what_is_missing(click) or words.text("more.reposted")
        await answer(click, pages.note(note))
        self._house.boards.post_anew(table, asked=True)

    # ------------------------------------------------------------------ where one is already

    async def _already_here(self, click: Click, table: int) -> None:
        """Show the table that is open here already, at the bottom, to who wanted another."""
        words = tell(language_of(click))
        read = await self._house.tables.read(table)
        self._house.boards.post_anew(table, asked=True)
        if not read.deserted:
            await answer(click, pages.note(words.text("refusal.channel_taken")))
            return
        aside = Button(custom_id(table, "aside"), words.text("button.aside"), "danger")
        text = words.text("opening.deserted")
        await answer(click, Screen(text=text, rows=((aside,),)))

    async def _aside(self, click: Click, wanted: CustomId) -> None:
        """Put a table aside at which nobody plays any more, so that another can open."""
        read = await self._house.tables.read(wanted.table)
        if not read.deserted:
            raise TableRefused("not_deserted")
        await self._house.tables.suspend(wanted.table, "aside")
        await respond(click, pages.note(tell(language_of(click)).text("opening.aside")))

    async def _resume(self, click: Click, wanted: CustomId) -> None:
        """Take up a table again that was put to rest, on the message that was its board."""
        await self._take_up(click, wanted.table)
        if click.message is not None and click.channel_id is not None:
            message = click.message
            board = Posted(click.channel_id, message.id, message.created_at.timestamp())
            self._house.boards.know(wanted.table, board)
        await acknowledge(click)
        welcome(self._house, click, wanted.table)
        self._house.boards.refresh(wanted.table)
        self._house.panels.refresh(wanted.table)

    async def _take_up(self, click: Click, table: int) -> None:
        person = person_of(click)
        await self._house.tables.do(table, person, lambda now: lobby.resume(now, person))

    # ------------------------------------------------------------------ another match

    async def _again(self, click: Click, wanted: CustomId) -> None:
        """Open another match with the same people, rules and seats."""
        read = await self._house.tables.again(wanted.table, person_of(click))
        self._post_first(read)
        welcome(self._house, click, read.id)
        self._house.panels.refresh(read.id)
        await self._take_rematch_away(click, wanted.table)

    async def _take_rematch_away(self, click: Click, table: int) -> None:
        """Leave a final board as it is, without the button that has had its rematch."""
        old = await self._house.tables.read(table)
        view = Screen(rows=final_rows(old, teller(old), again=False)).view()
        if private(click):
            await acknowledge(click)
        elif await answered(click):
            await click.edit_original_response(view=view)
        else:
            async with first_answer(click):
                await click.response.edit_message(view=view)

    def _post_first(self, read: TableRead) -> None:
        """Let the publisher post a table's first message, which calls its guests."""
        called = guests_of(read)
        words = tell(read.settings.language)
        ping = (called, invitation(called, words)) if called else None
        self._house.boards.post_anew(read.id, ping=ping, asked=True)
        self._house.boards.release(read.id)

    async def _answer_with_board(self, click: Click, read: TableRead) -> None:
        """Answer a command with the table's public message itself, which becomes its board."""
        try:
            screen = await public_screen(self._house, read)
            message = await self._send_publicly(click, replace(screen, pinged=guests_of(read)))
            if message is not None and click.channel_id is not None:
                board = Posted(click.channel_id, message, time.time())
                await self._house.boards.adopt(read.id, board, screen)
        finally:
            self._house.boards.release(read.id)
        self._house.boards.refresh(read.id)

    async def _send_publicly(self, click: Click, screen: Screen) -> int | None:
        if await answered(click):
            # It was deferred as a private answer: the board comes by the publisher then.
            await answer(click, pages.note(tell(language_of(click)).text("play.opened")))
            return None
        async with first_answer(click):
            sent = await click.response.send_message(**screen.to_send())
        return sent.message_id


def _without_a_seat(read: TableRead, guests: tuple[Person, ...], words: Tell) -> str:
    """Return the line that names the guests for whom no seat was left; empty where all have one."""
    here = {guest.user for guest in read.matters.invited.values()}
    here |= {seat.user for seat in read.seats if seat.user is not None}
    names = ", ".join(f"**{guest.name}**" for guest in guests if guest.id not in here)
    return words.text("invite.no_seat", names=names) if names else ""


def invitation(called: Sequence[int], words: Tell) -> str:
    """Return the line that calls guests of a lobby."""
    mentions = " ".join(f"<@{user}>" for user in called)
    return words.text("lobby.invitation", mentions=mentions)


async def acknowledge(click: Click) -> None:
    """Acknowledge a click on a public message; the publisher brings it up to date."""
    if not await answered(click):
        async with first_answer(click):
            await click.response.defer()
