"""Ask a running bot of this machine how it is: 0 it is well, 1 it is not, or nothing answers."""

from __future__ import annotations

import argparse
import urllib.error
import urllib.request

from bot.command_line import CannotDo
from bot.command_line.set_up import set_up
from bot.service.health import LOOPBACK

WITHIN = 4.0


def arguments(parser: argparse.ArgumentParser) -> None:
    """Declare which question is asked."""
    parser.add_argument(
        "--ready", action="store_true", help="also ask whether people can play just now"
    )


def run(given: argparse.Namespace) -> int:
    """Ask, and print the answer."""
    port = set_up().health_port
    if not port:
        raise CannotDo("health is turned off (ATOUT_HEALTH_PORT is 0)")
    address = f"http://{LOOPBACK}:{port}/{'readyz' if given.ready else 'healthz'}"
    # A proxy that is set for the rest of the world is no way to this machine.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(address, timeout=WITHIN) as answer:
            print(answer.read().decode())
            return 0
    except urllib.error.HTTPError as refusal:
        with refusal:
            print(refusal.read().decode(errors="replace"))
        return 1
    except OSError as error:
        print(f"nothing answers on port {port}: {getattr(error, 'reason', error)}")
        return 1
