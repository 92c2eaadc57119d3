"""Measuring the whole bot at a stand-in, in ratios against a bare client where that is possible."""
