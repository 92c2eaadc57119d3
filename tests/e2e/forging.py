"""Clicks that no client of Discord would send: what somebody with a tool of their own might try."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

from bot.stand_in import Interaction, Message, Person
from bot.stand_in.shapes import InteractionType, Part
from tests.e2e.party import Party


def forge(
    some: Party, person: Person, message: Message, custom_id: str, values: Sequence[str] = ()
) -> Interaction:
    """Send a click with any custom_id on any message, and do not wait."""
    kind = Part.STRING_SELECT if values else Part.BUTTON
    data: dict[str, object] = {"custom_id": custom_id, "component_type": int(kind), "id": 1}
    if values:
        data["values"] = list(values)
    return some.server.world.interactions.open(
        InteractionType.COMPONENT, person.user, message.channel, data, source=message
    )


async def answered(interactions: Iterable[Interaction]) -> list[Interaction]:
    """Wait until all clicks are answered or have failed, and return them."""
    found = list(interactions)
    await asyncio.gather(*(one.answered.wait() for one in found))
    return found
