"""Native libraries: what compiled modules need is found, listed and hashed; what else is loaded is named."""

from __future__ import annotations

import importlib.util
import sys
from importlib import import_module
from pathlib import Path

import pytest

from openetg.server.checks import manifest
from openetg.server.checks.native import Wants, libraries_of, loaded_files, wants_of
from openetg.server.checks.selfcheck import CheckFailed, check_isolated

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ELF files and /proc")


def test_the_libraries_of_the_interpreter_are_found() -> None:
    found = libraries_of([Path(sys.executable).resolve()])
    assert any(name.startswith("libc.so") for name in found)
    assert all(path.is_file() for path in found.values())


def test_a_compiled_module_says_what_it_needs() -> None:
    assert any(name.startswith("libuuid") for name in wants_of(Path(str(import_module("_uuid").__file__))).libraries)


@pytest.mark.parametrize("data", [b"", b"\x7fELF", b"\x7fELF\x02\x01" + b"\xff" * 90, b"#!/bin/sh\n"])
def test_what_is_no_native_file_needs_nothing(tmp_path: Path, data: bytes) -> None:
    file = tmp_path / "x.so"
    file.write_bytes(data)
    assert wants_of(file) == Wants()
    assert wants_of(tmp_path / "none") == Wants()


@pytest.mark.slow
def test_what_is_loaded_from_elsewhere_is_a_stranger(tmp_path: Path) -> None:
    planted = tmp_path / "planted_for_a_test.py"
    planted.write_text("")
    spec = importlib.util.spec_from_file_location(planted.stem, planted)
    assert spec is not None
    sys.modules[planted.stem] = importlib.util.module_from_spec(spec)
    try:
        strangers = manifest.strangers(manifest.software_files())
    finally:
        del sys.modules[planted.stem]
    assert str(planted) in strangers
    package = str(Path(manifest.__file__).parents[2]) + "/"
    assert not any(each.startswith(package) for each in strangers), "a checkout may be called like the package"


def test_the_interpreter_is_loaded() -> None:
    assert loaded_files()


def test_a_floor_for_real_money_or_of_approved_software_refuses_what_is_foreign() -> None:
    with pytest.raises(CheckFailed, match="self-check, isolation: foreign code could run in this floor: /tmp/x is"):
        check_isolated(["/tmp/x"], must_be=True)
    with pytest.raises(CheckFailed, match="not started isolated"):
        check_isolated([], must_be=True)
    assert check_isolated(["/tmp/x"], must_be=False).startswith("not sure: /tmp/x is loaded")
