"""A worker that does what the seed of a question says: hang, die, break, leave work, or tell."""

from __future__ import annotations

import os
import time

from bot.computers import bounded, worker
from bot.computers.messages import Answer, Question
from bot.computers.player import Choice
from bot.games.game import Action

SOUND = worker.answer


def answer(question: Question) -> Answer:
    """Answer as a sound worker does, unless the seed says otherwise."""
    seed = question.seed
    if seed.startswith("hang"):
        time.sleep(3600)
    elif seed.startswith("slow"):
        time.sleep(0.2)
    elif seed.startswith("die"):
        os._exit(3)
    elif seed.startswith("break"):
        raise LookupError(f"a secret: {question.view.hand}")
    elif seed.startswith("leave"):
        assert not bounded.within(0.0, lambda given_up: time.sleep(3600))
    elif seed.startswith("chatter"):
        print("what a library prints", flush=True)
    elif seed.startswith("tell"):
        secrets = [name for name in os.environ if name.startswith("ATOUT_")]
        facts = (("share", str(question.effort.share)), ("pid", os.getpid()))
        return Answer(Choice(Action(0, "tell", tuple(secrets)), "told", facts), 0.0)
    return SOUND(question)


if __name__ == "__main__":
    worker.answer = answer
    worker.main()
