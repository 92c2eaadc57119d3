"""What people see of Bura: the trick in play, the pot, and nothing that has to be remembered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.bura import BuraSummary, BuraView
from bot.games.bura.events import Announced, Declared, LeadTaken, PutAside
from bot.games.bura.hands import ranking
from bot.games.cards import Card, card
from bot.games.game import Action, Event
from bot.games.trick import order
from bot.render.face import Groups, Pick, Scene, Statistic, Topic
from bot.render.faces.bura_sheet import (
    announcement,
    balances,
    pot_line,
    result,
    score_sheet,
    summary,
)
from bot.render.hands import by_suit
from bot.render.screen import Field
from bot.render.tell import Tell

DECLARING = "declare"
"""The group of the one choice that stands in a row of its own, always in the same place."""

UNSAID = frozenset({"thirty_one", "go_on", "not_enough", "take_enough"})
"""Reasons for a choice that would tell how many points a player has won."""

UNDECIDED = frozenset({"declare", "draw", "pass"})
"""What is done according to the points won."""


class BuraFace:
    """The words and layout of Bura."""

    topics = (
        Topic("aim", ("length",)),
        Topic("deal", ("cut",)),
        Topic("trick", ("losing_replies",)),
        Topic("draw"),
        Topic("special", ("bura", "three_aces", "molodka_led")),
        Topic("thirty_one", ("declare", "false_call")),
        Topic("memory", ("counting_aid",)),
        Topic("pot"),
    )
    statistics = (
        Statistic("pots", ("pots",)),
        Statistic("calls", ("right_calls", "false_calls")),
        Statistic("shown", ("shown_bura", "shown_aces", "shown_molodka")),
    )

    def contract(self, view: BuraView, tell: Tell) -> str:
        """Return what is trumps."""
        return "" if view.trump is None else tell.text("bura.trumps", suit=tell.suit(view.trump))

    def board(self, view: BuraView, tell: Tell) -> Sequence[str]:
        """Return nothing: what everybody may see stands in the panels too (``standing``)."""
        return ()

    def standing(self, view: BuraView, tell: Tell) -> Sequence[str]:
        """Return hands announced, the stock, the pot and the balances.

        With the counting aid, the own total; it is in nobody else's view.
        """
        lines = [announcement(one, tell) for one in view.announced]
        if view.trump is not None:
            lines.append(_stock(view, tell))
        if view.own_points is not None:
            lines.append(_own_total(view.own_points, view.own_unseen, tell))
        lines.append(pot_line(view, tell))
        lines.append(tell.text("bura.standing", balances=balances(view.totals, tell)))
        return lines

    def groups(self, view: BuraView, cards: Sequence[Card]) -> Groups:
        """Return cards by suit, trumps first, the ten above the king."""
        return by_suit(cards, order(None) if view.trump is None else ranking(view.trump))

    def acting_hand(self, view: BuraView) -> tuple[Card, ...]:
        """Return the own hand: nobody plays for another."""
        return view.hand

    def open_hands(self, view: BuraView, tell: Tell) -> Sequence[str]:
        """Return nothing: no hand lies open in this game."""
        return ()

    def question(self, view: BuraView, tell: Tell) -> str:
        """Return what is asked: 31 or draw, a special hand, cards, or 31 after the last trick."""
        decision = view.decision
        if decision is None:
            return ""
        if decision.question == "reply":
            return tell.count("bura.ask.reply", view.group)
        if decision.question == "special":
            offered = next(one for one in decision.actions if one.verb == "announce")
            return tell.text(f"bura.ask.special.{offered.args[0]}")
        if view.molodka_bound:
            return tell.text("bura.ask.molodka")
        return tell.text(f"bura.ask.{decision.question}")

    def picks(self, view: BuraView, tell: Tell) -> Sequence[Pick]:
        """Return groups of cards, each on one button, and what can be said."""
        if view.decision is None:
            return ()
        return tuple(
            self._pick(view, action, tell)
            for action in view.decision.actions
            if action.verb != "play" or len(action.args) > 1
        )

    def deed(self, action: Action, tell: Tell) -> str:
        """Return what is announced or declared, or that one draws or passes."""
        if action.verb == "announce":
            return tell.text("bura.do.announce", hand=tell.text(f"bura.hand.{action.args[0]}"))
        return tell.text(f"bura.do.{action.verb}")

    def unsaid(self, action: Action, reason: str) -> bool:
        """Tell whether it hangs on the points won: whether to declare is for the player to know."""
        return action.verb in UNDECIDED or reason in UNSAID

    def out_of_turn(self, view: BuraView, tell: Tell) -> Sequence[Pick]:
        """Return the declaration, where it may be made without being asked."""
        # Out of turn it is the only choice there is: it needs no group to stand apart.
        return tuple(replace(self._pick(view, one, tell), group="") for one in view.others)

    def _pick(self, view: BuraView, action: Action, tell: Tell) -> Pick:
        if action.verb == "play":
            some = [one for _, group in self.groups(view, _cards(action)) for one in group]
            return Pick(action, tell.cards(some), "primary")
        if action.verb == "declare":
            return Pick(action, self.deed(action, tell), "danger", DECLARING, _costs(view, tell))
        if action.verb in ("announce", "draw"):
            return Pick(action, self.deed(action, tell), "success")
        special = view.decision is not None and view.decision.question == "special"
        return Pick(action, tell.text("bura.do.keep") if special else self.deed(action, tell))

    def why_not(self, view: BuraView, card: Card, tell: Tell) -> str:
        """Return nothing: every card may be played, or the whole group is one button."""
        return ""

    def scene(self, view: BuraView, tell: Tell) -> Scene:
        """Return the stock with the trump card under it, and the pot."""
        line = (
            ""
            if view.trump is None
            else tell.text("bura.scene.stock", pot=view.pot, stock=view.stock)
        )
        return Scene((), (), view.trump, view.turned, view.stock, line)

    def score_sheet(self, view: BuraView, tell: Tell) -> Sequence[Field]:
        """Return the balances, and every deal of the match with its pot."""
        return score_sheet(view, tell)

    def result(self, summary: BuraSummary, tell: Tell) -> str:
        """Return how the deal ended and what became of the pot."""
        return result(summary, tell)

    def summary(self, summary_: BuraSummary, tell: Tell) -> Sequence[Field]:
        """Return the declared tricks added up, the pot, and every card that was not seen."""
        return summary(summary_, tell)

    def news(self, event: Event, tell: Tell) -> str:
        """Return what somebody said, or what became of the stock."""
        if isinstance(event, Announced):
            return announcement(event.announcement, tell)
        if isinstance(event, LeadTaken):
            return tell.text("bura.news.lead_taken", name=tell.seat(event.seat))
        if isinstance(event, PutAside):
            return tell.count("bura.news.put_aside", event.count)
        if isinstance(event, Declared):
            return tell.text("bura.news.declared", name=tell.seat(event.seat))
        return ""


def _cards(action: Action) -> list[Card]:
    return [card(text) for text in action.args]


def _stock(view: BuraView, tell: Tell) -> str:
    if view.turned is not None:
        return tell.count("bura.stock", view.stock, card=tell.card(view.turned))
    if view.aside:
        return tell.count("bura.stock_aside", view.aside)
    return tell.text("bura.stock_gone")


def _own_total(points: int, unseen: int, tell: Tell) -> str:
    if unseen:
        return tell.count("bura.own_at_least", unseen, points=points)
    return tell.count("bura.own_points", points)


def _costs(view: BuraView, tell: Tell) -> str:
    if view.false_call_costs:
        return tell.count("bura.confirm.costs", view.false_call_costs, pot=view.pot)
    return tell.count("bura.confirm.opponent", view.pot)
