"""The link by which the bot comes to a server."""

from __future__ import annotations

import base64
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import discord
import pytest

from bot.__main__ import main
from bot.service.invitation import PERMISSIONS, application_of, link, missing

APPLICATION = 1097548079088840774
FIRST = base64.urlsafe_b64encode(str(APPLICATION).encode()).decode().rstrip("=")
TOKEN = f"{FIRST}.GaBcDe.{'x' * 38}"


def test_the_permissions_are_those_that_the_guide_names() -> None:
    assert PERMISSIONS.value == 309237763072


def test_the_link_asks_for_the_bot_and_its_commands_with_just_these_permissions() -> None:
    asked = parse_qs(urlsplit(link(APPLICATION)).query)
    assert asked["client_id"] == [str(APPLICATION)]
    assert asked["permissions"] == ["309237763072"]
    assert asked["scope"] == ["bot applications.commands"]


@pytest.mark.parametrize("token", ["", "abc", TOKEN[:-20], "secret" * 5, f"!!{TOKEN}", FIRST])
def test_what_is_not_shaped_like_a_token_names_no_application(token: str) -> None:
    assert application_of(token) is None
    assert application_of(TOKEN) == APPLICATION


def test_what_a_server_does_not_allow_is_named_and_administrators_lack_nothing() -> None:
    some = discord.Permissions(PERMISSIONS.value)
    some.update(embed_links=False, send_messages=False)
    assert missing(some) == ("send_messages", "embed_links")
    assert missing(discord.Permissions(administrator=True)) == ()


def test_the_command_prints_link_and_number_and_never_the_token(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ATOUT_TOKEN", TOKEN)
    assert main(["invite"]) == 0
    printed = capsys.readouterr().out
    assert printed.splitlines()[0] == link(APPLICATION)
    assert "permissions: 309237763072" in printed
    assert "x" * 10 not in printed
    monkeypatch.delenv("ATOUT_TOKEN")
    assert main(["invite"]) == 2
    assert main(["invite", "--application", "42"]) == 0
