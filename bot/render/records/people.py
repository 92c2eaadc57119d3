"""What people have done: their sums in each game, the leaderboard, and what is kept of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from bot.games.registry import GAMES
from bot.render.custom_ids import custom_id
from bot.render.faces import face_of
from bot.render.records.names import number
from bot.render.screen import GREY, Button, Field, Picture, Row, Screen
from bot.render.tell import Tell, tell
from bot.render.track import signed
from bot.tables.archive import BOARD, Board, Standing

PROVISIONAL: Final = 5
"""Below so many rated matches a rating is marked as unsure."""


def stats(
    game: str,
    user: int,
    name: str,
    standing: Standing | None,
    rank: int | None,
    language: str,
    picture: Picture | None = None,
) -> Screen:
    """Return what a person has done in a game on this server."""
    told = tell(language)
    title = told.text("stats.title", name=name, game=told.text(f"game.{game}"))
    rows = _games("rstats", game, told, f"{user}")
    if standing is None:
        return Screen(title=title, text=told.text("stats.none"), colour=GREY, rows=rows)
    text = [_rating(standing, rank, told)]
    share = round(100 * standing.won / standing.matches)
    text.append(told.count("stats.matches", standing.matches, won=standing.won, share=share))
    text.append(told.count("stats.deals", standing.deals, score=number(standing.score)))
    if standing.left_early:
        text.append(told.count("stats.left", standing.left_early))
    facts = "\n".join(fact_lines(game, standing.facts, told))
    fields = (Field(told.text(f"stat.{game}"), facts),) if facts else ()
    return Screen(title=title, text="\n".join(text), fields=fields, rows=rows, picture=picture)


def fact_lines(game: str, facts: Mapping[str, int], told: Tell) -> list[str]:
    """Return what a game counts besides, in words."""
    lines = []
    for line in face_of(game).statistics:
        values = {name: facts.get(name, 0) for name in line.counts}
        if any(values.values()) or not line.once_counted:
            words = {
                name: signed(value) if name.startswith("score_") else value
                for name, value in values.items()
            }
            lines.append(told.text(f"stat.{game}.{line.key}", **words))
    return lines


def _rating(standing: Standing, rank: int | None, told: Tell) -> str:
    if standing.rating is None or rank is None:
        return told.text("stats.not_rated")
    key = "stats.rating" if standing.rated >= PROVISIONAL else "stats.provisional"
    return told.count(key, standing.rated, rating=number(standing.rating), rank=rank)


def leaderboard(board: Board, language: str, me: int) -> Screen:
    """Return a page of a leaderboard; who reads it finds themselves in it."""
    told = tell(language)
    title = told.text("leaderboard.title", game=told.text(f"game.{board.game}"))
    rows: tuple[Row, ...] = _games("rboard", board.game, told)
    if not board.rows:
        return Screen(title=title, text=told.text("leaderboard.none"), colour=GREY, rows=rows)
    first = board.page * BOARD + 1
    lines = [
        _line(place, row, told, row.user_id == me) for place, row in enumerate(board.rows, first)
    ]
    if board.pages > 1:
        rows = (_turning(board, told), *rows)
    return Screen(
        title=title,
        text="\n".join(lines),
        footer=told.text("leaderboard.page", page=board.page + 1, of=board.pages),
        rows=rows,
    )


def _line(place: int, row: Standing, told: Tell, mine: bool) -> str:
    rating = number(row.rating or 0)
    sure = "" if row.rated >= PROVISIONAL else " ?"
    key = "leaderboard.me" if mine else "leaderboard.line"
    counts = told.count("leaderboard.matches", row.rated)
    return told.text(key, place=place, name=row.name, rating=f"{rating}{sure}", counts=counts)


def _turning(board: Board, told: Tell) -> tuple[Button, ...]:
    before, after = board.page - 1, board.page + 1
    return (
        Button(
            custom_id(0, "rboard", board.game, str(max(0, before)), "b"),
            told.text("page.before"),
            disabled=before < 0,
        ),
        Button(
            custom_id(0, "rboard", board.game, str(after), "n"),
            told.text("page.after"),
            disabled=after >= board.pages,
        ),
    )


def _games(verb: str, shown: str, told: Tell, *before: str) -> tuple[tuple[Button, ...], ...]:
    """Return a button for each game, the one that is shown pressed in."""
    return (
        tuple(
            Button(
                custom_id(0, verb, *before, game, *(("0",) if verb == "rboard" else ())),
                told.text(f"game.{game}"),
                "primary" if game == shown else "secondary",
                disabled=game == shown,
            )
            for game in GAMES
        ),
    )


def privacy(
    standings: Sequence[tuple[str, int]], results: int, preferences: int, seats: int, language: str
) -> Screen:
    """Return what is kept about a person, in words, and what they can do about it.

    ``standings`` are (game, matches), summed over all servers.
    """
    told = tell(language)
    parts = [told.text("privacy.text"), told.count("privacy.results", results)]
    parts += [
        told.count("privacy.standing", matches, game=told.text(f"game.{game}"))
        for game, matches in standings
    ]
    parts.append(told.count("privacy.preferences", preferences))
    if seats:
        parts.append(told.count("privacy.seats", seats))
    buttons = (
        Button(custom_id(0, "mexport"), told.text("privacy.export"), "primary"),
        Button(custom_id(0, "mdelete"), told.text("privacy.delete"), "danger"),
    )
    return Screen(title=told.text("privacy.title"), text="\n".join(parts), rows=(buttons,))


def sure_to_delete(language: str) -> Screen:
    """Return the question before everything about a person is deleted."""
    told = tell(language)
    buttons = (
        Button(custom_id(0, "mdelete", "yes"), told.text("privacy.delete_yes"), "danger"),
        Button(custom_id(0, "mprivacy"), told.text("privacy.delete_no")),
    )
    return Screen(text=told.text("privacy.sure"), rows=(buttons,))
