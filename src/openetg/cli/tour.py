"""`etg tour`: a walk through the commands, each run for real."""

from __future__ import annotations

import shlex

import click

from openetg.cli.main import etg
from openetg.cli.rules.conformance import default_tests

STEPS = [
    ("Five approved instruments are at hand as data.", "rulebooks"),
    ("What does 2.50 on a split and 1.00 a piece on Orphans pay when 17 falls, and which clause says so?",
     "settle ministar --outcome 17 split:14-17=2.50 orphans=1.00"),
    ("What does that clause say, and what rests on it?", "clauses ministar 3.9.2.6"),
    ("The same wager is not the same wager everywhere: neighbours here take one number on each side.",
     "settle interblock --game roulette --outcome 17 neighbours:17=1.00"),
    ("Every wager of Money Wheel, with its exact return.", "wagers money-wheel"),
    ("Who may call a no spin, correct a number or void a wager under Novo Unity?", "powers novo-unity --role dealer"),
    ("How far are we? Every clause is proved by a test, declared not for software, or open.", "conformance"),
]  # fmt: skip


@click.command("tour")
def command() -> None:
    """Runs a few commands one after another and says what each is for."""
    for words, line in STEPS:
        if line == "conformance" and not default_tests().is_dir():
            continue
        click.secho(f"\n{words}", bold=True)
        click.echo(f"$ etg {line}\n")
        etg.main(shlex.split(line), prog_name="etg", standalone_mode=False)
    click.secho("\nMore: etg --help, README.md, docs/.", bold=True)
