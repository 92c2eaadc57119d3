"""What each seat may do now: every legal action listed once, and the check of a single one."""

from __future__ import annotations

from typing import Final

from bot.games.bura.hands import Special, leads, of_one_suit, replies
from bot.games.bura.options import Options
from bot.games.bura.play import special_of
from bot.games.bura.state import OpenDeal, Step
from bot.games.cards import Card, NoSuchCard, card
from bot.games.game import Action, IllegalAction

VERBS: Final = ("declare", "draw", "announce", "pass", "play")


def legal(deal: OpenDeal, options: Options) -> tuple[Action, ...]:
    """Return what the asked seat may do; a declaration that is open stands last."""
    seat, step = deal.asked, deal.step
    if step is Step.DRAW:
        found = [Action(seat, "draw")]
    elif step is Step.SPECIAL:
        found = [Action(seat, "announce", (_announced(deal, options),)), Action(seat, "pass")]
    elif step is Step.LAST:
        found = [Action(seat, "pass")]
    else:
        hand = deal.hands[seat]
        if step is Step.REPLY:
            groups = replies(hand, len(deal.led))
        elif bound_to_molodka(deal, options):
            groups = [group for group in leads(hand) if len(group) == len(hand)]
        else:
            groups = leads(hand)
        found = [Action(seat, "play", tuple([one.text for one in group])) for group in groups]
    if why_no_declaration(deal, seat, options) is None:
        found.append(Action(seat, "declare"))
    return tuple(found)


def out_of_turn(deal: OpenDeal, options: Options) -> dict[int, tuple[Action, ...]]:
    """Return the declaration that the seat which is not asked may make, if it may."""
    other = 1 - deal.asked
    if why_no_declaration(deal, other, options) is None:
        return {other: (Action(other, "declare"),)}
    return {}


def why_no_declaration(deal: OpenDeal, seat: int, options: Options) -> str | None:
    """Return why a seat may not declare now, as a refusal's code; None where it may.

    From the end of a trick to the next card both may, asked or not; ``declare: leader_only``
    leaves it to whoever is asked to draw, to lead, or after the last trick.
    """
    if deal.step is Step.REPLY:
        return "declare_in_trick"
    if not deal.tricks:
        return "declare_before_first_trick"
    if seat == deal.asked:
        closed = options.leader_only and deal.step is Step.SPECIAL
        return "declare_when_asked" if closed else None
    if deal.step is Step.LAST and seat == deal.first:
        return "declare_passed"
    return "declare_when_asked" if options.leader_only else None


def bound_to_molodka(deal: OpenDeal, options: Options) -> bool:
    """Tell whether the seat on lead announced a molodka and has to lead all of it."""
    return options.molodka_whole and any(
        one.seat == deal.asked and one.kind is Special.MOLODKA for one in deal.announced
    )


def announced_kind(deal: OpenDeal, args: tuple[str, ...], options: Options) -> Special:
    """Return the special hand that the asked seat announces; raise IllegalAction."""
    if len(args) != 1 or args[0] not in Special.__members__.values():
        raise IllegalAction("bad_arguments", verb="announce")
    if args[0] != _announced(deal, options):
        raise IllegalAction("not_that_hand", kind=args[0])
    return Special(args[0])


def group_played(deal: OpenDeal, args: tuple[str, ...], options: Options) -> tuple[Card, ...]:
    """Return the cards that the asked seat leads or replies with, in canonical order.

    They may be named in any order; raise IllegalAction for what may not be played.
    """
    hand = deal.hands[deal.asked]
    group = _in_hand(hand, args)
    if deal.step is Step.REPLY:
        if len(group) != len(deal.led):
            raise IllegalAction("reply_as_many", count=len(deal.led))
        return group
    if not of_one_suit(group):
        raise IllegalAction("lead_one_suit")
    if len(group) != len(hand) and bound_to_molodka(deal, options):
        raise IllegalAction("lead_whole_molodka")
    return group


def _in_hand(hand: tuple[Card, ...], args: tuple[str, ...]) -> tuple[Card, ...]:
    try:
        named = [card(text) for text in args]
    except NoSuchCard:
        raise IllegalAction("bad_arguments", verb="play") from None
    if not named or len(set(named)) != len(named):
        raise IllegalAction("bad_arguments", verb="play")
    for one in named:
        if one not in hand:
            raise IllegalAction("not_in_hand", card=one.text)
    named.sort(key=_index)
    return tuple(named)


def _index(one: Card) -> int:
    return one.index


def _announced(deal: OpenDeal, options: Options) -> str:
    kind = special_of(deal, deal.asked, options)
    if kind is None:
        raise ValueError("nobody is asked who holds no special hand")
    return kind.value
