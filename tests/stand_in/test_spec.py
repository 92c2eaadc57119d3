"""The stand-in keeps to Discord's own specification, in what it takes and in what it says."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.stand_in import Channel, Person, StandIn
from bot.stand_in.payloads import channel_json
from bot.stand_in.spec import VARIABLE, Spec, from_environment
from tests.stand_in.by_hand import Raw
from tests.stand_in.small_bot import Interaction, SmallBot

needs_spec = pytest.mark.skipif(
    VARIABLE not in os.environ, reason=f"{VARIABLE} does not say where Discord's specification is"
)


@pytest.fixture
def spec() -> Spec:
    """Read the specification."""
    path = from_environment()
    assert path is not None
    return Spec(path)


def test_a_specification_that_is_named_but_not_there_is_said_so(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "none.json"))
    with pytest.raises(FileNotFoundError, match="there is no such file"):
        StandIn()
    monkeypatch.setenv(VARIABLE, "")
    assert StandIn().spec is None


@needs_spec
def test_every_route_of_the_stand_in_is_one_of_discords(server: StandIn, spec: Spec) -> None:
    for method, template in server.rest.routes.all():
        assert spec.knows(method, template), f"{method} {template}"


@needs_spec
@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"content": 5}, "content"),
        ({"embeds": [{"title": "x", "color": -1}]}, "embeds.0.color"),
        (
            {"components": [{"type": 1, "components": [
                {"type": 3, "custom_id": "x", "options": [{"label": "x" * 101, "value": "v"}]}]}]},
            "components.0.components.0.options.0.label",
        ),
        (
            {"components": [{"type": 1, "components": [{"type": 2, "custom_id": "x"}]}]},
            "components.0.components.0",
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_found_where_it_is(spec: Spec, body: Any, place: str) -> None:
    found = spec.request_problems("POST", "/channels/{channel_id}/messages", body)
    assert [".".join(map(str, one.path)) for one in found] == [place]


@needs_spec
def test_numbers_of_attachments_may_be_numbers(spec: Spec) -> None:
    body = {"content": "x", "attachments": [{"id": 0, "filename": "a.png"}]}
    assert spec.request_problems("POST", "/channels/{channel_id}/messages", body) == []
    callback = "/interactions/{interaction_id}/{interaction_token}/callback"
    assert spec.request_problems("POST", callback, {"type": 4, "data": body}) == []


@needs_spec
async def test_what_the_gateway_tells_is_as_the_specification_has_it(
    server: StandIn, bot: SmallBot, spec: Spec, table: Channel, ann: Person, bo: Person
) -> None:
    told: list[tuple[str, dict[str, Any]]] = []
    server.gateway.tapped.append(lambda event, data: told.append((event, data)))

    async def answer(interaction: Interaction) -> None:
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="x", custom_id="x", emoji="♠️"))
        view.add_item(discord.ui.Select(custom_id="y", options=[discord.SelectOption(label="a")]))
        view.stop()
        embed = discord.Embed(title="x", description="y", colour=5, url="https://a.b/c")
        embed.add_field(name="a", value="b").set_footer(text="f").set_author(name="n")
        await interaction.response.send_message(embed=embed, view=view, ephemeral=True)

    bot.answer = answer
    one = await ann.command(table, "atout play", game="bura", partner=bo, where=table)
    assert one.message is not None
    await ann.click(one.message, label="x")
    made = await bot.text_channel(table.id).create_thread(
        name="t", type=discord.ChannelType.public_thread
    )
    await made.edit(name="u")
    guild = server.world.add_guild("Other")
    kinds = {name for name, _ in told}
    assert kinds == {"INTERACTION_CREATE", "THREAD_CREATE", "THREAD_UPDATE", "CHANNEL_CREATE",
                     "GUILD_CREATE"}  # fmt: skip
    for name, data in told:
        if name == "INTERACTION_CREATE":
            _check_interaction(spec, data)
        elif name.startswith("THREAD"):
            assert spec.schema_problems("ThreadResponse", data) == []
        elif name == "GUILD_CREATE":
            assert spec.schema_problems("GuildWithCountsResponse", data) == []
            for member in data["members"]:
                assert spec.schema_problems("GuildMemberResponse", member) == []
    for channel in guild.channels.values():
        assert spec.schema_problems("GuildChannelResponse", channel_json(channel)) == []
    assert server.world.violations == []


def _check_interaction(spec: Spec, data: dict[str, Any]) -> None:
    member = dict(data["member"])
    assert member.pop("permissions").isdecimal()
    assert spec.schema_problems("GuildMemberResponse", member) == []
    assert spec.schema_problems("GuildChannelResponse", data["channel"]) == []
    if "message" in data:
        assert spec.schema_problems("MessageResponse", data["message"]) == []
    resolved = data["data"].get("resolved", {})
    for user in resolved.get("users", {}).values():
        assert spec.schema_problems("UserResponse", user) == []


@needs_spec
async def test_the_stand_ins_answers_are_as_the_specification_has_them(
    server: StandIn, bot: SmallBot, table: Channel, raw: Raw, ann: Person
) -> None:
    await ann.command(table, "do")
    made = (await raw("POST", f"/channels/{table.id}/messages", {"content": "x"}))[1]
    thread = f"/channels/{table.id}/messages/{made['id']}/threads"
    number = (await raw("POST", thread, {"name": "t"}))[1]["id"]
    mine = server.world.bot.id
    for path in (
        "/users/@me", f"/users/{ann.id}", "/users/@me/guilds", "/oauth2/applications/@me",
        "/applications/@me", "/gateway", "/gateway/bot", f"/applications/{mine}/commands",
        f"/applications/{mine}/emojis", f"/channels/{table.id}", f"/channels/{number}",
        f"/channels/{table.id}/messages", f"/channels/{table.id}/messages/{made['id']}",
        f"/guilds/{server.world.guild.id}", f"/guilds/{server.world.guild.id}/roles",
        f"/guilds/{server.world.guild.id}/threads/active", f"/channels/{number}/thread-members",
        f"/guilds/{server.world.guild.id}/channels",
        f"/guilds/{server.world.guild.id}/members/{ann.id}",
    ):  # fmt: skip
        status, _ = await raw("GET", path)
        assert status == 200, path
    status, _ = await raw("POST", "/users/@me/channels", {"recipient_id": str(ann.id)})
    assert status == 200
    assert server.world.violations == []
    assert server.world.flaws == []
