"""Everything that can be set: from the environment (``ATOUT_…``), ``.env``, or a secrets folder."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal

from pydantic import Field, SecretStr, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

from bot.computers.cores import usual_size
from bot.service.shards import Shards


class Settings(BaseSettings):
    """What the operator of the bot may set; see ``deploy/README.md`` for each in a sentence.

    The token may also lie in a file ``atout_token`` in the folder that ATOUT_SECRETS (or
    systemd's CREDENTIALS_DIRECTORY) names.
    """

    model_config = SettingsConfigDict(
        env_prefix="ATOUT_", env_file=".env", extra="ignore", hide_input_in_errors=True
    )

    token: SecretStr | None = None
    database: Path = Path("data/atout.sqlite3")
    language: str = "en"
    requests_per_second: float = Field(45.0, gt=0, le=50)
    seconds_a_card: float = Field(1.0, ge=0, le=10)
    thinkers: int = Field(default_factory=usual_size, ge=1, le=256)
    keep_tables_days: int = Field(30, ge=0)
    keep_results_days: int = Field(0, ge=0)
    keep_left_servers_days: int = Field(30, ge=0)
    log_level: Literal["DEBUG", "INFO", "WARNING", "ERROR"] = "INFO"
    log_format: Literal["people", "json"] = "people"
    health_port: int = Field(8080, ge=0, le=65535)
    backups: Path | None = None
    backup_hours: float = Field(24.0, ge=0, le=24 * 365)
    backups_kept: int = Field(14, ge=1, le=10_000)
    shards: str | None = None

    @field_validator("shards")
    @classmethod
    def _shards_can_be_read(cls, written: str | None) -> str | None:
        if written:
            Shards.read(written)
        return written or None

    @property
    def backup_folder(self) -> Path:
        """Return where copies of the database go: beside it, where nothing else is said."""
        return self.backups or self.database.parent / "backups"

    @property
    def own_shards(self) -> Shards | None:
        """Return the shards of this process; None where it runs all of them."""
        return None if self.shards is None else Shards.read(self.shards)


def load() -> Settings:
    """Return the settings in force; raise pydantic's ValidationError for a wrong value."""
    folder = os.environ.get("ATOUT_SECRETS") or os.environ.get("CREDENTIALS_DIRECTORY")
    secrets = folder if folder and Path(folder).is_dir() else None
    return Settings(_secrets_dir=secrets)
