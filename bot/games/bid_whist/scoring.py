"""What a deal scores: for the bidding side alone, line by line (rules: Score)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.games.bid_whist.bids import HIGHEST, Contract
from bot.games.bid_whist.options import Options

TRICKS: Final = 12
KITTY_BOOK: Final = 1
BOOK: Final = 6
"""The first six books, for which nobody scores."""

Reason = Literal["bid", "overtricks", "boston", "set", "no_trump"]


class Line(NamedTuple):
    """One line of a deal's score sheet; the lines of a deal add up to its score.

    ``bid`` and ``set`` are the number bid, won or lost; ``no_trump`` is the same again of all
    that stands above it.
    """

    reason: Reason
    points: int


@dataclass(frozen=True, slots=True)
class Score:
    """How a deal came out for the side that bid: its books, and its score line by line."""

    side: int
    books: int
    made: bool
    boston: bool
    wins_game: bool
    lines: tuple[Line, ...]

    @property
    def points(self) -> int:
        """Return what the bidding side scores, below zero when it was set."""
        return sum(line.points for line in self.lines)


def score(contract: Contract, tricks: int, options: Options) -> Score:
    """Return the score of a deal in which the bidding side took ``tricks`` of the twelve."""
    number = contract.bid.number
    books = tricks + KITTY_BOOK
    over = books - BOOK - number
    made = over >= 0
    boston = made and number == HIGHEST
    lines = [Line("bid", number) if made else Line("set", -number)]
    if over > 0 and options.overtricks:
        lines.append(Line("overtricks", over))
    if boston and options.boston_bonus:
        lines.append(Line("boston", options.boston_bonus))
    if contract.bid.kind.no_trump:
        lines.append(Line("no_trump", sum(line.points for line in lines)))
    wins_game = boston and options.boston_wins
    return Score(contract.side, books, made, boston, wins_game, tuple(lines))


def winning_side(totals: tuple[int, int], scored: Score, options: Options) -> int | None:
    """Return the side that has won with these totals after a deal, or None while play goes on.

    A side at the target has won, a side as far below zero has lost; both at once cannot happen,
    since only one side's score moves.
    """
    if scored.wins_game or totals[scored.side] >= options.target:
        return scored.side
    if totals[scored.side] <= -options.target:
        return 1 - scored.side
    return None
