"""Tests of what lasts, with real files."""
