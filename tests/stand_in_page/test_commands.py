"""Slash commands in the message box: completion, checks, and an empty channel's first step."""

from __future__ import annotations

import pytest
from playwright.async_api import Page, expect

from tests.stand_in_page.conftest import PHONE, Visit
from tests.stand_in_page.fake_world import FakeWorld, Json

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def typed(page: Page, text: str, *keys: str) -> None:
    await page.locator("#box").click()
    await page.keyboard.type(text)
    for key in keys:
        await page.keyboard.press(key)


def sent(post: Json) -> tuple[list[str], Json]:
    return post["path"], post["options"]


async def test_newcomer_starts_a_game_by_one_tap(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    await expect(page.get_by_role("heading", name="Welcome to #card-table!")).to_be_visible()
    await page.get_by_role("button", name="/atout play Bid whist", exact=True).tap()
    post = await world.posted("command")
    assert sent(post) == (["atout", "play"], {"game": "bid_whist"})
    await expect(page.get_by_text("Sending command…")).to_be_visible()
    await world.message("A table")
    await world.answer(post)
    await expect(page.get_by_text("Sending command…")).to_have_count(0)
    await expect(page.locator("#welcome")).to_have_count(0)


async def test_command_is_put_together_by_thumb_alone(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    await page.get_by_role("button", name="Commands").tap()
    await expect(page.get_by_role("option")).to_have_count(5)
    await page.get_by_role("option", name="/atout play").tap()
    await page.get_by_role("option", name="Bura").tap()
    await page.get_by_role("option", name="computers").tap()
    await page.get_by_role("option", name="True").tap()
    assert await page.evaluate("document.activeElement.id") != "box"  # no keyboard came up
    await page.get_by_role("button", name="Send").tap()
    post = await world.posted("command")
    assert sent(post) == (["atout", "play"], {"game": "bura", "computers": True})


async def test_command_is_completed_by_keyboard(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await typed(page, "/pl", "Enter")
    await expect(page.locator("#box")).to_have_value("/atout play game:")
    await typed(page, "whist", "ArrowDown", "Tab")
    await expect(page.locator("#box")).to_have_value("/atout play game:Bid whist for three ")
    await typed(page, "par", "Enter")
    await typed(page, "b", "Enter", "Enter")
    post = await world.posted("command")
    bo = world.id_of("Bo")
    assert sent(post) == (["atout", "play"], {"game": "bid_whist_3", "partner": bo})
    await expect(page.locator("#box")).to_have_value("")


@pytest.mark.parametrize(
    ("line", "options"),
    [
        ("/atout play game:biritch", {"game": "biritch"}),
        ("/atout play game:Bid whist computers:true", {"game": "bid_whist", "computers": True}),
        ("/atout play deals:4 game:Bid whist for three", {"game": "bid_whist_3", "deals": 4}),
    ],
)
async def test_typed_line_is_sent_by_one_enter(
    visit: Visit, world: FakeWorld, line: str, options: Json
) -> None:
    page = await visit("Ann")
    await page.locator("#box").fill(line)
    await page.keyboard.press("Enter")
    assert sent(await world.posted("command")) == (["atout", "play"], options)


async def test_command_without_options_needs_no_more_than_its_name(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    await page.locator("#box").fill("/atout hand")
    await page.keyboard.press("Enter")
    assert sent(await world.posted("command")) == (["atout", "hand"], {})


async def test_missing_or_wrong_options_are_said_and_nothing_is_sent(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    box = page.locator("#box")
    fault = page.locator("#suggest .fault")
    await box.fill("/atout play deals:3 ")
    await page.keyboard.press("Enter")
    await expect(fault).to_have_text("“game” is still missing.")
    await box.fill("/atout play game:Bura deals:13")
    await page.keyboard.press("Enter")
    await expect(fault).to_have_text("“deals” takes a number from 1 to 12.")
    await box.fill("/atout play game:Poker")
    await page.keyboard.press("Enter")
    await expect(fault).to_have_text("Choose one of the values offered for “game”.")
    await box.fill("/atout play game:Bura quickly")
    await page.keyboard.press("Escape")
    await page.keyboard.press("Enter")
    await expect(fault).to_have_text("“quickly” belongs to no option of this command.")
    assert world.posts == []


async def test_names_and_descriptions_are_in_the_persons_language(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Cy")
    await expect(page.get_by_role("heading", name="Bienvenue dans #card-table !")).to_be_visible()
    await typed(page, "/jou")
    await expect(page.get_by_role("option", name="/atout jouer")).to_contain_text(
        "Ouvrir une table dans ce salon"
    )
    await page.keyboard.press("Enter")
    await expect(page.locator("#box")).to_have_value("/atout jouer jeu:")
    await typed(page, "Bur", "Enter")
    await typed(page, "ordinateurs:Vrai", "Enter")
    post = await world.posted("command")
    assert sent(post) == (["atout", "play"], {"game": "bura", "computers": True})


async def test_bot_completes_a_value(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await typed(page, "/atout rules topic:dou")
    post = await world.posted("autocomplete")
    assert (post["focused"], post["options"]) == ("topic", {"topic": "dou"})
    choices = [{"name": "Doubling and redoubling", "value": "doubling"}]
    event = {"t": "autocomplete", "nonce": post["nonce"], "choices": choices}
    await world.tell(event, post["user"])
    await page.get_by_role("option", name="Doubling and redoubling").click()
    await page.keyboard.press("Enter")
    assert sent(await world.posted("command")) == (["atout", "rules"], {"topic": "doubling"})


async def test_unanswered_command_is_said_and_can_be_put_away(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    await page.locator("#box").fill("/atout hand")
    await page.keyboard.press("Enter")
    post = await world.posted("command")
    await world.answer(post, "failed", text="The application did not respond")
    await expect(page.locator(".local .failure")).to_have_text("The application did not respond")
    await page.get_by_role("button", name="Dismiss message").click()
    await expect(page.locator(".local")).to_have_count(0)


async def test_anything_else_is_chat(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    for text in ("hello @Bo!", "/shrug", "/atout dance"):
        await page.locator("#box").fill(text)
        await page.keyboard.press("Enter")
    said = [(await world.posted("say", n))["text"] for n in (1, 2, 3)]
    assert said == [f"hello <@{world.id_of('Bo')}>!", "/shrug", "/atout dance"]


async def test_shift_enter_makes_a_line(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await typed(page, "one", "Shift+Enter")
    await typed(page, "two", "Enter")
    assert (await world.posted("say"))["text"] == "one\ntwo"


async def test_refused_chat_is_said(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    world.refusals["say"] = "Slow mode is on."
    await typed(page, "hello", "Enter")
    await expect(page.locator("#toasts")).to_have_text("Slow mode is on.")


async def test_new_commands_arrive_without_reloading(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    new = {"id": "1", "type": 1, "name": "deal", "description": "Deal again"}
    await world.tell({"t": "commands", "commands": [new]})
    await typed(page, "/")
    await expect(page.get_by_role("option", name="/deal")).to_be_visible()
