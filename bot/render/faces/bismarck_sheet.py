"""The score sheet of Bismarck: deals by players, narrow enough for a phone."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.games.bismarck import BismarckView, Contract, Left, SheetLine
from bot.games.bismarck.state import Counts
from bot.games.cards import Suit
from bot.render.screen import Field
from bot.render.tell import SYMBOLS, Tell

CHUNK: Final = 12
"""Deals to a field; the extra deals of a tie go with the last one."""

_NAME: Final = 8


def signed(number: int) -> str:
    """Return a score with its sign: ``+3``, ``−2``, ``0``."""
    return f"+{number}" if number > 0 else (f"−{-number}" if number else "0")


def contract_name(
    contract: Contract, trump: Suit | None, tell: Tell, *, settled: bool = True
) -> str:
    """Return a contract by its name; Valfri with its trump once that is ``settled``."""
    name = tell.text(f"contract.bismarck.{contract}.name")
    if contract is Contract.VALFRI and settled:
        return tell.text("bismarck.with_trump", contract=name, trump=tell.strain(trump))
    return name


def score_sheet(view: BismarckView, tell: Tell) -> tuple[Field, ...]:
    """Return the table of deals and players, in fields of at most 15 lines of 34 characters."""
    rows = [_finished(line, tell) for line in view.sheet]
    if view.open and view.contract is not None:
        rows.append(_open(view, view.contract, tell))
    if not rows:
        return (Field(tell.text("bismarck.sheet"), tell.text("bismarck.no_deals")),)
    head = "  " + "".join(f" {_fitted(tell.seat(seat))}" for seat in range(len(view.totals)))
    fields = []
    starts = list(range(0, min(len(rows), view.deals), CHUNK))
    for start in starts:
        end = None if start == starts[-1] else start + CHUNK
        table = "\n".join([head, *rows[start:end]])
        name = tell.text("bismarck.sheet" if not start else "bismarck.sheet_more", first=start + 1)
        value = f"```\n{table}\n```"
        if end is None:
            value = f"{value}\n{tell.text('bismarck.sheet_key')}"
        fields.append(Field(name, value))
    return tuple(fields)


def still_open(view: BismarckView, tell: Tell) -> Field:
    """Return each player's total, and which contracts they still have to play as forehand."""
    lines = []
    for seat, total in enumerate(view.totals):
        line = tell.text("bismarck.total", name=tell.seat(seat), total=signed(total))
        if view.left and not view.winners:
            line = f"{line}\n{_left(view.left[seat], tell)}"
        lines.append(line)
    return Field(
        tell.text("bismarck.totals" if view.winners else "bismarck.left"), "\n".join(lines)
    )


def _left(left: Left, tell: Tell) -> str:
    if not left.deals:
        return tell.text("bismarck.left.none")
    parts = []
    for contract, times in Counter(left.contracts).items():
        name = tell.text(f"contract.bismarck.{contract}.name")
        parts.append(name if times == 1 else tell.text("bismarck.times", contract=name, n=times))
    if left.free:
        parts.append(tell.count("bismarck.left.free", left.free))
    text = " · ".join(parts)
    if len(left.contracts) > left.deals:
        return tell.count("bismarck.left.some", left.deals, contracts=text)
    return text


def _finished(line: SheetLine, tell: Tell) -> str:
    totals = [f"{total:+d}" if total else "0" for total in line.totals]
    short = _short(line.contract, line.trump, tell)
    return _row(line.number, line.forehand, line.taken, line.quotas, totals, short)


def _open(view: BismarckView, contract: Contract, tell: Tell) -> str:
    forehand = -1 if view.dealer is None else view.dealer
    short = _short(contract, view.trump, tell)
    return _row(view.deal, forehand, view.taken, view.quotas, ["…"] * len(view.taken), short)


def _row(
    number: int,
    forehand: int,
    taken: Counts,
    against: Counts,
    totals: Sequence[str],
    contract: str,
) -> str:
    """Return one line; the contract is last, as suit symbols have not one width everywhere."""
    cells = [
        f"{('>' if seat == forehand else '') + f'{have}/{quota}':>5}{totals[seat]:>4}"
        for seat, (have, quota) in enumerate(zip(taken, against, strict=True))
    ]
    return f"{number:>2}{''.join(cells)} {contract}"


def _short(contract: Contract, trump: Suit | None, tell: Tell) -> str:
    short = tell.text(f"bismarck.short.{contract}")
    return short if trump is None or contract is Contract.SPADER else f"{short}{SYMBOLS[trump]}"


def _fitted(name: str) -> str:
    """Return a name cut and filled to a column; no backtick can end the block that it stands in."""
    fitted, width = "", 0
    for letter in name.replace("`", "'").replace("\n", " "):
        wide = _width(letter)
        if width + wide > _NAME:
            break
        fitted, width = fitted + letter, width + wide
    return " " * (_NAME - width) + fitted


def _width(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1
