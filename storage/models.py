"""The rows of the database as frozen values. Ids are Discord's, times milliseconds since 1970.

Rules, settings, bodies, facts and records are JSON objects whose meaning storage does not know.
A log holds hidden cards: it goes to `tables` only, never to a message or to a line of the bot's
own log.
"""

import json
from typing import Annotated, Any, Literal, NamedTuple, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, model_validator

Phase = Literal["lobby", "playing", "over", "ended", "suspended"]


def _from_column(value: object) -> object:
    return json.loads(value) if isinstance(value, str) else value


Object = Annotated[dict[str, Any], BeforeValidator(_from_column)]


class _Row(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class SeatRow(_Row):
    """A seat: `user_id` alone, a person; `level` alone, a computer; neither, nobody.

    Both: a computer of this level minds the person's seat until they take it back.
    """

    seat: int
    user_id: int | None = None
    name: str = ""
    level: str | None = None


class LogRow(_Row):
    """One entry of a table's log; `seq` counts from 1 without gaps, `actor` is who clicked."""

    seq: int
    at: int
    kind: str
    body: Object
    actor: int | None = None


class NewTable(_Row):
    """A table to be opened."""

    guild_id: int
    channel_id: int
    game: str
    host_id: int
    opened_at: int
    parent_id: int | None = None
    phase: Phase = "lobby"
    rules: Object = {}
    settings: Object = {}
    due_at: int | None = None
    stirs: bool = False


class TableRow(_Row):
    """A table without its seats and log.

    `parent_id`: the channel of a thread. `due_at`: when the clock wants it next. `log_length`:
    the `seq` of its last entry, 0 before the first. `suspended_why`: a code, no sentence.
    `stirs`: something goes on there by itself, so that it has to be looked at after a restart.
    `last_board_due`: it went out of play, and its board was not seen to say so yet.
    """

    id: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    game: str
    phase: Phase
    suspended_why: str | None
    host_id: int
    rules: Object
    settings: Object
    board_channel_id: int | None
    board_message_id: int | None
    board_posted_at: int | None
    opened_at: int
    touched_at: int
    finished_at: int | None
    due_at: int | None
    log_length: int
    stirs: bool
    last_board_due: bool


class TableChanges(_Row):
    """What a commit changes in the table's row: the fields that were given, also where None.

    `touched_at` follows the entries by itself; give it where something is done without one.
    """

    phase: Phase | None = None
    suspended_why: str | None = None
    host_id: int | None = None
    rules: Object | None = None
    settings: Object | None = None
    touched_at: int | None = None
    finished_at: int | None = None
    due_at: int | None = None
    stirs: bool | None = None

    @model_validator(mode="after")
    def _keep_what_a_table_must_have(self) -> Self:
        for name in ("phase", "host_id", "rules", "settings", "touched_at", "stirs"):
            if name in self.model_fields_set and getattr(self, name) is None:
                raise ValueError(f"{name} cannot be taken away")
        return self


class StoredTable(_Row):
    """A table as one moment had it, with its seats and its whole log in order."""

    row: TableRow
    seats: tuple[SeatRow, ...]
    log: tuple[LogRow, ...]


class ResultPlayer(_Row):
    """How one player came out of a match.

    `number` is the seat of who was there at the end; those who left before come after the seats.
    `deals` are those that this player was there for. `rated`: the match counts for their rating,
    which is `rating` after it. `facts`: what the game counts besides, sums by name.
    """

    number: int
    seat: int
    side: int
    won: bool
    score: float
    name: str = ""
    user_id: int | None = None
    level: str | None = None
    left_early: bool = False
    rated: bool = False
    deals: int = 0
    rating: float | None = None
    facts: Object = {}


class NewResult(_Row):
    """A finished match; `record` as the record's format has it, names of players and all.

    `rated`: it counts for those who finished it (who left may be rated all the same).
    """

    table_id: int
    guild_id: int
    channel_id: int
    parent_id: int | None = None
    game: str
    rules: Object
    started_at: int
    finished_at: int
    deals: int
    rated: bool
    players: tuple[ResultPlayer, ...]
    record: Object


class ResultRow(_Row):
    """A finished match without its record."""

    id: int
    table_id: int
    guild_id: int
    channel_id: int
    parent_id: int | None
    game: str
    rules: Object
    started_at: int
    finished_at: int
    deals: int
    rated: bool
    players: tuple[ResultPlayer, ...]


class Skill(NamedTuple):
    """How well somebody plays a game: estimate, its uncertainty, and the rating that is shown."""

    mu: float
    sigma: float
    rating: float


class Standing(_Row):
    """What a person has done in one game on one server: sums over all finished matches.

    `rated` of the `matches` counted for the rating; without any there is none.
    """

    guild_id: int
    game: str
    user_id: int
    name: str
    mu: float | None
    sigma: float | None
    rating: float | None
    rated: int
    matches: int
    won: int
    left_early: int
    deals: int
    score: float
    facts: Object
    last_at: int


class RatingPoint(_Row):
    """Somebody's rating after a match."""

    result_id: int
    finished_at: int
    rating: float
