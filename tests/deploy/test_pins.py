"""What a host installs is pinned, whole, and by hash."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, requires
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent.parent
PINNED = ROOT / "deploy" / "requirements.txt"
PIN = re.compile(r"([a-z0-9][a-z0-9.-]*)==(\S+)(?: ; (.*?))? \\")


def pins() -> dict[str, list[str]]:
    """Return the versions pinned for each package: one for each kind of machine."""
    found: dict[str, list[str]] = {}
    for line in PINNED.read_text().splitlines():
        if match := PIN.fullmatch(line):
            found.setdefault(match[1], []).append(match[2])
    return found


def needed() -> list[Requirement]:
    """Return what the project says that it needs to run."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return [Requirement(line) for line in project["dependencies"]]


def test_every_dependency_is_pinned_at_a_version_that_serves() -> None:
    pinned = pins()
    for requirement in needed():
        versions = pinned[canonicalize_name(requirement.name)]
        assert all(requirement.specifier.contains(version) for version in versions)


def test_what_the_dependencies_need_in_turn_is_pinned_too() -> None:
    pinned, looked_at, left = pins(), set[str](), needed()
    while left:
        requirement = left.pop()
        name = canonicalize_name(requirement.name)
        if name in looked_at or (requirement.marker and not requirement.marker.evaluate()):
            continue
        looked_at.add(name)
        assert name in pinned
        try:
            more = [Requirement(line) for line in requires(name) or ()]
        except PackageNotFoundError:
            continue  # not for this machine
        left += [one for one in more if one.marker is None or "extra" not in str(one.marker)]
    assert len(looked_at) > len(needed())


def test_each_pin_has_hashes_and_nothing_names_where_it_comes_from() -> None:
    text = PINNED.read_text()
    for block in re.split(r"\n(?=\S)", text):
        if not block.startswith("#"):
            assert re.search(r"--hash=sha256:[0-9a-f]{64}", block), block.splitlines()[0]
    assert "://" not in text
    assert not re.search(r"^\s*(-e|-i|--index|--extra|--find)", text, re.MULTILINE)


def test_the_tool_that_builds_is_pinned_too() -> None:
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert [Requirement(line).name for line in build] == ["setuptools"]
    assert "setuptools" in pins()
