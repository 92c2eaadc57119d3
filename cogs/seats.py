"""What people may do about seats, turns that last too long, votes, claims and swaps."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from types import MappingProxyType
from typing import Final

from bot.games.game import Refused
from bot.render import pages, votes
from bot.render.board import teller
from bot.render.custom_ids import CustomId
from bot.render.seats import seats
from bot.render.tell import tell
from bot.tables import agreement, deadlines, lobby, moves
from bot.tables import votes as voting
from bot.tables.entries import Entry
from bot.tables.errors import Stale, TableRefused
from bot.tables.matters import END
from bot.tables.moves import Move, Person
from bot.tables.read import TableRead
from bot.tables.table import Table
from cogs.house import (
    Click,
    House,
    language_of,
    person_of,
    private,
    put_panel,
    respond,
    seat_named,
    values_of,
    whole,
)
from cogs.opening import acknowledge
from cogs.refusals import sentence, why_not

Handler = Callable[[Click, CustomId], Coroutine[None, None, None]]

MAX_TRICKS: Final = 99


class Seats:
    """Handlers by verb; each checks nothing itself: the tables do."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.handlers: Mapping[str, Handler] = MappingProxyType(
            {
                "seats": self._seats,
                "seatof": self._seats,
                "seatdo": self._seat_do,
                "clock": self._clock,
                "quiet": self._quiet,
                "hints": self._hints,
                "decline": self._decline,
                "standin": self._stand_in,
                "vote": self._vote,
                "claim": self._claim,
                "claimof": self._claim_of,
                "agree": self._agree,
                "playon": self._play_on,
                "swap": self._swap,
            }
        )

    # ------------------------------------------------------------------ the page about seats

    async def _seats(self, click: Click, wanted: CustomId) -> None:
        values = values_of(click)
        chosen = (
            whole(values[0], "no_seat_there", 3) if wanted.verb == "seatof" and values else None
        )
        read = await self._house.tables.read(wanted.table, click.user.id)
        await self._page(click, read, chosen)

    async def _page(
        self, click: Click, read: TableRead, chosen: int | None = None, note: str = ""
    ) -> None:
        if chosen is not None and chosen >= len(read.seats):
            raise TableRefused("no_seat_there")
        levels = self._house.levels.get(read.game.key, ())
        page = seats(read, language_of(click), click.user.id, levels, chosen=chosen, note=note)
        await respond(click, page)

    async def _seat_do(self, click: Click, wanted: CustomId) -> None:
        """Do what was chosen about a seat, and show the page as it is then."""
        values = values_of(click)
        if not values or not wanted.args:
            raise TableRefused("unknown_button")
        what, _, detail = values[0].partition(":")
        number = seat_named(wanted)
        person = person_of(click)
        done: dict[str, Callable[[Table], list[Entry]]] = {
            "computer": lambda now: moves.add_computer(
                now, person, self._house.level(now.game.key, (detail,)), number
            ),
            "free": lambda now: _free(now, person, number),
            "host": lambda now: lobby.hand_over(now, person, number),
            "remove": lambda now: voting.remove(now, person, number),
            "swap": lambda now: agreement.ask_swap(now, person, number),
        }
        if what not in done:
            raise TableRefused("unknown_button")
        note = tell(language_of(click)).text(f"seats.done.{what}")
        await self._change(click, wanted, done[what], note)

    async def _change(self, click: Click, wanted: CustomId, move: Move, note: str = "") -> None:
        """Change something about the seats, and show the page as it is then, with a line on top.

        That line says why, where it was refused.
        """
        tables = self._house.tables
        try:
            read = await tables.do(wanted.table, person_of(click), move)
        except Refused as refused:
            if not private(click) or refused.code == "no_such_table":
                raise
            read = await tables.read(wanted.table, click.user.id)
            note = sentence(refused, language_of(click), read)
        await self._page(click, read, note=note)

    async def _clock(self, click: Click, wanted: CustomId) -> None:
        values = values_of(click)
        await self._set(click, wanted, clock=values[0] if values else "")

    async def _quiet(self, click: Click, wanted: CustomId) -> None:
        await self._set(click, wanted, quiet=wanted.args == ("yes",))

    async def _hints(self, click: Click, wanted: CustomId) -> None:
        await self._set(click, wanted, hints=wanted.args == ("yes",))

    async def _set(self, click: Click, wanted: CustomId, **changed: str | bool) -> None:
        person = person_of(click)
        await self._change(click, wanted, lambda now: lobby.change_settings(now, person, **changed))

    # ------------------------------------------------------------------ on the board and in panels

    async def _decline(self, click: Click, wanted: CustomId) -> None:
        person = person_of(click)
        await self._do(click, wanted, lambda now: lobby.decline(now, person))

    async def _stand_in(self, click: Click, wanted: CustomId) -> None:
        person, number = person_of(click), seat_named(wanted)
        await self._do(click, wanted, lambda now: deadlines.stand_in(now, person, number))

    async def _vote(self, click: Click, wanted: CustomId) -> None:
        person = person_of(click)
        if wanted.args == (END,):
            await self._do(click, wanted, lambda now: voting.end(now, person))
            return
        number = whole(wanted.args[-1] if wanted.args else "", "no_seat_there", 3)
        await self._do(click, wanted, lambda now: voting.remove(now, person, number))

    async def _agree(self, click: Click, wanted: CustomId) -> None:
        person = person_of(click)
        await self._do(click, wanted, lambda now: agreement.agree(now, person))

    async def _play_on(self, click: Click, wanted: CustomId) -> None:
        person = person_of(click)
        await self._do(click, wanted, lambda now: agreement.play_on(now, person))

    async def _swap(self, click: Click, wanted: CustomId) -> None:
        person = person_of(click)
        chosen = agreement.agree_swap if wanted.args == ("yes",) else agreement.refuse_swap
        await self._do(click, wanted, lambda now: chosen(now, person))

    async def _do(self, click: Click, wanted: CustomId, move: Move) -> None:
        """Do something about what is pending; show the panel anew where it was pressed there.

        It says why, where that was refused.
        """
        tables, language, note = self._house.tables, language_of(click), ""
        async with self._house.panels.turn(wanted.table, click.user.id):
            try:
                read = await tables.do(wanted.table, person_of(click), move)
            except Refused as refused:
                if not private(click) or refused.code == "no_such_table":
                    raise
                read = await tables.read(wanted.table, click.user.id)
                if read.view is None:
                    raise
                note = why_not(refused, wanted, language, read)
            if private(click) and read.view is not None:
                await put_panel(self._house, click, read, language, note)
            else:
                await acknowledge(click)

    # ------------------------------------------------------------------ claims

    async def _claim(self, click: Click, wanted: CustomId) -> None:
        """Show what can be claimed, or claim it where it is said."""
        user, language = click.user.id, language_of(click)
        if wanted.moment.version is None:
            read = await self._house.tables.read(wanted.table, user)
            await respond(click, votes.claim_page(read, teller(read, language)))
            return
        shares = _shares(wanted.args)
        await self._house.tables.claim(
            wanted.table, person_of(click), wanted.moment.version, shares
        )
        await respond(click, pages.note(tell(language).text("claim.made")))

    async def _claim_of(self, click: Click, wanted: CustomId) -> None:
        values = values_of(click)
        read = await self._house.tables.read(wanted.table, click.user.id)
        told = teller(read, language_of(click))
        if wanted.moment.version != read.version:
            note = told.refusal(Stale())
            await respond(click, votes.claim_page(read, told, note=note))
            return
        shares = _shares(tuple(values[0].split("-")) if values else ())
        if shares not in read.shares:
            raise TableRefused("nothing_to_claim")
        await respond(click, votes.claim_sure(read, shares, told))


def _free(table: Table, person: Person, number: int) -> list[Entry]:
    if number in table.matters.invited:
        return lobby.free_seat(table, person, number)
    return moves.remove_computer(table, person, number)


def _shares(texts: tuple[str, ...]) -> tuple[int, ...]:
    shares = tuple(int(text) for text in texts if text.isascii() and text.isdigit())
    if len(shares) != len(texts) or max(shares, default=MAX_TRICKS) >= MAX_TRICKS:
        raise TableRefused("nothing_to_claim")
    return shares
