"""Measure the whole bot at a stand-in of Discord, in ratios against bounds and a bare client.

Both run as processes of their own on this machine. What depends on the machine is told as measured;
a line ends in ``ok``, or in ``NOT`` where a bound is not kept here. The exit status is 1 then.
"""

from __future__ import annotations

import argparse
import asyncio
import socket
from typing import Final

from bot.bench import cards, crowds
from bot.games.registry import GAMES

MOST_TIMES: Final = 3.0
"""A played card may cost so many times what a bare client's answer costs."""

BOUNDS: Final = {50: 25.0, 200: 50.0, 400: 250.0}
"""Milliseconds within which 99 of 100 clicks are answered, by clicks a second."""

KEPT_UP: Final = 0.85
"""Which part of the clicks has to come in: where fewer do, the figures are of a smaller crowd."""

FULL: Final = 0.85
"""The share of a core with which the crowd's own process is taken up, and measures itself."""

FLAT: Final = 1.1
"""How many times its memory the bot may hold at the end."""


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what is measured, and for how long."""
    parser.add_argument("--seconds", type=float, default=10.0, metavar="S", help="each part")
    parser.add_argument(
        "--rates", type=int, nargs="*", default=[50], metavar="R", help="clicks a second"
    )
    parser.add_argument("--tables", type=int, default=50, metavar="N", help="at a person's pace")
    parser.add_argument("--people", type=int, default=4, metavar="P", help="at each of them")
    parser.add_argument(
        "--budget", type=float, default=None, metavar="R", help="requests a second for boards"
    )
    parser.add_argument("--pause", type=float, default=5.0, metavar="S", help="before a card")
    parser.add_argument("--game", choices=[*GAMES], default="biritch", metavar="GAME")
    parser.add_argument(
        "--parts", nargs="*", choices=["cards", "rates", "crowd"], default=None, metavar="PART"
    )


def run(given: argparse.Namespace) -> int:
    """Measure, and print a line for each figure."""
    return asyncio.run(_run(given))


async def _run(given: argparse.Namespace) -> int:
    parts = given.parts or ["cards", "rates", "crowd"]
    good = True
    if "cards" in parts:
        good = await _cards(given.seconds) and good
    if "rates" in parts:
        for rate in given.rates:
            good = await _rate(rate, given.seconds) and good
    if "crowd" in parts:
        good = await _crowd(given) and good
    return 0 if good else 1


async def _cards(seconds: float) -> bool:
    # The bare client sends words alone, and so does the bot that is compared with it.
    card, panel = await cards.of_the_bot("bura", 10, seconds, 0.2, _port(), pictures=False)
    bare = await cards.of_a_bare_client(panel, 10, seconds, 0.2)
    times = card.each / bare.each if bare.clicks else 0.0
    text = (
        f"a played card: {card.each:.2f} ms of a core, a bare client's answer of as many words"
        f" {bare.each:.2f} ms: {times:.1f} times (at most {MOST_TIMES:.0f})"
    )
    drawn, _ = await cards.of_the_bot("bura", 10, seconds, 0.2, _port(), pictures=True)
    print(f"  with pictures beside the boards: {drawn.each:.2f} ms")
    return _say(text, 0 < times <= MOST_TIMES)


async def _rate(rate: int, seconds: float) -> bool:
    cost, panel = await crowds.at_rate(rate, seconds, _port())
    bare = await crowds.bare_at_rate(panel, rate, seconds)
    bound = BOUNDS.get(rate)
    p99 = cost.within(0.99)
    text = (
        f"{rate} clicks a second ({cost.rate:.0f} came in), boards with pictures: half within"
        f" {cost.within(0.5):.1f} ms, 99 of 100 within {p99:.1f} ms"
        f"{f' (at most {bound:.0f})' if bound else ''}, {len(cost.failed)} failed,"
        f" {cost.each:.2f} ms a click, {cost.cpu / cost.seconds:.0%} of a core"
    )
    kept_up = cost.rate >= rate * KEPT_UP
    good = _say(text, kept_up and not cost.failed and (bound is None or p99 <= bound))
    if not kept_up:
        full = cost.own / cost.seconds >= FULL
        why = "the crowd could not press more often" if full else "the bot or its core fell behind"
        print(f"  too few came in, for {why}: so fare {cost.rate:.0f} a second, not {rate}")
    _say_of_the_crowd(cost)
    print(
        f"  a bare discord.py client ({bare.rate:.0f} came in): half within"
        f" {bare.within(0.5):.1f} ms, 99 of 100 within {bare.within(0.99):.1f} ms,"
        f" {bare.each:.2f} ms a click, {bare.cpu / bare.seconds:.0%} of a core",
        flush=True,
    )
    return good


async def _crowd(given: argparse.Namespace) -> bool:
    # A part of the tables with that part of the budget is what one of several processes has.
    own = {} if given.budget is None else {"requests_per_second": given.budget}
    kept = await crowds.at_a_persons_pace(
        given.tables, given.people, given.game, given.seconds, given.pause, _port(), **own
    )
    cost, (before, after) = kept.cost, kept.memory
    print(
        f"{given.tables} tables of {given.game} with {given.people} people,"
        f" {cost.rate:.0f} clicks/s:"
    )
    _say_of_the_crowd(cost)
    lines = [
        (f"  {cost.cpu / cost.seconds:.0%} of a core, {cost.each:.2f} ms a click", True),
        (
            f"  answers: half within {cost.within(0.5):.1f} ms, 99 of 100 within"
            f" {cost.within(0.99):.1f} ms; {len(cost.failed)} failed",
            not cost.failed,
        ),
        (f"  429: {kept.refused}; most requests in one second: {kept.peak}", not kept.refused),
        (
            f"  memory: {before / 2**20:.0f} MiB, then {after / 2**20:.0f} MiB",
            after <= before * FLAT,
        ),
        (
            f"  boards brought up to date: {kept.boards}; too late: {sum(kept.late.values())}"
            f" {kept.late or ''}",
            not any(kept.late.values()),
        ),
    ]
    told = [_say(text, good) for text, good in lines]
    return all(told)


def _say_of_the_crowd(cost: cards.Cost) -> None:
    """Say what the stand-in and its people took: near a whole core they measure themselves."""
    share = cost.own / cost.seconds
    print(f"  the crowd and its Discord: {cost.own_each:.2f} ms a click, {share:.0%} of a core")


def _say(text: str, good: bool) -> bool:
    print(f"{text}: {'ok' if good else 'NOT'}", flush=True)
    return good


def _port() -> int:
    """Return a port of this machine that is free just now."""
    with socket.socket() as line:
        line.bind(("127.0.0.1", 0))
        return int(line.getsockname()[1])
