"""A finished match card by card, all hands open: where one stands is in the buttons alone."""

from __future__ import annotations

from bot.games.cards import NoSuchCard, card
from bot.games.game import CardsPlayed, TrickTaken
from bot.games.trick import Play
from bot.render.custom_ids import custom_id
from bot.render.face import AnyFace
from bot.render.faces import face_of
from bot.render.records.names import teller_of
from bot.render.records.proof import headline, steps
from bot.render.screen import GOLD, Button, Field, Row, Screen
from bot.render.tell import Tell
from bot.tables.archive import Kept
from bot.tables.reel import Frame


def frame_screen(kept: Kept, frame: Frame, language: str, *, shared: bool = False) -> Screen:
    """Return a moment of a match: what was just done, the trick, all hands, how it stands.

    At the end of a deal its result takes the place of the hands. ``shared``: for the channel.
    """
    told = teller_of(kept.result, language)
    face = face_of(kept.result.game)
    if frame.summary is not None and frame.position == frame.length:
        return _end(kept, frame, face, told, shared=shared)
    parts = [_done(frame, face, told), _trick(kept, frame, told), _hands(frame, face, told)]
    parts.append("\n".join(face.standing(frame.view, told)))
    return Screen(
        title=_title(kept, frame, face, told),
        text="\n\n".join(part for part in parts if part),
        footer=told.text("replay.place", position=frame.position, length=frame.length),
        rows=_rows(kept, frame, told, shared=shared),
    )


def _end(kept: Kept, frame: Frame, face: AnyFace, told: Tell, *, shared: bool) -> Screen:
    if frame.summary is None:
        raise ValueError("a deal that is not scored has no end")
    parts = [_done(frame, face, told), _trick(kept, frame, told), face.result(frame.summary, told)]
    fields = tuple(
        Field(one.name, one.value[:1024], one.inline) for one in face.summary(frame.summary, told)
    )
    return Screen(
        title=_title(kept, frame, face, told),
        text="\n\n".join(part for part in parts if part),
        fields=fields,
        footer=told.text("replay.end"),
        colour=GOLD,
        rows=_rows(kept, frame, told, shared=shared),
    )


def _title(kept: Kept, frame: Frame, face: AnyFace, told: Tell) -> str:
    game = told.text(f"game.{kept.result.game}")
    deal = told.text("replay.deal", number=frame.deal, of=len(kept.reel.deals))
    contract = face.contract(frame.view, told)
    return " · ".join(part for part in (game, deal, contract) if part)


def _done(frame: Frame, face: AnyFace, told: Tell) -> str:
    """Return what the last action was, in words."""
    if frame.action is None:
        dealer = frame.view.dealer
        return "" if dealer is None else told.text("replay.dealt", name=told.seat(dealer))
    lines = []
    for event in frame.events:
        if isinstance(event, CardsPlayed):
            name, cards = told.seat(event.seat), told.cards(event.cards)
            lines.append(told.text("replay.plays", name=name, cards=cards))
        elif isinstance(event, TrickTaken):
            lines.append(told.text("replay.takes", name=told.seat(event.winner)))
        else:
            lines.append(face.news(event, told))
    if frame.action.verb != "play":
        lines.append(_cards_of(frame, told))
    return "\n".join(line for line in lines if line)


def _cards_of(frame: Frame, told: Tell) -> str:
    """Return the cards that an action names which is no play: a discard."""
    if frame.action is None or len(frame.action.args) < 2:
        return ""
    try:
        return told.cards(card(text) for text in frame.action.args)
    except NoSuchCard:
        return ""


def _trick(kept: Kept, frame: Frame, told: Tell) -> str:
    """Return the trick in play, or the one just finished with its winner, everything face up."""
    if frame.trick:
        head = told.text("replay.trick", number=frame.trick_number)
        return "\n".join([head, *_plays(frame.trick, None, told)])
    if frame.position in frame.tricks:
        taken = kept.reel.summary(frame.deal).tricks[frame.trick_number - 1]
        head = told.text("replay.trick", number=frame.trick_number)
        return "\n".join([head, *_plays(taken.plays, taken.winner, told)])
    return ""


def _plays(plays: tuple[Play, ...], winner: int | None, told: Tell) -> list[str]:
    by_seat: dict[int, list[str]] = {}
    for play in plays:
        by_seat.setdefault(play.seat, []).append(told.card(play.card))
    return [
        f"> **{' '.join(cards)}** {told.seat(seat)}"
        + (f" {told.text('board.winner_mark')}" if seat == winner else "")
        for seat, cards in by_seat.items()
    ]


def _hands(frame: Frame, face: AnyFace, told: Tell) -> str:
    asked = frame.view.asked
    lines = []
    for seat, hand in enumerate(frame.hands):
        mark = "▸ " if asked is not None and asked.seat == seat else ""
        cards = told.by_suit(face.groups(frame.view, hand)) if hand else "–"
        lines.append(f"{mark}**{told.seat(seat)}** {cards}")
    return "\n".join(lines)


def _rows(kept: Kept, frame: Frame, told: Tell, *, shared: bool) -> tuple[Row, ...]:
    result, deals = kept.result.id, len(kept.reel.deals)

    def step(tag: str, deal: int, position: int, label: str, *, on: bool = True) -> Button:
        identity = custom_id(result, "rstep", str(deal), str(position), tag)
        return Button(identity, label, "primary" if tag == "c" else "secondary", disabled=not on)

    here, at = frame.deal, frame.position
    first = at > 0
    more = at < frame.length
    cards = (
        step("p", here, frame.trick_before, told.text("replay.trick_back"), on=first),
        step("b", here, max(0, at - 1), told.text("replay.card_back"), on=first),
        step("c", here, min(frame.length, at + 1), told.text("replay.card_on"), on=more),
        step("t", here, frame.trick_after, told.text("replay.trick_on"), on=more),
    )
    turning = (
        step("d", max(1, here - 1), 0, told.text("replay.deal_back"), on=here > 1),
        step("e", here, frame.length, told.text("replay.result"), on=more),
        step("n", min(deals, here + 1), 0, told.text("replay.deal_on"), on=here < deals),
    )
    if shared:
        return cards, turning
    others = (
        Button(custom_id(result, "rmatch", str((here - 1) // 20)), told.text("replay.match")),
        Button(custom_id(result, "rproof", str(here)), told.text("match.proof")),
        Button(custom_id(result, "rshare", str(here), str(at)), told.text("replay.share")),
    )
    return cards, turning, others


def proof_screen(kept: Kept, deal: int, language: str) -> Screen:
    """Return the check of a deal's shuffle, step by step in words."""
    told = teller_of(kept.result, language)
    deals = kept.reel.deals
    deal = max(1, min(deal, len(deals)))
    recorded = deals[deal - 1]
    text = [headline(kept.reel.game, recorded, told)]
    text += [f"**{n}.** {line}" for n, line in enumerate(steps(kept.reel.game, recorded, told), 1)]
    buttons = (
        Button(
            custom_id(kept.result.id, "rproof", str(deal - 1), "b"),
            told.text("replay.deal_back"),
            disabled=deal == 1,
        ),
        Button(
            custom_id(kept.result.id, "rproof", str(deal + 1), "n"),
            told.text("replay.deal_on"),
            disabled=deal == len(deals),
        ),
        Button(custom_id(kept.result.id, "rmatch", "0"), told.text("replay.match")),
    )
    title = told.text("proof.title", number=deal, of=len(deals))
    return Screen(title=title, text="\n".join(text), rows=(buttons,))
