"""Tests of the only writer of public messages and panels."""
