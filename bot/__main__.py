"""The command line: ``python -m bot COMMAND …``, or ``atout COMMAND …`` once installed."""

from __future__ import annotations

import sys

from bot.command_line import main

__all__ = ["main"]

if __name__ == "__main__":
    sys.exit(main())
