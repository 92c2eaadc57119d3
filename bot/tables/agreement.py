"""What the people at a table agree on: how the last tricks go, and who changes seats with whom.

Every function is pure: a table and a wish in, entries out, or a TableRefused with its code. A claim
stops the play until all have agreed or somebody would rather play on.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.games import claims
from bot.games.cards import card
from bot.games.game import Action
from bot.tables import entries
from bot.tables.entries import Entry, Json
from bot.tables.errors import Stale, TableRefused
from bot.tables.moves import Person, acted, require_open, swapped
from bot.tables.table import Table, action_to_json

Shares = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Settlement:
    """A claim as the cards allow it, and the plays that give it; none where they cannot."""

    shares: Shares
    line: tuple[Action, ...] | None


def settle(table: Table, person: Person, version: int, shares: Shares) -> Settlement:
    """Return how a claim would be settled; raise TableRefused where it may not be made.

    Who concedes everything concedes as much as the cards allow: a trick can be sure to come. It
    can take a second: call it where nobody waits.
    """
    seat = _require_claimant(table, person, version)
    match = table.match
    possible = () if match is None else claims.possible(table.game, match)
    if match is None or shares not in possible:
        raise TableRefused("nothing_to_claim")
    mine = table.game.side_of(seat)
    if shares[mine]:
        certain = claims.certain(table.game, match, seat)
        if seat in table.matters.played_on and not certain:
            raise TableRefused("claimed_already")
        return Settlement(shares, claims.line(table.game, match, shares))
    offered = [shares]
    if len(shares) == 2:
        offered = sorted(possible, key=lambda one: one[mine])
    for one in offered:
        line = claims.line(table.game, match, one)
        if line is not None:
            return Settlement(one, line)
    return Settlement(shares, None)


def claim(table: Table, person: Person, version: int, settlement: Settlement) -> list[Entry]:
    """Claim a share of the tricks left, and show one's hand.

    What the cards cannot give is refused without the hand being shown, and there is no second
    claim in the deal: nobody finds out by trying where the cards lie.
    """
    seat = _require_claimant(table, person, version)
    if settlement.line is None:
        return [Entry(entries.OVERCLAIMED, {"seat": seat}, person.id)]
    plays: list[Json] = [action_to_json(action) for action in settlement.line]
    body: dict[str, Json] = {"seat": seat, "shares": list(settlement.shares), "line": plays}
    return [Entry(entries.CLAIMED, body, person.id)]


def _require_claimant(table: Table, person: Person, version: int) -> int:
    """Return the seat of a person who may claim now; raise TableRefused."""
    seat = _player(table, person)
    match = table.match
    if table.version != version or match is None:
        raise Stale
    if table.matters.claim is not None:
        raise TableRefused("claim_pending")
    if not claims.claimable(table.game, match):
        raise TableRefused("nothing_to_claim")
    if seat == claims.silent(table.game, match):
        raise TableRefused("dummy_claims_nothing")
    if seat in table.matters.overclaimed and not claims.certain(table.game, match, seat):
        raise TableRefused("claimed_already")
    return seat


def waiting(table: Table) -> tuple[int, ...]:
    """Return the seats whose consent to a claim is still missing."""
    claim = table.matters.claim
    if claim is None or table.match is None:
        return ()
    silent = claims.silent(table.game, table.match)
    seats = range(len(table.seats))
    return tuple(n for n in seats if n not in claim.agreed and n != silent)


def agree(table: Table, person: Person) -> list[Entry]:
    """Agree to a claim; with the last consent the deal is settled by it."""
    seat = _asked(table, person)
    return _agreed(table, (seat,), person.id)


def play_on(table: Table, person: Person) -> list[Entry]:
    """Refuse a claim, or withdraw one's own: the play goes on."""
    seat = _player(table, person)
    claim = table.matters.claim
    if claim is None:
        raise Stale
    if seat != claim.seat:
        _asked(table, person)
    return [Entry(entries.REFUSED, {"seat": seat}, person.id)]


def answer(table: Table) -> list[Entry]:
    """Let the computers answer a claim: they agree to what is certain, or gives them everything."""
    asked = [seat for seat in waiting(table) if not table.seats[seat].person]
    if not asked:
        raise Stale
    for seat in asked:
        if not sees(table, seat):
            return [Entry(entries.REFUSED, {"seat": seat})]
    return _agreed(table, tuple(asked), None)


def lapse(table: Table) -> list[Entry]:
    """Let a claim that was not answered in time fall."""
    claim = table.matters.claim
    if claim is None:
        raise Stale
    return [Entry(entries.REFUSED, {"seat": claim.seat})]


def _agreed(table: Table, seats: tuple[int, ...], actor: int | None) -> list[Entry]:
    written = [Entry(entries.AGREED, {"seat": seat}, actor) for seat in seats]
    if set(waiting(table)) <= set(seats):
        for action in table.claimed:
            written.extend(acted(table, action, None))
    return written


def sees(table: Table, seat: int) -> bool:
    """Tell whether a computer at a seat sees that a claim is right."""
    claim, match, decision = table.matters.claim, table.match, table.decision
    if claim is None or match is None or decision is None:
        return False
    side_of = table.game.side_of
    others = sum(claim.shares) - claim.shares[side_of(seat)]
    if not others or side_of(seat) == side_of(claim.seat):
        return True
    if others != claim.shares[side_of(claim.seat)] or match.view(None).trick:
        return False
    if decision.player != claim.seat:
        return False
    hand = match.view(claim.seat).hand
    if decision.seat != claim.seat:
        hand = tuple(card(one.args[0]) for one in decision.actions if one.verb == "play")
    return others <= claims.sure(table.game, match, seat, hand)


def _player(table: Table, person: Person) -> int:
    require_open(table)
    seat = table.seat_of(person.id)
    if seat is None:
        raise TableRefused("not_seated")
    if table.phase != "playing":
        raise TableRefused("not_playing")
    if table.seats[seat].level is not None:
        raise TableRefused("computer_minds_seat")
    return seat


def _asked(table: Table, person: Person) -> int:
    seat = _player(table, person)
    if seat not in waiting(table):
        raise Stale
    return seat


# ---------------------------------------------------------------------- swapping seats


def ask_swap(table: Table, person: Person, number: int) -> list[Entry]:
    """Ask who sits at a seat to change seats."""
    require_open(table)
    mine = table.seat_of(person.id)
    if mine is None:
        raise TableRefused("not_seated")
    if not 0 <= number < len(table.seats) or number == mine:
        raise TableRefused("no_seat_there")
    if not table.seats[number].person:
        raise TableRefused("nobody_there")
    if table.matters.swap is not None:
        raise TableRefused("swap_pending")
    return [Entry(entries.SWAP_ASKED, {"seat": mine, "with": number}, person.id)]


def agree_swap(table: Table, person: Person) -> list[Entry]:
    """Agree to change seats: at once, or before the next deal where cards are on the table."""
    require_open(table)
    swap = table.matters.swap
    if swap is None or swap.agreed or table.seat_of(person.id) != swap.asked:
        raise Stale
    agreed = Entry(entries.SWAP_AGREED, {}, person.id)
    return [agreed, *swapped(table)] if not _dealt(table) else [agreed]


def refuse_swap(table: Table, person: Person) -> list[Entry]:
    """Refuse to change seats, or withdraw the wish, as long as it is not done."""
    require_open(table)
    swap = table.matters.swap
    if swap is None or table.seat_of(person.id) not in (swap.asking, swap.asked):
        raise Stale
    return [Entry(entries.SWAP_REFUSED, {}, person.id)]


def _dealt(table: Table) -> bool:
    """Tell whether somebody who changes seats now would see two hands of a deal."""
    return table.phase == "playing" and (table.decision is not None or table.shuffle is not None)
