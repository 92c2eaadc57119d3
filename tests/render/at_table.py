"""A table to draw: a match seen from a seat, and what every screen has to keep to."""

from __future__ import annotations

from collections.abc import Iterator

from bot.games.game import Game, Match
from bot.render.screen import Button, Menu, Screen
from bot.tables.read import DealRead, Fairness, TableRead, last_deal
from bot.tables.table import Phase, Place, Seat, Settings

NAMES = ("Ann", "Bo", "Cy", "Di")


def read_at(
    game: Game,
    match: Match,
    seat: int | None,
    *,
    phase: Phase = "playing",
    language: str = "en",
    names: tuple[str, ...] = NAMES,
) -> TableRead:
    """Return the read model of a match for the person at a seat (None: the public)."""
    return TableRead(
        id=1,
        place=Place(1, 2),
        game=game,
        rules=match.rules,
        host=100,
        seats=tuple(Seat(100 + n, name) for n, name in enumerate(names[: game.seats])),
        settings=Settings(language=language),
        phase=phase,
        version=7,
        seat=seat,
        view=match.view(seat),
        fairness=Fairness("c" * 64),
        cutter=None,
        why_ended="",
        ended_by=None,
        last_deal=last_deal(match),
    )


def finished(match: Match, number: int = 1) -> DealRead:
    """Return a finished deal of a match as the summary gets it."""
    return DealRead(match.summary(number), Fairness("c" * 64, "5" * 64, 20), last_of_match=False)


def buttons(screen: Screen) -> list[Button]:
    """Return the buttons of a screen in order."""
    return [part for row in screen.rows if not isinstance(row, Menu) for part in row]


def labels(screen: Screen, verb: str = "do") -> list[str]:
    """Return the labels of the enabled buttons that do something in the game."""
    return [b.label for b in buttons(screen) if _verb(b) == verb and not b.disabled]


def menu(screen: Screen) -> Menu:
    """Return the first menu of a screen."""
    return next(row for row in screen.rows if isinstance(row, Menu))


def words(screen: Screen) -> str:
    """Return all text of a screen, fields included."""
    return "\n".join(
        (screen.title, screen.text, *(f"{f.name}\n{f.value}" for f in screen.fields), screen.footer)
    )


def check_limits(screen: Screen) -> None:
    """Check a screen against what Discord takes, without anything being cut off."""
    assert len(screen.rows) <= 5
    identities = [*_identities(screen)]
    assert len(set(identities)) == len(identities)
    assert all(1 <= len(identity) <= 100 for identity in identities)
    for row in screen.rows:
        if isinstance(row, Menu):
            assert 1 <= len(row.options) <= 25
            assert row.high <= len(row.options)
            assert len(row.placeholder) <= 150
        else:
            assert 1 <= len(row) <= 5
            assert all(1 <= len(button.label) <= 80 for button in row)
    assert len(screen.title) <= 256
    assert len(screen.text) <= 4096
    assert len(screen.fields) <= 25
    assert all(1 <= len(f.name) <= 256 and 1 <= len(f.value) <= 1024 for f in screen.fields)
    assert len(words(screen)) <= 6000


def _identities(screen: Screen) -> Iterator[str]:
    for row in screen.rows:
        if isinstance(row, Menu):
            yield row.custom_id
        else:
            yield from (button.custom_id for button in row)


def _verb(button: Button) -> str:
    return button.custom_id.split(":")[3]
