"""Cards as emojis of the application: what each is called, and the ids that Discord gave them.

A name says the card in words and ends in a hash of the picture, so a changed picture is a new
emoji: ``king_of_spades_3fa2``, ``roi_de_pique_9c01``. Where one is missing, text takes its place.
"""

from __future__ import annotations

import hashlib
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Final, Literal

from PIL import Image

from bot.games.cards import PACK_54, Card, Rank, Suit
from bot.render.pictures.cards import INDICES, Colours, back, face, index_of

Deck = Literal["four", "two", "plain"]
"""How cards are shown: in four colours, in two, or as text without emojis."""

DECKS: Final[tuple[Deck, ...]] = ("four", "two", "plain")
COLOURS: Final[tuple[Colours, ...]] = ("four", "two")
SIZE: Final = 128
"""Pixels of an emoji's side; Discord shows it at 22 to 48."""

_RANKS: Final[Mapping[str, Mapping[Rank, str]]] = {
    "en": {
        Rank.ACE: "ace",
        Rank.KING: "king",
        Rank.QUEEN: "queen",
        Rank.JACK: "jack",
        Rank.TEN: "ten",
        Rank.NINE: "nine",
        Rank.EIGHT: "eight",
        Rank.SEVEN: "seven",
        Rank.SIX: "six",
        Rank.FIVE: "five",
        Rank.FOUR: "four",
        Rank.THREE: "three",
        Rank.TWO: "two",
    },
    "fr": {
        Rank.ACE: "as",
        Rank.KING: "roi",
        Rank.QUEEN: "dame",
        Rank.JACK: "valet",
        Rank.TEN: "dix",
        Rank.NINE: "neuf",
        Rank.EIGHT: "huit",
        Rank.SEVEN: "sept",
        Rank.SIX: "six",
        Rank.FIVE: "cinq",
        Rank.FOUR: "quatre",
        Rank.THREE: "trois",
        Rank.TWO: "deux",
    },
}
_SUITS: Final[Mapping[str, Mapping[Suit, str]]] = {
    "en": {
        Suit.SPADES: "of_spades",
        Suit.HEARTS: "of_hearts",
        Suit.DIAMONDS: "of_diamonds",
        Suit.CLUBS: "of_clubs",
    },
    "fr": {
        Suit.SPADES: "de_pique",
        Suit.HEARTS: "de_coeur",
        Suit.DIAMONDS: "de_carreau",
        Suit.CLUBS: "de_trefle",
    },
}
_JOKERS: Final[Mapping[str, Mapping[Rank, str]]] = {
    "en": {Rank.BIG_JOKER: "big_joker", Rank.LITTLE_JOKER: "little_joker"},
    "fr": {Rank.BIG_JOKER: "grand_joker", Rank.LITTLE_JOKER: "petit_joker"},
}
_RECOLOURED: Final = frozenset({Suit.DIAMONDS, Suit.CLUBS})
BACK: Final = "card_back"


@cache
def stem_of(card: Card, colours: Colours, language: str) -> str:
    """Return what a card's emoji is called in a language, without the hash; it is read aloud.

    A language without names of its own has the English ones.
    """
    tongue = language if language in INDICES and language in _RANKS else "en"
    if card.suit is None:
        return _JOKERS[tongue][card.rank]
    stem = f"{_RANKS[tongue][card.rank]}_{_SUITS[tongue][card.suit]}"
    return f"{stem}_duo" if colours == "two" and card.suit in _RECOLOURED else stem


@dataclass(frozen=True, slots=True)
class Drawing:
    """An emoji to be uploaded: its full name, and its PNG."""

    name: str
    png: bytes


@cache
def drawings() -> tuple[Drawing, ...]:
    """Return every emoji that the bot uses, drawn; about a second's work the first time."""
    return _drawn(COLOURS, tuple(INDICES))


@cache
def usual_deck() -> tuple[Drawing, ...]:
    """Return those of ``drawings`` with which a table in English is drawn unless asked else."""
    return _drawn(COLOURS[:1], ("en",))


def _drawn(decks: Sequence[Colours], languages: Sequence[str]) -> tuple[Drawing, ...]:
    pictures = {BACK: _png(back(SIZE, SIZE))}
    for colours in decks:
        for language in languages:
            for card in PACK_54:
                alike = index_of(card, language) == index_of(card, "en")
                picture = _face(card, colours, "en" if alike else language)
                pictures.setdefault(stem_of(card, colours, language), picture)
    return tuple(Drawing(f"{stem}_{_hash(png)}", png) for stem, png in pictures.items())


@cache
def _face(card: Card, colours: Colours, language: str) -> bytes:
    return _png(face(card, SIZE, SIZE, colours, language))


def _png(image: Image.Image) -> bytes:
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _hash(png: bytes) -> str:
    return hashlib.sha256(png).hexdigest()[:4]


def stem_in(name: str) -> str:
    """Return an emoji's name without its hash."""
    return name.rpartition("_")[0]


@dataclass(frozen=True)
class Emojis:
    """The emojis that Discord has, by stem, as they are written in a text: ``<:name:id>``."""

    written: Mapping[str, str] = field(default_factory=dict)

    def card(self, card: Card, deck: Deck, language: str) -> str | None:
        """Return a card's emoji; None where it is missing or the deck is text alone.

        One that looks the same serves where that of the language is missing.
        """
        if deck == "plain" or not self.written:
            return None
        own = self.written.get(stem_of(card, deck, language))
        if own is None and index_of(card, language) == index_of(card, "en"):
            return self.written.get(stem_of(card, deck, "en"))
        return own

    def back(self, deck: Deck) -> str | None:
        """Return the emoji of a card that lies face down."""
        return None if deck == "plain" else self.written.get(BACK)


NONE: Final = Emojis()
"""No emojis at all: everything is text."""


@cache
def stems() -> frozenset[str]:
    """Return the names of all emojis that the bot uses, without their hashes."""
    faces = (
        stem_of(card, colours, language)
        for colours in COLOURS
        for language in INDICES
        for card in PACK_54
    )
    return frozenset((BACK, *faces))


def known(found: Iterable[tuple[str, int]]) -> Emojis:
    """Return the card emojis among what an application has, given their names and ids.

    One that was drawn differently before still serves, until the new one is uploaded.
    """
    ours = [(stem_in(name), name, id) for name, id in found]
    return Emojis({stem: f"<:{name}:{id}>" for stem, name, id in ours if stem in stems()})
