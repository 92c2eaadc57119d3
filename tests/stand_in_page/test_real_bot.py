"""The page, the stand-in and the unmodified discord.py together."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from playwright.async_api import Page, expect

from bot.stand_in import Limits, StandIn, running_stand_in
from tests.stand_in_page.card_bot import CardBot
from tests.stand_in_page.conftest import PHONE, Windows

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


@pytest_asyncio.fixture(loop_scope="session")
async def discord_here() -> AsyncIterator[StandIn]:
    async with running_stand_in(Limits(ack_deadline=600.0)) as server:
        bot = CardBot(server.connector())
        running = asyncio.create_task(bot.start(server.token))
        await server.ready()
        await server.wait_for(lambda: server.world.all_commands(server.world.guild))
        yield server
        await bot.close()
        await running
        assert server.world.violations == []


async def look(windows: Windows, server: StandIn, name: str) -> Page:
    page = await windows.open(f"{server.url}/?user={server.world.person(name).id}", PHONE)
    await expect(page.locator("#welcome")).to_be_visible()
    return page


async def test_table_is_opened_and_played_by_taps_alone(
    windows: Windows, discord_here: StandIn
) -> None:
    ann = await look(windows, discord_here, "Ann")
    bo = await look(windows, discord_here, "Bo")
    await ann.get_by_role("button", name="/cards play Biritch").tap()
    await expect(ann.locator(".above")).to_contain_text("Ann used /cards play")
    for page in (ann, bo):
        await expect(page.get_by_role("heading", name="Biritch")).to_be_visible()

    # a private hand, a menu of exactly two, the same panel edited
    await bo.get_by_role("button", name="My hand").tap()
    panel = bo.locator(".message.ephemeral")
    await panel.get_by_role("combobox", name="Discard two").tap()
    await bo.get_by_role("option", name="♠ A").tap()
    await bo.get_by_role("option", name="♦ 7").tap()
    await bo.get_by_role("button", name="Done").tap()
    await expect(panel.locator(".words")).to_contain_text("Discarded ♠ A, ♦ 7")
    await expect(ann.locator(".message.ephemeral")).to_have_count(0)
    await panel.get_by_role("button", name="Dismiss message").tap()
    await expect(panel).to_have_count(0)

    # a form that edits the board for both
    await ann.get_by_role("button", name="Name", exact=True).tap()
    form = ann.get_by_role("dialog", name="Name the table")
    await form.get_by_label("Name").fill("Saturday <b>night</b>")
    await form.get_by_role("button", name="Submit").tap()
    await expect(form).to_have_count(0)
    for page in (ann, bo):
        await expect(page.locator(".words")).to_contain_text("Table: Saturday <b>night</b>")

    # an answer that takes a moment
    await ann.get_by_role("button", name="Count").tap()
    await expect(bo.locator(".embed", has_text="3 : 2")).to_be_visible()


async def test_silent_bot_is_said_under_the_message(
    windows: Windows, discord_here: StandIn
) -> None:
    ann = await look(windows, discord_here, "Ann")
    await ann.get_by_role("button", name="/cards play Bura").tap()
    sleep = ann.get_by_role("button", name="Sleep")
    await sleep.tap()
    await expect(sleep).to_have_attribute("aria-busy", "true")
    interactions = discord_here.world.interactions
    (unanswered,) = interactions.waiting
    interactions._fail(unanswered)  # its time is over
    await expect(ann.locator(".message .failure")).to_be_visible()
    await expect(sleep).not_to_have_attribute("aria-busy", "true")


async def test_typed_command_with_a_person_and_one_completed_by_the_bot(
    windows: Windows, discord_here: StandIn
) -> None:
    ann = await look(windows, discord_here, "Ann")
    box = ann.get_by_role("textbox", name="Message #card-table")
    await box.fill("/cards play game:bura partner:@Bo")
    await box.press("Enter")
    await expect(ann.locator(".mention")).to_have_text(["@Ann", "@Bo"])
    await box.press_sequentially("/cards rules topic:doub")
    await ann.get_by_role("option", name="Doubling").tap()
    await ann.get_by_role("button", name="Send").tap()
    await expect(ann.locator(".ephemeral .heading-1")).to_have_text("Doubling")


async def test_newcomer_takes_part(windows: Windows, discord_here: StandIn) -> None:
    page = await look(windows, discord_here, "Ann")
    await page.get_by_role("button", name="You are Ann. Change person").tap()
    await page.get_by_role("button", name="Add a person").tap()
    await page.get_by_role("dialog").get_by_label("Name").fill("Eve")
    await page.get_by_role("dialog").get_by_role("button", name="Add").tap()
    await expect(page.locator("#self")).to_have_attribute(
        "aria-label", "You are Eve. Change person"
    )
    await page.get_by_role("button", name="/cards play Bura").tap()
    await expect(page.locator(".above")).to_contain_text("Eve used /cards play")
    await page.get_by_role("textbox").fill("hello @Bo")
    await page.get_by_role("button", name="Send").tap()
    await expect(page.locator(".message .mention")).to_have_text("@Bo")
