"""What people see of Biritch: the contract, dummy's hand, the two columns of the score."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.games.biritch.contract import BOOK, ORDERS, SEATS, SIDES, Call, Strain
from bot.games.biritch.events import (
    Called,
    Doubled,
    NamingLeft,
    Passed,
    RevokeClaimed,
    RubberReopened,
    StrainNamed,
)
from bot.games.biritch.play import CLAIM
from bot.games.biritch.views import BiritchSummary, BiritchView
from bot.games.cards import Card, card
from bot.games.game import Action, DealResult, Event
from bot.games.trick import may_play, order, suit_led
from bot.render.face import Groups, Pick, Scene, Statistic, Topic
from bot.render.faces.biritch_words import (
    call_words,
    contract_words,
    irregularities,
    last_calls,
    said,
    score_line,
    side_name,
    speaking,
    transfers,
)
from bot.render.hands import by_suit
from bot.render.screen import Field
from bot.render.tell import Tell

SHOWN_DEALS: Final = 12
"""How many deals the score sheet lists; older ones are in the totals."""


class BiritchFace:
    """The words and layout of Biritch."""

    topics = (
        Topic("aim"),
        Topic("deal", ("seats", "cut")),
        Topic("naming", ("form", "auction_order", "declarer_when_left")),
        Topic("doubling", ("doubling", "double_surplus")),
        Topic("dummy", ("dummy", "double_dummy")),
        Topic("play"),
        Topic("revokes", ("revokes",)),
        Topic("tricks", ("values", "aces_double")),
        Topic("game", ("game", "rubber_bonus")),
        Topic("honours", ("honours", "honours_scale", "four_aces")),
        Topic("slams", ("slams",)),
    )
    statistics = (
        Statistic("rubbers", ("rubbers", "games")),
        Statistic("declared", ("declared",)),
        Statistic("slams", ("small_slams", "grand_slams")),
        Statistic("honours", ("honours", "honour_points")),
    )

    def contract(self, view: BiritchView, tell: Tell) -> str:
        """Return the strain, who declares, and the doubling."""
        return "" if view.contract is None else contract_words(view.contract, tell)

    def board(self, view: BiritchView, tell: Tell) -> Sequence[str]:
        """Return dummy's hand once it is down; what was said stands in the panels too."""
        return ["\n".join(self.open_hands(view, tell))]

    def open_hands(self, view: BiritchView, tell: Tell) -> Sequence[str]:
        """Return dummy's hand once it is down, or all hands in practice; not those shown anyway."""
        if view.phase == "scored":
            return ()
        lines = []
        shown = {view.seat} if view.seat is not None else set()
        if view.decision is not None:
            shown.add(view.decision.seat)
        if view.open_hands is not None:
            lines.append(tell.text("biritch.practice"))
        for seat, hand in enumerate(_in_sight(view)):
            if seat not in shown and hand:
                name = tell.seat(seat)
                head = (
                    tell.text("biritch.dummy", name=name) if seat == view.dummy else f"**{name}**"
                )
                lines.append(f"{head} {tell.by_suit(self.groups(view, hand))}")
        if view.seat is not None and view.seat == view.dummy and view.contract is not None:
            declarer = tell.seat(view.contract.declarer)
            lines.append(tell.text("biritch.you_are_dummy", name=declarer))
        return lines

    def standing(self, view: BiritchView, tell: Tell) -> Sequence[str]:
        """Return what was said and who may still speak, or the tricks so far; claims; the score."""
        lines = speaking(view, tell)
        before = said(view, tell) if view.phase in ("naming", "auction", "doubling") else ""
        if before:
            lines = [before, "", *lines]
        if view.phase == "play" or (view.phase == "scored" and view.tricks):
            tricks = " · ".join(
                tell.text("biritch.side_tricks", side=side_name(side, tell), n=view.tricks[side])
                for side in (0, 1)
            )
            lines.append(tell.text("board.tricks", tricks=tricks))
        if view.phase == "play" and view.contract is not None and view.contract.level is not None:
            needed = BOOK + view.contract.level
            declarer = tell.seat(view.contract.declarer)
            lines.append(tell.count("biritch.needed", needed, name=declarer))
        lines.extend(irregularities(view, tell))
        game = view.rules.number("game")
        lines.extend(
            tell.count(
                "biritch.side_score",
                view.standing.games[side],
                side=side_name(side, tell),
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
        if decision.question == "call" and view.rules["form"] == "auction_levels":
            return tell.text("biritch.ask.call_level")
        contract = "" if view.contract is None else contract_words(view.contract, tell)
        return tell.text(f"biritch.ask.{decision.question}", contract=contract)

    def picks(self, view: BiritchView, tell: Tell) -> Sequence[Pick]:
        """Return the names, calls and doubles that are open."""
        if view.decision is None:
            return ()
        return tuple(
            _pick(action, tell)
            for action in view.decision.actions
            if action.verb not in ("play", CLAIM)
        )

    def deed(self, action: Action, tell: Tell) -> str:
        """Return the strain named, the call, or what is said or claimed."""
        return _deed(action, tell)

    def unsaid(self, action: Action, reason: str) -> bool:
        """Return False: nothing is kept from a player who may think it over."""
        return False

    def out_of_turn(self, view: BiritchView, tell: Tell) -> Sequence[Pick]:
        """Return the claim, and what would be a play out of turn: both where they cost tricks."""
        asked = () if view.decision is None else view.decision.actions
        claims = [action for action in (*asked, *view.others) if action.verb == CLAIM]
        plays = [
            self._loose_pick(action, tell) for hand in self._loose_hands(view) for action in hand
        ]
        return (*(_pick(action, tell) for action in claims), *plays)

    def _loose_hands(self, view: BiritchView) -> list[list[Action]]:
        """Return the plays out of turn, by hand, each sorted for the eye."""
        hands: dict[int, dict[Card, Action]] = {}
        for action in view.others:
            if action.verb == "play":
                hands.setdefault(action.seat, {})[card(action.args[0])] = action
        return [
            [plays[one] for _, group in self.groups(view, tuple(plays)) for one in group]
            for plays in hands.values()
        ]

    @staticmethod
    def _loose_pick(action: Action, tell: Tell) -> Pick:
        one = card(action.args[0])
        confirm = tell.text("biritch.confirm.loose", card=tell.card(one))
        return Pick(
            action,
            tell.card(one),
            group="loose",
            confirm=confirm,
            note=tell.card_name(one),
            tucked=True,
        )

    def why_not(self, view: BiritchView, card: Card, tell: Tell) -> str:
        """Return that a suit must be followed, where this card does not."""
        if view.contract is None or not view.trick or view.rules["revokes"] == "penalised":
            return ""
        ranking = ORDERS[view.contract.strain]
        led = suit_led(view.trick, ranking)
        if led is None or card in may_play(self.acting_hand(view), led, ranking):
            return ""
        return tell.text("panel.must_follow", suit=tell.suit(led))

    def scene(self, view: BiritchView, tell: Tell) -> Scene:
        """Return declarer and dummy, open hands, and trumps; in an auction, what each said last."""
        contract = view.contract
        if contract is None:
            return Scene(last_calls(view, tell))
        notes = [""] * 4
        notes[contract.declarer] = tell.text("biritch.scene.declarer")
        notes[contract.dummy] = tell.text("biritch.scene.dummy")
        hands: tuple[tuple[int, Groups], ...] = ()
        if view.dummy_hand and view.open_hands is None:
            hands = ((contract.dummy, self.groups(view, view.dummy_hand)),)
        return Scene(tuple(notes), hands, contract.strain.trump)

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
                side=side_name(side, tell),
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
        words = tell.count(
            "biritch.result",
            len(summary.counted[side]),
            contract=contract_words(contract, tell),
            side=side_name(side, tell),
        )
        if contract.level is not None:
            short = max(0, BOOK + contract.level - len(summary.counted[side]))
            outcome = tell.count("biritch.short", short) if short else tell.text("biritch.made")
            words = f"{words} {outcome}"
        if not summary.transfers:
            return words
        return f"{words} {tell.count('biritch.result_played', len(summary.played[side]))}"

    def summary(self, summary: BiritchSummary, tell: Tell) -> Sequence[Field]:
        """Return the score line by line, and the four hands as dealt."""
        lines = [score_line(line, tell) for line in summary.lines]
        if summary.game is not None:
            side = side_name(summary.game, tell)
            lines.append(tell.text("biritch.game_won", side=side))
        after = summary.after
        totals = " · ".join(f"{side_name(side, tell)} **{after.totals[side]}**" for side in (0, 1))
        lines.append(tell.text("biritch.totals", totals=totals))
        ranking = ORDERS[summary.contract.strain]
        hands = "\n".join(
            f"**{tell.seat(seat)}** {tell.by_suit(by_suit(hand, ranking))}"
            for seat, hand in enumerate(summary.deal.hands)
        )
        fields = [Field(tell.text("biritch.score"), "\n".join(lines))]
        if summary.transfers:
            fields.append(Field(tell.text("biritch.revokes"), transfers(summary, tell)))
        return (*fields, Field(tell.text("summary.hands"), hands))

    def news(self, event: Event, tell: Tell) -> str:
        """Return what somebody said."""
        if isinstance(event, NamingLeft):
            return tell.text("biritch.news.left", name=tell.seat(event.seat))
        if isinstance(event, StrainNamed):
            strain = tell.strain(event.strain.trump)
            return tell.text("biritch.news.named", name=tell.seat(event.seat), strain=strain)
        if isinstance(event, Called):
            call = call_words(event.call, tell)
            return tell.text("biritch.news.called", name=tell.seat(event.seat), call=call)
        if isinstance(event, Doubled):
            return tell.text(f"biritch.news.{event.verb}", name=tell.seat(event.seat))
        if isinstance(event, Passed):
            return tell.text("biritch.news.passed", name=tell.seat(event.seat))
        if isinstance(event, RevokeClaimed):
            name = tell.seat(event.seat)
            return tell.count("biritch.news.claimed", event.found, name=name)
        if isinstance(event, RubberReopened):
            return tell.text("biritch.news.reopened")
        return ""


def _in_sight(view: BiritchView) -> tuple[tuple[Card, ...], ...]:
    """Return the hands that lie open, by seat; empty where one does not."""
    if view.open_hands is not None:
        return view.open_hands
    if view.dummy is None or view.dummy_hand is None:
        return ()
    return tuple(view.dummy_hand if seat == view.dummy else () for seat in range(SEATS))


def _deed(action: Action, tell: Tell) -> str:
    if action.verb == "name":
        return tell.strain(Strain(action.args[0]).trump)
    if action.verb == "call":
        return call_words(_call(action), tell)
    return tell.text(f"biritch.do.{action.verb}")


def _call(action: Action) -> Call:
    text = action.args[0]
    level = int(text[0]) if text[0].isdigit() else None
    return Call(Strain(text[1:] if level else text), level)


def _pick(action: Action, tell: Tell) -> Pick:
    label = _deed(action, tell)
    if action.verb == "name":
        return Pick(action, label, "primary")
    if action.verb == "call":
        level = _call(action).level
        return Pick(action, label, "primary", group="" if level is None else str(level))
    if action.verb == CLAIM:
        return Pick(action, label, confirm=tell.text("biritch.confirm.claim_revoke"))
    return Pick(action, label, "danger" if action.verb in ("double", "redouble") else "secondary")


def _short(side: int, tell: Tell) -> str:
    return "-".join(tell.place(seat)[:1] for seat in SIDES[side])


def _row(number: int, result: DealResult) -> str:
    cells = [
        f"{score[0]}/{score[1]}" if isinstance(score, tuple) else str(score)
        for score in result.scores
    ]
    return f"{number:>3}.{cells[0]:>12}{cells[1]:>12}"
