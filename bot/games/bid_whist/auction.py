"""The auction: who speaks, which bids are high enough, and when it is over (rules: Auction)."""

from __future__ import annotations

from dataclasses import dataclass

from bot.games.bid_whist.bids import HIGHEST, Bid, Call, Kind
from bot.games.bid_whist.options import Options
from bot.games.game import IllegalAction


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction as it stands.

    ``speaking`` are the seats that may still speak, the one that is asked first; in open rounds
    the holder of the standing bid is among them. It is empty when the auction is over.
    """

    dealer: int
    speaking: tuple[int, ...]
    calls: tuple[Call, ...] = ()
    standing: Call | None = None

    @property
    def dealer_forced(self) -> bool:
        """Tell whether only the dealer is left and nobody has bid."""
        return self.standing is None and self.speaking == (self.dealer,)


def opened(dealer: int) -> Auction:
    """Return the auction before its first call: dealer's left speaks first, the dealer last."""
    return Auction(dealer, tuple((dealer + step) % 4 for step in (1, 2, 3, 4)))


def may_pass(auction: Auction, options: Options) -> bool:
    """Tell whether the seat that is asked may pass (rules: ``all_pass``)."""
    return options.redeal or not auction.dealer_forced


def legal_bids(auction: Auction, options: Options) -> tuple[Bid, ...]:
    """Return the bids open to the seat that is asked, lowest first."""
    return tuple(
        bid
        for number in range(options.minimum, HIGHEST + 1)
        for bid in [Bid(number, kind) for kind in options.kinds]
        if _outranks(bid, auction, options)
    )


def called(auction: Auction, bid: Bid | None, options: Options) -> Auction:
    """Return the auction after the asked seat has bid, or passed with None; raise IllegalAction.

    Codes: ``dealer_must_bid``, ``bid_below_minimum``, ``direction_in_bid``, ``direction_later``,
    ``bid_too_low``.
    """
    seat, *others = auction.speaking
    calls = (*auction.calls, Call(seat, bid))
    if bid is None:
        if not may_pass(auction, options):
            raise IllegalAction("dealer_must_bid", minimum=options.minimum)
        return _closed(Auction(auction.dealer, tuple(others), calls, auction.standing))
    _check(bid, auction, options)
    speaking = (*others, seat) if options.open_rounds else tuple(others)
    return _closed(Auction(auction.dealer, speaking, calls, Call(seat, bid)))


def _check(bid: Bid, auction: Auction, options: Options) -> None:
    if bid.kind not in options.kinds:
        code = "direction_in_bid" if bid.kind is Kind.NO_TRUMP else "direction_later"
        raise IllegalAction(code, bid=bid.text)
    if bid.number < options.minimum:
        raise IllegalAction("bid_below_minimum", bid=bid.text, minimum=options.minimum)
    if not _outranks(bid, auction, options):
        standing = auction.standing
        assert standing is not None
        assert standing.bid is not None
        raise IllegalAction("bid_too_low", bid=bid.text, standing=standing.bid.text)


def _outranks(bid: Bid, auction: Auction, options: Options) -> bool:
    if auction.standing is None or auction.standing.bid is None:
        return True
    standing = auction.standing.bid
    height = (bid.number, options.heights[bid.kind])
    to_beat = (standing.number, options.heights[standing.kind])
    if options.dealer_may_equal and auction.speaking[0] == auction.dealer:
        return height >= to_beat
    return height > to_beat


def _closed(auction: Auction) -> Auction:
    """Return the auction with nobody left to speak if only the last bidder is left."""
    standing = auction.standing
    if standing is not None and auction.speaking == (standing.seat,):
        return Auction(auction.dealer, (), auction.calls, standing)
    return auction
