"""The Dockerfile's steps, run as a script in a clean folder, make a bot that plays."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from bot.stand_in import running_stand_in
from tests.e2e.party import NO_LIMITS, text_of
from tests.service.running import PATIENCE, bot_process, card_table

ROOT = Path(__file__).parent.parent.parent
DOCKERFILE = ROOT / "deploy" / "Dockerfile"


def stages() -> list[list[tuple[str, str]]]:
    """Return the instructions of each stage, as pairs of word and rest."""
    found: list[list[tuple[str, str]]] = []
    text = re.sub(r"\\\n", " ", DOCKERFILE.read_text())
    for line in text.splitlines():
        if not line.strip() or line.startswith("#"):
            continue
        word, _, rest = line.partition(" ")
        if word == "FROM":
            found.append([])
        found[-1].append((word, rest.strip()))
    return found


def snapshot(folder: Path) -> Path:
    """Copy what is built, but not what Python writes there while other tests run."""
    unlasting = shutil.ignore_patterns("__pycache__")
    for word, rest in stages()[0]:
        for source in rest.split()[:-1] if word == "COPY" else ():
            if (ROOT / source).is_dir():
                shutil.copytree(ROOT / source, folder / source, ignore=unlasting)
            else:
                (folder / source).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / source, folder / source)
    return folder


def script(folder: Path, root: Path) -> str:
    """Return the first stage as a shell script that builds below ``folder`` and nowhere else."""
    lines = ["set -eu"]
    for word, rest in stages()[0]:
        here = rest.replace("/opt/atout", str(folder / "opt" / "atout"))
        if word == "WORKDIR":
            lines += [f"mkdir -p {folder}{rest}", f"cd {folder}{rest}"]
        elif word == "ENV":
            # What was fetched before may be kept here: by its hash it is the same.
            lines.append(f"export {here.replace('PIP_NO_CACHE_DIR=1', '')}")
        elif word == "COPY":
            *sources, target = rest.split()
            lines += [f"cp -r {root / source} {target}" for source in sources]
        elif word == "RUN":
            lines.append(here)
        else:
            assert word == "FROM", word
    return "\n".join(lines).replace("python -m venv", "python3 -m venv")


def test_the_second_stage_takes_only_what_the_first_has_made() -> None:
    build, final = stages()
    assert build[0][1].startswith("python:3.12-slim")
    assert [rest for word, rest in final if word == "COPY"] == [
        "--from=build /opt/atout /opt/atout"
    ]
    assert ("USER", "10001") in final
    # The rest of it makes an account, for which one has to be root: it is only read here.
    (accounts,) = [rest for word, rest in final if word == "RUN"]
    subprocess.run(["sh", "-n", "-c", accounts], check=True)


@pytest.mark.timeout(1800)
async def test_what_the_dockerfile_builds_runs_and_answers_a_command(tmp_path: Path) -> None:
    built = tmp_path / "built"
    _build(built)
    python = built / "opt" / "atout" / "bin" / "python"
    data = tmp_path / "data"
    data.mkdir()
    async with (
        running_stand_in(NO_LIMITS) as server,
        # -P: what is imported comes from where it was installed.
        bot_process(server, data, python=(str(python), "-P"), home=data) as process,
    ):
        ann, channel = server.world.person("Ann"), card_table(server)
        answered = await ann.command(channel, "atout play", game="bura", computers=True)
        assert answered.error is None

        def hand() -> bool:
            own = [one for one in ann.sees(channel) if one.ephemeral]
            return any("Your hand" in text_of(one) for one in own)

        await server.wait_for(hand, PATIENCE)
        assert await process.end() == 0


def _build(folder: Path) -> None:
    folder.mkdir()
    known = {key: os.environ[key] for key in os.environ if not key.startswith(("ATOUT_", "PYTHON"))}
    built = subprocess.run(
        ["sh", "-c", script(folder, snapshot(folder / "checkout"))],
        cwd=folder,
        env=known,
        capture_output=True,
        text=True,
        check=False,
    )
    if "Temporary failure in name resolution" in built.stderr or "No route" in built.stderr:
        pytest.skip("packages cannot be fetched without a network")
    assert built.returncode == 0, built.stderr[-2000:]
    atout = folder / "opt" / "atout" / "bin" / "atout"
    checked = subprocess.run(
        [str(atout), "run", "--check"],
        cwd=folder,
        env={"PATH": os.environ["PATH"], "ATOUT_TOKEN": "x.y.z"},
        check=False,
    )
    assert checked.returncode == 0
    shutil.rmtree(folder / "src")
