"""Starts the programs of a floor with nothing foreign in them: what decides, signs or holds keys.

An ordinary Python runs code that was not asked for: `sitecustomize`, `.pth` files, folders from the environment, a
module in the current folder, compiled copies beside the sources, libraries the loader was told to load first. So a
floor starts itself again, at once and under the same process id, by `python -I -S` with this file as the program: no
site, no environment but the names below, compiled files in a fresh folder of its own and none without its source, and
beside the package nothing but what the packages it needs have brought: libraries try for others by name, and would run
any that has such a name. Every child is started so from the outset.
It must import nothing but what the interpreter has loaded anyway before the path is set.
"""

# ruff: noqa: PTH100, PTH112, PTH113, PTH118, PTH119, PTH120, PTH123, PTH208 - pathlib is not loaded yet

import os
import sys

TYPE_CHECKING = False  # `typing` is not loaded yet either
if TYPE_CHECKING:
    from importlib.machinery import ModuleSpec
    from types import ModuleType

KEPT = frozenset(
    {
        "HOME",
        "LANG",
        "LANGUAGE",
        "LOGNAME",
        "PATH",
        "SHELL",
        "TERM",
        "TMPDIR",
        "TZ",
        "USER",
        "COLUMNS",
        "LINES",
        "NO_COLOR",
        "SYSTEMROOT",
        "XDG_STATE_HOME",
        "XDG_RUNTIME_DIR",
        "NOTIFY_SOCKET",
        "WATCHDOG_USEC",
        "INVOCATION_ID",
        "JOURNAL_STREAM",
        "CREDENTIALS_DIRECTORY",
        "PGHOST",
        "PGPORT",
        "PGUSER",
        "PGDATABASE",
        "PGPASSWORD",
        "PGPASSFILE",
        "PGSSLMODE",
        "PGSSLROOTCERT",
        "PGSSLCERT",
        "PGSSLKEY",
        "OPENETG_JOURNAL",
        "OPENETG_MIRROR",
    }
)
"""The environment of a floor; `LC_…` is kept too. None of these names code to run."""
OPEN = frozenset(
    {
        "rulebooks",
        "check",
        "clauses",
        "readings",
        "powers",
        "wagers",
        "paytable",
        "settle",
        "jackpot",
        "play",
        "conformance",
        "players",
        "device",
        "tour",
    }
)
"""Commands that touch no key and no journal: they read rulebooks and scripts, or are a simulation. Every other, and one
that is added and not named here, runs isolated."""
GUARDED_IN_OPEN = frozenset({("device", "key")})
"""What makes a key all the same."""
COMPILED = "openetg-compiled-"
"""What the name of a folder of compiled files begins with; the process id of its floor follows."""
PACKAGE = "openetg"


def is_isolated() -> bool:
    """Whether this process was started so that nothing foreign runs in it."""
    flags = sys.flags
    return bool(flags.isolated and flags.no_site and sys.pycache_prefix) and not foreign(os.environ)


def foreign(environment: "os._Environ[str] | dict[str, str]") -> list[str]:
    """Names in an environment that a floor does not keep."""
    return sorted(name for name in environment if name not in KEPT and not name.startswith("LC_"))


def environment() -> dict[str, str]:
    """What a floor and its children keep of the environment."""
    dropped = set(foreign(os.environ))
    return {name: value for name, value in os.environ.items() if name not in dropped}


def command(module: str, *words: str, compiled: str | None = None) -> list[str]:
    """How a child is started: a module of the package, by this file, with the compiled files of its parent."""
    compiled = compiled or sys.pycache_prefix
    prefix = ["-X", f"pycache_prefix={compiled}"] if compiled else []
    optimized = ["-O"] * sys.flags.optimize  # the floor itself says that it does not start with it
    return [sys.executable, "-I", "-S", *optimized, *prefix, os.path.abspath(__file__), module, *words]


def is_guarded(words: list[str]) -> bool:
    """Whether these words after `etg` ask for something that decides, signs, or touches keys or a journal."""
    named = [word for word in words if not word.startswith("-")][:2]
    return bool(named) and (named[0] not in OPEN or tuple(named) in GUARDED_IN_OPEN)


def ensure_isolated(words: list[str]) -> None:
    """Starts this program again, isolated, if its command is one that has to be and it is not."""
    if not is_guarded(words) or is_isolated():
        return
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    again = command(PACKAGE, *words, compiled=_fresh_folder())
    os.execve(again[0], again, environment())  # noqa: S606 - the same interpreter


def main() -> None:
    """The command `etg`: nothing of it is loaded before it is known whether it has to be started again."""
    ensure_isolated(sys.argv[1:])
    from openetg.cli.main import main as run  # noqa: PLC0415

    run()


def _fresh_folder() -> str:
    """A new folder that no other user can write to, for files compiled by this start; those of dead floors go."""
    import shutil  # noqa: PLC0415 - this process is started again at once
    import tempfile  # noqa: PLC0415

    base = tempfile.gettempdir()
    for name in os.listdir(base):
        owner = name.removeprefix(COMPILED).partition("-")[0]
        if name.startswith(COMPILED) and owner.isdigit() and not _is_alive(int(owner)):
            shutil.rmtree(os.path.join(base, name), ignore_errors=True)
    return tempfile.mkdtemp(prefix=f"{COMPILED}{os.getpid()}-", dir=base)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    except OSError:
        return True
    return True


def _enter() -> None:
    """As the program of an isolated interpreter: finds the packages, runs the module it was asked for."""
    module, *words = sys.argv[1:] or [""]
    if module == PACKAGE:
        ensure_isolated(words)  # before a compiled copy of anything of the package could be read
    folders = _folders()
    _take_needed_sources_alone(_brought(folders))
    sys.path += folders
    if module != PACKAGE and not module.startswith(f"{PACKAGE}."):
        raise SystemExit(f"expected a module of {PACKAGE}, found {module}")
    sys.argv = ["etg", *words]
    _clean_up_at_the_end()
    if module == PACKAGE:
        main()
        return
    import runpy  # noqa: PLC0415

    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _folders() -> list[str]:
    """Where the package stands, and where those it needs do: in a virtual environment, beside the interpreter."""
    own = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
    around = os.path.dirname(os.path.dirname(os.path.abspath(sys.executable)))
    if os.path.isfile(os.path.join(around, "pyvenv.cfg")):
        sys.prefix = sys.exec_prefix = around  # what `site` would have done
    version = f"python{sys.version_info[0]}.{sys.version_info[1]}"
    places = [os.path.join(sys.prefix, lib, version, "site-packages") for lib in ("lib", "lib64")]
    places.append(os.path.join(sys.prefix, "Lib", "site-packages"))
    found = dict.fromkeys(os.path.realpath(place) for place in places if os.path.isdir(place))
    return list(dict.fromkeys((own, *found)))


def _brought(folders: list[str]) -> dict[str, set[str]]:
    """What is in each folder of packages by the lists of the distributions that the package needs, and itself."""
    found: dict[str, set[str]] = {folder: set() for folder in folders}
    found[folders[0]].add(PACKAGE)
    about = {
        _plain(name.partition("-")[0]): (folder, os.path.join(folder, name))
        for folder in folders
        for name in os.listdir(folder)
        if name.endswith(".dist-info")
    }
    waiting, seen = [(PACKAGE, "*")], set()
    while waiting:
        wanted = waiting.pop()
        if wanted in seen or wanted[0] not in about:
            continue
        seen.add(wanted)
        folder, place = about[wanted[0]]
        found[folder].update(line.lstrip('"').partition("/")[0].partition(",")[0] for line in _lines(place, "RECORD"))
        waiting += _wishes(_lines(place, "METADATA"), wanted[1])
    return found


def _wishes(metadata: list[str], extra: str) -> list[tuple[str, str]]:
    """What a distribution needs, each with an extra of it, empty if none; with `*` what it may need, too."""
    found = []
    for line in metadata:
        if not line.startswith("Requires-Dist:"):
            continue
        wish, _, marker = line.partition(":")[2].partition(";")
        if "extra" in marker and extra != "*" and not (extra and extra in marker.replace("'", '"').split('"')):
            continue
        name = wish.strip()
        while name and not all(each.isalnum() or each in "-_." for each in name):
            name = name[:-1]
        extras = wish.partition("[")[2].partition("]")[0]
        found += [(_plain(name), each.strip()) for each in ("", *filter(None, extras.split(",")))]
    return found


def _plain(name: str) -> str:
    return name.lower().replace("_", "-").replace(".", "-")


def _lines(place: str, name: str) -> list[str]:
    try:
        with open(os.path.join(place, name), encoding="utf-8") as file:
            return file.read().splitlines()
    except FileNotFoundError:
        return []


def _take_needed_sources_alone(brought: dict[str, set[str]]) -> None:
    """A compiled file with no source is no module: where compiled copies are kept says nothing of such a file. Nor is
    a file in a folder of packages and was brought by none of those that are needed.
    """
    from importlib import machinery  # noqa: PLC0415 - part of the interpreter itself

    class Finder(machinery.FileFinder):
        def find_spec(self, fullname: str, target: "ModuleType | None" = None) -> "ModuleSpec | None":
            found = super().find_spec(fullname, target)
            if found is None or "." in fullname or self.path not in brought:
                return found
            (stands, *_) = [found.origin] if found.origin else found.submodule_search_locations or [""]
            entry = str(stands)[len(self.path) :].strip(os.sep).partition(os.sep)[0]
            return found if entry in brought[self.path] else None

    assert "FileFinder" in repr(sys.path_hooks[-1]), "what finds modules in folders comes last"
    sys.path_hooks[-1] = Finder.path_hook(
        (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES),
        (machinery.SourceFileLoader, machinery.SOURCE_SUFFIXES),
    )
    sys.path_importer_cache.clear()


def _clean_up_at_the_end() -> None:
    """The compiled files of this start are worth nothing to the next."""
    folder = sys.pycache_prefix or ""
    if os.path.basename(folder).startswith(f"{COMPILED}{os.getpid()}-"):
        import atexit  # noqa: PLC0415
        import shutil  # noqa: PLC0415

        atexit.register(shutil.rmtree, folder, ignore_errors=True)


if __name__ == "__main__":
    _enter()
