"""`etg journal outcomes`: what fell at a table, against the chances of its game."""

from __future__ import annotations

import click

from openetg.cli.arguments import BadQuestionError, json_option
from openetg.cli.journal.reading import reading
from openetg.cli.output import print_json, print_table
from openetg.reports.audit.moment import floor_at
from openetg.reports.export.export import span_of
from openetg.reports.fairness.outcomes import FLAGGED, OutcomePart, Outcomes, Trial, chances_at, fallen_in, judged

TRIALS = {
    "chi_square": "all together (chi-square; expected: degrees of freedom)",
    "most": "most above its expectation",
    "least": "most below its expectation",
    "sector": "side by side on the wheel",
    "repeats": "the same as before",
}


@click.command("outcomes")
@click.argument("journal")
@click.option("--table", required=True, help="The table.")
@click.option("--day", default="", metavar="DAY", help="Only one gaming day, such as 2026-11-15.")
@click.option("--after", type=click.IntRange(min=0), help="Only entries after this one.")
@click.option("--until", type=click.IntRange(min=0), help="Only entries up to this one.")
@click.option("--device", default="", metavar="SERIAL", help="Only what this wheel or tumbler read.")
@json_option
def command(
    journal: str, table: str, day: str, after: int | None, until: int | None, device: str, as_json: bool
) -> None:
    """Counts what fell at a table and says how often chance alone would differ as much.

    A small p is a reason to look at the device, not a proof: of fair ones, one in a hundred has p below 0.01 each
    time somebody looks. A large p does not show that a device is fair; few spins show little.
    """
    with reading(journal) as reader:
        span = span_of(reader, after=after, until=until, day=day)
        floor = floor_at(reader, reader.head().sequence)
        if table not in floor.tables:
            raise BadQuestionError(f"--table: expected one of {', '.join(floor.tables) or 'none'}, found {table}")
        chances = chances_at(floor, floor.tables[table])
        found = judged(table, chances, span, fallen_in(reader, table, span, device))
    if as_json:
        print_json(found)
    else:
        _print(found)


def _print(found: Outcomes) -> None:
    left_out = f"; left out: {found.void} void, {found.ignored} ignored" if found.void or found.ignored else ""
    title = f"Table {found.table}, {found.game}: {found.count} outcomes in entries {found.after + 1} to {found.until}"
    for aspect in found.aspects:
        rows = [[row.name, str(row.count), f"{row.expected:.1f}", f"{row.deviation:+.2f}"] for row in aspect.rows]
        print_table(f"{title}{left_out}", [f"{aspect.name}!", "fell>", "expected>", "deviations>"], rows)
        title, left_out = f"by {aspect.name}", ""
    print_table("Tests", ["what!", "of", "found>", "expected>", "p>"], [_trial(each) for each in found.trials])
    for name, parts in (("dealer", found.by_dealer), ("rotor", found.by_rotor), ("device", found.by_device)):
        if parts:
            print_table(f"By {name}", [f"{name}!", "fell>", "chi-square>", "p>"], [_part(each) for each in parts])
    click.echo(f"longest run: {found.longest} times {found.longest_of}" if found.count else "nothing fell")
    click.echo(
        f"LOOK AT THE DEVICE: p {found.least_p:.2g} is below {FLAGGED:g}" if found.flagged else "nothing out of line"
    )


def _trial(each: Trial) -> list[str]:
    return [TRIALS[each.name], each.about or each.aspect, f"{each.found:.4g}", f"{each.expected:.4g}", f"{each.p:.3g}"]


def _part(each: OutcomePart) -> list[str]:
    return [each.name, str(each.count), f"{each.test.statistic:.2f}", f"{each.p:.3g}"]
