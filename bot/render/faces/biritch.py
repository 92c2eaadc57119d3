"""What people see of Biritch: the contract, dummy's hand, the two columns of the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.biritch.bidding import Doubling
from bot.games.biritch.contract import ORDERS, Call, Contract, Spoken, Strain
from bot.games.biritch.events import Called, Doubled, NamingLeft, Passed, StrainNamed
from bot.games.biritch.scoring import Line
from bot.games.biritch.views import BiritchSummary, BiritchView
from bot.games.cards import Card
from bot.games.game import Action, DealResult, Event
from bot.games.trick import may_play, order, suit_led
from bot.render.face import Groups, Pick
from bot.render.hands import by_suit
from bot.render.screen import Field
from bot.render.tell import Tell

SIDES: Final = ((0, 2), (1, 3))
SHOWN_DEALS: Final = 12
"""How many deals the score sheet lists; older ones are in the totals."""


class BiritchFace:
    """The words and layout of Biritch."""

    def contract(self, view: BiritchView, tell: Tell) -> str:
        """Return the strain, who declares, and the doubling."""
        return "" if view.contract is None else _contract(view.contract, tell)

    def board(self, view: BiritchView, tell: Tell) -> Sequence[str]:
        """Return what was said until play begins, then dummy's hand."""
        lines = []
        if view.phase in ("naming", "auction", "doubling"):
            lines.append(_said(view, tell))
        if view.open_hands is not None:
            lines.extend(self._open_hands(view, tell))
        elif view.dummy_hand is not None and view.contract is not None:
            lines.append(self._dummy(view, view.contract, view.dummy_hand, tell))
        return lines

    def _dummy(
        self, view: BiritchView, contract: Contract, hand: tuple[Card, ...], tell: Tell
    ) -> str:
        head = tell.text("biritch.dummy", name=tell.seat(contract.dummy))
        if not hand:
            return ""
        return "\n".join([head, tell.by_suit(self.groups(view, hand))])

    def _open_hands(self, view: BiritchView, tell: Tell) -> list[str]:
        lines = [tell.text("biritch.practice")]
        for seat, hand in enumerate(view.open_hands or ()):
            if hand:
                cards = tell.by_suit(self.groups(view, hand))
                lines.append(f"**{tell.seat(seat)}** {cards}")
        return ["\n".join(lines)]

    def standing(self, view: BiritchView, tell: Tell) -> Sequence[str]:
        """Return the tricks of the deal and the score of the rubber, side by side."""
        lines = []
        if view.phase == "play" or (view.phase == "scored" and view.tricks):
            tricks = " · ".join(
                tell.text("biritch.side_tricks", side=_side(side, tell), n=view.tricks[side])
                for side in (0, 1)
            )
            lines.append(tell.text("board.tricks", tricks=tricks))
        game = view.rules.number("game")
        lines.extend(
            tell.count(
                "biritch.side_score",
                view.standing.games[side],
                side=_side(side, tell),
                part=view.standing.part[side],
                game=game,
                total=view.standing.totals[side],
            )
            for side in (0, 1)
        )
        return lines

    def groups(self, view: BiritchView, cards: Sequence[Card]) -> Groups:
        """Return cards by suit, trumps first."""
        ranking = order(None) if view.contract is None else ORDERS[view.contract.strain]
        return by_suit(cards, ranking)

    def acting_hand(self, view: BiritchView) -> tuple[Card, ...]:
        """Return the hand to play from: dummy's when dummy is on turn."""
        if view.decision is not None and view.decision.seat != view.seat and view.dummy_hand:
            return view.dummy_hand
        return view.hand

    def question(self, view: BiritchView, tell: Tell) -> str:
        """Return what is asked: to name, to call, to double, or to play a card."""
        decision = view.decision
        if decision is None:
            return ""
        if decision.question == "play":
            if decision.seat != view.seat:
                return tell.text("biritch.ask.play_dummy", name=tell.seat(decision.seat))
            return tell.text("biritch.ask.play" if view.trick else "biritch.ask.lead")
        if decision.question == "name" and view.dealer_left:
            return tell.text("biritch.ask.name_for_partner")
        contract = "" if view.contract is None else _contract(view.contract, tell)
        return tell.text(f"biritch.ask.{decision.question}", contract=contract)

    def picks(self, view: BiritchView, tell: Tell) -> Sequence[Pick]:
        """Return the names, calls and doubles that are open."""
        if view.decision is None:
            return ()
        return tuple(
            _pick(action, tell) for action in view.decision.actions if action.verb != "play"
        )

    def out_of_turn(self, view: BiritchView, tell: Tell) -> Sequence[Pick]:
        """Return a claim, where one may be made now."""
        return tuple(_pick(action, tell) for action in view.others if action.verb != "play")

    def why_not(self, view: BiritchView, card: Card, tell: Tell) -> str:
        """Return that a suit must be followed, where this card does not."""
        if view.contract is None or not view.trick or view.rules["revokes"] == "penalised":
            return ""
        ranking = ORDERS[view.contract.strain]
        led = suit_led(view.trick, ranking)
        if led is None or card in may_play(self.acting_hand(view), led, ranking):
            return ""
        return tell.text("panel.must_follow", suit=tell.suit(led))

    def score_sheet(self, view: BiritchView, tell: Tell) -> Sequence[Field]:
        """Return both columns deal by deal, games won, and the grand totals."""
        rows = [_row(number, result) for number, result in enumerate(view.results, 1)]
        head = f"{'':>4}{_short(0, tell):>12}{_short(1, tell):>12}"
        shown = rows[-SHOWN_DEALS:]
        sheet = "\n".join([head, *shown]) if shown else tell.text("biritch.no_deals")
        games = view.standing.games
        fields = [Field(tell.text("biritch.sheet"), f"```\n{sheet}\n```")]
        lines = [
            tell.count(
                "biritch.side_score",
                games[side],
                side=_side(side, tell),
                part=view.standing.part[side],
                game=view.rules.number("game"),
                total=view.standing.totals[side],
            )
            for side in (0, 1)
        ]
        fields.append(Field(tell.text("biritch.rubber"), "\n".join(lines)))
        return fields

    def result(self, summary: BiritchSummary, tell: Tell) -> str:
        """Return the contract and the tricks of its declarer."""
        contract = summary.contract
        side = contract.declarer % 2
        return tell.count(
            "biritch.result",
            len(summary.counted[side]),
            contract=_contract(contract, tell),
            side=_side(side, tell),
        )

    def summary(self, summary: BiritchSummary, tell: Tell) -> Sequence[Field]:
        """Return the score line by line, and the four hands as dealt."""
        lines = [_line(line, tell) for line in summary.lines]
        if summary.game is not None:
            side = _side(summary.game, tell)
            lines.append(tell.text("biritch.game_won", side=side))
        for transfer in summary.transfers:
            lines.append(
                tell.count("biritch.transfer", transfer.tricks, side=_side(transfer.side, tell))
            )
        after = summary.after
        totals = " · ".join(f"{_side(side, tell)} **{after.totals[side]}**" for side in (0, 1))
        lines.append(tell.text("biritch.totals", totals=totals))
        ranking = ORDERS[summary.contract.strain]
        hands = "\n".join(
            f"**{tell.seat(seat)}** {tell.by_suit(by_suit(hand, ranking))}"
            for seat, hand in enumerate(summary.deal.hands)
        )
        return (
            Field(tell.text("biritch.score"), "\n".join(lines)),
            Field(tell.text("summary.hands"), hands),
        )

    def news(self, event: Event, tell: Tell) -> str:
        """Return what somebody said."""
        if isinstance(event, NamingLeft):
            return tell.text("biritch.news.left", name=tell.seat(event.seat))
        if isinstance(event, StrainNamed):
            strain = tell.strain(event.strain.trump)
            return tell.text("biritch.news.named", name=tell.seat(event.seat), strain=strain)
        if isinstance(event, Called):
            call = _call(event.call, tell)
            return tell.text("biritch.news.called", name=tell.seat(event.seat), call=call)
        if isinstance(event, Doubled):
            return tell.text(f"biritch.news.{event.verb}", name=tell.seat(event.seat))
        if isinstance(event, Passed):
            return tell.text("biritch.news.passed", name=tell.seat(event.seat))
        return ""


def _contract(contract: Contract, tell: Tell) -> str:
    strain = tell.strain(contract.strain.trump)
    if contract.level is not None:
        strain = f"{contract.level} {strain}"
    if contract.multiplier > 1:
        strain = f"{strain} ×{contract.multiplier}"
    return tell.text("biritch.contract", strain=strain, name=tell.seat(contract.declarer))


def _call(call: Call, tell: Tell) -> str:
    strain = tell.strain(call.strain.trump)
    return strain if call.level is None else f"{call.level} {strain}"


def _said(view: BiritchView, tell: Tell) -> str:
    lines = []
    if view.dealer_left and view.dealer is not None:
        lines.append(tell.text("biritch.news.left", name=tell.seat(view.dealer)))
    lines.extend(_spoken(one, tell) for one in view.calls)
    if view.contract is not None and view.phase == "doubling":
        namer = tell.seat(view.contract.namer)
        strain = tell.strain(view.contract.strain.trump)
        lines.append(tell.text("biritch.news.named", name=namer, strain=strain))
    lines.extend(_doubling(one, tell) for one in view.doubling)
    return "\n".join(lines[-12:])


def _spoken(one: Spoken, tell: Tell) -> str:
    name = tell.seat(one.seat)
    if one.call is None:
        return tell.text("biritch.news.passed", name=name)
    return tell.text("biritch.news.called", name=name, call=_call(one.call, tell))


def _doubling(one: Doubling, tell: Tell) -> str:
    return tell.text(f"biritch.news.{_PAST.get(one.verb, one.verb)}", name=tell.seat(one.seat))


_PAST: Final = {"pass": "passed"}


def _pick(action: Action, tell: Tell) -> Pick:
    if action.verb == "name":
        strain = Strain(action.args[0])
        return Pick(action, tell.strain(strain.trump), "primary")
    if action.verb == "call":
        text = action.args[0]
        level = int(text[0]) if text[0].isdigit() else None
        call = Call(Strain(text[1:] if level else text), level)
        group = "" if level is None else str(level)
        return Pick(action, _call(call, tell), "primary", group=group)
    label = tell.text(f"biritch.do.{action.verb}")
    if action.verb == "claim_revoke":
        return Pick(action, label, "danger", confirm=tell.text("biritch.confirm.claim_revoke"))
    return Pick(action, label, "danger" if action.verb in ("double", "redouble") else "secondary")


def _side(side: int, tell: Tell) -> str:
    return " & ".join(tell.seat(seat) for seat in SIDES[side])


def _short(side: int, tell: Tell) -> str:
    return "-".join(tell.place(seat)[:1] for seat in SIDES[side])


def _row(number: int, result: DealResult) -> str:
    cells = [
        f"{score[0]}/{score[1]}" if isinstance(score, tuple) else str(score)
        for score in result.scores
    ]
    return f"{number:>3}.{cells[0]:>12}{cells[1]:>12}"


def _line(line: Line, tell: Tell) -> str:
    facts = dict(line.facts)
    what = tell.text(f"biritch.line.{line.reason}", **_words(facts, tell))
    column = tell.text(f"biritch.column.{line.column}")
    return tell.text(
        "biritch.line", side=_side(line.side, tell), points=line.points, column=column, what=what
    )


def _words(facts: dict[str, int], tell: Tell) -> dict[str, object]:
    told: dict[str, object] = dict(facts)
    if "tricks" in facts:
        told["tricks"] = tell.count("biritch.odd", facts["tricks"])
    multiplier = facts.get("multiplier", 1)
    told["times"] = f" ×{multiplier}" if multiplier > 1 else ""
    aces = facts.get("aces", 0)
    told["ace_words"] = tell.count("biritch.by_aces", aces) if aces else ""
    return told
