"""Whether the files of a floor are its own: keys and folder that no other user of the machine may read or change.

Asked before anything is read from them. A mode that lets others in is refused with the command that mends it; nothing
is changed here, because another user may have read a key already, and a person has to know.
"""

from __future__ import annotations

import os
import shlex
import stat
from collections.abc import Iterator
from pathlib import Path

from openetg.server.checks.selfcheck import SECRET, refuse
from openetg.server.plan.folder import FloorFolder

OTHERS = 0o077
"""Modes of group and others: every user but the floor's."""
STRANGERS = 0o007
"""Modes of others, outside the group: the certificate's key may belong to a group for such keys."""
PUBLIC = {".pub"}
"""The mode that lets others read."""
WRITING = 0o022
"""Modes that let group or others write."""


def check_modes(place: FloorFolder, tls_key: Path | None = None, told: tuple[Path, ...] = ()) -> str:
    """Folder, keys and secrets are for the floor's user alone; raises `CheckFailed` with the command that mends it.

    `told` are files that say what the floor is: its floor file, the manifest. Others may read them and not write them.
    """
    for path in told:
        _refuse_written_by_others(path)
    open_folders = [path for path in (place.path, place.keys) if _lets_in(path, OTHERS)]
    open_files = [path for path in _secret_files(place) if _lets_in(path, OTHERS)]
    if tls_key is not None and _lets_in(tls_key, STRANGERS):
        open_files.append(tls_key)
    if open_folders or open_files:
        raise refuse("files", _words(open_folders, open_files))
    return "keys and folder are the floor's own"


def _secret_files(place: FloorFolder) -> Iterator[Path]:
    yield place.path / SECRET
    if place.keys.is_dir():
        yield from sorted(path for path in place.keys.rglob("*") if path.is_file() and path.suffix not in PUBLIC)


def _refuse_written_by_others(path: Path) -> None:
    """Raises if others may write a floor file: its writer engages people and sets limits without a second person."""
    for each in (path, path.absolute().parent):
        try:
            found = each.stat()
        except FileNotFoundError:
            continue  # its reader raises
        mode, sticky = stat.S_IMODE(found.st_mode), found.st_mode & stat.S_ISVTX
        if mode & WRITING and not sticky:
            raise refuse(
                "files",
                f"{each}: expected that its owner alone may write there, found mode {mode:04o}: others on this machine"
                f" may change what {path.name} says. Look through it, then: chmod go-w {shlex.quote(str(each))}",
            )
        if os.getuid() and found.st_uid not in {0, os.getuid()} and not sticky:
            raise refuse("files", f"{each}: expected a file of the floor's own user or of root, found somebody else's")


def _lets_in(path: Path, whom: int) -> bool:
    try:
        return bool(path.stat().st_mode & whom)
    except (FileNotFoundError, NotADirectoryError):
        return False


def _words(folders: list[Path], files: list[Path]) -> str:
    first = (*folders, *files)[0]
    mode = stat.S_IMODE(first.stat().st_mode)
    expected = "0700" if folders else "0600"
    commands = [
        f"chmod {mode} {' '.join(shlex.quote(str(path)) for path in paths)}"
        for mode, paths in (("700", folders), ("600", files))
        if paths
    ]
    return (
        f"{first}: expected mode {expected}, for the floor's user alone, found {mode:04o}: others on this machine may"
        f" read or change it. Find out whether somebody has, then: {'; '.join(commands)}"
    )
