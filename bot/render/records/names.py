"""What the players of a finished match are called, and its sides."""

from __future__ import annotations

from collections.abc import Sequence

from bot.games.registry import GAMES
from bot.render.tell import Tell, tell
from bot.tables.archive import ResultPlayer, ResultRow


def teller_of(result: ResultRow, language: str) -> Tell:
    """Return the teller of a match: the reader's language, the names of those there at the end."""
    told = tell(language)
    here = [player for player in result.players if player.number == player.seat]
    return tell(language, [name_of(player, told) for player in here])


def name_of(player: ResultPlayer, told: Tell) -> str:
    """Return what a player is called: a person, a computer by its place, or somebody forgotten."""
    if player.name:
        return player.name
    if player.level is not None:
        return told.text("board.computer", place=told.place(player.seat))
    return told.text("records.somebody")


def sides_of(result: ResultRow, told: Tell) -> list[str]:
    """Return a line a side: who, the score, and whether it won; then those who left."""
    game = GAMES[result.game]
    here = [player for player in result.players if player.number == player.seat]
    lines = []
    for number, seats in enumerate(game.sides):
        team = [player for player in here if player.seat in seats]
        names = " & ".join(name_of(player, told) for player in team)
        key = "records.side_won" if any(player.won for player in team) else "records.side"
        lines.append(told.text(key, names=names, score=score_of(team)))
        lines.extend(_left(result, number, told))
    return lines


def _left(result: ResultRow, side: int, told: Tell) -> list[str]:
    gone = [
        player
        for player in result.players
        if player.side == side and (player.left_early or player.number != player.seat)
    ]
    return [told.text("records.left", name=name_of(player, told)) for player in gone]


def score_of(team: Sequence[ResultPlayer]) -> str:
    """Return the score of a side, with a real minus sign."""
    return number(team[0].score if team else 0)


def number(value: float) -> str:
    """Return a whole number as people read it."""
    return f"{value:.0f}".replace("-", "−")
