"""The lobby: the game, its house rules, who sits where, and how to begin."""

from __future__ import annotations

from bot.games.house_rules import HouseRule, Rules
from bot.games.registry import GAMES
from bot.render import votes
from bot.render.board import teller
from bot.render.custom_ids import custom_id
from bot.render.screen import GOLD, GREY, Button, Menu, Option, Row, Screen, in_rows
from bot.render.tell import Tell
from bot.tables.read import TableRead


def lobby(read: TableRead, language: str | None = None) -> Screen:
    """Return the public message of a table that is being filled, or was closed before it began."""
    told = teller(read, language)
    parts = [seats_text(read, told)]
    if read.rules.get("seats") == "drawn":
        parts.append(told.text("lobby.drawn"))
    parts.append(rules_text(read.game.key, read.rules, told))
    if not read.settings.hints:
        parts.append(told.text("seats.no_hints"))
    host = next((seat.name for seat in read.seats if seat.user == read.host), "")
    if host:
        parts.append(told.text("lobby.host", name=host))
    parts.extend(votes.lines(read, told))
    closed = read.phase != "lobby"
    if closed:
        parts.append(told.text("lobby.expired" if read.why_ended == "expired" else "lobby.closed"))
    else:
        parts.append(told.text("lobby.how" if read.settings.computers else "lobby.how_people"))
    return Screen(
        title=told.text("lobby.title", game=told.text(f"game.{read.game.key}")),
        text="\n\n".join(part for part in parts if part),
        colour=GREY if closed else GOLD,
        rows=() if closed else _rows(read, told),
        content=_invitation(read, told),
    )


def guests(read: TableRead) -> tuple[int, ...]:
    """Return the people for whom a seat is kept and who may be told so, once."""
    if read.phase != "lobby" or read.settings.quiet:
        return ()
    return tuple(guest.user for guest in read.matters.invited.values())


def _invitation(read: TableRead, told: Tell) -> str:
    """Return the line above the lobby that names its guests; only a first posting pings them."""
    mentions = " ".join(f"<@{user}>" for user in guests(read))
    return told.text("lobby.invitation", mentions=mentions) if mentions else ""


def seats_text(read: TableRead, told: Tell) -> str:
    """Return the seats, partners together as sides."""
    lines: list[str] = []
    for side in read.game.sides:
        if len(side) > 1:
            names = "–".join(told.place(seat) for seat in side)
            lines.append(told.text("lobby.side", places=names))
        lines.extend(_seat_line(read, seat, told) for seat in side)
        if len(side) > 1 and side is not read.game.sides[-1]:
            lines.append("")
    return "\n".join(lines)


def _seat_line(read: TableRead, number: int, told: Tell) -> str:
    seat = read.seats[number]
    guest = read.matters.invited.get(number)
    if guest is not None:
        who = told.text("lobby.kept", name=guest.name)
    elif seat.empty:
        who = told.text("lobby.empty")
    elif seat.user is None:
        who = told.text("lobby.computer", level=told.text(f"level.{seat.level}"))
    else:
        who = f"**{seat.name}**"
    return told.text("lobby.seat", place=told.place(number), who=who)


def rules_text(game: str, rules: Rules, told: Tell) -> str:
    """Return the house rules that are not the default, one a line."""
    book = GAMES[game].book
    differing = book.differing(rules)
    if not differing:
        return told.text("lobby.default_rules")
    lines = [told.text("lobby.house_rules")]
    for key, value in differing.items():
        lines.append(
            f"• {rule_name(game, key, told)}: **{value_name(game, book[key], value, told)}**"
        )
    return "\n".join(lines)


def rule_name(game: str, key: str, told: Tell) -> str:
    """Return the name of a house rule."""
    own = f"rule.{game}.{key}.name"
    return told.text(own if told.words.has(own) else f"rule.any.{key}.name")


def rule_text(game: str, key: str, told: Tell) -> str:
    """Return the one-line explanation of a house rule."""
    own = f"rule.{game}.{key}.text"
    return told.text(own if told.words.has(own) else f"rule.any.{key}.text")


def value_name(game: str, rule: HouseRule, value: str, told: Tell) -> str:
    """Return a value of a house rule in words; a number is its own."""
    for key in (f"rule.{game}.{rule.key}.value.{value}", f"rule.any.{rule.key}.value.{value}"):
        if told.words.has(key):
            return told.text(key)
    if rule.kind == "yes_no":
        return told.text(f"rule.any.{value}")
    return value


def _rows(read: TableRead, told: Tell) -> tuple[Row, ...]:
    seats = []
    for number, seat in enumerate(read.seats):
        label = told.text("button.sit", place=told.place(number))
        seats.append(
            Button(
                custom_id(read.id, "sit", str(number)),
                label,
                "primary" if seat.empty else "secondary",
                disabled=seat.user is not None,
            )
        )
    empty = sum(seat.empty for seat in read.seats)
    kept = len(read.matters.invited)
    computers = read.settings.computers
    blocked = empty > 0 and not computers
    actions = (
        Button(custom_id(read.id, "start"), _start(read, told, empty), "success", disabled=blocked),
        Button(
            custom_id(read.id, "computer"),
            told.text("button.computer"),
            disabled=empty <= kept or not computers,
        ),
        Button(custom_id(read.id, "stand"), told.text("button.stand")),
        Button(custom_id(read.id, "house"), told.text("button.house")),
        Button(custom_id(read.id, "end"), told.text("button.cancel"), "danger"),
    )
    more = [Button(custom_id(read.id, "seats"), told.text("button.seats"))]
    if kept:
        more.append(Button(custom_id(read.id, "decline"), told.text("button.decline")))
    return (*in_rows(seats), actions, tuple(more), *votes.board_rows(read, told))


def _start(read: TableRead, told: Tell, empty: int) -> str:
    """Return what the button that starts the match says: what it would do now."""
    if not empty:
        return told.text("button.start")
    if not read.settings.computers:
        return told.count("button.start_missing", empty)
    if read.matters.invited:
        return told.text("button.start_waiting")
    return told.text("button.start_computers")


def house_rules(read: TableRead, language: str, rule: str = "", *, note: str = "") -> Screen:
    """Return the private panel of house rules; with a ``rule``, its values to choose from."""
    told = teller(read, language)
    book = read.game.book
    game = read.game.key
    rows: list[Row] = [_preset_menu(read, told), _rule_menu(read, rule, told)]
    parts = [note, rules_text(game, read.rules, told)]
    if rule:
        chosen = book[rule]
        name = rule_name(game, rule, told)
        parts.append(f"**{name}**\n{rule_text(game, rule, told)}")
        if chosen.low is not None:
            edit = custom_id(read.id, "rulenumber", rule)
            parts.append(told.text("house.number", low=chosen.low, high=chosen.high))
            value = read.rules[rule]
            rows.append((Button(edit, told.text("button.number", value=value), "primary"),))
        else:
            options = tuple(
                Option(
                    value,
                    value_name(game, chosen, value, told),
                    told.text("house.default") if value == chosen.default else None,
                    chosen=read.rules[rule] == value,
                )
                for value in chosen.values
            )
            rows.append(Menu(custom_id(read.id, "rulevalue", rule), name, options))
    else:
        parts.append(told.text("house.how"))
    return Screen(
        title=told.text("house.title", game=told.text(f"game.{game}")),
        text="\n\n".join(part for part in parts if part),
        rows=tuple(rows),
    )


def _preset_menu(read: TableRead, told: Tell) -> Menu:
    book = read.game.book
    now = book.name_of(read.rules)
    options = tuple(
        Option(name, told.text(f"preset.{read.game.key}.{name}"), chosen=name == now)
        for name in book.presets
    )
    return Menu(custom_id(read.id, "preset"), told.text("house.preset"), options)


def _rule_menu(read: TableRead, rule: str, told: Tell) -> Menu:
    game = read.game.key
    options = tuple(
        Option(
            one.key,
            rule_name(game, one.key, told),
            value_name(game, one, read.rules[one.key], told),
            chosen=one.key == rule,
        )
        for one in read.game.book.house_rules
    )
    return Menu(custom_id(read.id, "rule"), told.text("house.rule"), options)
