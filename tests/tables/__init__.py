"""Tests of tables: moves, the one way in, and what goes on by itself."""
