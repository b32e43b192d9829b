"""How the commands about keys open a keyring: a problem is said in words, with exit code 2."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder
from openetg.keys.keyring import Keyring, open_keyring
from openetg.keys.signing import KeyProblem

F = TypeVar("F", bound=Callable[..., Any])


def keys_option(function: F) -> F:
    """The option --keys."""
    return click.option(
        "--keys",
        type=click.Path(path_type=Path, file_okay=False),
        help="The folder with the keys; without it, that of the floor that stands where nobody said otherwise.",
    )(function)


def keys_folder(keys: Path | None) -> Path:
    """The folder asked for, or that of the floor."""
    return keys or default_folder() / "keys"


@contextmanager
def opened(keys: Path | None) -> Iterator[Keyring]:
    """The keyring in a folder."""
    try:
        ring = open_keyring(keys_folder(keys))
        try:
            yield ring
        finally:
            ring.close()
    except KeyProblem as problem:
        raise BadQuestionError(str(problem)) from None
