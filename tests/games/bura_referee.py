"""Bura told again from the rules alone, as one story (see ``tests.games.referee``)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations, permutations

from tests.games.referee import Sheet, Story, start_of

ORDER = ["A", "10", "K", "Q", "J", "9", "8", "7", "6"]
WORTH = dict(zip(ORDER, [11, 10, 4, 3, 2, 0, 0, 0, 0], strict=True))
PACK = [f"{r}{s}" for s in "SHDC" for r in ["A", "K", "Q", "J", "10", "9", "8", "7", "6"]]
STRENGTH = {"molodka": 1, "aces": 2, "bura": 3}


def beats(reply: str, led: str, trump: str) -> bool:
    if reply[-1] == led[-1]:
        return ORDER.index(reply[:-1]) < ORDER.index(led[:-1])
    return reply[-1] == trump


def beats_all(replies: list[str], led: list[str], trump: str) -> bool:
    return any(
        all(beats(r, one, trump) for r, one in zip(some, led, strict=True))
        for some in permutations(replies)
    )


def special(hand: list[str], trump: str, rules: Mapping[str, str]) -> str | None:
    if len(hand) != 3:
        return None
    suits = {c[-1] for c in hand}
    if len(suits) == 1:
        return "bura" if suits == {trump} else "molodka"
    if all(c[:-1] == "A" for c in hand) and (rules["three_aces"] == "any" or f"A{trump}" in hand):
        return "aces"
    return None


def groups(hand: list[str], size: int, *, same_suit: bool) -> list[tuple[str, ...]]:
    ordered = sorted(hand, key=PACK.index)
    return [
        ("play", *some)
        for some in combinations(ordered, size)
        if not same_suit or len({c[-1] for c in some}) == 1
    ]


class Won(Exception):
    """How a deal ended: who takes the pot (None: nobody), who deals next, and what is paid."""

    def __init__(self, winner: int | None, dealer: int, payer: int | None = None) -> None:
        self.winner, self.dealer, self.payer = winner, dealer, payer


def story(rules: Mapping[str, str], sheet: Sheet) -> Story:
    """Tell a session: pots until the last one is won."""
    balances, pot, pots = [0, 0], 0, 0
    sheet.totals = balances
    dealer: int | None = None
    while True:
        deal = yield ("deal", dealer)
        dealer, hands, stock = start_of(deal)
        before = list(balances)
        if pot == 0:
            before = list(balances)
            balances[0] -= 1
            balances[1] -= 1
            pot = 2
        taken = [0, 0]
        try:
            yield from one_deal(rules, dealer, hands, stock, taken)
        except Won as end:
            if end.winner is not None:
                balances[end.winner] += pot
                pot, pots = 0, pots + 1
            elif end.payer is not None:
                balances[end.payer] -= pot
                pot *= 2
            else:
                balances[0] -= 1
                balances[1] -= 1
                pot += 2
            dealer = end.dealer
        delta = [now - then for now, then in zip(balances, before, strict=True)]
        sheet.deals.append((taken, delta, {"pot": pot}))
        if pots == int(rules["length"]):
            best = max(balances)
            yield ("over", tuple(s for s in (0, 1) if balances[s] == best))
            return


def one_deal(
    rules: Mapping[str, str],
    dealer: int,
    hands: list[list[str]],
    stock: list[str],
    taken: list[int],
) -> Story:
    trump = stock[-1][-1]
    stock = list(stock)
    points = [0, 0]
    both = rules["declare"] == "both"
    lead = 1 - dealer
    first = True

    def declared(seat: int) -> Won:
        if points[seat] >= 31:
            return Won(seat, seat)
        if rules["false_call"] == "opponent_wins":
            return Won(1 - seat, seat)
        return Won(None, seat, seat)

    def ask(seat: int, actions: list[tuple[str, ...]], *, open_to_other: bool) -> Story:
        others = {1 - seat: [("declare",)]} if open_to_other else {}
        said = yield ("ask", seat, actions, others)
        if said[1] == "declare":
            raise declared(said[0])
        return said

    while True:
        live = both and not first
        if not first and stock:
            yield from ask(lead, [("declare",), ("draw",)], open_to_other=live)
            need = 3 - len(hands[lead])
            if len(stock) >= 2 * need:
                for _ in range(need):
                    hands[lead].append(stock.pop(0))
                    hands[1 - lead].append(stock.pop(0))
            else:
                stock.clear()
        if not hands[lead]:
            yield from ask(lead, [("declare",), ("pass",)], open_to_other=both)
            yield from ask(1 - lead, [("declare",), ("pass",)], open_to_other=False)
            raise Won(None, dealer)
        bound = False
        lead, bound = yield from announcements(rules, hands, trump, lead, ask, live=live)
        most = min(3, len(hands[1 - lead]))
        leads = [g for n in range(1, most + 1) for g in groups(hands[lead], n, same_suit=True)]
        if bound and rules["molodka_led"] == "whole":
            leads = groups(hands[lead], 3, same_suit=True)
        if not first:
            leads.append(("declare",))
        said = yield from ask(lead, leads, open_to_other=live)
        led = list(said[2:])
        for card in led:
            hands[lead].remove(card)
        said = yield ("ask", 1 - lead, groups(hands[1 - lead], len(led), same_suit=False))
        reply = list(said[2:])
        for card in reply:
            hands[1 - lead].remove(card)
        if beats_all(reply, led, trump):
            lead = 1 - lead
        taken[lead] += 1
        points[lead] += sum(WORTH[c[:-1]] for c in led + reply)
        first = False


def announcements(
    rules: Mapping[str, str],
    hands: list[list[str]],
    trump: str,
    lead: int,
    ask: Callable[..., Story],
    *,
    live: bool,
) -> Story:
    held = [special(hand, trump, rules) for hand in hands]
    other = 1 - lead
    if rules["bura"] == "automatic":
        if held[lead] == held[other] == "bura":
            duel = beats_all(hands[other], hands[lead], trump)
            raise Won(other if duel else lead, other if duel else lead)
        for seat in (lead, other):
            if held[seat] == "bura":
                raise Won(seat, seat)
    said: dict[int, str | None] = {lead: None, other: None}
    for seat in (lead, other):
        mine = held[seat]
        if mine is None:
            continue
        announced = said[lead]
        if seat == other and announced is not None:
            duel = announced == mine == "bura"
            if not duel and STRENGTH[mine] <= STRENGTH[announced]:
                continue
        actions: list[tuple[str, ...]] = [("announce", mine), ("pass",)]
        if live:
            actions.append(("declare",))
        done = yield from ask(seat, actions, open_to_other=live)
        if done[1] == "announce":
            said[seat] = mine
    if said[other] == "bura" and said[lead] == "bura":
        duel = beats_all(hands[other], hands[lead], trump)
        raise Won(other if duel else lead, other if duel else lead)
    for seat in (lead, other):
        if said[seat] == "bura":
            raise Won(seat, seat)
    if said[other] is not None:
        return other, said[other] == "molodka"
    return lead, said[lead] == "molodka"
