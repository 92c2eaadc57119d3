"""Ratings: Weng and Lin's way with the Plackett–Luce model, as openskill has it.

A side is a team. A computer, and a person whom the match is not rated for, plays with the skill of
a newcomer or the own one, and neither wins nor loses any. Who left early loses as the last of all,
whatever became of the seat.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from openskill.models import PlackettLuce, PlackettLuceRating

from storage.models import NewResult, ResultPlayer, Skill

MODEL: Final = PlackettLuce()

NEWCOMER: Final = 1500
"""What somebody would have on the scale that people see before the first rated match."""

_SURE: Final = 3.0
"""How many standard deviations a rating stays below the estimate."""

_SCALE: Final = 24.0
"""Points of the scale for one of the model's."""


def rate(result: NewResult, known: Mapping[int, Skill]) -> dict[int, Skill]:
    """Return the skills after a match of those whom it is rated for."""
    after: dict[int, Skill] = {}
    if result.rated:
        here = [player for player in result.players if player.number == player.seat]
        after = _played(here, known, absent_last=None)
    for player in result.players:
        if player.rated and player.left_early:
            others = [
                one for one in result.players if one.number == one.seat and one.seat != player.seat
            ]
            table = sorted([*others, player], key=lambda one: one.seat)
            after |= _played(table, known, absent_last=player)
    return after


def _played(
    table: Sequence[ResultPlayer],
    known: Mapping[int, Skill],
    *,
    absent_last: ResultPlayer | None,
) -> dict[int, Skill]:
    """Return the new skills of those who were there, or of the one alone who was not."""
    sides = sorted({player.side for player in table})
    teams = [[player for player in table if player.side == side] for side in sides]
    places = [_place(team) for team in teams]
    if absent_last is not None:
        places[sides.index(absent_last.side)] = (2, 0.0)
    rated = MODEL.rate(
        [[_skill(player, known) for player in team] for team in teams],
        ranks=[sorted(set(places)).index(place) for place in places],
    )
    found: dict[int, Skill] = {}
    for team, skills in zip(teams, rated, strict=True):
        for player, skill in zip(team, skills, strict=True):
            counts = player is absent_last if absent_last else not player.left_early
            if player.rated and player.user_id is not None and counts:
                found[player.user_id] = Skill(skill.mu, skill.sigma, shown(skill.mu, skill.sigma))
    return found


def _place(team: Sequence[ResultPlayer]) -> tuple[int, float]:
    """Return how a side came out, the best first: winners, then by score."""
    won = any(player.won for player in team)
    return (0, 0.0) if won else (1, -team[0].score)


def _skill(player: ResultPlayer, known: Mapping[int, Skill]) -> PlackettLuceRating:
    skill = None if player.user_id is None else known.get(player.user_id)
    if skill is None:
        return MODEL.rating()
    return MODEL.rating(mu=skill.mu, sigma=skill.sigma)


def shown(mu: float, sigma: float) -> float:
    """Return the rating that people see: a careful estimate, 1500 for a newcomer."""
    return NEWCOMER + _SCALE * (mu - _SURE * sigma)
