"""Anything may happen at a table, at any moment, and it stays whole: one truth, nobody stuck.

A machine lets random people do random things, sensible, clumsy and forged, while time passes, the
disk stumbles and the bot is started again. After each step the table is looked at from all sides.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from random import Random

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from bot.games import claims
from bot.games.cards import Card
from bot.games.game import Refused
from bot.games.house_rules import RulesError
from bot.games.registry import GAMES
from bot.tables import deadlines
from bot.tables.deadlines import FORGOTTEN
from bot.tables.errors import NotWritten
from bot.tables.moves import Person
from bot.tables.read import Moment
from bot.tables.stirring import due
from bot.tables.table import Place, Settings, Table
from tests.seen_cards import cards_told, cards_within
from tests.tables.anything import WISHES, Channel, cards_on, shown
from tests.tables.room import GUILD, PEOPLE, any_action

Click = tuple[int, Moment, str, tuple[str, ...]]

people = st.sampled_from(PEOPLE)
seats = st.integers(0, 4)
chances = st.integers(0, 2**16).map(Random)


class Anything(RuleBasedStateMachine):
    """A channel in which a table stands, and people who do what they like."""

    def __init__(self) -> None:
        super().__init__()
        self.channel = Channel()
        self.clicks: list[Click] = []
        self.looked: Table | None = None
        self.compared: Table | None = None
        self.hands: dict[tuple[int, int, int], frozenset[Card]] = {}
        self.holders: dict[tuple[int, int, int], int] = {}
        self.seen: dict[tuple[int, int, int | None], set[Card]] = {}

    # ------------------------------------------------------------------ how things are done

    def tried(
        self,
        work: Callable[[], Awaitable[object]],
        user: int | None = None,
        said: tuple[str, ...] = (),
    ) -> bool:
        """Try something, in which ``user`` ``said`` some words of their own.

        Where it is refused, nothing has changed and nothing is told.
        """
        before = self.channel.now()
        try:
            self.channel.run(work())
        except (Refused, RulesError, NotWritten) as refused:
            after = self.channel.now()
            if isinstance(refused, Refused):
                told = cards_told(refused, said)
                seat = None if user is None else before.seat_of(user)
                match = before.match
                assert not told or match is None or told <= set(cards_within(match.view(seat)))
                if refused.code == "claim_impossible":
                    assert after.match == before.match
                    return False
            assert after == before
            return False
        return True

    def clicked(self, click: Click) -> bool:
        """Press a button of the game, whoever may or may not; what counts counts once."""
        user, moment, verb, args = click
        before = self.channel.now()
        tables, table = self.channel.tables, self.channel.table
        if not self.tried(lambda: tables.act(table, user, moment, verb, args), user, args):
            return False
        after = self.channel.now()
        assert sum(len(deal.actions) for deal in after.deals) == 1 + sum(
            len(deal.actions) for deal in before.deals
        )
        done = after.deals[-1].actions[-1]
        assert (done.verb, done.args) == (verb, args)
        self.clicks.append(click)
        return True

    def asked(self, chance: Random) -> Click | None:
        """Return something legal that the person may press whom the match waits for."""
        now = self.channel.now()
        decision = now.decision
        if decision is None or now.suspended or now.matters.claim is not None:
            return None
        seat = now.seats[decision.player]
        if not seat.person or seat.user is None:
            return None
        action = any_action(decision, chance)
        return seat.user, Moment(version=now.version), action.verb, action.args

    @property
    def resting(self) -> bool:
        """Tell whether the table rested when it was looked at last."""
        return self.looked is not None and self.looked.open and bool(self.looked.suspended)

    @property
    def phase(self) -> str:
        """Return how far the table was when it was looked at last."""
        return "" if self.looked is None else self.looked.phase

    # ------------------------------------------------------------------ a table

    @initialize(
        game=st.sampled_from(sorted(GAMES)),
        persons=st.integers(1, 4),
        begun=st.sampled_from((True, True, True, False)),
        clock=st.sampled_from(("relaxed", "quick", "off")),
        drawn=st.booleans(),
        first=st.integers(0, 60),
    )
    def a_table_opens(
        self, game: str, persons: int, begun: bool, clock: str, drawn: bool, first: int
    ) -> None:
        found = GAMES[game]
        draws = any(one.key == "seats" for one in found.book.house_rules)
        rules = found.book.rules({"seats": "drawn"} if drawn and draws else None)
        channel = self.channel
        read = channel.run(
            channel.tables.open(
                Place(GUILD, 1),
                PEOPLE[0],
                found,
                rules,
                settings=Settings(clock=clock),
                guests=() if begun else PEOPLE[3:4],
            )
        )
        channel.table = read.id
        for seat in range(1, min(persons, found.seats)):
            self.tried(partial(channel.tables.sit, read.id, PEOPLE[seat], seat))
        if begun:
            channel.run(channel.tables.start(read.id, PEOPLE[0], "easy"))
            self.goes_on_for(first, Random(first))

    @precondition(lambda self: self.phase in ("over", "ended"))
    @rule(who=people)
    def another_match(self, who: Person) -> None:
        channel = self.channel
        old = channel.now()
        if old.match is not None and old.seat_of(who.id) is not None:
            channel.table = channel.run(channel.tables.again(old.id, who)).id
        else:
            rules = old.game.book.rules(None)
            opened = channel.tables.open(old.place, who, old.game, rules, computers="easy")
            channel.table = channel.run(opened).id
        self.clicks.clear()

    # ------------------------------------------------------------------ sensible people

    @precondition(lambda self: not self.resting)
    @rule(count=st.integers(4, 24), chance=chances)
    def play_goes_on(self, count: int, chance: Random) -> None:
        self.goes_on_for(count, chance)

    @precondition(lambda self: self.phase == "playing" and not self.resting)
    @rule(tricks=st.integers(0, 4), chance=chances)
    def play_goes_on_to_the_last_tricks(self, tricks: int, chance: Random) -> None:
        game = self.channel.now().game
        for _ in range(100 if game.claims else 0):
            match = self.channel.now().match
            assert match is not None
            playing = claims.playing(match) and not match.view(None).trick
            if playing and claims.left(match) <= tricks:
                return
            if not self.goes_on(chance):
                return

    def goes_on_for(self, count: int, chance: Random) -> None:
        """Let so many things be done, one after another, as far as something can be."""
        for _ in range(count):
            if not self.goes_on(chance):
                return

    def goes_on(self, chance: Random) -> bool:
        """Let who is asked do something, or what goes on by itself; tell whether there was that."""
        click = self.asked(chance)
        if click is None:
            return self.channel.run(self.channel.stir(chance))
        assert self.clicked(click)
        return True

    @rule(wish=st.sampled_from(sorted(WISHES)), who=people, seat=seats, chance=chances)
    def somebody_wishes(self, wish: str, who: Person, seat: int, chance: Random) -> None:
        move = WISHES[wish](who, seat, chance)
        tables, table = self.channel.tables, self.channel.table
        self.tried(lambda: tables.do(table, who, move), who.id)
        self.goes_on_for(chance.randrange(6), chance)

    @precondition(lambda self: self.phase == "playing" and not self.resting)
    @rule(who=people, chance=chances)
    def somebody_claims(self, who: Person, chance: Random) -> None:
        now = self.channel.now()
        if now.match is None or not claims.claimable(now.game, now.match):
            return
        if claims.left(now.match) > 4:
            return  # what the cards allow is searched for: soon enough where few are left
        shares = chance.choice(claims.possible(now.game, now.match))
        tables = self.channel.tables
        self.tried(lambda: tables.claim(now.id, who, now.version, shares), who.id)

    @precondition(lambda self: self.phase == "playing" and not self.resting)
    @rule(who=people, at=st.integers(-2, 60))
    def somebody_cuts(self, who: Person, at: int) -> None:
        now = self.channel.now()
        moment = Moment(version=now.version)
        self.tried(lambda: self.channel.tables.cut(now.id, who.id, moment, at), who.id)

    # ------------------------------------------------------------------ others

    @rule(chance=chances)
    def an_old_click_comes_again(self, chance: Random) -> None:
        if self.clicks:
            user, moment, verb, args = chance.choice(self.clicks)
            if moment.version is not None:
                before = self.channel.now()
                assert not self.clicked((user, moment, verb, args))
                assert self.channel.now() == before

    @rule(who=people, chance=chances, of_the_deal=st.booleans())
    def somebody_forges_a_click(self, who: Person, chance: Random, of_the_deal: bool) -> None:
        now = self.channel.now()
        verbs = ("play", "pass", "bid", "discard", "declare", "name", "claim_revoke", "x")
        pack = [card.text for card in now.game.pack]
        args = tuple(chance.sample(pack, chance.randrange(3)))
        moment = Moment(deal=len(now.deals)) if of_the_deal else Moment(version=now.version)
        decision = now.decision
        verb = chance.choice(verbs)
        mine = now.seat_of(who.id)
        if self.clicked((who.id, moment, verb, args)):
            assert decision is not None
            asked = decision.player == mine
            assert asked or of_the_deal

    @rule(who=people, chance=chances)
    def somebody_presses_what_is_anothers(self, who: Person, chance: Random) -> None:
        click = self.asked(chance)
        if click is not None and click[0] != who.id:
            assert not self.clicked((who.id, *click[1:]))

    @rule(number=st.integers(50, 2**40), who=people)
    def somebody_forges_a_table(self, number: int, who: Person) -> None:
        moment = Moment(version=1)
        assert not self.tried(lambda: self.channel.tables.act(number, who.id, moment, "pass"))

    @rule(chance=chances)
    def all_click_at_once(self, chance: Random) -> None:
        click = self.asked(chance)
        if click is None:
            return
        tables, table = self.channel.tables, self.channel.table
        before = self.channel.now()
        _, moment, verb, args = click

        async def crowd() -> list[object]:
            users = [click[0], *(person.id for person in PEOPLE), click[0]]
            acts = [tables.act(table, user, moment, verb, args) for user in users]
            return await asyncio.gather(*acts, return_exceptions=True)

        answers = self.channel.run(crowd())
        assert sum(not isinstance(answer, BaseException) for answer in answers) == 1
        assert all(isinstance(a, Refused) for a in answers if isinstance(a, BaseException))
        after = self.channel.now()
        count = sum(len(deal.actions) for deal in after.deals)
        assert count == 1 + sum(len(deal.actions) for deal in before.deals)

    # ------------------------------------------------------------------ the world

    @rule(chance=chances, lost=st.booleans())
    def the_disk_stumbles_once(self, chance: Random, lost: bool) -> None:
        click = self.asked(chance)
        if click is None:
            return
        store = self.channel.store
        store.full, store.lost_answers = (0, 1) if lost else (1, 0)
        assert self.clicked(click) is lost
        assert (store.full, store.lost_answers) == (0, 0)

    @rule(seconds=st.sampled_from((60, 200, 400, 650, 1000, 1000, 3600, FORGOTTEN)))
    def time_passes(self, seconds: float) -> None:
        before = self.channel.now()
        self.channel.run(self.channel.clocked.passes(seconds))
        assert self.channel.now().match == before.match

    @rule()
    def the_bot_is_started_again(self) -> None:
        before = self.channel.now()
        self.channel.restart()
        assert self.channel.now() == before

    @precondition(lambda self: not self.resting)
    @rule(why=st.sampled_from(("guild_gone", "channel_gone", "aside")), really=st.integers(0, 9))
    def the_place_is_gone(self, why: str, really: int) -> None:
        if really == 7:
            self.channel.run(self.channel.tables.suspend_in(why, GUILD, 1))

    @precondition(lambda self: self.resting)
    @rule(who=people)
    def somebody_takes_it_up(self, who: Person) -> None:
        tables, table = self.channel.tables, self.channel.table
        sits = self.channel.now().seat_of(who.id) is not None
        taken = self.tried(lambda: tables.do(table, who, WISHES["resume"](who, 0, Random(1))))
        assert taken == sits

    # ------------------------------------------------------------------ what always holds

    @invariant()
    def there_is_one_truth(self) -> None:
        if self.channel.table and self.channel.now() is not self.compared:
            self.compared = self.channel.now()
            assert self.channel.on_disk() == self.compared

    @invariant()
    def nobody_is_stuck(self) -> None:
        if not self.channel.table:
            return
        now = self.channel.now()
        row = self.channel.run(self.channel.store.table(now.id))
        if not now.open or now.suspended:
            assert self.channel.run(self.channel.tables.in_channel(1)) is None or not now.suspended
            return
        assert row.due_at is not None, "the clock comes by"
        assert row.stirs == (due(now) is not None)
        if now.phase == "playing":
            assert due(now) is not None or deadlines.awaited(now) is not None
        decision = now.decision
        if decision is not None:
            assert decision.actions or decision.discard

    @invariant()
    def hands_stay_with_their_seats(self) -> None:
        if not self.channel.table:
            return
        now = self.channel.now()
        if now.match is None or now.decision is None:
            return
        for seat, held in enumerate(now.seats):
            hand = frozenset(now.match.view(seat).hand)
            assert self.hands.setdefault((now.id, now.version, seat), hand) == hand
            if held.user is not None:
                key = (now.id, len(now.deals), held.user)
                assert self.holders.setdefault(key, seat) == seat, "nobody sees two hands of a deal"

    @invariant()
    def nobody_sees_what_is_not_theirs(self) -> None:
        if not self.channel.table:
            return
        now = self.channel.now()
        before, self.looked = self.looked, now
        if now == before or now.match is None:
            return
        deal = len(now.deals)
        for seat in (None, *range(len(now.seats))):
            cards = self.seen.setdefault((now.id, deal, seat), set())
            cards.update(cards_within(now.match.view(seat)))
        watcher = next(person.id for person in PEOPLE if now.seat_of(person.id) is None)
        for user in (None, watcher, *now.people):
            read = self.channel.run(self.channel.tables.read(now.id, user))
            mine = self.seen[now.id, deal, read.seat] | set(read.shown)
            assert cards_on(shown(read)) <= mine

    def teardown(self) -> None:
        try:
            self.ends_whoever_is_left()
        finally:
            self.channel.close()

    def ends_whoever_is_left(self) -> None:
        """Let everybody go: the computers play on, and the channel is free in the end."""
        if not self.channel.table:
            return
        now = self.channel.now()
        tables, chance = self.channel.tables, Random(3)
        if now.suspended or not now.open:
            return
        for person in PEOPLE:
            if now.seat_of(person.id) is not None:
                move = WISHES["leave"](person, 0, chance)
                assert self.tried(partial(tables.do, now.id, person, move))
        for _ in range(8):
            now = self.channel.now()
            if not now.open or now.phase == "lobby":
                break
            assert self.channel.run(self.channel.stir(chance))
        if now.open:
            move = WISHES["end"](PEOPLE[-1], 0, chance)
            assert self.tried(lambda: tables.do(now.id, PEOPLE[-1], move))
        assert self.channel.run(tables.in_channel(1)) is None


Anything.TestCase.settings = settings(
    max_examples=7,
    stateful_step_count=25,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)
TestAnything = Anything.TestCase


def test_a_card_that_one_presses_without_holding_it_is_no_leak() -> None:
    machine = Anything()
    try:
        machine.a_table_opens("bura", 1, True, "off", False, 0)
        for _ in range(100):
            click = machine.asked(Random(0))
            if click is not None and click[2] == "play":
                break
            machine.channel.run(machine.channel.stir(Random(0)))
        assert click is not None
        match = machine.channel.now().match
        assert match is not None
        strange = next(card for card in GAMES["bura"].pack if card not in match.view(0).hand)
        assert not machine.clicked((*click[:3], (strange.text,)))
    finally:
        machine.channel.close()
