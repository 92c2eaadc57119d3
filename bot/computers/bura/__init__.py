"""Bura at three strengths: by plain rules of thumb, by counting, and by search."""
