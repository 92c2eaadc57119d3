"""What can be done from a terminal: one module a command, loaded only when it is called.

A command is a module with ``arguments(parser)``, which declares what it takes, and ``run(given)``,
which returns the exit status: 0 all well, 1 what was looked at is not right, 2 it could not be done
as asked. Add a command by a line in ``COMMANDS``.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from types import MappingProxyType
from typing import Final, cast

COMMANDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "play": "play in the browser, with a Discord of its own on this machine",
        "run": "run the bot on Discord",
        "invite": "print the link by which a server invites the bot",
        "doctor": "look for what is wrong, and say what to do about it",
        "health": "ask a running bot of this machine how it is",
        "backup": "copy the database, also while the bot runs",
        "restore": "put a copy of the database in its place",
        "replay": "check match records and say where each match stands",
        "simulate": "let computers play matches, and write their records",
        "verify": "deal again from published seeds, and compare",
        "emojis": "bring the card emojis to the application",
        "arena": "measure how strong two levels of computer players are",
        "pages": "write the rules as pages of the repository",
        "bench": "count how many whole deals a second the rules manage",
        "bench-load": "measure the whole bot at a stand-in of Discord",
        "bench-records": "measure history, ratings and records with a million deals",
    }
)
"""Every command and what it does; its module here is named like it, ``-`` written ``_``."""

USAGE_ERROR: Final = 2


class CannotDo(Exception):
    """Something that a command cannot do as asked; its text is a sentence for the person."""


def main(words: Sequence[str] | None = None) -> int:
    """Run the command that the words name (the program's arguments); return the exit status."""
    given = list(sys.argv[1:] if words is None else words)
    # A text from a record may hold what the terminal's encoding lacks.
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        status = _run(given)
        sys.stdout.flush()
    except CannotDo as error:
        print(f"atout: {error}", file=sys.stderr)
        return USAGE_ERROR
    except BrokenPipeError:
        # Whoever read the output has read enough; nothing is left to be flushed at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except KeyboardInterrupt:
        return 130
    return status


def _run(given: list[str]) -> int:
    parser = argparse.ArgumentParser(prog="atout", allow_abbrev=False, epilog=_epilog())
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("command", choices=[*COMMANDS], metavar="COMMAND", help="see below")
    name = parser.parse_args(given[:1]).command
    module = import_module(f"bot.command_line.{name.replace('-', '_')}")
    own = argparse.ArgumentParser(
        prog=f"atout {name}", description=module.__doc__, allow_abbrev=False
    )
    cast("Callable[[argparse.ArgumentParser], None]", module.arguments)(own)
    run = cast("Callable[[argparse.Namespace], int]", module.run)
    return run(own.parse_args(given[1:]))


def _epilog() -> str:
    width = max(len(name) for name in COMMANDS)
    return "\n".join(["commands:", *(f"  {n:{width}}  {what}" for n, what in COMMANDS.items())])
