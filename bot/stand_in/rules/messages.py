"""What a message may be made of."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass, field

from bot.stand_in.errors import Problem
from bot.stand_in.rules.checks import (
    REQUIRED,
    Path,
    as_list,
    as_object,
    lists,
    objects,
    problem,
    text,
    unknown_keys,
)
from bot.stand_in.rules.components import Tally, component_problems
from bot.stand_in.shapes import NO_FLAGS, Json, MessageFlag

_KEYS = frozenset(
    [
        "content",
        "embeds",
        "components",
        "flags",
        "attachments",
        "allowed_mentions",
        "tts",
        "nonce",
        "enforce_nonce",
        "message_reference",
        "sticker_ids",
        "poll",
        "username",
        "avatar_url",
        "thread_name",
        "applied_tags",
    ]
)
_EMBED_KEYS = frozenset(
    [
        "type",
        "url",
        "title",
        "color",
        "timestamp",
        "description",
        "author",
        "image",
        "thumbnail",
        "footer",
        "fields",
        "provider",
        "video",
        "flags",
    ]
)
_MENTION_KEYS = frozenset({"parse", "users", "roles", "replied_user"})
_ATTACHMENT_KEYS = frozenset(
    [
        "id",
        "filename",
        "description",
        "size",
        "url",
        "proxy_url",
        "content_type",
        "width",
        "height",
        "duration_secs",
        "waveform",
        "title",
        "is_spoiler",
        "is_remix",
        "ephemeral",
        "flags",
        "spoiler",
        "placeholder",
        "placeholder_version",
    ]
)
_ALWAYS = (
    MessageFlag.SUPPRESS_EMBEDS | MessageFlag.SUPPRESS_NOTIFICATIONS | MessageFlag.COMPONENTS_V2
)
MOST_CONTENT = 2000
MOST_EMBEDS = 10
MOST_EMBED_LETTERS = 6000


@dataclass(slots=True)
class Draft:
    """What a message would be once a body is applied to it."""

    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    files: list[str] = field(default_factory=list)
    flags: MessageFlag = NO_FLAGS
    more: bool = False
    """Whether it holds a poll or stickers."""


def message_problems(
    body: Json,
    *,
    v2: bool,
    emojis: Collection[int] = (),
    files: Collection[str] = (),
    through_interaction: bool = False,
) -> Iterator[Problem]:
    """Check a message's body as it was sent; `v2`: the message will be made of components."""
    yield from unknown_keys(body, _KEYS, ())
    yield from text(body, "content", (), MOST_CONTENT)
    yield from embeds_problems(body)
    yield from component_problems(body, Tally(v2, emojis, files))
    yield from _flag_problems(body, through_interaction)
    yield from _mention_problems(body)
    yield from lists(body, "attachments", ())
    for index, attachment in objects(body, "attachments"):
        yield from unknown_keys(attachment, _ATTACHMENT_KEYS, ("attachments", index))


def draft_problems(draft: Draft) -> Iterator[Problem]:
    """Check the message that a body leads to: what excludes what."""
    if not draft.flags & MessageFlag.COMPONENTS_V2:
        return
    sentence = "Cannot be used when the message is made of components (IS_COMPONENTS_V2)."
    for key, there in (
        ("content", bool(draft.content)),
        ("embeds", bool(draft.embeds)),
        ("poll", draft.more),
    ):
        if there:
            yield problem((key,), "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2", sentence)
    if not draft.components:
        yield problem(("components",), "BASE_TYPE_REQUIRED", REQUIRED)


def is_empty(draft: Draft) -> bool:
    """Tell whether there is nothing in a message (Discord: 50006)."""
    return not (
        draft.content.strip() or draft.embeds or draft.components or draft.files or draft.more
    )


def embeds_problems(body: Json) -> Iterator[Problem]:
    """Check the embeds, each and together."""
    yield from lists(body, "embeds", ())
    if len(as_list(body.get("embeds"))) > MOST_EMBEDS:
        yield problem(
            ("embeds",), "BASE_TYPE_MAX_LENGTH", f"Must be {MOST_EMBEDS} or fewer in length."
        )
    letters = 0
    for index, embed in objects(body, "embeds"):
        yield from _embed_problems(embed, ("embeds", index))
        letters += embed_letters(embed)
    if letters > MOST_EMBED_LETTERS:
        yield problem(
            ("embeds",),
            "MAX_EMBED_SIZE_EXCEEDED",
            f"Embed size exceeds maximum size of {MOST_EMBED_LETTERS}: it is {letters}.",
        )


def embed_letters(embed: Json) -> int:
    """Count the characters of an embed that Discord counts."""
    total = len(str(embed.get("title") or "")) + len(str(embed.get("description") or ""))
    for key, inner in (("footer", "text"), ("author", "name")):
        part = as_object(embed.get(key))
        total += len(str(part.get(inner) or "")) if part else 0
    for _, entry in objects(embed, "fields"):
        total += len(str(entry.get("name") or "")) + len(str(entry.get("value") or ""))
    return total


def _embed_problems(embed: Json, path: Path) -> Iterator[Problem]:
    yield from unknown_keys(embed, _EMBED_KEYS, path)
    yield from text(embed, "title", path, 256)
    yield from text(embed, "description", path, 4096)
    for key, inner, longest in (("footer", "text", 2048), ("author", "name", 256)):
        part = as_object(embed.get(key))
        if part is not None:
            yield from text(part, inner, (*path, key), longest, required=True)
    yield from lists(embed, "fields", path)
    if len(as_list(embed.get("fields"))) > 25:
        yield problem((*path, "fields"), "BASE_TYPE_MAX_LENGTH", "Must be 25 or fewer in length.")
    for index, entry in objects(embed, "fields"):
        here = (*path, "fields", index)
        yield from unknown_keys(entry, {"name", "value", "inline"}, here)
        yield from text(entry, "name", here, 256, required=True)
        yield from text(entry, "value", here, 1024, required=True)
    for key in ("image", "thumbnail"):
        part = as_object(embed.get(key))
        address = str(part.get("url") or "") if part else ""
        if address and not address.startswith(("http://", "https://", "attachment://")):
            yield problem(
                (*path, key, "url"),
                "URL_TYPE_INVALID_SCHEME",
                "Scheme must be one of ('http', 'https', 'attachment').",
            )
    shown = ("title", "description", "image", "thumbnail", "author", "footer", "fields")
    if not any(embed.get(key) for key in shown):
        yield problem((*path, "description"), "BASE_TYPE_REQUIRED", REQUIRED)


def _flag_problems(body: Json, through_interaction: bool) -> Iterator[Problem]:
    flags = body.get("flags")
    if flags is None:
        return
    if not isinstance(flags, int) or isinstance(flags, bool):
        yield problem(("flags",), "NUMBER_TYPE_COERCE", "Must be a whole number.")
        return
    allowed = _ALWAYS | (MessageFlag.EPHEMERAL if through_interaction else NO_FLAGS)
    if flags & ~int(allowed):
        yield problem(("flags",), "MESSAGE_FLAGS_INVALID", "These flags cannot be set here.")


def _mention_problems(body: Json) -> Iterator[Problem]:
    mentions = body.get("allowed_mentions")
    if mentions is None:
        return
    path: Path = ("allowed_mentions",)
    if not isinstance(mentions, dict):
        yield problem(path, "MODEL_TYPE_CONVERT", "Must be an object.")
        return
    yield from unknown_keys(mentions, _MENTION_KEYS, path)
    parse = as_list(mentions.get("parse"))
    for index, kind in enumerate(parse):
        if kind not in ("users", "roles", "everyone"):
            yield problem(
                (*path, "parse", index), "BASE_TYPE_CHOICES", "users, roles or everyone is needed."
            )
    for kind in ("users", "roles"):
        listed = as_list(mentions.get(kind))
        if len(listed) > 100:
            yield problem((*path, kind), "BASE_TYPE_MAX_LENGTH", "Must be 100 or fewer in length.")
        if kind in parse and listed:
            yield problem(
                path,
                "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE",
                f"parse:[{kind!r}] and {kind}: [ids...] are mutually exclusive.",
            )
