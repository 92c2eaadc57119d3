"""The door: every interaction is answered in time and with a sentence, whatever goes wrong."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Coroutine
from typing import Final

import discord

from bot.games.game import Refused
from bot.games.house_rules import RulesError
from bot.outcomes import FAULTS, Outcome, outcome_of
from bot.render.tell import tell
from bot.service.logs import about
from bot.tables.errors import NotWritten, TableDamaged, TableRefused
from bot.tables.read import TableRead
from bot.traces import trace
from bot.wire import let_go
from cogs.house import (
    ACKNOWLEDGING,
    LANGUAGE,
    Click,
    House,
    answered,
    answering,
    language_of,
)
from cogs.refusals import say, sentence

log = logging.getLogger(__name__)

DEFER_AFTER: Final = 1.8
"""Seconds after which a click is acknowledged although its answer is not ready (limit: 3)."""

_NAMES: Final = frozenset({"seat", "asked", "player"})


async def in_time(click: Click, work: Awaitable[None]) -> None:
    """Await the answer to a click; acknowledge it in time where that takes longer."""

    def overdue() -> None:
        click.extras[ACKNOWLEDGING] = asyncio.create_task(_acknowledge(click))

    alarm = asyncio.get_running_loop().call_later(DEFER_AFTER, overdue)
    try:
        await work
    finally:
        alarm.cancel()
        await answered(click)


async def _acknowledge(click: Click) -> None:
    # An answer that is on its way already is not overtaken: Discord would refuse one of the two.
    if click.response.is_done() or answering(click):
        return
    try:
        async with asyncio.timeout(DEFER_AFTER):
            if click.type is discord.InteractionType.component:
                await click.response.defer()
            else:
                await click.response.defer(ephemeral=True, thinking=True)
    except FAULTS as error:
        log.info("a slow click could not be acknowledged: %s", outcome_of(error))


async def guarded(
    house: House, click: Click, work: Coroutine[None, None, None], table: int | None = None
) -> None:
    """Answer whatever goes wrong with a sentence; the outermost handler of every interaction."""
    with about(interaction=click.id, server=click.guild_id, table=table):
        try:
            await _guarded(house, click, work, table)
        finally:
            let_go(click)


async def _guarded(
    house: House, click: Click, work: Coroutine[None, None, None], table: int | None
) -> None:
    told = tell(language_of(click))
    if house.door.closed:
        work.close()
        await say(click, told.text("refusal.restarting"))
        return
    async with house.door.through():
        try:
            await in_time(click, _knowing(house, click, work))
        except (Refused, RulesError) as refused:
            if table is not None and isinstance(refused, Refused) and "host" in refused.facts:
                house.wonder(table, int(refused.facts["host"]))
            read = await _names_for(house, refused, table)
            await say(click, sentence(refused, language_of(click), read))
        except TableDamaged:
            await say(click, told.text("refusal.table_damaged"))
        except NotWritten as error:
            log.error("an action was not written: %s", trace(error))
            key = "refusal.database_damaged" if error.until_mended else "refusal.not_written"
            await say(click, told.text(key))
        except FAULTS as error:
            outcome = outcome_of(error)
            if outcome is Outcome.REFUSED:
                log.error("Discord refused an answer: %s", getattr(error, "code", ""))
                await say(click, told.text("refusal.fault"))
            else:
                log.info("a click was not answered: %s", outcome)
        except Exception as error:  # noqa: BLE001 - outermost: else a click is never answered
            log.error("a click failed: %s", trace(error))
            await say(click, told.text("refusal.fault"))


async def _knowing(house: House, click: Click, work: Coroutine[None, None, None]) -> None:
    """Answer a click after its person's choices are at hand."""
    chosen = await house.looks.learn(click.user.id)
    if chosen.language:
        click.extras[LANGUAGE] = chosen.language
    await work


async def _names_for(house: House, refused: Exception, table: int | None) -> TableRead | None:
    """Return the table whose people a refusal names, where it names any."""
    facts = refused.facts if isinstance(refused, Refused) else {}
    if table is None or not _NAMES & facts.keys():
        return None
    try:
        return await house.tables.read(table)
    except (TableRefused, TableDamaged, NotWritten) as error:
        log.info("a refusal is told without names: %s", type(error).__name__)
        return None
