"""What Discord answers when it refuses, by name: each expected refusal has its handling.

Codes are Discord's JSON error codes, or the HTTP status where there is none.
"""

from __future__ import annotations

from enum import Enum
from typing import Final

import aiohttp
import discord


class Outcome(Enum):
    """How a request to Discord ended, as far as this bot cares."""

    DONE = "done"
    MESSAGE_GONE = "message_gone"
    CHANNEL_GONE = "channel_gone"
    NO_ACCESS = "no_access"
    NO_PERMISSION = "no_permission"
    ARCHIVED = "archived"
    EXPIRED = "expired"
    ANSWERED_ALREADY = "answered_already"
    EDITED_TOO_OFTEN = "edited_too_often"
    SLOW_MODE = "slow_mode"
    BUSY = "busy"
    UNREACHABLE = "unreachable"
    REFUSED = "refused"

    @property
    def passing(self) -> bool:
        """Tell whether the same request may succeed a little later."""
        return self in (Outcome.BUSY, Outcome.UNREACHABLE, Outcome.SLOW_MODE)

    @property
    def place_lost(self) -> bool:
        """Tell whether nothing can be posted in the channel for now."""
        return self in (
            Outcome.CHANNEL_GONE,
            Outcome.NO_ACCESS,
            Outcome.NO_PERMISSION,
            Outcome.ARCHIVED,
        )


_BY_CODE: Final = {
    10003: Outcome.CHANNEL_GONE,
    10008: Outcome.MESSAGE_GONE,
    10015: Outcome.EXPIRED,
    10062: Outcome.EXPIRED,
    50027: Outcome.EXPIRED,
    40060: Outcome.ANSWERED_ALREADY,
    50001: Outcome.NO_ACCESS,
    50013: Outcome.NO_PERMISSION,
    50083: Outcome.ARCHIVED,
    160005: Outcome.ARCHIVED,
    30046: Outcome.EDITED_TOO_OFTEN,
    20016: Outcome.SLOW_MODE,
    20028: Outcome.BUSY,
}

PASSING_FAULTS: Final = (aiohttp.ClientError, TimeoutError, OSError)
"""What the network raises below Discord."""

FAULTS: Final = (discord.DiscordException, *PASSING_FAULTS)
"""All that a request to Discord may raise; ``outcome_of`` says what it means."""


def outcome_of(error: BaseException) -> Outcome | None:
    """Return what an error from discord.py means; None for one that is no refusal of Discord."""
    if isinstance(error, discord.RateLimited):
        return Outcome.BUSY
    if isinstance(error, discord.InteractionResponded):
        return Outcome.ANSWERED_ALREADY
    if isinstance(error, discord.HTTPException):
        known = _BY_CODE.get(error.code)
        if known is not None:
            return known
        if error.status >= 500 or error.status == 429:
            return Outcome.BUSY
        if error.status == 401:
            return Outcome.EXPIRED
        if error.status == 403:
            return Outcome.NO_PERMISSION
        if error.status == 404:
            return Outcome.MESSAGE_GONE
        return Outcome.REFUSED
    if isinstance(error, PASSING_FAULTS):
        return Outcome.UNREACHABLE
    return None
