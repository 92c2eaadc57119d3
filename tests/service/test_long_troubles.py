"""Discord stumbles for a while in each way there is, and play goes on; longer by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.service.long_troubles import outages


@pytest.mark.timeout(1800)
async def test_whatever_discord_does_for_a_while_nothing_is_lost_and_play_goes_on(
    tmp_path: Path,
) -> None:
    await outages(tmp_path, 1.0)
