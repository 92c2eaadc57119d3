"""Bismarck tables for tests, and a second opinion on a match that shares no code with the rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from random import Random

from bot.computers.random_player import random_action
from bot.games.bismarck import GAME, Bismarck, lay_out
from bot.games.bismarck.match import new
from bot.games.cards import PACK_52, cards
from bot.games.game import Action, Deal, Decision, Event, NeedsDeal, Over
from bot.games.shuffle import shuffled

Log = list[Deal | Action]
Choose = Callable[[Decision], Action]


def start(**rules: str) -> Bismarck:
    """Begin a match with these house rules."""
    return new(GAME.book.rules(rules))


def random_deal(forehand: int, seed: int) -> Deal:
    """Deal a pack shuffled by a small number."""
    return lay_out(forehand, shuffled(PACK_52, seed.to_bytes(32, "big")))


def deal_of(forehand: int, first: str, second: str, third: str, kitty: str) -> Deal:
    """Deal the hands named, forehand's first, then to the left."""
    hands = [cards(first), cards(second), cards(third)]
    return Deal(forehand, tuple(hands[(seat - forehand) % 3] for seat in range(3)), cards(kitty))


def tidy_deal(forehand: int) -> Deal:
    """Deal a fixed hand in which suits are long: forehand spades, left hearts, right diamonds."""
    return deal_of(
        forehand,
        "AS KS QS JS 10S 9S 8S 7S 6S 5S AC KC QC AH 3H AD",
        "KH QH JH 10H 9H 8H 7H 6H 5H JC 10C 9C 2D 3D 4S 3S",
        "KD QD JD 10D 9D 8D 7D 6D 5D 8C 7C 6C 2S 4D 4H 5C",
        "2H 2C 3C 4C",
    )


def do(match: Bismarck, *texts: str) -> Bismarck:
    """Do actions written ``verb argument …`` at the seat that is asked."""
    for text in texts:
        match, _ = told(match, text)
    return match


def told(match: Bismarck, text: str) -> tuple[Bismarck, tuple[Event, ...]]:
    """Do one action at the seat that is asked, and return what happened, too."""
    verb, *args = text.split()
    return match.act(Action(asked(match).seat, verb, tuple(args)))


def asked(match: Bismarck) -> Decision:
    """Return the decision that the match waits for; fail where it waits for something else."""
    decision = match.decision()
    assert isinstance(decision, Decision), decision
    return decision


def open_answers(match: Bismarck) -> list[str]:
    """Return the legal actions as texts, without the seat."""
    return [" ".join((one.verb, *one.args)) for one in asked(match).actions]


def first_legal(decision: Decision) -> Action:
    """Choose the first legal action; discard the first cards."""
    if decision.discard is not None:
        chosen = decision.discard.cards[: decision.discard.count]
        return Action(decision.seat, decision.discard.verb, tuple(one.text for one in chosen))
    return decision.actions[0]


def finish_deal(match: Bismarck, choose: Choose = first_legal) -> Bismarck:
    """Play on until the open deal is over."""
    done = len(match.results)
    while len(match.results) == done:
        match, _ = match.act(choose(asked(match)))
    return match


def deals_on(match: Bismarck, count: int, seed: int = 0) -> Bismarck:
    """Play so many deals, first legal actions throughout."""
    for number in range(count):
        waiting = match.decision()
        assert isinstance(waiting, NeedsDeal), waiting
        match, _ = match.give(random_deal(waiting.dealer or 0, seed + number))
        match = finish_deal(match)
    return match


def random_match(rules: Mapping[str, str], chance: Random) -> tuple[Bismarck, Log]:
    """Play a whole match at random; return its end and its log."""
    match = start(**rules)
    log: Log = []
    while not isinstance(waiting := match.decision(), Over):
        if isinstance(waiting, NeedsDeal):
            forehand = chance.randrange(3) if waiting.dealer is None else waiting.dealer
            deal = lay_out(forehand, shuffled(PACK_52, chance.randbytes(32)))
            match, _ = match.give(deal)
            log.append(deal)
        else:
            action = random_action(waiting, chance)
            match, _ = match.act(action)
            log.append(action)
    return match, log


# The second opinion: texts and plain dictionaries only.

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
REGULAR = {
    "twelve": 12,
    "grand": 24,
    "short": 8,
    "short_12": 12,
    "estonian": 8,
    "estonian_24": 24,
}
QUOTA = {
    "spel": (8, 4),
    "spader": (8, 4),
    "valfri": (8, 4),
    "pass": (4, 6),
    "no_hearts": (3, 5),
    "no_queen": (2, 3),
}


def only_contract(rules: Mapping[str, str], number: int, had: Sequence[str]) -> str:
    """Return the contract of a deal in which forehand did not announce one."""
    length = rules.get("length", "twelve")
    if number > REGULAR[length]:
        return "valfri"
    if length.startswith("estonian"):
        return list(QUOTA)[number - 1 if length == "estonian" else (number - 1) // 3]
    four = ["spel", "pass"] if length.startswith("short") else list(QUOTA)[:4]
    if rules.get("order") == "fixed":
        return (four * 2)[len(had)]
    each = 1 if length == "twelve" else 2
    (last,) = [one for one in four if had.count(one) < each]
    return last


def judge(rules: Mapping[str, str], log: Log) -> tuple[list[list[int]], list[list[int]], list[int]]:
    """Return tricks and scores by deal, and the winners, of a finished match."""
    deals: list[tuple[Deal, list[Action]]] = []
    for entry in log:
        if isinstance(entry, Deal):
            deals.append((entry, []))
        else:
            deals[-1][1].append(entry)
    had: dict[int, list[str]] = {0: [], 1: [], 2: []}
    totals = [0, 0, 0]
    rivals = [0, 1, 2]
    all_tricks, all_scores = [], []
    for number, (deal, actions) in enumerate(deals, 1):
        said = {action.verb: list(action.args) for action in actions if action.verb != "play"}
        forehand = deal.dealer
        contract = (said.get("contract") or [only_contract(rules, number, had[forehand])])[0]
        had[forehand].append(contract)
        trump = "S" if contract == "spader" else said.get("trump", [""])[0]
        plays = [(a.seat, a.args[0]) for a in actions if a.verb == "play"]
        gone = said.get("discard", [one.text for one in deal.stock])
        tricks = [0, 0, 0]
        weights = [0, 0, 0]
        weights[forehand] += _weight(contract, gone)
        for start_at in range(0, 48, 3):
            trick = plays[start_at : start_at + 3]
            led = trick[0][1][-1]
            best = max(trick, key=lambda p: _height(p[1], led, trump))
            tricks[best[0]] += 1
            weights[best[0]] += _weight(contract, [text for _, text in trick])
        counted = weights if contract.startswith("no_") else tricks
        sign = 1 if contract in ("spel", "spader", "valfri") else -1
        own, other = QUOTA[contract]
        scores = [
            sign * (counted[seat] - (own if seat == forehand else other)) for seat in range(3)
        ]
        totals = [old + new for old, new in zip(totals, scores, strict=True)]
        all_tricks.append(tricks)
        all_scores.append(scores)
        if number >= REGULAR[rules.get("length", "twelve")]:
            best_total = max(totals[seat] for seat in rivals)
            rivals = [seat for seat in rivals if totals[seat] == best_total]
    return all_tricks, all_scores, rivals


def _weight(contract: str, texts: Sequence[str]) -> int:
    if contract == "no_hearts":
        return sum(text.endswith("H") for text in texts)
    return 8 * ("QS" in texts) if contract == "no_queen" else 0


def _height(text: str, led: str, trump: str) -> tuple[int, int]:
    suit = text[-1]
    kind = 2 if suit == trump else 1 if suit == led else 0
    return kind, RANKS.index(text[:-1])
