"""Lines about what happens, for people or for machines: never a card, a token or a message's text.

A line knows which interaction, server and table it is about, wherever it is written from: they
are in the context of the task. Of an exception there are its kind and the places it passed; its
text may say what somebody holds.
"""

from __future__ import annotations

import contextlib
import json
import logging
import logging.handlers
import queue
import re
import sys
import time
from collections.abc import Iterator
from contextvars import ContextVar
from typing import Final, Literal, TextIO

from bot.traces import trace

Form = Literal["people", "json"]

_interaction: ContextVar[int | None] = ContextVar("interaction", default=None)
_server: ContextVar[int | None] = ContextVar("server", default=None)
_table: ContextVar[int | None] = ContextVar("table", default=None)

ABOUT: Final = {"interaction": _interaction, "server": _server, "table": _table}

_SECRETS: Final = (
    # The token of a bot; of an interaction or a webhook within an address.
    re.compile(r"[\w-]{17,}\.[\w-]{5,7}\.[\w-]{25,}"),
    re.compile(r"(?<=/)(?P<kind>interactions|webhooks)/(?P<id>\d+)/[^/\s?'\"]+"),
)


@contextlib.contextmanager
def about(
    *, interaction: int | None = None, server: int | None = None, table: int | None = None
) -> Iterator[None]:
    """Let every line from within say what it is about."""
    given = {"interaction": interaction, "server": server, "table": table}
    tokens = [(ABOUT[name], ABOUT[name].set(value)) for name, value in given.items() if value]
    try:
        yield
    finally:
        for variable, token in tokens:
            variable.reset(token)


def said(record: logging.LogRecord) -> str:
    """Return the text of a record with every secret taken out."""
    text = record.getMessage()
    if record.name == "asyncio":
        # The lines below the first quote the exception and the task with all it holds.
        text = text.partition("\n")[0]
    text = _SECRETS[0].sub("(token)", text)
    return _SECRETS[1].sub(r"\g<kind>/\g<id>/(token)", text)


class _Noting(logging.Filter):
    """Notes on each record, in the task it comes from, what it is about."""

    def filter(self, record: logging.LogRecord) -> bool:
        for name, variable in ABOUT.items():
            setattr(record, name, variable.get())
        return True


class _Handing(logging.handlers.QueueHandler):
    """Hands records over finished: nothing of an argument or an exception outlives the call."""

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        error = record.exc_info[1] if record.exc_info else None
        handed = logging.makeLogRecord({**record.__dict__, "exc_info": None, "stack_info": None})
        handed.msg, handed.args = said(record), None
        handed.exc_text = trace(error) if error is not None else None
        return handed


class JsonLines(logging.Formatter):
    """One JSON object a line."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as JSON, its moment in UTC."""
        whole = time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(record.created))
        line: dict[str, object] = {
            "at": f"{whole}.{int(record.msecs):03d}Z",
            "level": record.levelname,
            "from": record.name,
            "text": record.getMessage(),
        }
        for name in ABOUT:
            value = getattr(record, name, None)
            if value is not None:
                # As text: programs that read numbers as floats would round Discord's ids.
                line[name] = value if name == "table" else str(value)
        if record.exc_text:
            line["error"] = record.exc_text
        return json.dumps(line, ensure_ascii=False)


class ForPeople(logging.Formatter):
    """One line that a person reads in a terminal or a journal."""

    def format(self, record: logging.LogRecord) -> str:
        """Return a record as a line."""
        moment = time.strftime("%H:%M:%S", time.localtime(record.created))
        known = [(name, getattr(record, name, None)) for name in ABOUT]
        facts = " ".join(f"{name}={value}" for name, value in known if value is not None)
        parts = [moment, f"{record.levelname:7}", f"{record.name}:", record.getMessage()]
        if facts:
            parts.append(f"[{facts}]")
        if record.exc_text:
            parts.append(f"({record.exc_text})")
        return " ".join(part.replace("\n", " ") for part in parts)


@contextlib.contextmanager
def logging_to(
    stream: TextIO | None = None, form: Form = "people", level: str = "INFO"
) -> Iterator[None]:
    """Write all lines to a stream (None: standard output) from a thread of their own.

    A reader that is slow or gone never holds up the event loop.
    """
    lines: queue.SimpleQueue[logging.LogRecord] = queue.SimpleQueue()
    handing = _Handing(lines)
    handing.addFilter(_Noting())
    writing = logging.StreamHandler(sys.stdout if stream is None else stream)
    writing.setFormatter(JsonLines() if form == "json" else ForPeople())
    listener = logging.handlers.QueueListener(lines, writing)
    root = logging.getLogger()
    before = root.level
    quiet = logging.getLogger("discord")
    quiet_before = quiet.level
    root.setLevel(level)
    root.addHandler(handing)
    quiet.setLevel(max(logging.WARNING, root.level))
    listener.start()
    try:
        yield
    finally:
        root.removeHandler(handing)
        root.setLevel(before)
        quiet.setLevel(quiet_before)
        listener.stop()
        handing.close()
