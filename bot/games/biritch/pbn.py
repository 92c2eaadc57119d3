"""A rubber of Biritch in Portable Bridge Notation, so that bridge programs can show it.

Biritch knows neither levels nor a bidding that bridge would allow, so the auction is left out and
what was said stands in a comment. A contract without a level is written at the level of one: seven
tricks, the first that count. More than a redouble is written as a redouble, with the true
multiplier in the comment.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from bot.games.biritch.contract import SEATS, Contract
from bot.games.biritch.views import BiritchSummary
from bot.games.cards import SUIT_RANKS, Card, Rank, Suit

COMPASS: Final = "SWNE"
"""The seats from 0 on, clockwise."""

_LINE: Final = 76
_DOUBLED: Final = {1: "", 2: "X"}


def to_pbn(deals: Sequence[BiritchSummary], names: Sequence[str], *, site: str, date: str) -> str:
    """Return the deals of a match in PBN (export format); ``date`` as ``2026.11.30``."""
    parts = ["% PBN 2.1\n% EXPORT\n"]
    parts += ["\n".join(_deal(one, names, site, date)) + "\n" for one in deals]
    return "\n".join(parts)


def _deal(deal: BiritchSummary, names: Sequence[str], site: str, date: str) -> Iterator[str]:
    contract = deal.contract
    tags = {
        "Event": "Biritch",
        "Site": site,
        "Date": date,
        "Board": str(deal.number),
        "West": names[1],
        "North": names[2],
        "East": names[3],
        "South": names[0],
        "Dealer": COMPASS[deal.deal.dealer],
        "Vulnerable": "None",
        "Deal": _hands(deal),
        "Scoring": "Rubber",
        "Declarer": COMPASS[contract.declarer],
        "Contract": _contract(contract),
        "Result": str(len(deal.counted[contract.declarer % 2])),
    }
    yield from (f'[{name} "{_text(value)}"]' for name, value in tags.items())
    yield _comment(deal)
    if deal.tricks:
        yield f'[Play "{COMPASS[contract.leader]}"]'
        yield from _play(deal, contract.leader)


def _hands(deal: BiritchSummary) -> str:
    """Return the four hands from the dealer on: ``N:AK2.… …``, suits from spades to clubs."""
    first = deal.deal.dealer
    order = [(first + step) % SEATS for step in range(SEATS)]
    return f"{COMPASS[first]}:" + " ".join(_hand(deal.deal.hands[seat]) for seat in order)


def _hand(hand: Sequence[Card]) -> str:
    return ".".join(
        "".join(
            _rank(rank) for rank in SUIT_RANKS if any(c.suit is s and c.rank is rank for c in hand)
        )
        for s in Suit
    )


def _contract(contract: Contract) -> str:
    level = 1 if contract.level is None else contract.level
    return f"{level}{contract.strain}{_DOUBLED.get(contract.multiplier, 'XX')}"


def _play(deal: BiritchSummary, leader: int) -> Iterator[str]:
    """Yield a line a trick, the cards in the columns of the seats from the first leader on."""
    for taken in deal.tricks:
        laid = {play.seat: play.card for play in taken.plays}
        yield " ".join(_card(laid[(leader + step) % SEATS]) for step in range(SEATS))


def _card(card: Card) -> str:
    return f"{card.suit}{_rank(card.rank)}"


def _rank(rank: Rank) -> str:
    return "T" if rank is Rank.TEN else str(rank)


def _comment(deal: BiritchSummary) -> str:
    said = [
        " ".join((COMPASS[made.seat], made.verb, *made.args))
        for made in deal.actions
        if made.verb != "play"
    ]
    points = " ".join(
        f"{score[0]}/{score[1]}" for score in deal.result.scores if not isinstance(score, int)
    )
    times = deal.contract.multiplier
    words = f"Biritch: {', '.join(said)}; x{times}; below/above N-S E-W {points}"
    lines = [""]
    for word in words.split():
        if len(lines[-1]) + len(word) > _LINE:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return "{" + "\n".join(lines) + "}"


def _text(value: str) -> str:
    """Return a text as it may stand in a tag: printable, on one line, without its delimiters."""
    plain = "".join(one if one.isprintable() and one not in '"\\' else "'" for one in value)
    return plain or "?"
