"""Plots where they say it better: the race of a match, a rating over time.

Drawing takes tens of milliseconds: call it away from the event loop. Lines differ by marker and
dash as well as by colour, and the sizes are those of a phone's screen.
"""

from __future__ import annotations

import io
import threading
from collections.abc import Sequence
from typing import Final

from bot.render.screen import Picture
from bot.render.tell import Tell

_INK: Final = "#2b2d31"
_PAPER: Final = "#ffffff"
_COLOURS: Final = ("#0072b2", "#d55e00", "#009e73")
_MARKERS: Final = ("o", "s", "^")
_DASHES: Final = ("-", "--", "-.")
_SIZE: Final = (6.4, 4.0)
_DPI: Final = 125

_ONE_AT_A_TIME: Final = threading.Lock()
"""matplotlib's font cache is shared, and is not made for several threads."""

MOST_IN_WORDS: Final = 30
"""How many figures of a series the alternative text reads out."""


def race(
    series: Sequence[Sequence[int]], names: Sequence[str], told: Tell, *, target: int | None = None
) -> Picture:
    """Return the totals after each deal, a line for each side, and the target if there is one."""
    title = told.text("plot.race")
    alt = "; ".join(
        f"{name}: {', '.join(str(total) for total in line[-MOST_IN_WORDS:])}"
        for name, line in zip(names, series, strict=True)
    )
    png = _drawn(
        series,
        names,
        title=title,
        across=told.text("plot.deals"),
        up=told.text("plot.points"),
        target=target,
    )
    return Picture(png, "race.png", f"{title}. {alt}"[:1024])


def rating(ratings: Sequence[float], name: str, told: Tell) -> Picture:
    """Return how a rating moved from match to match."""
    title = told.text("plot.rating", name=name)
    figures = ", ".join(f"{one:.0f}" for one in ratings[-MOST_IN_WORDS:])
    png = _drawn(
        [ratings],
        [name],
        title=title,
        across=told.text("plot.matches"),
        up=told.text("plot.points_rating"),
        first=1,
    )
    return Picture(png, "rating.png", f"{title}: {figures}"[:1024])


def _drawn(
    series: Sequence[Sequence[float]],
    names: Sequence[str],
    *,
    title: str,
    across: str,
    up: str,
    target: int | None = None,
    first: int = 0,
) -> bytes:
    # Loaded when the first plot is asked for: most of a bot's life has none.
    from matplotlib.figure import Figure
    from matplotlib.ticker import MaxNLocator

    with _ONE_AT_A_TIME:
        figure = Figure(figsize=_SIZE, dpi=_DPI, facecolor=_PAPER, layout="constrained")
        axes = figure.add_subplot()
        for number, (line, name) in enumerate(zip(series, names, strict=True)):
            style = number % len(_COLOURS)
            axes.plot(
                range(first, first + len(line)),
                list(line),
                color=_COLOURS[style],
                linestyle=_DASHES[style],
                marker=_MARKERS[style] if len(line) <= MOST_IN_WORDS else "",
                linewidth=2.5,
                label=_plain(name),
            )
        if target is not None:
            axes.axhline(target, color=_INK, linewidth=1, linestyle=":")
        axes.set_title(_plain(title), fontsize=15, color=_INK)
        axes.set_xlabel(across, fontsize=12, color=_INK)
        axes.set_ylabel(up, fontsize=12, color=_INK)
        axes.tick_params(labelsize=12, colors=_INK)
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
        axes.grid(visible=True, alpha=0.3)
        if len(names) > 1:
            axes.legend(fontsize=12, loc="best")
        out = io.BytesIO()
        figure.savefig(out, format="png")
    return out.getvalue()


def _plain(text: str) -> str:
    """Return a name that the plot takes as it is: no formulas, no signs that its font lacks."""
    shown = "".join(one if one.isprintable() and ord(one) < 0x2500 else "·" for one in text)
    return shown.replace("$", r"\$")[:60]
