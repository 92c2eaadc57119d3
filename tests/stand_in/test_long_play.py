"""The stand-in must not grow while people play on and on."""

from __future__ import annotations

import aiohttp

from bot.stand_in import Limits, StandIn, running_stand_in
from bot.stand_in.traffic import Request, RequestLog
from tests.stand_in.by_hand import by_hand
from tests.stand_in.small_bot import playing


def test_requests_are_kept_by_number_and_by_bytes() -> None:
    log = RequestLog(3, 100)
    for number in range(5):
        log.keep(Request("GET", f"/{number}", 0.0, raw=b"x" * 10))
    assert [one.path for one in log] == ["/2", "/3", "/4"]
    log.keep(Request("POST", "/big", 0.0, raw=b"x" * 95))
    assert [one.path for one in log] == ["/big"]


def test_a_recording_keeps_everything() -> None:
    log = RequestLog(None, 10)
    for number in range(50):
        log.keep(Request("GET", f"/{number}", 0.0, raw=b"x" * 10))
    assert len(log) == 50


async def test_messages_stay_few_while_hundreds_are_written() -> None:
    limits = Limits(message_memory=20)
    async with running_stand_in(limits, record=False) as server, playing(server):
        table, ann = server.world.channel("card-table"), server.world.person("Ann")
        first = (await ann.command(table, "do")).messages[0]
        for _ in range(60):
            await ann.command(table, "do")
        assert len(table.messages) == len(server.world.messages) == 20
        assert not ann.may_see(first)


async def test_files_that_were_replaced_are_not_kept(server: StandIn) -> None:
    async with by_hand(server) as raw:
        path = f"/channels/{server.world.channel('card-table').id}/messages"
        number = ""
        for turn in range(3):
            form = aiohttp.FormData()
            form.add_field("payload_json", '{"attachments": [{"id": 0, "filename": "a.bin"}]}')
            form.add_field("files[0]", bytes(1000), filename="a.bin")
            method, place = ("PATCH", f"{path}/{number}") if turn else ("POST", path)
            status, body = await raw(method, place, data=form)
            assert status == 200
            number = body["id"]
        assert len(server.world.files) == 1
        assert (await raw("DELETE", f"{path}/{number}"))[0] == 204
        assert server.world.files == {}


async def test_every_byte_that_the_bot_sent_can_be_searched(server: StandIn) -> None:
    async with by_hand(server) as raw:
        table = server.world.channel("card-table")
        await raw("POST", f"/channels/{table.id}/messages", {"content": "ace of spades"})
    assert any(b"ace of spades" in part for part in server.world.sent_bytes())
    assert not any(b"king of hearts" in part for part in server.world.sent_bytes())
