"""A person at their client: types commands, clicks, chooses, reads what they may read."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from bot.stand_in import permissions, typed
from bot.stand_in.errors import Refused
from bot.stand_in.events import MessageEvent
from bot.stand_in.mentions import called
from bot.stand_in.model import Channel, Message, User, walk
from bot.stand_in.shapes import SELECTS, ChannelType, InteractionType, Json, Part

if TYPE_CHECKING:
    from bot.stand_in.interactions import Interaction, Modal
    from bot.stand_in.world import World

_LINK = 5
_CHOSEN = (Part.RADIO_GROUP, Part.CHECKBOX_GROUP, *SELECTS)


class Person:
    """Someone at Discord. What their client would not let them do raises `Refused`."""

    def __init__(self, world: World, user: User) -> None:
        self._world = world
        self.user = user
        self._said: dict[int, float] = {}

    @property
    def id(self) -> int:
        """Give their id."""
        return self.user.id

    @property
    def name(self) -> str:
        """Give their name."""
        return self.user.name

    @property
    def mention(self) -> str:
        """Write their mention."""
        return self.user.mention

    @property
    def locale(self) -> str:
        """Give the language of their client."""
        return self.user.locale

    @locale.setter
    def locale(self, locale: str) -> None:
        self.user.locale = locale

    def __repr__(self) -> str:
        return f"<{self.name}>"

    # -- what they see -----------------------------------------------------------------------

    def sees_channel(self, channel: Channel) -> bool:
        """Tell whether they may look into a channel."""
        if channel.id not in self._world.channels:
            return False
        if channel.guild is None:
            return self.user in channel.recipients
        if not permissions.has(self.user, channel, "view_channel"):
            return False
        hidden = channel.type is ChannelType.PRIVATE_THREAD
        return not hidden or self.id in channel.thread_members

    def may_see(self, message: Message) -> bool:
        """Tell whether a message is on their screen."""
        if message.deleted or message.id not in message.channel.messages:
            return False
        if message.owner is not None and (message.owner is not self.user or message.dismissed):
            return False
        return self.sees_channel(message.channel)

    def sees(self, channel: Channel) -> list[Message]:
        """List the messages that they may see: the public ones and their own ephemeral ones."""
        found = (one for one in channel.messages.values() if self.may_see(one))
        return sorted(found, key=lambda one: one.id)

    def last(self, channel: Channel) -> Message:
        """Give the newest message that they may see; LookupError when there is none."""
        found = self.sees(channel)
        if not found:
            raise LookupError(f"{self.name} sees nothing in {channel.name}")
        return found[-1]

    def dismiss(self, message: Message) -> None:
        """Dismiss an ephemeral message; the bot is not told."""
        if message.owner is not self.user:
            raise Refused("only your own ephemeral messages can be dismissed")
        message.dismissed = True
        self._world.emit(MessageEvent("delete", message))

    # -- what they do -------------------------------------------------------------------------

    def _enter(self, channel: Channel, *, open_only: bool = True) -> None:
        if not self.sees_channel(channel):
            raise Refused("you cannot see this channel")
        if channel.guild is not None and channel.guild.unavailable:
            raise Refused("this server is unavailable")
        if open_only and channel.is_thread and channel.archived:
            raise Refused("this thread is archived")

    def say(self, channel: Channel, text: str) -> Message:
        """Write an ordinary message; it opens an archived thread that is not locked."""
        self._enter(channel, open_only=False)
        needed = "send_messages_in_threads" if channel.is_thread else "send_messages"
        if channel.guild is not None and not permissions.has(self.user, channel, needed):
            raise Refused("you may not write here")
        if channel.locked and not permissions.has(self.user, channel, "manage_threads"):
            raise Refused("this thread is locked")
        if not text.strip() or len(text) > 2000:
            raise Refused("a message has 1 to 2000 characters")
        wait = self._said.get(channel.id, 0.0) + channel.slow_mode - time.monotonic()
        if channel.slow_mode and wait > 0 and channel.id in self._said:
            raise Refused(f"slow mode: wait {wait:.0f} seconds")
        self._said[channel.id] = time.monotonic()
        if channel.archived:
            self._world.unarchive(channel)
        if channel.is_thread:
            channel.thread_members.setdefault(self.id, time.time())
        message = Message(self._world.ids.new(), channel, self.user, content=text.strip())
        who = called(message, self._world.users, None)
        message.mentions, message.mention_roles = who.users, who.roles
        message.mention_everyone = who.everyone
        self._world.add_message(message)
        return message

    async def command(self, channel: Channel, path: str, /, **options: object) -> Interaction:
        """Type a slash command (`"atout play"`) and wait for the first answer or the failure."""
        one = self.start_command(channel, path.split(), options)
        await one.answered.wait()
        return one

    def start_command(
        self, channel: Channel, path: Sequence[str], options: Mapping[str, object], nonce: str = ""
    ) -> Interaction:
        """Type a slash command, and do not wait."""
        self._enter(channel)
        told = typed.read(self._world, self.user, channel, path, options)
        return self._world.interactions.open(
            InteractionType.COMMAND, self.user, channel, told.data, nonce=nonce
        )

    async def autocomplete(
        self, channel: Channel, path: str, /, focused: str, value: str = "", **options: object
    ) -> Interaction:
        """Type into an option that the bot completes; the answer is in `choices`."""
        one = self.start_autocomplete(channel, path.split(), {**options, focused: value}, focused)
        await one.answered.wait()
        return one

    def start_autocomplete(
        self,
        channel: Channel,
        path: Sequence[str],
        options: Mapping[str, object],
        focused: str,
        nonce: str = "",
    ) -> Interaction:
        """Type into an option that the bot completes, and do not wait."""
        self._enter(channel)
        told = typed.read(self._world, self.user, channel, path, options, focused=focused)
        return self._world.interactions.open(
            InteractionType.AUTOCOMPLETE,
            self.user,
            channel,
            told.data,
            option_type=told.focused_type,
            nonce=nonce,
        )

    async def click(
        self, message: Message, *, custom_id: str | None = None, label: str | None = None
    ) -> Interaction:
        """Press a button, found by its custom_id or by its label (or emoji), and wait."""
        part = self._part(message, {Part.BUTTON}, custom_id, label)
        one = self.start_component(message, part["custom_id"])
        await one.answered.wait()
        return one

    async def choose(
        self,
        message: Message,
        values: Sequence[object] = (),
        *,
        custom_id: str | None = None,
        labels: Sequence[str] = (),
    ) -> Interaction:
        """Choose from a menu (the only one, or the one with this custom_id), and wait."""
        part = self._part(message, set(SELECTS), custom_id, None)
        chosen = [str(getattr(value, "id", value)) for value in values]
        for label in labels:
            found = [one["value"] for one in part.get("options", ()) if one["label"] == label]
            if not found:
                raise Refused(f"there is no option {label!r}")
            chosen += found[:1]
        one = self.start_component(message, part["custom_id"], chosen)
        await one.answered.wait()
        return one

    def _part(
        self, message: Message, kinds: set[Part], custom_id: str | None, label: str | None
    ) -> Json:
        if not self.may_see(message):
            raise Refused("this message is not on your screen")
        found = self._all(message, kinds)
        if custom_id is not None:
            found = [part for part in found if part.get("custom_id") == custom_id]
        if label is not None:
            found = [
                part
                for part in found
                if label in (part.get("label"), part.get("emoji", {}).get("name"))
            ]
        if not found or (custom_id is None and label is None and len(found) > 1):
            there = [str(one.get("label") or one["custom_id"]) for one in self._all(message, kinds)]
            raise Refused(f"no such control: {custom_id or label!r}; there are {there}")
        return found[0]

    @staticmethod
    def _all(message: Message, kinds: set[Part]) -> list[Json]:
        return [
            part
            for part in walk(message.components)
            if part["type"] in kinds and not (part.get("style") == _LINK and "url" in part)
        ]

    def start_component(
        self, message: Message, custom_id: str, values: Sequence[str] = (), nonce: str = ""
    ) -> Interaction:
        """Press a button or choose from a menu, and do not wait."""
        part = self._part(message, {Part.BUTTON, *SELECTS}, custom_id, None)
        self._enter(message.channel)
        if part.get("disabled"):
            raise Refused("this control is disabled")
        data: Json = {
            "custom_id": custom_id,
            "component_type": part["type"],
            "id": part["id"],
        }
        if part["type"] in SELECTS:
            data["values"] = self._chosen(part, list(values))
            if part["type"] != Part.STRING_SELECT:
                data["resolved"] = {}
        return self._world.interactions.open(
            InteractionType.COMPONENT,
            self.user,
            message.channel,
            data,
            source=message,
            nonce=nonce,
        )

    @staticmethod
    def _chosen(part: Json, values: list[str]) -> list[str]:
        if len(set(values)) != len(values):
            raise Refused("each value once")
        least = 1 if part.get("min_values") is None else part["min_values"]
        most = 1 if part.get("max_values") is None else part["max_values"]
        if part["type"] == Part.RADIO_GROUP:
            least = most = 1
        if part.get("required") is False and not values:
            return values
        if not least <= len(values) <= most:
            raise Refused(f"{least} to {most} values can be chosen")
        offered = [option["value"] for option in part.get("options", ())]
        if offered and not set(values) <= set(offered):
            raise Refused("that is not offered")
        return values

    async def submit(self, modal: Modal, fields: Mapping[str, object]) -> Interaction:
        """Fill in a form (by custom_id: a text, or a list of values), send it, and wait."""
        one = self.start_submit(modal, fields)
        await one.answered.wait()
        return one

    def start_submit(
        self, modal: Modal, fields: Mapping[str, object], nonce: str = ""
    ) -> Interaction:
        """Fill in a form and send it, and do not wait."""
        opener = modal.interaction
        if opener.user is not self.user or modal.submitted:
            raise Refused("this form is not open")
        self._enter(opener.channel)
        left = dict(fields)
        parts = [self._filled(part, left) for part in modal.components]
        if left:
            raise Refused(f"this form has no field {', '.join(left)}")
        modal.submitted = True
        return self._world.interactions.open(
            InteractionType.MODAL,
            self.user,
            opener.channel,
            {"custom_id": modal.custom_id, "components": parts},
            source=opener.source,
            trigger=opener,
            nonce=nonce,
        )

    def _filled(self, part: Json, left: dict[str, object]) -> Json:
        told: Json = {"type": part["type"], "id": part["id"]}
        if part["type"] == Part.ROW:
            told["components"] = [self._filled(inner, left) for inner in part["components"]]
        elif part["type"] == Part.LABEL:
            told["component"] = self._filled(part["component"], left)
        elif part["type"] in _CHOSEN:
            told["custom_id"] = part["custom_id"]
            default = [one["value"] for one in part.get("options", ()) if one.get("default")]
            given = left.pop(part["custom_id"], default)
            values = given if isinstance(given, list | tuple) else [given]
            chosen = self._chosen(part, [str(value) for value in values])
            if part["type"] == Part.RADIO_GROUP:
                told["value"] = chosen[0] if chosen else None
            else:
                told["values"] = chosen
        elif part["type"] == Part.CHECKBOX:
            told["custom_id"] = part["custom_id"]
            told["value"] = bool(left.pop(part["custom_id"], part.get("default", False)))
        elif part["type"] == Part.TEXT_INPUT:
            told["custom_id"] = part["custom_id"]
            text = left.pop(part["custom_id"], "") or part.get("value", "")
            told["value"] = self._written(part, str(text))
        return told

    @staticmethod
    def _written(part: Json, text: str) -> str:
        if not text and part.get("required") is False:
            return text
        least = max(part.get("min_length") or 0, 1 if part.get("required", True) else 0)
        most = part.get("max_length") or 4000
        if not least <= len(text) <= most:
            raise Refused(f"{part['custom_id']} takes {least} to {most} characters")
        return text
