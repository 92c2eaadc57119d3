"""Hands and short ways to play them, for the tests of Bid whist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from bot.games.bid_whist import GAME
from bot.games.bid_whist.match import BidWhistMatch
from bot.games.bid_whist.options import options
from bot.games.cards import PACK_54, Card, cards
from bot.games.game import Action, Deal, Decision, NeedsDeal, Over

NO_HANDS: Mapping[int, str] = {}


def deal_with(hands: Mapping[int, str] = NO_HANDS, kitty: str = "", dealer: int = 3) -> Deal:
    """Return a deal in which seats hold at least the given cards; the rest falls in order."""
    given = [list(cards(hands.get(seat, ""))) for seat in range(4)]
    stock = list(cards(kitty))
    used = {one for pile in (*given, stock) for one in pile}
    rest = [one for one in PACK_54 if one not in used]
    for pile, size in (*((hand, 12) for hand in given), (stock, 6)):
        while len(pile) < size:
            pile.append(rest.pop(0))
    return Deal(dealer, tuple(tuple(hand) for hand in given), tuple(stock))


def begun(
    rules: Mapping[str, object] | None = None,
    hands: Mapping[int, str] = NO_HANDS,
    kitty: str = "",
    dealer: int = 3,
) -> BidWhistMatch:
    """Return a match with its first deal on the table."""
    book_rules = GAME.book.rules(rules)
    match = BidWhistMatch(book_rules, options(book_rules))
    return match.give(deal_with(hands, kitty, dealer))[0]


def did(match: BidWhistMatch, *sayings: str) -> BidWhistMatch:
    """Return the match after actions written ``"0 bid 4U"``."""
    for saying in sayings:
        seat, verb, *args = saying.split()
        match, _ = match.act(Action(int(seat), verb, tuple(args)))
    return match


def asked(match: BidWhistMatch) -> Decision:
    """Return the decision that the match waits for."""
    now = match.decision()
    assert isinstance(now, Decision)
    return now


def open_to(match: BidWhistMatch) -> list[str]:
    """Return the legal actions as texts without the seat."""
    return [" ".join((action.verb, *action.args)) for action in asked(match).actions]


def sold(bid: str, match: BidWhistMatch) -> BidWhistMatch:
    """Return the match after seat 0 bid (dealer 3) and the others passed."""
    return did(match, f"0 bid {bid}", "1 pass", "2 pass", "3 pass")


def discarding(match: BidWhistMatch, text: str | None = None) -> BidWhistMatch:
    """Return the match after the bidder has buried these cards; the last six if none are given."""
    now = asked(match)
    assert now.discard is not None
    buried = [one.text for one in now.discard.cards[-6:]] if text is None else text.split()
    return match.act(Action(now.seat, "discard", tuple(buried)))[0]


def any_action(match: BidWhistMatch, chance: Random) -> Action:
    """Return a legal action taken at random."""
    now = asked(match)
    if now.discard is not None:
        buried = chance.sample(now.discard.cards, now.discard.count)
        return Action(now.seat, "discard", tuple(one.text for one in buried))
    return chance.choice(now.actions)


def any_deal(match: BidWhistMatch, chance: Random) -> Deal:
    """Return a deal taken at random for a match that waits for one."""
    now = match.decision()
    assert isinstance(now, NeedsDeal)
    pack = list(PACK_54)
    chance.shuffle(pack)
    dealer = chance.randrange(4) if now.dealer is None else now.dealer
    return GAME.lay_out(dealer, pack)


def played_out(match: BidWhistMatch, chance: Random, deals: int = 1) -> BidWhistMatch:
    """Return the match after random play to the end of that many finished deals."""
    while len(match.results) < deals:
        now = match.decision()
        if isinstance(now, Over):
            break
        if isinstance(now, NeedsDeal):
            match, _ = match.give(any_deal(match, chance))
        else:
            match, _ = match.act(any_action(match, chance))
    return match


def texts(some: Iterable[Card]) -> list[str]:
    """Return the cards as texts."""
    return [one.text for one in some]
