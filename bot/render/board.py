"""The public board of a table: whose turn, what was played, how do we stand."""

from __future__ import annotations

from bot.games.cards import Card
from bot.games.game import View
from bot.games.trick import Play
from bot.render import votes
from bot.render.custom_ids import custom_id
from bot.render.faces import face_of
from bot.render.look import PLAIN, Look
from bot.render.screen import GOLD, GREEN, GREY, Button, Picture, Row, Screen, Style
from bot.render.tell import Tell, tell
from bot.tables.read import TableRead
from bot.tables.table import Seat


def teller(read: TableRead, language: str | None = None, look: Look = PLAIN) -> Tell:
    """Return the teller of a table: its language unless another is named, and its seats' names."""
    told = tell(language or read.settings.language)
    return tell(language or read.settings.language, names_of(read.seats, told), look)


def names_of(seats: tuple[Seat, ...], told: Tell) -> tuple[str, ...]:
    """Return what each seat is called: the person, or the computer by its place."""
    return tuple(
        seat.name if seat.user is not None else told.text("board.computer", place=told.place(n))
        for n, seat in enumerate(seats)
    )


def board(
    read: TableRead,
    language: str | None = None,
    *,
    look: Look = PLAIN,
    picture: Picture | None = None,
) -> Screen:
    """Return the board of a table whose match is under way or over; the picture says the same."""
    told = teller(read, language, look)
    view = read.view
    if view is None:
        raise ValueError("a table without a match has no board")
    face = face_of(read.game.key)
    parts = [turn_line(read, view, told), sealed_line(read, told), *votes.lines(read, told)]
    parts.append(drawn_line(read, view, told))
    parts.append(trick_lines(read, view, told))
    parts.extend(face.board(view, told))
    parts.append("\n".join(face.standing(view, told)))
    if view.trick and view.last_trick is not None:
        parts.append(_last_trick_line(view, told))
    return Screen(
        title=title(read, view, told),
        text="\n\n".join(part for part in parts if part),
        footer=_footer(read, told),
        colour=GREEN if read.phase == "playing" else (GOLD if read.phase == "over" else GREY),
        rows=_buttons(read, told),
        picture=picture,
    )


def title(read: TableRead, view: View, told: Tell) -> str:
    """Return the board's title: game, deal, contract."""
    parts = [told.text(f"game.{read.game.key}")]
    if view.deal:
        parts.append(told.text("board.deal", number=view.deal))
    contract = face_of(read.game.key).contract(view, told)
    if contract:
        parts.append(contract)
    return " · ".join(parts)


def turn_line(read: TableRead, view: View, told: Tell) -> str:
    """Return the line that says whom everybody waits for.

    Where nobody is asked since a deal is over, how it came out stands with it: the lasting summary
    is above the board, out of view on a phone.
    """
    if read.phase == "over":
        winners = " & ".join(told.seat(seat) for seat in view.winners)
        if len(view.winners) == len(read.seats):
            return _after_the_deal(read, view, told, told.text("board.drawn", names=winners))
        won = told.count("board.won", len(view.winners), names=winners)
        return _after_the_deal(read, view, told, won)
    if read.phase == "ended":
        return told.text("board.voted" if read.why_ended == "voted" else "board.ended")
    if read.cutter is not None:
        return told.text("board.cut", name=_mention_name(read, read.cutter, told))
    if view.asked is None:
        if view.winners:
            winners = " & ".join(told.seat(seat) for seat in view.winners)
            unless = told.count("board.won_unless", len(view.winners), names=winners)
            return _after_the_deal(read, view, told, unless)
        between = told.text("board.between" if view.deal else "board.dealing")
        return _after_the_deal(read, view, told, between)
    asked = view.asked
    name = _mention_name(read, asked.player, told)
    if asked.seat != asked.player:
        return told.text("board.turn_for", name=name, other=told.seat(asked.seat))
    key = f"turn.{read.game.key}.{asked.question}"
    if told.words.has(key):
        return told.text(key, name=name)
    return told.text("board.turn", name=name)


def _after_the_deal(read: TableRead, view: View, told: Tell, line: str) -> str:
    if read.last_deal is None:
        return line
    face = face_of(read.game.key)
    # What the title or the standing says already is not said twice.
    said = "\n".join((title(read, view, told), *face.standing(view, told)))
    result = face.result(read.last_deal, told).split("\n")
    fresh = "\n".join(one for one in result if one.strip("*") not in said)
    return f"{fresh}\n\n{line}" if fresh else line


def drawn_line(read: TableRead, view: View, told: Tell) -> str:
    """Return how the seats were drawn, where they were, until the first card is played."""
    begun = view.trick or view.last_trick is not None or view.results
    if read.rules.get("seats") != "drawn" or begun:
        return ""
    sides = (" & ".join(told.seat(seat) for seat in side) for side in read.game.sides)
    return told.text("board.seats_drawn", sides=" – ".join(sides))


def sealed_line(read: TableRead, told: Tell) -> str:
    """Return what the shuffled pack is sealed with while somebody is asked to cut it."""
    if read.cutter is None or read.fairness is None:
        return ""
    return told.text("board.sealed", commitment=read.fairness.commitment)


def _mention_name(read: TableRead, seat: int, told: Tell) -> str:
    owner = read.seats[seat]
    if owner.user is not None and owner.level is not None:
        return told.text("board.minded", name=owner.name)
    return told.seat(seat)


def trick_lines(read: TableRead, view: View, told: Tell) -> str:
    """Return the trick on the table in the order of play; a finished one with its winner."""
    if view.trick:
        return "\n".join([told.text("board.trick"), *_play_lines(view, view.trick, None, told)])
    if view.last_trick is not None:
        taken = view.last_trick
        head = told.text("board.trick_taken", name=told.seat(taken.winner))
        lines = _play_lines(view, taken.plays, taken.winner, told)
        if view.face_down:
            last = (taken.plays[-1].seat + 1) % len(read.seats)
            lines.append(
                told.text(
                    "board.face_down",
                    name=told.seat(last),
                    backs=" ".join([told.back()] * view.face_down),
                )
            )
        return "\n".join([head, *lines])
    return ""


def _play_lines(view: View, plays: tuple[Play, ...], winner: int | None, told: Tell) -> list[str]:
    by_seat: dict[int, list[Card]] = {}
    for play in plays:
        by_seat.setdefault(play.seat, []).append(play.card)
    lines = []
    for seat, some in by_seat.items():
        groups = face_of(view.game).groups(view, some)
        cards = told.drawn(one for _, group in groups for one in group)
        mark = told.text("board.winner_mark") if seat == winner else ""
        lines.append(f"> {cards} {told.seat(seat)} {mark}".rstrip())
    return lines


def _last_trick_line(view: View, told: Tell) -> str:
    if view.last_trick is None:
        return ""
    cards = told.cards(play.card for play in view.last_trick.plays)
    return told.text("board.last_trick", cards=cards, name=told.seat(view.last_trick.winner))


def _footer(read: TableRead, told: Tell) -> str:
    if read.fairness is None or read.phase != "playing" or read.cutter is not None:
        return ""
    return told.text("board.commitment", commitment=read.fairness.commitment)


def _buttons(read: TableRead, told: Tell) -> tuple[Row, ...]:
    if read.suspended:
        return tuple(votes.board_rows(read, told))
    if read.phase != "playing":
        return final_rows(read, told)
    verbs = ["last"] if read.game.looks_back else []
    row = [_button(read, verb, told) for verb in (*verbs, "score", "rules", "more")]
    return ((_button(read, "hand", told, primary=True), *row), *votes.board_rows(read, told))


def final_rows(read: TableRead, told: Tell, *, again: bool = True) -> tuple[Row, ...]:
    """Return the buttons of a table that is over; without ``again`` where there was a rematch."""
    view = read.view
    row = [_button(read, "score", told), _button(read, "rules", told)]
    if view is not None and view.winners:
        row.insert(0, _button(read, "replay", told))
    if again and read.phase == "over":
        row.insert(0, _button(read, "again", told, primary=True))
    return ((*row, *why_buttons(read, told)),)


def why_buttons(read: TableRead, told: Tell) -> tuple[Button, ...]:
    """Return the button that asks about the deal just over, where computers play."""
    deal = read.last_deal
    if deal is None or not any(seat.level is not None for seat in read.seats):
        return ()
    return (why_button(read, deal.number, told),)


def why_button(read: TableRead, number: int, told: Tell) -> Button:
    """Return the button that asks about a finished deal."""
    return Button(custom_id(read.id, "why", str(number)), told.text("button.why"))


def _button(read: TableRead, verb: str, told: Tell, *, primary: bool = False) -> Button:
    style: Style = "primary" if primary else "secondary"
    return Button(custom_id(read.id, verb), told.text(f"button.{verb}"), style)
