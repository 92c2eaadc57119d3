"""The rules that Discord keeps and its specification does not state.

Each function takes a body as it was sent (anything that JSON can say) and gives the problems.
"""

from bot.stand_in.rules.commands import command_problems, commands_problems
from bot.stand_in.rules.emojis import emoji_upload_problems
from bot.stand_in.rules.messages import Draft, draft_problems, message_problems
from bot.stand_in.rules.modals import choices_problems, modal_problems

__all__ = [
    "Draft",
    "choices_problems",
    "command_problems",
    "commands_problems",
    "draft_problems",
    "emoji_upload_problems",
    "message_problems",
    "modal_problems",
]
