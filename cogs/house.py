"""What the cogs work with: tables, what is shown of them, and how a person is answered."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import discord

from bot.games.game import Refused
from bot.games.house_rules import RulesError
from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.publisher.boards import Boards
from bot.publisher.panels import Panels
from bot.render import pages
from bot.render.board import board, teller
from bot.render.lobby import lobby
from bot.render.panel import Step, panel
from bot.render.screen import Screen
from bot.render.tell import tell
from bot.tables.moves import Person
from bot.tables.read import TableRead
from bot.tables.service import Tables

log = logging.getLogger(__name__)

Click = discord.Interaction[discord.Client]


@dataclass(frozen=True, slots=True)
class House:
    """Everything that a click may need."""

    tables: Tables
    boards: Boards
    panels: Panels
    levels: tuple[str, ...] = ("normal",)

    def level(self, args: Sequence[str] = ()) -> str:
        """Return the level of computers that a click names; the last one where it names none."""
        return args[0] if args and args[0] in self.levels else self.levels[-1]


@dataclass(frozen=True, slots=True)
class ByInteraction:
    """Edits the message that an interaction answered with (or was made on), by its token."""

    interaction: Click
    message: int | None

    async def edit(self, screen: Screen) -> None:
        """Change the message."""
        await self.interaction.edit_original_response(**screen.to_edit())

    async def remove(self) -> None:
        """Delete the message."""
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
        await self.sent.edit(**screen.to_edit())

    async def remove(self) -> None:
        """Delete the message."""
        await self.sent.delete()

    async def again(self, screen: Screen) -> ByFollowup:
        """Send another message below everything else."""
        return await followed(self.interaction, screen)


async def followed(interaction: Click, screen: Screen) -> ByFollowup:
    """Send a private message after what answered an interaction."""
    sent = await interaction.followup.send(ephemeral=True, wait=True, **screen.to_send())
    return ByFollowup(interaction, sent)


def person_of(interaction: Click) -> Person:
    """Return who clicked, and whether they may moderate the channel."""
    user = interaction.user
    rights = interaction.permissions
    return Person(user.id, user.display_name, rights.manage_messages or rights.manage_guild)


def language_of(interaction: Click) -> str:
    """Return the language that the person has set in Discord."""
    return str(interaction.locale)


def public_screen(read: TableRead) -> Screen:
    """Return what the table's public message shows now."""
    if read.view is None:
        return lobby(read)
    return board(read)


def hand_screen(
    read: TableRead, language: str, *, note: str = "", step: Step | None = None
) -> Screen:
    """Return a person's panel, or how to get a seat where they have none."""
    if read.seat is None:
        return pages.no_seat(read, language)
    if read.view is None:
        told = tell(language)
        return pages.note(told.text("page.not_started"))
    return panel(read, language, note=note, step=step)


async def answer(interaction: Click, screen: Screen) -> None:
    """Answer a command or a click with a new private message."""
    if interaction.response.is_done():
        await interaction.followup.send(ephemeral=True, **screen.to_send())
    else:
        await interaction.response.send_message(ephemeral=True, **screen.to_send())


async def change(interaction: Click, screen: Screen) -> None:
    """Answer a click by changing the message it was made on; anew where that is gone meanwhile."""
    try:
        if interaction.response.is_done():
            await interaction.edit_original_response(**screen.to_edit())
        else:
            await interaction.response.edit_message(**screen.to_edit())
    except FAULTS as error:
        if outcome_of(error) is not Outcome.MESSAGE_GONE:
            raise
        await answer(interaction, screen)


def sentence(error: Exception, language: str, read: TableRead | None = None) -> str:
    """Return the sentence for something refused; raise what is no refusal."""
    told = tell(language) if read is None else teller(read, language)
    if isinstance(error, Refused):
        if error.code == "not_host":
            host = error.facts.get("host")
            return told.text("refusal.not_host", host=f"<@{host}>")
        return told.refusal(error)
    if isinstance(error, RulesError):
        return told.text(f"refusal.{error.code}", rule=error.rule, value=str(error.value))
    raise error


async def open_panel(
    house: House, interaction: Click, read: TableRead, language: str, *, note: str = ""
) -> None:
    """Answer with the person's panel, and keep it alive."""
    screen = hand_screen(read, language, note=note)
    user = interaction.user.id
    if interaction.response.is_done():
        written = await followed(interaction, screen)
        if read.seat is not None:
            house.panels.adopt(read.id, user, written, screen, language)
        return
    answered = await interaction.response.send_message(ephemeral=True, **screen.to_send())
    if read.seat is not None:
        writer = ByInteraction(interaction, answered.message_id)
        house.panels.adopt(read.id, user, writer, screen, language)


def welcome(house: House, interaction: Click, table: int) -> None:
    """Show the person's hand by this interaction's token as soon as it is dealt."""

    async def opener(screen: Screen) -> ByFollowup:
        return await followed(interaction, screen)

    house.panels.welcome(table, interaction.user.id, opener, language_of(interaction))


async def carefully(interaction: Click, screen: Screen) -> None:
    """Tell a person something; what Discord refuses now is no longer worth an error."""
    try:
        await answer(interaction, screen)
    except FAULTS as error:
        if outcome_of(error) is Outcome.REFUSED:
            log.error("an answer was refused: %s", type(error).__name__)
