"""Check the shuffles of match records: from its published seed and cut each deal is dealt again.

A line a deal says whether its commitment, its cut and its cards agree. The exit status is 0 when
all do, 1 when one does not or cannot be checked, 2 when a file cannot be read.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator

from bot.command_line import USAGE_ERROR, CannotDo, files, message
from bot.games.fairness import Verdict, verify
from bot.games.record import BadRecord, parse_head, read_shuffle
from bot.locales import DEFAULT, words


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="RECORD",
        help="a file of one record, or one a line; - is standard input",
    )


def run(given: argparse.Namespace) -> int:
    """Print a line for each deal of each record, in order."""
    status = 0
    for name in given.files:
        try:
            data = files.read(name)
        except CannotDo as error:
            print(f"atout: {error}", file=sys.stderr)
            status = USAGE_ERROR
            continue
        for number, record in enumerate(files.records(data), start=1):
            fair = True
            for line, good in _checked(record):
                print(f"{name}: {words(DEFAULT).text('verify.match', number=number)}{line}")
                fair = fair and good
            if not fair:
                status = max(status, 1)
    return status


def _checked(given: object | BadRecord) -> Iterator[tuple[str, bool]]:
    """Yield a line for each deal of a record, and whether it is fair; what was played is no matter.

    A record whose head is wrong has one line.
    """
    tell = words(DEFAULT)
    try:
        if isinstance(given, BadRecord):
            raise given
        head = parse_head(given)
    except BadRecord as fault:
        yield message.sentence(fault.code, fault.facts), False
        return
    if not head.deals:
        yield tell.text("verify.no_deals"), True
    for number, raw in enumerate(head.deals, start=1):
        where = tell.text("verify.deal", number=number)
        try:
            verdict = verify(head.game, read_shuffle(raw))
        except BadRecord as fault:
            yield where + message.sentence(fault.code, fault.facts), False
        else:
            yield where + tell.text(f"verify.{verdict}"), verdict is Verdict.FAIR
