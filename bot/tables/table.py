"""A table as a value: who sits where, the match, and how each entry of the log changes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Final, Literal

from bot.games import claims
from bot.games.game import (
    Action,
    Deal,
    Decision,
    Event,
    Game,
    Match,
    NeedsDeal,
    Over,
)
from bot.games.house_rules import Rules
from bot.games.kept import waits_for
from bot.games.registry import GAMES
from bot.games.shuffle import cut, shuffled
from bot.tables import entries
from bot.tables.entries import Entry, Json
from bot.tables.matters import NOTHING, Matters
from bot.tables.matters import after as matters_after
from bot.tables.thoughts import Thought
from bot.tables.thoughts import read as thoughts_read

Phase = Literal["lobby", "playing", "over", "ended"]


@dataclass(frozen=True, slots=True)
class Seat:
    """A seat: the person it belongs to, and the computer that plays it for now, if one does.

    ``absent`` tells that others let it play because the person did not.
    """

    user: int | None = None
    name: str = ""
    level: str | None = None
    absent: bool = False

    @property
    def empty(self) -> bool:
        """Tell whether neither a person nor a computer is here."""
        return self.user is None and self.level is None

    @property
    def person(self) -> bool:
        """Tell whether a person plays here."""
        return self.user is not None and self.level is None


@dataclass(frozen=True, slots=True)
class Place:
    """Where a table stands: the server, the channel or thread, and a thread's parent.

    ``private``: a thread that not everybody sees who sees its parent.
    """

    guild: int
    channel: int
    parent: int | None = None
    private: bool = False


@dataclass(frozen=True, slots=True)
class Settings:
    """What a table chose besides the rules of the game.

    ``clock`` says how long a turn may take, ``quiet`` that nobody is mentioned, ``pictures`` that
    the board has one, ``computers`` that they may be seated (one always stands in for who leaves),
    ``thread`` that the table has a thread of its own, which is archived at its end.
    """

    language: str = "en"
    clock: str = "relaxed"
    quiet: bool = False
    pictures: bool = True
    hints: bool = True
    computers: bool = True
    thread: bool = False


@dataclass(frozen=True, slots=True)
class Shuffle:
    """A shuffled pack and what will prove it: seed, who deals, who cuts, and where it was cut."""

    seed: bytes
    dealer: int
    at: int | None = None


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal of this table: its shuffle, the cards, and the actions so far.

    ``thoughts`` are what computers did in it and why: of this deal and of the one before it.
    """

    shuffle: Shuffle
    deal: Deal
    actions: tuple[Action, ...] = ()
    thoughts: tuple[Thought, ...] = ()


@dataclass(frozen=True, slots=True)
class Table:
    """A table in a channel; its state is the fold of its log.

    ``seq`` is the last entry's number; ``version`` that of the last entry that moved the game: a
    decision offered at another version is stale. ``held`` says which seat each person held in the
    open deal, so that nobody sees two hands of it. ``suspended`` says why nothing goes on here
    until a person does something again (the channel is gone …); it is no part of the log.
    ``claimed`` are the plays that a pending claim would be settled by: nobody is shown them.
    """

    id: int
    place: Place
    game: Game
    rules: Rules
    host: int
    seats: tuple[Seat, ...]
    settings: Settings = Settings()
    phase: Phase = "lobby"
    seq: int = 0
    version: int = 0
    match: Match | None = None
    shuffle: Shuffle | None = None
    deals: tuple[PlayedDeal, ...] = ()
    held: Mapping[int, int] = field(default_factory=lambda: MappingProxyType({}))
    ended_by: int | None = None
    why_ended: str = ""
    suspended: str = ""
    matters: Matters = NOTHING
    claimed: tuple[Action, ...] = ()

    def seat_of(self, user: int) -> int | None:
        """Return the seat that belongs to a person, if any."""
        for number, seat in enumerate(self.seats):
            if seat.user == user:
                return number
        return None

    @property
    def people(self) -> tuple[int, ...]:
        """Return the people to whom a seat belongs."""
        return tuple(seat.user for seat in self.seats if seat.user is not None)

    @property
    def open(self) -> bool:
        """Tell whether something may still be done here."""
        return self.phase in ("lobby", "playing")

    @property
    def decision(self) -> Decision | None:
        """Return the decision that the match waits for, if it waits for one."""
        if self.match is None or self.phase != "playing":
            return None
        waits = waits_for(self.match)
        return waits if isinstance(waits, Decision) else None

    @property
    def forced(self) -> Action | None:
        """Return the card of the last trick that falls by itself, where one does."""
        if self.match is None or self.phase != "playing" or not self.game.claims:
            return None
        return claims.forced(self.match)

    @property
    def needs_deal(self) -> NeedsDeal | None:
        """Return that the match waits for a deal, if it does and none is shuffled yet."""
        if self.match is None or self.phase != "playing" or self.shuffle is not None:
            return None
        waits = waits_for(self.match)
        return waits if isinstance(waits, NeedsDeal) else None

    @property
    def cutter(self) -> int | None:
        """Return the seat that is to cut the shuffled pack: the one at dealer's right."""
        if self.phase != "playing" or self.shuffle is None or self.shuffle.at is not None:
            return None
        return (self.shuffle.dealer - 1) % len(self.seats)


Changed = tuple[Table, tuple[Event, ...]]


def opened(table_id: int, first: Entry) -> Table:
    """Return the table that an ``opened`` entry begins."""
    body = first.body
    game = GAMES[_text(body, "game")]
    rules = game.book.rules(_mapping(body, "rules"))
    place = Place(
        _int(body, "guild"),
        _int(body, "channel"),
        _maybe_int(body, "parent"),
        body.get("private") is True,
    )
    return Table(
        id=table_id,
        place=place,
        game=game,
        rules=rules,
        host=_int(body, "host"),
        seats=(Seat(),) * game.seats,
        settings=_settings(Settings(), _mapping(body, "settings")),
        seq=1,
        version=1,
    )


def apply(table: Table, entry: Entry) -> Changed:
    """Return the table after one more entry of its log, and what happened in the game."""
    matters = matters_after(table.matters, entry)
    seq = table.seq + 1
    following = replace(
        table,
        seq=seq,
        version=seq if entry.kind in _MOVES else table.version,
        matters=matters,
        claimed=() if matters.claim is None else table.claimed,
    )
    return _APPLY.get(entry.kind, _noted)(following, entry)


def _noted(table: Table, entry: Entry) -> Changed:
    """Change nothing but what is pending."""
    if entry.kind not in entries.PENDING:
        raise ValueError(f"unknown entry {entry.kind}")
    return table, ()


def _sat(table: Table, entry: Entry) -> Changed:
    seat = Seat(_int(entry.body, "user"), _text(entry.body, "name"))
    return _seated(_with_seat(table, _int(entry.body, "seat"), seat)), ()


def _stood(table: Table, entry: Entry) -> Changed:
    return _with_seat(table, _int(entry.body, "seat"), Seat()), ()


def _computer(table: Table, entry: Entry) -> Changed:
    seat = Seat(level=_text(entry.body, "level"))
    return _with_seat(table, _int(entry.body, "seat"), seat), ()


def _rules(table: Table, entry: Entry) -> Changed:
    return replace(table, rules=table.game.book.rules(_mapping(entry.body, "rules"))), ()


def _set(table: Table, entry: Entry) -> Changed:
    return replace(table, settings=_settings(table.settings, entry.body)), ()


def _host(table: Table, entry: Entry) -> Changed:
    return replace(table, host=_int(entry.body, "user")), ()


def _started(table: Table, entry: Entry) -> Changed:
    order = entry.body.get("order")
    seats = table.seats
    if isinstance(order, list):
        seats = tuple(table.seats[seat] for seat in order if isinstance(seat, int))
    match = table.game.new(table.rules)
    return replace(table, seats=seats, phase="playing", match=match), ()


def _shuffled(table: Table, entry: Entry) -> Changed:
    seed = bytes.fromhex(_text(entry.body, "seed"))
    return replace(table, shuffle=Shuffle(seed, _int(entry.body, "dealer"))), ()


def _cut(table: Table, entry: Entry) -> Changed:
    if table.shuffle is None or table.match is None:
        raise ValueError("nothing to cut")
    shuffle = replace(table.shuffle, at=_int(entry.body, "at"))
    deal = cards_of(table.game, shuffle)
    match, events = table.match.give(deal)
    played = PlayedDeal(shuffle, deal)
    held = {seat.user: n for n, seat in enumerate(table.seats) if seat.user is not None}
    return (
        replace(
            table,
            shuffle=None,
            match=match,
            deals=(*_before(table.deals), played),
            held=MappingProxyType(held),
        ),
        events,
    )


def _before(deals: tuple[PlayedDeal, ...]) -> tuple[PlayedDeal, ...]:
    """Return the deals that were played when another begins; thoughts stay of the last one only."""
    return (*deals[:-2], *(replace(one, thoughts=()) for one in deals[-2:-1]), *deals[-1:])


def _acted(table: Table, entry: Entry) -> Changed:
    if table.match is None:
        raise ValueError("no match to act in")
    action = action_from_json(entry.body["action"])
    thoughts = thoughts_read(table.match, action, entry.body)
    match, events = table.match.act(action)
    last = table.deals[-1]
    last = replace(last, actions=(*last.actions, action), thoughts=(*last.thoughts, *thoughts))
    deals = (*table.deals[:-1], last)
    over = isinstance(waits_for(match), Over)
    phase: Phase = "over" if over and not match.others() else "playing"
    return replace(table, match=match, deals=deals, phase=phase), events


def _left(table: Table, entry: Entry) -> Changed:
    seat = Seat(level=_text(entry.body, "level"))
    return _with_seat(table, _int(entry.body, "seat"), seat), ()


def _removed(table: Table, entry: Entry) -> Changed:
    level = entry.body.get("level")
    seat = Seat(level=level) if isinstance(level, str) else Seat()
    return _with_seat(table, _int(entry.body, "seat"), seat), ()


def _minded(table: Table, entry: Entry) -> Changed:
    number = _int(entry.body, "seat")
    absent = entry.body.get("absent") is True
    seat = replace(table.seats[number], level=_text(entry.body, "level"), absent=absent)
    return _with_seat(table, number, seat), ()


def _returned(table: Table, entry: Entry) -> Changed:
    number = _int(entry.body, "seat")
    seat = replace(table.seats[number], level=None, absent=False)
    return _with_seat(table, number, seat), ()


def _swapped(table: Table, entry: Entry) -> Changed:
    one, other = _int(entry.body, "seat"), _int(entry.body, "with")
    first, second = table.seats[one], table.seats[other]
    return _with_seat(_with_seat(table, one, second), other, first), ()


def _claimed(table: Table, entry: Entry) -> Changed:
    plays = entry.body.get("line")
    if not isinstance(plays, list):
        raise ValueError("a claim without plays")
    return replace(table, claimed=tuple(action_from_json(play) for play in plays)), ()


def _ended(table: Table, entry: Entry) -> Changed:
    phase: Phase = "over" if entry.body.get("why") == "finished" else "ended"
    why = _text(entry.body, "why")
    return replace(table, phase=phase, ended_by=entry.actor, why_ended=why), ()


_APPLY: Final[Mapping[str, Callable[[Table, Entry], Changed]]] = MappingProxyType(
    {
        entries.SAT: _sat,
        entries.STOOD: _stood,
        entries.COMPUTER: _computer,
        entries.RULES: _rules,
        entries.SETTINGS: _set,
        entries.HOST: _host,
        entries.STARTED: _started,
        entries.SHUFFLED: _shuffled,
        entries.CUT: _cut,
        entries.ACTED: _acted,
        entries.LEFT: _left,
        entries.REMOVED: _removed,
        entries.SWAPPED: _swapped,
        entries.CLAIMED: _claimed,
        entries.MINDED: _minded,
        entries.RETURNED: _returned,
        entries.ENDED: _ended,
    }
)

_MOVES: Final = frozenset(
    {entries.STARTED, entries.SHUFFLED, entries.CUT, entries.ACTED, entries.ENDED}
)


def cards_of(game: Game, shuffle: Shuffle) -> Deal:
    """Return the deal that a shuffle and its cut give; raise ValueError before the cut."""
    if shuffle.at is None:
        raise ValueError("the pack is not cut yet")
    return game.lay_out(shuffle.dealer, cut(shuffled(game.pack, shuffle.seed), shuffle.at))


def action_to_json(action: Action) -> Json:
    """Return the record's array for an action."""
    return [action.seat, action.verb, *action.args]


def action_from_json(value: Json) -> Action:
    """Return the action of a record's array; raise ValueError for anything else."""
    match value:
        case [int(seat), str(verb), *args] if all(isinstance(arg, str) for arg in args):
            return Action(seat, verb, tuple(str(arg) for arg in args))
        case _:
            raise ValueError("not an action")


def _with_seat(table: Table, number: int, seat: Seat) -> Table:
    seats = tuple(seat if n == number else one for n, one in enumerate(table.seats))
    return replace(table, seats=seats)


def _seated(table: Table) -> Table:
    """Remember who holds which seat while a deal is open."""
    held = dict(table.held)
    for number, seat in enumerate(table.seats):
        if seat.user is not None:
            held[seat.user] = number
    return replace(table, held=MappingProxyType(held))


def _settings(before: Settings, body: Mapping[str, Json]) -> Settings:
    chosen: dict[str, Any] = {}
    for name, value in body.items():
        known = getattr(before, name, None)
        if known is not None and isinstance(value, type(known)):
            chosen[name] = value
    return replace(before, **chosen)


def _int(body: Mapping[str, Json], key: str) -> int:
    value = body[key]
    if not isinstance(value, int):
        raise ValueError(f"{key} is no number")
    return value


def _maybe_int(body: Mapping[str, Json], key: str) -> int | None:
    return None if body.get(key) is None else _int(body, key)


def _text(body: Mapping[str, Json], key: str) -> str:
    value = body[key]
    if not isinstance(value, str):
        raise ValueError(f"{key} is no text")
    return value


def _mapping(body: Mapping[str, Json], key: str) -> Mapping[str, Json]:
    value = body.get(key, {})
    if not isinstance(value, dict):
        raise ValueError(f"{key} is no object")
    return value
