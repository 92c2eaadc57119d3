"""Reading files of records: one record in a whole file, or one a line."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from bot.command_line import CannotDo
from bot.games.record import FORMAT, BadRecord, from_text

MOST: Final = 256 << 20
"""Bytes of records that are read at once."""

BOM = b"\xef\xbb\xbf"


def read(name: str) -> bytes:
    """Return what a file holds (``-``: standard input); raise CannotDo with a sentence."""
    try:
        if name == "-":
            data = sys.stdin.buffer.read(MOST + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST + 1)
        if len(data) > MOST:
            raise CannotDo(f"{name} holds more than {MOST >> 20} MiB: part it by lines")
        return data
    except OSError as error:
        raise CannotDo(f"cannot read {name}: {error.strerror or error}") from None
    except ValueError as error:
        raise CannotDo(f"cannot read {name!r}: {error}") from None


def records(data: bytes) -> Iterator[object | BadRecord]:
    """Yield each record of a file as JSON, and a BadRecord for each that is none.

    A file that is one JSON value is one record, however it is laid out; else each line that is not
    blank is one. Where a file begins as a record laid out over several lines and no line of it is
    a record, it is one broken record.
    """
    data = data.removeprefix(BOM)
    if not data.strip():
        yield BadRecord("empty")
        return
    whole = _value(data)
    lines = [line for line in data.split(b"\n") if line.strip()]
    if not isinstance(whole, BadRecord) or len(lines) == 1:
        yield whole
        return
    values = [_value(line) for line in lines]
    if lines[0].strip() == b"{" and not any(_is_record(value) for value in values):
        yield whole
        return
    yield from values


def _value(data: bytes) -> object | BadRecord:
    try:
        return from_text(data.decode("utf-8"))
    except UnicodeDecodeError:
        return BadRecord("not_utf8")
    except BadRecord as error:
        return error


def _is_record(value: object) -> bool:
    return isinstance(value, dict) and value.get("format") == FORMAT
