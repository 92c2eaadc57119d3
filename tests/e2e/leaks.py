"""Watch everything that the bot sends: no card reaches anybody whose view does not hold it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from bot.games.cards import Card
from bot.stand_in import Interaction, Request
from bot.tables.service import Tables
from bot.tables.table import Table
from tests.e2e.party import Party
from tests.seen_cards import cards_in, cards_within

_UPDATES: Final = (6, 7)
_EPHEMERAL: Final = 1 << 6

Seen = dict[int | None, set[Card]]
"""The cards that each seat (None: the public) has had in its view during one deal."""


class Watch:
    """Compares what was sent with what the views of its readers have held.

    Within a window (from one ``look`` to the next) each request has to fit one deal. The summary of
    a finished deal, which reveals its seed, may show all of it.
    """

    def __init__(self, some: Party) -> None:
        self._party = some
        self._tables: Tables | None = None
        self._seen: dict[int, Seen] = {}
        self._over: set[str] = set()
        self._secret: set[str] = set()
        self._looked = 0
        self.cards_sent = 0
        self.listen()

    def listen(self) -> None:
        """Listen to the bot's tables; again after each restart of the bot."""
        if self._tables is not self._party.tables:
            self._tables = self._party.tables
            self._tables.watch(self._note)

    def _note(self, table: Table) -> None:
        match = table.match
        if match is None:
            return
        seen = self._seen.setdefault(len(table.deals), {})
        for seat in (None, *range(len(table.seats))):
            seen.setdefault(seat, set()).update(cards_within(match.view(seat)))
        done = len(match.results)
        self._over |= {deal.shuffle.seed.hex() for deal in table.deals[:done]}
        self._secret |= {deal.shuffle.seed.hex() for deal in table.deals[done:]}
        if table.shuffle is not None:
            self._secret.add(table.shuffle.seed.hex())

    async def look(self) -> None:
        """Search everything sent since the last look; fail on a card that was not to be seen."""
        await self._party.quiet()
        table = await self._party.table()
        if len(table.deals) not in self._seen:
            self._note(table)
        requests = list(self._party.server.world.requests)
        for request in requests[self._looked :]:
            self._search(request, table)
        self._looked = len(requests)
        for deal in [number for number in self._seen if number < len(table.deals)]:
            del self._seen[deal]

    def _search(self, request: Request, table: Table) -> None:
        text = "\n".join(_texts_within(request.body))
        for seed in self._secret - self._over:
            assert seed not in text, "the seed of an open deal was sent"
        sent = set(cards_in(text))
        self.cards_sent += len(sent)
        if any(seed in text for seed in self._over):
            return
        reader = self._reader(request, table)
        allowed = [seen.get(reader, set()) for seen in self._seen.values()]
        if sent and not any(sent <= some for some in allowed):
            raise AssertionError(f"{request.method} shows seat {reader} what it may not see")

    def _reader(self, request: Request, table: Table) -> int | None:
        """Return the seat that alone reads an answer; None for what everybody may read."""
        parts = request.path.split("?")[0].strip("/").split("/")
        interactions = self._party.server.world.interactions
        if "interactions" in parts:
            one = interactions.opened(int(parts[parts.index("interactions") + 1]))
        elif "webhooks" in parts:
            one = interactions.holder(parts[parts.index("webhooks") + 2])
        else:
            return None
        if one is None or not _private(request, one, parts[-1]):
            return None
        return table.seat_of(one.user.id)


def _private(request: Request, one: Interaction, which: str) -> bool:
    """Tell whether a request by an interaction writes what its person alone sees."""
    if which.isdigit():
        return any(said.id == int(which) and said.ephemeral for said in one.messages)
    if which == "@original":
        return one.message is not None and one.message.ephemeral
    body: Any = request.body
    if "type" in body and body["type"] in _UPDATES:
        return one.source is not None and one.source.ephemeral
    return bool(body.get("data", body).get("flags", 0) & _EPHEMERAL)


def _texts_within(value: object) -> Iterator[str]:
    """Find every text in a request's body, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from _texts_within(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts_within(inner)
