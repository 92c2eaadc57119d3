"""The faces of the games: add an entry for a new one, and it can be seen."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from bot.render.face import AnyFace
from bot.render.faces.bid_whist import BidWhistFace
from bot.render.faces.biritch import BiritchFace
from bot.render.faces.bismarck import BismarckFace
from bot.render.faces.bura import BuraFace

FACES: Final[Mapping[str, AnyFace]] = MappingProxyType(
    {
        "bid_whist": BidWhistFace(),
        "biritch": BiritchFace(),
        "bismarck": BismarckFace(),
        "bura": BuraFace(),
    }
)


def face_of(game: str) -> AnyFace:
    """Return the face of a game."""
    return FACES[game]
