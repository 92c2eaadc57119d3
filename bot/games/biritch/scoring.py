"""The score of one deal, line by line (rules: Score), from the cards dealt and the tricks won."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

from bot.games.biritch.contract import BOOK, SIDES, Contract, Strain
from bot.games.biritch.options import Options
from bot.games.cards import Card, Rank
from bot.games.trick import Taken

Column = Literal["below", "above"]

HONOURS: Final = (Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.TEN)
TRICKS: Final = 13
SHORT: Final = 50
"""What each trick short of the level is worth to the opponents (form: auction_levels)."""


@dataclass(frozen=True, slots=True)
class Line:
    """One entry of the score sheet, and the figures that explain it.

    ``reason`` is a stable word: ``odd_tricks`` (facts ``tricks``, ``aces``, ``value``,
    ``multiplier``), ``doubling_surplus``, ``undertricks``, ``honours``, ``aces`` (facts ``cards``
    and, where one hand counts, ``seat``), ``grand_slam``, ``small_slam``, ``rubber``.
    """

    side: int
    column: Column
    reason: str
    points: int
    facts: tuple[tuple[str, int], ...] = ()


class Won(NamedTuple):
    """A trick in the pile of a side: the seat that took it, and whether an ace did.

    ``moved`` tricks came over for a revoke; they are at the end of the pile, and no aces.
    """

    seat: int
    ace: bool
    moved: bool = False


Piles = tuple[tuple[Won, ...], tuple[Won, ...]]
"""The tricks of each side, in the order in which they count."""


def piles(tricks: Sequence[Taken]) -> Piles:
    """Return the tricks of each side in the order won."""
    result: tuple[list[Won], list[Won]] = ([], [])
    for taken in tricks:
        card = next(play.card for play in taken.plays if play.seat == taken.winner)
        result[taken.winner % 2].append(Won(taken.winner, card.rank is Rank.ACE))
    return tuple(result[0]), tuple(result[1])


def odd_tricks(options: Options, contract: Contract, counted: Piles) -> tuple[Line, ...]:
    """Return the lines for the odd tricks of the side that has more than six.

    With a level that is not reached nobody scores them, and the opponents score the tricks short.
    """
    side = contract.declarer % 2
    if contract.level is not None:
        short = BOOK + contract.level - len(counted[side])
        if short > 0:
            points = SHORT * short * contract.multiplier
            missed = (("tricks", short), ("value", SHORT), ("multiplier", contract.multiplier))
            return (Line(1 - side, "above", "undertricks", points, missed),)
    winner = 0 if len(counted[0]) > BOOK else 1
    odd = counted[winner][BOOK:]
    doubles = options.aces_double and contract.strain is Strain.NO_TRUMP
    aces = sum(won.ace for won in odd) if doubles else 0
    value = options.values[contract.strain]
    base = value * (len(odd) + aces)
    figures = (("tricks", len(odd)), ("aces", aces), ("value", value))
    multiplier = contract.multiplier
    if multiplier > 1 and options.surplus_above:
        extra = base * (multiplier - 1)
        return (
            Line(winner, "below", "odd_tricks", base, (*figures, ("multiplier", 1))),
            Line(winner, "above", "doubling_surplus", extra, (("multiplier", multiplier),)),
        )
    facts = (*figures, ("multiplier", multiplier))
    return (Line(winner, "below", "odd_tricks", base * multiplier, facts),)


def honours(options: Options, strain: Strain, hands: Sequence[Sequence[Card]]) -> tuple[Line, ...]:
    """Return the line for honours as dealt: at most one side can have any (rules: Score)."""
    if options.honours == "none":
        return ()
    held = [sum(_honour(card, strain) for card in hand) for hand in hands]
    for side, seats in enumerate(SIDES):
        if options.honours == "side":
            facts: tuple[tuple[str, int], ...] = ()
            count = sum(held[seat] for seat in seats)
        else:
            best = max(seats, key=lambda seat: held[seat])
            facts = (("seat", best),)
            count = held[best]
        if count < 3:
            continue
        facts = (("cards", count), *facts)
        if strain is Strain.NO_TRUMP:
            points = options.three_aces if count == 3 else options.four_aces
            return (Line(side, "above", "aces", points, facts),)
        return (Line(side, "above", "honours", options.honours_scale[count - 3], facts),)
    return ()


def _honour(card: Card, strain: Strain) -> bool:
    if strain is Strain.NO_TRUMP:
        return card.rank is Rank.ACE
    return card.rank in HONOURS and card.suit is strain.trump


def slam(options: Options, played: Piles) -> tuple[Line, ...]:
    """Return the line for all tricks, or all but one, as they were played."""
    for side, pile in enumerate(played):
        grand, small = options.slams
        if len(pile) == TRICKS and grand:
            return (Line(side, "above", "grand_slam", grand),)
        if len(pile) == TRICKS - 1 and small:
            return (Line(side, "above", "small_slam", small),)
    return ()


def deal_lines(
    options: Options,
    contract: Contract,
    hands: Sequence[Sequence[Card]],
    played: Piles,
    counted: Piles,
) -> tuple[Line, ...]:
    """Return the score of a deal, without the rubber bonus.

    ``hands`` are as dealt; ``played`` are the tricks as won, ``counted`` those after the tricks
    that revokes moved: slams go by the first, odd tricks and levels by the second.
    """
    return (
        *odd_tricks(options, contract, counted),
        *honours(options, contract.strain, hands),
        *slam(options, played),
    )


def columns(lines: Sequence[Line]) -> tuple[tuple[int, int], tuple[int, int]]:
    """Return the points (below, above) of each side."""
    points = [[0, 0], [0, 0]]
    for line in lines:
        points[line.side][line.column == "above"] += line.points
    return (points[0][0], points[0][1]), (points[1][0], points[1][1])


@dataclass(frozen=True, slots=True)
class Standing:
    """How the rubber stands: games won, points towards the next game, grand totals; by side.

    ``rubber`` is the side that has won two games.
    """

    games: tuple[int, int] = (0, 0)
    part: tuple[int, int] = (0, 0)
    totals: tuple[int, int] = (0, 0)
    rubber: int | None = None

    @property
    def winner(self) -> int | None:
        """Return the side that has won the match: on grand total, when equal on the rubber."""
        if self.rubber is None:
            return None
        if self.totals[0] == self.totals[1]:
            return self.rubber
        return 0 if self.totals[0] > self.totals[1] else 1


class Scored(NamedTuple):
    """A deal put on the score sheet: its lines, the standing after, and who won a game by it."""

    lines: tuple[Line, ...]
    standing: Standing
    game: int | None


def enter(options: Options, before: Standing, lines: Sequence[Line]) -> Scored:
    """Return the score sheet after a deal: game and rubber won, rubber bonus added."""
    points = columns(lines)
    part = (before.part[0] + points[0][0], before.part[1] + points[1][0])
    games = before.games
    game: int | None = None
    for side in (0, 1):
        if points[side][0] and part[side] >= options.game:
            game = side
    rubber: int | None = None
    all_lines = tuple(lines)
    if game is not None:
        part = (0, 0)
        games = (games[0] + (game == 0), games[1] + (game == 1))
        if games[game] == 2:
            rubber = game
            if options.rubber_bonus:
                all_lines += (Line(game, "above", "rubber", options.rubber_bonus),)
    points = columns(all_lines)
    totals = (before.totals[0] + sum(points[0]), before.totals[1] + sum(points[1]))
    return Scored(all_lines, Standing(games, part, totals, rubber), game)
