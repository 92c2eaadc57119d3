"""Check match records: one line of JSON a record says where its match stands, or what is wrong.

The exit status is 0 when every record is sound, 1 when one is not, 2 when a file cannot be read.
"""

from __future__ import annotations

import argparse
import sys

from bot.command_line import USAGE_ERROR, CannotDo, files
from bot.command_line.message import sentence
from bot.games.record import BadRecord, check, fault_to_json, to_text


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "files", nargs="+", metavar="FILE", help="one record, or one a line; - is standard input"
    )


def run(given: argparse.Namespace) -> int:
    """Print a line for each record of each file, in order."""
    status = 0
    for name in given.files:
        try:
            data = files.read(name)
        except CannotDo as error:
            print(f"atout: {error}", file=sys.stderr)
            status = USAGE_ERROR
            continue
        for record in files.records(data):
            line, sound = report(record)
            print(line)
            if not sound:
                status = max(status, 1)
    return status


def report(record: object | BadRecord) -> tuple[str, bool]:
    """Return the line for a record, and whether it is sound."""
    try:
        if isinstance(record, BadRecord):
            raise record
        return to_text(check(record).to_json()), True
    except BadRecord as fault:
        message = sentence(fault.code, fault.facts, _names(record))
        return to_text(fault_to_json(fault, message)), False


def _names(record: object) -> list[str]:
    """Return the players' names where a record has them; else none."""
    names = record.get("players") if isinstance(record, dict) else None
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        return []
    return names
