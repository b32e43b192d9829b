"""`etg floor unlock`: at the shell of the floor's machine, let a person in again who is locked out."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder


@click.command("unlock")
@click.argument("person")
@click.option("--factors", is_flag=True, help="Take all second factors away as well: the person enrols anew.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Where the floor stands.")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not there.")
def command(person: str, factors: bool, folder: Path | None, keys: Path | None) -> None:
    """Forgets the wrong passwords and codes given in the name of PERSON, so that nobody has to wait.

    Works while the floor runs: it notices and puts it on record.
    """
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415 - only for this command
    from openetg.server.access.credentials.factors import FactorFile  # noqa: PLC0415
    from openetg.server.access.credentials.passwords import PasswordFile  # noqa: PLC0415
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    where = folder or default_folder()
    if not where.is_dir() and keys is None:
        raise BadQuestionError(f"--folder: expected the folder of a floor, found no folder {where}")
    place = FloorFolder(where, keys_path=keys).keys
    try:
        PasswordFile(place).unlock(person)
        if factors:
            FactorFile(place).keep_only(person, frozenset())
    except KeyProblem as problem:
        raise BadQuestionError(str(problem)) from None
    click.echo(f"{person} may log in at once; a floor that runs puts that on record")
    if factors:
        click.echo(f"{person} has no second factor any more; that goes on record with the next login")
