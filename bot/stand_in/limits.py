"""Count requests against Discord's limits, and answer 429 as Discord does."""

from __future__ import annotations

import math
import time
from collections import OrderedDict, deque
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import blake2s

from bot.stand_in.errors import DiscordError, Refusal

Allowance = tuple[int, float]
"""So many requests in so many seconds."""

VIA = {"Via": "1.1 google"}
"""Without it discord.py takes a 429 for a ban at the door."""

_BUCKETS_KEPT = 20_000


@dataclass(frozen=True, slots=True)
class Limits:
    """Set Discord's deadlines (seconds) and limits; the defaults are Discord's own."""

    ack_deadline: float = 3.0
    token_life: float = 900.0
    global_per_second: int = 50
    channel_creates: Allowance = (5, 5.0)
    channel_edits: Allowance = (5, 5.0)
    channel_deletes: Allowance = (5, 1.0)
    interaction_webhook: Allowance = (5, 2.0)
    old_message_edits: Allowance = (3, 6.0)
    old_message_age: float = 3600.0
    active_threads: int = 1000
    heartbeat_interval: float = 41.25
    heartbeats_missed: float = 1.5
    frames_per_minute: int = 120
    resume_window: float = 120.0
    nonce_memory: float = 300.0
    attachment_size: int = 10 * 1024 * 1024
    message_memory: int = 500
    enforce: bool = True


def _too_many(
    message: str, wait: float, scope: str, code: int = 0, headers: dict[str, str] | None = None
) -> DiscordError:
    wait = math.ceil(wait * 1000) / 1000
    more = {"retry_after": wait, "global": scope == "global"}
    told = {**VIA, "Retry-After": str(math.ceil(wait)), "X-RateLimit-Scope": scope}
    if scope == "global":
        told["X-RateLimit-Global"] = "true"
    return DiscordError(Refusal(429, code, message), headers=told | (headers or {}), more=more)


class Bucket:
    """Let so many requests through in a window that the first of them opens."""

    __slots__ = ("allowance", "ends", "name", "used")

    def __init__(self, name: str, allowance: Allowance) -> None:
        self.name = name
        self.allowance = allowance
        self.ends = 0.0
        self.used = 0

    def take(self, now: float) -> dict[str, str]:
        """Count one request and tell the headers; raise the 429 when none is left."""
        number, seconds = self.allowance
        if now >= self.ends:
            self.ends = now + seconds
            self.used = 0
        left = max(self.ends - now, 0.0)
        self.used += 1
        headers = {
            "X-RateLimit-Limit": str(number),
            "X-RateLimit-Remaining": str(max(number - self.used, 0)),
            "X-RateLimit-Reset": f"{time.time() + left:.3f}",
            "X-RateLimit-Reset-After": f"{math.ceil(left * 1000) / 1000:.3f}",
            "X-RateLimit-Bucket": self.name,
        }
        if self.used > number:
            raise _too_many("You are being rate limited.", left, "user", headers=headers)
        return headers


class RateLimits:
    """Keep the bot's account: the whole bot, each channel's route, each interaction."""

    def __init__(self, limits: Limits, clock: Callable[[], float] = time.monotonic) -> None:
        self.limits = limits
        self._clock = clock
        self.refused = 0
        """How many requests were answered 429."""
        self.peak = 0
        """The most requests that counted within any one second, wherever it began."""
        self._recent: deque[float] = deque()
        self._second_ends = 0.0
        self._in_second = 0
        self._buckets: OrderedDict[tuple[str, object], Bucket] = OrderedDict()

    def take_global(self) -> None:
        """Count one request of the whole bot; raise the global 429 when the second is full."""
        now = self._clock()
        if now >= self._second_ends:
            self._second_ends = now + 1.0
            self._in_second = 0
        if self.limits.enforce and self._in_second >= self.limits.global_per_second:
            self.refused += 1
            raise _too_many("You are being rate limited.", self._second_ends - now, "global")
        self._in_second += 1
        self._recent.append(now)
        while self._recent[0] <= now - 1.0:
            self._recent.popleft()
        self.peak = max(self.peak, len(self._recent))

    def take(self, route: str, major: object, allowance: Allowance) -> dict[str, str]:
        """Count one request of a route and its channel or interaction; tell the headers."""
        if not self.limits.enforce:
            return {}
        key = (route, major)
        bucket = self._buckets.get(key)
        if bucket is None:
            name = blake2s(route.encode(), digest_size=12).hexdigest()
            bucket = self._buckets[key] = Bucket(name, allowance)
            if len(self._buckets) > _BUCKETS_KEPT:
                self._buckets.popitem(last=False)
        try:
            return bucket.take(self._clock())
        except DiscordError:
            self.refused += 1
            raise

    def take_old_edit(self, channel_id: int) -> None:
        """Count an edit of a message older than an hour; raise 30046 when too many."""
        if not self.limits.enforce:
            return
        try:
            self.take("edit of an old message", channel_id, self.limits.old_message_edits)
        except DiscordError as error:
            raise _too_many(
                "Maximum number of edits to messages older than 1 hour reached. Try again later",
                float(error.more["retry_after"]),
                "shared",
                code=30046,
            ) from None
