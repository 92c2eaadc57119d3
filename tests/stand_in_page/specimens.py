"""Commands and messages such as a card bot sends, for the page to show."""

from __future__ import annotations

from tests.stand_in_page.fake_world import Json


def _option(kind: int, name: str, description: str, **more: object) -> Json:
    return {"type": kind, "name": name, "description": description, **more}


def _choices(*names: tuple[str, str]) -> list[Json]:
    return [{"name": name, "value": value} for name, value in names]


PLAY = _option(
    1,
    "play",
    "Open a table in this channel",
    name_localizations={"fr": "jouer"},
    description_localizations={"fr": "Ouvrir une table dans ce salon"},
    options=[
        _option(
            3,
            "game",
            "Which game",
            required=True,
            name_localizations={"fr": "jeu"},
            description_localizations={"fr": "Quel jeu"},
            choices=_choices(
                ("Biritch", "biritch"),
                ("Bid whist", "bid_whist"),
                ("Bid whist for three", "bid_whist_3"),
                ("Bura", "bura"),
            ),
        ),
        _option(
            5,
            "computers",
            "Let computers take the other seats",
            name_localizations={"fr": "ordinateurs"},
        ),
        _option(6, "partner", "Who sits opposite you"),
        _option(4, "deals", "How many deals", min_value=1, max_value=12),
    ],
)
RULES = _option(
    1,
    "rules",
    "The rules in short",
    name_localizations={"fr": "regles"},
    options=[_option(3, "topic", "What you want to know", autocomplete=True)],
)
COMMANDS: list[Json] = [
    {
        "id": "500",
        "type": 1,
        "name": "atout",
        "description": "Card games",
        "options": [
            PLAY,
            _option(1, "hand", "Your cards, for you alone", name_localizations={"fr": "main"}),
            RULES,
            _option(1, "leave", "Give up your seat"),
        ],
    },
    {
        "id": "501",
        "type": 1,
        "name": "atout-me",
        "description": "About you",
        "options": [_option(1, "preferences", "Deck style, language, hints")],
    },
    {"id": "502", "type": 3, "name": "Report", "description": ""},
]


def button(label: str, custom_id: str, style: int = 2, **more: object) -> Json:
    return {"type": 2, "style": style, "label": label, "custom_id": custom_id, **more}


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def menu(custom_id: str, *labels: str, **more: object) -> Json:
    options = [{"label": label, "value": label.lower()} for label in labels]
    return {"type": 3, "custom_id": custom_id, "options": options, **more}


BOARD: Json = {
    "title": "Biritch · Deal 3 · Hearts, doubled",
    "color": 0x2E8B57,
    "author": {"name": "Card club, table 1"},
    "description": (
        "**Trick 5**\n♥ 9  Ann\n♥ Q  Bo  **← winning**\n♥ 3  Cy\n\n"
        "Dummy (Bo): ♠ A 10 4 · ♥ K 7 · ♦ Q J 9 · ♣ 8 2\n-# Last trick: ♠ K ♠ 2 ♠ 7 ♠ 5, to Ann"
    ),
    "fields": [
        {"name": "Ann and Cy", "value": "3 tricks\n46 below", "inline": True},
        {"name": "Bo and Di", "value": "1 trick\n20 below", "inline": True},
        {"name": "Turn", "value": "<@103>", "inline": True},
    ],
    "footer": {"text": "Rubber: 1 to 0"},
}
CARDS = ["A♠", "10♠", "4♠", "K♥", "7♥", "3♥", "A♣", "8♣", "2♣", "Q♦", "J♦", "9♦", "5♦"]


def hand() -> list[Json]:
    """A hand of thirteen as buttons, the black suits greyed."""
    cards = [
        button(card, f"play:{card}", 1 if card[-1] == "♥" else 2, disabled=card[-1] != "♥")
        for card in CARDS
    ]
    return [row(*cards[at : at + 5]) for at in range(0, len(cards), 5)]
