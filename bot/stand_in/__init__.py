"""Discord on localhost, for play without a token and for tests."""

from bot.stand_in.errors import Problem, Refused
from bot.stand_in.interactions import Deferral, Interaction, Modal
from bot.stand_in.limits import Limits
from bot.stand_in.model import Channel, Guild, Message, Ping, User
from bot.stand_in.people import Person
from bot.stand_in.server import StandIn, running_stand_in
from bot.stand_in.tls import Door
from bot.stand_in.traffic import Request, Violation
from bot.stand_in.world import World

__all__ = [
    "Channel",
    "Deferral",
    "Door",
    "Guild",
    "Interaction",
    "Limits",
    "Message",
    "Modal",
    "Person",
    "Ping",
    "Problem",
    "Refused",
    "Request",
    "StandIn",
    "User",
    "Violation",
    "World",
    "running_stand_in",
]
