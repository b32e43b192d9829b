"""`etg floor resolve`: a person ends a held round of a stopped floor."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError
from openetg.cli.floor.place import default_folder
from openetg.cli.floor.run import clock_confirmed


@click.command("resolve")
@click.argument("table")
@click.argument("role")
@click.argument("person")
@click.argument("why")
@click.option("--outcome", help="What physically fell; without it the round is declared void.")
@click.option("--folder", type=click.Path(path_type=Path, file_okay=False), help="Where the floor's journal stands.")
@click.option("--store", default="", metavar="ADDRESS", help="Where the journal is, if not there: postgresql://…")
@click.option("--keys", type=click.Path(path_type=Path, file_okay=False), help="Where the keys are, if not there.")
@click.option("--accept-clock", nargs=2, metavar="DATE PERSON", help="As with `etg floor run`.")
def command(  # noqa: PLR0913, PLR0917 - each is something a person says
    table: str,
    role: str,
    person: str,
    why: str,
    outcome: str | None,
    folder: Path | None,
    store: str,
    keys: Path | None,
    accept_clock: tuple[str, str] | None,
) -> None:
    """Ends a held round of a stopped floor: settled by what fell, or void, in the name of a person with the power.

    For instance: etg floor resolve B assistant_gaming_manager ann "restart during the spin, pocket not seen"
    """
    from openetg.floor.commands import EnterOutcome, VoidRound  # noqa: PLC0415 - only for this command
    from openetg.floor.core.refusals import sentence  # noqa: PLC0415
    from openetg.journal.store import Fenced, JournalProblem, UnknownOutcome  # noqa: PLC0415
    from openetg.keys.signing import KeyProblem  # noqa: PLC0415
    from openetg.server.checks.selfcheck import CheckFailed  # noqa: PLC0415
    from openetg.server.life.inquiry import FloorRuns, held_round, resolve  # noqa: PLC0415
    from openetg.server.plan.folder import FloorFolder  # noqa: PLC0415

    where = folder or default_folder()
    if not where.is_dir():
        raise BadQuestionError(f"--folder: expected the folder of a floor, found no folder {where}")
    place = FloorFolder(where, store, keys)
    try:
        number = held_round(place, table)
        if number is None:
            raise BadQuestionError(f"no round is held at table {table}")
        wish = (
            VoidRound(role=role, person=person, table=table, cause=None, why=why, round=number)
            if outcome is None
            else EnterOutcome(role, person, table, outcome, why)
        )
        verdict = resolve(place, wish, confirmed=clock_confirmed(accept_clock))
    except (FloorRuns, JournalProblem, KeyProblem, CheckFailed) as problem:
        raise BadQuestionError(str(problem)) from None
    except Fenced:
        raise BadQuestionError("a floor has taken over this journal meanwhile: nothing was written") from None
    except UnknownOutcome as fault:
        raise BadQuestionError(f"a commit failed ({fault}): whether it was kept shows in etg journal tail") from None
    if not isinstance(verdict, tuple):
        raise BadQuestionError(f"refused: {verdict.reason.value} ({verdict.clause}): {sentence(verdict.reason)}")
    click.echo(f"round {number} at table {table}: {'settled by ' + outcome if outcome else 'void'}, on record")
