"""Bid whist told again from the rules alone, as one story (see ``tests.games.referee``)."""

from __future__ import annotations

from collections.abc import Mapping

from tests.games.referee import Sheet, Story, start_of

HIGH = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"]


def story(rules: Mapping[str, str], sheet: Sheet) -> Story:
    """Tell a match: who is asked what, and what it counts."""
    scores = [0, 0]
    target = int(rules["target"])
    dealer: int | None = None
    sheet.totals = scores
    while True:
        deal = yield ("deal", dealer)
        dealer, hands, kitty = start_of(deal)
        won = yield from auction(rules, dealer)
        if won is None:
            sheet.deals.append(([0, 0], [0, 0], {}))
            dealer = (dealer + 1) % 4
            continue
        bidder, bid = won
        number, kind = int(bid[0]), bid[1:]
        trump, low = None, kind == "NL"
        if rules["name_trump"] == "before_kitty":
            trump, low = yield from name(rules, bidder, kind)
        everything = sorted(hands[bidder] + kitty)
        discard = yield ("discard", bidder, everything, 6)
        hands[bidder] = [c for c in everything if c not in discard[2:]]
        if rules["name_trump"] == "after_kitty":
            trump, low = yield from name(rules, bidder, kind)
        taken = yield from tricks(rules, bidder, kind, trump, low, hands)
        side = bidder % 2
        books = 1 + taken[side]
        points = count(rules, number, books, no_trump=kind.startswith("N"))
        ends = rules["boston"] == "wins_game" and number == 7 and books == 13
        delta = [0, 0]
        delta[side] = points
        scores[side] += points
        sheet.deals.append((taken, delta, {}))
        winners: tuple[int, ...] = ()
        if ends or scores[side] >= target:
            winners = (side, side + 2)
        elif scores[side] <= -target:
            winners = (1 - side, 3 - side)
        if winners:
            yield ("over", winners)
            return
        dealer = (dealer + 1) % 4


def name(rules: Mapping[str, str], bidder: int, kind: str) -> Story:
    if kind in ("U", "D"):
        said = yield ("ask", bidder, [("trump", s) for s in "SHDC"])
        return said[2], False
    if kind == "N":
        said = yield ("ask", bidder, [("direction", "high"), ("direction", "low")])
        return None, said[2] == "low"
    return None, kind == "NL"


def height(rules: Mapping[str, str], bid: str) -> tuple[int, int]:
    kind = bid[1:]
    rank = 2 if kind.startswith("N") else 0
    if rules["ties"] == "down_over_up" and kind == "D":
        rank = 1
    return int(bid[0]), rank


def auction(rules: Mapping[str, str], dealer: int) -> Story:
    kinds = ["U", "D", "N"] if rules["nt_direction"] == "when_naming" else ["U", "D", "NH", "NL"]
    every = [f"{n}{k}" for n in range(int(rules["minimum"]), 8) for k in kinds]
    best: tuple[int, str] | None = None
    out: set[int] = set()
    seat = (dealer + 1) % 4
    spoken = 0
    while True:
        if seat in out or (best is not None and best[0] == seat and len(out) == 3):
            seat = (seat + 1) % 4
            continue
        if best is None:
            legal = list(every)
        else:
            legal = [b for b in every if height(rules, b) > height(rules, best[1])]
            if rules["ties"] == "dealer_may_equal" and seat == dealer and best[0] != dealer:
                same = [
                    b for b in every if b[0] == best[1][0] and (b[1] == "N") == (best[1][1] == "N")
                ]
                legal = sorted({*legal, *same})
        forced = (
            best is None
            and seat == dealer
            and len(out) == 3
            and rules["all_pass"] == "dealer_forced"
        )
        actions: list[tuple[str, ...]] = [("bid", b) for b in legal]
        if not forced:
            actions.append(("pass",))
        said = yield ("ask", seat, actions)
        spoken += 1
        if said[1] == "pass":
            out.add(seat)
        else:
            best = (seat, said[2])
        if len(out) == 4:
            return None
        if rules["rounds"] == "one":
            if spoken == 4:
                return best
        elif best is not None and len(out) == 3:
            return best
        seat = (seat + 1) % 4


def tricks(
    rules: Mapping[str, str],
    bidder: int,
    kind: str,
    trump: str | None,
    low: bool,
    hands: list[list[str]],
) -> Story:
    ace_first = rules["low_ace"] == "first"
    lows = (["A"] if ace_first else []) + HIGH[:0:-1] + ([] if ace_first else ["A"])
    plain = lows if low or (kind == "D" and rules["downtown_suits"] == "all") else HIGH
    trumps = lows if kind == "D" else HIGH

    def suit(card: str) -> str | None:
        return trump if card in ("BJ", "LJ") else card[-1]

    def power(card: str, led: str | None) -> int:
        if trump and card == "BJ":
            return 1000
        if trump and card == "LJ":
            return 999
        if card in ("BJ", "LJ"):
            return -1
        if card[-1] == trump:
            return 500 - trumps.index(card[:-1])
        if card[-1] == led:
            return 100 - plain.index(card[:-1])
        return -1

    def legal(hand: list[str], table: list[tuple[int, str]]) -> list[str]:
        led = next((suit(c) for _, c in table if suit(c)), None)
        jokers = [c for c in hand if c in ("BJ", "LJ")]
        if trump:
            following = [c for c in hand if led and suit(c) == led]
            return following or hand
        if not table:
            others = [c for c in hand if c not in jokers]
            return hand if rules["nt_jokers"] == "free_lead" or not others else others
        if led is None:
            return hand
        following = [c for c in hand if suit(c) == led]
        if following:
            return following
        if rules["nt_jokers"] == "forced" and jokers:
            return jokers
        return hand

    lead = bidder if rules["lead"] == "bidder" else (bidder + 1) % 4
    taken = [0, 0]
    for _ in range(12):
        table: list[tuple[int, str]] = []
        for turn in range(4):
            seat = (lead + turn) % 4
            actions = [("play", c) for c in legal(hands[seat], table)]
            said = yield ("ask", seat, actions)
            hands[seat].remove(said[2])
            table.append((seat, said[2]))
        led = next((suit(c) for _, c in table if suit(c)), None)
        lead = max(table, key=lambda play: power(play[1], led))[0]
        taken[lead % 2] += 1
    return taken


def count(rules: Mapping[str, str], bid: int, books: int, *, no_trump: bool) -> int:
    times = 2 if no_trump else 1
    if books < 6 + bid:
        return -bid * times
    points = books - 6 if rules["overtricks"] == "count" else bid
    if bid == 7 and rules["boston"] == "bonus":
        points += int(rules["boston_bonus"])
    return points * times
