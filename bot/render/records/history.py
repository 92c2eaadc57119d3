"""The finished matches of a channel: the list, and one of them with its deals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.render.custom_ids import custom_id
from bot.render.faces import face_of
from bot.render.lobby import rules_text
from bot.render.records.names import number, sides_of, teller_of
from bot.render.screen import GREY, Button, Menu, Option, Row, Screen
from bot.render.tell import Tell, tell
from bot.tables.archive import Kept, ResultRow

DEALS: int = 20
"""How many deals of a match stand on one page."""


def history(rows: Sequence[ResultRow], page: int, older: bool, language: str) -> Screen:
    """Return a page (from 0) of a channel's finished matches, a button for each."""
    told = tell(language)
    if not rows:
        key = "history.none" if page == 0 else "history.no_older"
        return Screen(
            title=told.text("history.title"),
            text=told.text(key),
            colour=GREY,
            rows=_turning(page, False, told),
        )
    parts = [
        f"**{place}.** {_head(row, told)}\n" + "\n".join(sides_of(row, told))
        for place, row in enumerate(rows, 1)
    ]
    choose = tuple(
        Button(
            custom_id(row.id, "rmatch", "0"), f"{place}. {told.text(f'game.{row.game}')}", "primary"
        )
        for place, row in enumerate(rows, 1)
    )
    return Screen(
        title=told.text("history.title"),
        text="\n\n".join(parts),
        footer=told.text("history.page", page=page + 1),
        rows=(choose, *_turning(page, older, told)),
    )


def _head(row: ResultRow, told: Tell) -> str:
    game = told.text(f"game.{row.game}")
    when = f"<t:{row.finished_at // 1000}:f>"
    deals = told.count("records.deals", row.deals)
    return f"**{game}** · {when} · {deals}"


def _turning(page: int, older: bool, told: Tell) -> tuple[tuple[Button, ...], ...]:
    buttons = (
        Button(
            custom_id(0, "rhist", str(max(0, page - 1)), "n"),
            told.text("history.newer"),
            disabled=page == 0,
        ),
        Button(
            custom_id(0, "rhist", str(page + 1), "o"),
            told.text("history.older"),
            disabled=not older,
        ),
    )
    return (buttons,) if page or older else ()


def match_page(kept: Kept, language: str, page: int = 0) -> Screen:
    """Return a finished match: who, how it came out, and each deal with its result."""
    row, reel = kept.result, kept.reel
    told = teller_of(row, language)
    total = len(reel.results)
    page = max(0, min(page, (total - 1) // DEALS))
    shown = range(page * DEALS + 1, min(total, (page + 1) * DEALS) + 1)
    lines = [f"{deal}. {_result(kept, deal, told)}" for deal in shown]
    parts = [_head(row, told), "\n".join(sides_of(row, told))]
    rules = rules_text(row.game, reel.record.rules, told)
    if rules and page == 0:
        parts.append(rules)
    parts.append(_within("\n".join(lines), 3000))
    return Screen(
        title=told.text("match.title", game=told.text(f"game.{row.game}")),
        text="\n\n".join(parts),
        rows=_match_rows(kept, shown, page, told),
    )


def _match_rows(kept: Kept, shown: range, page: int, told: Tell) -> tuple[Row, ...]:
    number_ = kept.result.id
    first = [
        Button(custom_id(number_, "rstep", "1", "0", "m"), told.text("match.step"), "primary"),
        Button(custom_id(number_, "rrace"), told.text("match.race")),
        Button(custom_id(number_, "rproof", str(shown.start)), told.text("match.proof")),
    ]
    second = [Button(custom_id(number_, "rfile"), told.text("match.file"))]
    if kept.reel.game.pbn is not None:
        second.append(Button(custom_id(number_, "rpbn"), told.text("match.pbn")))
    second.append(Button(custom_id(0, "rhist", "0", "m"), told.text("match.back")))
    rows: list[Row] = [tuple(first), tuple(second)]
    if len(shown) > 1:
        options = tuple(Option(str(deal), told.text("match.deal", number=deal)) for deal in shown)
        rows.append(Menu(custom_id(number_, "rdeal"), told.text("match.choose"), options))
    total = len(kept.reel.results)
    if total > DEALS:
        rows.append(
            (
                Button(
                    custom_id(number_, "rmatch", str(max(0, page - 1)), "p"),
                    "◀",
                    disabled=page == 0,
                ),
                Button(
                    custom_id(number_, "rmatch", str(page + 1), "n"),
                    "▶",
                    disabled=shown.stop > total,
                ),
            )
        )
    return tuple(rows)


def _result(kept: Kept, deal: int, told: Tell) -> str:
    face = face_of(kept.result.game)
    text = face.result(kept.reel.summary(deal), told).replace("\n", " · ")
    return f"{text} → {_scores(kept, deal)}"


def _scores(kept: Kept, deal: int) -> str:
    """Return the totals after a deal, side by side."""
    return " : ".join(number(line[deal]) for line in kept.reel.race())


def _within(text: str, limit: int) -> str:
    """Return as many whole lines as fit."""
    lines: list[str] = []
    left = limit
    for line in text.split("\n"):
        left -= len(line) + 1
        if left < 0:
            return "\n".join([*lines, "…"])
        lines.append(line)
    return text


def choices(rows: Sequence[ResultRow], language: str, *, table: bool = False) -> Mapping[str, str]:
    """Return matches as choices of a command: what is shown, by what comes back."""
    told = tell(language)
    found = {"table": told.text("records.the_table")} if table else {}
    for row in rows:
        names = ", ".join(player.name for player in row.players if player.name)
        game = told.text(f"game.{row.game}")
        found[str(row.id)] = f"{row.id} · {game} · {names}"[:100]
    return found
