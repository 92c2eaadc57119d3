"""Rubbers in PBN, read by another program's library."""

from __future__ import annotations

import io

import endplay.parsers.pbn as pbn
import pytest
from endplay.types import Denom, Player

from bot.games.biritch.contract import Strain
from bot.games.biritch.pbn import to_pbn
from bot.games.biritch.views import BiritchSummary
from tests.fixtures.records.reading import reels

NAMES = ("Ann", 'B"o', "Cy\n", "Di")
SEATS = {"S": 0, "W": 1, "N": 2, "E": 3}
DENOMS = {
    Denom.spades: Strain.SPADES,
    Denom.hearts: Strain.HEARTS,
    Denom.diamonds: Strain.DIAMONDS,
    Denom.clubs: Strain.CLUBS,
    Denom.nt: Strain.NO_TRUMP,
}


SUITS = {"♠": "S", "♥": "H", "♦": "D", "♣": "C"}


def _text(card: str) -> str:
    """Return a card in this program's notation from the other's, whichever comes first in it."""
    suit = next(one for one in card if one in SUITS)
    return card.replace(suit, "").replace("T", "10") + SUITS[suit]


def rubbers() -> list[list[BiritchSummary]]:
    """Return the finished deals of all fixtures, a list a match."""
    found = []
    for reel in reels("biritch"):
        deals = [reel.summary(number) for number in range(1, len(reel.results) + 1)]
        found.append([deal for deal in deals if isinstance(deal, BiritchSummary)])
    return found


@pytest.mark.parametrize("number", range(24))
def test_another_program_reads_the_same_cards_contract_and_tricks(number: int) -> None:
    deals = rubbers()[number]
    boards = pbn.load(io.StringIO(to_pbn(deals, NAMES, site="Discord", date="2026.11.30")))
    assert len(boards) == len(deals)
    for board, deal in zip(boards, deals, strict=True):
        assert board.board_num == deal.number
        assert board.dealer is not None
        assert SEATS[board.dealer.abbr] == deal.deal.dealer
        for player in Player:
            hand = {_text(str(card)) for card in board.deal[player]}
            mine = deal.deal.hands[SEATS[player.abbr]]
            assert hand == {card.text for card in mine}
        contract = board.contract
        assert contract is not None
        assert SEATS[contract.declarer.abbr] == deal.contract.declarer
        assert DENOMS[contract.denom] is deal.contract.strain
        assert contract.level == (deal.contract.level or 1)
        won = len(deal.counted[deal.contract.declarer % 2])
        assert contract.result == won - 6 - contract.level
        assert len(board.play) == 4 * len(deal.tricks)


def test_names_cannot_break_out_of_their_tags() -> None:
    text = to_pbn(rubbers()[0][:1], NAMES, site="Discord", date="2026.11.30")
    assert '[West "B\'o"]' in text
    assert '[North "Cy\'"]' in text


def test_the_play_stands_in_the_columns_of_the_seats() -> None:
    deal = rubbers()[0][0]
    lines = to_pbn([deal], NAMES, site="x", date="2026.11.30").split("\n")
    start = next(n for n, line in enumerate(lines) if line.startswith("[Play"))
    column = {(deal.contract.leader + step) % 4: step for step in range(4)}
    for number, taken in enumerate(deal.tricks):
        cards = lines[start + 1 + number].split()
        for play in taken.plays:
            assert cards[column[play.seat]] == f"{play.card.suit}{play.card.rank}".replace(
                "10", "T"
            )
