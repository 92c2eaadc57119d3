"""Run the bot on Discord, until it is told to stop."""

from __future__ import annotations

import argparse
import asyncio
import logging
import sys
from typing import Final

import discord
from pydantic import ValidationError

from bot.client import AtoutBot
from bot.command_line.running import connected, stop_signal
from bot.settings import Settings, load
from storage.errors import CannotOpen

BAD_CONFIGURATION: Final = 78
"""The exit status that tells a supervisor not to try again before somebody has looked."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare that everything is set by settings (see deploy/README.md)."""
    parser.add_argument("--check", action="store_true", help="check the settings and stop")


def run(given: argparse.Namespace) -> int:
    """Run until SIGTERM or SIGINT; 78 where the settings, token or database are not right."""
    try:
        settings = load()
    except ValidationError as error:
        places = ", ".join(".".join(map(str, one["loc"])) for one in error.errors())
        return _refuse(f"these settings have values that cannot be used: {places}")
    if settings.token is None:
        return _refuse("no token: set ATOUT_TOKEN, or write it to a file (see deploy/README.md)")
    if given.check:
        return 0
    logging.basicConfig(level=settings.log_level, format="%(levelname)s %(name)s: %(message)s")
    logging.getLogger("discord").setLevel(logging.WARNING)
    try:
        return asyncio.run(_run(settings, settings.token.get_secret_value()))
    except CannotOpen as error:
        return _refuse(str(error))
    except discord.LoginFailure:
        return _refuse("Discord does not accept the token: take a new one in the developer portal")
    except discord.PrivilegedIntentsRequired:
        return _refuse("Discord refuses the intents that the bot asks for")


async def _run(settings: Settings, token: str) -> int:
    asked = stop_signal()
    async with connected(AtoutBot(settings), token) as connection:
        stopping = asyncio.create_task(asked.wait())
        await asyncio.wait({connection, stopping}, return_when=asyncio.FIRST_COMPLETED)
        stopping.cancel()
        if connection.done():
            await connection
            return 1
    return 0


def _refuse(text: str) -> int:
    print(f"atout: {text}", file=sys.stderr)
    return BAD_CONFIGURATION
