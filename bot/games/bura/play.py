"""One function a phase: what is asked, what each answer does, and what comes next.

Between two tricks: 31 or draw, the draw, special hands, the lead.
"""

from __future__ import annotations

from bot.games.bura.events import (
    Announced,
    Declared,
    Drawn,
    LeadTaken,
    Passed,
    PutAside,
    RepliedFaceDown,
    WentOn,
)
from bot.games.bura.hands import (
    ENOUGH,
    Announcement,
    Special,
    beats_all,
    outranks,
    special,
)
from bot.games.bura.options import Options
from bot.games.bura.pot import How
from bot.games.bura.state import End, Hands, OpenDeal, Step, missing, won, won_points
from bot.games.cards import Card
from bot.games.game import CardsPlayed, Event, TrickTaken
from bot.games.trick import Play, Taken

Moved = tuple[OpenDeal, tuple[Event, ...]]


def special_of(deal: OpenDeal, seat: int, options: Options) -> Special | None:
    """Return the special hand that a seat may announce; an automatic bura is never announced."""
    kind = special(deal.hands[seat], deal.laid.trump, trump_ace_needed=options.trump_ace_needed)
    return None if options.automatic_bura and kind is Special.BURA else kind


def lead(deal: OpenDeal, seat: int, group: tuple[Card, ...]) -> Moved:
    """Put the lead down: the moment between two tricks is over, and the other replies."""
    left = tuple([one for one in deal.hands[seat] if one not in group])
    return (
        deal._replace(
            step=Step.REPLY,
            asked=1 - seat,
            first=seat,
            hands=_with(deal.hands, seat, left),
            led=group,
            announced=(),
        ),
        (CardsPlayed(seat, group),),
    )


def reply(deal: OpenDeal, seat: int, cards: tuple[Card, ...], options: Options) -> Moved:
    """Put the reply down; it takes the trick only if it beats every card led."""
    leader = 1 - seat
    winner = seat if beats_all(deal.led, cards, deal.laid.order) else leader
    plays = (*[Play(leader, one) for one in deal.led], *[Play(seat, one) for one in cards])
    left = tuple([one for one in deal.hands[seat] if one not in cards])
    hands = _with(deal.hands, seat, left)
    tricks = (*deal.tricks, Taken(plays, winner))
    # Asked in this order: is there something to draw, else something to lead, else the last gap.
    if deal.left:
        step = Step.DRAW
    elif left:
        step = Step.LEAD
    else:
        step = Step.LAST
    put_down: Event = CardsPlayed(seat, cards)
    if options.hidden_replies and winner == leader:
        put_down = RepliedFaceDown(seat, len(cards))
    return (
        deal._replace(step=step, asked=winner, first=winner, hands=hands, led=(), tricks=tricks),
        (put_down, TrickTaken(len(tricks), winner)),
    )


def draw(deal: OpenDeal, options: Options) -> Moved:
    """Let both draw, the winner of the trick first, or put aside what cannot fill both hands."""
    went_on = WentOn(deal.first)
    need = missing(deal)
    if deal.left < need:
        put_aside = PutAside(deal.left)
        step = Step.LEAD if deal.hands[0] else Step.LAST
        deal = deal._replace(step=step, left=0, aside=deal.left)
        return deal, (went_on, put_aside)
    stock = deal.laid.deal.stock
    drawn = stock[len(stock) - deal.left :][:need]
    hands = _with(deal.hands, deal.first, deal.hands[deal.first] + drawn[::2])
    hands = _with(hands, 1 - deal.first, hands[1 - deal.first] + drawn[1::2])
    deal = deal._replace(hands=hands, left=deal.left - need)
    deal, events = before_the_lead(deal, options)
    return deal, (went_on, Drawn(deal.first, need // 2, deal.left), *events)


def before_the_lead(deal: OpenDeal, options: Options) -> Moved:
    """Look for special hands with full hands: an automatic bura, then who is to be asked."""
    if options.automatic_bura:
        found = [
            Announcement(seat, Special.BURA, deal.hands[seat])
            for seat in (deal.first, 1 - deal.first)
            if special(deal.hands[seat], deal.laid.trump, trump_ace_needed=False) is Special.BURA
        ]
        if found:
            deal = deal._replace(announced=tuple(found), shown=deal.shown + tuple(found))
            return _bura(deal), tuple([Announced(one) for one in found])
    if special_of(deal, deal.first, options) is not None:
        return deal._replace(step=Step.SPECIAL, asked=deal.first), ()
    return _ask_the_other(deal, options), ()


def announce(deal: OpenDeal, seat: int, kind: Special, options: Options) -> Moved:
    """Show a special hand: a bura takes the pot or asks for a duel, the others take the lead."""
    made = Announcement(seat, kind, deal.hands[seat])
    deal = deal._replace(announced=(*deal.announced, made), shown=(*deal.shown, made))
    events: tuple[Event, ...] = (Announced(made),)
    if seat == deal.first:
        return _ask_the_other(deal, options), events
    if kind is Special.BURA:
        return _bura(deal), events
    return deal._replace(step=Step.LEAD, asked=seat), (*events, LeadTaken(seat))


def pass_special(deal: OpenDeal, seat: int, options: Options) -> Moved:
    """Keep a special hand to oneself; a bura that is not announced is worth nothing."""
    events = (Passed(seat),)
    if seat == deal.first:
        return _ask_the_other(deal, options), events
    return _nobody_more(deal), events


def pass_last(deal: OpenDeal, seat: int) -> Moved:
    """Let the gap after the last trick pass: the winner, then the other; then nobody wins."""
    events = (Passed(seat),)
    if seat == deal.first:
        return deal._replace(asked=1 - seat), events
    return deal._replace(end=End(How.VOID, None)), events


def declare(deal: OpenDeal, seat: int) -> Moved:
    """Stop the deal: the own won tricks are shown and counted."""
    total = won_points(deal)[seat]
    right = total >= ENOUGH
    how = How.DECLARED if right else How.FALSE_CALL
    return (
        deal._replace(end=End(how, seat)),
        (Declared(seat, won(deal, seat), total, right),),
    )


def _ask_the_other(deal: OpenDeal, options: Options) -> OpenDeal:
    """Ask the other player where that hand would take the lead, or must fight a bura."""
    other = 1 - deal.first
    kind = special_of(deal, other, options)
    announced = deal.announced[-1].kind if deal.announced else None
    duel = kind is announced is Special.BURA
    if kind is not None and (duel or outranks(kind, announced)):
        return deal._replace(step=Step.SPECIAL, asked=other)
    return _nobody_more(deal)


def _nobody_more(deal: OpenDeal) -> OpenDeal:
    """Go on when nobody (more) is asked: an announced bura wins, else the lead stays."""
    if deal.announced and deal.announced[-1].kind is Special.BURA:
        return _bura(deal)
    return deal._replace(step=Step.LEAD, asked=deal.first)


def _bura(deal: OpenDeal) -> OpenDeal:
    """End the deal by the bura announced, or the duel of two: the first is the target."""
    buras = [one for one in deal.announced if one.kind is Special.BURA]
    winner = buras[0].seat
    if len(buras) == 2 and beats_all(buras[0].cards, buras[1].cards, deal.laid.order):
        winner = buras[1].seat
    return deal._replace(end=End(How.BURA, winner))


def _with(hands: Hands, seat: int, hand: tuple[Card, ...]) -> Hands:
    return (hand, hands[1]) if seat == 0 else (hands[0], hand)
