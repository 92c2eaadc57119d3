"""The verifiable shuffle, against the algorithm written down once more in other words."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from dataclasses import replace
from typing import TypeVar

import pytest

from bot.games.cards import PACK_36, PACK_52, PACK_54
from bot.games.fairness import Verdict, proof, verify
from bot.games.game import Deal, Game
from bot.games.record import Fairness, RecordedDeal
from bot.games.registry import GAMES
from bot.games.shuffle import commitment, cut, deal_from, shuffled
from tests.games import toy

T = TypeVar("T")

SEED = bytes(range(32))
SEEDS = [hashlib.sha256(bytes([number])).digest() for number in range(40)]
ALL = [*GAMES.values(), toy.GAME]


def by_hand(pack: list[T], seed: bytes) -> tuple[list[T], int]:
    """Shuffle as the design says, out of one long string of bytes; count the numbers rejected."""
    stream = b"".join(
        hmac.new(seed, b"atout" + bytes([0, 0, n // 256, n % 256]), hashlib.sha256).digest()
        for n in range(len(pack) // 8 + 16)
    )
    rejected = 0
    at = 0
    i = len(pack) - 1
    while i >= 1:
        x = (stream[at] << 24) | (stream[at + 1] << 16) | (stream[at + 2] << 8) | stream[at + 3]
        at += 4
        if x < 2**32 - (2**32 % (i + 1)):
            j = x % (i + 1)
            kept = pack[i]
            pack[i] = pack[j]
            pack[j] = kept
            i -= 1
        else:
            rejected += 1
    return pack, rejected


@pytest.mark.parametrize("pack", [PACK_36, PACK_52, PACK_54])
def test_shuffle_is_the_one_of_the_design(pack: tuple[object, ...]) -> None:
    for seed in SEEDS:
        assert list(shuffled(pack, seed)) == by_hand(list(pack), seed)[0]


def test_shuffle_of_a_known_seed_never_changes() -> None:
    first = " ".join(str(card) for card in shuffled(PACK_52, SEED)[:8])
    assert first == "4D 9H AD 5C 5D 7H 4C 10C"
    whole = " ".join(str(card) for card in shuffled(PACK_54, SEED))
    assert hashlib.sha256(whole.encode()).hexdigest()[:16] == "110ce66ed0c15fea"


def test_canonical_packs() -> None:
    assert " ".join(map(str, PACK_52[:14])) == "AS KS QS JS 10S 9S 8S 7S 6S 5S 4S 3S 2S AH"
    assert " ".join(map(str, PACK_54[-3:])) == "2C BJ LJ"
    assert " ".join(map(str, PACK_36[:10])) == "AS KS QS JS 10S 9S 8S 7S 6S AH"
    assert (len(PACK_36), len(PACK_52), len(PACK_54)) == (36, 52, 54)


def test_a_number_beyond_the_last_whole_span_is_thrown_away() -> None:
    # Too rare to be met with a pack of cards: with 200,000 positions a few are.
    expected, rejected = by_hand(list(range(200_000)), SEED)
    assert rejected > 0
    assert list(shuffled(range(200_000), SEED)) == expected


def test_every_order_of_three_is_about_as_frequent() -> None:
    found = Counter(shuffled("ABC", number.to_bytes(32, "big")) for number in range(6000))
    assert len(found) == 6
    assert all(900 < times < 1100 for times in found.values())


@pytest.mark.parametrize("length", [0, 31, 33, 64])
def test_seed_of_another_length_is_refused(length: int) -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        shuffled(PACK_52, bytes(length))


def test_commitment_is_the_hash_of_the_raw_bytes() -> None:
    assert commitment(bytes(32)) == (
        "66687aadf862bd776c8fc18b8e9f8e20089714856ee233b3902a591d0d5f2925"
    )


def test_cut_moves_the_top_below() -> None:
    assert cut("ABCDE", 2) == ("C", "D", "E", "A", "B")
    assert cut("ABCDE", 4) == ("E", "A", "B", "C", "D")


@pytest.mark.parametrize("at", [-1, 0, 5, 6])
def test_cut_lies_between_two_cards(at: int) -> None:
    with pytest.raises(ValueError, match="between"):
        cut("ABCDE", at)


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_a_deal_holds_every_card_of_the_pack_once(game: Game) -> None:
    for dealer in range(game.seats):
        deal = deal_from(game, dealer, SEED, 5)
        dealt = [card for hand in deal.hands for card in hand] + list(deal.stock)
        assert sorted(dealt, key=lambda card: card.index) == list(game.pack)
        assert deal.dealer == dealer


LAYOUTS = {
    # One card at a time from dealer's left.
    ("biritch", 3): [
        "AS 10S 6S 2S JH 7H 3H QD 8D 4D KC 9C 5C",
        "KS 9S 5S AH 10H 6H 2H JD 7D 3D QC 8C 4C",
        "QS 8S 4S KH 9H 5H AD 10D 6D 2D JC 7C 3C",
        "JS 7S 3S QH 8H 4H KD 9D 5D AC 10C 6C 2C",
        "",
    ],
    # Three at a time, the last six are the kitty.
    ("bid_whist", 0): [
        "5S 4S 3S 6H 5H 4H 7D 6D 5D 8C 7C 6C",
        "AS KS QS 2S AH KH 3H 2H AD 4D 3D 2D",
        "JS 10S 9S QH JH 10H KD QD JD AC KC QC",
        "8S 7S 6S 9H 8H 7H 10D 9D 8D JC 10C 9C",
        "5C 4C 3C 2C BJ LJ",
    ],
    # Packets of four, the last four are the kitty.
    ("bismarck", 2): [
        "AS KS QS JS 2S AH KH QH 3H 2H AD KD 4D 3D 2D AC",
        "10S 9S 8S 7S JH 10H 9H 8H QD JD 10D 9D KC QC JC 10C",
        "6S 5S 4S 3S 7H 6H 5H 4H 8D 7D 6D 5D 9C 8C 7C 6C",
        "5C 4C 3C 2C",
    ],
    # One at a time, the non-dealer first; the next card is the trump, under the stock.
    ("bura", 1): [
        "AS QS 10S",
        "KS JS 9S",
        "7S 6S AH KH QH JH 10H 9H 8H 7H 6H AD KD QD JD 10D 9D 8D 7D 6D "
        "AC KC QC JC 10C 9C 8C 7C 6C 8S",
    ],
}


@pytest.mark.parametrize(("game", "dealer"), LAYOUTS)
def test_layout_of_a_pack_in_order(game: str, dealer: int) -> None:
    deal = GAMES[game].lay_out(dealer, GAMES[game].pack)
    assert [" ".join(map(str, some)) for some in (*deal.hands, deal.stock)] == (
        LAYOUTS[game, dealer]
    )


# The proof.


def shown(game: Game, seed: bytes = SEED, at: int = 3, dealer: int = 0) -> RecordedDeal:
    """Return a deal as it is recorded with its proof."""
    return RecordedDeal(deal_from(game, dealer, seed, at), (), proof(seed, at))


@pytest.mark.parametrize("game", ALL, ids=lambda game: game.key)
def test_an_honest_deal_is_fair_in_whatever_order_its_hands_stand(game: Game) -> None:
    recorded = shown(game, dealer=1)
    deal = recorded.deal
    turned = Deal(1, tuple(hand[::-1] for hand in deal.hands), deal.stock)
    assert verify(game, recorded) is Verdict.FAIR
    assert verify(game, replace(recorded, deal=turned)) is Verdict.FAIR


def test_order_of_a_kitty_is_no_matter_but_that_of_a_stock_is() -> None:
    for key, verdict in (("bid_whist", Verdict.FAIR), ("bura", Verdict.WRONG_CARDS)):
        recorded = shown(GAMES[key])
        deal = replace(recorded.deal, stock=recorded.deal.stock[::-1])
        assert verify(GAMES[key], replace(recorded, deal=deal)) is verdict


def test_swapped_cards_and_another_dealer_are_found() -> None:
    game = toy.GAME
    recorded = shown(game)
    one, two = recorded.deal.hands
    swapped = Deal(0, ((two[0], one[1]), (one[0], two[1])), recorded.deal.stock)
    assert verify(game, replace(recorded, deal=swapped)) is Verdict.WRONG_CARDS
    other = replace(recorded.deal, dealer=1)
    assert verify(game, replace(recorded, deal=other)) is Verdict.WRONG_CARDS
    nobody = replace(recorded.deal, dealer=2)
    assert verify(game, replace(recorded, deal=nobody)) is Verdict.WRONG_DEALER


@pytest.mark.parametrize(
    ("claimed", "verdict"),
    [
        (None, Verdict.NO_PROOF),
        (Fairness(SEED.hex().upper(), commitment(SEED).upper(), 3), Verdict.FAIR),
        (Fairness(SEED.hex(), commitment(SEED), 4), Verdict.WRONG_CARDS),
        (Fairness(SEED.hex(), commitment(SEED), 0), Verdict.WRONG_CUT),
        (Fairness(SEED.hex(), commitment(SEED), 6), Verdict.WRONG_CUT),
        (Fairness(SEED.hex(), commitment(SEED), -3), Verdict.WRONG_CUT),
        (Fairness(SEED.hex(), commitment(bytes(32)), 3), Verdict.WRONG_COMMITMENT),
        (Fairness(SEED.hex(), "", 3), Verdict.WRONG_COMMITMENT),
        (Fairness(bytes(32).hex(), commitment(bytes(32)), 3), Verdict.WRONG_CARDS),
        (Fairness("", commitment(SEED), 3), Verdict.MALFORMED_SEED),
        (Fairness(SEED.hex() + "00", commitment(SEED), 3), Verdict.MALFORMED_SEED),
        (Fairness(SEED.hex()[:-1] + "g", commitment(SEED), 3), Verdict.MALFORMED_SEED),
        (Fairness(SEED.hex() + "\n", commitment(SEED), 3), Verdict.MALFORMED_SEED),
        (Fairness(" ".join(SEED.hex()), commitment(SEED), 3), Verdict.MALFORMED_SEED),
    ],
)
def test_what_is_claimed_is_checked(claimed: Fairness | None, verdict: Verdict) -> None:
    recorded = replace(shown(toy.GAME), fairness=claimed)
    assert verify(toy.GAME, recorded) is verdict
