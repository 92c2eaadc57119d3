"""What is said, scored and claimed in Biritch, in words."""

from __future__ import annotations

from typing import Final

from bot.games.biritch.bidding import Doubling
from bot.games.biritch.contract import SEATS, SIDES, Call, Contract, Spoken
from bot.games.biritch.revokes import Revoke, Transfer
from bot.games.biritch.scoring import Line
from bot.games.biritch.views import BiritchSummary, BiritchView
from bot.render.tell import SYMBOLS, Tell

SHOWN_ROUNDS: Final = 5
"""How many rounds of an auction the board shows; what counts of older ones is the last call."""

SHOWN_CLAIMS: Final = 3
MAX_FIELD: Final = 1024


def side_name(side: int, tell: Tell) -> str:
    """Return the two names of a side."""
    return " & ".join(tell.seat(seat) for seat in SIDES[side])


def contract_words(contract: Contract, tell: Tell) -> str:
    """Return the strain, with level and doubling where there are any, and who declares."""
    strain = tell.strain(contract.strain.trump)
    if contract.level is not None:
        strain = f"{contract.level} {strain}"
    if contract.multiplier > 1:
        strain = f"{strain} ×{contract.multiplier}"
    return tell.text("biritch.contract", strain=strain, name=tell.seat(contract.declarer))


def call_words(call: Call, tell: Tell) -> str:
    """Return a call: ``2 ♥ hearts``."""
    strain = tell.strain(call.strain.trump)
    return strain if call.level is None else f"{call.level} {strain}"


def said(view: BiritchView, tell: Tell) -> str:
    """Return what was said before play: the auction a line a round, naming, doubling."""
    lines = _rounds(view, tell)
    if view.phase == "naming" and view.calls:
        lines.append(tell.text("biritch.all_passed"))
    if view.dealer_left and view.dealer is not None:
        lines.append(tell.text("biritch.news.left", name=tell.seat(view.dealer)))
    if view.contract is not None and view.phase == "doubling" and view.highest is None:
        namer = tell.seat(view.contract.namer)
        strain = tell.strain(view.contract.strain.trump)
        lines.append(tell.text("biritch.news.named", name=namer, strain=strain))
    lines.extend(_doubling(one, tell) for one in view.doubling[-8:])
    return "\n".join(lines)


def _rounds(view: BiritchView, tell: Tell) -> list[str]:
    """Return the last rounds of the auction, each from the dealer on."""
    calls = [_short(one, tell) for one in view.calls]
    rounds = [calls[start : start + SEATS] for start in range(0, len(calls), SEATS)]
    lines = [" · ".join(some) for some in rounds[-SHOWN_ROUNDS:]]
    return lines if len(rounds) <= SHOWN_ROUNDS else ["…", *lines]


def _short(one: Spoken, tell: Tell) -> str:
    name = tell.seat(one.seat)
    return f"{name} –" if one.call is None else f"{name} **{_short_call(one.call, tell)}**"


def _short_call(call: Call, tell: Tell) -> str:
    trump = call.strain.trump
    strain = tell.text("biritch.no_trump") if trump is None else SYMBOLS[trump]
    # The space tells a call from a card: 2 ♦ is no two of diamonds.
    return strain if call.level is None else f"{call.level} {strain}"


def last_calls(view: BiritchView, tell: Tell) -> tuple[str, ...]:
    """Return what each seat said last in the auction, in short; empty where it has not spoken."""
    said = dict.fromkeys(range(SEATS), "")
    for one in view.calls:
        said[one.seat] = "–" if one.call is None else _short_call(one.call, tell)
    return tuple(said.values())


def _doubling(one: Doubling, tell: Tell) -> str:
    verb = "passed" if one.verb == "pass" else one.verb
    return tell.text(f"biritch.news.{verb}", name=tell.seat(one.seat))


def speaking(view: BiritchView, tell: Tell) -> list[str]:
    """Return the last call, and who may still speak; nothing once play has begun."""
    names = ", ".join(tell.seat(seat) for seat in view.to_speak)
    if view.phase == "doubling":
        return [tell.text("biritch.may_double", names=names)]
    if view.phase != "auction":
        return []
    highest = view.highest
    if highest is None or highest.call is None:
        last = tell.text("biritch.no_call")
    else:
        call = call_words(highest.call, tell)
        last = tell.text("biritch.last_call", call=call, name=tell.seat(highest.seat))
    return [last, tell.text("biritch.to_speak", names=names)]


def irregularities(view: BiritchView, tell: Tell) -> list[str]:
    """Return what everybody heard of claims and plays out of turn, and that one may still claim."""
    lines = [
        tell.count("biritch.claim_made", one.found, name=tell.seat(one.seat), trick=one.trick)
        for one in view.claims[-SHOWN_CLAIMS:]
    ]
    for seat in sorted(set(view.out_of_turn)):
        times = view.out_of_turn.count(seat)
        lines.append(tell.count("biritch.out_of_turn", times, name=tell.seat(seat)))
    # At the end of a rubber the line of whose turn it is says so, as long as it holds.
    if view.phase == "scored" and not view.winners and view.rules["revokes"] == "penalised":
        lines.append(tell.text("biritch.may_claim"))
    return lines


def score_line(line: Line, tell: Tell) -> str:
    """Return one entry of a deal's score, and how it came about."""
    facts = dict(line.facts)
    what = tell.text(f"biritch.line.{line.reason}", **_figures(facts, tell))
    column = tell.text(f"biritch.column.{line.column}")
    side = side_name(line.side, tell)
    return tell.text("biritch.line", side=side, points=line.points, column=column, what=what)


def _figures(facts: dict[str, int], tell: Tell) -> dict[str, object]:
    told: dict[str, object] = dict(facts)
    if "tricks" in facts:
        told["n"] = facts["tricks"]
        told["tricks"] = tell.count("biritch.odd", facts["tricks"])
    multiplier = facts.get("multiplier", 1)
    told["times"] = f" ×{multiplier}" if multiplier > 1 else ""
    aces = facts.get("aces", 0)
    told["ace_words"] = tell.count("biritch.by_aces", aces) if aces else ""
    return told


def transfers(summary: BiritchSummary, tell: Tell) -> str:
    """Return each claim that found something: what it found, and the tricks that moved for it."""
    lines: list[str] = []
    for transfer in summary.transfers:
        lines.append(_transfer(transfer, tell))
        lines.extend(_revoke(one, tell) for one in transfer.claim.found)
    while len("\n".join(lines)) > MAX_FIELD:
        lines[-2:] = ["…"]
    return "\n".join(lines)


def _transfer(transfer: Transfer, tell: Tell) -> str:
    return tell.count(
        "biritch.transfer",
        transfer.tricks,
        name=tell.seat(transfer.claim.seat),
        trick=transfer.claim.trick,
        side=side_name(transfer.side, tell),
    )


def _revoke(one: Revoke, tell: Tell) -> str:
    name, card = tell.seat(one.seat), tell.card(one.card)
    if one.led is None:
        return tell.text("biritch.revoke.turn", name=name, trick=one.trick, card=card)
    led = tell.suit(one.led)
    return tell.text("biritch.revoke.suit", name=name, trick=one.trick, card=card, suit=led)
