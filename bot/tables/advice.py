"""What a computer would do in a person's place, and why: told to that person alone."""

from __future__ import annotations

from dataclasses import dataclass

from bot.computers.registry import strongest
from bot.computers.thinking import Thinker
from bot.games.game import Action
from bot.tables.service import Tables


@dataclass(frozen=True, slots=True)
class Advice:
    """An action, and the reason for it: a stable word (``why.<game>.<reason>``) and its facts."""

    action: Action
    reason: str
    facts: tuple[tuple[str, str | int], ...] = ()


class Adviser:
    """Asks the strongest computer player for advice; it sees what the person sees, and no more."""

    def __init__(self, tables: Tables, thinker: Thinker) -> None:
        self._tables = tables
        self._thinker = thinker

    async def advise(self, table_id: int, user: int) -> Advice | None:
        """Return what to do in the decision that the person faces; None where there is none."""
        table = await self._tables.table(table_id)
        seat = table.seat_of(user)
        match = table.match
        if seat is None or match is None or table.phase != "playing":
            return None
        view = match.view(seat)
        if view.decision is None:
            return None
        game = table.game.key
        seed = f"advice:{table.id}:{table.version}:{seat}"
        choice = await self._thinker.think(game, strongest(game), view, match.memory(seat), seed)
        if choice is None:
            return None
        return Advice(choice.action, choice.reason, choice.facts)
