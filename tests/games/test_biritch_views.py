"""How cards are dealt, and what each seat may see of a rubber."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from bot.games.biritch import GAME
from bot.games.biritch.match import Rubber, new
from bot.games.biritch.play import InPlay
from bot.games.biritch.views import ClaimMade
from bot.games.cards import PACK_52, Card, in_order
from bot.games.game import Deal, Decision
from bot.games.shuffle import deal_from
from tests.games.biritch_table import deal, do, in_play, play_out, settle, split, start

SEATS = (None, 0, 1, 2, 3)


@pytest.mark.parametrize("dealer", range(4))
def test_cards_are_dealt_one_at_a_time_from_dealers_left(dealer: int) -> None:
    dealt = GAME.lay_out(dealer, PACK_52)
    assert dealt.dealer == dealer
    for number in range(52):
        seat = (dealer + 1 + number) % 4
        assert dealt.hands[seat][number // 4] is PACK_52[number]


def test_nothing_is_known_before_the_first_deal() -> None:
    rubber = new(GAME.book.rules())
    for seat in SEATS:
        view = rubber.view(seat)
        assert (view.phase, view.deal, view.dealer, view.hand) == ("waiting", 0, None, ())
        assert (view.asked, view.decision, view.others) == (None, None, ())


def test_each_sees_the_own_hand_and_the_public_none() -> None:
    rubber = start(split(3, "H"))
    for seat in range(4):
        assert set(rubber.view(seat).hand) == set(split(3, "H").hands[seat])
        assert rubber.memory(seat).dealt == rubber.view(seat).hand
    assert rubber.view(None).hand == ()
    assert rubber.view(0).decision is not None
    assert rubber.view(1).decision is None
    assert rubber.view(1).counts == (13, 13, 13, 13)


def shaken(rubber: Rubber, seat: int | None, chance: Random) -> Rubber:
    """Deal again the cards in hands that a seat does not see."""
    table = rubber.table
    assert table is not None
    phase = table.phase
    hands = phase.hands if isinstance(phase, InPlay) else table.deal.hands
    open_to_all = rubber.view(None).dummy_hand is not None
    sees = {seat}
    if isinstance(phase, InPlay) and open_to_all:
        sees.add(phase.contract.dummy)
    hidden = [one for other in range(4) if other not in sees for one in hands[other]]
    images = dict(zip(hidden, chance.sample(hidden, len(hidden)), strict=True))

    def move(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return in_order(images.get(one, one) for one in some)

    moved = Deal(table.deal.dealer, tuple(move(hand) for hand in table.deal.hands))
    if isinstance(phase, InPlay):
        after = replace(phase, hands=tuple(move(hand) for hand in phase.hands))
        return replace(rubber, table=replace(table, deal=moved, phase=after))
    return replace(rubber, table=replace(table, deal=moved))


@pytest.mark.parametrize("dummy", ["before_lead", "after_lead"])
@pytest.mark.parametrize("form", ["classic", "auction_levels"])
@pytest.mark.parametrize("revokes", ["impossible", "penalised"])
def test_view_does_not_depend_on_cards_out_of_sight(dummy: str, form: str, revokes: str) -> None:
    chance = Random(f"{dummy} {form} {revokes}")
    rubber = new(GAME.book.rules({"dummy": dummy, "form": form, "revokes": revokes}))
    rubber, _ = rubber.give(deal_from(GAME, 3, chance.randbytes(32), 30))
    looked = 0
    while isinstance(now := rubber.decision(), Decision):
        for seat in SEATS:
            if seat == now.player:
                # Who is asked may see what is legal, which only the own hands decide.
                assert rubber.view(seat).decision == now
            assert shaken(rubber, seat, chance).view(seat) == rubber.view(seat)
            looked += 1
        rubber, _ = rubber.act(chance.choice(now.actions))
    assert looked > 250


def test_declarer_sees_dummys_cards_on_turn_only_where_they_lie_open() -> None:
    rubber = settle(do(start(split(3, "H"), {"dummy": "after_lead"}), "0 name H"))
    assert rubber.view(0).dummy_hand is None
    assert rubber.view(0).dummy == 2
    assert rubber.view(2).hand == in_play(rubber).hands[2]


def test_claims_are_heard_by_all() -> None:
    rubber = settle(do(start(split(3, "H"), {"revokes": "penalised"}), "0 name H"))
    rubber = do(rubber, "3 play AC", "0 claim_revoke", "1 claim_revoke")
    for seat in SEATS:
        assert rubber.view(seat).claims == (ClaimMade(0, 1, 1), ClaimMade(1, 1, 0))
        assert rubber.view(seat).out_of_turn == (3,)


def test_scored_deal_shows_no_hand_and_the_last_trick() -> None:
    rubber = play_out(settle(do(start(split(3, "H")), "0 name H")))
    view = rubber.view(2)
    assert (view.phase, view.hand, view.trick) == ("scored", (), ())
    assert view.last_trick is not None
    assert view.tricks == (10, 3)
    assert view.asked is None
    assert len(rubber.memory(2).tricks) == 13


def test_dealer_stays_and_number_grows_with_each_deal() -> None:
    rubber = play_out(settle(do(start(deal(dealer=2)), "2 name S")))
    assert (rubber.view(0).deal, rubber.view(0).dealer) == (1, 2)
    rubber, _ = rubber.give(deal(dealer=3))
    assert (rubber.view(0).deal, rubber.view(0).dealer) == (2, 3)
