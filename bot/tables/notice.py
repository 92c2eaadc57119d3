"""What the subscribers of a table hear of each change, after it is committed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from bot.games.game import Event
from bot.tables.read import DealRead, TableRead, read_deal
from bot.tables.table import Table


@dataclass(frozen=True, slots=True)
class Notice:
    """That a table has changed: what everybody may see of it, what happened, and who did it.

    ``deals`` are those that ended (or were scored again) with this change, everything face up.
    ``moved`` tells that the game moved on, ``seated`` that people or computers changed seats,
    ``opened`` that the table is new, ``begun`` that its match has begun, ``late`` that a turn is
    waited for too long from now on. ``gone`` are the people who sit there no more.
    """

    read: TableRead
    events: tuple[Event, ...]
    actor: int | None
    deals: tuple[DealRead, ...] = ()
    moved: bool = False
    seated: bool = False
    opened: bool = False
    begun: bool = False
    late: bool = False
    gone: frozenset[int] = frozenset()


Subscriber = Callable[[Notice], None]


def notice_of(
    before: Table | None,
    after: Table,
    read: TableRead,
    events: tuple[Event, ...],
    actor: int | None,
) -> Notice:
    """Return what is to be told of a change; before is None where the table is new.

    ``read`` is what everybody may see of it afterwards.
    """
    return Notice(
        read=read,
        events=events,
        actor=actor,
        deals=_scored(before, after),
        moved=before is None or before.version != after.version,
        seated=before is None or before.seats != after.seats,
        opened=before is None,
        begun=after.match is not None and (before is None or before.match is None),
        late=bool(after.matters.late)
        and before is not None
        and before.matters.late != after.matters.late,
        gone=frozenset() if before is None else frozenset(before.people) - frozenset(after.people),
    )


def _scored(before: Table | None, after: Table) -> tuple[DealRead, ...]:
    """Return the deals that a change has finished, or whose result it has changed."""
    was = () if before is None or before.match is None else before.match.results
    now = () if after.match is None else after.match.results
    return tuple(
        read_deal(after, number, again=number <= len(was))
        for number, result in enumerate(now, 1)
        if number > len(was) or (was[number - 1] is not result and was[number - 1] != result)
    )
