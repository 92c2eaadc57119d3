"""What Discord takes for an emoji, in a control and as an upload."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Collection, Iterator

from bot.stand_in.errors import Problem
from bot.stand_in.rules.checks import Path, problem, unknown_keys
from bot.stand_in.shapes import Json

_EMOJI = (
    "©®‼⁉™ℹ↔-↙↩↪⌚⌛⌨⏏⏩-⏳⏸-⏺Ⓜ▪▫▶◀◻-◾☀-☄☎☑☔☕☘☝☠☢☣☦☪☮☯☸-☺♀♂♈-♓♟♠♣♥♦♨♻♾♿⚒-⚗⚙⚛⚜⚠⚡⚧⚪⚫⚰⚱⚽⚾⛄⛅⛈⛎⛏⛑⛓⛔⛩⛪"
    "⛰-⛵⛷-⛺⛽✂✅✈-✍✏✒✔✖✝✡✨✳✴❄❇❌❎❓-❕❗❣❤➕-➗➡➰➿⤴⤵⬅-⬇⬛⬜⭐⭕〰〽㊗㊙"
    "\U0001f004\U0001f0cf\U0001f170\U0001f171\U0001f17e\U0001f17f\U0001f18e\U0001f191-\U0001f19a"
    "\U0001f1e6-\U0001f1ff\U0001f201\U0001f202\U0001f21a\U0001f22f\U0001f232-\U0001f23a"
    "\U0001f250\U0001f251\U0001f300-\U0001f321\U0001f324-\U0001f393\U0001f396\U0001f397"
    "\U0001f399-\U0001f39b\U0001f39e-\U0001f3f0\U0001f3f3-\U0001f3f5\U0001f3f7-\U0001f4fd"
    "\U0001f4ff-\U0001f53d\U0001f549-\U0001f54e\U0001f550-\U0001f567\U0001f56f\U0001f570"
    "\U0001f573-\U0001f57a\U0001f587\U0001f58a-\U0001f58d\U0001f590\U0001f595\U0001f596"
    "\U0001f5a4\U0001f5a5\U0001f5a8\U0001f5b1\U0001f5b2\U0001f5bc\U0001f5c2-\U0001f5c4"
    "\U0001f5d1-\U0001f5d3\U0001f5dc-\U0001f5de\U0001f5e1\U0001f5e3\U0001f5e8\U0001f5ef"
    "\U0001f5f3\U0001f5fa-\U0001f64f\U0001f680-\U0001f6c5\U0001f6cb-\U0001f6d2"
    "\U0001f6d5-\U0001f6d7\U0001f6dc-\U0001f6e5\U0001f6e9\U0001f6eb\U0001f6ec\U0001f6f0"
    "\U0001f6f3-\U0001f6fc\U0001f7e0-\U0001f7eb\U0001f7f0\U0001f90c-\U0001f93a"
    "\U0001f93c-\U0001f945\U0001f947-\U0001f9ff\U0001fa70-\U0001faff"
)
_UNICODE = re.compile(f"(?:[{_EMOJI}][\U0001f3fb-\U0001f3ff\ufe0f\u200d]*|[0-9#*]\ufe0f?\u20e3)+")
"""One emoji or a joined sequence of them; playing cards other than the joker are none."""

_KNOWN = frozenset({"id", "name", "animated"})
_NAME = re.compile(r"\w{2,32}", re.ASCII)
_UPLOAD = re.compile(r"data:image/(png|jpe?g|gif|webp|avif);base64,(.*)", re.DOTALL)
_MAGIC = {
    "png": (b"\x89PNG\r\n\x1a\n",),
    "jpeg": (b"\xff\xd8\xff",),
    "jpg": (b"\xff\xd8\xff",),
    "gif": (b"GIF87a", b"GIF89a"),
    "webp": (b"RIFF",),
    "avif": (b"",),
}
MOST_BYTES = 256 * 1024


def emoji_problems(value: object, path: Path, known: Collection[int]) -> Iterator[Problem]:
    """Refuse an emoji in a control that Discord or this application does not have."""
    if value is None:
        return
    if not isinstance(value, dict):
        yield problem(path, "MODEL_TYPE_CONVERT", "Must be an object.")
        return
    yield from unknown_keys(value, _KNOWN, path)
    number = value.get("id")
    name = value.get("name")
    if number is not None:
        if not str(number).isdecimal() or int(number) not in known:
            yield problem((*path, "id"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    elif not isinstance(name, str) or _UNICODE.fullmatch(name) is None:
        yield problem((*path, "name"), "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")


def read_upload(image: object) -> tuple[str, bytes] | None:
    """Take a data URI apart: content type and bytes; None when it is none of a picture."""
    match = _UPLOAD.fullmatch(image) if isinstance(image, str) else None
    if match is None:
        return None
    try:
        data = base64.b64decode(match[2], validate=True)
    except binascii.Error:
        return None
    if not data.startswith(_MAGIC[match[1]]):
        return None
    return f"image/{match[1]}", data


def emoji_upload_problems(body: Json, taken: Collection[str]) -> Iterator[Problem]:
    """Check the upload of an application's emoji, or its renaming (no image)."""
    yield from unknown_keys(body, {"name", "image"}, ())
    name = body.get("name")
    if not isinstance(name, str) or _NAME.fullmatch(name) is None:
        yield problem(
            ("name",), "STRING_TYPE_REGEX", "2 to 32 letters, digits or underscores are needed."
        )
    elif name in taken:
        yield problem(
            ("name",), "APPLICATION_EMOJI_NAME_ALREADY_TAKEN", "An emoji has this name already."
        )
    if "image" in body and read_upload(body["image"]) is None:
        yield problem(("image",), "IMAGE_INVALID", "Not a data URI of a PNG, JPEG, GIF or WebP.")
