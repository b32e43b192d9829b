"""What a run of mutants comes to: survivors fail it, unless they are accepted with a written reason."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.mutation_result import ARGUED, ROOT, Argued, Fate, Mutant, Result, read_argued, told

WORDS = {fate: fate.value for fate in Fate}
FEES = Mutant("ministar", "promotions.payment_choice_above.value", "10000.00", "10000.01", "6.4")
WHY = "nobody could tell"


def result(fate: Fate, argued: list[Argued], *, each_is_carried: bool = True) -> Result:
    return Result([(FEES, fate, "")], argued, each_is_carried=each_is_carried)


@pytest.mark.parametrize(
    ("fate", "carried", "code"),
    [
        (Fate.SURVIVED, True, 1),
        (Fate.SURVIVED, False, 1),
        (Fate.UNCARRIED, True, 1),
        (Fate.UNCARRIED, False, 0),
        (Fate.KILLED, True, 0),
        (Fate.REFUSED, True, 0),
    ],
)
@pytest.mark.parametrize("as_json", [True, False])
def test_what_no_test_has_noticed_fails_the_run(fate: Fate, carried: bool, code: int, as_json: bool) -> None:
    assert told(result(fate, [], each_is_carried=carried), as_json=as_json, meaning=WORDS) == code


@pytest.mark.parametrize("fate", [Fate.SURVIVED, Fate.UNCARRIED])
def test_a_survivor_with_a_written_reason_is_accepted_and_listed_with_it(
    fate: Fate, capsys: pytest.CaptureFixture[str]
) -> None:
    argued = [Argued(FEES.place, FEES.key, WHY, FEES.clause)]
    assert told(result(fate, argued), as_json=False, meaning=WORDS) == 0
    said = capsys.readouterr().out
    assert f"accepted: ministar: 6.4: {FEES.key}: 10000.00 → 10000.01: {WHY}" in said
    assert "0 survivors to see to, 1 accepted" in said
    other = [Argued(FEES.place, FEES.key, WHY, FEES.clause, change="10000.00 → 9999.99")]
    assert told(result(fate, other), as_json=False, meaning=WORDS) == 1


def test_every_accepted_survivor_has_a_reason() -> None:
    for kind in ("rulebook", "code"):
        assert all(len(each.why) > len("none") for each in read_argued(kind, ARGUED))


def test_nothing_in_the_evidence_may_fail_unnoticed() -> None:
    recipes = [line for line in Path(ROOT, "Makefile").read_text(encoding="utf-8").splitlines() if line[:1] == "\t"]
    assert not [line for line in recipes if line.lstrip("\t@").startswith("-")]
