"""What the commands about evidence ask for in the same words: checkpoints, keys, the folder of the floor."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from openetg.cli.arguments import BadQuestionError
from openetg.journal.proofs.checkpoint import CheckpointProblem, SignedNote, read_checkpoints
from openetg.journal.proofs.proof import ProofProblem
from openetg.journal.proofs.tree_folder import TreeFolder, TreeProblem, open_tree
from openetg.journal.store import JournalProblem
from openetg.keys.signing import FORMER, PUBLIC, KeyProblem, PublicKey, read_public_key
from openetg.server.plan.folder import FloorFolder

F = TypeVar("F", bound=Callable[..., Any])


def floor_option(function: F) -> F:
    """The option --floor."""
    return click.option(
        "--floor",
        type=click.Path(path_type=Path, file_okay=False),
        help="The folder of the floor, with its checkpoints, tree and keys; without it, the one around the journal.",
    )(function)


def key_option(function: F) -> F:
    """The option --key."""
    return click.option(
        "--key",
        "keys",
        multiple=True,
        help="A public key you trust, NAME+HASH+KEY, or a file with one. May be given several times.",
    )(function)


def floor_around(journal: str, floor: Path | None) -> FloorFolder | None:
    """The folder of the floor a journal belongs to; None if it stands alone, or in a database server."""
    if floor is not None:
        if not floor.is_dir():
            raise BadQuestionError(f"{floor}: expected the folder of a floor, found none")
        return FloorFolder(floor)
    if "://" in journal:
        return None
    path = Path(journal).absolute()
    for around in path.parents[: 1 if path.is_dir() else 2]:
        found = FloorFolder(around)
        if any(each.is_dir() for each in (found.checkpoints, found.tree, found.keys)):
            return found
    return None


def asked_keys(keys: Iterable[str]) -> list[PublicKey]:
    """The public keys given as text or as files."""
    return [_key(each) for each in keys]


def own_key(floor: FloorFolder | None) -> PublicKey | None:
    """The public key of the floor that signs now."""
    path = floor.keys / PUBLIC if floor else None
    return _key(str(path)) if path and path.exists() else None


def own_keys(floor: FloorFolder | None) -> list[PublicKey]:
    """The public keys in the floor's own folder, those of before too: a user who can write there can replace them."""
    if floor is None:
        return []
    return [_key(str(path)) for path in (floor.keys / PUBLIC, *sorted(floor.keys.glob(FORMER))) if path.exists()]


def _key(text: str) -> PublicKey:
    path = Path(text)
    try:
        found = path.is_file()
        return read_public_key(path.read_text(errors="replace") if found else text)
    except KeyProblem as problem:
        raise BadQuestionError(f"{path}: {problem}" if path.is_file() else f"--key: {problem}") from None
    except OSError as fault:
        raise BadQuestionError(f"--key: {fault.strerror}") from None


def asked_notes(places: Iterable[Path]) -> list[SignedNote]:
    """Every checkpoint in these files and folders."""
    try:
        return [note for place in places for note in read_checkpoints(place)]
    except CheckpointProblem as problem:
        raise BadQuestionError(str(problem)) from None


@contextmanager
def tree_of(floor: FloorFolder | None) -> Iterator[TreeFolder | None]:
    """The tree in the floor's folder, if there is one that can be used; it is only a convenience."""
    try:
        tree = open_tree(floor.tree) if floor else None
    except TreeProblem as problem:
        click.echo(f"the tree folder is left aside: {problem}", err=True)
        tree = None
    try:
        yield tree
    finally:
        if tree is not None:
            tree.close()


@contextmanager
def problems_in_words() -> Iterator[None]:
    """Problems of journals, checkpoints and keys become words, with exit code 2; what is not proved, with 1."""
    try:
        yield
    except ProofProblem as problem:
        click.echo(f"not proved: {problem}", err=True)
        raise SystemExit(1) from None
    except (CheckpointProblem, JournalProblem, KeyProblem, TreeProblem) as problem:
        raise BadQuestionError(str(problem)) from None
    except OSError as fault:
        raise BadQuestionError(f"{fault.filename}: {fault.strerror}") from None
