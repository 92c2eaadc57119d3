"""Where every click goes: one router for buttons, menus and modals, by custom_id alone."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, Final

import discord
from discord.ext import commands

from bot.games.cards import NoSuchCard
from bot.games.game import IllegalAction, Refused
from bot.games.house_rules import RulesError
from bot.render import pages
from bot.render.custom_ids import CustomId, custom_id, parse
from bot.render.hint import hint
from bot.render.lobby import house_rules, rule_name
from bot.render.panel import Step, chosen_cards, step_to_confirm
from bot.render.tell import tell
from bot.render.why import why
from bot.tables.errors import TableRefused
from bot.tables.read import TableRead
from cogs.door import guarded
from cogs.house import (
    LONGEST,
    Click,
    House,
    answer,
    at_home,
    change,
    digits,
    first_answer,
    greet,
    language_of,
    open_panel,
    person_of,
    private,
    put_panel,
    respond,
    seat_named,
    values_of,
    welcome,
    what_is_missing,
)
from cogs.opening import acknowledge
from cogs.refusals import say, sentence, why_not

log = logging.getLogger(__name__)

SEALED_WITHIN: Final = 8.0
"""Seconds that a cut waits for the board that shows what the shuffle is sealed with."""

Handler = Callable[[Click, CustomId], Coroutine[None, None, None]]


class Router(commands.Cog):
    """Routes components and modals by their custom_id; keeps nothing."""

    def __init__(
        self, house: House, at_tables: Mapping[str, Handler], beside: Mapping[str, Handler]
    ) -> None:
        """Route by verb: to what is done here and ``at_tables``, and to what is ``beside`` them."""
        self._house = house
        self._beside = beside
        self._handlers: Mapping[str, Handler] = {
            **at_tables,
            "hand": self._hand,
            "do": self._do,
            "ask": self._ask,
            "askof": self._ask,
            "group": self._group,
            "choose": self._choose,
            "hint": self._hint,
            "why": self._why,
            "whyof": self._why,
            "cut": self._cut,
            "cutat": self._cut,
            "back": self._back,
            "last": self._last,
            "score": self._score,
            "rules": self._rules,
            "more": self._more,
            "repost": self._repost,
            "sit": self._sit,
            "stand": self._stand,
            "computer": self._computer,
            "start": self._start,
            "leave": self._leave,
            "mind": self._mind,
            "end": self._end,
            "house": self._house_rules,
            "rule": self._house_rules,
            "preset": self._preset,
            "rulevalue": self._rule_value,
            "rulenumber": self._rule_number,
        }

    @commands.Cog.listener("on_interaction")
    async def route(self, click: Click) -> None:
        """Route one click or modal; commands have their own way."""
        if click.type not in (
            discord.InteractionType.component,
            discord.InteractionType.modal_submit,
        ):
            return
        wanted = parse(str(_data(click).get("custom_id", "")))
        handler = None if wanted is None else self._handlers.get(wanted.verb)
        if wanted is not None and wanted.verb in self._beside:
            await guarded(self._house, click, self._beside[wanted.verb](click, wanted))
            return
        if wanted is None or handler is None:
            await say(click, tell(language_of(click)).text("refusal.unknown_button"))
            return
        await guarded(self._house, click, self._at_table(click, wanted, handler), wanted.table)

    async def _at_table(self, click: Click, wanted: CustomId, handler: Handler) -> None:
        """Handle a click about a table, made in its own server."""
        await at_home(self._house, click, wanted.table)
        newest = getattr(click.channel, "last_message_id", None)
        if isinstance(newest, int):
            self._house.boards.bury(wanted.table, newest)
        await handler(click, wanted)

    # ------------------------------------------------------------------ the hand panel

    async def _hand(self, click: Click, wanted: CustomId) -> None:
        await greet(self._house, click, wanted.table)
        if private(click):
            await self._house.tables.considered(wanted.table, click.user.id)
            await self._show(click, wanted)
            return
        async with self._house.panels.turn(wanted.table, click.user.id):
            read = await self._house.tables.read(wanted.table, click.user.id)
            note = what_is_missing(click)
            await open_panel(self._house, click, read, language_of(click), note=note)

    async def _do(self, click: Click, wanted: CustomId) -> None:
        if not wanted.args:
            raise TableRefused("unknown_button")
        verb, *args = wanted.args
        tables = self._house.tables

        async def act() -> TableRead:
            return await tables.act(wanted.table, click.user.id, wanted.moment, verb, args)

        await self._on_panel(click, wanted, act)

    async def _cut(self, click: Click, wanted: CustomId) -> None:
        at = None
        values = values_of(click)
        if wanted.verb == "cutat" and values:
            at = digits(values[0]) or 0
        tables = self._house.tables

        async def act() -> TableRead:
            # The seal is to stand in the channel before anybody cuts.
            await self._house.boards.written(wanted.table, SEALED_WITHIN)
            return await tables.cut(wanted.table, click.user.id, wanted.moment, at)

        await self._on_panel(click, wanted, act)

    async def _back(self, click: Click, wanted: CustomId) -> None:
        tables = self._house.tables

        async def act() -> TableRead:
            return await tables.come_back(wanted.table, person_of(click))

        await self._on_panel(click, wanted, act)

    async def _on_panel(
        self, click: Click, wanted: CustomId, act: Callable[[], Awaitable[TableRead]]
    ) -> None:
        """Do something and show the panel as it is then, with the reason where it was refused."""
        language = language_of(click)
        user = click.user.id
        note = ""
        async with self._house.panels.turn(wanted.table, user):
            try:
                read = await act()
            except Refused as refused:
                if refused.code == "no_such_table":
                    raise
                read = await self._house.tables.read(wanted.table, user)
                note = why_not(refused, wanted, language, read)
            await self._put(click, read, language, note)

    async def _put(
        self,
        click: Click,
        read: TableRead,
        language: str,
        note: str = "",
        step: Step | None = None,
    ) -> None:
        await put_panel(self._house, click, read, language, note, step)

    async def _show(self, click: Click, wanted: CustomId, step: Step | None = None) -> None:
        """Show the panel as it is now, at a step within the decision."""
        user = click.user.id
        async with self._house.panels.turn(wanted.table, user):
            read = await self._house.tables.read(wanted.table, user)
            note = ""
            moment = wanted.moment
            stale = moment.version is not None and moment.version != read.version
            if step is not None and stale:
                step = None
                note = tell(language_of(click)).text("panel.present")
            await self._put(click, read, language_of(click), note, step)

    async def _ask(self, click: Click, wanted: CustomId) -> None:
        """Ask once more before something is done, while it may be done."""
        values = values_of(click)
        wished = values[0].split(" ") if wanted.verb == "askof" and values else list(wanted.args)
        if not wished:
            raise TableRefused("unknown_button")
        verb, *args = wished
        tables, user, language = self._house.tables, click.user.id, language_of(click)
        note, step = "", None
        async with self._house.panels.turn(wanted.table, user):
            try:
                read = await tables.consider(wanted.table, user, wanted.moment, verb, args)
            except Refused as refused:
                if refused.code == "no_such_table":
                    raise
                read = await tables.read(wanted.table, user)
                note = why_not(refused, wanted, language, read)
            else:
                step = step_to_confirm(read, verb, tuple(args))
            await self._put(click, read, language, note, step)

    async def _group(self, click: Click, wanted: CustomId) -> None:
        group = wanted.args[0] if wanted.args and wanted.args[0] != "-" else ""
        await self._show(click, wanted, Step(group=group))

    async def _choose(self, click: Click, wanted: CustomId) -> None:
        try:
            cards = chosen_cards(values_of(click))
        except NoSuchCard as error:
            raise IllegalAction("bad_arguments", verb="discard") from error
        await self._show(click, wanted, Step(chosen=cards))

    # ------------------------------------------------------------------ pages

    async def _read_started(self, click: Click, wanted: CustomId) -> TableRead:
        read = await self._house.tables.read(wanted.table, click.user.id)
        if read.view is None:
            raise TableRefused("not_playing")
        return read

    async def _hint(self, click: Click, wanted: CustomId) -> None:
        """Say on the panel what a computer would do in the person's place, and why."""
        user, language = click.user.id, language_of(click)
        read = await self._read_started(click, wanted)
        if not read.settings.hints:
            raise TableRefused("no_hints")
        advice = await self._house.advise(wanted.table, user)
        async with self._house.panels.turn(wanted.table, user):
            read = await self._house.tables.read(wanted.table, user)
            note = hint(read, language, advice, self._house.looks.of(user))
            if wanted.moment.version != read.version:
                note = tell(language).text("panel.present")
            await self._put(click, read, language, note)

    async def _why(self, click: Click, wanted: CustomId) -> None:
        """Say why a computer did what it did in a deal that is over: nobody asks before."""
        number = digits(wanted.args[0], 4) if wanted.args else None
        values = values_of(click)
        chosen = digits(values[0]) if values else None
        read = await self._read_started(click, wanted)
        try:
            deal = await self._house.tables.deal(wanted.table, number or 0)
        except IndexError as error:
            raise TableRefused("deal_not_over") from error
        look = self._house.looks.of(click.user.id)
        screen = why(read, deal, language_of(click), chosen, look)
        # Asked on the panel, it must not take the place of the cards.
        await (respond if wanted.verb == "whyof" else answer)(click, screen)

    async def _last(self, click: Click, wanted: CustomId) -> None:
        read = await self._read_started(click, wanted)
        await answer(click, pages.last_trick(read, language_of(click)))

    async def _score(self, click: Click, wanted: CustomId) -> None:
        read = await self._read_started(click, wanted)
        await answer(click, pages.score(read, language_of(click)))

    async def _rules(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        await answer(click, pages.rules(read.game.key, language_of(click), read))

    async def _more(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        screen = pages.more(read, language_of(click))
        await respond(click, screen)

    async def _repost(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        if read.phase not in ("lobby", "playing"):
            raise TableRefused("table_closed")
        note = what_is_missing(click) or tell(language_of(click)).text("more.reposted")
        self._house.boards.post_anew(wanted.table, asked=True)
        await respond(click, pages.more(read, language_of(click), note=note))

    # ------------------------------------------------------------------ seats

    async def _sit(self, click: Click, wanted: CustomId) -> None:
        number = seat_named(wanted)
        read = await self._house.tables.sit(wanted.table, person_of(click), number)
        if read.view is not None:
            async with self._house.panels.turn(wanted.table, click.user.id):
                await self._put(click, read, language_of(click))
            return
        await acknowledge(click)
        welcome(self._house, click, read.id)

    async def _stand(self, click: Click, wanted: CustomId) -> None:
        await self._house.tables.stand(wanted.table, person_of(click))
        await acknowledge(click)

    async def _computer(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table)
        level = self._house.level(read.game.key, wanted.args)
        await self._house.tables.add_computer(wanted.table, person_of(click), level)
        await acknowledge(click)

    async def _start(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table)
        level = self._house.level(read.game.key)
        await self._house.tables.start(wanted.table, person_of(click), level)
        await acknowledge(click)
        welcome(self._house, click, wanted.table)
        self._house.panels.refresh(wanted.table)

    async def _leave(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        language = language_of(click)
        if read.phase == "playing" and "yes" not in wanted.args:
            await respond(click, pages.sure(read, language, "leave"))
            return
        await self._house.tables.leave(wanted.table, person_of(click))
        await respond(click, pages.note(tell(language).text("more.left")))

    async def _mind(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.mind(wanted.table, person_of(click))
        note = tell(language_of(click)).text("panel.minded")
        await respond(click, pages.more(read, language_of(click), note=note))

    async def _end(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        language = language_of(click)
        if read.phase == "playing" and "yes" not in wanted.args:
            await respond(click, pages.sure(read, language, "end"))
            return
        read = await self._house.tables.end(wanted.table, person_of(click))
        if private(click):
            key = "more.voted" if read.phase == "playing" else "more.ended"
            await change(click, pages.note(tell(language).text(key)))
        else:
            await acknowledge(click)

    # ------------------------------------------------------------------ house rules

    async def _house_rules(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        values = values_of(click)
        rule = values[0] if wanted.verb == "rule" and values else ""
        screen = house_rules(read, language_of(click), rule)
        await respond(click, screen)

    async def _preset(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        name = next(iter(values_of(click)), "")
        rules = read.game.book.preset(name)
        await self._set_rules(click, wanted, rules, "")

    async def _rule_value(self, click: Click, wanted: CustomId) -> None:
        values = values_of(click)
        if not wanted.args or not values:
            raise RulesError("unknown_rule", "")
        key = wanted.args[0]
        await self._set_rules(click, wanted, {key: values[0]}, key)

    async def _rule_number(self, click: Click, wanted: CustomId) -> None:
        read = await self._house.tables.read(wanted.table, click.user.id)
        if not wanted.args:
            raise RulesError("unknown_rule", "")
        key = wanted.args[0]
        rule = read.game.book[key]
        if click.type is discord.InteractionType.modal_submit:
            await self._set_rules(click, wanted, {key: _typed(click)}, key)
            return
        told = tell(language_of(click))
        modal = discord.ui.Modal(
            title=rule_name(read.game.key, key, told)[:45],
            custom_id=custom_id(read.id, "rulenumber", key),
        )
        modal.add_item(
            discord.ui.Label(
                text=told.text("house.number", low=rule.low, high=rule.high)[:45],
                component=discord.ui.TextInput(
                    custom_id="value", default=read.rules[key], min_length=1, max_length=4
                ),
            )
        )
        modal.stop()
        async with first_answer(click):
            await click.response.send_modal(modal)

    async def _set_rules(
        self, click: Click, wanted: CustomId, changed: Mapping[str, object], key: str
    ) -> None:
        language = language_of(click)
        note = ""
        try:
            read = await self._house.tables.set_rules(wanted.table, person_of(click), changed)
        except (Refused, RulesError) as refused:
            read = await self._house.tables.read(wanted.table, click.user.id)
            note = sentence(refused, language, read)
        await respond(click, house_rules(read, language, key, note=note))


def _data(click: Click) -> Mapping[str, Any]:
    """Return what Discord sent with a click, as plain data: it is checked where it is used."""
    data: Any = click.data
    return data if isinstance(data, dict) else {}


def _typed(click: Click) -> str:
    """Return what was typed into the one field of a modal."""
    for row in _data(click).get("components") or ():
        field: Any = row.get("component") or next(iter(row.get("components") or ({},)))
        if field.get("custom_id") == "value":
            return str(field.get("value", ""))[:LONGEST].strip()
    return ""
