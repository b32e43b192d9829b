"""`etg play`: plays round scripts and says where one does not hold."""

from __future__ import annotations

from pathlib import Path

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.output import print_json
from openetg.floor.core.refusals import Refusal, sentence
from openetg.script.parse import MalformedLine, ScriptLine
from openetg.script.run import PlayedScript, play
from openetg.script.stage import Stage, spoken


@click.command("play")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(path_type=Path, allow_dash=True))
@click.option("--steps", "show_steps", is_flag=True, help="Print every step with its answer.")
@json_option
def command(files: tuple[Path, ...], show_steps: bool, as_json: bool) -> None:
    """Plays each round script on a floor of its own.

    Exit code 0 when every `expect` holds; 1 with the line, what was expected and what was found; 2 when a line cannot
    be read. `-` reads a script from standard input.
    """
    runs = {str(file): _played(file, show_steps=show_steps and not as_json) for file in files}
    if as_json:
        print_json({"scripts": [_describe(name, run) for name, run in runs.items()]})
    else:
        for name, run in runs.items():
            click.echo(_sentence(name, run), err=run.failure is not None)
    if any(run.failure for run in runs.values()):
        raise SystemExit(1)


def _played(file: Path, *, show_steps: bool) -> PlayedScript:
    name = str(file)
    try:
        with click.open_file(name, encoding="utf-8") as stream:
            text = stream.read()
    except (OSError, UnicodeDecodeError) as problem:
        raise BadQuestionError(f"{name}: {problem}") from None
    try:
        return play(text, _print_step if show_steps else None)
    except MalformedLine as malformed:
        raise BadQuestionError(f"{name}: {malformed}") from None


def _print_step(step: ScriptLine, stage: Stage) -> None:
    answer = "" if step.is_check else f"    {_answer(stage)}"
    click.echo(f"{step.line:4}  {step.text}{answer}")


def _answer(stage: Stage) -> str:
    verdict = stage.verdict
    if verdict is None:
        return ""
    if isinstance(verdict, Refusal):
        return f"→ refused {spoken(verdict)}: {sentence(verdict.reason)}"
    return "→ " + ", ".join(type(event).__name__ for event in verdict)


def _sentence(name: str, run: PlayedScript) -> str:
    if run.failure is not None:
        return f"{name}: {run.failure}{_explained(run)}"
    return f"{name}: holds ({run.steps} steps, {run.checks} checks)"


def _explained(run: PlayedScript) -> str:
    """The sentence of the refusal that a failure ends with, if it ends with one."""
    verdict = run.stage.verdict
    if run.failure is None or not isinstance(verdict, Refusal) or not run.failure.problem.endswith(spoken(verdict)):
        return ""
    return f": {sentence(verdict.reason)}"


def _describe(name: str, run: PlayedScript) -> dict[str, object]:
    failure = run.failure
    return {
        "file": name,
        "holds": failure is None,
        "steps": run.steps,
        "checks": run.checks,
        "failure": {"line": failure.line, "text": failure.text, "problem": failure.problem} if failure else None,
    }
