"""What each game adds to what people see: its contract, its questions, its scores, in words.

A face gets views and summaries, never a match. The board, the panel, the picture, the summary and
the statistics are put together in one place for all games, from what the face says.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from bot.games.cards import Card, Suit
from bot.games.game import Action, Event, Summary, View
from bot.render.screen import Field, Style
from bot.render.tell import Tell

V = TypeVar("V", bound=View, contravariant=True)
S = TypeVar("S", bound=Summary, contravariant=True)

Groups = tuple[tuple[Suit | None, tuple[Card, ...]], ...]


@dataclass(frozen=True, slots=True)
class Pick:
    """One thing that can be chosen by a button or a line of a menu.

    ``group`` parts a long list: the group is chosen first (the number of a bid …). ``confirm`` is
    the question that is asked once more before the action is done. ``note`` says in a line what
    the choice means. ``tucked`` keeps what is open out of turn out of the way: its group stands
    behind one button, ``group.<game>.<group>``, in a menu for each hand.
    """

    action: Action
    label: str
    style: Style = "secondary"
    group: str = ""
    confirm: str = ""
    note: str = ""
    tucked: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """What a game adds to the picture of its table.

    ``notes`` stand below the names, by seat; ``hands`` lie open, by seat; ``turned`` and ``stock``
    (how many cards, and a line about them) lie beside the trick. ``lines`` stand at the foot; where
    there are none, the last lines of the standing do.
    """

    notes: tuple[str, ...] = ()
    hands: tuple[tuple[int, Groups], ...] = ()
    trump: Suit | None = None
    turned: Card | None = None
    stock: int = 0
    stock_line: str = ""
    lines: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Topic:
    """A part of the rules, and the house rules that belong to it.

    Its words are ``topic.<game>.<key>.name`` and ``.text``.
    """

    key: str
    house_rules: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Statistic:
    """A line of what a person has done, ``stat.<game>.<key>``, and what of the tally it tells.

    ``once_counted`` leaves it out as long as all of that is 0.
    """

    key: str
    counts: tuple[str, ...]
    once_counted: bool = False


class Face(Protocol[V, S]):
    """The words and layout of one game."""

    @property
    def topics(self) -> tuple[Topic, ...]:
        """Return the topics of the rules in the order in which they are read.

        Each house rule of the game belongs to one of them.
        """
        ...

    @property
    def statistics(self) -> tuple[Statistic, ...]:
        """Return the lines that tell all that ``Game.tally`` counts, in order."""
        ...

    def contract(self, view: V, tell: Tell) -> str:
        """Return the contract in a few words for a title; empty while there is none.

        It also stands in the corner of the table's picture, where it has two lines of some fifteen
        letters: what is longer is cut there. Without a contract game and deal stand there.
        """
        ...

    def board(self, view: V, tell: Tell) -> Sequence[str]:
        """Return the game's own lines for the public board (calls so far, dummy's hand …)."""
        ...

    def standing(self, view: V, tell: Tell) -> Sequence[str]:
        """Return how the deal and the match stand, in one or two lines."""
        ...

    def groups(self, view: V, cards: Sequence[Card]) -> Groups:
        """Return cards sorted for the eye: by suit, colours alternating, trumps first, high first.

        Ranks run in the order in force; a group without a suit holds jokers that have none.
        """
        ...

    def acting_hand(self, view: V) -> tuple[Card, ...]:
        """Return the hand that the decision is about: the own one, or dummy's."""
        ...

    def open_hands(self, view: V, tell: Tell) -> Sequence[str]:
        """Return the hands that lie open beside the own and the acting one, a line each."""
        ...

    def question(self, view: V, tell: Tell) -> str:
        """Return what is asked of the player who decides, in one sentence."""
        ...

    def picks(self, view: V, tell: Tell) -> Sequence[Pick]:
        """Return what can be chosen now besides single cards and discards, in order."""
        ...

    def deed(self, action: Action, tell: Tell) -> str:
        """Return what doing something else than laying cards is called, as on its button."""
        ...

    def unsaid(self, action: Action, reason: str) -> bool:
        """Tell whether advice would say what the rules let nobody look up: it is not given then."""
        ...

    def out_of_turn(self, view: V, tell: Tell) -> Sequence[Pick]:
        """Return what this seat may do out of turn (``view.others``)."""
        ...

    def why_not(self, view: V, card: Card, tell: Tell) -> str:
        """Return why a card of the acting hand may not be played now; empty where it may."""
        ...

    def scene(self, view: V, tell: Tell) -> Scene:
        """Return what the picture of the table shows of this game besides the trick."""
        ...

    def score_sheet(self, view: V, tell: Tell) -> Sequence[Field]:
        """Return the whole score sheet of the match so far."""
        ...

    def result(self, summary: S, tell: Tell) -> str:
        """Return the outcome of a finished deal in one line."""
        ...

    def summary(self, summary: S, tell: Tell) -> Sequence[Field]:
        """Return the finished deal: how the score came about, and what was face down."""
        ...

    def news(self, event: Event, tell: Tell) -> str:
        """Return a short line about an event of this game; empty where nothing is to be said.

        It is shown where a finished match is stepped through, and above a finished deal that is
        scored again. The board in play shows no events: what people have to see there belongs in
        ``board`` or ``standing``. Cards played and tricks taken are told for all games.
        """
        ...


AnyFace = Face[Any, Any]
"""The face of some game; each game's own views go into its own face only."""
