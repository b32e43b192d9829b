"""Code that nobody approved does not run in a floor, nor in the follower that signs: four ways it was brought in.

Real files, real processes: each way leaves a line in a file if its code runs. What the first interpreter runs before
it starts itself again is over before anything of a floor is loaded.
"""

from __future__ import annotations

import asyncio
import os
import py_compile
import shutil
import subprocess
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib import import_module
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path

import click
import pytest

import openetg
from openetg import isolated
from openetg.journal.proofs.checkpoint import latest_checkpoint
from openetg.server.plan.folder import FloorFolder
from tests.faults.floors import ETG

ROOT = Path(__file__).parents[2]
WAIT_S = 120.0
EVIL = """
import os, sys
with open({file!r}, "a") as ran:
    ran.write(f"{{__name__}} {{sys.flags.isolated}}\\n")
"""
WORDS = (
    "floor", "run", "--no-pages", "--tables", "A", "--terminals", "1", "--port", "0", "--period", "0.6",
    "--launch", "0.1", "--time-factor", "200",
)  # fmt: skip


def evil(tmp_path: Path) -> str:
    return EVIL.format(file=str(tmp_path / "ran"))


def ran(tmp_path: Path) -> list[str]:
    """What ran, each with whether it ran in an isolated interpreter."""
    file = tmp_path / "ran"
    return file.read_text().splitlines() if file.exists() else []


@asynccontextmanager
async def floor_of(tmp_path: Path, *command: str, cwd: Path, environment: dict[str, str]) -> AsyncIterator[Process]:
    """A floor whose follower has signed something, and whose start said that nothing foreign runs in it."""
    folder = tmp_path / "floor"
    floor = await asyncio.create_subprocess_exec(
        *command, *WORDS, "--folder", str(folder), stdout=PIPE, stderr=PIPE, cwd=cwd, env=os.environ | environment
    )
    assert floor.stdout is not None
    said: list[str] = []
    try:
        async with asyncio.timeout(WAIT_S):
            while line := (await floor.stdout.readline()).decode():
                said.append(line)
                if line.startswith("journal"):
                    break
            assert any(line.startswith("check    isolation: nothing foreign") for line in said), said
            while latest_checkpoint(FloorFolder(folder).checkpoints) is None:
                await asyncio.sleep(0.05)
        yield floor
    finally:
        floor.kill()
        await floor.communicate()


def family_of(process: Process) -> list[int]:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    assert children, "a floor has its follower"
    return [process.pid, *map(int, children)]


def test_a_folder_named_in_the_environment_brings_nothing_in(tmp_path: Path) -> None:
    planted = tmp_path / "planted"
    planted.mkdir()
    for name in ("sitecustomize", "usercustomize"):
        (planted / f"{name}.py").write_text(evil(tmp_path))

    async def test() -> None:
        around = {"PYTHONPATH": str(planted), "PYTHONSTARTUP": str(planted / "sitecustomize.py")}
        async with floor_of(tmp_path, sys.executable, str(ETG), cwd=tmp_path, environment=around):
            assert {line.split()[1] for line in ran(tmp_path)} == {"0"}, "only in the one that was left at once"
            assert len(ran(tmp_path)) <= 2

    asyncio.run(test())


def test_started_isolated_not_even_that_runs(tmp_path: Path) -> None:
    """As the page for operators has a service manager start it."""
    planted = tmp_path / "planted"
    planted.mkdir()
    (planted / "sitecustomize.py").write_text(evil(tmp_path))
    program = str(Path(openetg.__file__).parent / "isolated.py")

    async def test() -> None:
        words = (sys.executable, "-I", "-S", program, "openetg")
        async with floor_of(tmp_path, *words, cwd=tmp_path, environment={"PYTHONPATH": str(planted)}):
            assert ran(tmp_path) == []

    asyncio.run(test())


def test_a_module_in_the_current_folder_is_not_taken_for_one_of_the_library(tmp_path: Path) -> None:
    here = tmp_path / "here"
    here.mkdir()
    for name in ("re", "json", "asyncio", "openetg"):
        (here / f"{name}.py").write_text(evil(tmp_path))

    async def test() -> None:
        async with floor_of(tmp_path, sys.executable, str(ETG), cwd=here, environment={}):
            assert ran(tmp_path) == []

    asyncio.run(test())


def test_a_library_the_loader_was_told_to_load_is_in_no_process_of_a_floor(tmp_path: Path) -> None:
    planted = tmp_path / "planted.so"
    shutil.copy(str(import_module("_uuid").__file__), planted)

    async def test() -> None:
        around = {"LD_PRELOAD": str(planted)}
        async with floor_of(tmp_path, sys.executable, str(ETG), cwd=tmp_path, environment=around) as floor:
            for process in family_of(floor):
                assert str(planted) not in Path(f"/proc/{process}/maps").read_text()
                assert b"LD_PRELOAD" not in Path(f"/proc/{process}/environ").read_bytes()

    asyncio.run(test())


def test_nor_where_keys_and_passwords_are_handled_at_the_shell(tmp_path: Path) -> None:
    """What runs beside the signing key could keep a copy of it; what says that a journal is whole must not lie."""
    planted = tmp_path / "planted"
    planted.mkdir()
    (planted / "sitecustomize.py").write_text(f"import atexit\natexit.register(lambda: exec({evil(tmp_path)!r}))\n")
    commands = {"keys": ("show", "rotate-signing"), "journal": ("verify", "adopt"), "floor": ("password", "unlock")}
    for group, names in commands.items():
        for name in names:
            words = [sys.executable, str(ETG), group, name, "--no-such-option"]
            environment = os.environ | {"PYTHONPATH": str(planted)}
            said = subprocess.run(words, env=environment, check=False, capture_output=True, text=True)
            assert "No such option" in said.stderr, said.stderr
            assert ran(tmp_path) == [], f"what was planted was still there at the end of {group} {name}"


def plant_compiled(source: Path, text: str, tmp_path: Path) -> None:
    """A compiled copy of another text, with the time and size of the real one, as the interpreter wants it."""
    other = tmp_path / "other.py"
    other.write_text(text)
    target = Path(cache_from_source(str(source)))
    target.parent.mkdir(exist_ok=True)
    py_compile.compile(str(other), str(target), doraise=True)
    found = source.stat()
    stamp = int(found.st_mtime).to_bytes(4, "little") + (found.st_size & 0xFFFFFFFF).to_bytes(4, "little")
    target.write_bytes(MAGIC_NUMBER + bytes(4) + stamp + target.read_bytes()[16:])


def test_a_compiled_copy_that_was_put_beside_a_source_is_not_run(tmp_path: Path) -> None:
    package = tmp_path / "src" / "openetg"
    shutil.copytree(Path(openetg.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("rulebooks", "web"):
        (tmp_path / name).symlink_to(ROOT / name)
    for module in ("floor/pipeline.py", "server/follower/follower.py", "cli/main.py", "keys/signing.py"):
        source = package / module
        text = source.read_text().replace("from __future__ import annotations\n", "")
        plant_compiled(source, "from __future__ import annotations\n" + evil(tmp_path) + text, tmp_path)
    subprocess.run(
        [sys.executable, "-c", "import openetg.keys.signing"], env=os.environ | {"PYTHONPATH": str(tmp_path / "src")},
        check=True, capture_output=True,
    )  # fmt: skip
    assert ran(tmp_path) == ["openetg.keys.signing 0"], "an ordinary interpreter runs it"
    (tmp_path / "ran").unlink()

    async def test() -> None:
        words = (sys.executable, "-I", "-S", str(package / "isolated.py"), "openetg")
        async with floor_of(tmp_path, *words, cwd=tmp_path, environment={}):
            assert ran(tmp_path) == []

    asyncio.run(test())


def test_a_compiled_file_without_a_source_is_no_module(tmp_path: Path) -> None:
    """Beside the packages, where it would go before the library it is named after."""
    package = tmp_path / "src" / "openetg"
    shutil.copytree(Path(openetg.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (tmp_path / "evil.py").write_text(evil(tmp_path))
    py_compile.compile(str(tmp_path / "evil.py"), str(package.parent / "click.pyc"), doraise=True)
    words = [sys.executable, "-I", "-S", str(package / "isolated.py"), "openetg", "--version"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert ran(tmp_path) == []
    assert done.returncode == 0, done.stderr


def environment_beside(tmp_path: Path) -> Path:
    """A virtual environment with everything that is in ours, to which something can be added; its packages."""
    around = tmp_path / "around"
    (around / "bin").mkdir(parents=True)
    (around / "bin" / "python").symlink_to(Path(sys.executable).resolve())
    shutil.copy(Path(sys.prefix) / "pyvenv.cfg", around)
    packages = around / "lib" / f"python{sys.version_info[0]}.{sys.version_info[1]}" / "site-packages"
    packages.mkdir(parents=True)
    for each in Path(click.__file__).parents[1].iterdir():
        (packages / each.name).symlink_to(each)
    return packages


@pytest.mark.parametrize("listed", [False, True], ids=["alone", "with a list of its own"])
def test_a_module_that_no_needed_package_has_brought_is_not_run(tmp_path: Path, *, listed: bool) -> None:
    """Libraries try for others by name and go on without them: also where one has run and then says it is not there."""
    packages = environment_beside(tmp_path)
    gone = "raise ModuleNotFoundError(__name__, name=__name__)\n"
    for name in ("pydantic", "a2wsgi", "starlette", "watchfiles"):
        (packages / f"{name}.py").write_text(evil(tmp_path) + gone)
        if listed:
            about = packages / f"{name}-1.0.dist-info"
            about.mkdir()
            (about / "METADATA").write_text(f"Name: {name}\nVersion: 1.0\n")
            (about / "RECORD").write_text(f"{name}.py,,\n")
    (packages / "typing_extensions").mkdir()
    (packages / "typing_extensions" / "__init__.py").write_text(evil(tmp_path) + gone)
    program = str(Path(openetg.__file__).parent / "isolated.py")
    code = "import litestar, uvicorn, openetg.server.front.front"
    python = str(packages.parents[2] / "bin" / "python")
    ordinary = f"import sys; sys.path[:0] = {[str(packages), str(Path(openetg.__file__).parents[1])]!r}; {code}"
    subprocess.run([python, "-I", "-S", "-c", ordinary], check=False, capture_output=True)
    assert ran(tmp_path), "an ordinary interpreter runs it"
    (tmp_path / "ran").unlink()

    async def test() -> None:
        words = (python, "-I", "-S", program, "openetg")
        async with floor_of(tmp_path, *words, cwd=tmp_path, environment={}):
            assert ran(tmp_path) == []

    asyncio.run(test())


def test_a_module_beside_the_package_does_not_go_before_the_library_it_is_named_after(tmp_path: Path) -> None:
    package = tmp_path / "src" / "openetg"
    shutil.copytree(Path(openetg.__file__).parent, package, ignore=shutil.ignore_patterns("__pycache__"))
    (package.parent / "click.py").write_text(evil(tmp_path))
    words = [sys.executable, "-I", "-S", str(package / "isolated.py"), "openetg", "--version"]
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert ran(tmp_path) == []
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("module", ["openetg.server.api.journal.process", "openetg"])
def test_children_are_started_with_nothing_of_the_folder_or_the_environment(tmp_path: Path, module: str) -> None:
    """What answers questions about the journal, and the follower, by the very words a floor starts them with."""
    (tmp_path / "re.py").write_text(evil(tmp_path))
    (tmp_path / "sitecustomize.py").write_text(evil(tmp_path))
    words = isolated.command(module, *(["--version"] if module == "openetg" else []), compiled=str(tmp_path / "c"))
    done = subprocess.run(
        words, cwd=tmp_path, env=isolated.environment() | {"PYTHONPATH": str(tmp_path)}, input=b"", check=False,
        capture_output=True, timeout=WAIT_S,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert ran(tmp_path) == []


def test_nothing_but_modules_of_the_package_is_started(tmp_path: Path) -> None:
    words = isolated.command("http.server", compiled=str(tmp_path))
    done = subprocess.run(words, check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "expected a module of openetg, found http.server" in done.stderr
