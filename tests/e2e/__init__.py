"""The real bot, the real client, and people who click, over the stand-in."""
