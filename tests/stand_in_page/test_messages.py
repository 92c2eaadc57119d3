"""What the page shows of messages."""

from __future__ import annotations

import asyncio
import struct
import zlib
from datetime import UTC, datetime, timedelta

import pytest
from playwright.async_api import Page, Route, expect

from tests.stand_in_page.conftest import PHONE, Visit
from tests.stand_in_page.fake_world import SIDE_TABLE, FakeWorld
from tests.stand_in_page.specimens import BOARD, button, hand, row

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


def png(width: int, height: int) -> bytes:
    """A green picture."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))

    head = chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0))
    pixels = zlib.compress((b"\0" + b"\x1e\x5a\x3c" * width) * height)
    return b"\x89PNG\r\n\x1a\n" + head + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


async def rendered(page: Page, text: str) -> str:
    """The HTML that the page's markdown makes of `text`."""
    html = await page.evaluate(
        """async (text) => {
            const { markdown } = await import("/page/markdown.js");
            const box = document.createElement("div");
            box.append(markdown(text));
            return box.innerHTML;
        }""",
        text,
    )
    assert isinstance(html, str)
    return html


LINE = '<div class="line">{}</div>'
MARKDOWN = [
    ("**bold** *it* _it_", "<strong>bold</strong> <em>it</em> <em>it</em>"),
    ("__under__ ~~gone~~", "<u>under</u> <s>gone</s>"),
    ("***both***", "<strong><em>both</em></strong>"),
    ("**bold *inside* bold**", "<strong>bold <em>inside</em> bold</strong>"),
    ("*it **inside** it*", "<em>it <strong>inside</strong> it</em>"),
    ("snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"),
    (r"\*plain\* \_too\_", "*plain* _too_"),
    ("`a **b** <i>`", "<code>a **b** &lt;i&gt;</code>"),
    ("**unfinished", "**unfinished"),
    (
        "<b>x</b> &amp; <script>1</script>",
        "&lt;b&gt;x&lt;/b&gt; &amp;amp; &lt;script&gt;1&lt;/script&gt;",
    ),
    ("**♠ A** · K♥", "<strong>♠ A</strong> · K♥"),
]


async def test_markdown_within_a_line(visit: Visit) -> None:
    page = await visit("Ann")
    shown = {text: await rendered(page, text) for text, _ in MARKDOWN}
    assert shown == {text: LINE.format(html) for text, html in MARKDOWN}


async def test_markdown_blocks(visit: Visit) -> None:
    page = await visit("Ann")
    assert await rendered(page, "- a\n  - b\n- c\n1. d\n2. e") == (
        '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul><ol start="1"><li>d</li><li>e</li></ol>'
    )
    assert await rendered(page, "> one\n> two\nafter") == (
        "<blockquote>" + LINE.format("one\ntwo") + "</blockquote>" + LINE.format("after")
    )
    assert await rendered(page, "```py\nx = '**'\n```") == (
        "<pre tabindex=\"0\"><code>x = '**'</code></pre>"
    )
    heading = await rendered(page, "## Score")
    assert heading == '<div class="heading heading-2" role="heading" aria-level="5">Score</div>'
    assert await rendered(page, "-# small") == '<div class="subtext">small</div>'


async def test_links_lead_outside_and_only_to_the_web(visit: Visit) -> None:
    page = await visit("Ann")
    html = await rendered(page, "[rules](https://example.com/a_b) and https://example.com/c_d.")
    assert 'href="https://example.com/a_b"' in html
    assert 'href="https://example.com/c_d"' in html
    assert html.count('rel="noopener noreferrer"') == 2
    assert "href" not in await rendered(page, "[click](javascript:alert(1))")


async def test_mentions_emojis_and_times_are_resolved(visit: Visit, world: FakeWorld) -> None:
    world.pictures["42.png"] = png(32, 32)
    page = await visit("Ann")
    soon = int(await page.evaluate("Date.now()")) // 1000 + 5 * 60 + 20
    await world.message(
        f"<@{world.id_of('Ann')}> <@{world.id_of('Bo')}> <#{SIDE_TABLE}> <:spade:42> <t:{soon}:R>",
        pings=("Ann",),
    )
    message = page.locator(".message")
    await expect(message).to_contain_text("@Ann @Bo #side-table in 5 minutes", use_inner_text=True)
    await expect(message.locator(".mention-me")).to_have_text("@Ann")
    await expect(message).to_have_class("message mentioned")
    await expect(message.get_by_alt_text(":spade:")).to_be_visible()


async def test_spoiler_opens_by_click_and_by_key(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("||the king|| and ||the queen||")
    covers = page.locator(".spoiler")
    await covers.nth(0).click()
    await covers.nth(1).focus()
    await page.keyboard.press("Enter")
    await expect(page.locator(".spoiler.shown")).to_have_count(2)


async def test_embed_shows_all_its_parts(visit: Visit, world: FakeWorld) -> None:
    world.pictures["table.png"] = png(800, 500)
    page = await visit("Ann")
    url = f"{world.url}/files/table.png"
    picture = {"url": url, "width": 800, "height": 500}
    file = {"id": "0", "filename": "table.png", "url": url, "description": "Ann leads"}
    await world.message(
        embeds=[{**BOARD, "image": picture, "thumbnail": {"url": url}}],
        attachments=[file],
    )
    embed = page.locator(".embed")
    await expect(embed.get_by_role("heading", name="Biritch · Deal 3")).to_be_visible()
    await expect(embed).to_contain_text("Card club, table 1")
    await expect(embed.locator(".field")).to_have_count(3)
    await expect(embed.locator(".embed-footer")).to_have_text("Rubber: 1 to 0")
    await expect(embed.get_by_alt_text("Ann leads")).to_have_count(2)
    assert await embed.evaluate("node => getComputedStyle(node).borderLeftColor") == (
        "rgb(46, 139, 87)"
    )
    # shown by the embed, so not a second time below it
    await expect(page.locator(".attachments")).to_have_count(0)


async def test_picture_has_its_alternative_text_and_opens_large(
    visit: Visit, world: FakeWorld
) -> None:
    world.pictures["table.png"] = png(400, 300)
    page = await visit("Ann")
    url = f"{world.url}/files/table.png"
    file = {"id": "0", "filename": "table.png", "url": url, "description": "The last trick"}
    await world.message(attachments=[file])
    await page.get_by_role("button", name="Enlarge picture: The last trick").click()
    large = page.get_by_role("dialog", name="The last trick")
    await expect(large).to_be_visible()
    await page.keyboard.press("Escape")
    await expect(large).to_have_count(0)


async def test_pictures_from_elsewhere_are_never_fetched(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    await world.message(embeds=[{"title": "x", "image": {"url": "https://example.com/spy.png"}}])
    await expect(page.locator(".absent")).to_be_visible()
    assert not [url for url in asked if not url.startswith(world.url)]


async def test_components_v2_are_laid_out(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    inside = [
        {"type": 10, "content": "## Deal over\n**Ann and Cy** win"},
        {"type": 14, "divider": True, "spacing": 1},
        {
            "type": 9,
            "components": [{"type": 10, "content": "Look at it again"}],
            "accessory": button("Replay", "replay", 3),
        },
        row(button("Next deal", "next", 1)),
    ]
    container = {"type": 17, "accent_color": 0x5865F2, "components": inside}
    await world.message(flags=1 << 15, components=[container])
    await expect(page.get_by_role("heading", name="Deal over")).to_be_visible()
    await page.get_by_role("button", name="Replay").click()
    assert (await world.posted("component"))["custom_id"] == "replay"


async def test_messages_of_one_author_share_a_head(visit: Visit, world: FakeWorld) -> None:
    early = datetime.now(UTC) - timedelta(minutes=20)
    await world.message("first", author="Bo", at=early)
    await world.message("second", author="Bo", at=early)
    await world.message("much later", author="Bo")
    page = await visit("Ann")
    await expect(page.locator(".message .author")).to_have_count(2)
    await expect(page.locator(".message.together")).to_have_count(1)


async def test_days_are_divided(visit: Visit, world: FakeWorld) -> None:
    await world.message("old", author="Bo", at=datetime(2025, 3, 1, 12, tzinfo=UTC))
    await world.message("new", author="Bo")
    page = await visit("Ann")
    await expect(page.locator(".day")).to_have_count(2)
    await expect(page.locator(".day").first).to_have_text("March 1, 2025")


async def test_who_used_which_command_stands_above_the_answer(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Bo")
    user = {"id": world.id_of("Ann"), "username": "Ann"}
    about = {"id": "1", "type": 2, "name": "atout play", "user": user}
    await world.message("A table", type=20, interaction_metadata=about, interaction=about)
    await expect(page.locator(".above")).to_contain_text("Ann used /atout play")


async def test_edit_changes_the_message_where_it_stands(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    board = await world.message("Trick 1", components=[row(button("My hand", "hand"))])
    await world.message("below", author="Bo")
    await world.edit(board, content="Trick 2")
    first = page.locator(".message").first
    await expect(first.locator(".words")).to_have_text("Trick 2 (edited)")
    await expect(page.locator(".message")).to_have_count(2)


SCROLL_UP = """() => {
    const line = [...document.querySelectorAll(".message")]
        .find((node) => node.textContent.includes("line 30"));
    line.scrollIntoView({ block: "start" });
}"""
"""Looked up and scrolled to in one go: the page may be building its messages anew just then."""


async def test_edit_above_keeps_what_is_read_where_it_is(visit: Visit, world: FakeWorld) -> None:
    board = await world.message("board")
    for n in range(60):
        await world.message(f"line {n}", author="Bo" if n % 2 else "Cy")
    page = await visit("Ann")
    line = page.locator(".message", has_text="line 30")
    await page.evaluate(SCROLL_UP)
    before = await line.bounding_box()
    await world.edit(board, content="board\n" * 40)
    await expect(page.locator(".message").first).to_contain_text("(edited)")
    after = await line.bounding_box()
    assert before is not None
    assert after is not None
    assert abs(before["y"] - after["y"]) < 2
    await world.message("the newest", author="Di")
    await page.get_by_role("button", name="Jump to the newest").click()
    await expect(page.get_by_text("the newest", exact=True).last).to_be_in_viewport()


async def test_reader_at_the_bottom_stays_there(visit: Visit, world: FakeWorld) -> None:
    for n in range(40):
        await world.message(f"line {n}", author="Bo" if n % 2 else "Cy")
    page = await visit("Ann")
    panel = await world.message("hand", only="Ann", components=hand())
    await expect(page.get_by_role("button", name="5♦")).to_be_in_viewport()
    await world.edit(panel, content="hand\n" * 10)
    await expect(page.get_by_text("Dismiss message")).to_be_in_viewport()


async def test_answer_to_ones_own_click_is_brought_into_view(
    visit: Visit, world: FakeWorld
) -> None:
    await world.message("board", components=[row(button("My hand", "hand"))])
    for n in range(40):
        await world.message(f"line {n}", author="Bo" if n % 2 else "Cy")
    page = await visit("Ann", size=PHONE)
    await page.get_by_role("button", name="My hand").tap()  # far above
    user = {"id": world.id_of("Ann"), "username": "Ann"}
    about = {"id": "1", "type": 3, "user": user}
    await world.message("hand", only="Ann", components=hand(), interaction_metadata=about)
    await expect(page.get_by_role("button", name="5♦")).to_be_in_viewport()


async def test_deleted_message_goes_and_the_next_gets_a_head(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    first = await world.message("one", author="Bo")
    await world.message("two", author="Bo")
    await expect(page.locator(".message.together")).to_have_count(1)
    await world.delete(first)
    await expect(page.locator(".message")).to_have_count(1)
    await expect(page.locator(".message .author")).to_have_text("Bo")


async def test_ephemeral_message_is_marked_and_dismissed(visit: Visit, world: FakeWorld) -> None:
    ann = await visit("Ann")
    bo = await visit("Bo")
    secret = await world.message("your cards", only="Ann")
    await world.message("for all")
    await expect(ann.locator(".message.ephemeral")).to_contain_text("Only you can see this")
    await expect(bo.get_by_text("for all").first).to_be_visible()
    await expect(bo.get_by_text("your cards")).to_have_count(0)
    await ann.get_by_role("button", name="Dismiss message").click()
    await expect(ann.locator(".message.ephemeral")).to_have_count(0)
    assert (await world.posted("dismiss"))["message"] == secret


async def test_deferred_answer_thinks_until_it_comes(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    answer = await world.message(thinking=True)
    await expect(page.get_by_text("Atout is thinking…")).to_be_visible()
    await world.edit(answer, thinking=False, content="Here it is", edited_timestamp=None)
    await expect(page.get_by_text("Atout is thinking…")).to_have_count(0)
    await expect(page.locator(".words")).to_have_text("Here it is")


async def test_new_message_is_announced_to_screen_readers(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann")
    await world.message("**Your** turn ||secret||")
    await expect(page.locator("#live")).to_have_text("Atout: Your turn …")


async def test_message_that_comes_while_the_page_asks_is_announced_too(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann")
    asked, told = asyncio.Event(), asyncio.Event()

    async def late(route: Route) -> None:
        answer = await route.fetch()
        asked.set()
        await told.wait()
        await route.fulfill(response=answer)

    await page.route("**/world/messages*", late)
    await world.drop()
    await asked.wait()
    await world.message("Your turn")
    told.set()
    await expect(page.locator("#live")).to_have_text("Atout: Your turn")
    await expect(page.get_by_text("Your turn", exact=True)).to_have_count(1)
    await page.unroute_all(behavior="ignoreErrors")


async def test_nothing_is_wider_than_a_phone(visit: Visit, world: FakeWorld) -> None:
    page = await visit("Ann", size=PHONE)
    await world.message("x" * 300 + "\n```\n" + "y" * 200 + "\n```")
    await world.message(embeds=[{**BOARD, "title": "t" * 120}], components=hand())
    await expect(page.get_by_role("button", name="5♦")).to_be_visible()
    wide = await page.evaluate(
        """() => [...document.querySelectorAll("main *")].filter(
            (node) => !node.closest("pre") && node.getBoundingClientRect().right > innerWidth + 1
        ).map((node) => node.className || node.tagName)"""
    )
    assert wide == []


async def test_buttons_on_a_phone_are_large_enough_for_a_thumb(
    visit: Visit, world: FakeWorld
) -> None:
    page = await visit("Ann", size=PHONE)
    await world.message("hand", only="Ann", components=hand())
    await expect(page.get_by_role("button", name="5♦")).to_be_visible()
    sizes = await page.locator(".btn").evaluate_all(
        "nodes => nodes.map((node) => [node.offsetWidth, node.offsetHeight])"
    )
    assert len(sizes) == 13
    assert all(width >= 44 and height >= 44 for width, height in sizes)
    rows = await page.locator(".row").evaluate_all(
        "nodes => nodes.map((node) => node.offsetHeight)"
    )
    assert all(height < 60 for height in rows)  # five cards side by side, none wrapped
