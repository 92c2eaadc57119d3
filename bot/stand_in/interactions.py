"""Carry an interaction from the person to the bot and back, with its deadlines."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Literal

from bot.stand_in import permissions, rules, writing
from bot.stand_in.dressing import dress_modal
from bot.stand_in.errors import (
    ALREADY_ACKNOWLEDGED,
    INVALID_WEBHOOK_TOKEN,
    UNKNOWN_INTERACTION,
    UNKNOWN_MESSAGE,
    UNKNOWN_WEBHOOK,
    DiscordError,
    Invalid,
    Problem,
)
from bot.stand_in.events import InteractionEvent
from bot.stand_in.model import Channel, Guild, Message, User
from bot.stand_in.payloads import channel_json, member_json, message_json, user_json
from bot.stand_in.shapes import NO_FLAGS, Callback, InteractionType, Json, MessageFlag, MessageType
from bot.stand_in.world import World
from bot.stand_in.writing import Body

NO_ANSWER = "The application did not respond"
FAILED = "This interaction failed"
_KEPT = 20_000
_TO_COMPONENTS = (Callback.DEFERRED_UPDATE, Callback.UPDATE)


@dataclass(slots=True, eq=False)
class Modal:
    """A form that the bot opened for a person."""

    interaction: Interaction
    custom_id: str
    title: str
    components: list[Json]
    submitted: bool = False


@dataclass(frozen=True, slots=True)
class Deferral:
    """The bot asked for time; `update`: it will change the message that was clicked."""

    update: bool
    ephemeral: bool


Response = Message | Modal | Deferral | list[Json]


@dataclass(slots=True, eq=False)
class Interaction:
    """Something that a person did, and how the bot answered.

    `response` is the first answer: a message (new or changed), a deferral, a modal, choices.
    `error` is what the person reads when it failed. Seconds in `acknowledged_after`.
    """

    id: int
    token: str
    type: InteractionType
    user: User
    channel: Channel
    source: Message | None
    opened: float
    data: Json
    option_type: int = 0
    trigger: Interaction | None = None
    nonce: str = ""
    callback: Callback | None = None
    response: Response | None = None
    error: str | None = None
    acknowledged_after: float | None = None
    message: Message | None = None
    """What `@original` is: the message that answered, or the one that was clicked."""
    followups: list[Message] = field(default_factory=list)
    timer: asyncio.TimerHandle | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def guild(self) -> Guild | None:
        """Give the server in which it was done."""
        return self.channel.guild

    @property
    def is_open(self) -> bool:
        """Tell whether it waits for its first answer."""
        return self.callback is None and self.error is None

    @property
    def modal(self) -> Modal | None:
        """Give the form that answered, if one did."""
        return self.response if isinstance(self.response, Modal) else None

    @property
    def choices(self) -> list[Json]:
        """Give the choices that answered, if some did."""
        return self.response if isinstance(self.response, list) else []

    @property
    def ephemeral(self) -> bool:
        """Tell whether only this person may see the answer."""
        if isinstance(self.response, Deferral):
            return self.response.ephemeral
        return self.message is not None and self.message.ephemeral

    @property
    def messages(self) -> list[Message]:
        """List the messages that answered: the first one, then what followed."""
        return [*([self.message] if self.message else []), *self.followups]

    def __repr__(self) -> str:
        return f"<interaction {self.id} {self.type.name} of {self.user.name}>"


class Interactions:
    """Hold the interactions of the last quarter of an hour, by id and by token."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._by_id: OrderedDict[int, Interaction] = OrderedDict()
        self._by_token: dict[str, Interaction] = {}
        self.waiting: set[Interaction] = set()
        self.deliver: Callable[[Json, Guild | None], bool] = lambda payload, guild: False
        """Sends a payload to the bot; False when no session is there to take it."""

    # -- from the person -------------------------------------------------------------------

    def open(
        self,
        type: InteractionType,  # Discord's word for it
        user: User,
        channel: Channel,
        data: Json,
        *,
        source: Message | None = None,
        option_type: int = 0,
        trigger: Interaction | None = None,
        nonce: str = "",
    ) -> Interaction:
        """Send the bot what a person did; the interaction fails at once when nobody listens."""
        one = Interaction(
            self._world.ids.new(),
            secrets.token_urlsafe(48),
            type,
            user,
            channel,
            source,
            self._world.clock(),
            data,
            option_type=option_type,
            trigger=trigger,
            nonce=nonce,
        )
        self._by_id[one.id] = one
        self._by_token[one.token] = one
        self._prune()
        self.waiting.add(one)
        self._world.emit(InteractionEvent("opened", one))
        absent = one.guild is not None and self._world.bot.id not in one.guild.members
        if not absent and self.deliver(self._payload(one), one.guild):
            loop = asyncio.get_running_loop()
            one.timer = loop.call_later(self._world.limits.ack_deadline, self._fail, one)
        else:
            self._fail(one)
        return one

    def _prune(self) -> None:
        while len(self._by_id) > _KEPT:
            _, oldest = self._by_id.popitem(last=False)
            self._by_token.pop(oldest.token, None)

    def _fail(self, one: Interaction) -> None:
        if not one.is_open:
            return
        command = one.type in (InteractionType.COMMAND, InteractionType.AUTOCOMPLETE)
        one.error = NO_ANSWER if command else FAILED
        self._close(one, "failed")

    def _close(self, one: Interaction, how: Literal["acknowledged", "failed"]) -> None:
        if one.timer is not None:
            one.timer.cancel()
            one.timer = None
        self.waiting.discard(one)
        one.answered.set()
        self._world.emit(InteractionEvent(how, one))

    def _payload(self, one: Interaction) -> Json:
        world, bot = self._world, self._world.bot
        body: Json = {
            "id": str(one.id),
            "application_id": str(bot.id),
            "type": int(one.type),
            "token": one.token,
            "version": 1,
            "data": one.data,
            "channel_id": str(one.channel.id),
            "channel": channel_json(one.channel, one.user),
            "app_permissions": str(permissions.of(bot, one.channel)),
            "locale": one.user.locale,
            "entitlements": [],
            "entitlement_sku_ids": [],
            "authorizing_integration_owners": self._owners(one),
            "context": 0 if one.guild else 1,
            "attachment_size_limit": world.limits.attachment_size,
        }
        if one.source is not None:
            body["message"] = message_json(one.source)
        guild = one.guild
        if guild is None:
            return body | {"user": user_json(one.user)}
        member = member_json(guild.members[one.user.id])
        member["permissions"] = str(permissions.of(one.user, one.channel))
        return body | {
            "member": member,
            "guild_id": str(guild.id),
            "guild_locale": guild.locale,
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
        }

    def _owners(self, one: Interaction) -> Json:
        return {"0": str(one.guild.id) if one.guild else "0"}

    # -- from the bot ----------------------------------------------------------------------

    def awaited(self, interaction_id: int, token: str) -> Interaction:
        """Find the interaction that a callback answers; 10062 when late, 40060 when twice."""
        one = self._by_id.get(interaction_id)
        if one is None or one.token != token or one.error is not None:
            raise DiscordError(UNKNOWN_INTERACTION)
        if one.callback is not None:
            raise DiscordError(ALREADY_ACKNOWLEDGED)
        return one

    def answer(self, one: Interaction, body: Body) -> Json:
        """Take the bot's first answer; give the body of `with_response`."""
        callback = self._callback(one, body.data)
        data = body.data.get("data") or {}
        if callback is Callback.MESSAGE:
            one.message = self._write(one, Body(data, body.uploads), inside=True)
            one.response = one.message
        elif callback is Callback.DEFERRED_MESSAGE:
            one.message = self._defer(one, data)
            one.response = Deferral(update=False, ephemeral=one.message.ephemeral)
        elif callback is Callback.DEFERRED_UPDATE:
            one.message = one.source
            one.response = Deferral(update=True, ephemeral=bool(one.source and one.source.owner))
        elif callback is Callback.UPDATE:
            one.message = self._update(one, Body(data, body.uploads))
            one.response = one.message
        elif callback is Callback.MODAL:
            self._refuse(rules.modal_problems(data, frozenset(self._world.emojis)))
            form = dress_modal(data)
            one.response = Modal(one, form["custom_id"], form["title"], form["components"])
        else:
            self._refuse(rules.choices_problems(data, one.option_type))
            one.response = list(data.get("choices") or ())
        one.callback = callback
        one.acknowledged_after = self._world.clock() - one.opened
        self._close(one, "acknowledged")
        return self._with_response(one, callback)

    def _refuse(self, problems: Iterable[Problem]) -> None:
        found = tuple(problems)
        if found:
            raise Invalid(found)

    def _callback(self, one: Interaction, data: Json) -> Callback:
        number = data.get("type")
        allowed = {Callback.MESSAGE, Callback.DEFERRED_MESSAGE, Callback.MODAL}
        if one.type is InteractionType.AUTOCOMPLETE:
            allowed = {Callback.CHOICES}
        elif one.type is InteractionType.COMPONENT:
            allowed |= set(_TO_COMPONENTS)
        elif one.type is InteractionType.MODAL:
            allowed -= {Callback.MODAL}
            if one.source is not None:
                allowed |= set(_TO_COMPONENTS)
        if not isinstance(number, int) or number not in allowed:
            sentence = f"An answer of this type does not fit {one.type.name.lower()}."
            raise Invalid([Problem(("type",), "INTERACTION_CALLBACK_TYPE_INVALID", sentence)])
        return Callback(number)

    def _new_message(self, one: Interaction, *, ephemeral: bool) -> Message:
        message = Message(
            self._world.ids.new(),
            one.channel,
            self._world.bot,
            interaction=one,
            owner=one.user if ephemeral else None,
            flags=MessageFlag.EPHEMERAL if ephemeral else NO_FLAGS,
            metadata=self._metadata(one),
        )
        if one.type is InteractionType.COMMAND:
            message.type = MessageType.COMMAND
        return message

    def _metadata(self, one: Interaction) -> Json:
        body: Json = {
            "id": str(one.id),
            "type": int(one.type),
            "user": user_json(one.user),
            "authorizing_integration_owners": self._owners(one),
        }
        if one.type is InteractionType.COMMAND:
            body["name"] = _full_name(one.data)
        elif one.type is InteractionType.COMPONENT and one.source is not None:
            body["interacted_message_id"] = str(one.source.id)
        elif one.type is InteractionType.MODAL and one.trigger is not None:
            body["triggering_interaction_metadata"] = self._metadata(one.trigger)
        return body

    def _write(self, one: Interaction, body: Body, *, inside: bool = False) -> Message:
        try:
            writing.check(self._world, body, old=None, through_interaction=True)
        except Invalid as error:
            raise _inside(error) if inside else error from None
        flags = MessageFlag(body.data.get("flags") or 0)
        message = self._new_message(one, ephemeral=bool(flags & MessageFlag.EPHEMERAL))
        writing.write(self._world, message, body, old=False)
        self._world.add_message(message)
        return message

    def _defer(self, one: Interaction, data: Json) -> Message:
        flags = data.get("flags") or 0
        if set(data) - {"flags"} or flags & ~int(MessageFlag.EPHEMERAL):
            sentence = "A deferral says nothing but whether the message will be ephemeral."
            raise Invalid([Problem(("data",), "INTERACTION_DEFERRAL_INVALID", sentence)])
        message = self._new_message(one, ephemeral=bool(flags))
        message.flags |= MessageFlag.LOADING
        self._world.add_message(message)
        return message

    def _update(self, one: Interaction, body: Body) -> Message:
        assert one.source is not None
        if not self._reachable(one.source):
            raise DiscordError(UNKNOWN_MESSAGE)
        try:
            writing.edit(self._world, one.source, body, through_interaction=True)
        except Invalid as error:
            raise _inside(error) from None
        return one.source

    def _with_response(self, one: Interaction, callback: Callback) -> Json:
        told: Json = {"id": str(one.id), "type": int(one.type), "channel_id": str(one.channel.id)}
        if one.guild is not None:
            told["guild_id"] = str(one.guild.id)
        body: Json = {"interaction": told}
        if one.message is not None:
            told["response_message_id"] = str(one.message.id)
            told["response_message_loading"] = one.message.thinking
            told["response_message_ephemeral"] = one.message.ephemeral
            if callback in (Callback.MESSAGE, Callback.UPDATE):
                body["resource"] = {"type": int(callback), "message": message_json(one.message)}
        return body

    def opened(self, interaction_id: int) -> Interaction | None:
        """Find an interaction that was opened not too long ago."""
        return self._by_id.get(interaction_id)

    # -- with the token, later -----------------------------------------------------------------

    def holder(self, token: str) -> Interaction:
        """Find the interaction of a token; 10015 when unknown, 50027 when expired."""
        one = self._by_token.get(token)
        if one is None:
            raise DiscordError(UNKNOWN_WEBHOOK)
        if self._world.clock() - one.opened > self._world.limits.token_life:
            raise DiscordError(INVALID_WEBHOOK_TOKEN)
        if one.callback is None:
            raise DiscordError(UNKNOWN_WEBHOOK)
        return one

    def _reachable(self, message: Message) -> bool:
        if message.deleted or message.id not in self._world.messages:
            return False
        return not (message.dismissed and self._world.dismissed_edits_fail)

    def find(self, one: Interaction, which: str) -> Message:
        """Find a message that an interaction's token reaches, or raise 10008."""
        reach = [*one.messages, *([one.source] if one.source else [])]
        if which == "@original":
            reach = [one.message] if one.message else []
        for message in reach:
            if which in ("@original", str(message.id)) and self._reachable(message):
                return message
        raise DiscordError(UNKNOWN_MESSAGE)

    def follow_up(self, one: Interaction, body: Body) -> Message:
        """Write one more message; the first one fills a deferred answer that still waits."""
        waits = one.message is not None and one.message.thinking and not one.message.deleted
        if waits and one.message is not None and one.callback is Callback.DEFERRED_MESSAGE:
            return self.edit(one, one.message, body)
        message = self._write(one, body)
        message.reference = one.message if one.message is not message else None
        message.touch()
        one.followups.append(message)
        return message

    def edit(self, one: Interaction, message: Message, body: Body) -> Message:
        """Change a message through an interaction's token."""
        was_thinking = message.thinking
        data = {key: value for key, value in body.data.items() if key != "tts"}
        if was_thinking:
            flags = MessageFlag(data.get("flags") or 0) & ~MessageFlag.EPHEMERAL
            data["flags"] = int(flags)
        body = Body(data, body.uploads)
        writing.check(self._world, body, old=message, through_interaction=True)
        writing.write(self._world, message, body, old=True)
        message.flags &= ~MessageFlag.LOADING
        if not was_thinking:
            message.edited = time.time()
        self._world.change_message(message)
        return message


def _inside(error: Invalid) -> Invalid:
    """Move problems of a message under the answer's `data`."""
    moved = (Problem(("data", *one.path), one.code, one.message) for one in error.problems)
    return Invalid(moved, error.refusal)


def _full_name(data: Json) -> str:
    """Name a command with its group and sub-command."""
    names = [str(data["name"])]
    inner = [option for option in data.get("options", ()) if option["type"] in (1, 2)]
    return " ".join(names + [_full_name(option) for option in inner])
