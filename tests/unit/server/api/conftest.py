"""One running floor for all tests of a module."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.unit.server.api.floor_app import Client, ServedFloor, served_floor


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServedFloor]:
    with served_floor(tmp_path_factory.mktemp("floor")) as running:
        yield running


@pytest.fixture(scope="module")
def ann(floor: ServedFloor) -> Iterator[Client]:
    client = floor.client("ann")
    yield client
    client.close()


@pytest.fixture(scope="module")
def olga(floor: ServedFloor) -> Iterator[Client]:
    client = floor.client("olga")
    yield client
    client.close()
