"""Simulated printers: a ticket is on paper once, also when the order comes again after the power was gone."""

from __future__ import annotations

from pathlib import Path

import pytest

from openetg.devices.printer import PaperRolls


@pytest.mark.parametrize("where", ["in memory", "on paper"])
def test_the_last_ticket_is_not_printed_again(tmp_path: Path, where: str) -> None:
    printers = PaperRolls(tmp_path / "printers" if where == "on paper" else None)
    for ticket in ("K1", "K1", "K2", "K2"):
        assert printers.print("T1", ticket, 500)
    assert printers.print("T2", "K3", 700)
    assert printers.roll("T1") == ["K1 500", "K2 500"]
    assert printers.roll("T2") == ["K3 700"]
    assert printers.roll("T3") == []


def test_the_paper_is_the_memory_over_a_restart(tmp_path: Path) -> None:
    assert PaperRolls(tmp_path).print("T1", "K1", 500)
    again = PaperRolls(tmp_path)
    assert again.print("T1", "K1", 500)
    assert again.roll("T1") == ["K1 500"]
    assert (tmp_path / "T1.roll").stat().st_mode & 0o077 == 0


def test_a_line_that_was_broken_off_is_no_ticket(tmp_path: Path) -> None:
    printers = PaperRolls(tmp_path)
    assert printers.print("T1", "K1", 500)
    with (tmp_path / "T1.roll").open("a", encoding="utf-8") as roll:
        roll.write("K2 5")
    assert printers.roll("T1") == ["K1 500"]
    assert printers.print("T1", "K2", 500)
    assert printers.roll("T1") == ["K1 500", "K2 5 void", "K2 500"]


def test_a_printer_without_paper_says_no(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert not PaperRolls(tmp_path / "file").print("T1", "K1", 500)
