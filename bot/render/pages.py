"""The pages that a player opens: last trick, score sheet, rules, more, help; and the summaries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.games.game import Event, View
from bot.render.board import teller, trick_lines, why_button
from bot.render.custom_ids import custom_id
from bot.render.faces import face_of
from bot.render.lobby import rules_text
from bot.render.rules import guide_row, topic_menu
from bot.render.screen import GOLD, GREY, Button, Field, Row, Screen, Style, in_rows
from bot.render.tell import Tell, tell
from bot.tables.read import DealRead, TableRead

MAX_FIELD = 1024


def last_trick(read: TableRead, language: str) -> Screen:
    """Return the last trick, as far as the rules let it be looked at."""
    told = teller(read, language)
    view = _view(read)
    if not read.game.looks_back:
        return Screen(text=told.text("page.no_looking_back"), colour=GREY)
    if view.last_trick is None:
        return Screen(text=told.text("page.no_last_trick"), colour=GREY)
    return Screen(
        title=told.text("button.last"), text=trick_lines(read, replace(view, trick=()), told)
    )


def score(read: TableRead, language: str) -> Screen:
    """Return the score sheet of a table."""
    told = teller(read, language)
    view = _view(read)
    face = face_of(read.game.key)
    return Screen(
        title=told.text("page.score", game=told.text(f"game.{read.game.key}")),
        fields=tuple(face.score_sheet(view, told)),
    )


def rules(game: str, language: str, read: TableRead | None = None) -> Screen:
    """Return the rules in short, with the house rules of the table where there is one."""
    told = tell(language) if read is None else teller(read, language)
    parts = [told.text(f"rules.{game}")]
    if read is not None:
        parts.append(rules_text(game, read.rules, told))
    return Screen(
        title=told.text("page.rules", game=told.text(f"game.{game}")),
        text="\n\n".join(parts),
        rows=(topic_menu(game, told), guide_row(game, told)),
    )


def help_page(language: str, games: tuple[str, ...]) -> Screen:
    """Return where to begin."""
    told = tell(language)
    names = " · ".join(told.text(f"game.{game}") for game in games)
    return Screen(title=told.text("help.title"), text=told.text("help.text", games=names))


def more(read: TableRead, language: str, *, note: str = "") -> Screen:
    """Return what can be done at a table besides playing, for the person who reads."""
    told = teller(read, language)
    buttons: list[Button] = []

    def button(verb: str, *args: str, danger: bool = False) -> None:
        style: Style = "danger" if danger else "secondary"
        identity = custom_id(read.id, verb, *args)
        buttons.append(Button(identity, told.text(f"button.{verb}"), style))

    button("repost")
    if read.phase == "playing" and read.seat is not None:
        if read.seats[read.seat].level is None:
            button("mind")
        else:
            button("back")
        if read.shares:
            button("claim")
        button("leave", danger=True)
    button("seats")
    button("end", danger=True)
    rows: tuple[Row, ...] = in_rows(buttons)
    text = "\n\n".join(part for part in (note, told.text("more.text")) if part)
    return Screen(title=told.text("more.title"), text=text, rows=rows)


def sure(read: TableRead, language: str, verb: str) -> Screen:
    """Return the question that is asked before somebody leaves or ends a table."""
    told = teller(read, language)
    yes = Button(custom_id(read.id, verb, "yes"), told.text(f"button.{verb}"), "danger")
    no = Button(custom_id(read.id, "more"), told.text("button.no"))
    return Screen(text=told.text(f"sure.{verb}"), rows=((yes, no),))


def no_seat(read: TableRead, language: str) -> Screen:
    """Return that the person has no seat here, and which seats can be taken."""
    told = teller(read, language)
    free = read.open_seats
    text = told.text("page.no_seat" if free else "page.no_seat_free")
    buttons = [
        Button(
            custom_id(read.id, "sit", str(number)),
            told.text("button.sit", place=told.place(number)),
            "primary",
        )
        for number in free
    ]
    return Screen(text=text, rows=in_rows(buttons))


def asleep(read: TableRead, language: str) -> Screen:
    """Return what is left of a panel that is kept up to date no longer: the way to a fresh one."""
    told = teller(read, language)
    hand = Button(custom_id(read.id, "hand"), told.text("button.hand"), "primary")
    return Screen(text=told.text("page.asleep"), colour=GREY, rows=((hand,),))


def note(text: str) -> Screen:
    """Return a private sentence."""
    return Screen(text=text, colour=GREY)


def summary(
    read: TableRead,
    deal: DealRead,
    language: str | None = None,
    *,
    events: Sequence[Event] = (),
) -> Screen:
    """Return the lasting summary of a finished deal: result, score, tricks, proof.

    A deal that is scored again tells the ``events`` that led to it.
    """
    told = teller(read, language)
    face = face_of(read.game.key)
    facts = deal.summary
    fields = [*face.summary(facts, told)]
    tricks = _tricks(deal, told)
    if tricks:
        fields.append(Field(told.text("summary.tricks"), tricks))
    proof = told.text(
        "summary.proof",
        commitment=deal.fairness.commitment,
        seed=deal.fairness.seed,
        cut=deal.fairness.cut,
    )
    fields.append(Field(told.text("summary.shuffle"), proof))
    again = ""
    if deal.again:
        news = [face.news(event, told) for event in events]
        again = "\n".join([told.text("summary.again"), *(line for line in news if line)])
    head = told.text("summary.title", game=told.text(f"game.{read.game.key}"), number=facts.number)
    return Screen(
        title=head,
        text="\n\n".join(part for part in (again, face.result(facts, told)) if part),
        fields=tuple(Field(f.name, f.value[:MAX_FIELD], f.inline) for f in fields),
        colour=GOLD,
        rows=((why_button(read, facts.number, told),),) if deal.thoughts else (),
    )


def _tricks(deal: DealRead, told: Tell) -> str:
    lines: list[str] = []
    for number, taken in enumerate(deal.summary.tricks, 1):
        cards = " ".join(
            f"**{told.card(play.card)}**" if play.seat == taken.winner else told.card(play.card)
            for play in taken.plays
        )
        letter = told.place(taken.leader)[:1]
        line = told.text("summary.trick", number=number, letter=letter, cards=cards)
        if sum(len(other) + 1 for other in lines) + len(line) > MAX_FIELD - 2:
            lines.append("…")
            break
        lines.append(line)
    return "\n".join(lines)


def _view(read: TableRead) -> View:
    if read.view is None:
        raise ValueError("a table without a match has no such page")
    return read.view
