"""What the cogs work with: tables, what is shown of them, and how a person is answered."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

import discord

from bot.looks import Looks
from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.publisher.boards import Boards
from bot.publisher.calm import Calm
from bot.publisher.panels import Panels
from bot.render import pages
from bot.render.board import board
from bot.render.custom_ids import CustomId
from bot.render.lobby import lobby
from bot.render.look import PLAIN, Look
from bot.render.panel import Step, panel
from bot.render.screen import MAX_OPTIONS, Screen
from bot.render.tell import tell
from bot.tables.advice import Advice
from bot.tables.customs import Customs
from bot.tables.deadlines import here
from bot.tables.errors import NotWritten, TableRefused
from bot.tables.moves import Person
from bot.tables.read import TableRead
from bot.tables.service import Tables
from bot.traces import trace
from bot.wire import answer_by_edit, edit_answer

log = logging.getLogger(__name__)

Click = discord.Interaction[discord.Client]

ANSWER_WITHIN: Final = 6.0
"""Seconds after which a first answer is given up: Discord takes none after three."""

EDIT_WITHIN: Final = 20.0
"""Seconds after which a request by token is given up: a silent Discord must hold up nobody."""

LONGEST: Final = 100
"""Characters of what somebody chose or typed that are looked at: nothing here is longer."""

GREATEST: Final = 2**63 - 1
"""The greatest number that the database takes."""

_ANSWERING: Final = "answering"
ACKNOWLEDGING: Final = "acknowledging"
"""Where an interaction keeps the task that acknowledges it, because its answer takes long."""


LANGUAGE: Final = "language"
"""Where an interaction carries the language that its person has chosen here."""


class Door:
    """Counts who is inside, and lets nobody in any more once it is closed."""

    def __init__(self, calm: Calm | None = None) -> None:
        self.closed = False
        self._calm = calm or Calm()
        self._inside = 0
        self._empty = asyncio.Event()
        self._empty.set()

    @asynccontextmanager
    async def through(self) -> AsyncIterator[None]:
        """Be inside for as long as a click is answered."""
        self._inside += 1
        self._empty.clear()
        try:
            with self._calm.click():
                yield
        finally:
            self._inside -= 1
            if not self._inside:
                self._empty.set()

    async def close(self, seconds: float) -> None:
        """Let nobody in, and wait so long until everybody has left."""
        self.closed = True
        try:
            async with asyncio.timeout(seconds):
                await self._empty.wait()
        except TimeoutError:
            log.warning("stopped with %d clicks still to be answered", self._inside)


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a click may need.

    ``wonder`` hears of a person whom somebody was referred to at a table: they may have left.
    """

    tables: Tables
    boards: Boards
    panels: Panels
    looks: Looks
    advise: Callable[[int, int], Awaitable[Advice | None]]
    customs: Customs
    levels: Mapping[str, tuple[str, ...]]
    wonder: Callable[[int, int], None] = lambda table, user: None
    door: Door = field(default_factory=Door)

    def level(self, game: str, args: Sequence[str] = ()) -> str:
        """Return the level of computers that a click names; the last one where it names none."""
        known = self.levels[game]
        return args[0] if args and args[0] in known else known[-1]


@dataclass(frozen=True, slots=True)
class ByInteraction:
    """Edits the message that an interaction answered with (or was made on), by its token."""

    interaction: Click
    message: int | None

    async def edit(self, screen: Screen) -> None:
        """Change the message."""
        async with asyncio.timeout(EDIT_WITHIN):
            await edit_answer(self.interaction, screen)

    async def remove(self) -> None:
        """Delete the message."""
        async with asyncio.timeout(EDIT_WITHIN):
            await self.interaction.delete_original_response()

    async def again(self, screen: Screen) -> ByFollowup:
        """Send another message below everything else."""
        return await followed(self.interaction, screen)


@dataclass(frozen=True, slots=True)
class ByFollowup:
    """Edits a message that followed an interaction's answer, by the interaction's token."""

    interaction: Click
    sent: discord.WebhookMessage

    @property
    def message(self) -> int:
        """Return the message's id."""
        return self.sent.id

    async def edit(self, screen: Screen) -> None:
        """Change the message."""
        async with asyncio.timeout(EDIT_WITHIN):
            await self.sent.edit(**screen.to_edit())

    async def remove(self) -> None:
        """Delete the message."""
        async with asyncio.timeout(EDIT_WITHIN):
            await self.sent.delete()

    async def again(self, screen: Screen) -> ByFollowup:
        """Send another message below everything else."""
        return await followed(self.interaction, screen)


async def followed(interaction: Click, screen: Screen) -> ByFollowup:
    """Send a private message after what answered an interaction."""
    async with asyncio.timeout(EDIT_WITHIN):
        sent = await interaction.followup.send(ephemeral=True, wait=True, **screen.to_send())
    return ByFollowup(interaction, sent)


def person_of(interaction: Click) -> Person:
    """Return who clicked, and whether they may moderate the channel."""
    user = interaction.user
    rights = interaction.permissions
    moderator = rights.manage_messages or rights.manage_guild
    return Person(user.id, user.display_name, moderator, interaction.channel_id)


async def at_home(house: House, interaction: Click, table: int) -> None:
    """Raise TableRefused(no_such_table) where a click names a table of another server.

    No message has such a button: somebody made it up.
    """
    read = house.tables.at_hand(table) or await house.tables.read(table)
    if read.place.guild != interaction.guild_id:
        raise TableRefused("no_such_table")


def missing_permissions(click: Click, *, thread: bool = False) -> tuple[str, ...]:
    """Return the permissions that the bot lacks in the channel of an interaction, by name."""
    has = click.app_permissions
    needed = ["view_channel", "embed_links", "read_message_history"]
    inside = isinstance(click.channel, discord.Thread)
    needed.append("send_messages_in_threads" if inside or thread else "send_messages")
    if thread and not inside:
        needed.append("create_public_threads")
    return tuple(name for name in needed if not getattr(has, name))


def what_is_missing(click: Click, *, thread: bool = False) -> str:
    """Return the sentence that says which permissions the bot lacks and where; empty if none."""
    missing = missing_permissions(click, thread=thread)
    if not missing:
        return ""
    words = tell(language_of(click))
    names = ", ".join(words.text(f"permission.{name}") for name in missing)
    return words.text("refusal.permissions", names=names, place=f"<#{click.channel_id}>")


def language_of(interaction: Click) -> str:
    """Return the language that the person has chosen here, else the one set in Discord."""
    return str(interaction.extras.get(LANGUAGE) or interaction.locale)


async def public_screen(house: House, read: TableRead, *, pictures: bool = True) -> Screen:
    """Return what the table's public message shows now; its words say all that a picture does."""
    if read.view is None:
        return lobby(read)
    look = await house.looks.public(read)
    if not pictures:
        look = replace(look, pictures=False)
    return board(read, look=look, picture=await house.looks.picture(read, look))


def hand_screen(
    read: TableRead,
    language: str,
    look: Look = PLAIN,
    *,
    note: str = "",
    step: Step | None = None,
) -> Screen:
    """Return a person's panel, or how to get a seat where they have none."""
    if read.seat is None:
        return pages.no_seat(read, language)
    if read.view is None:
        told = tell(language)
        return pages.note(told.text("page.not_started"))
    return panel(read, language, note=note, step=step, look=look)


def answering(interaction: Click) -> bool:
    """Tell whether a first answer to an interaction is on its way."""
    return bool(interaction.extras.get(_ANSWERING))


async def answered(interaction: Click) -> bool:
    """Tell whether an interaction has its first answer; one that is on its way is waited for.

    Discord would refuse another that comes meanwhile, and nobody would ever see it.
    """
    acknowledging = interaction.extras.get(ACKNOWLEDGING)
    if isinstance(acknowledging, asyncio.Task):
        await asyncio.wait({acknowledging})
    return interaction.response.is_done()


@asynccontextmanager
async def first_answer(interaction: Click) -> AsyncIterator[None]:
    """Give a first answer within; it is neither overtaken nor waited for too long."""
    interaction.extras[_ANSWERING] = True
    async with asyncio.timeout(ANSWER_WITHIN):
        yield


async def answer(interaction: Click, screen: Screen) -> None:
    """Answer a command or a click with a new private message."""
    await send(interaction, ephemeral=True, **screen.to_send())


async def send(interaction: Click, **message: Any) -> None:
    """Answer with a new message, or let it follow the first answer, as discord.py takes it."""
    if await answered(interaction):
        async with asyncio.timeout(EDIT_WITHIN):
            await interaction.followup.send(**message)
    else:
        async with first_answer(interaction):
            await interaction.response.send_message(**message)


async def change(interaction: Click, screen: Screen) -> None:
    """Answer a click by changing the message it was made on; anew where that is gone meanwhile."""
    try:
        if await answered(interaction):
            async with asyncio.timeout(EDIT_WITHIN):
                await edit_answer(interaction, screen)
        else:
            async with first_answer(interaction):
                await answer_by_edit(interaction, screen)
    except FAULTS as error:
        if outcome_of(error) is not Outcome.MESSAGE_GONE:
            raise
        await answer(interaction, screen)


def private(interaction: Click) -> bool:
    """Tell whether a click was made on a message that its person alone sees."""
    return interaction.message is not None and interaction.message.flags.ephemeral


async def respond(interaction: Click, screen: Screen) -> None:
    """Answer a click where it was made, if that is private: a public message is never replaced."""
    await (change if private(interaction) else answer)(interaction, screen)


def values_of(interaction: Click) -> tuple[str, ...]:
    """Return what was chosen in a menu, as it was sent: it is checked where it is used.

    No more and no longer than a menu of Discord's can have.
    """
    data: Any = interaction.data
    values = data.get("values") if isinstance(data, dict) else None
    if not isinstance(values, list):
        return ()
    return tuple(str(value)[:LONGEST] for value in values[:MAX_OPTIONS])


def digits(text: str, most: int = 19) -> int | None:
    """Return a number of so many digits at most; None where a text is none, or beyond all ids."""
    found = int(text) if text.isascii() and text.isdigit() and len(text) <= most else None
    return None if found is None or found > GREATEST else found


def whole(text: str, code: str = "unknown_button", most: int = 19) -> int:
    """Return a number of so many digits at most; raise TableRefused with a code."""
    found = digits(text, most)
    if found is None:
        raise TableRefused(code)
    return found


def seat_named(wanted: CustomId) -> int:
    """Return the seat that a button names first; raise TableRefused(no_seat_there)."""
    return whole(wanted.args[0] if wanted.args else "", "no_seat_there", 3)


async def greet(house: House, interaction: Click, table: int) -> None:
    """Note that a person looks at a table: who was waited for is back, at once."""
    person = person_of(interaction)
    try:
        await house.tables.do(table, person, lambda now: here(now, person))
    except NotWritten as error:
        log.warning("table %d: a return was not written: %s", table, trace(error))


async def put_panel(
    house: House,
    interaction: Click,
    read: TableRead,
    language: str,
    note: str = "",
    step: Step | None = None,
) -> None:
    """Show the person's panel where they clicked, and keep it alive; anew where that is gone."""
    user = interaction.user.id
    pressed = None if interaction.message is None else interaction.message.id
    gone = pressed is not None and house.panels.removed(read.id, user, pressed)
    if gone or not private(interaction):
        await open_panel(house, interaction, read, language, note=note, step=step)
        return
    screen = hand_screen(read, language, house.looks.of(user), note=note, step=step)
    await change(interaction, screen)
    if read.seat is not None and read.view is not None:
        writer = ByInteraction(interaction, pressed)
        house.panels.adopt(read.id, user, writer, screen, language, step, read)


async def open_panel(
    house: House,
    interaction: Click,
    read: TableRead,
    language: str,
    *,
    note: str = "",
    step: Step | None = None,
) -> None:
    """Answer with the person's panel, and keep it alive."""
    user = interaction.user.id
    screen = hand_screen(read, language, house.looks.of(user), note=note, step=step)
    if await answered(interaction):
        written = await followed(interaction, screen)
        if read.seat is not None:
            house.panels.adopt(read.id, user, written, screen, language, step, read)
        return
    async with first_answer(interaction):
        sent = await interaction.response.send_message(ephemeral=True, **screen.to_send())
    if read.seat is not None:
        writer = ByInteraction(interaction, sent.message_id)
        house.panels.adopt(read.id, user, writer, screen, language, step, read)


def welcome(house: House, interaction: Click, table: int) -> None:
    """Show the person's hand by this interaction's token as soon as it is dealt."""

    async def opener(screen: Screen) -> ByFollowup:
        return await followed(interaction, screen)

    house.panels.welcome(table, interaction.user.id, opener, language_of(interaction))
