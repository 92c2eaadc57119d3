"""The settings in force, and sentences for those that cannot be used."""

from __future__ import annotations

from pydantic import ValidationError

from bot.command_line import CannotDo
from bot.settings import Settings, load

NO_TOKEN = "no token: set ATOUT_TOKEN, or write it to a file (see deploy/README.md)"


def set_up() -> Settings:
    """Return the settings in force; raise CannotDo that names those that cannot be used."""
    try:
        return load()
    except ValidationError as error:
        # The names alone: one of the values may be the token.
        places = ", ".join(
            f"ATOUT_{'.'.join(map(str, one['loc'])).upper()}" for one in error.errors()
        )
        raise CannotDo(f"these settings have values that cannot be used: {places}") from None


def token_of(settings: Settings) -> str:
    """Return the bot's token; raise CannotDo where there is none."""
    token = "" if settings.token is None else settings.token.get_secret_value().strip()
    if not token:
        raise CannotDo(NO_TOKEN)
    return token
