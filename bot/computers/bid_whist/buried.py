"""Where the bidder's cards may lie: eighteen were seen, and the six worst of them went away.

Whoever deals the unseen cards again in a player's mind must not deal the bidder any twelve: it is
the best of eighteen that is held, long in trumps and short elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Final

from bot.computers.bid_whist.kitty import plain_worth
from bot.computers.bid_whist.playout import JOKERS, NO_TRUMP, SUITS

BURIED: Final = 4
"""The place of the cards that the bidder buried, after the four seats."""

DOUBT: Final = 0.2
"""By how much the worth of what is kept from a suit may be misjudged, in tricks."""

LONGER: Final = (1.0, 0.4, 0.1)
"""How likely a trump suit is to be named that is so many cards shorter than another suit."""

_PLAIN: Final = 0x3FFE


@dataclass(frozen=True, slots=True)
class Bidder:
    """What is known of the bidder: the seat, the cards played, and the suits that are gone."""

    seat: int
    trump: int
    played: int
    voids: tuple[int, ...]

    def place(self, card: int, places: int) -> int:
        """Return where a card may be, as bits, if the bidder has what was buried still in hand.

        Trumps are not buried as long as there is another place for them.
        """
        others = places & ~(1 << BURIED)
        if others == places or (others and card >> 4 == self.trump):
            return others
        return others | 1 << self.seat

    def bury(self, pool: int, count: int, chance: Random) -> int | None:
        """Return so many cards of a pool that were buried, None where that cannot be.

        The pool is what the bidder holds together with what was buried.
        """
        gone = pool & SUITS[JOKERS] if self.trump == NO_TRUMP else 0
        while gone.bit_count() > count:
            gone &= gone - 1
        to_go = count - gone.bit_count()
        suits = [suit for suit in range(4) if suit != self.trump]
        ways: dict[int, tuple[float, int]] = {0: (0.0, gone)}
        for suit in suits:
            ways = self._with(suit, pool >> 16 * suit & _PLAIN, ways, to_go, chance)
        found = ways.get(to_go)
        if found is not None:
            return found[1]
        if not ways or self.trump == NO_TRUMP:
            return None
        # Fewer plain cards than go away: the lowest trumps go too.
        plain = max(ways)
        gone, trumps = ways[plain][1], pool & SUITS[self.trump]
        for _ in range(to_go - plain):
            gone |= trumps & -trumps
            trumps &= trumps - 1
        return gone

    def _with(
        self,
        suit: int,
        held: int,
        ways: dict[int, tuple[float, int]],
        most: int,
        chance: Random,
    ) -> dict[int, tuple[float, int]]:
        """Return the best way to bury each number of cards, the low ones of one more suit too."""
        shift, trumps = 16 * suit, self.trump != NO_TRUMP
        kept_before = self.played >> shift & _PLAIN
        least = held.bit_count() if suit in self.voids else 0
        found: dict[int, tuple[float, int]] = {}
        rest = held
        for count in range(held.bit_count() + 1):
            if count >= least:
                worth = plain_worth(rest | kept_before, trumps) + DOUBT * chance.random()
                away = (held & ~rest) << shift
                for before, (value, gone) in ways.items():
                    total = before + count
                    if total > most:
                        continue
                    old = found.get(total)
                    if old is None or value + worth > old[0]:
                        found[total] = (value + worth, gone | away)
            rest &= rest - 1
        return found

    def believable(self, pool: int, chance: Random) -> bool:
        """Tell whether this trump suit would have been named with a pool; chance decides doubts."""
        if self.trump == NO_TRUMP:
            return True
        all_cards = pool | self.played
        lengths = [(all_cards >> 16 * suit & _PLAIN).bit_count() for suit in range(4)]
        longer = max(lengths) - lengths[self.trump]
        return longer == 0 or chance.random() < LONGER[min(longer, len(LONGER) - 1)]
