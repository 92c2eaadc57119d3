"""Properties that every game keeps under all house rules, as functions that a test walks through.

The checks look at one moment of a match that is played at random (``tests.games.walks``).
"""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from random import Random
from typing import Final

from bot.games.cards import PACK_54, Card, card
from bot.games.game import (
    Action,
    Deal,
    Decision,
    Game,
    IllegalAction,
    Match,
    NeedsDeal,
    Over,
    Summary,
    WrongDeal,
)
from bot.games.record import check, from_text, next_to_json, to_record, to_text
from tests.games.walks import Moment, cards_in, known, random_deal, random_discard
from tests.seen_cards import cards_told

# The checks: each raises AssertionError, and says how much it has really looked at.


def everybody(game: Game) -> tuple[int | None, ...]:
    """Return every seat, and None for the public."""
    return (None, *range(game.seats))


def check_contract(moment: Moment) -> None:
    """Check that views, decision and what is open out of turn agree with each other."""
    game, match = moment.game, moment.match
    now = match.decision()
    others = {action for actions in match.others().values() for action in actions}
    for hand, actions in match.others().items():
        assert actions, "a seat without anything is left out"
        assert all(action.seat == hand for action in actions)
    for seat in everybody(game):
        view = match.view(seat)
        assert view.seat == seat
        assert view.game == game.key
        assert view.rules == match.rules
        assert view.results == match.results
        assert view.totals == match.totals
        assert view.winners == (now.winners if isinstance(now, Over) else ())
        assert view.deal == len(moment.log)
        assert view.dealer == (moment.deal.deal.dealer if moment.log else None)
        assert len(view.counts) == game.seats
        if seat is not None and view.hand:
            assert view.counts[seat] == len(view.hand)
        assert set(view.others) <= others
        if isinstance(now, Decision):
            assert view.asked is not None
            asked = view.asked
            assert (asked.seat, asked.player, asked.question) == (
                now.seat,
                now.player,
                now.question,
            )
            assert view.decision == (now if seat == now.player else None)
        else:
            assert (view.asked, view.decision) == (None, None)
            assert not any(view.counts)
    if isinstance(now, Decision):
        assert now.actions or now.discard
        assert all(action.seat == now.seat for action in now.actions)
        assert len(set(now.actions)) == len(now.actions)
        assert not others & set(now.actions), "what is asked stands in the decision alone"
        assert match.view(None).others == ()


def check_offers(moment: Moment, chance: Random) -> int:
    """Check that what is offered is accepted; return how many actions were tried."""
    match = moment.match
    now = match.decision()
    offered = [action for actions in match.others().values() for action in actions]
    if isinstance(now, Decision):
        offered += now.actions
        if now.discard is not None:
            offered += [random_discard(now, chance) for _ in range(3)]
    for action in chance.sample(offered, min(len(offered), 4)):
        match.act(action)
    return len(offered)


def check_cards(moment: Moment) -> None:
    """Check that no card is in two places, and that every hand comes from its own deal."""
    game, match = moment.game, moment.match
    if not isinstance(match.decision(), Decision):
        return
    views = [match.view(seat) for seat in range(game.seats)]
    seen = [one for view in views for one in view.hand]
    seen += [play.card for play in views[0].trick]
    for number in range(len(match.memory(0).tricks)):
        # A reply that lies face down is remembered by the seat alone that put it there.
        seen += set().union(
            *(cards_in(match.memory(seat).tricks[number]) for seat in range(game.seats))
        )
    assert len(seen) == len(set(seen))
    assert set(seen) <= set(game.pack)
    for seat, view in enumerate(views):
        dealt = moment.deal.deal
        assert set(view.hand) <= {*dealt.hands[seat], *dealt.stock}
        assert sorted(match.memory(seat).dealt, key=_index) == sorted(dealt.hands[seat], key=_index)
        assert views[0].counts == view.counts
        assert sum(view.counts) == sum(len(one.hand) for one in views)


def _index(one: Card) -> int:
    return one.index


def check_summary(game: Game, summary: Summary) -> None:
    """Check that a finished deal accounts for every card of the pack once."""
    played = [play.card for taken in summary.tricks for play in taken.plays]
    assert sorted([*played, *summary.out_of_play], key=_index) == list(game.pack)


def check_totals(match: Match) -> None:
    """Check that the totals are the scores of the deals added up."""
    sums = [0] * len(match.totals)
    for result in match.results:
        for side, score in enumerate(result.scores):
            sums[side] += sum(score) if isinstance(score, tuple) else score
    assert list(match.totals) == sums


def check_values(moment: Moment) -> None:
    """Check that what goes to other processes and into dictionaries can."""
    for seat in everybody(moment.game):
        view = moment.match.view(seat)
        assert pickle.loads(pickle.dumps(view)) == view
        assert hash(view) == hash(moment.match.view(seat))
        if seat is not None:
            memory = moment.match.memory(seat)
            assert pickle.loads(pickle.dumps(memory)) == memory


def check_record(moment: Moment, games: Mapping[str, Game]) -> None:
    """Check that the record, written as text and replayed, leads to the same match."""
    game, match = moment.game, moment.match
    names = [f"Player {seat}" for seat in range(game.seats)]
    text = to_text(to_record(game, match.rules, names, moment.log))
    again = check(from_text(text), games).match
    assert again.results == match.results
    assert again.totals == match.totals
    assert again.decision() == match.decision()
    assert again.others() == match.others()
    assert next_to_json(again) == next_to_json(match)
    for number in range(1, len(match.results) + 1):
        assert again.summary(number).result == match.summary(number).result
        assert again.summary(number).tricks == match.summary(number).tricks
    for seat in range(game.seats):
        # A record does not say in which order a hand was dealt, nor does a view.
        assert again.view(seat) == match.view(seat)
        assert again.memory(seat) == match.memory(seat)
    assert again.view(None) == match.view(None)


# What is refused.

_VERBS: Final = (
    "name leave call double redouble pass play claim_revoke bid discard trump direction contract "
    "take refuse declare draw announce grumble"
)
_WORDS: Final = (
    "S H D C NT N U s h nt high low 3H 7NT 0S 8S 3U 4D 4NH 4NL 7N 3 -1 spel spader valfri pass "
    "no_hearts no_queen Spel bura aces molodka BURA"
)
_CARDS: Final = tuple(one.text for one in PACK_54)
VERBS: Final = tuple(_VERBS.split())
WORDS: Final = tuple(_WORDS.split())
JUNK: Final = ("", " ", "AS ", "as", "A♠", "1S", "{card}", "%s", "ÄS", "\0", "x" * 50, "٤H", "None")
CODE: Final = re.compile(r"[a-z]+(_[a-z0-9]+)*")


def strange_action(match: Match, game: Game, chance: Random) -> Action:
    """Return an action that is probably not legal, near to a legal one or far from all."""
    now = match.decision()
    seat = chance.randrange(-1, game.seats + 1)
    verb = chance.choice((*VERBS, *JUNK)) if chance.random() < 0.6 else "play"
    if isinstance(now, Decision) and chance.random() < 0.6:
        seat = now.seat
        if chance.random() < 0.6:
            verb = chance.choice(now.actions).verb if now.actions else "discard"
    pool = chance.choice(((*WORDS, *JUNK), _CARDS))
    count = chance.choice((0, 1, 1, 1, 2, 3, 4, 6, 7))
    return Action(seat, verb, tuple(chance.choices(pool, k=count)))


def offered(match: Match, action: Action) -> bool:
    """Tell whether an action is among those that the match offers."""
    if action in match.others().get(action.seat, ()):
        return True
    now = match.decision()
    if not isinstance(now, Decision) or action.seat != now.seat:
        return False
    discard = now.discard
    if discard is not None and action.verb == discard.verb:
        texts = [one.text for one in discard.cards]
        chosen = set(action.args)
        return len(action.args) == len(chosen) == discard.count and chosen <= set(texts)
    if action.verb == "play" and len(action.args) > 1:
        return any(
            one.verb == "play" and sorted(one.args) == sorted(action.args) for one in now.actions
        )
    return action in now.actions


def check_refusals(moment: Moment, chance: Random, tries: int) -> int:
    """Check that what is not offered is refused with a code; return how many were refused."""
    game, match = moment.game, moment.match
    refused = 0
    for _ in range(tries):
        action = strange_action(match, game, chance)
        refusal = _refusal(match, action)
        assert (refusal is None) == offered(match, action), (action, refusal)
        if refusal is not None:
            assert CODE.fullmatch(refusal.code)
            check_facts(moment, action, refusal)
            refused += 1
    return refused


def _refusal(match: Match, action: Action) -> IllegalAction | None:
    try:
        match.act(action)
    except IllegalAction as refusal:
        return refusal
    return None


def check_facts(moment: Moment, action: Action, refusal: IllegalAction) -> None:
    """Check that a refusal names no card that the one who acted could not see."""
    match, seat = moment.match, action.seat
    told = cards_told(refusal, action.args)
    if told:
        now = match.decision()
        seen = cards_in(match.view(seat)) if 0 <= seat < moment.game.seats else set()
        if isinstance(now, Decision) and now.seat == seat:
            seen |= cards_in(match.view(now.player))
        assert told <= seen, (action, refusal.code, told)


def check_deals_refused(moment: Moment, chance: Random) -> None:
    """Check that a deal is taken only when it is waited for, by its dealer, with its cards."""
    game, match = moment.game, moment.match
    now = match.decision()
    if not isinstance(now, NeedsDeal):
        for dealer in range(game.seats):
            assert _deal_refused(match, random_deal(game, NeedsDeal(dealer), chance))
        return
    good = random_deal(game, now, chance)
    match.give(good)
    one, two, *rest = good.hands
    bad = [
        replace(good, dealer=game.seats),
        replace(good, dealer=-1),
        replace(good, hands=()),
        replace(good, hands=(one, two, *rest, ())),
        replace(good, hands=(one[1:], two, *rest)),
        replace(good, hands=((*one, two[0]), two[1:], *rest)),
        replace(good, hands=((two[0], *one[1:]), two, *rest)),
        replace(good, stock=(*good.stock, one[0])),
        replace(good, stock=good.stock[1:] if good.stock else one[:1]),
    ]
    foreign = [card for card in PACK_54 if card not in game.pack]
    if foreign:
        bad.append(replace(good, hands=((foreign[-1], *one[1:]), two, *rest)))
    if now.dealer is not None:
        bad.append(replace(good, dealer=(now.dealer + 1) % game.seats))
    for deal in bad:
        assert _deal_refused(match, deal), deal


def _deal_refused(match: Match, deal: Deal) -> bool:
    try:
        match.give(deal)
    except WrongDeal as refusal:
        return CODE.fullmatch(refusal.code) is not None
    return False


# What is hidden.


def check_events(moment: Moment) -> None:
    """Check that what is told to everybody holds no card that somebody has not seen."""
    match = moment.match
    if isinstance(match.decision(), Decision):
        told = cards_in(moment.events)
        for seat in range(moment.game.seats):
            assert told <= known(match, seat, moment.game.seats), (seat, moment.events)


def check_hidden(moment: Moment, seat: int | None, chance: Random, tries: int) -> int:
    """Check that a seat's view stays the same when cards that it has not seen change places.

    Return how many pairs of cards could be exchanged so that all that was done stays legal and
    the same players are asked.
    """
    game, match = moment.game, moment.match
    if not isinstance(match.decision(), Decision) or moment.before is None:
        return 0
    actions = moment.deal.actions
    if any(action.verb.startswith("claim") for action in actions):
        # A claim says something about hidden cards, and says it to everybody.
        return 0
    seen = known(match, seat, game.seats)
    hidden = [one for one in game.pack if one not in seen]
    if len(hidden) < 2:
        return 0
    expected = _story(moment.before, moment.deal.deal, actions)
    assert expected is not None
    images = {one: one for one in game.pack}
    exchanged = 0
    for _ in range(tries):
        one, two = chance.sample(hidden, 2)
        images[one], images[two] = images[two], images[one]
        story = _story(
            moment.before,
            _changed_deal(moment.deal.deal, images),
            [_changed_action(action, images) for action in actions],
        )
        if story is None or story.asked != expected.asked:
            images[one], images[two] = images[two], images[one]
            continue
        exchanged += 1
        assert story.match.view(seat) == match.view(seat)
        if seat is not None:
            assert story.match.memory(seat) == match.memory(seat)
    return exchanged


@dataclass(frozen=True, slots=True)
class _Story:
    match: Match
    asked: tuple[tuple[int, int, str] | None, ...]


def _story(match: Match, deal: Deal, actions: Iterable[Action]) -> _Story | None:
    """Play through a deal; return None where it is not legal."""
    asked: list[tuple[int, int, str] | None] = []
    try:
        match, _ = match.give(deal)
        asked.append(_asked(match))
        for action in actions:
            match, _ = match.act(action)
            asked.append(_asked(match))
    except IllegalAction:
        return None
    return _Story(match, tuple(asked))


def _asked(match: Match) -> tuple[int, int, str] | None:
    now = match.decision()
    return (now.seat, now.player, now.question) if isinstance(now, Decision) else None


def _changed_deal(deal: Deal, images: Mapping[Card, Card]) -> Deal:
    hands = tuple(tuple(images[one] for one in hand) for hand in deal.hands)
    return Deal(deal.dealer, hands, tuple(images[one] for one in deal.stock))


def _changed_action(action: Action, images: Mapping[Card, Card]) -> Action:
    if action.verb not in ("play", "discard"):
        return action
    return replace(action, args=tuple(images[card(text)].text for text in action.args))
