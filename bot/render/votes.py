"""What is pending at a table, on the board and in panels: waits, claims, swaps and votes."""

from __future__ import annotations

from bot.render.custom_ids import custom_id
from bot.render.faces import face_of
from bot.render.screen import Button, Menu, Option, Row, Screen, in_rows
from bot.render.tell import Tell
from bot.tables.matters import END, Claim
from bot.tables.read import Moment, TableRead

MOTIONS_SHOWN = 3
"""Motions that are shown at once: a board has only so many rows."""


def lines(read: TableRead, told: Tell) -> list[str]:
    """Return what is pending, a line each; the same for everybody."""
    if read.suspended:
        return [told.text("matters.resting")]
    if read.phase not in ("lobby", "playing"):
        return []
    found: list[str] = []
    matters = read.matters
    if matters.claim is not None:
        found.extend(_claim_lines(read, matters.claim, told))
    elif read.late is not None:
        found.append(told.text("matters.late", name=told.seat(read.late)))
    elif matters.refusal is not None:
        claimer, refuser = matters.refusal
        key = "matters.fallen" if claimer == refuser else "matters.refused"
        found.append(told.text(key, name=told.seat(claimer), other=told.seat(refuser)))
    if matters.swap is not None:
        key = "matters.swap_agreed" if matters.swap.agreed else "matters.swap"
        asking, asked = told.seat(matters.swap.asking), told.seat(matters.swap.asked)
        found.append(told.text(key, name=asking, other=asked))
    for motion, needed in read.needed.items():
        voters = matters.votes[motion]
        names = [one.name for one in read.seats if one.user in voters and not one.absent]
        what = _motion(motion, told)
        found.append(
            told.text(
                "matters.vote", what=what, names=", ".join(names), count=len(names), needed=needed
            )
        )
    return found


def board_rows(read: TableRead, told: Tell) -> list[Row]:
    """Return the buttons for what is pending on the public board; who may press is checked then."""
    if read.suspended:
        return [(Button(custom_id(read.id, "resume"), told.text("button.resume"), "success"),)]
    if read.phase not in ("lobby", "playing"):
        return []
    rows: list[Row] = []
    matters = read.matters
    if matters.claim is not None:
        rows.append((_agree(read, told), _play_on(read, told)))
    elif read.late is not None:
        rows.append((_stand_in(read, read.late, told),))
    if matters.swap is not None and not matters.swap.agreed:
        rows.append(_swap_row(read, told))
    votes = [
        Button(
            custom_id(read.id, "vote", *motion.split(":")),
            told.text("button.vote", what=_motion(motion, told)),
        )
        for motion in list(read.needed)[:MOTIONS_SHOWN]
    ]
    rows.extend(in_rows(votes))
    return rows


def panel_rows(read: TableRead, told: Tell) -> list[Row]:
    """Return the buttons for what waits for the reader, who sits here."""
    matters, seat = read.matters, read.seat
    if read.phase != "playing" or seat is None or read.seats[seat].level is not None:
        return []
    if matters.claim is not None:
        if seat == matters.claim.seat:
            withdraw = custom_id(read.id, "playon")
            return [(Button(withdraw, told.text("button.withdraw")),)]
        if seat in read.asked_to_agree:
            return [(_agree(read, told), _play_on(read, told))]
        return []
    rows: list[Row] = []
    if read.late is not None and read.late != seat:
        rows.append((_stand_in(read, read.late, told),))
    swap = matters.swap
    if swap is not None and not swap.agreed and seat == swap.asked:
        rows.append(_swap_row(read, told))
    return rows


def sure_claim(read: TableRead, told: Tell) -> tuple[Button, ...]:
    """Return the button by which whoever sees that all the rest is theirs says so."""
    if not read.certain or read.seat is None or read.matters.claim is not None:
        return ()
    mine = read.game.side_of(read.seat)
    shares = next((one for one in read.shares if one[mine] == sum(one)), ())
    label = told.count("button.claim_rest", sum(shares))
    return (Button(_claim_id(read, shares), label, "success"),) if shares else ()


def claim_page(read: TableRead, told: Tell, *, note: str = "") -> Screen:
    """Return the choice of what to claim or concede."""
    rows: list[Row] = []
    text = told.text("claim.nothing")
    if read.shares and read.seat is not None:
        options = tuple(
            Option("-".join(map(str, shares)), _what(read, read.seat, shares, told))
            for shares in read.shares
        )
        identity = custom_id(read.id, "claimof", moment=Moment(version=read.version))
        rows.append(Menu(identity, told.text("claim.choose"), options[::-1]))
        text = told.text("claim.how")
    rows.append((Button(custom_id(read.id, "more"), told.text("button.no")),))
    body = "\n\n".join(part for part in (note, text) if part)
    return Screen(title=told.text("claim.title"), text=body, rows=tuple(rows))


def claim_sure(read: TableRead, shares: tuple[int, ...], told: Tell) -> Screen:
    """Return the question that is asked before a claim is made and a hand shown."""
    what = "" if read.seat is None else _what(read, read.seat, shares, told)
    yes = Button(_claim_id(read, shares), told.text("button.yes"), "danger")
    no = Button(custom_id(read.id, "claim"), told.text("button.no"))
    return Screen(text=told.text("claim.sure", what=what), rows=((yes, no),))


def _claim_id(read: TableRead, shares: tuple[int, ...]) -> str:
    moment = Moment(version=read.version)
    return custom_id(read.id, "claim", *map(str, shares), moment=moment)


def _claim_lines(read: TableRead, claim: Claim, told: Tell) -> list[str]:
    view = read.view
    kind, facts = _kind(read, claim.seat, claim.shares, told)
    name = told.seat(claim.seat)
    found = [told.count(f"matters.claim.{kind}", sum(claim.shares), name=name, **facts)]
    if view is not None and read.shown:
        hand = told.by_suit(face_of(read.game.key).groups(view, read.shown))
        found.append(told.text("matters.shown", hand=hand))
    names = ", ".join(told.seat(seat) for seat in read.asked_to_agree)
    found.append(told.text("matters.agreeing", names=names))
    return found


def _what(read: TableRead, seat: int, shares: tuple[int, ...], told: Tell) -> str:
    """Return a claim in words, as who sits at a seat makes it."""
    kind, facts = _kind(read, seat, shares, told)
    return told.count(f"claim.{kind}", sum(shares), **facts)


def _kind(
    read: TableRead, seat: int, shares: tuple[int, ...], told: Tell
) -> tuple[str, dict[str, object]]:
    """Return which sentence tells a claim, and what is put in besides who makes it."""
    mine = read.game.side_of(seat)
    left = sum(shares)
    if shares[mine] == left:
        return "all", {}
    if shares[mine]:
        return "some", {"mine": shares[mine]}
    if len(shares) == 2:
        return "none", {}
    other = next(side for side, count in enumerate(shares) if count)
    return "none_to", {"other": told.seat(read.game.sides[other][0])}


def _motion(motion: str, told: Tell) -> str:
    if motion == END:
        return told.text("motion.end")
    return told.text("motion.remove", name=told.seat(int(motion.rpartition(":")[2])))


def _agree(read: TableRead, told: Tell) -> Button:
    return Button(custom_id(read.id, "agree"), told.text("button.agree"), "success")


def _play_on(read: TableRead, told: Tell) -> Button:
    return Button(custom_id(read.id, "playon"), told.text("button.playon"))


def _stand_in(read: TableRead, seat: int, told: Tell) -> Button:
    label = told.text("button.standin", name=told.seat(seat))
    return Button(custom_id(read.id, "standin", str(seat)), label, "primary")


def _swap_row(read: TableRead, told: Tell) -> Row:
    return (
        Button(custom_id(read.id, "swap", "yes"), told.text("button.swap_yes"), "success"),
        Button(custom_id(read.id, "swap", "no"), told.text("button.swap_no")),
    )
