"""What a server has to allow the bot, and the link by which it does."""

from __future__ import annotations

import base64
import binascii
import re
from typing import Final

import discord

SCOPES: Final = ("bot", "applications.commands")

PERMISSIONS: Final = discord.Permissions(
    view_channel=True,
    send_messages=True,
    embed_links=True,
    attach_files=True,
    read_message_history=True,
    create_public_threads=True,
    send_messages_in_threads=True,
)
"""All that the bot uses: to see, to write, to show, to open threads, and nothing of moderation."""

_TOKEN: Final = re.compile(r"([\w-]{17,40})\.[\w-]{5,10}\.[\w-]{25,80}")


def application_of(token: str) -> int | None:
    """Return the number of the application that a bot's token belongs to, as its first part says.

    None where the text is not shaped like a bot's token.
    """
    found = _TOKEN.fullmatch(token)
    if found is None:
        return None
    try:
        number = base64.urlsafe_b64decode(found[1] + "=" * (-len(found[1]) % 4)).decode("ascii")
    except (binascii.Error, UnicodeDecodeError):
        return None
    return int(number) if number.isdigit() and 15 <= len(number) <= 20 else None


def link(application: int) -> str:
    """Return the address that asks whoever opens it to which server the bot may come."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=SCOPES)


def missing(permissions: discord.Permissions) -> tuple[str, ...]:
    """Return by name what is lacking of what the bot needs."""
    if permissions.administrator:
        return ()
    return tuple(name for name, needed in PERMISSIONS if needed and not getattr(permissions, name))
