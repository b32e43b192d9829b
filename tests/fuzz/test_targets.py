"""Every reader of bytes from outside, on all its seeds and on inputs near them; `make fuzz` tries many more."""

from __future__ import annotations

import pytest

from tests.fuzz.mutations import mutations
from tests.fuzz.targets import ALL, SEEDS, Target

EACH = 300
"""So many inputs near the seeds of a target."""
SLOW = {
    "terminal": 150,
    "seat": 150,
    "money_devices": 150,
    "rulebook": 30,
    "floor_file": 30,
    "script": 120,
    "doorway": 60,
}


@pytest.mark.parametrize("target", ALL, ids=lambda target: target.name)
def test_seeds_are_read_or_refused(target: Target) -> None:
    seeds = target.seeds()
    assert seeds, f"{target.name} has nothing to begin with"
    for path in seeds:
        target.run(path.read_bytes())


@pytest.mark.parametrize("target", ALL, ids=lambda target: target.name)
def test_what_is_near_a_seed_is_read_or_refused(target: Target) -> None:
    seeds = target.seeds()
    each = max(SLOW.get(target.name, EACH) // len(seeds), 1)
    for path in seeds:
        for data in mutations(path.read_bytes(), target.words, each):
            target.run(data)
    target.run(b"")


def test_every_folder_of_seeds_has_its_target() -> None:
    assert {path.name for path in SEEDS.iterdir()} <= {target.name for target in ALL}
