"""Take a multipart body apart, byte for byte."""

from __future__ import annotations

import re

from bot.stand_in.errors import INVALID_FORM, DiscordError
from bot.stand_in.writing import Upload

_BOUNDARY = re.compile(r'boundary="?([^";]+)"?')
_NAME = re.compile(r'\bname="([^"]*)"')
_FILENAME = re.compile(r'\bfilename="([^"]*)"')


def split(raw: bytes, content_type: str) -> list[Upload]:
    """Give the parts of a `multipart/form-data` body."""
    match = _BOUNDARY.search(content_type)
    if match is None:
        raise DiscordError(INVALID_FORM)
    fence = b"\r\n--" + match[1].encode()
    parts = []
    for piece in (b"\r\n" + raw).split(fence)[1:]:
        if piece.startswith(b"--"):
            break
        head, _, data = piece.partition(b"\r\n\r\n")
        headers = head.decode("utf-8", "replace")
        name = _NAME.search(headers)
        if name is None:
            raise DiscordError(INVALID_FORM)
        filename = _FILENAME.search(headers)
        kind = re.search(r"(?i)content-type: *(\S+)", headers)
        parts.append(
            Upload(
                name[1],
                filename[1] if filename else "",
                data,
                kind[1] if kind else "",
            )
        )
    return parts
