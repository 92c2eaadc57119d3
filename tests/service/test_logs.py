"""What lines say, and what they never say."""

from __future__ import annotations

import asyncio
import io
import json
import logging
from typing import Any

from bot.service.logs import Form, about, logging_to

log = logging.getLogger("bot.test")

TOKEN = "MTA5NzU0ODA3OTA4ODg0MDc3NA.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789-_"


def written(form: Form = "json") -> tuple[io.StringIO, Any]:
    stream = io.StringIO()
    return stream, logging_to(stream, form)


def test_a_line_says_which_interaction_server_and_table_it_is_about() -> None:
    stream, logging_there = written()
    with logging_there:
        with about(interaction=11, server=22, table=33):
            log.info("inside")
        log.info("outside")
    inside, outside = map(json.loads, stream.getvalue().splitlines())
    assert (inside["interaction"], inside["server"], inside["table"]) == ("11", "22", 33)
    assert (inside["level"], inside["from"], inside["text"]) == ("INFO", "bot.test", "inside")
    assert not {"interaction", "server", "table"} & outside.keys()


async def test_what_a_task_is_about_goes_with_the_tasks_it_starts() -> None:
    stream, logging_there = written()

    async def later() -> None:
        await asyncio.sleep(0)
        log.info("later")

    with logging_there:
        with about(table=5):
            task = asyncio.create_task(later())
        await task
    assert json.loads(stream.getvalue())["table"] == 5


def test_an_exception_is_told_by_kind_and_place_and_without_its_text() -> None:
    stream, logging_there = written()
    with logging_there:
        try:
            raise ValueError("the ace of spades")
        except ValueError:
            log.exception("it failed")
    line = json.loads(stream.getvalue())
    assert "ValueError at " in line["error"]
    assert "ace" not in stream.getvalue()


async def test_a_task_that_failed_unseen_is_not_quoted_with_what_it_held() -> None:
    stream, logging_there = written()

    async def fail() -> None:
        raise KeyError("seven of hearts")

    with logging_there:
        loop = asyncio.get_running_loop()
        task = loop.create_task(fail())
        await asyncio.wait({task})
        context = {
            "message": "Task exception was never retrieved",
            "exception": task.exception(),
            "future": task,
        }
        loop.default_exception_handler(context)
    assert "never retrieved" in stream.getvalue()
    assert "KeyError" in stream.getvalue()
    assert "hearts" not in stream.getvalue()


def test_tokens_of_bots_and_interactions_are_taken_out_of_every_line() -> None:
    stream, logging_there = written("people")
    with logging_there:
        log.info("Authorization: Bot %s", TOKEN)
        log.info("POST https://discord.com/api/v10/interactions/123/aW50ZXJhY3Rpb24/callback")
        log.info("PATCH /webhooks/123456/aW50ZXJhY3Rpb24/messages/@original")
    text = stream.getvalue()
    assert "abcdefghijklmnopqrstuvwxyz" not in text
    assert "aW50ZXJhY3Rpb24" not in text
    assert "/interactions/123/(token)/callback" in text
    assert "/webhooks/123456/(token)/messages/@original" in text


def test_a_line_for_people_is_one_line() -> None:
    stream, logging_there = written("people")
    with logging_there, about(table=7):
        log.warning("first\nsecond")
    (line,) = stream.getvalue().splitlines()
    assert line.endswith("WARNING bot.test: first second [table=7]")


def test_the_library_is_quiet_and_everything_is_as_before_afterwards() -> None:
    before = logging.getLogger().handlers[:], logging.getLogger().level
    stream, logging_there = written()
    with logging_there:
        logging.getLogger("discord.gateway").info("chatter")
    assert stream.getvalue() == ""
    assert (logging.getLogger().handlers[:], logging.getLogger().level) == before
