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
from bot.render.records.proof import steps
from bot.render.tell import Tell


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "files",
        nargs="+",
        metavar="RECORD",
        help="a file of one record, or one a line; - is standard input",
    )
    parser.add_argument(
        "--steps", action="store_true", help="tell every step of the check, with its figures"
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
            for line, good in _checked(record, number, given.steps):
                print(f"{name}: {line}")
                fair = fair and good
            if not fair:
                status = max(status, 1)
    return status


def _checked(given: object | BadRecord, which: int, told: bool) -> Iterator[tuple[str, bool]]:
    """Yield a line for each deal of a record, and whether it is fair; what was played is no matter.

    ``which`` of a file's records it is stands in front. A record whose head is wrong has one line.
    With ``told`` the steps follow a deal's line.
    """
    tell = words(DEFAULT)
    match = tell.text("verify.match", number=which)
    try:
        if isinstance(given, BadRecord):
            raise given
        head = parse_head(given)
    except BadRecord as fault:
        yield f"{match}: {message.sentence(fault.code, fault.facts)}", False
        return
    if not head.deals:
        yield f"{match}: {tell.text('verify.no_deals')}", True
    for number, raw in enumerate(head.deals, start=1):
        where = tell.text("verify.deal", number=which, deal=number)
        try:
            recorded = read_shuffle(raw)
            verdict = verify(head.game, recorded)
        except BadRecord as fault:
            yield f"{where}: {message.sentence(fault.code, fault.facts)}", False
        else:
            lines = [f"{where}: {tell.text(f'verify.{verdict}')}"]
            if told:
                lines += steps(head.game, recorded, Tell(tell, head.players))
            yield "\n".join(lines), verdict is Verdict.FAIR
