"""Bodies that Discord refuses are answered as Discord answers, and kept as violations."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.stand_in import Channel, Limits, Person, StandIn, running_stand_in
from tests.stand_in.by_hand import Raw, by_hand
from tests.stand_in.small_bot import Interaction, SmallBot

BUTTON = {"type": 2, "style": 1, "label": "x"}


async def test_the_errors_are_nested_where_they_are(
    server: StandIn, table: Channel, raw: Raw
) -> None:
    body = {"components": [{"type": 1, "components": [BUTTON]}]}
    status, answer = await raw("POST", f"/channels/{table.id}/messages", body)
    assert status == 400
    assert answer["code"] == 50035
    assert answer["message"] == "Invalid Form Body"
    inner = answer["errors"]["components"]["0"]["components"]["0"]["custom_id"]["_errors"]
    assert [one["code"] for one in inner] == ["BASE_TYPE_REQUIRED"]
    (violation,) = server.world.violations
    assert str(violation).startswith(f"POST /channels/{table.id}/messages: components.0.")
    assert table.messages == {}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"content": " "}, 50006),
        ({}, 50006),
        ({"content": "x", "flags": 1 << 15}, 50035),
        ({"components": [{"type": 10, "content": "x"}], "flags": 1 << 15}, None),
        ({"content": "x", "strange": 1}, 50035),
        ([], 50035),
    ],
)
async def test_a_message_is_refused_or_not(
    server: StandIn, table: Channel, raw: Raw, body: Any, code: int | None
) -> None:
    status, answer = await raw("POST", f"/channels/{table.id}/messages", body)
    assert (status, answer.get("code")) == ((200, None) if code is None else (400, code))
    assert len(server.world.violations) == (0 if code is None else 1)


async def test_an_edit_is_judged_by_the_message_it_leads_to(
    server: StandIn, table: Channel, raw: Raw
) -> None:
    path = f"/channels/{table.id}/messages"
    number = (await raw("POST", path, {"content": "x"}))[1]["id"]
    assert (await raw("PATCH", f"{path}/{number}", {"content": ""}))[1]["code"] == 50006
    new: dict[str, Any] = {"components": [{"type": 10, "content": "y"}], "flags": 1 << 15}
    assert (await raw("PATCH", f"{path}/{number}", new))[1]["code"] == 50035
    assert (await raw("PATCH", f"{path}/{number}", new | {"content": None}))[0] == 200
    assert (await raw("PATCH", f"{path}/{number}", {"content": "z"}))[1]["code"] == 50035
    assert len(server.world.violations) == 3


@pytest.mark.parametrize(
    ("body", "place"),
    [
        ({"type": 4, "data": {"content": "x" * 2001}}, "content"),
        ({"type": 4, "data": {"components": [BUTTON]}}, "components"),
        ({"type": 5, "data": {"flags": 64 | 1 << 15}}, None),
        ({"type": 5, "data": {"content": "x"}}, None),
        ({"type": 9, "data": {"custom_id": "x", "title": "y", "components": []}}, "components"),
    ],
)
async def test_a_wrong_answer_is_refused_and_the_interaction_stays_open(
    server: StandIn,
    bot: SmallBot,
    table: Channel,
    ann: Person,
    raw: Raw,
    body: dict[str, Any],
    place: str | None,
) -> None:
    answers: list[Any] = []

    async def answer(interaction: Interaction) -> None:
        path = f"/interactions/{interaction.id}/{interaction.token}/callback"
        answers.append(await raw("POST", path, body))
        await interaction.response.send_message("right")

    bot.answer = answer
    one = await ann.command(table, "do")
    assert one.messages[0].content == "right"
    status, told = answers[0]
    assert (status, told["code"]) == (400, 50035)
    assert "data" in told["errors"]
    assert place is None or place in told["errors"]["data"]
    assert len(server.world.violations) == 1


async def test_commands_are_refused_as_a_whole(server: StandIn, raw: Raw) -> None:
    path = f"/applications/{server.world.bot.id}/commands"
    good = {"name": "do", "description": "x"}
    status, answer = await raw("PUT", path, [good, {"name": "Do", "description": "x"}])
    assert (status, answer["code"]) == (400, 50035)
    assert list(answer["errors"]) == ["1"]
    assert server.world.commands == []
    status, answer = await raw("PUT", path, [good])
    assert status == 200
    again = (await raw("PUT", path, [good]))[1]
    assert again == answer
    changed = (await raw("PUT", path, [good | {"description": "y"}]))[1]
    assert changed[0]["id"] == answer[0]["id"]
    assert changed[0]["version"] != answer[0]["version"]


async def test_what_is_no_json_is_no_json(table: Channel, raw: Raw) -> None:
    status, answer = await raw(
        "POST", f"/channels/{table.id}/messages", data=b"{",
        headers={"Content-Type": "application/json"},
    )  # fmt: skip
    assert (status, answer["code"]) == (400, 50109)


async def test_a_route_that_the_stand_in_lacks_does_not_go_unseen(
    server: StandIn, raw: Raw
) -> None:
    assert (await raw("GET", "/guilds/1/audit-logs"))[0] == 404
    assert (await raw("PUT", "/gateway"))[0] == 405
    assert len(server.world.violations) == 2


async def test_without_the_token_nothing_is_answered(table: Channel, raw: Raw) -> None:
    status, answer = await raw(
        "GET", f"/channels/{table.id}", headers={"Authorization": "Bot none"}
    )
    assert (status, answer) == (401, {"message": "401: Unauthorized", "code": 0})


async def test_a_file_above_the_limit_is_too_large() -> None:
    async with running_stand_in(Limits(attachment_size=1000)) as server, by_hand(server) as raw:
        form = aiohttp.FormData()
        form.add_field("payload_json", "{}")
        form.add_field("files[0]", b"x" * 1001, filename="a.bin")
        table = server.world.channel("card-table")
        status, answer = await raw("POST", f"/channels/{table.id}/messages", data=form)
        assert (status, answer["code"]) == (413, 40005)
