"""What people may do at a table besides playing: each check ends in the entries to write.

Every function is pure: a table and a wish in, entries out, or a TableRefused with its code.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random

from bot.computers.player import Choice
from bot.games.game import Action, IllegalAction
from bot.tables import entries, thoughts
from bot.tables.entries import Entry
from bot.tables.errors import Stale, TableRefused
from bot.tables.matters import motion_on
from bot.tables.moment import Moment
from bot.tables.table import Table, action_to_json

DEFAULT_LEVEL = "normal"


@dataclass(frozen=True, slots=True)
class Person:
    """A person as a table knows them: Discord's id, the name shown, and rights.

    ``moderator`` holds in the channel ``at`` (None: wherever the table is) and in its threads.
    """

    id: int
    name: str
    moderator: bool = False
    at: int | None = None

    def moderates(self, table: Table) -> bool:
        """Tell whether the person moderates the channel where a table stands."""
        return self.moderator and self.at in (None, table.place.channel, table.place.parent)


def require_lobby(table: Table) -> None:
    """Refuse unless the table is still being filled."""
    require_open(table)
    if table.phase != "lobby":
        raise TableRefused("not_in_lobby")


def require_open(table: Table) -> None:
    """Refuse unless something may still be done at the table."""
    if not table.open:
        raise TableRefused("table_closed")


def leads(table: Table, person: Person) -> bool:
    """Tell whether the person is the host, or sits where the host has gone."""
    if table.host == person.id:
        return True
    return table.host not in table.people and person.id in table.people


def require_host(table: Table, person: Person) -> None:
    """Refuse unless the person leads the table: an absent host must not block a channel."""
    if not leads(table, person):
        raise TableRefused("not_host", host=table.host)


def sit(table: Table, person: Person, number: int) -> list[Entry]:
    """Take a seat: an empty one in the lobby, or one that a computer plays for nobody.

    Sitting where one sits already changes nothing. In the lobby a person moves to another seat.
    """
    require_open(table)
    if not 0 <= number < len(table.seats):
        raise TableRefused("no_seat_there")
    seat = table.seats[number]
    mine = table.seat_of(person.id)
    if mine == number:
        return come_back(table, person) if seat.level is not None else []
    if seat.user is not None:
        raise TableRefused("seat_taken", name=seat.name)
    _require_welcome(table, person, number)
    sat = Entry(
        entries.SAT, {"seat": number, "user": person.id, "name": person.name}, actor=person.id
    )
    if table.phase == "lobby":
        if mine is None:
            return [sat]
        stood = Entry(entries.STOOD, {"seat": mine}, actor=person.id)
        return [stood, sat, *_votes_kept(table, person.id, mine, number)]
    if mine is not None:
        raise TableRefused("already_seated")
    held = _hand_held(table, person.id)
    if held is not None and held != number:
        raise TableRefused("held_other_seat", seat=held)
    return [sat]


def _votes_kept(table: Table, user: int, old: int, new: int) -> list[Entry]:
    """Return the votes about and of somebody who changes seats in the lobby: they go along.

    To stand up takes them away; they are written once more for the new seat.
    """
    about, now_about = motion_on(old), motion_on(new)
    return [
        Entry(entries.VOTED, {"motion": now_about if motion == about else motion}, actor=voter)
        for motion, voters in table.matters.votes.items()
        for voter in sorted(voters)
        if motion == about or voter == user
    ]


def open_to(table: Table, user: int) -> tuple[int, ...]:
    """Return the seats that somebody without one may take now; who was sent away hears it there."""
    if table.phase not in ("lobby", "playing") or table.seat_of(user) is not None:
        return ()
    held = _hand_held(table, user)
    invited = table.matters.invited
    return tuple(
        number
        for number, seat in enumerate(table.seats)
        if seat.user is None
        and (held is None or held == number)
        and (number not in invited or invited[number].user == user)
    )


def _hand_held(table: Table, user: int) -> int | None:
    """Return the seat whose hand somebody held in the open deal: of two hands they see one."""
    return None if table.decision is None else table.held.get(user)


def _require_welcome(table: Table, person: Person, number: int) -> None:
    """Refuse who was removed from the table, and who would take the seat kept for a guest."""
    if person.id in table.matters.barred and table.host != person.id:
        raise TableRefused("removed")
    guest = table.matters.invited.get(number)
    if guest is not None and guest.user != person.id:
        raise TableRefused("seat_kept", name=guest.name)


def stand(table: Table, person: Person) -> list[Entry]:
    """Give up a seat in the lobby; standing already changes nothing."""
    require_lobby(table)
    mine = table.seat_of(person.id)
    return [] if mine is None else [Entry(entries.STOOD, {"seat": mine}, actor=person.id)]


def add_computer(table: Table, person: Person, level: str, number: int | None) -> list[Entry]:
    """Put a computer on a seat of the lobby (None: the first empty one); the host's to do."""
    require_lobby(table)
    require_host(table, person)
    _require_computers(table)
    if number is None:
        kept = table.matters.invited
        empty = [n for n, seat in enumerate(table.seats) if seat.empty and n not in kept]
        if not empty:
            raise TableRefused("no_empty_seat")
        number = empty[0]
    if not 0 <= number < len(table.seats):
        raise TableRefused("no_seat_there")
    if table.seats[number].user is not None:
        raise TableRefused("seat_taken", name=table.seats[number].name)
    return [Entry(entries.COMPUTER, {"seat": number, "level": level}, actor=person.id)]


def _require_computers(table: Table) -> None:
    if not table.settings.computers:
        raise TableRefused("no_computers_here")


def remove_computer(table: Table, person: Person, number: int) -> list[Entry]:
    """Take a computer away from a seat of the lobby; the host's to do."""
    require_lobby(table)
    require_host(table, person)
    if not 0 <= number < len(table.seats):
        raise TableRefused("no_seat_there")
    seat = table.seats[number]
    if seat.user is not None or seat.level is None:
        raise TableRefused("no_computer_there")
    return [Entry(entries.STOOD, {"seat": number}, actor=person.id)]


def set_rules(table: Table, person: Person, changed: Mapping[str, object]) -> list[Entry]:
    """Change house rules in the lobby; the host's to do. Raise RulesError for what is unknown."""
    require_lobby(table)
    require_host(table, person)
    book = table.game.book
    rules = book.rules({**table.rules, **changed})
    if rules == table.rules:
        return []
    return [Entry(entries.RULES, {"rules": dict(book.differing(rules))}, actor=person.id)]


def start(table: Table, person: Person, level: str | None, chance: Random) -> list[Entry]:
    """Begin the match; with a ``level``, computers fill the empty seats. The host's to do.

    Where the rules draw the seats (``seats: drawn``), sides and seats are drawn here.
    """
    require_lobby(table)
    require_host(table, person)
    empty = [n for n, seat in enumerate(table.seats) if seat.empty]
    if empty and (level is None or not table.settings.computers):
        raise TableRefused("seats_missing", count=len(empty))
    written = [Entry(entries.COMPUTER, {"seat": n, "level": level}, person.id) for n in empty]
    order = list(range(len(table.seats)))
    if table.rules.get("seats") == "drawn":
        chance.shuffle(order)
    return [*written, Entry(entries.STARTED, {"order": list(order)}, actor=person.id)]


def leave(table: Table, person: Person) -> list[Entry]:
    """Give up a seat: in the lobby it is free, in a match a computer plays the same hand on."""
    require_open(table)
    mine = table.seat_of(person.id)
    if mine is None:
        raise TableRefused("not_seated")
    if table.phase == "lobby":
        return _leave_lobby(table, person, mine)
    left = Entry(entries.LEFT, {"seat": mine, "level": DEFAULT_LEVEL}, actor=person.id)
    heirs = [user for user in table.people if user != person.id]
    if not heirs:
        return [left]
    return [left, *_hand_over(table, person, heirs)]


def _leave_lobby(table: Table, person: Person, mine: int) -> list[Entry]:
    stood = Entry(entries.STOOD, {"seat": mine}, actor=person.id)
    heirs = [user for user in table.people if user != person.id]
    return [stood, *_hand_over(table, person, heirs)] if heirs else [stood]


def _hand_over(table: Table, person: Person, heirs: list[int]) -> list[Entry]:
    if table.host != person.id:
        return []
    return [Entry(entries.HOST, {"user": heirs[0]}, actor=person.id)]


def mind(table: Table, number: int, level: str, actor: int | None) -> list[Entry]:
    """Let a computer play for the person at a seat, who keeps it."""
    require_open(table)
    if not table.seats[number].person:
        raise TableRefused("nobody_to_replace")
    return [Entry(entries.MINDED, {"seat": number, "level": level}, actor=actor)]


def mind_me(table: Table, person: Person) -> list[Entry]:
    """Let a computer play for oneself; harmless where one does already."""
    mine = table.seat_of(person.id)
    if mine is None:
        raise TableRefused("not_seated")
    if table.phase != "playing":
        raise TableRefused("not_playing")
    if table.seats[mine].level is not None:
        return []
    return mind(table, mine, DEFAULT_LEVEL, person.id)


def come_back(table: Table, person: Person) -> list[Entry]:
    """Take one's own seat back from the computer that minds it; harmless where none does."""
    require_open(table)
    mine = table.seat_of(person.id)
    if mine is None:
        raise TableRefused("not_seated")
    if table.seats[mine].level is None:
        return []
    return [Entry(entries.RETURNED, {"seat": mine}, actor=person.id)]


def act(table: Table, user: int, moment: Moment, verb: str, args: tuple[str, ...]) -> list[Entry]:
    """Do something in the game for a person, checked in the order of the house.

    The table still lives; the person sits there and decides for the hand that acts; the moment is
    the present one; the action is legal.
    """
    require_open(table)
    if table.match is None or table.phase != "playing":
        raise TableRefused("not_playing")
    mine = table.seat_of(user)
    if mine is None:
        raise TableRefused("not_seated")
    if table.matters.claim is not None:
        raise TableRefused("claim_pending")
    if moment.deal is not None:
        return _act_out_of_turn(table, user, mine, moment.deal, verb, args)
    decision = table.decision
    if decision is None:
        raise Stale
    if decision.player != mine:
        raise TableRefused("not_your_decision", seat=decision.player)
    if table.seats[mine].level is not None:
        raise TableRefused("computer_minds_seat")
    if moment.version != table.version:
        raise Stale
    action = Action(decision.seat, verb, args)
    _require_news(table, action)
    return acted(table, action, user)


def _act_out_of_turn(
    table: Table, user: int, mine: int, deal: int, verb: str, args: tuple[str, ...]
) -> list[Entry]:
    if table.seats[mine].level is not None:
        raise TableRefused("computer_minds_seat")
    if table.match is None or deal != len(table.deals):
        raise Stale
    decision = table.decision
    asked = decision.actions if decision is not None and decision.player == mine else ()
    # Whoever plays dummy's hand may do what is open to it, and dummy may not.
    offered = (*table.match.view(mine).others, *asked)
    action = next((one for one in offered if (one.verb, one.args) == (verb, args)), None)
    if action is None:
        if decision is not None:
            table.match.act(Action(mine, verb, args))  # the game says why not, where it can
        raise Stale
    _require_news(table, action)
    return acted(table, action, user)


def _require_news(table: Table, action: Action) -> None:
    """Refuse what a seat has done already since the last card, where it leaves all as it was.

    The rules let a claim be made over and over; at a table that would be a nuisance, and a second
    click on a play out of turn would cost twice.
    """
    for done in reversed(table.deals[-1].actions if table.deals else ()):
        if done == action:
            break
        if done.verb == "play":
            return
    else:
        return
    if table.match is not None:
        after, _ = table.match.act(action)
        if after.decision() == table.match.decision():
            raise TableRefused("done_already")


def acted(table: Table, action: Action, actor: int | None) -> list[Entry]:
    """Return the entry of an action; the fold refuses what is not legal."""
    return [Entry(entries.ACTED, {"action": action_to_json(action)}, actor=actor)]


def act_as_computer(
    table: Table, seat: int, version: int, action: Action, why: Choice | None = None
) -> list[Entry]:
    """Do something for a computer at a seat, if the moment it thought about is still there.

    ``why`` is the choice that it comes from, where it was one.
    """
    if table.match is None or table.phase != "playing" or table.version != version:
        raise Stale
    if table.seats[seat].level is None or table.matters.claim is not None:
        raise Stale
    body = {"action": action_to_json(action), **thoughts.written(table.match, why)}
    return [Entry(entries.ACTED, body)]


def act_where_forced(table: Table, version: int) -> list[Entry]:
    """Lay the card that has to fall where nobody has a choice any more."""
    if table.match is None or table.phase != "playing" or table.version != version:
        raise Stale
    action = table.forced
    if action is None or table.matters.claim is not None:
        raise Stale
    return acted(table, action, None)


def shuffle(table: Table, seed: bytes, chance: Random) -> list[Entry]:
    """Shuffle for the next deal, and cut where the bot cuts; draws the first dealer."""
    waiting = table.needs_deal
    if waiting is None:
        raise Stale
    dealer = chance.randrange(len(table.seats)) if waiting.dealer is None else waiting.dealer
    swap = table.matters.swap
    written = swapped(table) if swap is not None and swap.agreed else []
    written.append(Entry(entries.SHUFFLED, {"seed": seed.hex(), "dealer": dealer}))
    cuts = (dealer - 1) % len(table.seats)
    if swap is not None and swap.agreed and cuts in (swap.asking, swap.asked):
        cuts = swap.asking + swap.asked - cuts
    cutter = table.seats[cuts]
    if table.rules["cut"] == "random" or not cutter.person:
        written.append(_cut_by_chance(table, chance, None))
    return written


def swapped(table: Table) -> list[Entry]:
    """Return the entry that carries out a swap of seats which was asked for."""
    swap = table.matters.swap
    if swap is None:
        return []
    return [Entry(entries.SWAPPED, {"seat": swap.asking, "with": swap.asked})]


def cut_pack(
    table: Table, user: int | None, moment: Moment, at: int | None, chance: Random
) -> list[Entry]:
    """Cut the shuffled pack at a place, or by chance (None); ``user`` None is the bot itself."""
    require_open(table)
    cutter = table.cutter
    if user is not None:
        _require_cutter(table, user, cutter)
    if cutter is None or moment.version != table.version:
        raise Stale
    if at is None:
        return [_cut_by_chance(table, chance, user)]
    if not 1 <= at < len(table.game.pack):
        raise IllegalAction("bad_cut", low=1, high=len(table.game.pack) - 1)
    return [Entry(entries.CUT, {"at": at}, actor=user)]


def _require_cutter(table: Table, user: int, cutter: int | None) -> None:
    mine = table.seat_of(user)
    if mine is None:
        raise TableRefused("not_seated")
    if cutter is None:
        raise Stale
    if mine != cutter:
        raise TableRefused("not_your_decision", seat=cutter)
    if table.seats[mine].level is not None:
        raise TableRefused("computer_minds_seat")


def _cut_by_chance(table: Table, chance: Random, actor: int | None) -> Entry:
    return Entry(entries.CUT, {"at": chance.randrange(1, len(table.game.pack))}, actor=actor)


def finish(table: Table, version: int) -> list[Entry]:
    """Close a match that is over and in which nothing more may be done."""
    if table.phase != "playing" or table.version != version:
        raise Stale
    return [Entry(entries.ENDED, {"why": "finished"})]


Move = Callable[[Table], list[Entry]]
