"""Changing messages by discord.py's own requests, without the objects that it makes of answers.

Its rate limits, retries and errors are the same. What a card changes is sent thousands of times an
hour, and nobody looks at what discord.py would build of each: views, embeds, whole messages. The
version of discord.py is pinned, and tests hold what is used of it.
"""

from __future__ import annotations

import json
from typing import Any

import discord
from discord.http import MultipartParameters, Route
from discord.webhook.async_ import async_context

from bot.render.payload import Json, edit_payload
from bot.render.screen import Screen

Click = discord.Interaction[discord.Client]


async def edit_in_channel(
    client: discord.Client, channel: int, message: int, screen: Screen, *, keep_picture: bool
) -> None:
    """Change a message of ours through its channel; raise discord.py's errors."""
    payload = edit_payload(screen, keep_picture=keep_picture)
    new = None if screen.picture is None or keep_picture else screen.file()
    with _parameters(payload, new) as sent:
        await client.http.edit_message(channel, message, params=sent)


async def edit_answer(interaction: Click, screen: Screen) -> None:
    """Change what an interaction was answered with (or made on); raise discord.py's errors."""
    if screen.picture is not None:
        await interaction.edit_original_response(**screen.to_edit())
        return
    http = interaction.client.http
    await async_context.get().edit_original_interaction_response(
        interaction.application_id,
        interaction.token,
        session=interaction._session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        payload=edit_payload(screen),
    )


async def answer_by_edit(interaction: Click, screen: Screen) -> None:
    """Answer a click by changing the message that it was made on; raise discord.py's errors."""
    response = interaction.response
    if screen.picture is not None:
        await response.edit_message(**screen.to_edit())
        return
    if response.is_done():
        raise discord.InteractionResponded(interaction)
    http = interaction.client.http
    kind = discord.InteractionResponseType.message_update
    where = Route(
        "POST",
        "/interactions/{webhook_id}/{webhook_token}/callback",
        webhook_id=interaction.id,
        webhook_token=interaction.token,
    )
    # discord.py would ask for the whole message in return, and nobody looks at it.
    await async_context.get().request(
        where,
        interaction._session,
        proxy=http.proxy,
        proxy_auth=http.proxy_auth,
        payload={"type": kind.value, "data": edit_payload(screen)},
    )
    # ``is_done`` has to know, whoever asks later.
    response._response_type = kind


def let_go(interaction: Click) -> None:
    """Let an interaction that is answered go as soon as nobody holds it.

    It and its response hold each other: what a click brings would stay until garbage is looked
    for. Whether it was answered can still be asked.
    """
    response: Any = interaction.response
    response._parent = None


def _parameters(payload: Json, file: discord.File | None = None) -> MultipartParameters:
    """Return what discord.py's requests take; with a file, both travel as parts of a form."""
    if file is None:
        return MultipartParameters(payload=payload, multipart=None, files=None)
    form: list[Json] = [
        {"name": "payload_json", "value": json.dumps(payload, separators=(",", ":"))},
        {
            "name": "files[0]",
            "value": file.fp,
            "filename": file.filename,
            "content_type": "application/octet-stream",
        },
    ]
    return MultipartParameters(payload=None, multipart=form, files=[file])
