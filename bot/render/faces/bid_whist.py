"""What people see of Bid whist: the bidding, which card is high, books, and the score track."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.bid_whist.bids import BIDS, Bid
from bot.games.bid_whist.events import (
    AuctionWon,
    BidMade,
    DealScored,
    DirectionNamed,
    KittyBuried,
    KittyTaken,
    Passed,
    PassedOut,
    TrumpNamed,
)
from bot.games.bid_whist.options import options
from bot.games.bid_whist.play import playable
from bot.games.bid_whist.views import BidWhistSummary, BidWhistView
from bot.games.cards import Card, Suit
from bot.games.game import Action, DealResult, Event
from bot.games.trick import order, suit_led
from bot.render.face import Groups, Pick, Scene, Statistic, Topic
from bot.render.faces.bid_whist_words import (
    SIDES,
    bid_words,
    call_line,
    contract_words,
    jokers_first,
    order_lines,
    outcome,
    side_name,
    side_places,
    sorting,
)
from bot.render.hands import by_suit
from bot.render.screen import Field, Style
from bot.render.tell import Tell
from bot.render.track import signed, track

SHOWN_DEALS: Final = 20
"""How many deals the score sheet lists; older ones are in the totals."""

PASSED: Final = "–"
"""What stands for a pass where there is little room."""

SHOWN_CALLS: Final = 8
"""How many calls of a long auction the board shows, the latest ones."""


class BidWhistFace:
    """The words and layout of Bid whist."""

    topics = (
        Topic("aim", ("target",)),
        Topic("deal", ("cut",)),
        Topic("auction", ("minimum", "rounds", "ties", "all_pass", "nt_direction")),
        Topic("kitty", ("kitty", "name_trump")),
        Topic("ranks", ("downtown_suits", "low_ace")),
        Topic("jokers", ("nt_jokers",)),
        Topic("play", ("lead",)),
        Topic("score", ("overtricks", "boston", "boston_bonus")),
    )
    statistics = (
        *(Statistic(kind, (f"made_{kind}", f"set_{kind}")) for kind in ("U", "D", "NH", "NL")),
        Statistic("bostons", ("bostons",)),
    )

    def contract(self, view: BidWhistView, tell: Tell) -> str:
        """Return the bid that won, the trump suit, and the bidder."""
        return "" if view.contract is None else contract_words(view.contract, tell)

    def board(self, view: BidWhistView, tell: Tell) -> Sequence[str]:
        """Return nothing: all that the board says stands in the panels too (see standing)."""
        return ()

    def standing(self, view: BidWhistView, tell: Tell) -> Sequence[str]:
        """Return the bidding or which card is high, what lies apart, the books, and the score."""
        parts = [_auction(view, tell), _order(view, tell), _apart(view, tell)]
        parts.append([*_books(view, tell), *_score(view, tell)])
        return ["\n\n".join("\n".join(part) for part in parts if part)]

    def groups(self, view: BidWhistView, cards: Sequence[Card]) -> Groups:
        """Return cards by suit in the order in force; jokers first where they will be trumps."""
        found = by_suit(cards, sorting(view))
        if found and found[-1][0] is None and jokers_first(view):
            return (found[-1], *found[:-1])
        return found

    def acting_hand(self, view: BidWhistView) -> tuple[Card, ...]:
        """Return the own hand."""
        return view.hand

    def open_hands(self, view: BidWhistView, tell: Tell) -> Sequence[str]:
        """Return nothing: no hand lies open in this game."""
        return ()

    def question(self, view: BidWhistView, tell: Tell) -> str:
        """Return what is asked: a bid and what it has to beat, the discard, a name, a card."""
        decision = view.decision
        if decision is None:
            return ""
        if decision.question == "bid":
            return _bidding(view, tell)
        if decision.question == "play" and not view.trick:
            return tell.text("bid_whist.ask.lead")
        return tell.text(f"bid_whist.ask.{decision.question}")

    def picks(self, view: BidWhistView, tell: Tell) -> Sequence[Pick]:
        """Return the bids, suits or directions that are open, in words."""
        if view.decision is None:
            return ()
        return tuple(
            _pick(action, tell) for action in view.decision.actions if action.verb != "play"
        )

    def deed(self, action: Action, tell: Tell) -> str:
        """Return the bid, the trump suit, the direction, or that one passes."""
        return _deed(action, tell)

    def unsaid(self, action: Action, reason: str) -> bool:
        """Return False: nothing is kept from a player who may think it over."""
        return False

    def out_of_turn(self, view: BidWhistView, tell: Tell) -> Sequence[Pick]:
        """Return nothing: nobody acts out of turn in Bid whist."""
        return ()

    def why_not(self, view: BidWhistView, card: Card, tell: Tell) -> str:
        """Return why a card may not be played: suit to follow, or what a joker may do."""
        ranking, hand = view.ranking, view.hand
        if ranking is None or card in playable(hand, view.trick, ranking, options(view.rules)):
            return ""
        led = suit_led(view.trick, ranking)
        if led is None:
            return tell.text("bid_whist.why.joker_not_led")
        if not any(ranking.suit(one) is led for one in hand):
            return tell.text("bid_whist.why.joker_must_go")
        if card.joker and ranking.trump is None:
            return tell.text("bid_whist.why.joker_dead")
        if led is ranking.trump:
            return tell.text("bid_whist.why.trumps_led", suit=tell.suit(led))
        return tell.text("panel.must_follow", suit=tell.suit(led))

    def scene(self, view: BidWhistView, tell: Tell) -> Scene:
        """Return who plays which bid, and trumps; before that, what everybody said last."""
        contract = view.contract
        if contract is None:
            said = {call.seat: call.bid for call in view.calls}
            return Scene(
                tuple("" if seat not in said else _said(said[seat], tell) for seat in range(4))
            )
        notes = tuple(
            tell.call(contract.bid.text) if seat == contract.bidder else "" for seat in range(4)
        )
        # Which card is high takes more room than a picture has, and half of it would mislead.
        lines = (*_books(view, tell), *_score(view, tell))
        return Scene(notes, trump=contract.trump, lines=lines)

    def score_sheet(self, view: BidWhistView, tell: Tell) -> Sequence[Field]:
        """Return the score track, and what each deal brought."""
        target = view.rules.number("target")
        rows = [_row(number, result) for number, result in enumerate(view.results, 1)]
        head = f"{'':>3} {tell.text('bid_whist.column.tricks'):>6}"
        head += "".join(f"{side_places(side, tell):>6}" for side in (0, 1))
        sheet = "\n".join([head, *rows[-SHOWN_DEALS:]])
        shown = f"```\n{sheet}\n```" if rows else tell.text("bid_whist.no_deals")
        return (
            Field(tell.text("bid_whist.track", target=target), _track(view.totals, target, tell)),
            Field(tell.text("bid_whist.sheet"), shown),
        )

    def result(self, summary: BidWhistSummary, tell: Tell) -> str:
        """Return the contract, and whether it was made."""
        if summary.contract is None or summary.score is None:
            return tell.text("bid_whist.passed_out")
        contract = contract_words(summary.contract, tell)
        return f"**{contract}**\n{outcome(summary.contract, summary.score, tell)}"

    def summary(self, summary: BidWhistSummary, tell: Tell) -> Sequence[Field]:
        """Return score, track, what was bid and laid aside, and the four hands as dealt."""
        fields = []
        if summary.contract is not None and summary.score is not None:
            fields.append(Field(tell.text("bid_whist.score"), _lines(summary, tell)))
        heading = tell.text("bid_whist.track", target=summary.target)
        fields.append(Field(heading, _track(summary.totals, summary.target, tell)))
        said = "\n".join(call_line(call, tell) for call in summary.calls[-SHOWN_DEALS:])
        fields.append(Field(tell.text("bid_whist.bidding"), said))
        ranking = summary.ranking or order(None)
        fields.append(
            Field(tell.text("bid_whist.kitty"), tell.by_suit(by_suit(summary.deal.stock, ranking)))
        )
        if summary.buried:
            buried = tell.by_suit(by_suit(summary.buried, ranking))
            fields.append(Field(tell.text("bid_whist.discards"), buried))
        hands = "\n".join(
            f"**{tell.seat(seat)}** {tell.by_suit(by_suit(hand, ranking))}"
            for seat, hand in enumerate(summary.deal.hands)
        )
        fields.append(Field(tell.text("summary.hands"), hands))
        return fields

    def news(self, event: Event, tell: Tell) -> str:
        """Return what somebody said or did that is no card played."""
        match event:
            case BidMade(seat, bid):
                return tell.text("bid_whist.bids", name=tell.seat(seat), bid=bid_words(bid, tell))
            case Passed(seat):
                return tell.text("bid_whist.passes", name=tell.seat(seat))
            case AuctionWon(seat, bid):
                return tell.text(
                    "bid_whist.news.won", name=tell.seat(seat), bid=bid_words(bid, tell)
                )
            case PassedOut():
                return tell.text("bid_whist.passed_out")
            case KittyTaken(seat):
                return tell.text("bid_whist.news.kitty", name=tell.seat(seat))
            case KittyBuried(seat, count):
                return tell.count("bid_whist.news.buried", count, name=tell.seat(seat))
            case TrumpNamed(seat, suit):
                return tell.text("bid_whist.news.trump", name=tell.seat(seat), suit=tell.suit(suit))
            case DirectionNamed(seat, low):
                key = "bid_whist.news.low" if low else "bid_whist.news.high"
                return tell.text(key, name=tell.seat(seat))
            case DealScored(_, _, score):
                key = "bid_whist.news.made" if score.made else "bid_whist.news.set"
                return tell.text(key, side=side_name(score.side, tell), points=signed(score.points))
            case _:
                return ""


def _auction(view: BidWhistView, tell: Tell) -> list[str]:
    """Return the calls so far while bids are made; who deals, before the first."""
    if view.asked is None or view.asked.question != "bid" or view.dealer is None:
        return []
    if not view.calls:
        return [tell.text("bid_whist.dealer", name=tell.seat(view.dealer))]
    lines = [f"> {call_line(call, tell)}" for call in view.calls[-SHOWN_CALLS:]]
    standing = view.standing
    if standing is None or standing.bid is None:
        lines.append(tell.text("bid_whist.no_bid"))
    elif view.decision is None:  # who is asked is told in the question
        bid = bid_words(standing.bid, tell)
        lines.append(tell.text("bid_whist.highest", bid=bid, name=tell.seat(standing.seat)))
    return lines


def _order(view: BidWhistView, tell: Tell) -> list[str]:
    """Return which card is high, from when there is a contract until the deal is over."""
    if view.contract is None or view.asked is None:
        return []
    return order_lines(view.contract, view.rules, tell)


def _apart(view: BidWhistView, tell: Tell) -> list[str]:
    """Return the kitty for those who may see it, and the own discards."""
    lines = []
    if view.kitty:
        kitty = tell.by_suit(by_suit(view.kitty, sorting(view)))
        lines.append(tell.text("bid_whist.kitty_was", cards=kitty))
    if view.buried and view.asked is not None:
        buried = tell.by_suit(by_suit(view.buried, sorting(view)))
        lines.append(tell.text("bid_whist.your_discards", cards=buried))
    return lines


def _books(view: BidWhistView, tell: Tell) -> list[str]:
    """Return the books of both sides against the bid; the outcome once the deal is over."""
    if view.contract is None:
        return [tell.text("bid_whist.passed_out")] if _passed_out(view) else []
    if view.score is not None:
        return [outcome(view.contract, view.score, tell)]
    if not view.kitty_buried:
        return []
    ours, theirs = view.contract.side, 1 - view.contract.side
    return [
        tell.text(
            "bid_whist.books",
            bidders=side_name(ours, tell),
            books=view.books[ours],
            needed=view.contract.tricks_needed + 1,
            others=side_name(theirs, tell),
            theirs=view.books[theirs],
        )
    ]


def _passed_out(view: BidWhistView) -> bool:
    return view.asked is None and bool(view.calls)


def _score(view: BidWhistView, tell: Tell) -> list[str]:
    target = view.rules.number("target")
    sides = " · ".join(
        tell.text(
            "bid_whist.side_score", side=side_name(side, tell), points=signed(view.totals[side])
        )
        for side in (0, 1)
    )
    return [tell.text("bid_whist.score_line", sides=sides, target=target)]


def _bidding(view: BidWhistView, tell: Tell) -> str:
    """Return what a bid has to beat and whose it is, or why there is no pass."""
    if view.dealer_forced:
        return tell.text("bid_whist.ask.forced", minimum=view.rules.number("minimum"))
    decision, standing = view.decision, view.standing
    if standing is None or standing.bid is None:
        return tell.text("bid_whist.ask.open")
    name, bid = tell.seat(standing.seat), bid_words(standing.bid, tell)
    if decision is not None and all(action.verb == "pass" for action in decision.actions):
        return tell.text("bid_whist.ask.nothing_higher", bid=bid, name=name)
    key = "beat"
    if _may_equal(view):
        key = "equal"
    elif view.seat is not None and standing.seat % 2 == view.seat % 2:
        key = "beat_partner"
    return tell.text(f"bid_whist.ask.{key}", bid=bid, name=name)


def _may_equal(view: BidWhistView) -> bool:
    """Tell whether this seat may take the standing bid at the same height."""
    standing = view.standing
    return (
        view.decision is not None
        and view.seat == view.dealer
        and options(view.rules).dealer_may_equal
        and standing is not None
        and standing.bid is not None
        and any(action.args == (standing.bid.text,) for action in view.decision.actions)
    )


def _said(bid: Bid | None, tell: Tell) -> str:
    return PASSED if bid is None else bid_words(bid, tell)


def _deed(action: Action, tell: Tell) -> str:
    if action.verb == "bid":
        return bid_words(BIDS[action.args[0]], tell)
    if action.verb == "trump":
        return tell.suit(Suit(action.args[0]))
    said = action.args[0] if action.verb == "direction" else action.verb
    return tell.text(f"bid_whist.do.{said}")


def _pick(action: Action, tell: Tell) -> Pick:
    group = str(BIDS[action.args[0]].number) if action.verb == "bid" else ""
    style: Style = "secondary" if action.verb == "pass" else "primary"
    return Pick(action, _deed(action, tell), style, group=group)


def _row(number: int, result: DealResult) -> str:
    tricks = f"{result.tricks[0]}-{result.tricks[1]}"
    cells = "".join(
        f"{signed(score) if isinstance(score, int) and score else '':>6}" for score in result.scores
    )
    return f"{number:>2}. {tricks:>6}{cells}"


def _track(totals: Sequence[int], target: int, tell: Tell) -> str:
    return "\n".join(
        line
        for side in range(len(SIDES))
        for line in (
            tell.text(
                "bid_whist.side_score", side=side_name(side, tell), points=signed(totals[side])
            ),
            track(totals[side], target),
        )
    )


def _lines(summary: BidWhistSummary, tell: Tell) -> str:
    """Return how the score of a deal came about, line by line."""
    score = summary.score
    if score is None:
        return ""
    lines = [
        tell.text(f"bid_whist.line.{line.reason}", points=signed(line.points))
        for line in score.lines
    ]
    if len(lines) > 1:
        lines.append(tell.text("bid_whist.line.sum", points=signed(score.points)))
    if score.boston:
        lines.insert(
            0, tell.text("bid_whist.boston_wins" if score.wins_game else "bid_whist.boston")
        )
    return "\n".join(lines)
