"""What is pending at a table besides the cards: invitations, lateness, votes, claims, swaps.

Everything here is a fold of the log, as the table is, so a restart forgets nothing of it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Final, Literal

from bot.tables import entries
from bot.tables.entries import Entry, Json

Late = Literal["", "reminded", "overdue", "lapsed"]

END: Final = "end"
REMOVE: Final = "remove"


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim that waits for the others: who made it, how the tricks left go to the sides.

    ``agreed`` are the seats that have agreed, the one that made it among them.
    """

    seat: int
    shares: tuple[int, ...]
    agreed: frozenset[int]


@dataclass(frozen=True, slots=True)
class Swap:
    """A swap of seats that was asked for; once ``agreed`` it is done before the next deal."""

    asking: int
    asked: int
    agreed: bool = False


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody for whom a seat is kept."""

    user: int
    name: str


@dataclass(frozen=True, slots=True)
class Matters:
    """What is pending at a table.

    ``invited`` are the seats kept for somebody, ``late`` how long the present turn has been waited
    for (in the lobby ``lapsed``: seats are kept no longer), ``votes`` who is for what: ``end``, or
    ``remove:<seat>``. ``played_on`` are the seats whose claim was refused in this deal,
    ``overclaimed`` those that claimed what the cards cannot give, ``refusal`` whose claim has just
    been refused and at which seat (the claimer's own where it was withdrawn or not answered), and
    ``barred`` the people who were removed and not invited since.
    """

    invited: Mapping[int, Guest] = field(default_factory=lambda: MappingProxyType({}))
    late: Late = ""
    votes: Mapping[str, frozenset[int]] = field(default_factory=lambda: MappingProxyType({}))
    claim: Claim | None = None
    played_on: frozenset[int] = frozenset()
    overclaimed: frozenset[int] = frozenset()
    refusal: tuple[int, int] | None = None
    swap: Swap | None = None
    barred: frozenset[int] = frozenset()


NOTHING: Final = Matters()
"""Nothing is pending."""


def after(matters: Matters, entry: Entry) -> Matters:
    """Return what is pending after one more entry of the log."""
    changed = _CHANGES.get(entry.kind)
    return matters if changed is None else changed(matters, entry)


def _invited(matters: Matters, entry: Entry) -> Matters:
    guest = Guest(_int(entry.body, "user"), str(entry.body["name"]))
    matters = _with_guests(matters, {**matters.invited, _int(entry.body, "seat"): guest})
    return replace(matters, barred=matters.barred - {guest.user})


def _declined(matters: Matters, entry: Entry) -> Matters:
    return _without_guest(matters, _int(entry.body, "user"))


def _lapsed(matters: Matters, entry: Entry) -> Matters:
    return replace(_with_guests(matters, {}), late="lapsed")


def _taken(matters: Matters, entry: Entry) -> Matters:
    seat = _int(entry.body, "seat")
    if entry.kind == entries.SAT:
        matters = _without_guest(matters, _int(entry.body, "user"))
    kept = {number: guest for number, guest in matters.invited.items() if number != seat}
    return _changed_hands(_with_guests(matters, kept), seat)


def _started(matters: Matters, entry: Entry) -> Matters:
    return Matters(barred=matters.barred)


def _moved(matters: Matters, entry: Entry) -> Matters:
    return replace(matters, late="", claim=None, refusal=None)


def _shuffled(matters: Matters, entry: Entry) -> Matters:
    return Matters(swap=matters.swap, barred=matters.barred)


def _reminded(matters: Matters, entry: Entry) -> Matters:
    return replace(matters, late="reminded")


def _overdue(matters: Matters, entry: Entry) -> Matters:
    return replace(matters, late="overdue")


def _in_time(matters: Matters, entry: Entry) -> Matters:
    return replace(matters, late="")


def _gone(matters: Matters, entry: Entry) -> Matters:
    matters = _changed_hands(matters, _int(entry.body, "seat"))
    if entry.kind == entries.REMOVED:
        user = _int(entry.body, "user")
        return replace(_without_voter(matters, user), barred=matters.barred | {user})
    return matters if entry.actor is None else _without_voter(matters, entry.actor)


def _voted(matters: Matters, entry: Entry) -> Matters:
    motion = str(entry.body["motion"])
    voter = frozenset() if entry.actor is None else frozenset((entry.actor,))
    # A second vote of the same person takes the first one back.
    now = matters.votes.get(motion, frozenset()) ^ voter
    return _with_votes(matters, {**matters.votes, motion: now})


def _claimed(matters: Matters, entry: Entry) -> Matters:
    seat = _int(entry.body, "seat")
    claim = Claim(seat, _ints(entry.body, "shares"), frozenset((seat,)))
    return replace(matters, claim=claim, refusal=None)


def _overclaimed(matters: Matters, entry: Entry) -> Matters:
    seat = _int(entry.body, "seat")
    return replace(matters, overclaimed=matters.overclaimed | {seat})


def _agreed(matters: Matters, entry: Entry) -> Matters:
    claim = matters.claim
    if claim is None:
        raise ValueError("nothing was claimed")
    agreed = claim.agreed | {_int(entry.body, "seat")}
    return replace(matters, claim=replace(claim, agreed=agreed))


def _refused(matters: Matters, entry: Entry) -> Matters:
    claim = matters.claim
    if claim is None:
        raise ValueError("nothing was claimed")
    return replace(
        matters,
        claim=None,
        played_on=matters.played_on | {claim.seat},
        refusal=(claim.seat, _int(entry.body, "seat")),
    )


def _swap_asked(matters: Matters, entry: Entry) -> Matters:
    return replace(matters, swap=Swap(_int(entry.body, "seat"), _int(entry.body, "with")))


def _swap_agreed(matters: Matters, entry: Entry) -> Matters:
    if matters.swap is None:
        raise ValueError("nobody asked for a swap")
    return replace(matters, swap=replace(matters.swap, agreed=True))


def _no_swap(matters: Matters, entry: Entry) -> Matters:
    return replace(matters, swap=None)


def _swapped(matters: Matters, entry: Entry) -> Matters:
    one, other = motion_on(_int(entry.body, "seat")), motion_on(_int(entry.body, "with"))
    now_about = {one: other, other: one}
    votes = {now_about.get(motion, motion): some for motion, some in matters.votes.items()}
    return _with_votes(replace(matters, swap=None), votes)


_CHANGES: Final[Mapping[str, Callable[[Matters, Entry], Matters]]] = MappingProxyType(
    {
        entries.INVITED: _invited,
        entries.DECLINED: _declined,
        entries.LAPSED: _lapsed,
        entries.SAT: _taken,
        entries.COMPUTER: _taken,
        entries.STARTED: _started,
        entries.ACTED: _moved,
        entries.CUT: _moved,
        entries.SHUFFLED: _shuffled,
        entries.REMINDED: _reminded,
        entries.OVERDUE: _overdue,
        entries.HERE: _in_time,
        entries.RESUMED: _in_time,
        entries.MINDED: _in_time,
        entries.RETURNED: _in_time,
        entries.LEFT: _gone,
        entries.REMOVED: _gone,
        entries.STOOD: _gone,
        entries.VOTED: _voted,
        entries.CLAIMED: _claimed,
        entries.OVERCLAIMED: _overclaimed,
        entries.AGREED: _agreed,
        entries.REFUSED: _refused,
        entries.SWAP_ASKED: _swap_asked,
        entries.SWAP_AGREED: _swap_agreed,
        entries.SWAP_REFUSED: _no_swap,
        entries.SWAPPED: _swapped,
    }
)


def _changed_hands(matters: Matters, seat: int) -> Matters:
    """Drop what was about the person who held a seat."""
    swap = matters.swap
    if swap is not None and seat in (swap.asking, swap.asked):
        swap = None
    claim = matters.claim
    if claim is not None and seat == claim.seat:
        claim = None
    votes = {motion: some for motion, some in matters.votes.items() if motion != motion_on(seat)}
    return _with_votes(replace(matters, late="", swap=swap, claim=claim), votes)


def motion_on(seat: int) -> str:
    """Return the name of the motion to remove who sits at a seat."""
    return f"{REMOVE}:{seat}"


def _with_guests(matters: Matters, guests: Mapping[int, Guest]) -> Matters:
    return replace(matters, invited=MappingProxyType(dict(guests)))


def _without_guest(matters: Matters, user: int) -> Matters:
    kept = {seat: guest for seat, guest in matters.invited.items() if guest.user != user}
    return _with_guests(matters, kept)


def _without_voter(matters: Matters, user: int) -> Matters:
    return _with_votes(matters, {motion: some - {user} for motion, some in matters.votes.items()})


def _with_votes(matters: Matters, votes: Mapping[str, frozenset[int]]) -> Matters:
    kept = {motion: some for motion, some in votes.items() if some}
    return replace(matters, votes=MappingProxyType(kept))


def _int(body: Mapping[str, Json], key: str) -> int:
    value = body[key]
    if not isinstance(value, int):
        raise ValueError(f"{key} is no number")
    return value


def _ints(body: Mapping[str, Json], key: str) -> tuple[int, ...]:
    value = body[key]
    if not isinstance(value, list):
        raise ValueError(f"{key} is no list")
    return tuple(one for one in value if isinstance(one, int))
