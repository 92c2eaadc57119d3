"""Write and rewrite messages from the bodies of requests."""

from __future__ import annotations

import re
import struct
import time
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from bot.stand_in import rules
from bot.stand_in.dressing import Dresser, dress_embed
from bot.stand_in.errors import EMPTY_MESSAGE, TOO_LARGE, DiscordError, Invalid
from bot.stand_in.mentions import called
from bot.stand_in.model import Attachment, Message
from bot.stand_in.rules import Draft
from bot.stand_in.rules.messages import is_empty
from bot.stand_in.shapes import Json, MessageFlag
from bot.stand_in.world import World

_PNG = b"\x89PNG\r\n\x1a\n"
_UNSAFE = re.compile(r"[^\w.-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Upload:
    """A file of a multipart body; `field` is its part's name, `files[0]`."""

    field: str
    filename: str
    data: bytes
    content_type: str

    @property
    def index(self) -> str:
        """Give the number by which `attachments` refers to it."""
        return self.field.removeprefix("files[").removesuffix("]")


@dataclass(frozen=True, slots=True)
class Body:
    """What a request says of a message."""

    data: Json
    uploads: tuple[Upload, ...] = ()


def _flags(body: Json, old: Message | None) -> MessageFlag:
    given = body.get("flags")
    flags = MessageFlag(given if isinstance(given, int) and given >= 0 else 0)
    if old is None:
        return flags
    kept = old.flags
    if given is not None:
        kept &= ~MessageFlag.SUPPRESS_EMBEDS
        kept |= flags & (MessageFlag.SUPPRESS_EMBEDS | MessageFlag.COMPONENTS_V2)
    return kept


def check(world: World, body: Body, *, old: Message | None, through_interaction: bool) -> None:
    """Raise what is wrong with a body for a new message, or for a change of an old one."""
    data = body.data
    flags = _flags(data, old)
    files = _file_names(data, body.uploads, old)
    known = world.emojis.keys()
    problems = list(
        rules.message_problems(
            data,
            v2=bool(flags & MessageFlag.COMPONENTS_V2),
            emojis=known,
            files=files,
            through_interaction=through_interaction,
        )
    )
    if problems:
        raise Invalid(problems)
    if sum(len(upload.data) for upload in body.uploads) > world.limits.attachment_size:
        raise DiscordError(TOO_LARGE)

    def merged(key: str, before: list[Json]) -> list[Json]:
        return list(data.get(key) or ()) if key in data else before

    draft = Draft(
        content=str(data.get("content") or "") if "content" in data else old.content if old else "",
        embeds=merged("embeds", old.embeds if old else []),
        components=merged("components", old.components if old else []),
        files=files,
        flags=flags,
        more=bool(data.get("poll") or data.get("sticker_ids")),
    )
    problems = list(rules.draft_problems(draft))
    if problems:
        raise Invalid(problems)
    if is_empty(draft):
        raise Invalid((), EMPTY_MESSAGE)


def _kept(data: Json, old: Message | None) -> list[Attachment]:
    if old is None:
        return []
    if data.get("attachments") is None:
        return list(old.attachments)
    named = {str(one.get("id")) for one in data["attachments"]}
    return [one for one in old.attachments if str(one.id) in named]


def _file_names(data: Json, uploads: Iterable[Upload], old: Message | None) -> list[str]:
    listed = data.get("attachments")
    if listed is not None and not (
        isinstance(listed, list) and all(isinstance(one, dict) for one in listed)
    ):
        return []
    return [one.filename for one in _kept(data, old)] + [
        clean_name(_filename(data, upload)) for upload in uploads
    ]


def _entry(data: Json, upload: Upload) -> Json:
    for one in data.get("attachments") or ():
        if str(one.get("id")) == upload.index:
            return dict(one)
    return {}


def _filename(data: Json, upload: Upload) -> str:
    return str(_entry(data, upload).get("filename") or upload.filename)


def clean_name(name: str) -> str:
    """Write a file's name as Discord does: nothing but letters, digits, and ._-."""
    return _UNSAFE.sub("_", name) or "file"


def _attach(world: World, message: Message, body: Body) -> list[Attachment]:
    attached = _kept(body.data, message)
    for upload in body.uploads:
        name = clean_name(_filename(body.data, upload))
        one = world.new_attachment(message.channel, name, upload.data, guess_type(upload.data))
        description = _entry(body.data, upload).get("description")
        one.description = None if description is None else str(description)
        if upload.data.startswith(_PNG) and len(upload.data) >= 24:
            one.width, one.height = struct.unpack(">II", upload.data[16:24])
        world.keep_file(one)
        attached.append(one)
    return attached


def guess_type(data: bytes) -> str:
    """Guess a file's type by its first bytes."""
    for magic, name in (
        (_PNG, "image/png"),
        (b"\xff\xd8\xff", "image/jpeg"),
        (b"GIF8", "image/gif"),
        (b"%PDF", "application/pdf"),
    ):
        if data.startswith(magic):
            return name
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    try:
        data.decode()
    except UnicodeDecodeError:
        return "application/octet-stream"
    return "text/plain; charset=utf-8"


def _find(files: dict[str, Attachment], used: set[int], name: str) -> Attachment | None:
    file = files.get(name)
    if file is not None:
        used.add(file.id)
    return file


def write(world: World, message: Message, body: Body, *, old: bool) -> None:
    """Put a checked body into a message; whom it calls is worked out anew."""
    data = body.data
    message.flags = (
        _flags(data, message) if old else _flags(data, None) | message.flags & MessageFlag.EPHEMERAL
    )
    before = list(message.attachments)
    if not old or "attachments" in data or body.uploads:
        message.attachments = _attach(world, message, body)
        world.drop_files(one for one in before if one not in message.attachments)
    by_name = {one.filename: one for one in message.attachments}
    if "content" in data:
        message.content = str(data["content"] or "").strip()
    if "embeds" in data:
        message.in_embeds = set()
        find = partial(_find, by_name, message.in_embeds)
        message.embeds = [dress_embed(one, find) for one in data["embeds"] or ()]
    if "components" in data:
        parts = data["components"] or []
        message.in_parts = set()
        dresser = Dresser(parts, partial(_find, by_name, message.in_parts), world.ids)
        message.components = [dresser.dress(part) for part in parts]
    who = called(message, world.users, data.get("allowed_mentions"))
    message.mentions, message.mention_roles = who.users, who.roles
    message.mention_everyone = who.everyone
    message.touch()


def edit(world: World, message: Message, body: Body, *, through_interaction: bool) -> None:
    """Check a body, change a message by it and tell everybody."""
    check(world, body, old=message, through_interaction=through_interaction)
    write(world, message, body, old=True)
    message.edited = time.time()
    world.change_message(message)
