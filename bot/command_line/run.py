"""Run the bot on Discord, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from contextlib import AsyncExitStack
from typing import Final

import discord

from bot.client import AtoutBot
from bot.command_line import CannotDo
from bot.command_line.running import Door, connected, kept_for_good, stop_signal
from bot.command_line.set_up import set_up, token_of
from bot.lines import Lines
from bot.outcomes import FAULTS
from bot.service.around import watched
from bot.service.health import PortTaken
from bot.service.logs import logging_to
from bot.settings import Settings
from bot.traces import trace
from storage.errors import CannotOpen

BAD_CONFIGURATION: Final = 78
"""The exit status that tells a supervisor not to try again before somebody has looked."""


NO_USE: Final = frozenset({4004, 4010, 4011, 4012, 4013, 4014})
"""The codes with which Discord closes a connection that would fail again in the same way."""

log = logging.getLogger(__name__)


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare that everything is set by settings (see deploy/README.md)."""
    parser.add_argument("--check", action="store_true", help="check the settings and stop")


def run(given: argparse.Namespace) -> int:
    """Run until SIGTERM or SIGINT; 78 where the settings, token or database are not right."""
    try:
        settings = set_up()
        token = token_of(settings)
    except CannotDo as error:
        return _refuse(str(error))
    if given.check:
        return 0
    with logging_to(form=settings.log_format, level=settings.log_level):
        return to_the_end(settings, token)


def to_the_end(settings: Settings, token: str, door: Door = Lines) -> int:
    """Run the bot until its end, and return the exit status; what went wrong is said."""
    try:
        return asyncio.run(_serve(settings, token, door))
    except (CannotOpen, PortTaken) as error:
        return _refuse(str(error))
    except discord.LoginFailure:
        return _refuse("Discord does not accept the token: take a new one in the developer portal")
    except discord.PrivilegedIntentsRequired:
        return _refuse("Discord refuses the intents that the bot asks for")
    except discord.ConnectionClosed as error:
        if error.code in NO_USE:
            return _refuse(f"Discord closed the connection for good (code {error.code})")
        log.error("the connection to Discord was lost (code %s)", error.code)
    except FAULTS as error:
        log.error("Discord cannot be reached just now: %s", trace(error))
    return 1


async def _serve(settings: Settings, token: str, door: Door) -> int:
    asked = stop_signal()
    bot = AtoutBot(settings, connector=door())
    async with watched(bot, settings) as around, AsyncExitStack() as until_the_end:
        stopping = asyncio.create_task(asked.wait())
        entering = asyncio.create_task(
            until_the_end.enter_async_context(connected(bot, token, door))
        )
        await asyncio.wait({entering, stopping}, return_when=asyncio.FIRST_COMPLETED)
        if not entering.done():
            around.stopping()
            entering.cancel()
            await asyncio.gather(entering, return_exceptions=True)
            return 0
        connection = await entering
        with kept_for_good():
            await asyncio.wait({connection, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        around.stopping()
        if connection.done():
            await connection
            return 1
    return 0


def _refuse(text: str) -> int:
    print(f"atout: {text}", file=sys.stderr)
    return BAD_CONFIGURATION
