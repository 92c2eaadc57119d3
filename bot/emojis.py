"""Bringing the card emojis to the application, and finding out which it has."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import discord

from bot.outcomes import FAULTS, outcome_of
from bot.render.emojis import NONE, Drawing, Emojis, drawings, known, stem_in

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Uploaded:
    """What an upload did: how many were there already, new, removed, and not to be had."""

    there: int = 0
    new: int = 0
    removed: int = 0
    failed: int = 0


async def find(client: discord.Client) -> Emojis:
    """Return the application's card emojis; none where Discord refuses to say: text serves.

    Raise what may pass.
    """
    try:
        found = await client.fetch_application_emojis()
    except FAULTS as error:
        outcome = outcome_of(error)
        if outcome is not None and outcome.passing:
            raise
        log.warning("card emojis are not known (%s): cards are shown as text", outcome)
        return NONE
    return known((emoji.name, emoji.id) for emoji in found)


async def upload(
    client: discord.Client,
    *,
    pause: float = 0.0,
    tries: int = 5,
    tell: Callable[[str], None] = lambda _: None,
    some: Callable[[], Sequence[Drawing]] = drawings,
) -> Uploaded:
    """Bring every drawing of ``some`` to the application that it lacks; take away outdated ones.

    It can be stopped and begun again: what is there by name and hash is left alone. A drawing that
    Discord refuses is passed over and counted.
    """
    done = Uploaded()
    pictures = await asyncio.to_thread(some)
    there = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
    for number, drawing in enumerate(pictures, 1):
        if drawing.name in there:
            done.there += 1
            continue
        if await _create(client, drawing, tries):
            done.new += 1
            tell(f"{number}/{len(pictures)} {drawing.name}")
        else:
            done.failed += 1
        await asyncio.sleep(pause)
    wanted = {drawing.name for drawing in pictures}
    stems = {stem_in(name) for name in wanted}
    for name, emoji in there.items():
        if name not in wanted and stem_in(name) in stems:
            await emoji.delete()
            done.removed += 1
    return done


async def _create(client: discord.Client, drawing: Drawing, tries: int) -> bool:
    for attempt in range(tries):
        try:
            await client.create_application_emoji(name=drawing.name, image=drawing.png)
        except FAULTS as error:
            outcome = outcome_of(error)
            if outcome is None or not outcome.passing:
                log.error("%s was refused (%s)", drawing.name, outcome)
                return False
            wait = getattr(error, "retry_after", 2.0**attempt)
            log.info("%s has to wait %.0f s", drawing.name, wait)
            await asyncio.sleep(wait)
        else:
            return True
    return False
