"""The rules: pure values, without input, clock, chance, language or Discord.

``GAMES`` in ``bot.games.registry`` names them all; ``bot.games.game`` is the contract they keep.
"""
