"""A second opinion on a match of Biritch that shares no code with the rules.

It takes a record's own words (seats, verbs, cards as texts) and answers with what ``replay``
prints. A deal is always worked out again from its whole log, so that nothing is carried along
wrongly; only deals that nothing can change any more are kept.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple


class Said(NamedTuple):
    """An action as a record writes it: ``[2, "play", "KS"]``."""

    seat: int
    verb: str
    what: str = ""


RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
NAMES = ["S", "H", "D", "C", "NT"]
WORTH = {
    "document": {"S": 2, "H": 4, "C": 6, "D": 8, "NT": 10},
    "1886": {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 10},
    "1907": {"S": 2, "C": 4, "D": 6, "H": 8, "NT": 12},
}
LADDER = {"document": ["D", "C", "H", "S", "NT"], "value": ["S", "H", "C", "D", "NT"]}
SLAMS = {"100_50": (100, 50), "40_20": (40, 20), "200_100": (200, 100), "none": (0, 0)}
HONOURS = {"30_40_100": {3: 30, 4: 40, 5: 100}, "20_50_100": {3: 20, 4: 50, 5: 100}}
DEFAULTS = {
    "form": "classic",
    "auction_order": "document",
    "declarer_when_left": "dealer",
    "doubling": "to_four",
    "double_surplus": "below",
    "revokes": "impossible",
    "values": "document",
    "aces_double": "yes",
    "game": "30",
    "honours": "one_hand",
    "honours_scale": "30_40_100",
    "four_aces": "40",
    "slams": "100_50",
    "rubber_bonus": "100",
}


@dataclass
class Settled:
    """What was agreed before play; ``level`` is 0 where no number of tricks was promised."""

    strain: str
    namer: int
    declarer: int
    level: int = 0
    times: int = 1

    @property
    def dummy(self) -> int:
        """Return declarer's partner."""
        return (self.declarer + 2) % 4


@dataclass
class Story:
    """A deal as its actions tell it, up to the last of them.

    ``turn`` is the hand that acts and ``choices`` what it may do; ``loose`` what the other hands
    may do out of turn. ``won`` are the winning card's seat and text, trick by trick.
    """

    dealer: int
    hands: list[list[str]]
    turn: int | None = None
    choices: list[list[str]] = field(default_factory=list)
    loose: dict[int, list[list[str]]] = field(default_factory=dict)
    settled: Settled | None = None
    won: list[tuple[int, str]] = field(default_factory=list)
    caught: list[tuple[int, int]] = field(default_factory=list)
    """Claims in order: the claimer's side, and how many revokes it found."""

    @property
    def over(self) -> bool:
        """Tell whether all tricks are played."""
        return len(self.won) == 13


class Referee:
    """A rubber under some house rules, given as the record gives them."""

    def __init__(self, rules: Mapping[str, str]) -> None:
        self.rules = {**DEFAULTS, **rules}
        self.deals: list[tuple[int, list[list[str]], list[Said]]] = []
        self.closed: list[Story] = []

    def give(self, dealer: int, hands: Sequence[Sequence[str]]) -> None:
        """Put a deal on the table; the one before can no longer change."""
        if self.deals:
            self.closed.append(self._story(*self.deals[-1]))
        self.deals.append((dealer, [list(hand) for hand in hands], []))

    def do(self, *said: Said) -> None:
        """Take down what was done; whether it was legal is asked before."""
        self.deals[-1][2].extend(said)

    def report(self) -> dict[str, object]:
        """Return the line that ``replay`` would print."""
        stories = [*self.closed, *(self._story(*deal) for deal in self.deals[-1:])]
        rubber = self._rubber([one for one in stories if one.over])
        return {
            "ok": True,
            "game": "biritch",
            "finished": bool(rubber["winners"]),
            **rubber,
            "next": None if rubber["winners"] else self._next(stories),
        }

    def _next(self, stories: Sequence[Story]) -> dict[str, object]:
        if not stories:
            return {"deal": True, "dealer": None}
        last = stories[-1]
        found: dict[str, object] = {"seat": last.turn, "actions": last.choices}
        if last.over:
            found = {"deal": True, "dealer": (last.dealer + 1) % 4}
        if last.loose:
            found["others"] = {str(seat): last.loose[seat] for seat in sorted(last.loose)}
        return found

    def loose_ends(self) -> dict[int, list[list[str]]]:
        """Return what may be done out of turn in the last deal, also when the rubber seems over."""
        return self._story(*self.deals[-1]).loose

    # What happens in a deal.

    def _story(self, dealer: int, hands: list[list[str]], log: list[Said]) -> Story:
        story = Story(dealer, hands)
        rest = self._settle(story, list(log))
        if story.settled is not None and story.turn is None:
            self._play(story, story.settled, rest)
        return story

    def _asks(self, story: Story, seat: int, *choices: str) -> None:
        story.turn = seat
        story.choices = [choice.split() for choice in choices]

    def _settle(self, story: Story, log: list[Said]) -> list[Said]:
        """Follow naming, auction and doubling; return what was done after them."""
        if self.rules["form"] != "classic":
            log = self._auction(story, log)
        if story.settled is None and story.turn is None:
            log = self._naming(story, log)
        if story.settled is not None:
            log = self._doubling(story, story.settled, log)
        return log

    def _naming(self, story: Story, log: list[Said]) -> list[Said]:
        dealer, partner = story.dealer, (story.dealer + 2) % 4
        names = [f"name {strain}" for strain in NAMES]
        if not log:
            self._asks(story, dealer, *names, "leave")
            return log
        if log[0].verb != "leave":
            story.settled = Settled(log[0].what, dealer, dealer)
            return log[1:]
        if len(log) == 1:
            self._asks(story, partner, *names)
            return log
        plays = partner if self.rules["declarer_when_left"] == "namer" else dealer
        story.settled = Settled(log[1].what, partner, plays)
        return log[2:]

    def _auction(self, story: Story, log: list[Said]) -> list[Said]:
        ladder = LADDER[self.rules["auction_order"]]
        calls = list(ladder)
        if self.rules["form"] == "auction_levels":
            calls = [f"{number}{strain}" for number in range(1, 8) for strain in ladder]
        seat, best, by, passes = story.dealer, -1, -1, 0
        while True:
            if best < 0 and passes == 4:
                return log
            if best == len(calls) - 1 or (best >= 0 and passes == 3):
                call = calls[best]
                level = int(call[0]) if call[0].isdigit() else 0
                story.settled = Settled(call.lstrip("1234567"), by, by, level)
                return log
            if not log:
                self._asks(story, seat, *(f"call {call}" for call in calls[best + 1 :]), "pass")
                return log
            said, log = log[0], log[1:]
            if said.verb == "pass":
                passes += 1
            else:
                best, by, passes = calls.index(said.what), seat, 0
            seat = (seat + 1) % 4

    def _may_double(self, settled: Settled) -> bool:
        kind = self.rules["doubling"]
        if kind == "cap_100":
            worth = WORTH[self.rules["values"]][settled.strain]
            return worth * settled.times * 2 <= 100
        return kind == "unlimited" or (kind == "to_four" and settled.times < 4)

    def _doubling(self, story: Story, settled: Settled, log: list[Said]) -> list[Said]:
        against = [(settled.declarer + 1) % 4, (settled.declarer + 3) % 4]
        own = [settled.namer, (settled.namer + 2) % 4]
        waiting = list(against)
        while waiting and self._may_double(settled):
            verb = "double" if settled.times == 1 else "redouble"
            if not log:
                self._asks(story, waiting[0], verb, "pass")
                return log
            said, log = log[0], log[1:]
            if said.verb == "pass":
                waiting.pop(0)
            else:
                settled.times *= 2
                waiting = list(own if waiting[0] in against else against)
        return log

    def _play(self, story: Story, settled: Settled, log: list[Said]) -> None:
        hands = [list(hand) for hand in story.hands]
        penalised = self.rules["revokes"] == "penalised"
        turn = (settled.declarer + 1) % 4
        table: list[tuple[int, str]] = []
        faults = [0, 0]
        for seat, verb, text in log:
            if verb == "claim_revoke":
                other = (seat + 1) % 2
                story.caught.append((seat % 2, faults[other]))
                faults[other] = 0
            elif seat != turn or story.over:
                faults[seat % 2] += 1
            else:
                hands[seat].remove(text)
                if table and text[-1] != _led(table) and _holds(hands[seat], _led(table)):
                    faults[seat % 2] += 1
                table.append((seat, text))
                turn = (turn + 1) % 4
                if len(table) == 4:
                    story.won.append(_winner(table, settled.strain))
                    turn, table = story.won[-1][0], []
        if not story.over:
            story.turn = turn
            hand = hands[turn]
            if table and not penalised and _holds(hand, _led(table)):
                hand = [text for text in hand if text[-1] == _led(table)]
            story.choices = [["play", text] for text in hand]
        if penalised:
            self._loosen(story, settled, hands)

    def _loosen(self, story: Story, settled: Settled, hands: list[list[str]]) -> None:
        """List what may be done out of turn; the hand on turn has its claim among its choices."""
        for seat in range(4):
            may = [] if seat == settled.dummy else [["claim_revoke"]]
            if story.turn == seat:
                story.choices += may
                continue
            if not story.over:
                may = [["play", text] for text in hands[seat]] + may
            if may:
                story.loose[seat] = may

    # What it is worth.

    def _rubber(self, stories: Sequence[Story]) -> dict[str, object]:
        deals = []
        towards, games, totals = [0, 0], [0, 0], [0, 0]
        winners: list[int] = []
        for story in stories:
            counts, below, above = self._score(story)
            for side in (0, 1):
                towards[side] += below[side]
            for side in (0, 1):
                if towards[side] >= int(self.rules["game"]):
                    games[side] += 1
                    towards = [0, 0]
                    if games[side] == 2:
                        above[side] += int(self.rules["rubber_bonus"])
            scores = [{"below": below[side], "above": above[side]} for side in (0, 1)]
            deals.append({"tricks": counts, "scores": scores})
            totals = [totals[side] + below[side] + above[side] for side in (0, 1)]
            if 2 in games:
                best = games.index(2)
                if totals[1 - best] > totals[best]:
                    best = 1 - best
                winners = [best, best + 2]
        return {"deals": deals, "totals": totals, "winners": winners}

    def _score(self, story: Story) -> tuple[list[int], list[int], list[int]]:
        """Return tricks after the transfers, and what each side scores below and above."""
        settled = story.settled
        assert settled is not None
        piles = [[text for seat, text in story.won if seat % 2 == side] for side in (0, 1)]
        above = [self._slam(len(pile)) for pile in piles]
        for side, found in story.caught:
            for _ in range(2 * found):
                if piles[1 - side]:
                    piles[1 - side].pop()
                    piles[side].append("")
        counts = [len(pile) for pile in piles]
        below = [0, 0]
        mine = settled.declarer % 2
        if settled.level and counts[mine] < 6 + settled.level:
            above[1 - mine] += 50 * settled.times * (6 + settled.level - counts[mine])
        else:
            side = counts.index(max(counts))
            worth = sum(self._odd(text, settled.strain) for text in piles[side][6:])
            if self.rules["double_surplus"] == "above":
                below[side] = worth
                above[side] += worth * (settled.times - 1)
            else:
                below[side] = worth * settled.times
        for side in (0, 1):
            above[side] += self._honours(story.hands[side], story.hands[side + 2], settled.strain)
        return counts, below, above

    def _odd(self, text: str, strain: str) -> int:
        worth = WORTH[self.rules["values"]][strain]
        ace = strain == "NT" and text[:1] == "A" and self.rules["aces_double"] == "yes"
        return 2 * worth if ace else worth

    def _slam(self, count: int) -> int:
        great, small = SLAMS[self.rules["slams"]]
        return great if count == 13 else small if count == 12 else 0

    def _honours(self, one: Sequence[str], other: Sequence[str], strain: str) -> int:
        kind = self.rules["honours"]
        if kind == "none":
            return 0
        if strain == "NT":
            wanted = {"AS", "AH", "AD", "AC"}
            pays = {3: 30, 4: int(self.rules["four_aces"])}
        else:
            wanted = {rank + strain for rank in ("A", "K", "Q", "J", "10")}
            pays = HONOURS[self.rules["honours_scale"]]
        held = [len(wanted & set(one)), len(wanted & set(other))]
        return pays.get(sum(held) if kind == "side" else max(held), 0)


def _led(table: Sequence[tuple[int, str]]) -> str:
    return table[0][1][-1]


def _holds(hand: Sequence[str], suit: str) -> bool:
    return any(text[-1] == suit for text in hand)


def _winner(table: Sequence[tuple[int, str]], strain: str) -> tuple[int, str]:
    trumps = [play for play in table if play[1][-1] == strain]
    able = trumps or [play for play in table if play[1][-1] == _led(table)]
    return max(able, key=lambda play: RANKS.index(play[1][:-1]))
