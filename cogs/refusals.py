"""What a person is told when something is refused: a sentence, on the page that was pressed."""

from __future__ import annotations

import asyncio
import logging

import discord

from bot.games.game import Refused
from bot.games.house_rules import RulesError
from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.render import pages
from bot.render.board import teller
from bot.render.custom_ids import CustomId
from bot.render.tell import tell
from bot.tables.errors import Stale
from bot.tables.read import TableRead
from cogs.house import EDIT_WITHIN, Click, answer, answered, first_answer, private

log = logging.getLogger(__name__)


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


def why_not(refused: Refused, wanted: CustomId, language: str, read: TableRead) -> str:
    """Return what stands on a panel whose click was refused: that it was late, or the reason."""
    moment = wanted.moment.version
    if isinstance(refused, Stale) or (moment is not None and moment != read.version):
        return tell(language).text("panel.present")
    return sentence(refused, language, read)


async def say(interaction: Click, text: str) -> None:
    """Tell a person something: above the private page they pressed, which stays as it is.

    A page that many people see, and a command, are answered by a private message of its own. What
    Discord refuses now is no longer worth an error.
    """
    try:
        if not private(interaction) or _answered_anew(interaction):
            await answer(interaction, pages.note(text))
            return
        try:
            await _above(interaction, text)
        except FAULTS as error:
            if outcome_of(error) is not Outcome.MESSAGE_GONE:
                raise
            await answer(interaction, pages.note(text))
    except FAULTS as error:
        if outcome_of(error) is Outcome.REFUSED:
            log.error("an answer was refused: %s", type(error).__name__)


def _answered_anew(interaction: Click) -> bool:
    """Tell whether a click was answered with a message of its own already."""
    return interaction.response.type is discord.InteractionResponseType.channel_message


async def _above(interaction: Click, text: str) -> None:
    nobody = discord.AllowedMentions.none()
    if await answered(interaction):
        async with asyncio.timeout(EDIT_WITHIN):
            await interaction.edit_original_response(content=text, allowed_mentions=nobody)
    else:
        async with first_answer(interaction):
            await interaction.response.edit_message(content=text, allowed_mentions=nobody)
