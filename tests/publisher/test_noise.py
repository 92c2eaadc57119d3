"""However many tables are played at full speed, the bot stays inside what Discord allows."""

from __future__ import annotations

import asyncio
import itertools
import selectors
from collections import Counter, defaultdict
from collections.abc import Callable, Coroutine, Iterable
from random import Random

from bot.publisher.boards import EDIT_EVERY, Boards, Drawn, Posted
from bot.publisher.budget import Budget, Urgency
from bot.render.screen import Screen

A_SECOND = 50
"""Requests that Discord allows a bot in any second."""

A_CHANNEL = (5, 5.0)
"""Edits, and messages, that it allows in one channel, and in how many seconds."""


MOMENT = 1e-6
"""Seconds that doing anything takes."""


class _Never(selectors.DefaultSelector):
    """Waits for nothing: what would be waited for has passed at once."""

    passes: Callable[[float], None]

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        self.passes(max(timeout or 0.0, MOMENT))
        return super().select(0)


class Leaping(asyncio.SelectorEventLoop):
    """A loop whose time leaps to the next thing that is waited for."""

    def __init__(self) -> None:
        self.at = 0.0
        selector = _Never()
        selector.passes = self._pass
        super().__init__(selector)

    def time(self) -> float:
        """Return the loop's own time, in seconds."""
        return self.at

    def _pass(self, seconds: float) -> None:
        self.at += seconds


def leaping(work: Callable[[], Coroutine[None, None, None]]) -> None:
    """Run something in a time that leaps."""
    with asyncio.Runner(loop_factory=Leaping) as runner:
        runner.run(work())


class Hall:
    """Tables each in a channel of its own, and what Discord gets to hear of them."""

    def __init__(self, people: Iterable[int] = ()) -> None:
        loop = asyncio.get_running_loop()
        self.people = frozenset(people)
        self.state: Counter[int] = Counter()
        self.shown: dict[int, int] = {}
        self.sent: list[tuple[float, str, int]] = []
        self.late: dict[int, float] = {}
        self.waiting: set[int] = set()
        self.behind: dict[Urgency, list[float]] = {one: [] for one in Urgency}
        self._changed: dict[int, float] = {}
        self._numbers = itertools.count(1)
        self._loop = loop
        self.boards = Boards(
            self,
            self._draw,
            self._remember,
            lambda *_: None,
            caught_up=lambda who, seconds: self.behind[who].append(seconds),
            budget=Budget(),
            now=loop.time,
            steady=loop.time,
        )

    async def _draw(self, table: int) -> Drawn:
        return Drawn(table, Screen(text=str(self.state[table])), self._urgency(table))

    def _urgency(self, table: int) -> Urgency:
        if table in self.waiting:
            return Urgency.PERSON_WAITS
        return Urgency.PEOPLE_WATCH if table in self.people else Urgency.COMPUTERS_ONLY

    async def _remember(self, table: int, board: Posted | None) -> None:
        return None

    def _shows(self, kind: str, channel: int, screen: Screen) -> None:
        now = self._loop.time()
        self.sent.append((now, kind, channel))
        if screen.text.isdigit():
            self.shown[channel] = int(screen.text)
            since = self._changed.get(channel, now)
            self.late[channel] = max(self.late.get(channel, 0.0), now - since)
            if self.shown[channel] == self.state[channel]:
                self._changed.pop(channel, None)

    async def send(self, channel: int, screen: Screen, nonce: str) -> int:
        """Post a message."""
        self._shows("send", channel, screen)
        return next(self._numbers)

    async def edit(self, channel: int, message: int, screen: Screen, shown: Screen | None) -> None:
        """Change a message."""
        self._shows("edit", channel, screen)

    async def delete(self, channel: int, message: int) -> None:
        """Delete a message."""
        self.sent.append((self._loop.time(), "delete", channel))

    async def plays(
        self,
        table: int,
        pause: float,
        cards: int,
        deal: int = 52,
        *,
        before: int = 0,
        panel: Callable[[int], bool] = lambda _: True,
    ) -> None:
        """Let a table change at each card, and leave a summary after each deal.

        So many cards were played ``before``. ``panel`` tells at which cards the one whose turn it
        is sees it all on a panel, without the board.
        """
        for card in range(before + 1, before + cards + 1):
            await asyncio.sleep(pause)
            self.state[table] += 1
            self._changed.setdefault(table, self._loop.time())
            if card % deal == 0:
                self.boards.post(table, table, Screen(text="summary"), f"s{table}-{card}")
            if panel(card):
                self.waiting.discard(table)
            else:
                self.waiting.add(table)
            self.boards.refresh(table, self._urgency(table))


def most_within(times: list[float], seconds: float) -> int:
    """Return how many of some moments, in order, fall into so many seconds at most."""
    first, most = 0, 0
    for last, at in enumerate(times):
        while times[first] <= at - seconds:
            first += 1
        most = max(most, last - first + 1)
    return most


def keeps_the_limits(hall: Hall) -> None:
    """Assert that Discord would have refused nothing."""
    assert most_within([at for at, _, _ in hall.sent], 1.0) <= A_SECOND
    number, seconds = A_CHANNEL
    by_channel: dict[tuple[str, int], list[float]] = defaultdict(list)
    for at, kind, channel in hall.sent:
        by_channel[kind, channel].append(at)
    for (kind, _), times in by_channel.items():
        assert kind == "delete" or most_within(times, seconds) <= number, kind


def test_a_hundred_tables_of_computers_at_full_speed_keep_the_limits() -> None:
    async def evening() -> None:
        hall = Hall()
        tables = range(1, 101)
        await asyncio.gather(*(hall.plays(table, 0.4 + table / 1000, 156) for table in tables))
        await hall.boards.settle()
        keeps_the_limits(hall)
        assert hall.shown == dict(hall.state), "each board shows the latest in the end"
        edits = sum(kind == "edit" for _, kind, _ in hall.sent)
        assert edits < sum(hall.state.values()) / 4, "what nobody could read is not written"
        assert max(hall.late.values()) < 15

    leaping(evening)


def test_people_are_shown_what_happens_while_a_hundred_tables_of_computers_play() -> None:
    async def evening() -> None:
        hall = Hall(people=range(201, 211))
        computers = [hall.plays(table, 0.4, 156) for table in range(1, 101)]
        people = [hall.plays(table, 1.0, 52) for table in sorted(hall.people)]
        await asyncio.gather(*computers, *people)
        await hall.boards.settle()
        keeps_the_limits(hall)
        assert max(hall.late[table] for table in hall.people) < 2 * EDIT_EVERY

    leaping(evening)


def test_a_table_that_changes_all_the_time_is_edited_five_times_in_five_seconds_at_most() -> None:
    async def evening() -> None:
        hall = Hall(people=(1,))
        await hall.plays(1, 0.05, 1000, deal=2000)
        await hall.boards.settle()
        keeps_the_limits(hall)
        edits = [at for at, kind, _ in hall.sent if kind == "edit"]
        assert len(edits) > 40, "and not much seldomer"

    leaping(evening)


def test_at_a_thousand_tables_nobody_waits_long_for_a_board_and_no_board_is_left_behind() -> None:
    async def evening() -> None:
        hall = Hall(people=range(1, 1001))
        chance = Random("a thousand tables")

        async def table(number: int) -> None:
            await asyncio.sleep(chance.uniform(0, 5))
            before, without = chance.randrange(60), chance.randrange(100)
            await hall.plays(
                number, 5.0, 16, 60, before=before, panel=lambda card: (card + without) % 100 != 0
            )

        await asyncio.gather(*(table(number) for number in sorted(hall.people)))
        keeps_the_limits(hall)
        waited = hall.behind[Urgency.PERSON_WAITS]
        assert len(waited) > 100
        assert max(waited) < 5
        assert max(hall.behind[Urgency.PEOPLE_WATCH]) < 30

    leaping(evening)
