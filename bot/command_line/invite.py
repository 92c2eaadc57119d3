"""Print the link by which a server invites the bot, with exactly the permissions that it uses."""

from __future__ import annotations

import argparse

from bot.command_line import CannotDo
from bot.command_line.set_up import set_up, token_of
from bot.service.invitation import PERMISSIONS, SCOPES, application_of, link


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare the application's number, for whoever has no token at hand."""
    parser.add_argument(
        "--application",
        type=int,
        metavar="ID",
        help="the application's id, from the developer portal; read from the token if not said",
    )


def run(given: argparse.Namespace) -> int:
    """Print the link, and what it asks for."""
    application = given.application
    if application is None:
        application = application_of(token_of(set_up()))
        if application is None:
            raise CannotDo("the token names no application: say --application ID")
    print(link(application))
    print(f"scopes: {' '.join(SCOPES)}")
    print(f"permissions: {PERMISSIONS.value}")
    for name, needed in PERMISSIONS:
        if needed:
            print(f"  {name.replace('_', ' ')}")
    return 0
