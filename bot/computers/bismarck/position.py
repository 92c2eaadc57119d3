"""What a player knows at the moment of playing a card, as numbers that are quick to reason with."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from bot.computers.bismarck.estimate import NO_TRUMP, RANKS, SUIT, bits
from bot.games.bismarck import BismarckView
from bot.games.bismarck.contracts import SEATS, Contract
from bot.games.cards import Suit, card
from bot.games.game import Memory

PACK: Final = (1 << 4 * RANKS) - 1
NOBODY: Final = -1
_NUMBER: Final = {suit: number for number, suit in enumerate(Suit)}


@dataclass(frozen=True, slots=True)
class Position:
    """A card to play: cards are ``Card.index``, sets of them are bits, suits 0 to 3.

    ``trick`` holds the cards on the table, ``seats`` who played them; ``best`` is the place of the
    card that is winning. ``unseen`` are all cards that others may still hold (or that lie face
    down), ``void`` the suits, as bits by seat, that a seat has shown to have run out of.
    ``rival`` is the seat ahead of this one in the match, or ``NOBODY``.
    """

    contract: Contract
    trump: int
    seat: int
    hand: int
    legal: tuple[int, ...]
    trick: tuple[int, ...]
    seats: tuple[int, ...]
    best: int
    unseen: int
    void: tuple[int, ...]
    rival: int

    @property
    def last(self) -> bool:
        """Tell whether this card finishes the trick."""
        return len(self.trick) == SEATS - 1

    @property
    def following(self) -> bool:
        """Tell whether the suit led has to be followed."""
        return bool(self.trick) and self.legal[0] // RANKS == self.trick[0] // RANKS

    def beats(self, index: int) -> bool:
        """Tell whether a card would take the lead in the trick."""
        return not self.trick or beats(index, self.trick[self.best], self.trump)

    def higher(self, index: int) -> int:
        """Return the unseen cards of the same suit above a card, as bits."""
        return self.unseen & above(index)

    def lower(self, index: int) -> int:
        """Return the unseen cards of the same suit below a card, as bits."""
        return self.unseen & below(index)

    def may_trump(self, seat: int, suit: int) -> bool:
        """Tell whether a seat is known to have run out of a suit and may hold a trump."""
        if self.trump == NO_TRUMP or suit == self.trump:
            return False
        out = self.void[seat]
        return bool(out >> suit & 1 and not out >> self.trump & 1 and self.trumps_out)

    @property
    def trumps_out(self) -> int:
        """Return the trumps that are unseen, as bits."""
        return 0 if self.trump == NO_TRUMP else self.unseen & SUIT << self.trump * RANKS

    def others(self) -> tuple[int, ...]:
        """Return the two other seats, the left one first."""
        return (self.seat + 1) % SEATS, (self.seat + 2) % SEATS


def above(index: int) -> int:
    """Return the cards above a card in its suit, as bits."""
    return (1 << index) - (1 << index // RANKS * RANKS)


def below(index: int) -> int:
    """Return the cards below a card in its suit, as bits."""
    return (1 << (index // RANKS + 1) * RANKS) - (1 << index + 1)


def beats(index: int, other: int, trump: int) -> bool:
    """Tell whether a card beats another that was played before it."""
    if index // RANKS == other // RANKS:
        return index < other
    return index // RANKS == trump


def winning(trick: tuple[int, ...], trump: int) -> int:
    """Return the place of the card that is winning; 0 for an empty trick."""
    best = 0
    for place in range(1, len(trick)):
        if beats(trick[place], trick[best], trump):
            best = place
    return best


def position(view: BismarckView, memory: Memory) -> Position:
    """Return what the player of a view knows when a card is to be played."""
    decision, contract, seat = view.decision, view.contract, view.seat
    if decision is None or contract is None or seat is None:
        raise ValueError("no card is asked of this seat")
    hand = bits(view.hand)
    gone = hand | bits(memory.discarded) | bits(play.card for play in view.trick)
    void = [0] * SEATS
    for taken in memory.tricks:
        led = taken.plays[0].card.index // RANKS
        for play in taken.plays:
            gone |= 1 << play.card.index
            if play.card.index // RANKS != led:
                void[play.seat] |= 1 << led
    if view.took is False:
        gone |= bits(view.kitty)
    if view.trick:
        led = view.trick[0].card.index // RANKS
        for play in view.trick:
            if play.card.index // RANKS != led:
                void[play.seat] |= 1 << led
    trick = tuple([play.card.index for play in view.trick])
    trump = NO_TRUMP if view.trump is None else _NUMBER[view.trump]
    return Position(
        contract=contract,
        trump=trump,
        seat=seat,
        hand=hand,
        legal=tuple(sorted([card(action.args[0]).index for action in decision.actions])),
        trick=trick,
        seats=tuple([play.seat for play in view.trick]),
        best=winning(trick, trump),
        unseen=PACK & ~gone,
        void=tuple(void),
        rival=rival(view, seat),
    )


def rival(view: BismarckView, seat: int) -> int:
    """Return the opponent who is ahead of a seat and of the other opponent; else ``NOBODY``.

    In an extra deal only those who are still level count.
    """
    in_it = view.level if view.extra else tuple(range(SEATS))
    if seat not in in_it:
        return NOBODY
    ahead = [one for one in in_it if one != seat and view.totals[one] >= view.totals[seat]]
    if len(ahead) == 2 and view.totals[ahead[0]] == view.totals[ahead[1]]:
        return NOBODY
    return max(ahead, key=lambda one: view.totals[one], default=NOBODY)
