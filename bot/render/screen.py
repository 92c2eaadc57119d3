"""What a message shows, as a value: it can be compared, and turned into discord.py's objects.

Views are builders only: each is stopped before it is sent, so that nothing is kept in memory and a
button works after a restart (its custom_id is all there is to it).
"""

from __future__ import annotations

import io
from dataclasses import dataclass, field
from typing import Any, Final, Literal

import discord

Style = Literal["primary", "secondary", "success", "danger"]

STYLES: Final = {
    "primary": discord.ButtonStyle.primary,
    "secondary": discord.ButtonStyle.secondary,
    "success": discord.ButtonStyle.success,
    "danger": discord.ButtonStyle.danger,
}

MAX_ROWS: Final = 5
MAX_BUTTONS: Final = 5
MAX_OPTIONS: Final = 25

GREEN: Final = 0x1F8B4C
GOLD: Final = 0xC9A227
GREY: Final = 0x747F8D
RED: Final = 0xC0392B


@dataclass(frozen=True, slots=True)
class Button:
    """A button; ``custom_id`` is what comes back when it is pressed (1 to 100 characters)."""

    custom_id: str
    label: str
    style: Style = "secondary"
    emoji: str | None = None
    disabled: bool = False


@dataclass(frozen=True, slots=True)
class Option:
    """One line of a menu."""

    value: str
    label: str
    description: str | None = None
    emoji: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu of 1 to 25 options, of which ``low`` to ``high`` are chosen."""

    custom_id: str
    placeholder: str
    options: tuple[Option, ...]
    low: int = 1
    high: int = 1
    disabled: bool = False


Row = tuple[Button, ...] | Menu


@dataclass(frozen=True, slots=True)
class Picture:
    """A picture beside the embed, with the text that says the same.

    Two pictures of one name are one picture: the name is made of what it shows.
    """

    png: bytes = field(compare=False, repr=False)
    name: str
    alt: str = field(compare=False)


@dataclass(frozen=True, slots=True)
class Field:
    """A named part of an embed."""

    name: str
    value: str
    inline: bool = False


@dataclass(frozen=True, slots=True)
class Screen:
    """A whole message. ``content`` stands above the embed; only ``pinged`` people are notified."""

    title: str = ""
    text: str = ""
    fields: tuple[Field, ...] = ()
    footer: str = ""
    colour: int = GREEN
    rows: tuple[Row, ...] = ()
    content: str = ""
    pinged: tuple[int, ...] = ()
    picture: Picture | None = None

    def embed(self) -> discord.Embed | None:
        """Return the embed, cut to Discord's limits; None where there is nothing to put in it."""
        if not (self.title or self.text or self.fields):
            return None
        embed = discord.Embed(
            title=fit(self.title, 256) or None,
            description=fit(self.text, 4096) or None,
            colour=self.colour,
        )
        for part in self.fields[:25]:
            embed.add_field(
                name=fit(part.name, 256), value=fit(part.value, 1024), inline=part.inline
            )
        if self.footer:
            embed.set_footer(text=fit(self.footer, 2048))
        if self.picture is not None:
            embed.set_image(url=f"attachment://{self.picture.name}")
        return embed

    def view(self) -> discord.ui.View:
        """Return the rows as a stopped view; needs a running loop, as discord.py's views do."""
        view = discord.ui.View(timeout=None)
        for number, row in enumerate(self.rows[:MAX_ROWS]):
            if isinstance(row, Menu):
                view.add_item(_select(row, number))
            else:
                for button in row[:MAX_BUTTONS]:
                    view.add_item(_button(button, number))
        view.stop()
        return view

    def to_send(self) -> dict[str, Any]:
        """Return the arguments of discord.py's ``send`` and its kind."""
        args: dict[str, Any] = {"allowed_mentions": self.allowed_mentions()}
        if self.content:
            args["content"] = fit(self.content, 2000)
        embed = self.embed()
        if embed is not None:
            args["embed"] = embed
        if self.rows:
            args["view"] = self.view()
        if self.picture is not None:
            args["file"] = self.file()
        return args

    def to_edit(self, *, keep_picture: bool = False) -> dict[str, Any]:
        """Return the arguments of discord.py's ``edit`` and its kind: what is absent is removed.

        ``keep_picture``: the message has this picture already, and it is not sent again.
        """
        embed = self.embed()
        args: dict[str, Any] = {
            "content": fit(self.content, 2000) or None,
            "embed": embed,
            "view": self.view() if self.rows else None,
            "allowed_mentions": self.allowed_mentions(),
        }
        if self.picture is not None and keep_picture:
            return args
        if self.picture is not None:
            args["attachments"] = [self.file()]
        else:
            args["attachments"] = []
        return args

    def allowed_mentions(self) -> discord.AllowedMentions:
        """Return who may be notified: only the people named in ``pinged``."""
        return discord.AllowedMentions(
            everyone=False,
            roles=False,
            replied_user=False,
            users=[discord.Object(user) for user in self.pinged],
        )

    def file(self) -> discord.File:
        """Return the picture as a file to be sent; raise ValueError where there is none."""
        if self.picture is None:
            raise ValueError("this screen has no picture")
        return discord.File(
            Sendable(self.picture.png),
            filename=self.picture.name,
            description=fit(self.picture.alt, 1024),
        )


class Sendable(io.BytesIO):
    """Bytes to be sent, which go as soon as nobody holds them.

    discord.py keeps others from closing a file by a method put on the file itself, where it stays:
    the two would hold each other, and with them a picture, until garbage is looked for.
    """

    def __setattr__(self, name: str, value: object) -> None:
        if name != "close":
            super().__setattr__(name, value)

    def close(self) -> None:
        """Stay open: there is nothing to be closed."""


def in_rows(buttons: list[Button] | tuple[Button, ...]) -> tuple[tuple[Button, ...], ...]:
    """Return buttons five to a row."""
    return tuple(
        tuple(buttons[start : start + MAX_BUTTONS]) for start in range(0, len(buttons), MAX_BUTTONS)
    )


def fit(text: str, limit: int) -> str:
    """Return a text cut to so many characters."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def _button(button: Button, row: int) -> discord.ui.Button[discord.ui.View]:
    return discord.ui.Button(
        custom_id=button.custom_id,
        label=fit(button.label, 80),
        style=STYLES[button.style],
        emoji=button.emoji,
        disabled=button.disabled,
        row=row,
    )


def _select(menu: Menu, row: int) -> discord.ui.Select[discord.ui.View]:
    options = [
        discord.SelectOption(
            value=option.value,
            label=fit(option.label, 100),
            description=None if option.description is None else fit(option.description, 100),
            emoji=option.emoji,
            default=option.chosen,
        )
        for option in menu.options[:MAX_OPTIONS]
    ]
    return discord.ui.Select(
        custom_id=menu.custom_id,
        placeholder=fit(menu.placeholder, 150),
        options=options,
        min_values=menu.low,
        max_values=menu.high,
        disabled=menu.disabled,
        row=row,
    )
