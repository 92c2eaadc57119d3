"""House rules as data: what can be agreed on, its default, and the checked choice of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, Literal

Kind = Literal["choice", "yes_no", "number"]


class RulesError(ValueError):
    """A house rule that does not exist, or a value that it does not take.

    ``code`` is ``unknown_rule``, ``unknown_value`` or ``unknown_preset``; ``rule`` and ``value``
    are as they were given.
    """

    def __init__(self, code: str, rule: str, value: object = None) -> None:
        super().__init__(code)
        self.code = code
        self.rule = rule
        self.value = value


@dataclass(frozen=True, slots=True)
class HouseRule:
    """One thing that a table can choose, with the values that it takes, as texts.

    A ``number`` takes either the listed ``values`` or, where ``low`` and ``high`` are given, every
    whole number between them. Names and explanations stand in the locales under
    ``rule.<game>.<key>`` (``rule.any.<key>`` for what all games share).
    """

    key: str
    values: tuple[str, ...]
    default: str
    kind: Kind = "choice"
    low: int | None = None
    high: int | None = None

    def check(self, value: object) -> str:
        """Return ``value`` as this rule writes it; raise RulesError(unknown_value).

        Numbers may come as whole numbers or their digits, yes and no as booleans.
        """
        text: str | None = None
        if self.kind == "yes_no" and isinstance(value, bool):
            text = "yes" if value else "no"
        elif self.kind != "yes_no" and isinstance(value, int) and not isinstance(value, bool):
            # Also among the values of a choice there can be numbers, such as a year.
            text = str(value)
        elif isinstance(value, str):
            text = value
        if text is None or not self._takes(text):
            raise RulesError("unknown_value", self.key, value)
        return text

    def _takes(self, text: str) -> bool:
        if self.low is None or self.high is None:
            return text in self.values
        if not (text.isascii() and text.isdigit()) or text != str(int(text[:9])):
            return False
        return self.low <= int(text) <= self.high


def choice(key: str, *values: str) -> HouseRule:
    """Return a rule with the given values, the first of them the default."""
    return HouseRule(key, values, values[0])


def yes_no(key: str, default: Literal["yes", "no"]) -> HouseRule:
    """Return a rule that is on or off."""
    return HouseRule(key, ("yes", "no"), default, "yes_no")


def number(key: str, *values: int, default: int | None = None) -> HouseRule:
    """Return a rule that takes one of the given numbers; the default is the first one given."""
    texts = tuple(str(value) for value in values)
    return HouseRule(key, texts, texts[0] if default is None else str(default), "number")


def between(key: str, low: int, high: int, default: int) -> HouseRule:
    """Return a rule that takes every whole number from ``low`` to ``high``."""
    return HouseRule(key, (), str(default), "number", low, high)


CUT: Final = choice("cut", "random", "ask")
"""Who cuts: the bot, or the player at dealer's right. Every game has this rule."""


@dataclass(frozen=True)
class Rules(Mapping[str, str]):
    """The house rules of one table: every key of the game with its value in force, as text.

    Made by ``RuleBook.rules``; immutable and hashable.
    """

    game: str
    chosen: tuple[tuple[str, str], ...]
    _values: Mapping[str, str] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_values", dict(self.chosen))

    def __getitem__(self, key: str) -> str:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __hash__(self) -> int:
        return hash((self.game, self.chosen))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Rules):
            return NotImplemented
        return (self.game, self.chosen) == (other.game, other.chosen)

    def yes(self, key: str) -> bool:
        """Tell whether a yes/no rule is on."""
        return self._values[key] == "yes"

    def number(self, key: str) -> int:
        """Return the value of a number rule."""
        return int(self._values[key])


@dataclass(frozen=True)
class RuleBook:
    """All house rules of one game, and its presets (name → what differs from the defaults)."""

    game: str
    house_rules: tuple[HouseRule, ...]
    presets: Mapping[str, Mapping[str, str]] = field(
        default_factory=lambda: MappingProxyType({"document": MappingProxyType({})})
    )

    def __getitem__(self, key: str) -> HouseRule:
        for rule in self.house_rules:
            if rule.key == key:
                return rule
        raise RulesError("unknown_rule", key)

    def rules(self, given: Mapping[str, object] | None = None) -> Rules:
        """Return the rules in force where ``given`` differs from the defaults.

        Raise RulesError(unknown_rule | unknown_value) for what this game does not know.
        """
        values = {rule.key: rule.default for rule in self.house_rules}
        for key, value in (given or {}).items():
            values[key] = self[key].check(value)
        return Rules(self.game, tuple(values.items()))

    def preset(self, name: str) -> Rules:
        """Return the rules of a preset; raise RulesError(unknown_preset)."""
        if name not in self.presets:
            raise RulesError("unknown_preset", name)
        return self.rules(self.presets[name])

    def differing(self, rules: Rules) -> dict[str, str]:
        """Return the rules whose value is not the default, in the book's order."""
        return {r.key: rules[r.key] for r in self.house_rules if rules[r.key] != r.default}

    def name_of(self, rules: Rules) -> str | None:
        """Return the name of the preset that these rules are, if they are one."""
        for name in self.presets:
            if self.preset(name) == rules:
                return name
        return None
