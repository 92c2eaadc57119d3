"""What people are left time for: to see what the next card covers, and to speak before it falls.

A finished trick stays in view for a moment, and so does the chance to do something out of turn
(declare 31). Cards that come too soon wait, whoever plays them; words of people never do.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from bot.games.game import Action, Decision, Event, Match
from bot.games.kept import waits_for
from bot.tables.table import Table


class TooSoon(Exception):
    """A change that has to wait: so many seconds, or until something happens at its table."""

    def __init__(self, seconds: float, stirred: asyncio.Future[None]) -> None:
        super().__init__("too soon")
        self._seconds = seconds
        self._stirred = stirred

    async def over(self) -> None:
        """Wait until the change may be tried again."""
        await asyncio.wait({self._stirred}, timeout=self._seconds)


@dataclass(slots=True)
class _InView:
    """When something was last shown, and until when each seat is being asked to confirm."""

    since: float
    asked: dict[int, float] = field(default_factory=dict)


class Courtesy:
    """Remembers when each table last showed something that the next card covers.

    ``seconds`` is how long that stays, ``confirm`` how much longer a person may think over an
    action out of turn that is to be confirmed: once in each gap between two cards.
    """

    def __init__(
        self,
        seconds: float = 0.0,
        confirm: float = 0.0,
        *,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self._seconds = seconds
        self._confirm = confirm
        self._now = now
        self._in_view: dict[int, _InView] = {}
        self._held_back: dict[int, asyncio.Future[None]] = {}

    def saw(self, table: Table, events: Sequence[Event]) -> None:
        """Take note of what a change has put in view."""
        if not table.open:
            self._in_view.pop(table.id, None)
        elif any(event.stays for event in events):
            self._in_view[table.id] = _InView(self._now())
        self.stir(table.id)

    def shown_for(self, table: Table) -> float | None:
        """Return for how many seconds something has been in view; None where nothing is known."""
        in_view = self._in_view.get(table.id)
        return None if in_view is None else self._now() - in_view.since

    def considers(self, table: Table, seat: int) -> None:
        """Take note that a person is asked to confirm something out of turn."""
        in_view = self._in_view.setdefault(table.id, _InView(self._now()))
        in_view.asked.setdefault(seat, self._now() + self._confirm)

    def considered(self, table: Table, seat: int) -> None:
        """Take note that the person thinks it over no longer; they are not waited for again."""
        in_view = self._in_view.get(table.id)
        if in_view is not None and seat in in_view.asked:
            in_view.asked[seat] = 0.0
            self.stir(table.id)

    def hold_back(self, table_id: int, seconds: float) -> TooSoon:
        """Return what a change raises that has to wait so long."""
        loop = asyncio.get_running_loop()
        return TooSoon(seconds, self._held_back.setdefault(table_id, loop.create_future()))

    def holds_back(self, table_id: int) -> bool:
        """Tell whether a change of a table was held back and nothing has happened there since."""
        return table_id in self._held_back

    def stir(self, table_id: int) -> None:
        """Let what was held back at a table look whether it still has to wait."""
        stirred = self._held_back.pop(table_id, None)
        if stirred is not None:
            stirred.set_result(None)

    def left(self, before: Table, after: Table) -> float:
        """Return how many seconds a change of the table still has to wait."""
        in_view = self._in_view.get(before.id)
        acted = _action(before, after)
        if in_view is None or before.match is None or after.match is None:
            return 0.0
        if acted is None:
            return self._last_chance(in_view, before, after)
        led = not before.match.view(None).trick and bool(after.match.view(None).trick)
        if before.seats[acted.seat].person and not led:
            return 0.0
        unasked = acted in before.match.others().get(acted.seat, ())
        until = 0.0
        for number, seat in enumerate(before.seats):
            if number == acted.seat or not seat.person:
                continue
            # Whoever is asked may be about to say the same that another says unasked.
            closes = unasked or _closes(before.match, after.match, number)
            if closes or (led and not before.game.looks_back):
                until = max(until, in_view.since + self._seconds)
            if closes:
                until = max(until, in_view.asked.get(number, 0.0))
        return max(0.0, until - self._now())

    def _last_chance(self, in_view: _InView, before: Table, after: Table) -> float:
        """Return how long a new deal, or the end, waits for whoever is asked to confirm a claim."""
        ends = len(after.deals) > len(before.deals) or after.phase == "over"
        thinking = [
            until
            for number, until in in_view.asked.items()
            if ends and before.seats[number].person and _others(before.match, number)
        ]
        return max(0.0, max(thinking, default=0.0) - self._now())


def _others(match: Match | None, seat: int) -> tuple[Action, ...]:
    return () if match is None else match.view(seat).others


def _action(before: Table, after: Table) -> Action | None:
    """Return the action by which a table became another; None where it changed otherwise."""
    if not before.deals or len(before.deals) != len(after.deals):
        return None
    done = after.deals[-1].actions
    return done[-1] if len(done) > len(before.deals[-1].actions) else None


def _closes(before: Match, after: Match, seat: int) -> bool:
    """Tell whether a seat can no longer do something that it could do out of turn."""
    open_still = after.view(seat).others
    decision = waits_for(after)
    if isinstance(decision, Decision) and decision.player == seat:
        open_still = (*open_still, *decision.actions)
    return any(action not in open_still for action in before.view(seat).others)
