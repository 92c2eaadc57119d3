"""The only writer of public messages and panels: one ordered, coalescing queue a message.

Discord allows a bot so many requests a second in all; answers to interactions do not count. So
boards share one budget, and panels, which travel by interaction, only keep their own order.
"""
