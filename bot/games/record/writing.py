"""Writing a record: the JSON object of a match, and its text."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence

from bot.games.game import Game, Match
from bot.games.house_rules import Rules
from bot.games.record.form import FORMAT, VERSION, RecordedDeal


def to_record(
    game: Game,
    rules: Rules,
    players: Sequence[str],
    deals: Iterable[RecordedDeal],
    **more: object,
) -> dict[str, object]:
    """Return the record of a match as a JSON object.

    ``more`` are further keys that readers ignore (``table``, ``started_at``, ``finished_at``).
    Give no open deal to a player's export: see ``closed``.
    """
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game.key,
        "rules": game.book.differing(rules),
        "players": list(players),
        **more,
        "deals": [_deal_to_json(recorded) for recorded in deals],
    }


def _deal_to_json(recorded: RecordedDeal) -> dict[str, object]:
    deal = recorded.deal
    found: dict[str, object] = {
        "dealer": deal.dealer,
        "hands": [[one.text for one in hand] for hand in deal.hands],
        "stock": [one.text for one in deal.stock],
        "actions": [[made.seat, made.verb, *made.args] for made in recorded.actions],
    }
    if recorded.fairness is not None:
        found["fairness"] = recorded.fairness.to_json()
    return found


def closed(deals: Sequence[RecordedDeal], match: Match) -> tuple[RecordedDeal, ...]:
    """Return the deals that are finished: those whose cards anybody may see now."""
    return tuple(deals[: len(match.results)])


def to_text(obj: object) -> str:
    """Return an object as one compact line of JSON in ASCII, without its line end."""
    return json.dumps(obj, separators=(",", ":"), allow_nan=False)
