"""Measuring how strong the computer players are: the same cards for both, in turn."""
