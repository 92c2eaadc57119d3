"""The match record: a whole match as one JSON object, read strictly, written, and replayed.

The form is a contract: a change of it is a new version. A record is read piece by piece in its
order, so that what is reported is the first thing that is wrong, with the deal and the action
(both from 0) where it stands.
"""

from bot.games.record.form import (
    FORMAT,
    VERSION,
    BadRecord,
    Fairness,
    Head,
    Record,
    RecordedDeal,
    Step,
)
from bot.games.record.reading import from_text, parse, parse_head, read_shuffle, steps
from bot.games.record.replaying import Replayed, check, fault_to_json, next_to_json, replay
from bot.games.record.writing import closed, to_record, to_text

__all__ = [
    "FORMAT",
    "VERSION",
    "BadRecord",
    "Fairness",
    "Head",
    "Record",
    "RecordedDeal",
    "Replayed",
    "Step",
    "check",
    "closed",
    "fault_to_json",
    "from_text",
    "next_to_json",
    "parse",
    "parse_head",
    "read_shuffle",
    "replay",
    "steps",
    "to_record",
    "to_text",
]
