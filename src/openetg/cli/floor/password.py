"""`etg floor password`: set a person's password from a prompt, or make a one-time code to choose one with."""

from __future__ import annotations

import sys
import time
from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder


@click.command("password")
@click.argument("person")
@click.option("--code", is_flag=True, help="Make a one-time code instead: the person chooses the password.")
@click.option("--forget", is_flag=True, help="Take the password away.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Where the floor stands.")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not there.")
def command(person: str, code: bool, forget: bool, folder: Path | None, keys: Path | None) -> None:
    """Sets the password of PERSON, asked for twice, or read as one line from a pipe; it is never an argument.

    Works while the floor runs, which puts it on record at once, or else with its start: every older login of PERSON
    ends then, and PERSON is alerted.
    """
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415 - only for this command
    from openetg.server.access.credentials.common_passwords import unfit  # noqa: PLC0415
    from openetg.server.access.credentials.passwords import Hashing, PasswordFile  # noqa: PLC0415
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    if code and forget:
        raise BadQuestionError("expected one of --code and --forget, found both")
    where = folder or default_folder()
    if not where.is_dir() and keys is None:
        raise BadQuestionError(f"--folder: expected the folder of a floor, found no folder {where}")
    file = PasswordFile(FloorFolder(where, keys_path=keys).keys)
    try:
        if code:
            made = file.make_code(person, time.time_ns() // 1_000_000, by="")
            click.echo(
                f"{made}\ngood for {person}, once, within the hour; a password is chosen with it on the login page"
            )
            return
        if forget:
            if not file.forget(person):
                raise BadQuestionError(f"{person} has neither a password nor a code to choose one with")
            click.echo(
                f"{person} has no password any more; a floor that runs puts that on record at once, ends every login of"
                f" {person} and alerts them, and one that is stopped with its start"
            )
            return
        password = _asked()
        wrong = unfit(password, names=(person,))
        if wrong is not None:
            raise BadQuestionError(wrong)
        hashing = Hashing()
        file.keep(person, hashing.hash(password), by="")
        hashing.close()
    except KeyProblem as problem:
        raise BadQuestionError(str(problem)) from None
    click.echo(f"{file.path}: the password of {person} is set; it counts once {person} is on record as staff")


def _asked() -> str:
    """The password: typed twice by a person, or one line of a pipe."""
    if sys.stdin.isatty():
        return str(click.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")
