"""Who is mentioned: a person who is not at the table just now, once."""

from __future__ import annotations

from bot.publisher.attention import ABSENT_AFTER, Attention

TABLE, ANN, BO = 1, 101, 102


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_who_has_just_acted_is_not_called() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    attention.acted(TABLE, ANN)
    clock.now += ABSENT_AFTER - 1
    assert not attention.calls(TABLE, ANN)


def test_who_has_been_away_for_a_minute_is_called_once() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    attention.acted(TABLE, ANN)
    clock.now += ABSENT_AFTER
    assert [attention.calls(TABLE, ANN) for _ in range(5)] == [True, False, False, False, False]
    clock.now += 10 * ABSENT_AFTER
    assert not attention.calls(TABLE, ANN)


def test_who_has_come_back_may_be_called_again() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    attention.acted(TABLE, ANN)
    clock.now += ABSENT_AFTER
    assert attention.calls(TABLE, ANN)
    attention.acted(TABLE, ANN)
    assert not attention.calls(TABLE, ANN)
    clock.now += ABSENT_AFTER
    assert attention.calls(TABLE, ANN)


def test_after_a_restart_people_have_a_minute_before_they_are_called() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    assert not attention.calls(TABLE, ANN)
    clock.now += ABSENT_AFTER
    assert attention.calls(TABLE, ANN)


def test_after_days_and_a_restart_the_first_turn_calls_too() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    clock.now += 3600
    assert [attention.calls(TABLE, ANN) for _ in range(3)] == [True, False, False]


def test_each_table_and_person_counts_alone() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    attention.acted(TABLE, ANN)
    attention.acted(2, ANN)
    attention.acted(TABLE, BO)
    clock.now += ABSENT_AFTER
    attention.acted(2, ANN)
    assert attention.calls(TABLE, ANN)
    assert not attention.calls(2, ANN)
    assert attention.calls(TABLE, BO)


def test_nothing_is_kept_of_a_table_that_is_over() -> None:
    clock = Clock()
    attention = Attention(now=clock)
    for table in range(100):
        attention.acted(table, ANN)
        clock.now += ABSENT_AFTER
        attention.calls(table, ANN)
        attention.forget(table)
    assert attention.people == 0
