"""Without a browser the tests that need one fail, and say what to do."""

from __future__ import annotations

import pytest

from tests.stand_in_page.conftest import chromium


def test_missing_chromium_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    with pytest.raises(pytest.fail.Exception, match="run `make test`"):
        chromium()
