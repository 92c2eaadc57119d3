"""The page's side: what it is told, and that nobody is told what is not theirs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import discord
import pytest

from bot.stand_in import Channel, Person, StandIn
from tests.stand_in.small_bot import Interaction, SmallBot


class Page:
    """A page in one person's hands."""

    def __init__(self, session: aiohttp.ClientSession, person: Person) -> None:
        self._session = session
        self.me = str(person.id)
        self.told: list[dict[str, Any]] = []
        self._socket: aiohttp.ClientWebSocketResponse | None = None

    async def get(self, path: str) -> Any:
        """Read something as this person."""
        mark = "&" if "?" in path else "?"
        async with self._session.get(f"{path}{mark}user={self.me}") as answer:
            return await answer.json()

    async def post(self, act: str, **body: object) -> tuple[int, dict[str, Any]]:
        """Do something as this person."""
        async with self._session.post(f"/world/{act}", json={"user": self.me, **body}) as answer:
            return answer.status, await answer.json()

    async def look(self) -> None:
        """Begin to look on."""
        self._socket = await self._session.ws_connect(f"/world/events?user={self.me}")

    async def hear(self, kind: str, **like: object) -> dict[str, Any]:
        """Wait for an event of a kind."""
        assert self._socket is not None
        while True:
            event: dict[str, Any] = await self._socket.receive_json(timeout=60)
            self.told.append(event)
            if event["t"] == kind and all(event.get(key) == value for key, value in like.items()):
                return event


@pytest.fixture
async def session(server: StandIn) -> AsyncIterator[aiohttp.ClientSession]:
    """Open a browser, so to say."""
    async with aiohttp.ClientSession(server.url) as one:
        yield one


@pytest.fixture
async def page(session: aiohttp.ClientSession, ann: Person) -> Page:
    """Give Ann a page."""
    one = Page(session, ann)
    await one.look()
    return one


@pytest.fixture
async def other(session: aiohttp.ClientSession, bo: Person) -> Page:
    """Give Bo a page."""
    one = Page(session, bo)
    await one.look()
    return one


async def test_the_state_tells_all_that_a_page_needs(
    server: StandIn, bot: SmallBot, page: Page, session: aiohttp.ClientSession
) -> None:
    state = await page.get("/world/state")
    assert state["guild"]["name"] == "Card club"
    assert state["bot"] == {"id": str(server.world.bot.id), "name": "Atout", "online": True}
    assert state["me"] == page.me
    assert [one["name"] for one in state["users"]] == ["Ann", "Bo", "Cy", "Di"]
    assert [one["name"] for one in state["channels"]] == ["card-table", "side-table"]
    assert [one["name"] for one in state["commands"]] == ["atout", "do", "admin"]
    async with session.get("/world/state") as answer:
        assert (await answer.json())["me"] is None


async def test_a_command_and_a_click_go_their_way_by_the_page(
    bot: SmallBot, table: Channel, page: Page, other: Page
) -> None:
    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.component:
            await interaction.response.edit_message(content="taken", view=None)
            return
        view = discord.ui.View()
        view.add_item(discord.ui.Button(label="Sit", custom_id="v1:sit"))
        view.stop()
        await interaction.response.send_message("a seat", view=view)

    bot.answer = answer
    done = await page.post(
        "command", channel=str(table.id), nonce="n1", path=["atout", "play"],
        options={"game": "bura"},
    )  # fmt: skip
    assert done == (200, {"ok": True})
    seat = (await other.hear("message", op="create"))["message"]
    assert seat["content"] == "a seat"
    assert not seat["ephemeral"]
    await page.hear("interaction", nonce="n1", op="acknowledged")
    await other.post("component", message=seat["id"], nonce="n2", custom_id="v1:sit")
    changed = await page.hear("message", op="update")
    assert changed["message"]["content"] == "taken"
    await other.hear("interaction", nonce="n2", op="acknowledged")


async def test_a_hand_is_told_to_its_owner_alone(
    bot: SmallBot, table: Channel, page: Page, other: Page
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.send_message("ace of spades", ephemeral=True)
        await interaction.followup.send("public")

    bot.answer = answer
    await page.post("command", channel=str(table.id), nonce="n", path=["do"], options={})
    hand = (await page.hear("message", op="create"))["message"]
    assert hand["ephemeral"]
    await other.hear("message", op="create")
    assert "ace" not in str(other.told)
    assert "n" not in [event.get("nonce") for event in other.told]
    theirs = await other.get(f"/world/messages?channel={table.id}")
    assert [one["content"] for one in theirs["messages"]] == ["public"]
    assert (await other.post("dismiss", message=hand["id"]))[0] == 400
    assert (await other.post("component", message=hand["id"], custom_id="x"))[0] == 400
    assert (await page.post("dismiss", message=hand["id"]))[0] == 200
    await page.hear("message", op="delete")
    mine = await page.get(f"/world/messages?channel={table.id}")
    assert [one["content"] for one in mine["messages"]] == ["public"]


async def test_a_deferred_answer_is_shown_as_thinking(
    bot: SmallBot, table: Channel, page: Page
) -> None:
    async def answer(interaction: Interaction) -> None:
        await interaction.response.defer(thinking=True)
        await interaction.edit_original_response(content="done")

    bot.answer = answer
    await page.post("command", channel=str(table.id), nonce="n", path=["do"], options={})
    assert (await page.hear("message", op="create"))["message"]["thinking"]
    done = (await page.hear("message", op="update"))["message"]
    assert (done["thinking"], done["content"]) == (False, "done")


async def test_a_form_is_opened_and_sent_by_the_page(
    bot: SmallBot, table: Channel, page: Page, other: Page
) -> None:
    async def answer(interaction: Interaction) -> None:
        if interaction.type is discord.InteractionType.modal_submit:
            data: Any = interaction.data
            await interaction.response.send_message(data["components"][0]["components"][0]["value"])
            return
        modal = discord.ui.Modal(title="Name", custom_id="v1:name")
        modal.add_item(discord.ui.TextInput(label="Name", custom_id="name"))
        modal.stop()
        await interaction.response.send_modal(modal)

    bot.answer = answer
    await page.post("command", channel=str(table.id), nonce="n", path=["do"], options={})
    opened = await page.hear("modal", nonce="n")
    assert opened["modal"]["title"] == "Name"
    form = {
        "interaction_id": opened["interaction_id"],
        "custom_id": "v1:name",
        "fields": {"name": "Zoé"},
        "nonce": "m",
    }
    assert (await other.post("modal", **form))[0] == 400
    assert (await page.post("modal", **form))[0] == 200
    assert (await other.hear("message", op="create"))["message"]["content"] == "Zoé"


async def test_an_option_is_completed_by_the_page(
    bot: SmallBot, table: Channel, page: Page
) -> None:
    bot.complete = lambda typed: [discord.app_commands.Choice(name="Doubling", value=typed)]
    await page.post(
        "autocomplete", channel=str(table.id), nonce="n", path=["atout", "rules"],
        options={"topic": "dou"}, focused="topic",
    )  # fmt: skip
    told = await page.hear("autocomplete", nonce="n")
    assert told["choices"] == [{"name": "Doubling", "value": "dou"}]


async def test_a_bot_that_is_away_is_told_as_such(
    server: StandIn, table: Channel, page: Page, bot: SmallBot
) -> None:
    await bot.close()
    await page.hear("bot", online=False)
    await page.post("command", channel=str(table.id), nonce="n", path=["do"], options={})
    failed = await page.hear("interaction", nonce="n", op="failed")
    assert failed["text"] == "The application did not respond"


async def test_people_come_and_talk(table: Channel, page: Page, other: Page, bo: Person) -> None:
    status, made = await page.post("users", name="Zoé", locale="fr")
    assert status == 200
    assert made["user"]["locale"] == "fr"
    assert [one["name"] for one in (await other.hear("users"))["users"]][-1] == "Zoé"
    assert (await page.post("users", name="Zoé", locale="fr"))[0] == 400
    assert (await page.post("users", name="Max", locale="tlh"))[0] == 400
    await page.post("say", channel=str(table.id), text=f"hello {bo.mention}")
    heard = (await other.hear("message", op="create"))["message"]
    assert heard["mentions_me"]
    assert heard["author"]["global_name"] == "Ann"
    assert not (await page.hear("message", op="create"))["message"]["mentions_me"]


async def test_a_hidden_channel_is_not_shown(
    server: StandIn, table: Channel, page: Page, other: Page, ann: Person
) -> None:
    server.world.set_permissions(table, ann, view_channel=False)
    shown = (await page.hear("channels"))["channels"]
    assert [one["name"] for one in shown] == ["side-table"]
    assert "error" in await page.get(f"/world/messages?channel={table.id}")
    assert len((await other.hear("channels"))["channels"]) == 2
    server.world.person("Bo").say(table, "psst")
    await other.hear("message")
    assert "psst" not in str(page.told)


@pytest.mark.parametrize(
    ("act", "body"),
    [
        ("command", {"channel": "1", "path": ["do"]}),
        ("command", {"path": []}),
        ("component", {"message": "1", "custom_id": "x"}),
        ("modal", {"interaction_id": "x", "custom_id": "y"}),
        ("say", {"channel": "none", "text": "x"}),
        ("fly", {}),
    ],
)
async def test_nonsense_is_answered_with_a_sentence(
    page: Page, act: str, body: dict[str, object]
) -> None:
    status, answer = await page.post(act, **body)
    assert status == 400
    assert isinstance(answer["error"], str)


async def test_other_sites_and_strange_paths_get_nothing(
    session: aiohttp.ClientSession, ann: Person
) -> None:
    headers = {"Origin": "https://example.com"}
    body = {"user": str(ann.id), "name": "Eve"}
    async with session.post("/world/users", json=body, headers=headers) as answer:
        assert answer.status == 400
    async with session.get("/world/state", headers={"Host": "example.com"}) as answer:
        assert answer.status == 400
    for path in ("/page/%2e%2e/server.py", "/page/none.js", "/page/.hidden", "/etc/passwd"):
        async with session.get(path) as answer:
            assert answer.status == 404


async def test_it_listens_beyond_this_machine_only_when_told_in_as_many_words() -> None:
    server = StandIn()
    with pytest.raises(ValueError, match="open_to_the_network"):
        await server.start(host="0.0.0.0")
    await server.stop()
    assert server.url == ""
