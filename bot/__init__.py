"""Atout: card games played in a Discord channel."""
