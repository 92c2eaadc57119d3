"""A worker process of the pool: reads questions from its input, writes choices to its output.

The first thing that it writes says that it is ready; it ends when its input does, so none outlives
the bot for long.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
from contextlib import suppress
from time import process_time
from typing import BinaryIO, Final

from bot.computers import bounded
from bot.computers.messages import LENGTH, READY, Answer, Failure, Question, frame
from bot.computers.registry import SEARCHERS
from bot.computers.thinking import chance_from, player

NICE: Final = 2
"""The event loop comes first where both want the same core."""


def answer(question: Question) -> Answer:
    """Return what the player chooses: the same for the same question, within its seconds."""
    begun = process_time()
    chance = chance_from(question.seed)
    searcher = SEARCHERS.get(question.game) if question.level == "strong" else None
    if searcher is not None:
        choice = searcher.choose(question.view, question.memory, chance, question.effort)
    else:
        found = player(question.game, question.level)
        choice = found.choose(question.view, question.memory, chance)
    return Answer(choice, process_time() - begun, last=bounded.left_behind() > 0)


def serve(questions: BinaryIO, answers: BinaryIO) -> None:
    """Answer questions until there are no more, or an answer is the last."""
    answers.write(frame(READY))
    answers.flush()
    while head := questions.read(LENGTH):
        question: Question = pickle.loads(questions.read(int.from_bytes(head, "big")))
        message: Answer | Failure
        try:
            message = answer(question)
        except Exception as error:  # noqa: BLE001 - outermost: else the process ends; the pool logs
            message = Failure(type(error).__name__, _place(error))
        answers.write(frame(message))
        answers.flush()
        if isinstance(message, Answer) and message.last:
            return


def _place(error: Exception) -> str:
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    if trace is None:
        return "?"
    return f"{trace.tb_frame.f_globals.get('__name__', '?')}:{trace.tb_lineno}"


def main() -> None:
    """Serve the process that started this one; Ctrl-C is that one's affair."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(NICE)
    # What a library prints must not come between the frames.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(BrokenPipeError):  # nobody is left to answer
        serve(sys.stdin.buffer, answers)
    os._exit(0)  # all has been written, and work left behind is not waited for


if __name__ == "__main__":
    main()
