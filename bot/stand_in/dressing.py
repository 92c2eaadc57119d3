"""Turn embeds and components as sent into embeds and components as Discord gives them back."""

from __future__ import annotations

from collections.abc import Callable

from bot.stand_in.model import Attachment
from bot.stand_in.shapes import SELECTS, Json, Part
from bot.stand_in.snowflakes import Snowflakes

Find = Callable[[str], Attachment | None]
"""Find the message's file that an `attachment://` address names."""


def _media(address: str, find: Find, ids: Snowflakes) -> Json:
    media: Json = {"id": str(ids.new()), "url": address, "proxy_url": address}
    if address.startswith("attachment://"):
        file = find(address.removeprefix("attachment://"))
        if file is not None:
            media |= {
                "url": file.url,
                "proxy_url": file.url,
                "content_type": file.content_type,
                "width": file.width,
                "height": file.height,
                "attachment_id": str(file.id),
            }
    return media


def _picture(given: Json, find: Find) -> Json:
    address = str(given.get("url") or "")
    picture: Json = {"url": address, "proxy_url": address}
    if address.startswith("attachment://"):
        file = find(address.removeprefix("attachment://"))
        if file is not None:
            picture = {"url": file.url, "proxy_url": file.url, "content_type": file.content_type}
            if file.width is not None and file.height is not None:
                picture |= {"width": file.width, "height": file.height}
            if file.description is not None:
                picture["description"] = file.description
    return picture


def dress_embed(embed: Json, find: Find) -> Json:
    """Write an embed as Discord gives it back."""
    body: Json = {"type": "rich"}
    for key in ("title", "description", "url", "color", "timestamp"):
        if embed.get(key) is not None:
            body[key] = embed[key]
    if embed.get("fields"):
        body["fields"] = [
            {
                "name": entry["name"],
                "value": entry["value"],
                "inline": bool(entry.get("inline")),
            }
            for entry in embed["fields"]
        ]
    for key in ("image", "thumbnail"):
        if embed.get(key) and embed[key].get("url"):
            body[key] = _picture(embed[key], find)
    for key in ("author", "footer"):
        given = embed.get(key)
        if given:
            body[key] = {
                name: value
                for name, value in given.items()
                if value is not None and name in ("name", "text", "url", "icon_url")
            }
            icon = body[key].get("icon_url")
            if icon is not None and icon.startswith("attachment://"):
                file = find(icon.removeprefix("attachment://"))
                body[key]["icon_url"] = file.url if file else icon
    return body


class Dresser:
    """Number a message's components as Discord does, and fill in what it fills in."""

    def __init__(self, components: list[Json], find: Find, ids: Snowflakes) -> None:
        self._find = find
        self._ids = ids
        self._taken = set(_numbers(components))
        self._next = 1

    def _number(self, given: object) -> int:
        if isinstance(given, int) and given > 0:
            return given
        while self._next in self._taken:
            self._next += 1
        self._taken.add(self._next)
        return self._next

    def dress(self, part: Json) -> Json:
        """Write a component, and those within it, as Discord gives it back."""
        kind = part["type"]
        body: Json = {
            key: value for key, value in part.items() if value is not None and key != "id"
        }
        body["id"] = self._number(part.get("id"))
        if "emoji" in body:
            body["emoji"] = _emoji(body["emoji"])
        if kind in SELECTS:
            body["min_values"] = 1 if part.get("min_values") is None else part["min_values"]
            body["max_values"] = 1 if part.get("max_values") is None else part["max_values"]
        if kind == Part.STRING_SELECT:
            body["options"] = [_option(option) for option in part["options"]]
        elif kind == Part.CONTAINER:
            body.setdefault("accent_color", None)
            body["spoiler"] = bool(part.get("spoiler"))
        elif kind == Part.SEPARATOR:
            body["spacing"] = part.get("spacing") or 1
            body["divider"] = part.get("divider") is not False
        elif kind in (Part.THUMBNAIL, Part.GALLERY, Part.FILE):
            self._dress_media(part, body)
        if "components" in body:
            body["components"] = [self.dress(inner) for inner in part["components"]]
        if kind == Part.SECTION:
            body["accessory"] = self.dress(part["accessory"])
        return body

    def _dress_media(self, part: Json, body: Json) -> None:
        kind = part["type"]
        if kind == Part.GALLERY:
            body["items"] = [
                {
                    "media": _media(item["media"]["url"], self._find, self._ids),
                    "description": item.get("description"),
                    "spoiler": bool(item.get("spoiler")),
                }
                for item in part["items"]
            ]
            return
        body["spoiler"] = bool(part.get("spoiler"))
        if kind == Part.THUMBNAIL:
            body["media"] = _media(part["media"]["url"], self._find, self._ids)
            body["description"] = part.get("description")
            return
        address = part["file"]["url"]
        file = self._find(address.removeprefix("attachment://"))
        body["file"] = _media(address, self._find, self._ids)
        body["name"] = file.filename if file else None
        body["size"] = file.size if file else None


def _numbers(components: list[Json]) -> list[int]:
    found: list[int] = []
    for part in components:
        if part.get("id"):
            found.append(part["id"])
        inner = [*part.get("components", ()), *([part["accessory"]] if "accessory" in part else ())]
        found += _numbers(inner)
    return found


def _emoji(emoji: Json) -> Json:
    if emoji.get("id") is None:
        return {"name": emoji["name"]}
    body: Json = {"id": str(emoji["id"]), "name": emoji.get("name") or "_"}
    if emoji.get("animated"):
        body["animated"] = True
    return body


def _option(option: Json) -> Json:
    if "emoji" not in option and None not in option.values():
        return dict(option)
    body: Json = {key: value for key, value in option.items() if value is not None}
    if "emoji" in body:
        body["emoji"] = _emoji(body["emoji"])
    return body


def dress_modal(data: Json) -> Json:
    """Number a modal's components as Discord does."""
    count = 0

    def numbered(part: Json) -> Json:
        nonlocal count
        count += 1
        body: Json = {key: value for key, value in part.items() if value is not None}
        body["id"] = part.get("id") or count
        if "components" in part:
            body["components"] = [numbered(inner) for inner in part["components"]]
        if "component" in part:
            body["component"] = numbered(part["component"])
        return body

    return {
        "custom_id": data["custom_id"],
        "title": data["title"],
        "components": [numbered(part) for part in data["components"]],
    }
