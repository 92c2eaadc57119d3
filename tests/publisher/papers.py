"""Panels of people at a table, in memory: what each shows, and how Discord takes it."""

from __future__ import annotations

import asyncio

from bot.publisher.panels import Opener, Panels
from bot.render.panel import Step
from bot.render.screen import Screen

TABLE, ANN, BO = 1, 101, 102


class Paper:
    """A panel's message; ``fails`` are raised by the next edits."""

    def __init__(self, message: int | None = None) -> None:
        self.message = message
        self.shown: list[str] = []
        self.removed = False
        self.below: Paper | None = None
        self.fails: list[Exception] = []
        self.loses = False
        self.lost = asyncio.Event()
        self.gate = asyncio.Event()
        self.gate.set()
        self.waits = asyncio.Event()

    async def edit(self, screen: Screen) -> None:
        """Change the panel."""
        self.waits.set()
        await self.gate.wait()
        if self.fails:
            raise self.fails.pop(0)
        self.shown.append(screen.text)
        if self.loses:
            self.loses = False
            self.lost.set()
            raise TimeoutError

    async def remove(self) -> None:
        """Take it away."""
        self.removed = True

    async def again(self, screen: Screen) -> Paper:
        """Open another one below."""
        if self.fails:
            raise self.fails.pop(0)
        self.below = Paper()
        self.below.shown.append(screen.text)
        return self.below


class Desk:
    """Panels, and what each person's panel shows now."""

    def __init__(self) -> None:
        self.clock = 100.0
        self.hands: dict[tuple[int, int], str | None] = {}
        self.asleep: str | None = "asleep"
        self.panels = Panels(
            self._draw,
            self._sleep,
            present=lambda table, user: self.present,
            life=900,
            every=0,
            retry=0,
            give_way=3600,
            now=lambda: self.clock,
        )
        self.present: object | None = None
        self.drawn = 0

    async def _draw(self, table: int, user: int, language: str, step: Step | None) -> Screen | None:
        await asyncio.sleep(0)
        self.drawn += 1
        text = self.hands.get((table, user))
        if text == "AS KS":
            raise KeyError(text)
        return None if text is None else Screen(text=text)

    async def _sleep(self, table: int, user: int, language: str, stopping: bool) -> Screen | None:
        return None if self.asleep is None else Screen(text=self.asleep)

    def adopt(self, paper: Paper, text: str, user: int = ANN) -> None:
        """Take a paper as somebody's live panel that shows a text."""
        self.hands[TABLE, user] = text
        self.panels.adopt(TABLE, user, paper, Screen(text=text), "en")

    def show(self, text: str, user: int = ANN) -> None:
        """Let a panel change, and ask for it."""
        self.hands[TABLE, user] = text
        self.panels.refresh(TABLE)

    async def settle(self) -> None:
        """Wait until all is written."""
        await self.panels.settle()


def opening(paper: Paper, *fails: Exception) -> Opener:
    """Return what opens a paper, after failing so often."""
    left = list(fails)

    async def opener(screen: Screen) -> Paper:
        if left:
            raise left.pop(0)
        await paper.edit(screen)
        return paper

    return opener
