"""A player's private panel: what is asked, the own cards, and a button for each thing to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from bot.games.cards import PACK_54, Card, card
from bot.games.game import Action, Decision, Discard, View
from bot.render import votes
from bot.render.board import (
    sealed_line,
    teller,
    title,
    trick_lines,
    turn_line,
    why_buttons,
)
from bot.render.custom_ids import custom_id
from bot.render.face import AnyFace, Groups, Pick
from bot.render.faces import face_of
from bot.render.hands import arranged
from bot.render.look import PLAIN, Look
from bot.render.screen import (
    GOLD,
    GREEN,
    MAX_BUTTONS,
    MAX_OPTIONS,
    MAX_ROWS,
    Button,
    Menu,
    Option,
    Row,
    Screen,
    in_rows,
)
from bot.render.tell import Tell
from bot.tables.read import Moment, TableRead

FEW_PICKS: Final = 8
"""Up to so many choices stand side by side; of more, the group is chosen first."""

DRAWN_IN_A_ROW: Final = 4
"""How many buttons with a drawn card stand side by side on a phone."""


@dataclass(frozen=True, slots=True)
class Step:
    """Where a person is within one decision: nothing of it is stored, it comes with each click.

    ``chosen`` are the cards of a discard to confirm, ``group`` the group of choices opened (in turn
    or out of it), and ``asked`` the action to confirm.
    """

    chosen: tuple[Card, ...] = ()
    group: str = ""
    asked: Action | None = None


def panel(
    read: TableRead,
    language: str,
    *,
    note: str = "",
    step: Step | None = None,
    look: Look = PLAIN,
) -> Screen:
    """Return the panel of the person whom the read model was made for; they have a seat.

    ``note`` is the line above the buttons (a hint, why something was refused …).
    """
    told = teller(read, language, look)
    view = read.view
    if view is None or read.seat is None:
        raise ValueError("a panel needs a seat in a match")
    return _Panel(read, view, face_of(read.game.key), told, step or Step()).screen(note)


@dataclass(frozen=True)
class _Panel:
    """A panel that is being put together; what several parts need is worked out once."""

    read: TableRead
    view: View
    face: AnyFace
    told: Tell
    step: Step

    @cached_property
    def decision(self) -> Decision | None:
        if self.read.phase != "playing" or self.minded or self.read.matters.claim is not None:
            return None
        return self.view.decision

    @property
    def minded(self) -> bool:
        seat = self.read.seat
        return seat is not None and self.read.seats[seat].level is not None

    @property
    def cuts(self) -> bool:
        return self.read.cutter is not None and self.read.cutter == self.read.seat

    @property
    def moment(self) -> Moment:
        return Moment(version=self.read.version)

    def screen(self, note: str) -> Screen:
        """Put the parts together."""
        pending = votes.panel_rows(self.read, self.told)
        rows = [*pending, *self._rows(), *self._out_of_turn()]
        parts = [self._headline(), *votes.lines(self.read, self.told)]
        parts += [sealed_line(self.read, self.told), self._notes()]
        parts.append(trick_lines(self.read, self.view, self.told))
        parts.append("\n".join(self.face.standing(self.view, self.told)))
        parts.extend(self._hands())
        # On a phone a full hand pushes the first lines out of view: a note stands at the buttons.
        parts += [self._why_greyed(), note]
        return Screen(
            title=title(self.read, self.view, self.told),
            text="\n\n".join(part for part in parts if part),
            colour=GOLD if self.decision is not None or self.cuts else GREEN,
            rows=tuple(self._with_score(rows)),
        )

    def _with_score(self, rows: list[Row]) -> list[Row]:
        """Put the score sheet within reach where a row is free and nothing is being confirmed."""
        if len(rows) >= MAX_ROWS or self.step.asked is not None or self.read.phase == "ended":
            return rows[:MAX_ROWS]
        score = Button(custom_id(self.read.id, "score"), self.told.text("button.score"))
        last = [score, *votes.sure_claim(self.read, self.told)]
        if self.decision is not None and self.told.look.hints and self.read.settings.hints:
            last.append(Button(self._id("hint"), self.told.text("button.hint")))
        last.extend(why_buttons(self.read, self.told))
        return [*rows, tuple(last)]

    def _headline(self) -> str:
        if self.read.phase != "playing":
            return turn_line(self.read, self.view, self.told)
        if self.minded:
            return self.told.text("panel.minded")
        if self.cuts:
            return self.told.text("panel.cut")
        if self.step.asked is not None:
            return self._confirmation()
        if self.decision is None:
            return turn_line(self.read, self.view, self.told)
        question = self.face.question(self.view, self.told)
        if self.read.certain:
            question = f"{question}\n{self.told.text('claim.certain')}"
        return self.told.text("panel.your_turn", question=question)

    def _notes(self) -> str:
        if self.step.asked is not None:
            return ""
        return "\n".join(f"• **{pick.label}** – {pick.note}" for pick in self._picks if pick.note)

    def _confirmation(self) -> str:
        for pick in (*self._picks, *self._picks_out_of_turn):
            if pick.action == self.step.asked:
                return pick.confirm or self.told.text("panel.confirm", what=pick.label)
        asked = self.step.asked
        if asked is not None and _single_card(asked) and asked.args[0] in _TEXTS:
            name = self.told.card_name(card(asked.args[0]))
            return self.told.text("panel.confirm", what=name)
        return self.told.text("panel.sure")

    @cached_property
    def _picks(self) -> tuple[Pick, ...]:
        return () if self.decision is None else tuple(self.face.picks(self.view, self.told))

    def _hands(self) -> list[str]:
        lines = []
        own = self.view.hand
        acting = self.face.acting_hand(self.view)
        if self.decision is not None and acting != own and acting:
            groups = self._held(acting)
            name = self.told.seat(self.decision.seat)
            lines.append(self.told.text("panel.other_hand", name=name))
            lines.append(self.told.hand(groups))
        lines.extend(self.face.open_hands(self.view, self.told))
        if own:
            lines.append(self.told.text("panel.hand"))
            lines.append(self.told.hand(self._held(own)))
        return ["\n".join(lines)] if lines else []

    def _held(self, some: Sequence[Card]) -> Groups:
        """Return cards of a hand in the order that the person has chosen."""
        return arranged(self.face.groups(self.view, some), self.told.look.sort)

    def _why_greyed(self) -> str:
        if not self._plays_cards or self.step.asked is not None:
            return ""
        reasons = [self.face.why_not(self.view, one, self.told) for one in self._cards]
        return "\n".join(dict.fromkeys(why for why in reasons if why))

    def _rows(self) -> list[Row]:
        if self.read.phase != "playing":
            return []
        if self.minded:
            back = Button(custom_id(self.read.id, "back"), self.told.text("button.back"), "success")
            return [(back,)]
        if self.cuts:
            return self._cut()
        if self.step.asked is not None:
            return [self._confirm(self.step.asked)]
        if self.decision is None or self._opened():
            return []
        if self.decision.discard is not None:
            return self._discard(self.decision, self.decision.discard)
        picks = self._pick_rows()
        return [*self._card_rows(len(picks)), *picks] if self._plays_cards else picks

    def _card_rows(self, picks: int) -> list[Row]:
        """Return a button a card; drawn ones four in a row, as on a phone, where rows are free."""
        buttons = tuple(self._card_button(one) for one in self._cards)
        few = range(0, len(buttons), DRAWN_IN_A_ROW)
        others = len(votes.panel_rows(self.read, self.told)) + picks + len(self._out_of_turn())
        if any(button.emoji for button in buttons) and len(few) + others < MAX_ROWS:
            return [buttons[start : start + DRAWN_IN_A_ROW] for start in few]
        return list(in_rows(buttons))

    @cached_property
    def _playable(self) -> frozenset[str]:
        """Return the single cards that may be played."""
        actions = () if self.decision is None else self.decision.actions
        return frozenset(action.args[0] for action in actions if _single_card(action))

    @property
    def _plays_cards(self) -> bool:
        return bool(self._playable)

    @cached_property
    def _cards(self) -> list[Card]:
        acting = self.face.acting_hand(self.view)
        return [one for _, group in self._held(acting) for one in group]

    def _card_button(self, one: Card) -> Button:
        legal = one.text in self._playable
        verb = "ask" if self.told.look.confirm else "do"
        return Button(
            self._id(verb, "play", one.text),
            self.told.card(one),
            "secondary" if self.told.emoji(one) else "primary",
            emoji=self.told.emoji(one),
            disabled=not legal,
        )

    def _pick_rows(self) -> list[Row]:
        picks = self._picks
        groups = list(dict.fromkeys(pick.group for pick in picks))
        if len(picks) <= FEW_PICKS or len(groups) < 2:
            return self._side_by_side(picks, groups)
        if self.step.group in groups and self.step.group:
            inside = [self._pick_button(p) for p in picks if p.group == self.step.group]
            back = Button(self._id("group", "-"), self.told.text("button.other_choices"))
            return list(in_rows([*inside, back]))
        buttons = []
        for group in groups:
            members = [pick for pick in picks if pick.group == group]
            if group and len(members) > 1:
                buttons.append(Button(self._id("group", group), group, "primary"))
            else:
                buttons.extend(self._pick_button(pick) for pick in members)
        return list(in_rows(buttons))

    def _side_by_side(self, picks: tuple[Pick, ...], groups: list[str]) -> list[Row]:
        """Return all choices at once, a row a group where they fit so."""
        rows = [[self._pick_button(p) for p in picks if p.group == group] for group in groups]
        if len(groups) > 1 and len(rows) <= MAX_ROWS and all(len(r) <= MAX_BUTTONS for r in rows):
            return [tuple(row) for row in rows]
        return list(in_rows([button for row in rows for button in row][: MAX_BUTTONS * MAX_ROWS]))

    def _pick_button(self, pick: Pick, moment: Moment | None = None) -> Button:
        verb = "ask" if pick.confirm else "do"
        identity = custom_id(
            self.read.id, verb, pick.action.verb, *pick.action.args, moment=moment or self.moment
        )
        return Button(identity, pick.label, pick.style)

    def _out_of_turn(self) -> list[Row]:
        if self.minded or self.step.asked is not None or self.read.phase != "playing":
            return []
        if self.read.matters.claim is not None:
            return []
        if opened := self._opened():
            back = Button(custom_id(self.read.id, "hand"), self.told.text("button.no"))
            return [*self._menus(opened), (back,)]
        moment = Moment(deal=self.view.deal)
        buttons: dict[str, Button] = {}
        for pick in self._picks_out_of_turn:
            if pick.tucked:
                identity = custom_id(self.read.id, "group", pick.group, moment=moment)
                label = self.told.text(f"group.{self.read.game.key}.{pick.group}")
                buttons.setdefault(pick.group, Button(identity, label))
            else:
                button = self._pick_button(pick, moment)
                buttons[button.custom_id] = button
        return list(in_rows(list(buttons.values())))

    @cached_property
    def _picks_out_of_turn(self) -> tuple[Pick, ...]:
        return tuple(self.face.out_of_turn(self.view, self.told))

    def _opened(self) -> tuple[Pick, ...]:
        """Return what is open out of turn in the group that is opened, if one is."""
        group = self.step.group
        return tuple(p for p in self._picks_out_of_turn if p.tucked and p.group == group)

    def _menus(self, picks: tuple[Pick, ...]) -> list[Row]:
        """Return a menu for each hand; what is chosen there is asked once more."""
        rows: list[Row] = []
        for seat in dict.fromkeys(pick.action.seat for pick in picks):
            some = [pick for pick in picks if pick.action.seat == seat][:MAX_OPTIONS]
            options = tuple(
                Option(" ".join((p.action.verb, *p.action.args)), p.label, p.note or None)
                for p in some
            )
            moment = Moment(deal=self.view.deal)
            identity = custom_id(self.read.id, "askof", str(seat), moment=moment)
            rows.append(
                Menu(identity, self.told.text("panel.hand_of", name=self.told.seat(seat)), options)
            )
        return rows

    def _confirm(self, asked: Action) -> Row:
        others = any(pick.action == asked for pick in self._picks_out_of_turn)
        moment = Moment(deal=self.view.deal) if others else self.moment
        yes = custom_id(self.read.id, "do", asked.verb, *asked.args, moment=moment)
        return (
            Button(yes, self.told.text("button.yes"), "danger"),
            Button(custom_id(self.read.id, "hand"), self.told.text("button.no")),
        )

    def _discard(self, decision: Decision, discard: Discard) -> list[Row]:
        chosen = self.step.chosen
        rows: list[Row] = [self._discard_menu(discard, chosen)]
        if len(chosen) == discard.count:
            confirm = Button(
                self._id("do", discard.verb, *(one.text for one in chosen)),
                self.told.text("button.discard", cards=self.told.cards(chosen)),
                "danger",
            )
            rows.append((confirm,))
        return rows

    def _discard_menu(self, discard: Discard, chosen: tuple[Card, ...]) -> Menu:
        ordered = [c for _, group in self._held(discard.cards) for c in group]
        return Menu(
            self._id("choose"),
            self.told.count("panel.discard", discard.count),
            tuple(
                Option(
                    one.text,
                    self.told.card(one),
                    self.told.card_name(one),
                    emoji=self.told.emoji(one),
                    chosen=one in chosen,
                )
                for one in ordered
            ),
            low=discard.count,
            high=discard.count,
        )

    def _cut(self) -> list[Row]:
        places = range(1, len(self.read.game.pack))
        rows: list[Row] = [
            (Button(self._id("cut"), self.told.text("button.cut_chance"), "primary"),)
        ]
        menus = -(-len(places) // MAX_OPTIONS)
        size = -(-len(places) // menus)
        for start in range(0, len(places), size):
            some = places[start : start + size]
            options = tuple(
                Option(str(at), self.told.count("panel.cut_at", at, at=at)) for at in some
            )
            placeholder = self.told.text("panel.cut_between", first=some[0], last=some[-1])
            rows.append(Menu(self._id("cutat", str(start)), placeholder, options))
        return rows

    def _id(self, verb: str, *args: str) -> str:
        return custom_id(self.read.id, verb, *args, moment=self.moment)


def lasting(read: TableRead, step: Step | None) -> Step | None:
    """Return the step that a panel stays at when the table changes: what is still open."""
    if step is None or read.view is None:
        return None
    if step.asked is not None:
        return Step(asked=step.asked) if step.asked in _open_to(read.view) else None
    decision = read.view.decision
    if step.chosen:
        discard = None if decision is None else decision.discard
        held = () if discard is None else discard.cards
        return Step(chosen=step.chosen) if set(step.chosen) <= set(held) else None
    picks = face_of(read.game.key).out_of_turn(read.view, teller(read))
    return (
        Step(group=step.group) if any(p.tucked and p.group == step.group for p in picks) else None
    )


def step_to_confirm(read: TableRead, verb: str, args: tuple[str, ...]) -> Step | None:
    """Return the step at which something that is open to the person is asked once more."""
    for action in () if read.view is None else _open_to(read.view):
        if (action.verb, action.args) == (verb, args):
            return Step(asked=action)
    return None


def _open_to(view: View) -> tuple[Action, ...]:
    return view.others if view.decision is None else (*view.decision.actions, *view.others)


_TEXTS: Final = frozenset(one.text for one in PACK_54)


def _single_card(action: Action) -> bool:
    return action.verb == "play" and len(action.args) == 1


def chosen_cards(values: tuple[str, ...]) -> tuple[Card, ...]:
    """Return the cards that a menu's values name; raise NoSuchCard for a forged one."""
    return tuple(card(value) for value in values)
