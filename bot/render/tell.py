"""Words for cards, suits, seats and facts, in one language and with one table's names."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from bot.games.cards import PACK_54, Card, Rank, Suit
from bot.games.game import Refused
from bot.locales import Words, words
from bot.render.look import PLAIN, Look

SYMBOLS: Final[Mapping[Suit, str]] = {
    Suit.SPADES: "♠",
    Suit.HEARTS: "♥",
    Suit.DIAMONDS: "♦",
    Suit.CLUBS: "♣",
}

ONE_ROW: Final = 10
"""How many cards stand in a row on a phone."""

_NAMED_RANKS: Final = frozenset(
    {Rank.ACE, Rank.KING, Rank.QUEEN, Rank.JACK, Rank.BIG_JOKER, Rank.LITTLE_JOKER}
)


@dataclass(frozen=True, slots=True)
class Tell:
    """One language, and the names at one table (by seat; empty where there is no table)."""

    words: Words
    names: tuple[str, ...] = ()
    look: Look = PLAIN

    def text(self, key: str, /, **facts: object) -> str:
        """Return the words for a key with its facts put in."""
        return self.words.text(key, **facts)

    def count(self, key: str, n: int, /, **facts: object) -> str:
        """Return the words for a number of things."""
        return self.words.count(key, n, **facts)

    def rank(self, rank: Rank) -> str:
        """Return the index of a rank as it stands on a card: ``K``, in French ``R``."""
        return _rank(self.words, rank)

    def card(self, card: Card) -> str:
        """Return a card in short: ``K♥``; a joker by its name."""
        return _in_short(self.words, card)

    def card_name(self, card: Card) -> str:
        """Return a card in words: ``king of hearts``, ``roi de cœur``."""
        if card.suit is None:
            return self.text(f"card.{card.text}.name")
        return self.text(
            "card.name",
            rank=self.text(f"rank.{card.rank}.name"),
            suit=self.text(f"suit.{card.suit}.of"),
        )

    def emoji(self, card: Card) -> str | None:
        """Return a card's emoji; None where there is none, or the deck is text."""
        return self.look.emojis.card(card, self.look.deck, self.words.language)

    def drawn(self, some: Iterable[Card]) -> str:
        """Return cards as they are drawn: as emojis, or in bold text where one is missing."""
        some = tuple(some)
        emojis = [self.emoji(card) for card in some]
        drawn = [emoji for emoji in emojis if emoji is not None]
        return " ".join(drawn) if len(drawn) == len(some) else f"**{self.cards(some)}**"

    def back(self) -> str:
        """Return a card that lies face down."""
        return self.look.emojis.back(self.look.deck) or "▮"

    def hand(self, groups: Iterable[tuple[Suit | None, tuple[Card, ...]]]) -> str:
        """Return a hand by suit, drawn where every card of it can be, else as text.

        A long one is drawn in two rows of about the same length, broken between suits.
        """
        groups = tuple(groups)
        if any(self.emoji(card) is None for _, some in groups for card in some):
            return self.by_suit(groups)
        sizes = [len(some) for _, some in groups]
        rows = [groups]
        if sum(sizes) > ONE_ROW and len(groups) > 1:
            at = min(range(1, len(groups)), key=lambda n: abs(sum(sizes[:n]) - sum(sizes[n:])))
            rows = [groups[:at], groups[at:]]
        return "\n".join("\u2002".join(self.drawn(some) for _, some in row if some) for row in rows)

    def cards(self, some: Iterable[Card]) -> str:
        """Return cards in short, in the order given."""
        return " ".join(self.card(card) for card in some)

    def suit(self, suit: Suit) -> str:
        """Return a suit with its symbol and its name: ``♥ hearts``."""
        return f"{SYMBOLS[suit]} {self.text(f'suit.{suit}')}"

    def strain(self, strain: Suit | None) -> str:
        """Return a suit, or the words for no trump."""
        return self.text("suit.NT") if strain is None else self.suit(strain)

    def call(self, said: str) -> str:
        """Return a bid as a record writes it (``4NH``) in words: those of ``call.<kind>``.

        What has no words is returned as it is.
        """
        kind = said.lstrip("0123456789")
        key = f"call.{kind}"
        number = said[: len(said) - len(kind)]
        return self.text(key, number=number) if self.words.has(key) else said

    def seat(self, seat: int) -> str:
        """Return the name of who sits at a seat."""
        return self.names[seat] if seat < len(self.names) else self.place(seat)

    def place(self, seat: int) -> str:
        """Return the name of the seat itself: South, West, North, East."""
        return self.text(f"seat.{seat}")

    def by_suit(self, groups: Iterable[tuple[Suit | None, tuple[Card, ...]]]) -> str:
        """Return a hand by suit: ``♠ A Q 4 · ♥ K 2``; jokers by name."""
        parts = []
        for suit, some in groups:
            if suit is None:
                parts.append(" ".join(self.card(card) for card in some))
            else:
                ranks = " ".join(
                    self.card(card) if card.suit is None else self.rank(card.rank) for card in some
                )
                parts.append(f"{SYMBOLS[suit]} {ranks}")
        return " · ".join(parts)

    def refusal(self, refused: Refused) -> str:
        """Return the sentence for something refused, its facts put into words."""
        return self.text(f"refusal.{refused.code}", **self.facts(refused.facts))

    def reason(self, game: str, reason: str, facts: Iterable[tuple[str, str | int]]) -> str:
        """Return why a computer chose what it did; empty where there are no words for it."""
        key = f"why.{game}.{reason}"
        return self.text(key, **self.facts(dict(facts))) if self.words.has(key) else ""

    def facts(self, facts: Mapping[str, str | int]) -> dict[str, str | int]:
        """Return facts with suits, cards and seats put into words."""
        told: dict[str, str | int] = {}
        for name, value in facts.items():
            told[name] = self._fact(name, value)
        return told

    def _fact(self, name: str, value: str | int) -> str | int:
        if name in ("seat", "asked", "player") and isinstance(value, int):
            return self.seat(value)
        if name in ("suit", "strain", "led", "trump") and isinstance(value, str):
            if value in _SUITS:
                return self.suit(Suit(value))
            return self.text("suit.NT") if value == "NT" else value
        if name in ("bid", "standing") and isinstance(value, str):
            return self.call(value)
        if name == "card" and isinstance(value, str):
            found = _CARDS.get(value)
            return value if found is None else self.card(found)
        return value


def tell(language: str, names: Iterable[str] = (), look: Look = PLAIN) -> Tell:
    """Return the teller of a language, such as ``fr`` or Discord's ``en-GB``."""
    return Tell(words(language), tuple(names), look)


@cache
def _rank(told: Words, rank: Rank) -> str:
    return told.text(f"rank.{rank}") if rank in _NAMED_RANKS else str(rank)


@cache
def _in_short(told: Words, card: Card) -> str:
    if card.suit is None:
        return told.text(f"card.{card.text}")
    return f"{_rank(told, card.rank)}{SYMBOLS[card.suit]}"


_CARDS: Final[Mapping[str, Card]] = {card.text: card for card in PACK_54}
_SUITS: Final = frozenset(str(suit) for suit in Suit)
