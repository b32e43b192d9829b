"""The instrument itself beside a rulebook: attached by its hash, in force from a day on, shown, given and sold."""

from __future__ import annotations

import pytest

from openetg.floor.core.ledger import Transfer
from openetg.floor.events import RulesCopySold
from openetg.floor.premises.documents import rules_view
from openetg.floor.premises.rules_documents import document_of
from openetg.floor.state import DOCUMENTS_KEPT
from openetg.money import cents
from openetg.rulebook.load import load
from openetg.script.stage import Stage
from tests.marks import clause
from tests.scripts import run_script

COPY = {"ministar": "8.16", "interblock": "9.17", "novo-unity": "8.17", "adelaide": "12(m)", "money-wheel": "10.9"}
GAME = {"money-wheel": "money-wheel"}


def stage_of(book: str, script: str = "") -> Stage:
    return run_script(f"rulebook {book} {GAME.get(book, 'roulette')}\n{script}\nexpect balanced").stage


@clause("ministar", "8.16")
@clause("interblock", "9.17")
@clause("novo-unity", "8.17")
@clause("adelaide", "12(m)")
@clause("money-wheel", "10.9")
@pytest.mark.parametrize("book", COPY)
def test_the_instrument_itself_is_what_is_shown_once_it_is_attached(book: str) -> None:
    stage = stage_of(book)
    assert rules_view(stage.floor, stage.table).document is None
    stage = stage_of(book, f"attach-rules rules.pdf 2003-05-20\nexpect cites {COPY[book]}")
    shown = rules_view(stage.floor, stage.table).document
    assert shown is not None
    assert (shown.name, shown.media, shown.day, shown.last_day) == ("rules.pdf", "application/pdf", "2003-05-20", "")
    assert len(shown.sha256) == 64


@clause("adelaide", "12(m)")
def test_what_is_in_force_is_the_document_of_the_day_and_the_newest_of_several() -> None:
    stage = stage_of(
        "adelaide",
        """
        attach-rules old.txt 2003-05-20 until=2010-12-31
        attach-rules new.txt 2011-01-01
        attach-rules later.txt 2400-01-01
    """,
    )
    book, day = stage.rulebook, 86_400_000
    found = {at: document_of(stage.floor, book, at) for at in (0, 12_200 * day, 15_000 * day, stage.at_ms)}
    assert [each.name if each else "" for each in found.values()] == ["", "old.txt", "new.txt", "new.txt"]


@clause("adelaide", "12(m)")
def test_the_document_in_force_is_shown_however_many_were_attached_for_later() -> None:
    later = "\n".join(f"attach-rules later-{year}.txt {year}-01-01" for year in range(2400, 2420))
    stage = stage_of(
        "adelaide", f"attach-rules old.txt 2003-05-20 until=2010-12-31\nattach-rules now.txt 2011-01-01\n{later}"
    )
    shown = rules_view(stage.floor, stage.table).document
    assert shown is not None
    assert shown.name == "now.txt"
    kept = [each.name for each in stage.floor.premises.documents["adelaide"]]
    assert (len(kept), kept[0], kept[-1]) == (DOCUMENTS_KEPT, "now.txt", "later-2419.txt")


@pytest.mark.parametrize("wrong", ["2011-02-30", "soon", "2012-01-01 until=2011-01-01", "2011-01-01 until=never"])
def test_days_that_are_none_are_refused(wrong: str) -> None:
    run_script(f"""
        rulebook adelaide roulette
        attach-rules rules.txt {wrong}
        expect refused NOT_A_DAY 12(m)
    """)


@clause("adelaide", "12(m)")
def test_adelaide_a_copy_is_bought_at_the_price_of_the_site_and_the_sale_is_on_record() -> None:
    stage = stage_of(
        "adelaide",
        """
        sell-rules cashier
        expect refused NO_DOCUMENT 12(m)
        attach-rules rules.pdf 2003-05-20 price=5.50
        sell-rules dealer
        expect refused NO_POWER 12(m)
        sell-rules cashier
        expect cites 12(m)
    """,
    )
    (sold,) = [event for event in stage.verdict if isinstance(event, RulesCopySold)]  # type: ignore[union-attr]
    assert (sold.copy, sold.price) == (1, cents(550))
    assert sold.transfers == (Transfer("cage", "sales/rules", cents(550)),)
    assert stage.floor.ledger.held("sales/rules") == cents(550)
    document = document_of(stage.floor, stage.rulebook, stage.at_ms)
    assert document is not None
    assert sold.sha256 == document.sha256


@clause("adelaide", "12(m)")
def test_adelaide_the_price_goes_into_the_sellers_drawer_and_is_counted_there() -> None:
    stage = stage_of(
        "adelaide",
        """
        attach-rules rules.pdf 2003-05-20 price=5.50
        open-drawer cashier till-1 100.00
        sell-rules cashier
        sell-rules cashier
        count-drawer cashier till-1 111.00
        close-drawer cashier till-1 111.00 "done"
        expect balanced
    """,
    )
    assert stage.floor.vault.closed_drawers[-1].sold == cents(1_100)
    assert stage.floor.vault.closed_drawers[-1].difference == cents(0)
    assert stage.floor.ledger.held("sales/rules") == cents(1_100)
    assert stage.floor.premises.copies_sold == 2


@clause("adelaide", "12(m)")
def test_a_document_without_a_price_is_given_and_not_sold() -> None:
    run_script("""
        rulebook adelaide roulette
        attach-rules rules.pdf 2003-05-20
        sell-rules cashier
        expect refused NO_AMOUNT 12(m)
    """)


@clause("adelaide", "12(m)")
def test_adelaide_copies_are_sold_by_the_cashier_and_who_acts_for_the_house_and_by_nobody_else() -> None:
    may = {"cashier", "house", "pit_boss", "shift_manager"}
    for role in sorted(load("adelaide").rulebook.roles):
        expected = "cites 12(m)" if role in may else "refused NO_POWER 12(m)"
        stage_of("adelaide", f"attach-rules rules.pdf 2003-05-20 price=5.50\nsell-rules {role}\nexpect {expected}")


@clause("ministar", "8.16")
@clause("interblock", "9.17")
@clause("novo-unity", "8.17")
@clause("money-wheel", "10.9")
@pytest.mark.parametrize("book", [book for book in COPY if book != "adelaide"])
def test_where_no_rule_speaks_of_buying_nobody_sells(book: str) -> None:
    for role in sorted(load(book).rulebook.roles):
        stage_of(
            book,
            f"""
            attach-rules rules.pdf 2003-05-20 price=5.00
            sell-rules {role}
            expect refused NO_POWER {COPY[book]}
            """,
        )


def test_the_same_document_twice_changes_nothing_and_a_kill_in_between_loses_none() -> None:
    stage = stage_of(
        "interblock",
        """
        attach-rules rules.pdf 2016-06-02
        restart
        attach-rules rules.pdf 2016-06-02
    """,
    )
    assert stage.verdict == ()
    assert len(stage.floor.premises.documents["interblock"]) == 1


@clause("adelaide", "12(m)")
def test_a_document_that_is_withdrawn_is_no_longer_given_or_sold_and_the_one_before_it_is_again() -> None:
    stage = stage_of(
        "adelaide",
        """
        attach-rules old.pdf 2003-05-20 price=5.00
        attach-rules wrong.pdf 2003-05-20 price=5.50
        attach-rules wrong.pdf 2003-05-20 price=6.00
        withdraw-rules wrong.pdf
        expect cites 12(m)
    """,
    )
    shown = rules_view(stage.floor, stage.table).document
    assert shown is not None
    assert (shown.name, shown.price) == ("old.pdf", 500)
    stage = stage_of("adelaide", "attach-rules rules.pdf 2003-05-20 price=5.00\nwithdraw-rules rules.pdf\nrestart")
    assert rules_view(stage.floor, stage.table).document is None
    assert [each.withdrawn_at_ms > 0 for each in stage.floor.premises.documents["adelaide"]] == [True]


def test_what_is_not_attached_or_withdrawn_already_is_not_withdrawn() -> None:
    stage = stage_of(
        "adelaide",
        """
        withdraw-rules rules.pdf
        expect refused NO_DOCUMENT 12(m)
        attach-rules rules.pdf 2003-05-20
        withdraw-rules rules.pdf
        withdraw-rules rules.pdf
        expect refused NO_DOCUMENT 12(m)
        attach-rules rules.pdf 2003-05-20
    """,
    )
    assert rules_view(stage.floor, stage.table).document is not None, "attached anew, it counts again"


@clause("adelaide", "12(m)")
def test_a_copy_is_not_sold_at_another_price_than_the_player_was_told() -> None:
    stage = stage_of(
        "adelaide",
        """
        attach-rules rules.pdf 2003-05-20 price=5.50
        attach-rules rules.pdf 2003-05-20 price=6.00
        sell-rules cashier price=5.50
        expect refused OTHER_STATE 12(m)
        sell-rules cashier price=6.00
    """,
    )
    (receipt,) = stage.floor.premises.sold_copies
    assert (receipt.number, receipt.name, receipt.price, receipt.clause) == (1, "rules.pdf", cents(600), "12(m)")


def test_the_last_receipts_are_kept_to_be_printed_again() -> None:
    stage = stage_of("adelaide", "attach-rules rules.pdf 2003-05-20 price=1.00\n" + "sell-rules cashier\n" * 70)
    kept = stage.floor.premises.sold_copies
    assert (stage.floor.premises.copies_sold, len(kept), kept[-1].number) == (70, 64, 70)
