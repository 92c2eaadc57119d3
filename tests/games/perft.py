"""Reference counts: how many ways a match can go on for so many actions, as chess programs count.

A number that changes shows that a rule of legality has changed, meant or not.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from bot.games.game import Action, Decision, Discard, Game, Match
from bot.games.shuffle import deal_from


def start(
    game: Game,
    rules: Mapping[str, object] | None = None,
    *,
    seed: int = 0,
    dealer: int = 0,
    actions: Iterable[tuple[int, str, *tuple[str, ...]]] = (),
) -> Match:
    """Return a match with its first deal, dealt from a seed of 32 bytes, and some actions made.

    The pack is cut in the middle.
    """
    deal = deal_from(game, dealer, seed.to_bytes(32, "big"), len(game.pack) // 2)
    match, _ = game.new(game.book.rules(rules)).give(deal)
    for seat, verb, *args in actions:
        match, _ = match.act(Action(seat, verb, tuple(args)))
    return match


def count(match: Match, depth: int) -> int:
    """Return how many different sequences of ``depth`` actions the match allows from here.

    Actions out of turn are counted; no new deal is given. Of the combinations of a discard only
    two are followed: its first cards, and its last.
    """
    if depth == 0:
        return 1
    actions = list(branches(match))
    if depth == 1:
        return len(actions)
    return sum(count(match.act(action)[0], depth - 1) for action in actions)


def branches(match: Match) -> Iterator[Action]:
    """Yield what may be done now, by whoever is asked and out of turn."""
    now = match.decision()
    if isinstance(now, Decision):
        yield from now.actions
        if now.discard is not None:
            yield from _discards(now.seat, now.discard)
    for actions in match.others().values():
        yield from actions


def _discards(seat: int, discard: Discard) -> Iterator[Action]:
    for some in (discard.cards[: discard.count], discard.cards[-discard.count :]):
        yield Action(seat, discard.verb, tuple(card.text for card in some))


def profile(match: Match, depth: int) -> list[int]:
    """Return the counts for every depth from 1 to ``depth``."""
    return [count(match, n) for n in range(1, depth + 1)]
