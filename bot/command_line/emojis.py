"""Bring the card emojis to the application: once, and again after they have changed."""

from __future__ import annotations

import argparse
import asyncio

import discord

from bot.command_line import CannotDo
from bot.emojis import upload
from bot.settings import load


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare nothing but how much is said."""
    parser.add_argument("--quiet", action="store_true", help="say only how it ended")


def run(given: argparse.Namespace) -> int:
    """Upload what the application lacks; 1 where something was refused."""
    settings = load()
    if settings.token is None:
        raise CannotDo("no token: set ATOUT_TOKEN, or write it to a file (see deploy/README.md)")
    return asyncio.run(_upload(settings.token.get_secret_value(), quiet=given.quiet))


async def _upload(token: str, *, quiet: bool) -> int:
    async with discord.Client(intents=discord.Intents.none()) as client:
        try:
            await client.login(token)
        except discord.LoginFailure as error:
            raise CannotDo("Discord does not accept the token") from error
        done = await upload(client, pause=0.2, tell=(lambda _: None) if quiet else print)
    print(
        f"{done.new} new, {done.there} there already, {done.removed} outdated ones removed,"
        f" {done.failed} refused"
    )
    return 1 if done.failed else 0
