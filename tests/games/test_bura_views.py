"""What each seat may see, and what nobody may look back at (rules: Declaring 31)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields, is_dataclass, replace
from itertools import chain
from random import Random

import pytest

from bot.games.bura import GAME, BuraMatch, BuraView
from bot.games.bura.events import RepliedFaceDown
from bot.games.bura.hands import Special, points
from bot.games.bura.match import new
from bot.games.bura.views import BuraSummary, seen_trick
from bot.games.cards import PACK_36, Card, card, cards
from bot.games.game import Action, Deal, Decision, IllegalAction, TrickTaken
from bot.games.trick import Play, Taken
from tests.games.bura_table import (
    Rules,
    action,
    asked,
    deal,
    do,
    down_to,
    play_group,
    random_states,
    shuffled_deal,
    start,
)

HIDDEN = {"losing_replies": "hidden"}
AID = {"counting_aid": "own_total"}


def one_trick(rules: Rules | None = None, *, taken: bool = True) -> BuraMatch:
    """One trick is over: seat 1 has taken 15 points, or seat 0 with a club in the reply."""
    match = start(deal("KS 8S 6C", "AS 7H 7C", "6D KC 8D KD"), rules)
    return do(match, "0 play KS 8S", "1 play AS 7H" if taken else "1 play AS 7C")


def test_a_seat_sees_its_own_hand_the_trump_and_the_pot() -> None:
    view = start(deal("KS 8S 6C", "AS 7H 7C")).view(1)
    assert [one.text for one in view.hand] == ["7H", "AS", "7C"]
    assert (view.trump, view.turned, view.stock) == ("H", card("9H"), 30)
    assert (view.pot, view.totals, view.pots, view.pots_won) == (2, (-1, -1), 5, 0)
    assert (view.deal, view.dealer, view.on_lead, view.counts) == (1, 1, 0, (3, 3))
    assert view.decision is None
    assert view.asked is not None
    assert view.asked.question == "lead"


def test_only_the_asked_seat_sees_what_it_may_do() -> None:
    match = one_trick()
    assert match.view(1).decision == match.decision()
    assert match.view(0).decision is None
    assert match.view(0).others == (Action(0, "declare"),)
    assert match.view(1).others == ()
    public = match.view(None)
    assert (public.decision, public.others, public.hand) == (None, (), ())


def test_the_finished_trick_is_there_only_until_the_next_card_is_down() -> None:
    match = one_trick()
    for seat in (0, 1, None):
        last = match.view(seat).last_trick
        assert last is not None
        assert last.winner == 1
        plays = [(0, "KS"), (0, "8S"), (1, "AS"), (1, "7H")]
        assert last.plays == tuple(Play(who, card(text)) for who, text in plays)
    match = do(match, "1 draw")
    assert match.view(0).last_trick is not None
    match = do(match, "1 play 7C")
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view.last_trick is None
        assert view.trick == (Play(1, card("7C")),)
        assert (view.group, view.on_lead) == (1, 1)


def test_no_points_no_won_cards_and_no_tricks_are_shown() -> None:
    match = do(one_trick(), "1 draw", "1 play 7C")
    gone = {"KS", "8S", "AS", "7H"}
    for seat in (0, 1, None):
        view = match.view(seat)
        assert view.tricks == ()
        assert (view.own_points, view.own_unseen) == (None, 0)
        shown = {one.text for one in cards_in(view)}
        assert not shown & gone


def cards_in(value: object) -> list[Card]:
    """Return every card anywhere in a view."""
    if isinstance(value, Card):
        return [value]
    if isinstance(value, str):
        return [card(value)] if value in {one.text for one in PACK_36} else []
    if isinstance(value, tuple | list):
        return list(chain.from_iterable(cards_in(one) for one in value))
    if isinstance(value, dict):
        return cards_in(list(value.values()))
    if is_dataclass(value) and not isinstance(value, type):
        return cards_in([getattr(value, one.name) for one in fields(value)])
    return []


def test_the_counting_aid_shows_the_own_total_alone() -> None:
    match = one_trick(AID)
    assert [match.view(seat).own_points for seat in (0, 1, None)] == [0, 15, None]
    match = do(match, "1 draw", "1 play 7C")
    assert [match.view(seat).own_points for seat in (0, 1, None)] == [0, 15, None]


def test_a_losing_reply_may_lie_face_down() -> None:
    match = start(deal("KS 8S 6C", "AS 7H 7C"), HIDDEN)
    match = do(match, "0 play KS 8S")
    lost, events = match.act(action("1 play AS 7C"))
    assert events == (RepliedFaceDown(1, 2), TrickTaken(1, 0))
    for seat in (0, None):
        view = lost.view(seat)
        assert view.last_trick is not None
        assert view.last_trick.plays == (Play(0, card("KS")), Play(0, card("8S")))
        assert view.face_down == 2
        assert not {"AS", "7C"} & {one.text for one in cards_in(view)}
    own = lost.view(1)
    assert own.last_trick is not None
    assert (len(own.last_trick.plays), own.face_down) == (4, 0)
    won = do(match, "1 play AS 7H").view(0)
    assert won.last_trick is not None
    assert (len(won.last_trick.plays), won.face_down) == (4, 0)


def test_memory_lacks_what_lay_face_down_except_the_own_reply() -> None:
    match = one_trick(HIDDEN, taken=False)
    leader, other = match.memory(0), match.memory(1)
    assert leader.actions == (Action(0, "play", ("KS", "8S")), Action(1, "play"))
    assert [len(taken.plays) for taken in leader.tricks] == [2]
    assert other.actions[1] == Action(1, "play", ("AS", "7C"))
    assert [len(taken.plays) for taken in other.tricks] == [4]


def test_the_counting_aid_counts_what_was_seen_and_says_how_much_was_not() -> None:
    match = one_trick({**HIDDEN, **AID}, taken=False)
    view = match.view(0)
    assert (view.own_points, view.own_unseen) == (4, 2)
    assert one_trick(AID, taken=False).view(0).own_points == 15


def test_the_summary_shows_what_lay_face_down() -> None:
    match = do(one_trick(HIDDEN, taken=False), "0 declare")
    summary = match.summary(1)
    assert summary.face_down == (1,)
    assert len(summary.tricks[0].plays) == 4
    assert summary.counted == ((15,), ())


def test_an_announced_hand_is_shown_until_the_next_card_and_remembered() -> None:
    match = do(start(deal("KS 8S 6C", "QD JD 7D")), "1 announce molodka")
    for seat in (0, 1, None):
        (shown,) = match.view(seat).announced
        assert (shown.seat, shown.kind, shown.cards) == (1, Special.MOLODKA, cards("QD JD 7D"))
    match = do(match, "1 play QD")
    assert match.view(0).announced == ()
    assert match.memory(0).shown[0].cards == cards("QD JD 7D")


def test_the_question_about_a_special_hand_does_not_say_which() -> None:
    aces = start(deal("AS AD AC", "KS 8S 6C")).view(1)
    molodka = start(deal("QD JD 7D", "KS 8S 6C")).view(1)
    assert aces == molodka


def test_the_view_says_what_a_false_call_costs() -> None:
    assert one_trick().view(0).false_call_costs == 2
    assert one_trick({"false_call": "opponent_wins"}).view(0).false_call_costs == 0


def test_the_view_says_that_a_molodka_has_to_be_led_whole() -> None:
    match = start(deal("QD JD 7D", "KS 8S 6C"), {"molodka_led": "whole"})
    assert not match.view(0).molodka_bound
    assert do(match, "0 announce molodka").view(0).molodka_bound
    assert not do(match, "0 pass").view(0).molodka_bound


def test_between_deals_the_view_holds_the_standing_alone() -> None:
    match = do(one_trick(), "1 declare")
    for seat in (0, 1, None):
        view = match.view(seat)
        assert cards_in(view) == []
        assert (view.totals, view.pot, view.dealer) == ((-1, -3), 4, 1)
        assert view.history == (match.summary(1).outcome,)
    assert match.memory(0).tricks == ()


def test_a_summary_holds_every_card_once() -> None:
    for seed in range(8):
        match = random_states(seed)[-1]
        for number in range(1, len(match.results) + 1):
            summary = match.summary(number)
            assert isinstance(summary, BuraSummary)
            last = [summary.deal.hands[0], summary.deal.hands[1], summary.deal.stock]
            assert set(chain(*last)) == set(PACK_36)
            played = [play.card for taken in summary.tricks for play in taken.plays]
            rest = chain(*summary.hands, summary.aside, summary.stock)
            assert sorted([*played, *rest], key=PACK_36.index) == list(PACK_36)
            assert sum(chain(*summary.counted)) == sum(summary.outcome.points) == points(played)
    with pytest.raises(IndexError):
        match.summary(0)
    with pytest.raises(IndexError):
        match.summary(len(match.results) + 1)


def test_who_drew_the_turned_trump_is_remembered() -> None:
    match = down_to(2, lead=1)
    assert match.memory(0).turned_to is None
    assert match.memory(0).turned == match.view(0).turned
    match = play_group(match, 1)
    seat = int(asked(match)[0])
    match = do(match, f"{seat} draw")
    assert match.memory(0).turned_to == match.memory(1).turned_to == 1 - seat


Swap = Callable[[tuple[Card, ...]], tuple[Card, ...]]

HOUSES: list[Rules] = [{}, HIDDEN, {**HIDDEN, **AID, "bura": "automatic"}, AID]


@pytest.mark.parametrize("house", range(len(HOUSES)))
def test_a_view_is_the_same_whatever_the_hidden_cards_are(house: int) -> None:
    rules = HOUSES[house]
    compared = 0
    for seed in range(60):
        chance = Random(seed)
        match = start(shuffled_deal(chance, seed % 2), rules)
        for _ in range(chance.randrange(1, 22)):
            now = match.decision()
            if not isinstance(now, Decision):
                break
            some = [one for one in now.actions if one.verb != "declare"]
            match, _events = match.act(chance.choice(some))
        if match.open_deal is None:
            continue
        for seat in (0, 1, None):
            for _ in range(3):
                other = dealt_again(match, seat, chance)
                if other is not None:
                    compared += 1
                    assert other.view(seat) == match.view(seat)
                    if seat is not None:
                        assert other.memory(seat) == match.memory(seat)
    assert compared > 100


def dealt_again(match: BuraMatch, seat: int | None, chance: Random) -> BuraMatch | None:
    """Return the match with the cards that a seat has never seen dealt again.

    None where the same play is not possible then, or others would have been asked on the way.
    """
    open_deal = match.open_deal
    assert open_deal is not None
    given = open_deal.laid.deal
    known = {given.stock[-1]}
    for who in (0, 1):
        if seat == who:
            known |= {*given.hands[who], *open_deal.hands[who]}
    for made in open_deal.shown:
        known |= set(made.cards)
    tricks = _seen_by_all(match) if seat is None else match.memory(seat).tricks
    known |= {play.card for taken in tricks for play in taken.plays}
    known |= set(open_deal.led)
    if seat is not None:
        known |= {
            card(text)
            for one in open_deal.actions
            if one.seat == seat and one.verb == "play"
            for text in one.args
        }
    hidden = [one for one in PACK_36 if one not in known]
    mixed = chance.sample(hidden, len(hidden))
    swap = dict(zip(hidden, mixed, strict=True))

    def changed(some: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(swap.get(one, one) for one in some)

    again = replace(
        given, hands=tuple(changed(hand) for hand in given.hands), stock=changed(given.stock)
    )
    return played_again(match, again, changed)


def played_again(match: BuraMatch, again: Deal, changed: Swap) -> BuraMatch | None:
    """Return the same play with other cards in the dark; None where it would have gone apart."""
    assert match.open_deal is not None
    first = start(match.open_deal.laid.deal, match.rules)
    other = start(again, match.rules)
    for made in match.open_deal.actions:
        if asked(first) != asked(other):
            return None
        first, _ = first.act(made)
        args = made.args
        if made.verb == "play":
            args = tuple(one.text for one in changed(tuple(card(text) for text in args)))
        try:
            other, _ = other.act(Action(made.seat, made.verb, args))
        except IllegalAction:
            # An announcement of a hand that is not there any more.
            return None
    return other if asked(first) == asked(other) else None


def _seen_by_all(match: BuraMatch) -> list[Taken]:
    """Return the tricks as somebody who only watches has seen them."""
    assert match.open_deal is not None
    return [seen_trick(taken, None, match.options) for taken in match.open_deal.tricks]


def test_a_view_is_a_view_of_bura() -> None:
    view = new(GAME.book.rules()).view(0)
    assert isinstance(view, BuraView)
    assert (view.game, view.deal, view.dealer, view.pot) == ("bura", 0, None, 0)
    with pytest.raises(IllegalAction):
        new(GAME.book.rules()).act(Action(0, "draw"))
