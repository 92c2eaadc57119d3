"""What a click may do is decided where it is done, whoever made the click up."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from bot.stand_in import Channel, Message, Person
from cogs.router import Router
from tests.e2e.forging import answered, forge
from tests.e2e.party import Party, note_of, seated

NAMES = ("Ann", "Bo", "Cy", "Di")

ARGS: dict[str, tuple[str, ...]] = {
    "do": ("play", "AS"),
    "ask": ("play", "AS"),
    "sit": ("0",),
    "leave": ("yes",),
    "end": ("yes",),
    "seatdo": ("0",),
    "clock": ("off",),
    "standin": ("0",),
    "vote": ("end",),
    "claim": ("1",),
    "agree": ("0",),
    "rulevalue": ("length",),
    "rulenumber": ("length",),
    "preset": ("club_1907",),
}
VALUES: dict[str, Sequence[str]] = {"seatdo": ["remove"], "claimof": ["1"], "askof": ["play AS"]}


def verbs(some: Party) -> list[str]:
    """Return every verb of a click about a table."""
    router = some.bot.get_cog("Router")
    assert isinstance(router, Router)
    return sorted(router._handlers)


async def everything_refused(some: Party, person: Person, message: Message) -> list[str]:
    """Let a person try everything at the first table; return what they were told."""
    before = await some.table()
    told = []
    for verb in verbs(some):
        moment = before.version if verb in ("do", "ask", "cut") else "-"
        identity = ":".join(("v1", "1", str(moment), verb, *ARGS.get(verb, ())))
        made = forge(some, person, message, identity, VALUES.get(verb, ()))
        (one,) = await answered([made])
        assert one.error is None, verb
        told.append(note_of(one))
        assert await some.table() == before, verb
    return told


async def _elsewhere(some: Party, eve: Person) -> tuple[Channel, Message]:
    guild = some.server.world.add_guild("Elsewhere")
    some.server.world.role("Keepers", eve, guild=guild, manage_guild=True, manage_messages=True)
    await some.server.settled()
    place = some.server.world.channel("card-table", guild)
    await eve.command(place, "atout help")
    return place, eve.sees(place)[-1]


async def test_who_manages_another_server_has_no_say_here_and_sees_nothing(four: Party) -> None:
    await seated(four, NAMES)
    eve = four.server.world.add_user("Eve")
    _, message = await _elsewhere(four, eve)
    told = await everything_refused(four, eve, message)
    assert len({one.partition("\n")[0] for one in told}) == 1, "for each that there is no table"
    assert not any(name in one for one in told for name in NAMES)


async def test_who_has_no_seat_and_no_rights_changes_nothing_by_any_click(four: Party) -> None:
    await seated(four, NAMES)
    eve = four.server.world.add_user("Eve")
    await eve.command(four.channel, "atout help")
    await everything_refused(four, eve, eve.sees(four.channel)[-1])


async def test_who_moderates_one_channel_does_not_moderate_another(four: Party) -> None:
    await seated(four, NAMES)
    world = four.server.world
    eve = world.add_user("Eve")
    other = world.add_channel("other")
    await eve.command(other, "atout help")
    message = eve.sees(other)[-1]
    world.role("Mods", eve, manage_messages=True)
    before = await four.table()
    await answered([forge(four, eve, message, "v1:1:-:end:yes")])
    assert await four.table() == before
    # Where the table stands the same right counts.
    await answered([forge(four, eve, four.board(eve), "v1:1:-:end:yes")])
    assert (await four.table()).phase == "ended"


@pytest.mark.parametrize("identity", ["v1:0:-:adminset", "v1:0:-:adminvalue:language"])
async def test_settings_of_a_server_are_for_who_manages_it(four: Party, identity: str) -> None:
    eve = four.server.world.add_user("Eve")
    await eve.command(four.channel, "atout help")
    (one,) = await answered([forge(four, eve, eve.sees(four.channel)[-1], identity, ["fr"])])
    assert "manage the server" in note_of(one)
    guild = four.channel.guild
    assert guild is not None
    assert (await four.bot.house.customs.server(guild.id)).language != "fr"


async def test_what_is_chosen_or_typed_without_bounds_is_refused_in_words(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    before = await four.table()
    board = four.board(ann)
    endless = ["9" * 60_000] * 400
    for verb in ("rulevalue:length", "preset", "choose", "cutat", "seatdo:0", "claimof", "askof"):
        (one,) = await answered([forge(four, ann, board, f"v1:1:-:{verb}", endless)])
        assert one.error is None, verb
        assert "Something went wrong" not in note_of(one), verb
    for identity in ("v1:" + "z" * 60_000 + ":-:end", "v1:1:-:do:" + "A" * 60_000, ":" * 60_000):
        (one,) = await answered([forge(four, ann, board, identity)])
        assert one.error is None
        assert one.ephemeral
    assert await four.table() == before


async def test_numbers_that_nothing_can_have_are_refused_in_words(four: Party) -> None:
    ann = four.person("Ann")
    await ann.command(four.channel, "atout play", game="bura")
    await four.quiet()
    board, huge, table = four.board(ann), "9" * 19, "z" * 12
    for number in (huge, huge + "9"):
        typed = await ann.command(four.channel, "atout-records replay", match=number)
        assert "no such finished match" in note_of(typed)
    for identity in (
        f"v1:{table}:-:hand",
        f"v1:{table}:-:rmatch",
        f"v1:0:-:rhist:{2**63 - 1}",
        f"v1:0:-:rboard:bura:{2**63 - 1}",
        f"v1:0:-:rstats:{huge}:bura",
        f"v1:1:-:why:{huge}",
    ):
        (one,) = await answered([forge(four, ann, board, identity)])
        assert "Something went wrong" not in note_of(one), identity
