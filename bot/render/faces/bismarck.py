"""What people see of Bismarck: the contract, everybody against the quota, the exchange."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.bismarck import BismarckSummary, BismarckView, Contract
from bot.games.bismarck.contracts import SIX, quotas
from bot.games.bismarck.events import (
    ContractAnnounced,
    Discarded,
    ExtraDealNeeded,
    KittyRefused,
    KittyShown,
    KittyTaken,
    TrumpNamed,
)
from bot.games.bismarck.options import EXTRA_DEALS
from bot.games.cards import Card, Suit
from bot.games.game import Action, Event
from bot.games.trick import Order, may_play, order, suit_led
from bot.render.face import Groups, Pick, Scene, Statistic, Topic
from bot.render.faces.bismarck_sheet import contract_name, score_sheet, signed, still_open
from bot.render.hands import by_suit
from bot.render.screen import Field
from bot.render.tell import Tell


class BismarckFace:
    """The words and layout of Bismarck."""

    topics = (
        Topic("aim"),
        Topic("deal", ("cut",)),
        Topic("contracts", ("order", "valfri")),
        Topic("kitty", ("kitty", "kitty_shown")),
        Topic("play", ("lead",)),
        Topic("score"),
        Topic("ties", ("tie",)),
        Topic("lengths", ("length",)),
    )
    # Most matches lack some of the contracts.
    statistics = tuple(
        Statistic(contract, (f"deals_{contract}", f"score_{contract}"), once_counted=True)
        for contract in SIX
    )

    def contract(self, view: BismarckView, tell: Tell) -> str:
        """Return the contract, its trump once that is named, and who is forehand."""
        if view.contract is None or view.dealer is None:
            return ""
        name = contract_name(view.contract, view.trump, tell, settled=view.settled)
        return tell.text("bismarck.contract", contract=name, name=tell.seat(view.dealer))

    def board(self, view: BismarckView, tell: Tell) -> Sequence[str]:
        """Return what forehand announced, until the first trick is taken; and of a tie."""
        lines = []
        if view.contract is not None and view.dealer is not None and view.last_trick is None:
            key = "bismarck.announced_alone" if view.announced_by_itself else "bismarck.announced"
            name = tell.text(f"contract.bismarck.{view.contract}.name")
            lines.append(tell.text(key, name=tell.seat(view.dealer), contract=name))
            lines.append(tell.text(f"contract.bismarck.{view.contract}.text"))
        return ["\n".join(lines)] if lines else []

    def standing(self, view: BismarckView, tell: Tell) -> Sequence[str]:
        """Return each player against the quota with the total, and what is known of the kitty."""
        lines = []
        if view.level:
            lines.append(_level(view, tell))
        if view.open and view.contract is not None:
            lines.append(tell.text(f"bismarck.count.{_wanted(view.contract)}"))
        lines.extend(_players(view, tell))
        lines.extend(_kitty(view, tell))
        if view.open and not view.extra:
            lines.append(tell.text("bismarck.progress", number=view.deal, deals=view.deals))
        if not view.open and view.next_forehand is not None:
            lines.append(tell.text("bismarck.next", name=tell.seat(view.next_forehand)))
        return lines

    def groups(self, view: BismarckView, cards: Sequence[Card]) -> Groups:
        """Return cards by suit, trumps first."""
        return by_suit(cards, _ranking(view))

    def acting_hand(self, view: BismarckView) -> tuple[Card, ...]:
        """Return the own hand: nobody plays for another."""
        return view.hand

    def open_hands(self, view: BismarckView, tell: Tell) -> Sequence[str]:
        """Return nothing: no hand lies open in this game."""
        return ()

    def question(self, view: BismarckView, tell: Tell) -> str:
        """Return what is asked: the contract, the kitty, the discard, trumps, or a card."""
        decision = view.decision
        if decision is None:
            return ""
        if decision.question == "play":
            return tell.text("bismarck.ask.play" if view.trick else "bismarck.ask.lead")
        return tell.text(f"bismarck.ask.{decision.question}")

    def picks(self, view: BismarckView, tell: Tell) -> Sequence[Pick]:
        """Return the contracts that are open, the kitty, or the suits, each with its meaning."""
        if view.decision is None:
            return ()
        return tuple(
            _pick(view, action, tell) for action in view.decision.actions if action.verb != "play"
        )

    def deed(self, action: Action, tell: Tell) -> str:
        """Return the contract, the trump, or what is done with the kitty."""
        return _deed(action, tell)

    def unsaid(self, action: Action, reason: str) -> bool:
        """Return False: nothing is kept from a player who may think it over."""
        return False

    def out_of_turn(self, view: BismarckView, tell: Tell) -> Sequence[Pick]:
        """Return nothing: this game has nothing out of turn."""
        return ()

    def why_not(self, view: BismarckView, card: Card, tell: Tell) -> str:
        """Return that a suit must be followed, where this card does not."""
        ranking = _ranking(view)
        led = suit_led(view.trick, ranking) if view.trick else None
        if led is None or card in may_play(view.hand, led, ranking):
            return ""
        return tell.text("panel.must_follow", suit=tell.suit(led))

    def scene(self, view: BismarckView, tell: Tell) -> Scene:
        """Return how everybody stands against the quota, trumps, and the score."""
        notes = tuple(
            tell.text("bismarck.scene.quota", taken=taken, quota=quota)
            for taken, quota in zip(view.taken, view.quotas, strict=False)
        )
        score = " · ".join(
            f"{tell.seat(seat)} {signed(total)}" for seat, total in enumerate(view.totals)
        )
        lines = [score]
        if view.open and not view.extra:
            lines.append(tell.text("bismarck.progress", number=view.deal, deals=view.deals))
        shown = notes if view.contract is not None else ()
        return Scene(shown, trump=view.trump, lines=tuple(lines))

    def score_sheet(self, view: BismarckView, tell: Tell) -> Sequence[Field]:
        """Return every deal by player, the totals, and the contracts still to be played."""
        return (*score_sheet(view, tell), still_open(view, tell))

    def result(self, summary: BismarckSummary, tell: Tell) -> str:
        """Return the contract, and what forehand made of it."""
        line = summary.line
        forehand = line.forehand
        return tell.text(
            "bismarck.result",
            contract=contract_name(line.contract, line.trump, tell),
            name=tell.seat(forehand),
            taken=line.taken[forehand],
            quota=line.quotas[forehand],
            score=signed(line.scores[forehand]),
        )

    def summary(self, summary: BismarckSummary, tell: Tell) -> Sequence[Field]:
        """Return the score by player, the cards out of play, and the hands as dealt."""
        line = summary.line
        lines = []
        if summary.level:
            names = _names(summary.level, tell)
            lines.append(
                tell.text("bismarck.level", names=names, extra=line.extra, most=EXTRA_DEALS)
            )
        lines.extend(
            tell.text(
                "bismarck.score_line",
                name=tell.seat(seat),
                taken=line.taken[seat],
                quota=line.quotas[seat],
                score=signed(line.scores[seat]),
                total=signed(line.totals[seat]),
            )
            for seat in range(len(line.scores))
        )
        ranking = order(line.trump)
        out = tell.by_suit(by_suit(summary.out_of_play, ranking))
        if summary.buried:
            out = f"{out}\n{_buried(summary, tell)}"
        hands = "\n".join(
            f"**{tell.seat(seat)}** {tell.by_suit(by_suit(hand, ranking))}"
            for seat, hand in enumerate(summary.deal.hands)
        )
        fields = [
            Field(tell.text(f"bismarck.score.{_wanted(line.contract)}"), "\n".join(lines)),
            Field(_out_of_play(summary, tell), out),
        ]
        if line.took:
            kitty = tell.by_suit(by_suit(summary.deal.stock, ranking))
            fields.append(Field(tell.text("bismarck.kitty"), kitty))
        fields.append(Field(tell.text("summary.hands"), hands))
        return fields

    def news(self, event: Event, tell: Tell) -> str:
        """Return what forehand said and did, and that a tie goes on."""
        if isinstance(event, KittyShown):
            cards = tell.by_suit(by_suit(event.cards, order(None)))
            return tell.text("bismarck.kitty.open", cards=cards)
        if isinstance(event, ContractAnnounced):
            key = "bismarck.announced_alone" if event.by_itself else "bismarck.announced"
            name = tell.text(f"contract.bismarck.{event.contract}.name")
            return tell.text(key, name=tell.seat(event.seat), contract=name)
        if isinstance(event, KittyTaken):
            return tell.text("bismarck.news.taken", name=tell.seat(event.seat))
        if isinstance(event, KittyRefused):
            return tell.text("bismarck.news.refused", name=tell.seat(event.seat))
        if isinstance(event, Discarded):
            return tell.count("bismarck.news.discarded", event.count, name=tell.seat(event.seat))
        if isinstance(event, TrumpNamed):
            trump = tell.strain(event.trump)
            return tell.text("bismarck.news.trump", name=tell.seat(event.seat), trump=trump)
        if isinstance(event, ExtraDealNeeded):
            names = _names(event.level, tell)
            return tell.text("bismarck.level", names=names, extra=event.extra, most=EXTRA_DEALS)
        return ""


def _ranking(view: BismarckView) -> Order:
    """Return the order in force; Spader has its trumps before the exchange is over."""
    return order(Suit.SPADES if view.contract is Contract.SPADER else view.trump)


def _wanted(contract: Contract) -> str:
    return "wanted" if contract.positive else contract.counts


def _names(seats: Sequence[int], tell: Tell) -> str:
    return " & ".join(tell.seat(seat) for seat in seats)


def _players(view: BismarckView, tell: Tell) -> list[str]:
    """Return each player against the quota; only the totals, in a line, while there is none."""
    totals = [signed(total) for total in view.totals]
    names = [tell.seat(seat) for seat in range(len(totals))]
    if not view.open or not view.quotas or not view.taken:
        each = (
            tell.text("bismarck.total", name=name, total=total)
            for name, total in zip(names, totals, strict=True)
        )
        return [tell.text("bismarck.standing", totals=" · ".join(each))]
    return [
        tell.text(
            "bismarck.forehand_line" if seat == view.dealer else "bismarck.player_line",
            name=name,
            taken=view.taken[seat],
            quota=view.quotas[seat],
            total=totals[seat],
        )
        for seat, name in enumerate(names)
    ]


def _level(view: BismarckView, tell: Tell) -> str:
    extra = view.extra if view.open else view.extra + 1
    return tell.text(
        "bismarck.level", names=_names(view.level, tell), extra=extra, most=EXTRA_DEALS
    )


def _kitty(view: BismarckView, tell: Tell) -> list[str]:
    """Return what this seat knows of the kitty and of its own discards."""
    lines = []
    if view.kitty:
        cards = tell.by_suit(by_suit(view.kitty, _ranking(view)))
        key = {None: "open", True: "taken_cards", False: "left_cards"}[view.took]
        lines.append(tell.text(f"bismarck.kitty.{key}", cards=cards))
    elif view.took is not None:
        lines.append(tell.text("bismarck.kitty.taken" if view.took else "bismarck.kitty.left"))
    if view.discards:
        cards = tell.by_suit(by_suit(view.discards, _ranking(view)))
        lines.append(tell.text("bismarck.discarded", cards=cards))
    return lines


def _deed(action: Action, tell: Tell) -> str:
    if action.verb == "contract":
        return tell.text(f"contract.bismarck.{action.args[0]}.name")
    if action.verb == "trump":
        return tell.strain(None if action.args[0] == "NT" else Suit(action.args[0]))
    return tell.text(f"bismarck.do.{action.verb}")


def _pick(view: BismarckView, action: Action, tell: Tell) -> Pick:
    if action.verb == "contract":
        contract = Contract(action.args[0])
        label = _deed(action, tell)
        forehand, others = quotas(contract, 0)[:2]
        note = tell.text(
            "bismarck.contract_note",
            text=tell.text(f"contract.bismarck.{contract}.text"),
            forehand=forehand,
            others=others,
        )
        times = view.left[action.seat].contracts.count(contract) if view.left else 1
        if times > 1:
            label = tell.text("bismarck.times", contract=label, n=times)
        return Pick(action, label, "primary" if contract.positive else "success", note=note)
    if action.verb == "trump":
        return Pick(action, _deed(action, tell), "primary")
    return Pick(
        action,
        _deed(action, tell),
        "primary" if action.verb == "take" else "secondary",
        note=tell.text(f"bismarck.note.{action.verb}"),
    )


def _out_of_play(summary: BismarckSummary, tell: Tell) -> str:
    key = "bismarck.discards" if summary.line.took else "bismarck.untouched"
    return tell.text(key, name=tell.seat(summary.line.forehand))


def _buried(summary: BismarckSummary, tell: Tell) -> str:
    name = tell.seat(summary.line.forehand)
    if summary.line.contract.counts == "queen":
        return tell.text("bismarck.buried.queen", n=summary.buried, name=name)
    return tell.count("bismarck.buried.hearts", summary.buried, name=name)
