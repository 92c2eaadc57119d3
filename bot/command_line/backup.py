"""Copy the database, also while the bot runs; the copy is checked before it gets its name.

Without a target it goes to the folder of the copies made at intervals, in turn with them.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from bot.command_line import CannotDo
from bot.command_line.set_up import set_up
from bot.service.backups import Backups, Plan
from storage.backup import Copy, backup
from storage.errors import StorageError


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare where the copy goes."""
    parser.add_argument("target", nargs="?", type=Path, metavar="FILE", help="a file not yet there")


def run(given: argparse.Namespace) -> int:
    """Make one copy and say where it is."""
    settings = set_up()
    if not settings.database.is_file():
        raise CannotDo(f"there is no database {settings.database}")
    try:
        if given.target is None:
            plan = Plan(settings.database, settings.backup_folder, 0, settings.backups_kept)
            copy = asyncio.run(Backups(plan).copy())
        else:
            copy = asyncio.run(_to(settings.database, given.target))
    except FileExistsError as error:
        raise CannotDo(str(error)) from None
    except (OSError, StorageError) as error:
        raise CannotDo(f"no copy was made: {error}") from None
    print(f"{copy.path}: {copy.size} bytes in {copy.seconds:.2f} s, checked")
    return 0


async def _to(database: Path, target: Path) -> Copy:
    return await backup(database, target)
