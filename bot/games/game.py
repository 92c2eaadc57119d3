"""The contract that every game keeps: a match as a value, what it waits for, what a seat sees.

A match is a fold of its log: it starts from the house rules, is given deals (chance is an input)
and actions, and every state after them is a new value. It knows no clock, no chance, no language
and no Discord. Who may know what is decided here and nowhere else: a ``View`` holds all that one
seat may be shown, and no more.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol, Self

from bot.games.cards import Card
from bot.games.house_rules import RuleBook, Rules
from bot.games.trick import Order, Play, Taken


@dataclass(frozen=True, slots=True)
class Action:
    """What a seat does: exactly the record's array ``[seat, verb, *args]``.

    The seat is the hand that acts: dummy's cards are played under dummy's seat.
    """

    seat: int
    verb: str
    args: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as dealt: hands by seat, and the kitty or stock (in drawing order)."""

    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Discard:
    """A discard to choose: ``count`` cards out of ``cards``, too many combinations to list."""

    cards: tuple[Card, ...]
    count: int
    verb: str = "discard"


@dataclass(frozen=True, slots=True)
class Decision:
    """What the match waits for: ``player`` decides for the hand at ``seat``.

    ``question`` is a stable word for what is asked (``name``, ``double``, ``play`` …). ``actions``
    are all that is legal; a discard is given by ``discard`` and has no list.
    """

    seat: int
    player: int
    question: str
    actions: tuple[Action, ...] = ()
    discard: Discard | None = None


@dataclass(frozen=True, slots=True)
class NeedsDeal:
    """The next thing is a deal by ``dealer`` (None: the first dealer is still to be drawn)."""

    dealer: int | None


@dataclass(frozen=True, slots=True)
class Over:
    """The match is over; ``winners`` are seats (several where a victory is shared)."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """Who is being asked, as everybody may know: the hand, the player, and the question."""

    seat: int
    player: int
    question: str


class Refused(ValueError):
    """Something that the rules do not allow: a stable snake_case ``code`` and its ``facts``.

    Facts are what a sentence about it needs (which suit had to be followed …), as plain values;
    they never name a card that the acting seat may not see.
    """

    def __init__(self, code: str, **facts: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.facts = facts

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return _refused, (type(self), self.code, self.facts)


def _refused(kind: type[Refused], code: str, facts: Mapping[str, str | int]) -> Refused:
    return kind(code, **facts)


class IllegalAction(Refused):
    """An action that is not legal now."""


class WrongDeal(Refused):
    """A deal that this match cannot be given (a card twice, a wrong dealer, a deal too early …)."""


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, as data that everybody may know; words for it come in ``render``.

    Each game adds its own small frozen subclasses. ``stays`` tells that it put something in view
    which the next card covers, so that people need a moment to see it.
    """

    stays: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class DealBegun(Event):
    """The cards have been dealt: the deal's number from 1, and who dealt."""

    number: int
    dealer: int


@dataclass(frozen=True, slots=True)
class CardsPlayed(Event):
    """A seat put cards on the table (more than one only where groups are led)."""

    seat: int
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickTaken(Event):
    """A trick is finished; ``number`` counts all tricks of the deal from 1, as ``Summary.tricks``.

    A trick that scores nothing (in a first part of the deal …) has its number, too.
    """

    stays: ClassVar[bool] = True
    number: int
    winner: int


@dataclass(frozen=True, slots=True)
class DealOver(Event):
    """A deal is finished and scored; its number from 1."""

    number: int


@dataclass(frozen=True, slots=True)
class MatchOver(Event):
    """The match is finished."""

    winners: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealResult:
    """A finished deal as the record's ``replay`` reports it.

    ``tricks`` and ``scores`` are by side in games of sides, else by seat; a score is a number, or
    a pair (below, above) in Biritch. ``tricks`` are those that the score is counted from: where
    only a part of the deal scores, those of that part. ``more`` holds keys that only one game has
    (Bura's ``pot``).
    """

    dealer: int
    tricks: tuple[int, ...]
    scores: tuple[int | tuple[int, int], ...]
    more: tuple[tuple[str, int], ...] = ()

    def to_json(self) -> dict[str, object]:
        """Return the object that stands under ``deals`` in a replay."""
        scores = [
            {"below": score[0], "above": score[1]} if isinstance(score, tuple) else score
            for score in self.scores
        ]
        return {"tricks": list(self.tricks), "scores": scores, **dict(self.more)}


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """All that one seat (None: the public) may be shown now, and no more.

    Games subclass it with their own facts. ``decision`` is there only for the player who decides;
    ``others`` are the actions open to this seat out of turn; ``trick`` is the trick in play, and
    ``last_trick`` the one before as long as it may be looked at, of which ``face_down`` cards of
    the last to play lie face down. ``results`` are the finished deals.

    ``deal`` numbers the deal on the table from 1, and ``dealer`` has dealt it; between deals both
    are still those of the last one, before the first 0 and None: who deals next is known to
    ``NeedsDeal`` alone. ``counts`` are the cards in each hand, all 0 between deals. ``tricks`` are
    those taken so far of the ones that ``DealResult.tricks`` counts, where that is public, else
    empty; between deals they are the last deal's or 0: read ``results`` there.
    """

    game: str
    rules: Rules
    seat: int | None
    deal: int
    dealer: int | None
    asked: Asked | None
    decision: Decision | None
    others: tuple[Action, ...]
    hand: tuple[Card, ...]
    counts: tuple[int, ...]
    trick: tuple[Play, ...]
    last_trick: Taken | None
    tricks: tuple[int, ...]
    results: tuple[DealResult, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]
    face_down: int = 0


@dataclass(frozen=True, slots=True)
class Memory:
    """What a seat with a perfect memory knows of the open deal beyond its view.

    It is for computer players; nothing of it is ever shown to a person. ``actions`` are the
    actions of the deal that this seat saw (what others discarded or laid face down without its
    cards), ``tricks`` the finished tricks, less such plays, ``dealt`` the own hand as dealt,
    ``discarded`` the own discards.
    """

    dealt: tuple[Card, ...]
    actions: tuple[Action, ...]
    tricks: tuple[Taken, ...]
    discarded: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """A finished deal with everything face up, for the lasting summary and for stepping through.

    ``tricks`` are in order, ``out_of_play`` the cards that came into none of them: with the tricks
    they are the pack, unless the deal was over before any. Games subclass it with their own facts
    (contract, kitty, honours …).
    """

    number: int
    deal: Deal
    actions: tuple[Action, ...]
    tricks: tuple[Taken, ...]
    result: DealResult
    out_of_play: tuple[Card, ...] = ()


class Match(Protocol):
    """One match as a value; every method is pure."""

    @property
    def rules(self) -> Rules:
        """Return the house rules in force."""
        ...

    @property
    def results(self) -> tuple[DealResult, ...]:
        """Return the finished deals."""
        ...

    @property
    def totals(self) -> tuple[int, ...]:
        """Return the totals so far: by side in games of sides, else by seat."""
        ...

    def decision(self) -> Decision | NeedsDeal | Over:
        """Return what the match waits for."""
        ...

    def others(self) -> Mapping[int, tuple[Action, ...]]:
        """Return what may be done out of turn now, by seat; seats without anything are left out.

        An action that the asked seat may do anyway stands in the decision, not here. A match
        that is over, or waits for a deal, can still have some.
        """
        ...

    def act(self, action: Action) -> tuple[Self, tuple[Event, ...]]:
        """Return the match after an action, and what happened; raise IllegalAction."""
        ...

    def give(self, deal: Deal) -> tuple[Self, tuple[Event, ...]]:
        """Return the match with a new deal on the table; raise WrongDeal."""
        ...

    def view(self, seat: int | None) -> View:
        """Return all that a seat (None: the public) may be shown."""
        ...

    def memory(self, seat: int) -> Memory:
        """Return what a perfect memory at this seat holds of the open deal."""
        ...

    def summary(self, number: int) -> Summary:
        """Return a finished deal, by its number from 1; raise IndexError where there is none."""
        ...


def _nothing(_summary: Summary, _seat: int) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True, slots=True)
class Tally:
    """What a game counts of a finished deal besides points, for statistics.

    ``count`` takes one of the game's own summaries and a seat, and returns whole numbers by name,
    which are summed over deals and matches. ``keys`` are all these names.
    """

    keys: tuple[str, ...] = ()
    count: Callable[[Any, int], Mapping[str, int]] = _nothing


class WritesPbn(Protocol):
    """Writes the finished deals of a match in Portable Bridge Notation."""

    def __call__(self, deals: Sequence[Any], names: Sequence[str], *, site: str, date: str) -> str:
        """Return the file's text; ``deals`` are the game's own summaries, ``names`` by seat."""
        ...


@dataclass(frozen=True)
class Game:
    """A game as the rest of the house knows it.

    ``sides`` are tuples of seats that win together (single seats where each plays alone).
    ``lay_out`` deals a shuffled and cut pack as the game deals it; ``new`` starts a match.
    ``draws`` tells that cards are drawn from the stock, so that its order counts: ``verify``
    then compares it, where a kitty is compared as a set. ``looks_back`` tells that a finished trick
    may still be looked at once the next has begun.

    Where the tricks left may be claimed or conceded, ``ranking`` tells from a view which card beats
    which, or None as long as that is not settled; everybody has to follow suit then, and no card
    is drawn any more. ``silent`` tells which seat decides nothing in the play (dummy), where the
    game has one. Both take the game's own views. ``pbn`` is there where bridge programs can show
    the game's deals.
    """

    key: str
    sides: tuple[tuple[int, ...], ...]
    pack: tuple[Card, ...]
    book: RuleBook
    new: Callable[[Rules], Match]
    lay_out: Callable[[int, Sequence[Card]], Deal]
    draws: bool = False
    looks_back: bool = True
    ranking: Callable[[Any], Order | None] | None = None
    silent: Callable[[Any], int | None] | None = None
    tally: Tally = Tally()
    pbn: WritesPbn | None = None

    @property
    def claims(self) -> bool:
        """Tell whether the tricks that are left may be claimed or conceded."""
        return self.ranking is not None

    @property
    def seats(self) -> int:
        """Return how many play."""
        return sum(len(side) for side in self.sides)

    def side_of(self, seat: int) -> int:
        """Return the index of the side that a seat belongs to."""
        return next(index for index, side in enumerate(self.sides) if seat in side)


def check_cards(
    deal: Deal, pack: Sequence[Card], sizes: Sequence[int], stock: int, dealer: int | None
) -> None:
    """Check that a deal has the right dealer, sizes and each card of the pack once.

    Raise WrongDeal: ``wrong_dealer``, ``wrong_number_of_hands``, ``wrong_hand_size``,
    ``wrong_stock_size``, ``foreign_card``, ``card_twice``.
    """
    if not 0 <= deal.dealer < len(sizes) or (dealer is not None and deal.dealer != dealer):
        raise WrongDeal("wrong_dealer", seat=deal.dealer)
    if len(deal.hands) != len(sizes):
        raise WrongDeal("wrong_number_of_hands", count=len(deal.hands))
    for seat, (hand, size) in enumerate(zip(deal.hands, sizes, strict=True)):
        if len(hand) != size:
            raise WrongDeal("wrong_hand_size", seat=seat, count=len(hand), expected=size)
    if len(deal.stock) != stock:
        raise WrongDeal("wrong_stock_size", count=len(deal.stock), expected=stock)
    seen: set[Card] = set()
    for one in (*(one for hand in deal.hands for one in hand), *deal.stock):
        if one not in pack:
            raise WrongDeal("foreign_card", card=one.text)
        if one in seen:
            raise WrongDeal("card_twice", card=one.text)
        seen.add(one)
