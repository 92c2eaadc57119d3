"""What a button carries: ``v1:<table>:<moment>:<verb>[:<arg>…]``, and no more.

The table is its number in base 36. The moment is the version that a decision was offered at, or
``d`` and a deal's number for what may be done out of turn, or ``-`` where it does not matter.
Anybody may read and forge a custom_id: everything in it is checked again at the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.tables.read import Moment

VERSION: Final = "v1"
MAX_LENGTH: Final = 100
_DIGITS: Final = "0123456789abcdefghijklmnopqrstuvwxyz"


@dataclass(frozen=True, slots=True)
class CustomId:
    """A custom_id taken apart."""

    table: int
    moment: Moment
    verb: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        moment = "-"
        if self.moment.deal is not None:
            moment = f"d{self.moment.deal}"
        elif self.moment.version is not None:
            moment = str(self.moment.version)
        text = ":".join((VERSION, _base36(self.table), moment, self.verb, *self.args))
        if len(text) > MAX_LENGTH:
            raise ValueError("a custom_id has at most 100 characters")
        return text


def custom_id(table: int, verb: str, *args: str, moment: Moment | None = None) -> str:
    """Return the text of a custom_id; raise ValueError above 100 characters."""
    return str(CustomId(table, moment or Moment(), verb, args))


def parse(text: str) -> CustomId | None:
    """Return what a custom_id says; None for one that this bot never made."""
    if len(text) > MAX_LENGTH:
        return None
    match text.split(":"):
        case [version, table, moment, verb, *args] if version == VERSION and verb:
            try:
                return CustomId(_number(table), _moment(moment), verb, tuple(args))
            except ValueError:
                return None
        case _:
            return None


def _moment(text: str) -> Moment:
    if text == "-":
        return Moment()
    if text.startswith("d"):
        return Moment(deal=_whole(text[1:]))
    return Moment(version=_whole(text))


def _whole(text: str) -> int:
    if not (text.isascii() and text.isdigit()) or len(text) > 12:
        raise ValueError(text)
    return int(text)


def _number(text: str) -> int:
    if not text or len(text) > 12 or any(digit not in _DIGITS for digit in text):
        raise ValueError(text)
    return int(text, 36)


def _base36(number: int) -> str:
    digits = ""
    while True:
        number, rest = divmod(number, 36)
        digits = _DIGITS[rest] + digits
        if number == 0:
            return digits
