"""A game small enough to know by heart, so that what is common to all games can be tested alone.

Two players, six cards, two each and two in the stock. The player at dealer's left may first have
to discard one card and take the top of the stock (``swap``), then leads; the higher card takes the
trick. ``deals`` deals are played. Whoever lost the last trick may grumble, once, until the next
card is down, also after the end.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final, Self

from bot.games.cards import PACK_36, Card, NoSuchCard, card
from bot.games.game import (
    Action,
    Asked,
    CardsPlayed,
    Deal,
    DealResult,
    Decision,
    Discard,
    Event,
    Game,
    IllegalAction,
    Memory,
    NeedsDeal,
    Over,
    Summary,
    View,
    WrongDeal,
    check_cards,
)
from bot.games.house_rules import CUT, RuleBook, Rules, between, yes_no
from bot.games.trick import Play, Taken

PACK: Final = PACK_36[:6]


@dataclass(frozen=True, slots=True)
class Toy:
    """A match of the toy game."""

    rules: Rules
    results: tuple[DealResult, ...] = ()
    deals: tuple[Deal, ...] = ()
    hands: tuple[tuple[Card, ...], ...] = ((), ())
    actions: tuple[Action, ...] = ()
    summaries: tuple[Summary, ...] = ()
    tricks: tuple[Taken, ...] = ()
    trick: tuple[Play, ...] = ()
    swapping: bool = False
    grumbler: int | None = None

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the tricks taken."""
        scores = [result.tricks for result in self.results]
        return (sum(one for one, _ in scores), sum(two for _, two in scores))

    @property
    def _asked(self) -> int | None:
        if not self.hands[0] and not self.hands[1]:
            return None
        if self.trick:
            return 1 - self.trick[0].seat
        return self.tricks[-1].winner if self.tricks else 1 - self.deals[-1].dealer

    def decision(self) -> Decision | NeedsDeal | Over:
        """Return what the match waits for."""
        seat = self._asked
        if seat is None:
            if len(self.results) == self.rules.number("deals"):
                best = max(self.totals)
                return Over(tuple(s for s in (0, 1) if self.totals[s] == best))
            return NeedsDeal(1 - self.deals[-1].dealer if self.deals else None)
        if self.swapping:
            return Decision(seat, seat, "swap", discard=Discard(self.hands[seat], 1))
        plays = tuple(Action(seat, "play", (one.text,)) for one in self.hands[seat])
        return Decision(seat, seat, "play", plays)

    def others(self) -> Mapping[int, tuple[Action, ...]]:
        """Return the grumble that is open."""
        if self.grumbler is None:
            return {}
        return {self.grumbler: (Action(self.grumbler, "grumble"),)}

    def give(self, deal: Deal) -> tuple[Self, tuple[Event, ...]]:
        """Return the match with the cards on the table."""
        waits = self.decision()
        if not isinstance(waits, NeedsDeal):
            raise WrongDeal("match_over" if isinstance(waits, Over) else "deal_too_early")
        check_cards(deal, PACK, (2, 2), 2, waits.dealer)
        return replace(
            self,
            deals=(*self.deals, deal),
            hands=deal.hands,
            actions=(),
            tricks=(),
            swapping=self.rules.yes("swap"),
            grumbler=None,
        ), ()

    def act(self, action: Action) -> tuple[Self, tuple[Event, ...]]:
        """Return the match after an action."""
        match action:
            case Action(seat, "grumble", ()) if seat == self.grumbler:
                return replace(self, grumbler=None, actions=(*self.actions, action)), ()
            case Action(seat, "discard" | "play", (text,)) if seat == self._asked:
                if (action.verb == "discard") is not self.swapping:
                    raise IllegalAction("not_now", verb=action.verb)
                return self._move(action, text)
            case Action(verb="discard" | "play" | "grumble"):
                raise IllegalAction("bad_arguments", verb=action.verb)
        raise IllegalAction("unknown_verb", verb=action.verb)

    def _move(self, action: Action, text: str) -> tuple[Self, tuple[Event, ...]]:
        seat = action.seat
        try:
            chosen = card(text)
        except NoSuchCard:
            raise IllegalAction("bad_arguments", verb=action.verb) from None
        if chosen not in self.hands[seat]:
            raise IllegalAction("not_in_hand", card=text)
        hand = tuple(one for one in self.hands[seat] if one is not chosen)
        swapped = action.verb == "discard"
        if swapped:
            hand = (*hand, self.deals[-1].stock[0])
        hands = (hand, self.hands[1]) if seat == 0 else (self.hands[0], hand)
        after = replace(
            self, hands=hands, swapping=False, grumbler=None, actions=(*self.actions, action)
        )
        if swapped:
            return after, ()
        return after._played(Play(seat, chosen)), (CardsPlayed(seat, (chosen,)),)

    def _played(self, play: Play) -> Self:
        plays = (*self.trick, play)
        if len(plays) == 1:
            return replace(self, trick=plays)
        winner = min(plays, key=lambda one: one.card.index).seat
        tricks = (*self.tricks, Taken(plays, winner))
        after = replace(self, trick=(), tricks=tricks, grumbler=1 - winner)
        if any(after.hands):
            return after
        taken = tuple(sum(1 for one in tricks if one.winner == seat) for seat in (0, 1))
        result = DealResult(self.deals[-1].dealer, taken, taken)
        number = len(self.results) + 1
        done = Summary(
            number=number, deal=self.deals[-1], actions=self.actions, tricks=tricks, result=result
        )
        return replace(after, results=(*self.results, result), summaries=(*self.summaries, done))

    def view(self, seat: int | None) -> View:
        """Return what a seat may see."""
        now = self.decision()
        asked = Asked(now.seat, now.player, now.question) if isinstance(now, Decision) else None
        return View(
            game="toy",
            rules=self.rules,
            seat=seat,
            deal=len(self.deals),
            dealer=self.deals[-1].dealer if self.deals else None,
            asked=asked,
            decision=now if isinstance(now, Decision) and now.player == seat else None,
            others=self.others().get(seat, ()) if seat is not None else (),
            hand=() if seat is None else self.hands[seat],
            counts=tuple(len(hand) for hand in self.hands),
            trick=self.trick,
            last_trick=self.tricks[-1] if self.tricks else None,
            tricks=tuple(sum(1 for one in self.tricks if one.winner == s) for s in (0, 1)),
            results=self.results,
            totals=self.totals,
            winners=now.winners if isinstance(now, Over) else (),
        )

    def memory(self, seat: int) -> Memory:
        """Return what a seat remembers."""
        dealt = self.deals[-1].hands[seat] if self.deals else ()
        return Memory(dealt, self.actions, self.tricks)

    def summary(self, number: int) -> Summary:
        """Return a finished deal."""
        if not 1 <= number <= len(self.summaries):
            raise IndexError(number)
        return self.summaries[number - 1]


def lay_out(dealer: int, pack: Sequence[Card]) -> Deal:
    """Deal one card at a time, the player at dealer's left first."""
    elder = tuple(pack[0:4:2])
    younger = tuple(pack[1:4:2])
    return Deal(dealer, (younger, elder) if dealer == 0 else (elder, younger), tuple(pack[4:]))


GAME: Final = Game(
    key="toy",
    sides=((0,), (1,)),
    pack=PACK,
    book=RuleBook("toy", (between("deals", 1, 20, 2), yes_no("swap", "no"), CUT)),
    new=Toy,
    lay_out=lay_out,
)
