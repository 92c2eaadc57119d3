"""The commands' names in the languages that the bot speaks."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.locales import languages, words


class Translator(app_commands.Translator):
    """Puts names and descriptions of commands into the languages that the bot speaks."""

    async def translate(
        self,
        string: locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        """Return the words of a key in a locale; None where the default serves."""
        key = string.extras.get("key")
        language = locale.value.partition("-")[0]
        if not isinstance(key, str) or language not in languages():
            return None
        found = words(language)
        return found.text(key) if found.has(key) else None
