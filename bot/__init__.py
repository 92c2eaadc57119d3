"""Atout: four card games played in a Discord channel."""
