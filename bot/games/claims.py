"""Claims: what is left to be won, which tricks are certain, and how the cards can fall so.

A claim says how the tricks that are left go to the sides. When everybody agrees, the cards are
played on paper in some legal way that gives just that, so that a record holds nothing but plays.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random
from typing import Final

from bot.games.cards import Card, card
from bot.games.game import Action, Decision, Game, Match, View
from bot.games.kept import waits_for
from bot.games.trick import Order, Play, suit_led, winning

Shares = tuple[int, ...]
"""How many of the tricks that are left each side gets."""

TRIES: Final = 8
"""How many times a line is looked for, each time in another order."""

PLAYS_A_TRY: Final = 800
"""How many cards are tried in one of them."""


def ranking_of(game: Game, view: View) -> Order | None:
    """Return which card beats which, as far as a view tells it; None before that is settled."""
    return None if game.ranking is None else game.ranking(view)


def claimable(game: Game, match: Match) -> bool:
    """Tell whether the tricks left can be claimed now: cards are played, and all know by what."""
    return playing(match) and ranking_of(game, match.view(None)) is not None


def playing(match: Match) -> bool:
    """Tell whether the next thing is a card to a trick."""
    decision = waits_for(match)
    if not isinstance(decision, Decision) or decision.discard is not None:
        return False
    return any(one.verb == "play" for one in decision.actions)


def silent(game: Game, match: Match) -> int | None:
    """Return the seat that decides nothing in the play (dummy), if there is one."""
    return None if game.silent is None else game.silent(match.view(None))


def left(match: Match) -> int:
    """Return how many tricks are left, the one on the table among them."""
    return max(match.view(None).counts)


def possible(game: Game, match: Match) -> tuple[Shares, ...]:
    """Return what can be claimed: each division between two sides, all to one of more."""
    rest = left(match)
    sides = len(game.sides)
    if sides == 2:
        return tuple((mine, rest - mine) for mine in range(rest + 1))
    return tuple(
        tuple(rest if side == winner else 0 for side in range(sides)) for winner in range(sides)
    )


def forced(match: Match) -> Action | None:
    """Return the card that has to fall where nobody has a choice any more: the last trick."""
    decision = waits_for(match)
    if not isinstance(decision, Decision) or len(decision.actions) != 1 or not playing(match):
        return None
    if max(match.view(None).counts) > 1 or match.others():
        return None
    return decision.actions[0]


# ---------------------------------------------------------------------- what is certain


def certain(game: Game, match: Match, seat: int) -> bool:
    """Tell whether the player at a seat, who is to lead, can see that all the rest is theirs.

    Only what that player knows is used: the hand that leads and the cards that have gone.
    """
    decision = waits_for(match)
    if not claimable(game, match) or not isinstance(decision, Decision):
        return False
    view = match.view(seat)
    if decision.player != seat or view.trick:
        return False
    hand = view.hand
    if decision.seat != seat:
        hand = tuple(card(one.args[0]) for one in decision.actions if one.verb == "play")
    return bool(hand) and sure(game, match, seat, hand) == len(hand)


def sure(game: Game, match: Match, seat: int, hand: Sequence[Card]) -> int:
    """Return how many tricks a hand that leads takes whatever the others do.

    What has gone is what a perfect memory at ``seat`` holds; every other card may be anywhere.
    """
    ranking = ranking_of(game, match.view(seat))
    if ranking is None:
        return 0
    memory = match.memory(seat)
    gone = {play.card for taken in memory.tricks for play in taken.plays}
    gone.update(memory.discarded)
    gone.update(hand)
    out = [one for one in game.pack if one not in gone]
    trumps = [
        one for one in out if ranking.trump is not None and ranking.suit(one) is ranking.trump
    ]
    drawn = True
    total = 0
    if trumps:
        own = [one for one in hand if ranking.suit(one) is ranking.trump]
        tops = _tops(own, trumps, ranking)
        drawn = tops >= len(trumps)
        total = len(own) if drawn else tops
    if not drawn:
        return total
    for suit in {ranking.suit(one) for one in hand}:
        if suit is None or (trumps and suit is ranking.trump):
            continue
        own = [one for one in hand if ranking.suit(one) is suit]
        against = [one for one in out if ranking.suit(one) is suit]
        tops = _tops(own, against, ranking)
        total += len(own) if tops >= len(against) else tops
    return total


def _tops(own: Iterable[Card], against: Sequence[Card], ranking: Order) -> int:
    highest = max((ranking.strength(one) for one in against), default=-1)
    return sum(1 for one in own if ranking.strength(one) > highest)


# ---------------------------------------------------------------------- how the cards can fall


def line(game: Game, match: Match, shares: Shares) -> tuple[Action, ...] | None:
    """Return plays to the end of the deal by which the sides get their shares; None if none is.

    Suit is followed by everybody, also where a revoke would not be stopped. Where hardly any line
    gives the shares it may be missed. It can take half a second.
    """
    decision = match.decision()
    if not claimable(game, match) or not isinstance(decision, Decision):
        return None
    ranking = ranking_of(game, match.view(decision.seat))
    if ranking is None or sum(shares) != left(match) or len(shares) != len(game.sides):
        return None
    hands = tuple(match.view(seat).hand for seat in range(game.seats))
    found = _Search(game, ranking).through(hands, decision.seat, shares, match.view(None).trick)
    if found is None:
        return None
    return tuple(Action(play.seat, "play", (play.card.text,)) for play in found)


Hands = tuple[tuple[Card, ...], ...]


class _Search:
    """Depth first, the cards in an order that suits what is still wanted.

    What was tried to its end in vain is remembered from one try to the next.
    """

    def __init__(self, game: Game, ranking: Order) -> None:
        self._sides = tuple(game.side_of(seat) for seat in range(game.seats))
        self._ranking = ranking
        self._chance = Random(game.key)
        self._plays_left = 0
        self._in_vain: set[tuple[Hands, int, Shares]] = set()

    def through(
        self, hands: Hands, turn: int, wanted: Shares, trick: tuple[Play, ...]
    ) -> tuple[Play, ...] | None:
        """Return the plays from here to the end of the deal, or None where none was found."""
        for _ in range(TRIES):
            self._plays_left = PLAYS_A_TRY
            found = self._on(hands, turn, wanted, trick)
            if found is not None or self._plays_left > 0:
                return found
        return None

    def _on(
        self, hands: Hands, turn: int, wanted: Shares, trick: tuple[Play, ...] = ()
    ) -> tuple[Play, ...] | None:
        if sum(wanted) == 0:
            return ()
        here = (hands, turn, wanted)
        if here in self._in_vain:
            return None
        aims = [side for side, count in enumerate(wanted) for _ in range(count)]
        found = self._trick(hands, turn, wanted, trick, self._chance.choice(aims))
        if found is None and self._plays_left > 0:
            self._in_vain.add(here)
        return found

    def _trick(
        self, hands: Hands, turn: int, wanted: Shares, trick: tuple[Play, ...], aim: int
    ) -> tuple[Play, ...] | None:
        for one in self._ordered(hands, turn, trick, aim):
            self._plays_left -= 1
            if self._plays_left <= 0:
                return None
            laid = (*trick, Play(turn, one))
            left = tuple(other for other in hands[turn] if other is not one)
            after = (*hands[:turn], left, *hands[turn + 1 :])
            if len(laid) < len(hands):
                rest = self._trick(after, (turn + 1) % len(hands), wanted, laid, aim)
            else:
                winner = winning(laid, self._ranking).seat
                side = self._sides[winner]
                if not wanted[side]:
                    continue
                less = tuple(count - (n == side) for n, count in enumerate(wanted))
                rest = self._on(after, winner, less)
            if rest is not None:
                return (Play(turn, one), *rest)
        return None

    def _ordered(self, hands: Hands, seat: int, trick: tuple[Play, ...], aim: int) -> list[Card]:
        ranking = self._ranking
        cards = _parted(_allowed(hands[seat], trick, ranking), hands, trick, ranking)
        self._chance.shuffle(cards)
        wins = self._sides[seat] == aim

        def fitness(one: Card) -> tuple[bool, int]:
            taking = winning((*trick, Play(seat, one)), ranking).seat == seat
            strength = ranking.strength(one)
            if wins:
                # A lead need not be high: the partner may take the trick as well.
                return not taking, strength if trick else -strength
            return taking, strength if not trick else -strength

        return sorted(cards, key=fitness)


def _allowed(hand: tuple[Card, ...], trick: tuple[Play, ...], ranking: Order) -> list[Card]:
    """Return cards that may be played under any house rules.

    Jokers without a suit are led only where nothing else is left, and are played as soon as nothing
    has to follow.
    """
    bare = [one for one in hand if ranking.suit(one) is None]
    led = suit_led(trick, ranking)
    if not trick:
        return [one for one in hand if ranking.suit(one) is not None] or bare
    if led is None:
        return list(hand)
    return [one for one in hand if ranking.suit(one) is led] or bare or list(hand)


def _parted(cards: list[Card], hands: Hands, trick: tuple[Play, ...], ranking: Order) -> list[Card]:
    """Return one of each run of cards between which nobody has another."""
    others = {play.card for play in trick}
    others.update(one for hand in hands for one in hand)
    others.difference_update(cards)
    runs: dict[tuple[object, int], Card] = {}
    for one in cards:
        suit, strength = ranking.suit(one), ranking.strength(one)
        below = sum(
            ranking.suit(other) is suit and ranking.strength(other) < strength for other in others
        )
        runs[suit, below] = one
    return list(runs.values())
