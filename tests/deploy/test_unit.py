"""The unit, the container and the settings are what the bot makes of them."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.service.invitation import PERMISSIONS, SCOPES
from bot.service.metrics import Metrics
from bot.settings import Settings

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if analyze is None:
        pytest.skip("systemd-analyze is not installed here")
    # Only where the program lies is changed: it is not installed on this machine.
    text = (DEPLOY / "atout.service").read_text()
    unit = tmp_path / "atout.service"
    unit.write_text(text.replace("ExecStart=/opt/atout/bin/atout run", "ExecStart=/bin/true"))
    verified = subprocess.run(
        [analyze, "verify", "--man=no", str(unit)], capture_output=True, text=True, check=False
    )
    about_it = [line for line in verified.stderr.splitlines() if "atout" in line]
    assert about_it == []
    assert verified.returncode == 0


def test_the_unit_and_the_bot_agree() -> None:
    unit = (DEPLOY / "atout.service").read_text()
    assert "RestartPreventExitStatus=78" in unit
    assert "Type=notify" in unit
    assert "LoadCredential=atout_token:" in unit
    assert "ExecStart=/opt/atout/bin/atout run" in unit
    for name in re.findall(r"^Environment=(ATOUT_\w+)=", unit, re.MULTILINE):
        assert _known(name), name


def test_every_setting_of_the_example_exists_and_has_the_default_that_it_names() -> None:
    text = (DEPLOY / "atout.env.example").read_text()
    named = dict(re.findall(r"^#(ATOUT_\w+)=(.*)$", text, re.MULTILINE))
    assert len(named) >= 10
    assert all(_known(name) for name in named)
    settings = Settings.model_validate(
        {name.removeprefix("ATOUT_").lower(): value for name, value in named.items()}
    )
    fresh = Settings(_env_file=None)
    for name in ("language", "requests_per_second", "seconds_a_card", "health_port"):
        assert getattr(settings, name) == getattr(fresh, name), name
    for name in ("backup_hours", "backups_kept", "log_level"):
        assert getattr(settings, name) == getattr(fresh, name), name


def test_every_setting_is_in_the_guide() -> None:
    guide = (DEPLOY / "README.md").read_text()
    for name in Settings.model_fields:
        assert f"ATOUT_{name.upper()}`" in guide, name


def test_the_guide_names_the_scopes_and_the_number_that_the_bot_asks_for() -> None:
    guide = (DEPLOY / "README.md").read_text()
    assert f"`{PERMISSIONS.value}`" in guide
    assert f"`{' '.join(SCOPES)}`" in guide


def test_container_and_compose_name_settings_and_commands_that_exist() -> None:
    docker = (DEPLOY / "Dockerfile").read_text()
    for name in re.findall(r"\b(ATOUT_\w+)=", docker):
        assert _known(name), name
    assert "HEALTHCHECK" in docker
    assert '["atout", "health"]' in docker
    assert re.search(r"^USER \d+$", docker, re.MULTILINE)
    assert "stop_grace_period" in (DEPLOY / "compose.yaml").read_text()


def test_the_dashboard_shows_only_figures_that_there_are() -> None:
    board = json.loads((DEPLOY / "dashboard.json").read_text())
    asked = "\n".join(
        target["expr"] for panel in board["panels"] for target in panel.get("targets", ())
    )
    named = set(re.findall(r"\batout_\w+", asked))
    assert len(named) >= 15
    known = Metrics().text().decode() + (DEPLOY.parent / "bot/service/around.py").read_text()
    for name in named:
        plain = re.sub(r"_(total|bucket|count|sum)$", "", name)
        assert f"{plain}" in known, name


def _known(name: str) -> bool:
    return name == "ATOUT_SECRETS" or name.removeprefix("ATOUT_").lower() in Settings.model_fields
