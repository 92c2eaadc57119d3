"""Tests mirror the packages that they try."""
