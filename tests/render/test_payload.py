"""What goes to Discord as plain data is what discord.py would make of its own objects."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import discord
import pytest
from discord.http import handle_message_parameters

from bot.games.game import Game
from bot.games.registry import GAMES
from bot.render.board import board
from bot.render.emojis import Emojis, stems
from bot.render.look import Look
from bot.render.panel import panel
from bot.render.payload import edit_payload
from bot.render.screen import Button, Field, Menu, Option, Picture, Screen
from tests.games.walks import random_rules, walk
from tests.render.at_table import read_at

DRAWN = Look(emojis=Emojis({stem: f"<:{stem}_abcd:1234567890123456789>" for stem in stems()}))
NOBODY = discord.AllowedMentions.none()


def by_discord_py(screen: Screen, *, keep_picture: bool = False) -> Any:
    """Return what discord.py sends for an edit."""
    args = screen.to_edit(keep_picture=keep_picture)
    with handle_message_parameters(**args, previous_allowed_mentions=NOBODY) as made:
        return made.payload


def plain(payload: Any) -> Any:
    """Return a payload without what is the same whether it is said or not."""
    if isinstance(payload, dict):
        return {key: plain(value) for key, value in payload.items() if not silent(key, value)}
    return [plain(one) for one in payload] if isinstance(payload, list) else payload


def silent(key: str, value: object) -> bool:
    unsaid = {
        "tts": False,
        "disabled": False,
        "default": False,
        "animated": False,
        "required": True,
    }
    return key == "flags" or (key in unsaid and value == unsaid[key])


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.key)
async def test_every_screen_of_a_match_is_sent_as_discord_py_would_send_it(game: Game) -> None:
    chance = Random(game.key)
    for number, moment in enumerate(walk(game, random_rules(game, chance), chance, 1)):
        if number % 9 or number > 180:
            continue
        for seat in range(game.seats):
            shown = panel(read_at(game, moment.match, seat), "fr", look=DRAWN)
            assert plain(edit_payload(shown)) == plain(by_discord_py(shown))
        shown = board(read_at(game, moment.match, None), look=DRAWN)
        assert plain(edit_payload(shown)) == plain(by_discord_py(shown))


async def test_what_is_too_long_is_cut_and_what_is_absent_is_removed() -> None:
    many = tuple(Option(str(n), "o" * 120, "d" * 120, "🂡", n == 3) for n in range(30))
    long = Screen(
        title="t" * 300,
        text="x" * 5000,
        fields=tuple(Field("n" * 300, "v" * 2000, inline=True) for _ in range(30)),
        footer="f" * 3000,
        content="c" * 2100,
        pinged=(5, 6),
        rows=(
            Menu("v1:1:-:cut", "p" * 200, many, 0, 2, disabled=True),
            tuple(Button(f"v1:1:-:do:{n}", "b" * 90, "danger", "♠", n > 2) for n in range(7)),
        ),
    )
    assert plain(edit_payload(long)) == plain(by_discord_py(long))
    assert plain(edit_payload(Screen())) == plain(by_discord_py(Screen()))
    assert edit_payload(Screen()) == {
        "content": None,
        "embeds": [],
        "components": [],
        "attachments": [],
        "allowed_mentions": {"parse": [], "users": []},
    }


async def test_a_picture_is_kept_without_being_sent_and_a_new_one_is_named() -> None:
    shown = Screen(text="a board", picture=Picture(b"png", "table-1.png", "what it shows"))
    assert plain(edit_payload(shown, keep_picture=True)) == plain(
        by_discord_py(shown, keep_picture=True)
    )
    with handle_message_parameters(**shown.to_edit(), previous_allowed_mentions=NOBODY) as made:
        assert made.multipart is not None
        named = json.loads(made.multipart[0]["value"])
    assert plain(edit_payload(shown)) == plain(named)
