"""Look for what is wrong: settings, token, database, disk, copies, clock, Discord, permissions.

The exit status is 0 when nothing keeps the bot from running, 1 when something does.
"""

from __future__ import annotations

import argparse
import asyncio

from bot.command_line.set_up import set_up
from bot.service.doctor import Finding, examine
from bot.settings import Settings

MARKS = {"good": "ok  ", "look": "look", "bad": "BAD "}


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare whether Discord is asked."""
    parser.add_argument("--offline", action="store_true", help="look only at this machine")


def run(given: argparse.Namespace) -> int:
    """Print a line for each finding, and what to do about it."""
    return asyncio.run(_run(set_up(), offline=given.offline))


async def _run(settings: Settings, *, offline: bool) -> int:
    status = 0
    print(f"{MARKS['good']} settings     can be used")
    async for finding in examine(settings, offline=offline):
        print(line(finding), flush=True)
        status = max(status, int(finding.grade == "bad"))
    return status


def line(finding: Finding) -> str:
    """Return a finding as it is printed."""
    first = f"{MARKS[finding.grade]} {finding.what:12} {finding.how}"
    return f"{first}\n     -> {finding.advice}" if finding.advice else first
