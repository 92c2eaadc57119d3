"""Put a copy of the database in its place; the bot has to be stopped first.

The database that was there is kept beside it under another name.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bot.command_line import CannotDo
from bot.command_line.set_up import set_up
from storage.errors import StorageError
from storage.restore import restore


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which copy."""
    parser.add_argument("copy", type=Path, metavar="FILE", help="a copy that backup made")


def run(given: argparse.Namespace) -> int:
    """Restore, and say what became of the database before it."""
    path = set_up().database
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        kept = asyncio.run(restore(given.copy, path))
    except StorageError as error:
        raise CannotDo(str(error)) from None
    except OSError as error:
        raise CannotDo(f"nothing was restored: {error.strerror or error}") from None
    print(f"{path} is {given.copy} now")
    if kept is not None:
        print(f"what was there before is {kept}")
    return 0
