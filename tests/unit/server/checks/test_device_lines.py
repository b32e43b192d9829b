"""What a floor may be reached by, and what may be simulated on it, judged before it starts."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner
from msgspec.structs import replace

from openetg.cli.main import etg
from openetg.server.checks.device_lines import DEVICE_KEYS, DeviceProblem, check_lines, known_lines, line_key, lines_of
from openetg.server.plan.demonstration import demonstration
from openetg.server.plan.floor_plan import House
from openetg.server.plan.floorfile import house_of, read

KEY = "0f" * 32


def house(**more: object) -> House:
    """A table with two terminals, every device at an address of its own."""
    shown = demonstration(terminals=2, tables=("A",))
    return replace(
        shown,
        rehearsal=False,
        tables=(replace(shown.tables[0], device="serial:/dev/wheel"),),
        terminals=tuple(
            replace(plan, acceptor=f"serial:/dev/a-{plan.terminal}", printer=f"serial:/dev/p-{plan.terminal}")
            for plan in shown.terminals
        ),
        **more,
    )


def with_keys(folder: Path, *names: str) -> Path:
    (folder / DEVICE_KEYS).mkdir()
    for name in names:
        (folder / DEVICE_KEYS / f"{name}.key").write_text(KEY)
    return folder


EVERY = ("device-A", "acceptor-M1", "printer-M1", "acceptor-M2", "printer-M2")


def test_a_floor_whose_lines_are_keyed_says_so(tmp_path: Path) -> None:
    said = check_lines(house(), with_keys(tmp_path, *EVERY), demonstration=False)
    assert said == "5 keyed, 0 simulated, 0 trusted without a key"


@pytest.mark.parametrize("name", EVERY)
def test_a_line_without_a_key_is_refused_unless_the_file_trusts_it(tmp_path: Path, name: str) -> None:
    keys = with_keys(tmp_path, *(each for each in EVERY if each != name))
    with pytest.raises(DeviceProblem, match=f"{name}: expected a key in .*etg device key .*line = .trusted."):
        check_lines(house(), keys, demonstration=False)
    said = check_lines(house(trusted=frozenset({name})), keys, demonstration=False)
    assert said == f"4 keyed, 0 simulated, 1 trusted without a key: {name}"


@pytest.mark.parametrize("trusted", [frozenset(), frozenset({"monitoring"})])
def test_nobody_vouches_for_a_network(tmp_path: Path, trusted: frozenset[str]) -> None:
    floor = house(monitoring="tcp://10.0.0.6:4006", trusted=trusted)
    with pytest.raises(DeviceProblem, match=r"monitoring: expected a key in .*since others can stand in"):
        line_key(floor, tmp_path, "monitoring", floor.monitoring, demonstration=False)


def test_a_key_that_is_there_is_used_also_on_a_trusted_line(tmp_path: Path) -> None:
    floor = house(trusted=frozenset(EVERY))
    keys = with_keys(tmp_path, "device-A")
    assert line_key(floor, keys, "device-A", "serial:/dev/wheel", demonstration=False) == bytes.fromhex(KEY)


@pytest.mark.parametrize(
    "what",
    [
        {"tables": (demonstration(terminals=2, tables=("A",)).tables[0],)},
        {"terminals": ()},
        {"terminals": demonstration(terminals=2, tables=("A",)).terminals},
    ],
    ids=["device", "none-known", "money"],
)
def test_nothing_simulated_where_money_is_real(tmp_path: Path, what: dict[str, object]) -> None:
    floor, keys = replace(house(), **what), with_keys(tmp_path, *EVERY)
    with pytest.raises(
        DeviceProblem, match=r"real money is played for .* these devices are simulated: .*rehearsal = true"
    ):
        check_lines(floor, keys, demonstration=False)
    if "terminals" not in what or what["terminals"]:
        assert "simulated" in check_lines(replace(floor, rehearsal=True), keys, demonstration=False)


def test_every_device_of_a_plan_has_a_line() -> None:
    floor = house(kiosks={"K1": "tcp://10.0.0.7:1"}, monitoring="tcp://10.0.0.6:1")
    assert set(lines_of(floor)) == {*EVERY, "kiosk-K1", "monitoring"}


def init(folder: Path, *words: str, typed: str = "") -> tuple[int, str, Path]:
    file = folder / "floor.toml"
    done = CliRunner().invoke(etg, ["floor", "init", str(file), *words], input=typed)
    return done.exit_code, done.output, file


def test_a_file_for_real_money_is_to_be_completed_and_does_not_run_before(tmp_path: Path) -> None:
    code, said, file = init(tmp_path)
    assert (code, "complete it first" in said) == (0, True)
    for command in ("check", "run"):
        done = CliRunner().invoke(etg, ["floor", command, str(file)])
        assert done.exit_code == 2
        for key in ("tables.A.device", "terminals[0].acceptor", "terminals[4].printer"):
            assert f"{key}: expected its address" in done.output
    assert not (tmp_path / "journal").exists()


def test_a_file_with_every_address_is_whole(tmp_path: Path) -> None:
    words = ["--acceptor", "serial:/dev/acceptor-{}", "--printer", "tcp://127.0.0.1:9100"]
    for table in "ABCDEF":
        words += ["--device", f"{table}=tcp://10.0.0.{ord(table)}:4001"]
    code, said, file = init(tmp_path, *words)
    assert (code, "complete" in said) == (0, False), said
    plan = house_of(read(file))
    assert not plan.rehearsal
    assert plan.terminals[0].acceptor == "serial:/dev/acceptor-M1"
    assert plan.tables[2].device == "tcp://10.0.0.67:4001"
    assert plan.jackpots == ()


def test_a_rehearsal_is_asked_for_by_name(tmp_path: Path) -> None:
    code, said, file = init(tmp_path, "--rehearsal")
    assert (code, "nothing on it is real money" in said) == (0, True)
    assert house_of(read(file)).rehearsal
    assert init(tmp_path, "--rehearsal")[0] == 2, "a file is never written over"
    other = tmp_path / "other"
    other.mkdir()
    assert init(other, "--rehearsal", "--printer", "serial:/dev/x")[0] == 2
    assert init(other, "--device", "A")[0] == 2


@pytest.mark.parametrize(("typed", "is_rehearsal"), [("n\n", True), ("y\nserial:/dev/a-{}\n" + 7 * "\n", False)])
def test_at_a_terminal_it_asks(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, typed: str, is_rehearsal: bool) -> None:
    monkeypatch.setattr("openetg.cli.floor.init.is_a_terminal", lambda: True)
    code, said, file = init(tmp_path, typed=typed)
    assert code == 0, said
    assert "plays for real money?" in said
    text = file.read_text()
    assert ("rehearsal = true" in text) is is_rehearsal
    if not is_rehearsal:
        assert text.count('acceptor = "serial:/dev/a-{}"\n') == 5
        assert "TO BE WRITTEN: printer" in text


WRONG_ADDRESSES = [
    "banana",
    "simulated",
    "tcp://10.0.0.1",
    "tcp://10.0.0.1:99999",
    "serial:",
    'serial:/dev/"x',
    "tcp:// h:1",
]


@pytest.mark.parametrize("wrong", WRONG_ADDRESSES)
def test_a_wrong_answer_is_named_and_asked_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: str) -> None:
    """What is written is a file that the checks can read, whatever was typed."""
    monkeypatch.setattr("openetg.cli.floor.init.is_a_terminal", lambda: True)
    typed = f"perhaps\ny\n{wrong}\nserial:/dev/a-{{}}\n\n{wrong}\ntcp://10.0.0.1:4001\n" + 5 * "\n"
    code, said, file = init(tmp_path, typed=typed)
    assert code == 0, said
    assert said.count("expected tcp://HOST:PORT" if wrong != "simulated" else "real money comes from real") == 2
    assert "invalid input" in said, "yes or no"
    text = file.read_text()
    assert text.count('acceptor = "serial:/dev/a-{}"\n') == 5
    assert tomllib.loads(text)["tables"]["A"]["device"] == "tcp://10.0.0.1:4001"


@pytest.mark.parametrize("wrong", WRONG_ADDRESSES)
@pytest.mark.parametrize("option", ["--acceptor", "--printer", "--device"])
def test_a_wrong_address_on_the_command_line_writes_nothing(tmp_path: Path, option: str, wrong: str) -> None:
    code, said, file = init(tmp_path, option, f"A={wrong}" if option == "--device" else wrong)
    assert (code, file.exists(), f"{option}: expected" in said) == (2, False, True), said


def test_the_device_of_a_table_that_is_not_there_is_refused(tmp_path: Path) -> None:
    code, said, file = init(tmp_path, "--device", "Z=tcp://10.0.0.1:4001")
    assert (code, file.exists(), "tables A, B, C, D, E, F" in said) == (2, False, True), said


def test_how_each_line_is_reached_is_known_and_where_is_not(tmp_path: Path) -> None:
    floor = house(trusted=frozenset({"printer-M1"}), kiosks={"K1": "tcp://10.0.0.7:1"}, monitoring="tcp://10.0.0.6:1")
    keys = with_keys(tmp_path, "device-A", "acceptor-M1", "acceptor-M2", "printer-M2", "kiosk-K1", "monitoring")
    lines = {line.device: (line.table, line.how, line.network) for line in known_lines(floor, keys)}
    assert lines == {
        "device-A": ("A", "keyed", False),
        "acceptor-M1": ("A", "keyed", False),
        "printer-M1": ("A", "trusted", False),
        "acceptor-M2": ("A", "keyed", False),
        "printer-M2": ("A", "keyed", False),
        "kiosk-K1": ("", "keyed", True),
        "monitoring": ("", "keyed", True),
    }
    assert "10.0.0" not in str(known_lines(floor, keys))


@pytest.mark.slow
def test_the_check_of_a_floor_file_warns_of_trusted_lines(tmp_path: Path) -> None:
    words = ["--acceptor", "serial:/dev/a-{}", "--printer", "serial:/dev/p-{}"]
    for table in "ABCDEF":
        words += ["--device", f"{table}=tcp://10.0.0.{ord(table)}:4001"]
    file = init(tmp_path, *words)[2]
    plain = CliRunner().invoke(etg, ["floor", "check", str(file)])
    assert "lines: 86 with a key and a seal on every message, 0 simulated, 0 trusted" in plain.output
    assert "warning" not in plain.output
    text = file.read_text().replace('names = "M1..M8"', 'names = "M1..M8"\nline = "trusted"')
    file.write_text(text)
    warned = CliRunner().invoke(etg, ["floor", "check", str(file)])
    assert warned.exit_code == 0, warned.output
    assert "70 with a key" in warned.output
    assert (
        "warning: trusted without a key, whoever is at the cable is believed: acceptor-M1, printer-M1" in warned.output
    )
    as_json = CliRunner().invoke(etg, ["floor", "check", str(file), "--json"])
    assert len(json.loads(as_json.output)["trusted"]) == 16
