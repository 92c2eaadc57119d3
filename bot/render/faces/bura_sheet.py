"""The pots of Bura in words: how a deal ended, the won tricks added up, the whole session."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.bura import BuraSummary, BuraView
from bot.games.bura.hands import ENOUGH, Announcement, ranking
from bot.games.bura.pot import How, Outcome
from bot.games.cards import Card, Suit
from bot.render.hands import by_suit
from bot.render.screen import Field
from bot.render.tell import Tell
from bot.render.track import signed

PART: Final = 1000
"""How many characters of the sheet stand in one part: Discord takes 1,024."""

PARTS: Final = 5
"""How many parts a sheet has at most; what is older is in the balances."""

Row = tuple[str, ...]


def pot_line(view: BuraView, tell: Tell) -> str:
    """Return what stands in the pot, and how many pots are won."""
    won = tell.text("bura.pots", won=view.pots_won, pots=view.pots)
    return f"{tell.count('bura.pot', view.pot)} · {won}"


def balances(totals: Sequence[int], tell: Tell) -> str:
    """Return both balances in one line."""
    return " · ".join(
        tell.text("bura.balance", name=tell.seat(seat), tokens=signed(tokens))
        for seat, tokens in enumerate(totals)
    )


def announcement(one: Announcement, tell: Tell) -> str:
    """Return a special hand that was announced, the higher cards first."""
    order = ranking(one.cards[0].suit or Suit.SPADES)
    cards = tell.cards(sorted(one.cards, key=order.strength, reverse=True))
    hand = tell.text(f"bura.hand.{one.kind}")
    return tell.text("bura.announced", name=tell.seat(one.seat), hand=hand, cards=cards)


# ---------------------------------------------------------------------- a finished deal


def result(summary: BuraSummary, tell: Tell) -> str:
    """Return how the deal ended and what became of the pot, in one line."""
    outcome = summary.outcome
    facts: dict[str, object] = {"stake": outcome.stake, "pot": outcome.pot}
    if outcome.by is not None:
        facts["name"] = tell.seat(outcome.by)
        facts["points"] = outcome.points[outcome.by]
    key = f"bura.result.{outcome.how}"
    if outcome.how is How.FALSE_CALL and outcome.winner is not None:
        key = "bura.result.opponent_wins"
        facts["winner"] = tell.seat(outcome.winner)
    if outcome.how is How.BURA and len(_buras(summary)) > 1:
        key = "bura.result.duel"
    return tell.text(key, **facts)


def summary(deal: BuraSummary, tell: Tell) -> Sequence[Field]:
    """Return the finished deal: the declaration, the pot, and every card face up."""
    fields = []
    outcome = deal.outcome
    if outcome.how in (How.DECLARED, How.FALSE_CALL) and outcome.by is not None:
        head = tell.text("bura.counted", name=tell.seat(outcome.by))
        fields.append(Field(head, _added_up(deal, outcome.by, outcome, tell)))
    lines = [
        tell.count("bura.pot", outcome.pot),
        balances(deal.balances, tell),
        tell.text("bura.won_points", points=_won_points(outcome, tell)),
    ]
    fields.append(Field(tell.text("bura.pot_after"), "\n".join(lines)))
    if deal.shown:
        shown = "\n".join(announcement(one, tell) for one in deal.shown)
        fields.append(Field(tell.text("bura.shown"), shown))
    hands = "\n".join(_hand(deal, seat, hand, tell) for seat, hand in enumerate(deal.deal.hands))
    fields.append(Field(tell.text("summary.hands"), hands))
    rest = "\n".join(_not_played(deal, tell))
    if rest:
        fields.append(Field(tell.text("bura.not_played"), rest))
    return tuple(fields)


def _buras(deal: BuraSummary) -> list[int]:
    return [one.seat for one in deal.shown if one.kind == "bura"]


def _added_up(deal: BuraSummary, seat: int, outcome: Outcome, tell: Tell) -> str:
    """Return the won tricks of a seat one by one with the total so far, and the verdict."""
    lines = []
    total = 0
    won = [taken for taken in deal.tricks if taken.winner == seat]
    for taken, worth in zip(won, deal.counted[seat], strict=True):
        total += worth
        half = len(taken.plays) // 2
        cards = " ".join(
            _sorted([play.card for play in plays], deal, tell)
            for plays in (taken.plays[:half], taken.plays[half:])
        )
        lines.append(tell.text("bura.one_trick", cards=cards, worth=worth, total=total))
    if not lines:
        lines.append(tell.text("bura.no_trick"))
    if outcome.how is How.DECLARED:
        lines.append(tell.count("bura.right", total))
    else:
        lines.append(tell.count("bura.wrong", ENOUGH - total, total=total))
    return "\n".join(lines)


def _sorted(cards: Sequence[Card], deal: BuraSummary, tell: Tell) -> str:
    return tell.cards(c for _, group in by_suit(cards, ranking(deal.trump)) for c in group)


def _won_points(outcome: Outcome, tell: Tell) -> str:
    return " · ".join(
        f"{tell.seat(seat)} **{points}**" for seat, points in enumerate(outcome.points)
    )


def _hand(deal: BuraSummary, seat: int, hand: Sequence[Card], tell: Tell) -> str:
    return f"**{tell.seat(seat)}** {tell.by_suit(by_suit(hand, ranking(deal.trump)))}"


def _not_played(deal: BuraSummary, tell: Tell) -> Iterator[str]:
    for seat, hand in enumerate(deal.hands):
        if hand:
            yield _hand(deal, seat, hand, tell)
    for key, some in (("bura.aside", deal.aside), ("bura.in_stock", deal.stock)):
        if some:
            yield tell.text(key, cards=tell.by_suit(by_suit(some, ranking(deal.trump))))


# ---------------------------------------------------------------------- the session


def score_sheet(view: BuraView, tell: Tell) -> Sequence[Field]:
    """Return pot and balances, and how each deal of the match ended, the newest last."""
    lines = [pot_line(view, tell)]
    lines += [
        tell.text(
            "bura.sheet_balance",
            name=tell.seat(seat),
            letter=_letter(seat, tell),
            tokens=signed(tokens),
        )
        for seat, tokens in enumerate(view.totals)
    ]
    fields = [Field(tell.text("bura.balances"), "\n".join(lines))]
    if not view.history:
        return (*fields, Field(tell.text("bura.sheet"), tell.text("bura.no_deals")))
    letters = tuple(_letter(seat, tell) for seat in range(len(view.totals)))
    head = ("", tell.text("bura.sheet.end"), tell.text("bura.sheet.pot"), *letters)
    rows = [_row(number, outcome, tell) for number, outcome in enumerate(view.history, 1)]
    parts = _parts(head, rows)
    older = len(rows) - sum(len(part) - 1 for part in parts)
    if older:
        fields.append(Field(tell.text("bura.sheet.older"), tell.count("bura.older", older)))
    for number, part in enumerate(parts):
        name = tell.text("bura.sheet.more" if number else "bura.sheet")
        body = "\n".join(_in_columns(part))
        fields.append(Field(name, f"```\n{body}\n```"))
    return tuple(fields)


def _parts(head: Row, rows: Sequence[Row]) -> list[list[Row]]:
    """Return the newest rows in at most so many parts, each with its head, oldest first."""
    parts: list[list[Row]] = [[]]
    for row in reversed(rows):
        longer = [head, row, *parts[0]]
        if len("\n".join(_in_columns(longer))) > PART:
            if len(parts) == PARTS:
                break
            parts.insert(0, [])
        parts[0].insert(0, row)
    return [[head, *part] for part in parts]


def _letter(seat: int, tell: Tell) -> str:
    return tell.place(seat)[:1]


def _row(number: int, outcome: Outcome, tell: Tell) -> Row:
    end = tell.text(f"bura.end.{outcome.how}")
    if outcome.by is not None:
        end = f"{_letter(outcome.by, tell)} {end}"
    changes = [signed(change) for change in outcome.changes]
    return (f"{number}", end, f"{outcome.stake}", *changes)


def _in_columns(rows: Sequence[Row]) -> list[str]:
    """Return rows of cells as lines in columns: words to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        " ".join(
            cell.ljust(width) if column == 1 else cell.rjust(width + (column > 1))
            for column, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        for row in rows
    ]
