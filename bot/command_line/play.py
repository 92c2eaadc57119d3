"""Play in the browser: the real bot on a Discord of its own, on this machine and for it alone."""

from __future__ import annotations

import argparse
import asyncio
import logging
import tempfile
import webbrowser
from pathlib import Path

from bot.client import AtoutBot
from bot.command_line import CannotDo
from bot.command_line.running import connected, stop_signal
from bot.emojis import find, upload
from bot.render.emojis import drawings, usual_deck
from bot.settings import Settings
from bot.stand_in import StandIn


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare port and browser."""
    parser.add_argument("--port", type=int, default=8765, help="where the page is (0: any)")
    parser.add_argument("--no-browser", action="store_true", help="print the address only")
    parser.add_argument("--verbose", action="store_true", help="say what the bot logs")


def run(given: argparse.Namespace) -> int:
    """Serve the page until Ctrl-C."""
    level = logging.INFO if given.verbose else logging.ERROR
    logging.basicConfig(level=level, format="%(levelname)s %(name)s: %(message)s")
    return asyncio.run(_play(given.port, browser=not given.no_browser))


async def _show_cards(bot: AtoutBot) -> None:
    """Bring the card emojis to this machine's Discord, as a host would once to the real one.

    The usual deck comes first: whoever plays at once sees cards all the sooner.
    """
    for some, pause in ((usual_deck, 0.0), (drawings, 0.05)):
        await upload(bot, pause=pause, some=some)
        bot.looks.emojis = await find(bot)
        for row in await bot.store.open_tables():
            bot.house.boards.refresh(row.id)


async def _play(port: int, *, browser: bool) -> int:
    asked = stop_signal()
    server = StandIn()
    try:
        await server.start(port=port)
    except OSError as error:
        raise CannotDo(
            f"port {port} cannot be used ({error.strerror}); try --port with another"
        ) from error
    # Somebody has to be able to try what is for those who manage a server.
    server.world.role("keeper", server.world.person("Ann"), manage_guild=True)
    try:
        with tempfile.TemporaryDirectory(prefix="atout-") as folder:
            settings = Settings(_env_file=None, database=Path(folder) / "play.sqlite3")
            bot = AtoutBot(settings, connector=server.connector(), guild_ready_timeout=0.1)
            async with connected(bot, server.token):
                await bot.wait_until_ready()
                cards = asyncio.create_task(_show_cards(bot))
                print(f"Atout is ready: open {server.url} in a browser.")
                print("Type / in the message box, or press the button beside it. Ctrl-C stops.")
                if browser:
                    await asyncio.to_thread(webbrowser.open, server.url)
                await asked.wait()
                cards.cancel()
    finally:
        await server.stop()
    return 0
