"""The main screens of all games, each a moment that a table's log leads to, the same every time."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import Final

from bot.computers.player import Choice
from bot.computers.playing import next_choice
from bot.computers.thinking import player
from bot.games.game import View
from bot.games.registry import GAMES
from bot.tables import moves
from bot.tables.entries import Entry
from bot.tables.moves import Person
from bot.tables.opening import opening
from bot.tables.read import Moment
from bot.tables.table import Place, Settings, Table, apply, opened

SEEDS: Final = 200
"""How many matches are looked through for a moment before it counts as not to be found."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A moment of a game to be shown: where the host's ``view`` is as wanted.

    ``clicks`` are the verbs of the buttons that are pressed then, one after the other, on the
    newest message that has one. ``ends`` tells that the action after which the view is so is done
    live, so that what it posts is seen.
    """

    game: str
    name: str
    wanted: Callable[[View, int], bool]
    rules: Mapping[str, object] = field(default_factory=dict)
    clicks: tuple[str, ...] = ()
    ends: bool = False

    @property
    def key(self) -> str:
        """Return what the scene is called: the game and the moment."""
        return f"{self.game}-{self.name}"


def _asks(question: str, *, of: int = 0) -> Callable[[View, int], bool]:
    """Return whether the host is asked something, with at least so many cards on the table."""

    def wanted(view: View, seat: int) -> bool:
        asked = view.asked
        return (
            asked is not None
            and asked.player == seat
            and asked.question == question
            and len(view.trick) >= of
            and (question != "play" or view.last_trick is not None)
        )

    return wanted


def _calls(count: int, question: str) -> Callable[[View, int], bool]:
    return lambda view, seat: (
        _asks(question)(view, seat) and len(getattr(view, "calls", ())) >= count
    )


def _doubled(view: View, seat: int) -> bool:
    return _asks("redouble")(view, seat)


def _scored(deals: int) -> Callable[[View, int], bool]:
    return lambda view, seat: len(view.results) == deals


def _pairs(view: View, seat: int) -> bool:
    decision = view.decision
    return (
        _asks("lead")(view, seat)
        and decision is not None
        and any(len(action.args) > 1 for action in decision.actions)
    )


SCENES: Final = (
    Scene("biritch", "naming", _asks("name")),
    Scene("biritch", "auction", _calls(5, "call"), {"form": "auction_levels"}),
    Scene("biritch", "doubling", _doubled),
    Scene("biritch", "trick", _asks("play", of=2), clicks=("hint",)),
    Scene("biritch", "summary", _scored(3), clicks=("score", "why"), ends=True),
    Scene("bid_whist", "auction", _calls(2, "bid")),
    Scene("bid_whist", "discard", _asks("discard")),
    Scene("bid_whist", "trump", _asks("trump")),
    Scene("bid_whist", "trick", _asks("play", of=2), clicks=("hint",)),
    Scene("bid_whist", "summary", _scored(3), clicks=("score", "why"), ends=True),
    Scene("bismarck", "contract", _asks("contract")),
    Scene("bismarck", "discard", _asks("discard")),
    Scene("bismarck", "trick", _asks("play", of=2), clicks=("hint",)),
    Scene("bismarck", "summary", _scored(4), clicks=("score", "why"), ends=True),
    Scene("bura", "lead", _pairs, clicks=("hint",)),
    Scene("bura", "reply", _asks("reply", of=2)),
    Scene("bura", "summary", _scored(4), clicks=("score",), ends=True),
)


@cache
def _found(key: str, host: Person, other: Person) -> tuple[Entry, ...]:
    """Return how a table goes on after it was opened, up to the moment of a scene."""
    scene = next(one for one in SCENES if one.key == key)
    place = Place(1, 1)
    for seed in range(SEEDS):
        chance = Random(seed)
        log = list(_entries(scene, place, host, other, chance))
        if log:
            return tuple(log[1:])
    raise LookupError(f"no match comes to {key}")


def _entries(
    scene: Scene, place: Place, host: Person, other: Person, chance: Random
) -> Iterator[Entry]:
    """Yield the log of a match up to the moment of a scene; nothing where it does not come."""
    game = GAMES[scene.game]
    begun = opening(place, host, game, game.book.rules(scene.rules), Settings(), chance=chance)
    table = opened(0, begun[0])
    log: list[Entry] = []
    table = _fold(table, begun, log)
    table = _fold(table, moves.sit(table, other, game.seats // 2), log)
    table = _fold(table, moves.start(table, host, "normal", chance), log)
    players = [player(scene.game, "normal")] * game.seats
    seat = table.seat_of(host.id)
    while table.phase == "playing" and table.match is not None and seat is not None:
        if table.shuffle is None and scene.wanted(table.match.view(seat), seat):
            yield from log
            return
        if table.needs_deal is not None:
            wanted = moves.shuffle(table, chance.randbytes(32), chance)
        elif table.cutter is not None:
            moment = Moment(version=table.version)
            wanted = moves.cut_pack(table, None, moment, None, chance)
        else:
            choice = next_choice(table.match, players, chance)
            if choice is None:
                return
            wanted = _acted(table, choice)
        table = _fold(table, wanted, log)


def _acted(table: Table, choice: Choice) -> list[Entry]:
    """Return the entry of a choice, with its reason where it is a computer's."""
    decision, seat = table.decision, choice.action.seat
    if decision is not None and decision.seat == seat:
        seat = decision.player
    if table.seats[seat].level is None:
        return moves.acted(table, choice.action, table.seats[seat].user)
    return moves.act_as_computer(table, seat, table.version, choice.action, choice)


def _fold(table: Table, wanted: list[Entry], log: list[Entry]) -> Table:
    for number, entry in enumerate(wanted):
        log.append(entry)
        if entry.kind != "opened" or number:
            table = apply(table, entry)[0]
    return table


def log_of(
    scene: Scene, place: Place, host: Person, other: Person, settings: Settings
) -> list[Entry]:
    """Return the log of a table that stands at the moment of a scene."""
    game = GAMES[scene.game]
    first = opening(place, host, game, game.book.rules(scene.rules), settings, chance=Random(0))[0]
    return [first, *_found(scene.key, host, other)]
