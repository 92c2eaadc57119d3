"""Looking for what is wrong: each finding says how it is, and what to do about it."""

from __future__ import annotations

import asyncio
import os
import shutil
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Final, Literal

import aiohttp
import discord

from bot.outcomes import FAULTS, outcome_of
from bot.render.emojis import drawings
from bot.service.invitation import PERMISSIONS, application_of, link, missing
from bot.settings import Settings
from storage.backup import backups_of
from storage.errors import DatabaseDamaged
from storage.looking import Look, look_at

Grade = Literal["good", "look", "bad"]

LITTLE_ROOM: Final = 200 * 1024 * 1024
NO_ROOM: Final = 20 * 1024 * 1024

CLOCK_OFF: Final = 2.0
"""Seconds by which the clock may differ from Discord's: answers have to come within three."""


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at; ``advice`` says what to do where it is not good."""

    grade: Grade
    what: str
    how: str
    advice: str = ""


async def examine(
    settings: Settings, connector: aiohttp.BaseConnector | None = None, *, offline: bool = False
) -> AsyncIterator[Finding]:
    """Yield a finding for everything that can be looked at from here, in a useful order."""
    token = "" if settings.token is None else settings.token.get_secret_value().strip()
    yield _token(token)
    yield _folder(settings.database)
    look: Look | None = None
    try:
        look = await look_at(settings.database)
        yield _database(settings, look)
    except DatabaseDamaged as damaged:
        yield Finding("bad", "database", str(damaged), _restore(settings))
    yield _room(settings.database.parent)
    yield _copies(settings)
    yield _clock_of(look)
    if offline or not token:
        yield Finding("look", "discord", "not asked", "run without --offline, with the token set")
        return
    async for finding in _discord(token, connector):
        yield finding


# ---------------------------------------------------------------------- on this machine


def _token(token: str) -> Finding:
    if not token:
        advice = (
            "set ATOUT_TOKEN, or write it to a file atout_token in the folder that ATOUT_SECRETS"
            " names; it is under Bot, Reset Token in the developer portal"
        )
        return Finding("bad", "token", "there is none", advice)
    application = application_of(token)
    if application is None:
        advice = "a bot's token has three parts with dots between; the client secret is another"
        return Finding("look", "token", "not shaped like a bot's token", advice)
    return Finding("good", "token", f"there is one, of application {application}")


def _folder(path: Path) -> Finding:
    folder = path.parent
    if not folder.is_dir():
        nearest = next(one for one in folder.absolute().parents if one.is_dir())
        if os.access(nearest, os.W_OK):
            return Finding("good", "folder", f"{folder} will be made at the first start")
        return Finding("bad", "folder", f"{folder} is not there", "make it, owned by the bot")
    if not os.access(folder, os.W_OK | os.X_OK):
        advice = "give it to the account that the bot runs as"
        return Finding("bad", "folder", f"{folder} cannot be written to", advice)
    return Finding("good", "folder", f"{folder} can be written to")


def _database(settings: Settings, look: Look | None) -> Finding:
    path = settings.database
    if look is None:
        return Finding("good", "database", f"{path} will be made at the first start")
    if not look.ours:
        advice = "name another file with ATOUT_DATABASE"
        return Finding("bad", "database", f"{path} belongs to another program", advice)
    if look.verdict != "ok":
        how = f"{path} is damaged ({look.verdict})"
        return Finding("bad", "database", how, _restore(settings))
    if look.schema > look.latest:
        advice = "install that version again, or restore a copy made before it"
        return Finding("bad", "database", "written by a later version of the program", advice)
    if look.schema < look.latest:
        advice = "nothing: the next start migrates it, after a copy"
        how = f"sound; its schema is {look.schema}, this program's {look.latest}"
        return Finding("look", "database", how, advice)
    return Finding("good", "database", f"sound, schema {look.schema}")


def _restore(settings: Settings) -> str:
    latest = _latest(settings)
    if latest is None:
        return (
            f"there is no copy in {settings.backup_folder}: if you have one elsewhere, stop the bot"
            " and put it in its place: atout restore FILE"
        )
    return f"stop the bot and put the latest copy in its place: atout restore {latest}"


def _latest(settings: Settings) -> Path | None:
    """Return the latest copy that the bot itself has made."""
    folder = settings.backup_folder
    found = backups_of(settings.database, folder) if folder.is_dir() else []
    return found[-1] if found else None


def _room(folder: Path) -> Finding:
    there = next(one for one in (folder, *folder.absolute().parents) if one.is_dir())
    free = shutil.disk_usage(there).free
    how = f"{free // (1024 * 1024)} MiB free on the disk of {folder}"
    if free < NO_ROOM:
        return Finding("bad", "disk", how, "make room: tables take no moves on a full disk")
    if free < LITTLE_ROOM:
        return Finding("look", "disk", how, "make room before it is needed")
    return Finding("good", "disk", how)


def _copies(settings: Settings) -> Finding:
    folder = settings.backup_folder
    if not settings.backup_hours:
        advice = "let something else copy it, or set ATOUT_BACKUP_HOURS"
        return Finding("look", "backups", "turned off", advice)
    if not folder.is_dir():
        nearest = next(one for one in folder.absolute().parents if one.is_dir())
        if not os.access(nearest, os.W_OK):
            advice = "make the folder, owned by the bot, or name another with ATOUT_BACKUPS"
            return Finding("bad", "backups", f"{folder} cannot be made", advice)
        return Finding("good", "backups", f"{folder} will be made with the first copy")
    if not os.access(folder, os.W_OK | os.X_OK):
        advice = "give it to the account that the bot runs as"
        return Finding("bad", "backups", f"{folder} cannot be written to", advice)
    latest = _latest(settings)
    when = "none yet" if latest is None else f"the latest is {latest.name}"
    return Finding("good", "backups", f"every {settings.backup_hours:g} h to {folder}: {when}")


def _clock_of(look: Look | None) -> Finding:
    """Compare the clock with what was last done at a table: time does not run backwards."""
    behind = 0.0 if look is None else look.touched_at / 1000 - time.time()
    if behind > CLOCK_OFF:
        how = f"{behind:.0f} s behind what the database has seen"
        return Finding("bad", "clock", how, "set the clock, best by NTP (timedatectl set-ntp yes)")
    return Finding("good", "clock", "not behind what the database has seen")


# ---------------------------------------------------------------------- at Discord


async def _discord(token: str, connector: aiohttp.BaseConnector | None) -> AsyncIterator[Finding]:
    dates: list[float] = []
    watch = aiohttp.TraceConfig()

    async def ended(_: object, __: object, told: aiohttp.TraceRequestEndParams) -> None:
        date = told.response.headers.get("Date")
        if date:
            # The moment is a whole second, so it was half a second ago on the average.
            dates.append(time.time() - parsedate_to_datetime(date).timestamp() - 0.5)

    watch.on_request_end.append(ended)
    intents = discord.Intents.none()
    async with discord.Client(intents=intents, connector=connector, http_trace=watch) as client:
        try:
            async with asyncio.timeout(30):
                await client.login(token)
        except discord.LoginFailure:
            advice = "take a new one in the developer portal: Bot, Reset Token"
            yield Finding("bad", "discord", "does not accept the token", advice)
            return
        except FAULTS as error:
            advice = "look at the network, the proxy, and https://discordstatus.com"
            yield Finding("bad", "discord", f"cannot be reached ({outcome_of(error)})", advice)
            return
        yield Finding("good", "discord", "accepts the token")
        yield _clock_at(dates)
        try:
            async with asyncio.timeout(60):
                yield await _emojis(client)
                async for finding in _servers(client):
                    yield finding
        except FAULTS as error:
            yield Finding(
                "look", "discord", f"stopped answering ({outcome_of(error)})", "try again"
            )


def _clock_at(dates: list[float]) -> Finding:
    if not dates:
        return Finding("look", "clock", "Discord did not say what time it is", "use NTP")
    off = sorted(dates)[len(dates) // 2]
    if abs(off) > CLOCK_OFF:
        how = f"{abs(off):.1f} s {'ahead of' if off > 0 else 'behind'} Discord's"
        return Finding("bad", "clock", how, "set the clock, best by NTP (timedatectl set-ntp yes)")
    return Finding("good", "clock", "agrees with Discord's")


async def _emojis(client: discord.Client) -> Finding:
    there = {emoji.name for emoji in await client.fetch_application_emojis()}
    wanted = {drawing.name for drawing in await asyncio.to_thread(drawings)}
    lacking = len(wanted - there)
    if not lacking:
        return Finding("good", "emojis", f"all {len(wanted)} are there")
    advice = "bring them: atout emojis (until then cards are shown as text)"
    return Finding("look", "emojis", f"{lacking} of {len(wanted)} are missing", advice)


async def _servers(client: discord.Client) -> AsyncIterator[Finding]:
    """Yield what the bot lacks on the whole server; channels may take more away."""
    count = lacking = 0
    application = client.application_id
    again = "" if application is None else f": {link(application)}"
    async for raw in _guilds(client):
        count += 1
        lacks = missing(discord.Permissions(int(raw["permissions"])))
        if lacks:
            lacking += 1
            names = ", ".join(name.replace("_", " ") for name in lacks)
            how = f"server {raw['id']}: lacks {names}"
            yield Finding(
                "look", "permissions", how, f"let its administrators invite it again{again}"
            )
    if not count:
        yield Finding("look", "permissions", "the bot is in no server", f"invite it{again}")
    elif not lacking:
        how = f"all of {PERMISSIONS.value} in all {count} servers"
        yield Finding("good", "permissions", how)


async def _guilds(client: discord.Client) -> AsyncIterator[dict[str, str]]:
    """Yield the bot's servers as Discord lists them, a page at a time."""
    after: int | None = None
    while True:
        page = await client.http.get_guilds(200, after=after)
        for raw in page:
            yield {"id": str(raw["id"]), "permissions": str(raw["permissions"])}
        if len(page) < 200:
            return
        after = int(page[-1]["id"])
