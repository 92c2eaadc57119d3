"""Who looks, and where: persons, channels, second browsers, a line that breaks."""

from __future__ import annotations

import re

import pytest
from playwright.async_api import expect

from tests.stand_in_page.conftest import PHONE, Visit
from tests.stand_in_page.fake_world import CARD_TABLE, SIDE_TABLE, FakeWorld
from tests.stand_in_page.specimens import button, row

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


async def test_address_without_a_person_is_the_first(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", path=f"{world.url}/")
    await expect(page.locator("#me-card")).to_contain_text("Ann")
    await expect(page).to_have_url(world.page("Ann"))


async def test_second_tab_of_a_browser_is_the_next_person(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", path=f"{world.url}/")
    second = await page.context.new_page()
    await second.goto(f"{world.url}/")
    await expect(second.locator("#me-card")).to_contain_text("Bo")


async def test_switching_person_leaves_nothing_of_the_other(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("cards of Ann", only="Ann")
    await expect(page.get_by_text("cards of Ann").first).to_be_visible()
    await page.get_by_role("button", name="Be Bo").click()
    await expect(page.locator("#me-card")).to_contain_text("Bo")
    await expect(page).to_have_url(world.page("Bo"))
    await world.message("cards of Bo", only="Bo")
    await expect(page.get_by_text("cards of Bo").first).to_be_visible()
    assert "cards of Ann" not in await page.content()
    await page.go_back()
    await expect(page.locator("#me-card")).to_contain_text("Ann")
    await expect(page.get_by_text("cards of Ann").first).to_be_visible()
    assert "cards of Bo" not in await page.content()


async def test_what_the_page_says_at_its_foot_stands_in_no_buttons_way(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Bo", size=PHONE)
    await world.message("board", components=[row(button("Sit", "sit"))])
    sit = page.get_by_role("button", name="Sit")
    await sit.evaluate(
        """node => {
            const note = document.createElement("div"), toasts = document.getElementById("toasts");
            note.className = "toast";
            note.textContent = "No answer.";
            toasts.append(note);
            const [there, here] = [node, note].map((one) => one.getBoundingClientRect());
            toasts.style.bottom = `${96 + here.bottom - there.bottom}px`;
            toasts.style.left = `${there.left + here.width / 2}px`;
        }"""
    )
    await sit.tap(timeout=60_000)


async def test_two_browsers_are_two_people(visit: Visit, world: FakeWorld) -> None:
    ann = await visit("Ann")
    bo = await visit("Bo", size=PHONE)
    await world.message("board", components=[row(button("Sit", "sit"))])
    await bo.get_by_role("button", name="Sit").tap()
    assert (await world.posted("component"))["user"] == world.id_of("Bo")
    await ann.get_by_role("button", name="Sit").click()
    assert (await world.posted("component", 2))["user"] == world.id_of("Ann")


async def test_new_person_is_added_and_played(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    await page.get_by_role("button", name="You are Ann. Change person").tap()
    await page.get_by_role("button", name="Add a person").tap()
    form = page.get_by_role("dialog")
    await form.get_by_label("Name").fill("Élise")
    await form.get_by_label("Language").select_option("fr")
    await form.get_by_role("button", name="Add").tap()
    await expect(page.locator("#self")).to_have_attribute(
        "aria-label", "Vous êtes Élise. Changer de personne"
    )
    assert await world.posted("users") == {"name": "Élise", "locale": "fr"}


async def test_refused_name_is_said_in_the_form(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    world.refusals["users"] = "That name is taken."
    await page.get_by_role("button", name="Add a person").click()
    await page.get_by_role("dialog").get_by_label("Name").fill("Bo")
    await page.keyboard.press("Enter")
    await expect(page.get_by_role("dialog").get_by_role("alert")).to_have_text(
        "That name is taken."
    )


async def test_unread_channels_and_pings_are_marked(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    await world.message("psst", channel=SIDE_TABLE, author="Bo")
    await world.message("<@100> your turn", channel=SIDE_TABLE, pings=("Ann",))
    await expect(page.locator("#drawer-badge")).to_have_text("1")
    await expect(page).to_have_title(re.compile(r"^\(1\) #card-table"))
    await page.get_by_role("button", name="Channels").tap()
    channel = page.get_by_role("button", name="side-table")
    await expect(channel).to_have_class(re.compile("channel-unread"))
    await expect(channel.locator(".badge")).to_contain_text("1 mention")
    await channel.tap()
    await expect(page.locator(".message.mentioned")).to_contain_text("your turn")
    await expect(page.locator("#drawer-badge")).to_be_hidden()
    await expect(page).to_have_url(world.page("Ann", SIDE_TABLE))


async def test_thread_appears_under_its_channel(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    thread = {"id": "7", "name": "Table 2", "type": 11, "parent_id": CARD_TABLE}
    channels = [*world.channels, {**thread, "archived": False, "locked": True}]
    await world.tell({"t": "channels", "channels": channels})
    await expect(page.locator("#channel-list .cut")).to_have_text(
        ["card-table", "Table 2", "side-table"]
    )
    await page.get_by_role("button", name="Table 2").click()
    await expect(page.get_by_text("This thread is locked.")).to_be_visible()
    await expect(page.locator("#box")).to_be_disabled()
    # deleted while it is being read: back to the first channel
    await world.tell({"t": "channels", "channels": world.channels})
    await expect(page.get_by_role("heading", name="card-table", exact=True)).to_be_visible()


async def test_lost_line_comes_back_with_what_was_missed(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    first = await world.message("before", author="Bo")
    await expect(page.get_by_text("before").first).to_be_visible()
    await world.stop()
    await expect(page.get_by_text("Connection lost. Trying again…")).to_be_visible()
    await world.edit(first, content="before, mended")
    await world.message("missed", author="Bo")
    await world.start()
    await expect(page.get_by_text("missed").first).to_be_visible()
    await expect(page.get_by_text("before, mended").first).to_be_visible()
    await expect(page.get_by_text("Connection lost. Trying again…")).to_be_hidden()


async def test_server_started_anew_is_met_as_the_same_person(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Bo")
    await world.stop()
    for user in world.users:
        user["id"] += "7"  # a new world, with new ids
    await world.start()
    await expect(page).to_have_url(world.page("Bo"))
    await world.message("a new beginning", only="Bo")
    await expect(page.locator(".words")).to_have_text("a new beginning")


async def test_drawer_takes_the_focus_and_gives_it_back(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    await page.get_by_role("button", name="Channels").tap()
    await expect(page.get_by_role("button", name="card-table")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("button", name="Channels")).to_be_focused()
    await expect(page.locator("#channels")).to_be_hidden()


async def test_bot_away_is_said_where_one_would_begin(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.tell({"t": "bot", "online": False})
    await expect(page.locator("#welcome")).to_contain_text("The bot is offline.")
    await expect(page.locator(".person-bot")).to_contain_text("offline")
    await world.tell({"t": "bot", "online": True})
    await expect(page.locator("#welcome")).not_to_contain_text("The bot is offline.")


async def test_theme_is_kept(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    dark = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    await page.get_by_role("button", name="Light theme").click()
    await page.reload()
    await expect(page.get_by_role("button", name="Dark theme")).to_be_visible()
    light = await page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert (dark, light) == ("rgb(49, 51, 56)", "rgb(255, 255, 255)")


async def test_page_asks_nothing_of_other_hosts(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await page.reload()
    await expect(page.locator("#me-card")).to_contain_text("Ann")
    assert len(asked) > 10
    assert [
        url for url in asked if not url.startswith((world.url, "data:", "ws://127.0.0.1"))
    ] == []
