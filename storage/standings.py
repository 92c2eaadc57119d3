"""What people have done, summed up: ratings, leaderboards, and how a rating moved."""

import sqlite3
from collections.abc import Callable, Mapping, Sequence

from storage.database import Database
from storage.models import NewResult, Object, RatingPoint, ResultPlayer, Skill, Standing
from storage.rows import columns, models

Rate = Callable[[NewResult, Mapping[int, Skill]], Mapping[int, Skill]]
"""Gives the skills after a match of those whom it is rated for, from those known before it."""

RATED = "rating IS NOT NULL"


def no_rating(result: NewResult, known: Mapping[int, Skill]) -> Mapping[int, Skill]:
    """Rate nobody."""
    return {}


class Standings:
    """What is kept of what people have done; it is written with each result."""

    _database: Database

    async def standing(self, guild_id: int, game: str, user_id: int) -> Standing | None:
        """Give what a person has done in a game on a server."""
        found = await self._standings(
            "WHERE guild_id = ? AND game = ? AND user_id = ?", guild_id, game, user_id
        )
        return found[0] if found else None

    async def standings_of(self, user_id: int) -> tuple[Standing, ...]:
        """List what a person has done, by server and game."""
        return await self._standings("WHERE user_id = ? ORDER BY guild_id, game", user_id)

    async def leaderboard(
        self, guild_id: int, game: str, limit: int = 10, offset: int = 0
    ) -> tuple[Standing, ...]:
        """List the rated players of a game on a server, the best first."""
        return await self._standings(
            f"WHERE guild_id = ? AND game = ? AND {RATED}"
            " ORDER BY rating DESC, user_id LIMIT ? OFFSET ?",
            guild_id,
            game,
            limit,
            offset,
        )

    async def count_rated(self, guild_id: int, game: str) -> int:
        """Count the rated players of a game on a server."""
        return await self._count(f"guild_id = ? AND game = ? AND {RATED}", guild_id, game)

    async def rank(self, standing: Standing) -> int | None:
        """Give the place on the leaderboard, from 1; None for who is not rated."""
        if standing.rating is None:
            return None
        where, known = "guild_id = ? AND game = ?", (standing.guild_id, standing.game)
        better = await self._count(f"{where} AND rating > ?", *known, standing.rating)
        before = await self._count(
            f"{where} AND rating = ? AND user_id < ?", *known, standing.rating, standing.user_id
        )
        return 1 + better + before

    async def ratings_over_time(
        self, guild_id: int, game: str, user_id: int, limit: int = 100
    ) -> tuple[RatingPoint, ...]:
        """List a person's rating after each of the last rated matches, in the order played."""

        def query(connection: sqlite3.Connection) -> tuple[RatingPoint, ...]:
            rows = connection.execute(
                "SELECT result_id, finished_at, rating FROM result_players"
                " CROSS JOIN results ON results.id = result_id"
                f" WHERE user_id = ? AND guild_id = ? AND game = ? AND {RATED}"
                " ORDER BY result_id DESC LIMIT ?",
                (user_id, guild_id, game, limit),
            ).fetchall()
            return models(RatingPoint, rows)[::-1]

        return await self._database.read(query)

    async def _standings(self, condition: str, *values: int | str) -> tuple[Standing, ...]:
        def query(connection: sqlite3.Connection) -> tuple[Standing, ...]:
            rows = connection.execute(f"SELECT * FROM standings {condition}", values).fetchall()
            return models(Standing, rows)

        return await self._database.read(query)

    async def _count(self, condition: str, *values: float | str) -> int:
        def query(connection: sqlite3.Connection) -> int:
            ((count,),) = connection.execute(
                f"SELECT count(*) FROM standings WHERE {condition}", values
            ).fetchall()
            return int(count)

        return await self._database.read(query)


def enter(
    connection: sqlite3.Connection, result: NewResult, rate: Rate
) -> tuple[ResultPlayer, ...]:
    """Add a match to the sums of its people, inside a unit; give its players with their ratings."""
    people = {player.user_id: player for player in result.players if player.user_id is not None}
    before = _known(connection, result, tuple(people))
    skills = rate(
        result,
        {
            user: Skill(row.mu, row.sigma, row.rating)
            for user, row in before.items()
            if row.mu is not None and row.sigma is not None and row.rating is not None
        },
    )
    names = tuple(Standing.model_fields)
    after = [
        columns(_added(before.get(user), player, result, skills.get(user)))
        for user, player in people.items()
    ]
    connection.executemany(
        f"INSERT OR REPLACE INTO standings ({', '.join(names)})"
        f" VALUES ({', '.join(f':{name}' for name in names)})",
        after,
    )
    return tuple(_with_rating(player, skills) for player in result.players)


def _with_rating(player: ResultPlayer, skills: Mapping[int, Skill]) -> ResultPlayer:
    skill = None if player.user_id is None else skills.get(player.user_id)
    return player if skill is None else player.model_copy(update={"rating": skill.rating})


def _known(
    connection: sqlite3.Connection, result: NewResult, users: Sequence[int]
) -> dict[int, Standing]:
    rows = connection.execute(
        "SELECT * FROM standings WHERE guild_id = ? AND game = ?"
        f" AND user_id IN ({', '.join('?' * len(users))})",
        (result.guild_id, result.game, *users),
    ).fetchall()
    return {row.user_id: row for row in models(Standing, rows)}


def _added(
    before: Standing | None, player: ResultPlayer, result: NewResult, skill: Skill | None
) -> Standing:
    """Give a person's sums after one more match."""
    sums = before or Standing(
        guild_id=result.guild_id,
        game=result.game,
        user_id=player.user_id or 0,
        name=player.name,
        mu=None,
        sigma=None,
        rating=None,
        rated=0,
        matches=0,
        won=0,
        left_early=0,
        deals=0,
        score=0,
        facts={},
        last_at=0,
    )
    rated = {} if skill is None else {"rated": sums.rated + 1, **skill._asdict()}
    return sums.model_copy(
        update={
            "name": player.name,
            "matches": sums.matches + 1,
            "won": sums.won + player.won,
            "left_early": sums.left_early + player.left_early,
            "deals": sums.deals + player.deals,
            "score": sums.score + player.score,
            "facts": _summed(sums.facts, player.facts),
            "last_at": result.finished_at,
            **rated,
        }
    )


def _summed(one: Object, other: Object) -> Object:
    return {key: one.get(key, 0) + other.get(key, 0) for key in (*one, *other)}
