"""Buttons, menus and modals: what is sent, and what is seen until the bot answers."""

from __future__ import annotations

import pytest
from playwright.async_api import expect

from tests.stand_in_page.conftest import PHONE, Visit
from tests.stand_in_page.fake_world import FakeWorld, Json
from tests.stand_in_page.specimens import button, menu, row

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

FORM: Json = {
    "custom_id": "rules",
    "title": "House rules",
    "components": [
        {
            "type": 18,
            "label": "Name of the table",
            "description": "Everybody sees it",
            "component": {"type": 4, "custom_id": "name", "style": 1, "min_length": 2},
        },
        {"type": 18, "label": "Form", "component": menu("form", "Classic", "Modern")},
        row({"type": 4, "custom_id": "remark", "style": 2, "label": "Remark", "required": False}),
    ],
}


async def test_click_turns_until_acknowledged_and_cannot_be_doubled(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    await world.message("board", components=[row(button("Play", "p"), button("Score", "s"))])
    play = page.get_by_role("button", name="Play", exact=True)
    await play.dblclick()
    await expect(play).to_have_attribute("aria-busy", "true")
    await page.get_by_role("button", name="Score").click(force=True)
    post = await world.posted("component")
    await world.answer(post)
    await expect(play).not_to_have_attribute("aria-busy", "true")
    await page.get_by_role("button", name="Score").click()
    second = await world.posted("component", 2)
    assert [body["custom_id"] for _, body in world.posts] == ["p", "s"]
    assert second["nonce"] != post["nonce"]
    assert second["user"] == world.id_of("Ann")


async def test_failure_is_said_under_the_message_until_the_next_click(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    message = await world.message("board", components=[row(button("Play", "p"))])
    play = page.get_by_role("button", name="Play", exact=True)
    await play.click()
    post = await world.posted("component")
    await world.answer(post, "failed", text="This interaction failed")
    failure = page.locator(f'[data-id="{message}"] .failure')
    await expect(failure).to_have_text("This interaction failed")
    await play.click()
    await expect(failure).to_have_count(0)


async def test_button_that_is_gone_by_now_is_told_in_the_words_of_the_page(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    world.refusals["component"] = "no such control: 'v1:1:7:do:play:9D'; there are ['Score']"
    await world.message("board", components=[row(button("Play", "p"))])
    await page.get_by_role("button", name="Play", exact=True).click()
    failure = page.locator(".message .failure")
    await expect(failure).to_have_text("This has changed meanwhile: look again")


async def test_disabled_button_sends_nothing(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("hand", components=[row(button("K♥", "k", disabled=True))])
    card = page.get_by_role("button", name="K♥")
    await expect(card).to_be_disabled()
    await card.click(force=True)
    assert world.posts == []


async def test_link_button_leads_outside(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    link = {"type": 2, "style": 5, "label": "Invite", "url": "https://example.com/invite"}
    await world.message("help", components=[row(link)])
    anchor = page.get_by_role("link", name="Invite")
    await expect(anchor).to_have_attribute("href", "https://example.com/invite")
    await expect(anchor).to_have_attribute("target", "_blank")


async def test_focus_stays_on_its_button_when_the_panel_is_edited(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    parts = [row(button("Play", "p"), button("Score", "s"))]
    panel = await world.message("one", components=parts)
    await page.get_by_role("button", name="Score").focus()
    await world.edit(panel, content="two")
    await expect(page.locator(".words")).to_contain_text("two")
    await expect(page.get_by_role("button", name="Score")).to_be_focused()


async def test_single_menu_sends_at_once(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    choices = menu("trump", "Spades", "Hearts", placeholder="Name the trump")
    choices["options"][1]["description"] = "your longest suit"
    await world.message("naming", components=[row(choices)])
    await page.get_by_role("combobox", name="Name the trump").click()
    await expect(page.get_by_role("option", name="Hearts")).to_contain_text("your longest suit")
    await page.get_by_role("option", name="Hearts").click()
    post = await world.posted("component")
    assert (post["custom_id"], post["values"]) == ("trump", ["hearts"])
    await expect(page.get_by_role("combobox")).to_contain_text("Hearts")


async def test_menu_is_used_by_keyboard(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("naming", components=[row(menu("trump", "Spades", "Hearts", "Clubs"))])
    await page.get_by_role("combobox").focus()
    for key in ("Enter", "ArrowDown", "ArrowDown", "ArrowUp", "Enter"):
        await page.keyboard.press(key)
    assert (await world.posted("component"))["values"] == ["hearts"]


async def test_multiple_menu_sends_once_when_closed(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    several = menu("discard", "Ace", "Ten", "Four", min_values=2, max_values=2)
    await world.message("discard", components=[row(several)])
    await page.get_by_role("combobox").tap()
    done = page.get_by_role("button", name="Done")
    await page.get_by_role("option", name="Ten").tap()
    await expect(done).to_be_disabled()
    await page.get_by_role("option", name="Ace").tap()
    await page.get_by_role("option", name="Four").tap(force=True)  # a third: not allowed
    await done.tap()
    post = await world.posted("component")
    assert post["values"] == ["ace", "ten"]
    assert len(world.posts) == 1


async def test_multiple_menu_left_with_too_few_sends_nothing(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    several = menu("discard", "Ace", "Ten", "Four", min_values=2, max_values=3)
    await world.message("discard", components=[row(several)])
    await page.get_by_role("combobox").click()
    await page.get_by_role("option", name="Ten").click()
    await page.locator("#channel-title").click()
    await expect(page.get_by_role("listbox")).to_have_count(0)
    await expect(page.get_by_role("combobox", name="Make a selection")).to_be_visible()
    assert world.posts == []


async def test_defaults_are_chosen_beforehand(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    several = menu("suits", "Spades", "Hearts", "Clubs", min_values=0, max_values=3)
    several["options"][0]["default"] = True
    several["options"][2]["default"] = True
    await world.message("suits", components=[row(several)])
    await page.get_by_role("combobox", name="Spades, Clubs").click()
    await page.get_by_role("option", name="Spades").click()
    await page.get_by_role("option", name="Clubs").click()
    await page.get_by_role("button", name="Done").click()
    assert (await world.posted("component"))["values"] == []


async def test_open_menu_survives_an_edit_of_its_message(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    parts = [row(menu("trump", "Spades", "Hearts"))]
    panel = await world.message("naming", components=parts)
    await page.get_by_role("combobox").click()
    await world.edit(panel, content="naming, still", components=parts)
    await world.message("another", author="Bo")
    await expect(page.get_by_text("another", exact=True).first).to_be_visible()
    await page.get_by_role("option", name="Hearts").click()
    assert (await world.posted("component"))["values"] == ["hearts"]
    await expect(page.locator(".words").first).to_contain_text("naming, still")


async def test_user_menu_offers_the_people(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("partner", components=[row({"type": 5, "custom_id": "partner"})])
    await page.get_by_role("combobox").click()
    await page.get_by_role("option", name="Cy").click()
    assert (await world.posted("component"))["values"] == [world.id_of("Cy")]


async def test_modal_asks_what_is_missing_and_sends_all_fields(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    await world.message("lobby", components=[row(button("House rules", "h"))])
    await page.get_by_role("button", name="House rules").click()
    click = await world.posted("component")
    event = {"t": "modal", "nonce": click["nonce"], "modal": FORM, "interaction_id": "9"}
    await world.tell(event, click["user"])
    form = page.get_by_role("dialog", name="House rules")
    await expect(form.get_by_label("Name of the table")).to_be_focused()
    await form.get_by_role("button", name="Submit").click()
    await expect(form.get_by_text("This is required.")).to_have_count(2)
    await form.get_by_label("Name of the table").fill("Saturday")
    await form.get_by_role("combobox", name="Form").click()
    await form.get_by_role("option", name="Modern").click()
    await form.get_by_role("button", name="Submit").click()
    post = await world.posted("modal")
    assert post["fields"] == {"name": "Saturday", "form": ["modern"], "remark": ""}
    assert (post["custom_id"], post["interaction_id"]) == ("rules", "9")
    await world.answer(post, "failed", text="The application did not respond")
    await expect(form.get_by_role("alert")).to_contain_text("Something went wrong. Try again.")
    await form.get_by_role("button", name="Submit").click()
    await world.answer(await world.posted("modal", 2))
    await expect(form).to_have_count(0)
    await expect(page.get_by_role("button", name="House rules")).not_to_have_attribute(
        "aria-busy", "true"
    )


async def test_modal_is_closed_by_escape_and_sends_nothing(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("lobby", components=[row(button("House rules", "h"))])
    await page.get_by_role("button", name="House rules").click()
    click = await world.posted("component")
    event = {"t": "modal", "nonce": click["nonce"], "modal": FORM, "interaction_id": "9"}
    await world.tell(event, click["user"])
    await expect(page.get_by_role("dialog")).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    assert [act for act, _ in world.posts] == ["component"]
