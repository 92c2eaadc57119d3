"""Every word that a player reads: gettext catalogues read with Babel, found by key.

A catalogue is a ``.po`` file in this folder whose name ends in its language: ``fr.po``, or one for
each room of the house (``biritch.fr.po``); all files of a language are read as one. Message ids are
keys (``refusal.must_follow_suit``), and English is a catalogue like the others. Arguments are named
and in braces (``{suit}``), as ``str.format`` has them.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Mapping
from functools import cache
from importlib import resources
from io import BytesIO
from types import MappingProxyType
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

DEFAULT: Final = "en"

NO_BREAK: Final[Mapping[str, re.Pattern[str]]] = MappingProxyType(
    {"fr": re.compile(r" (?=[:;!?»%])|(?<=[«°]) ")}
)
"""By language, the spaces at which no line may break: files are written with plain ones."""


class MissingWords(KeyError):
    """A key that no catalogue of the language, nor the default one, knows."""


class Words:
    """The words of one language; falls back to English where it lacks some."""

    def __init__(self, language: str, catalogue: gettext.GNUTranslations, keys: frozenset[str]):
        self.language = language
        self._catalogue = catalogue
        self.keys = keys
        # Words are asked for by the thousand, and most have no facts to be put in.
        self._told = {key: catalogue.gettext(key) for key in keys}
        self._fixed = {key: text for key, text in self._told.items() if not {"{", "}"} & set(text)}

    def has(self, key: str) -> bool:
        """Tell whether this language itself has words for a key."""
        return key in self.keys

    def text(self, key: str, /, **facts: object) -> str:
        """Return the words for a key with its facts put in; raise MissingWords."""
        fixed = self._fixed.get(key)
        if fixed is not None:
            return fixed
        told = self._told.get(key)
        if told is None:
            return self._fallback(key).text(key, **facts)
        return told.format_map(facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """Return the words for a number of things; ``{n}`` is the number itself."""
        if key not in self.keys:
            return self._fallback(key).count(key, n, **facts)
        return self._catalogue.ngettext(key, key, n).format_map({"n": n, **facts})

    def _fallback(self, key: str) -> Words:
        if self.language == DEFAULT:
            raise MissingWords(key)
        return words(DEFAULT)


@cache
def languages() -> tuple[str, ...]:
    """Return the languages that have a catalogue, English first."""
    found = {_language(name) for name in _files()}
    return (DEFAULT, *sorted(found - {DEFAULT}))


@cache
def words(language: str) -> Words:
    """Return the words of a language, such as ``fr`` or Discord's ``en-GB``; English if unknown."""
    known = languages()
    if language not in known:
        short = language.partition("-")[0]
        return words(short if short in known else DEFAULT)
    messages = catalogue(language)
    compiled = BytesIO()
    write_mo(compiled, messages)
    compiled.seek(0)
    keys = frozenset(str(_key(message.id)) for message in messages if message.id)
    return Words(language, gettext.GNUTranslations(compiled), keys)


def catalogue(language: str) -> Catalog:
    """Return all messages of a language, its files read as one."""
    whole = Catalog(locale=language)
    for name, text in _files().items():
        if _language(name) != language:
            continue
        part = read_po(BytesIO(text), locale=language)
        # Babel's own rule for a language can have more forms than the files are written in.
        whole.mime_headers = [("Plural-Forms", part.plural_forms)]
        for message in part:
            if message.id:
                told = message.string
                whole.add(
                    message.id,
                    _set(told, language)
                    if isinstance(told, str)
                    else tuple(_set(one, language) for one in told),
                    context=message.context,
                )
    return whole


def _set(text: str, language: str) -> str:
    """Return a text with the spaces of its language that keep signs at their words."""
    spaces = NO_BREAK.get(language)
    return text if spaces is None else spaces.sub("\u00a0", text)


def _key(message_id: str | tuple[str, ...] | list[str]) -> str:
    return message_id if isinstance(message_id, str) else message_id[0]


@cache
def _files() -> Mapping[str, bytes]:
    folder = resources.files("bot.locales")
    names = sorted(item.name for item in folder.iterdir() if item.name.endswith(".po"))
    return {name: (folder / name).read_bytes() for name in names}


def _language(name: str) -> str:
    return name.split(".")[-2]
