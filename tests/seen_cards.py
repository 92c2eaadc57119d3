"""The cards that a text or a view shows."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Final

from bot.games.cards import PACK_54, Card
from bot.games.game import Refused
from bot.render.tell import SYMBOLS, tell

_RANK: Final = r"10|[2-9AKQJRDV]"
_SUIT: Final = "".join(SYMBOLS.values())
_SHORT: Final = re.compile(rf"(?<![A-Za-z0-9])({_RANK})([{_SUIT}])")
_GROUP: Final = re.compile(
    rf"(?<![0-9AKQJRDV])([{_SUIT}]) ((?:{_RANK})(?: (?:{_RANK}))*)(?![A-Za-z0-9])"
)
_CODE: Final = re.compile(
    r"(?<![A-Za-z0-9])(?<!bid:)(?<!call:)((?:10|[2-9AKQJ])[SHDC]|BJ|LJ)(?![A-Za-z0-9])"
)
_FRENCH: Final = {"R": "K", "D": "Q", "V": "J"}
_LETTERS: Final = {symbol: suit.value for suit, symbol in SYMBOLS.items()}
_CARDS: Final = {one.text: one for one in PACK_54}
_NAMES: Final = {tell(language).card_name(one): one for language in ("en", "fr") for one in PACK_54}
_JOKERS: Final = {name: one for name, one in _NAMES.items() if one.joker}
_BIDS: Final = frozenset({"bid", "standing"})
"""Facts whose texts may read like cards: six downtown, written 6D."""


def cards_in(text: str) -> Iterator[Card]:
    """Find the cards that a text shows: ``K♥``, ``♥ K 2``, ``KH`` in a custom_id, or in words.

    ``bid:4D`` is a bid and ``call:4D`` a call, no card.
    """
    for rank, symbol in _SHORT.findall(text):
        yield _card(rank, symbol)
    for symbol, ranks in _GROUP.findall(text):
        for rank in ranks.split():
            yield _card(rank, symbol)
    for code in _CODE.findall(text):
        yield _CARDS[code]
    for name, joker in _JOKERS.items():
        if name in text:
            yield joker
    for line in text.splitlines():
        if line in _NAMES:
            yield _NAMES[line]


def _card(rank: str, symbol: str) -> Card:
    return _CARDS[_FRENCH.get(rank, rank) + _LETTERS[symbol]]


def cards_within(value: object) -> Iterator[Card]:
    """Find every card in a view, however deep; cards named in an action count, too."""
    if value is None or isinstance(value, int):
        return
    if isinstance(value, Card):
        yield value
    elif isinstance(value, str):
        if value in _CARDS:
            yield _CARDS[value]
    elif isinstance(value, Mapping):
        for inner in value.values():
            yield from cards_within(inner)
    elif isinstance(value, (tuple, list, frozenset, set)):
        for inner in value:
            yield from cards_within(inner)
    elif is_dataclass(value):
        for one in fields(value):
            yield from cards_within(getattr(value, one.name))


def cards_told(refused: Refused, own: Collection[str]) -> set[Card]:
    """Return the cards that a refusal tells; those of the ``own`` words are known to who acted.

    Who presses with a card that they do not hold learns nothing when that card is refused.
    """
    facts = [fact for name, fact in refused.facts.items() if name not in _BIDS]
    return {one for one in cards_within(tuple(facts)) if one.text not in own}
