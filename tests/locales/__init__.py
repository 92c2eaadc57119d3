"""The words themselves."""
