"""The inspector's own script finds what the floor's command finds, and what it would not say."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

import pytest

from openetg.server.checks import manifest
from openetg.server.checks.manifest import Manifest

SCRIPT = Path(__file__).parents[3] / "tools" / "verify_software.py"


def digest(path: Path) -> str:
    return sha256(path.read_bytes()).hexdigest()


class Installed:
    """A small installation, with the manifest it was approved by."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.home = folder / "python"
        self.root = folder / "opt"
        version = "python3.11"
        self.stdlib = self.home / "lib" / version
        self.site = self.root / "lib" / version / "site-packages"
        interpreter = self.home / "bin" / version
        files = {
            "python/interpreter": interpreter,
            "python/os.py": self.stdlib / "os.py",
            "python/re.py": self.stdlib / "re.py",
            "python/lib-dynload/zlib.so": self.stdlib / "lib-dynload" / "zlib.so",
            "openetg/__init__.py": self.site / "openetg" / "__init__.py",
            "openetg/money.py": self.site / "openetg" / "money.py",
            "rulebooks/one/rulebook.toml": self.site / "openetg" / "shipped_rulebooks" / "one" / "rulebook.toml",
            "click-8.2.1/click/core.py": self.site / "click" / "core.py",
            "click-8.2.1/click-8.2.1.dist-info/METADATA": self.site / "click-8.2.1.dist-info" / "METADATA",
        }
        for name, path in files.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(f"# {name}\n")
        (self.root / "bin").mkdir()
        (self.root / "bin" / "python").symlink_to(interpreter)
        (self.root / "pyvenv.cfg").write_text(f"home = {interpreter.parent}\n")
        self.approved = Manifest("0.1.0", "3.11.7 (main)", {name: digest(path) for name, path in sorted(files.items())})
        self.file = folder / "approved.json"
        manifest.write(self.approved, self.file)

    def verify(self, *more: str) -> tuple[int, str]:
        words = [sys.executable, "-I", "-S", str(SCRIPT), str(self.root), "--manifest", str(self.file), *more]
        done = subprocess.run(words, capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr


@pytest.fixture
def installed(tmp_path: Path) -> Installed:
    return Installed(tmp_path)


def test_what_was_approved_is_the_same_and_the_digest_is_the_one_on_record(installed: Installed) -> None:
    code, said = installed.verify()
    assert code == 0, said
    assert installed.approved.digest in said
    assert "the same" in said


def test_a_changed_a_missing_and_an_added_file_are_named(installed: Installed) -> None:
    (installed.site / "openetg" / "money.py").write_text("evil")
    (installed.stdlib / "re.py").unlink()
    for name in ("click/core.cpython-311-x86_64-linux-gnu.so", "evil.pth", "sitecustomize.py", "openetg/more.py"):
        (installed.site / name).write_text("")
    code, said = installed.verify()
    assert code == 1
    for line in ("openetg/money.py: changed", "python/re.py: missing", "DIFFERENT  6 findings"):
        assert line in said
    for name in ("core.cpython-311-x86_64-linux-gnu.so", "evil.pth", "sitecustomize.py", "openetg/more.py"):
        assert f"{name}: code that is not in the manifest" in said


def test_compiled_copies_are_counted_and_change_nothing(installed: Installed) -> None:
    cache = installed.site / "openetg" / "__pycache__"
    cache.mkdir()
    (cache / "money.cpython-311.pyc").write_bytes(b"evil")
    code, said = installed.verify()
    assert (code, "compiled  " in said) == (0, True)


@pytest.mark.parametrize("name", ["openetg/evil.pyc", "click/evil.pyc", "uvloop.pyc", "uvloop/__init__.pyc"])
def test_a_compiled_file_without_a_source_is_code(installed: Installed, name: str) -> None:
    planted = installed.site / name
    planted.parent.mkdir(exist_ok=True)
    planted.write_bytes(b"evil")
    code, said = installed.verify()
    assert (code, f"{name}: code that is not in the manifest" in said) == (1, True), said


def test_an_archive_that_goes_before_the_library_is_code(installed: Installed) -> None:
    (installed.stdlib.parent / "python311.zip").write_bytes(b"evil")
    code, said = installed.verify()
    assert (code, "python311.zip: code that is not in the manifest" in said) == (1, True), said


def other_library(installed: Installed) -> Path:
    other = installed.folder / "other"
    shutil.copytree(installed.home / "lib", other / "lib")
    (other / "lib" / "python3.11" / "os.py").write_text("evil")
    (other / "bin").mkdir()
    return other


def test_an_environment_that_names_another_library_is_not_the_same(installed: Installed) -> None:
    """`pyvenv.cfg` decides it, before any option of the interpreter: every file that was approved is still there."""
    home = other_library(installed) / "bin"
    (installed.root / "pyvenv.cfg").write_text(f"home = {home}\n")
    code, said = installed.verify()
    assert (code, f"pyvenv.cfg: sends the interpreter to the library {home.parent}" in said) == (1, True), said


@pytest.mark.parametrize("name", ["python._pth", "pybuilddir.txt"])
def test_a_file_beside_the_interpreter_that_names_another_library_is_found(installed: Installed, name: str) -> None:
    (installed.root / "bin" / name).write_text(f"{other_library(installed)}/lib/python3.11\n")
    code, said = installed.verify()
    assert (code, f"{name}: sends the interpreter to a library of its own" in said) == (1, True), said


def test_a_command_that_says_something_else_is_found_out(installed: Installed) -> None:
    said = installed.folder / "said.txt"
    lines = [f"{hashed}  {name}" for name, hashed in installed.approved.files.items()]
    said.write_text("\n".join(lines) + "\n")
    assert installed.verify("--signature", str(said))[0] == 0
    said.write_text("\n".join(lines[1:]) + "\n" + "0" * 64 + "  openetg/more.py\n")
    code, told = installed.verify("--signature", str(said))
    assert code == 1
    assert told.count("the floor's own command says") == 2


@pytest.mark.parametrize("wrong", ["{}", "[]", "no json", ""])
def test_a_question_that_cannot_be_answered_is_neither_yes_nor_no(installed: Installed, wrong: str) -> None:
    installed.file.write_text(wrong)
    assert installed.verify()[0] == 2


def test_a_folder_without_an_installation_cannot_be_compared(installed: Installed) -> None:
    shutil.rmtree(installed.site)
    assert installed.verify()[0] == 2


@pytest.mark.slow
def test_it_agrees_with_the_floor_about_this_very_installation(tmp_path: Path) -> None:
    approved = tmp_path / "approved.json"
    found = manifest.take(build="test")
    manifest.write(found, approved)
    said = tmp_path / "said.txt"
    said.write_text("".join(f"{hashed}  {name}\n" for name, hashed in found.files.items()))
    words = [sys.executable, "-I", str(SCRIPT), sys.prefix, "--manifest", str(approved), "--signature", str(said)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, found.digest in done.stdout) == (0, True), done.stdout[-2_000:]
    assert json.loads(approved.read_text())["files"] == found.files


def test_code_that_no_package_has_brought_is_named_and_packages_nobody_needs_are_told(installed: Installed) -> None:
    """A library that looks for another by name (`try: import pydantic`) would run it under a matching manifest."""
    (installed.site / "pydantic.py").write_text("evil")
    (installed.site / "brotli").mkdir()
    (installed.site / "brotli" / "__init__.py").write_text("evil")
    code, said = installed.verify()
    assert code == 1
    for line in ("pydantic.py: code that is not", "__init__.py: code that is not", "DIFFERENT  2 findings"):
        assert line in said, said
    about = installed.site / "pydantic-9.dist-info"
    about.mkdir()
    (about / "RECORD").write_text("pydantic.py,,\nbrotli/__init__.py,,\n")
    code, said = installed.verify()
    assert code == 0, said
    assert "beside    pydantic-9: packages that no floor needs" in said
