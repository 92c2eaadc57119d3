"""Run the bot on Discord, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import sys
from typing import Final

import discord

from bot.client import AtoutBot
from bot.command_line import CannotDo
from bot.command_line.running import connected, stop_signal
from bot.command_line.set_up import set_up, token_of
from bot.service.around import watched
from bot.service.logs import logging_to
from bot.settings import Settings
from storage.errors import CannotOpen

BAD_CONFIGURATION: Final = 78
"""The exit status that tells a supervisor not to try again before somebody has looked."""


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
        return _run_to_the_end(settings, token)


def _run_to_the_end(settings: Settings, token: str) -> int:
    try:
        return asyncio.run(_run(settings, token))
    except CannotDo as error:
        return _refuse(str(error))
    except CannotOpen as error:
        return _refuse(str(error))
    except discord.LoginFailure:
        return _refuse("Discord does not accept the token: take a new one in the developer portal")
    except discord.PrivilegedIntentsRequired:
        return _refuse("Discord refuses the intents that the bot asks for")


async def _run(settings: Settings, token: str) -> int:
    asked = stop_signal()
    bot = AtoutBot(settings)
    async with watched(bot, settings) as around, connected(bot, token) as connection:
        stopping = asyncio.create_task(asked.wait())
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
