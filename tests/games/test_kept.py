"""What a seat sees of a match is worked out once."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from bot.games.kept import kept

asked: list[tuple[int, int | None]] = []


@dataclass(frozen=True, slots=True)
class Toy:
    number: int

    @kept
    def view(self, seat: int | None) -> str:
        """Return something that depends on both."""
        asked.append((self.number, seat))
        return f"{self.number} from {seat}"


def test_each_seat_of_each_match_is_worked_out_once() -> None:
    asked.clear()
    one, two = Toy(1), Toy(2)
    for _ in range(3):
        assert (one.view(0), one.view(None), two.view(0)) == ("1 from 0", "1 from None", "2 from 0")
    assert asked == [(1, 0), (1, None), (2, 0)]


def test_another_object_at_the_same_place_gets_its_own_answer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bot.games.kept.MANY", 4)
    for number in range(100):
        assert Toy(number).view(0) == f"{number} from 0"


def test_of_two_that_are_equal_each_is_asked_itself() -> None:
    asked.clear()
    one, other = Toy(5), Toy(5)
    assert one.view(1) == other.view(1)
    assert asked == [(5, 1), (5, 1)]
