"""Addresses of journals in PostgreSQL: the schema is ours, the rest is the driver's, the password is nobody's."""

import pytest

from openetg.journal.postgres.address import address_of, secured
from openetg.journal.postgres.opening import read_journal
from openetg.journal.store import JournalProblem


@pytest.mark.parametrize(
    ("url", "driver_url", "schema"),
    [
        ("postgresql://etg@db/floor", "postgresql://etg@db/floor", "openetg"),
        ("postgresql://etg@db/floor?schema=north", "postgresql://etg@db/floor", "north"),
        (
            "postgresql://etg@/floor?host=%2Frun%2Fpg&schema=a_1&sslmode=require",
            "postgresql://etg@/floor?host=%2Frun%2Fpg&sslmode=require",
            "a_1",
        ),
        ("postgresql:///floor?schema=x", "postgresql:///floor", "x"),
        ("postgres://a,b:6000/floor?schema=x", "postgres://a,b:6000/floor", "x"),
    ],
)
def test_the_schema_is_taken_out_before_the_driver_sees_it(url: str, driver_url: str, schema: str) -> None:
    address = address_of(url)
    assert (address.driver_url, address.schema) == (driver_url, schema)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://etg:s3cret@db/floor?schema=north",
        "postgresql://etg@db/floor?password=s3cret",
        "postgresql://etg:s3%40cret@db:5433/floor?sslpassword=s3cret&sslmode=require",
        "mysql://etg:s3cret@db/floor",
        "postgresql://etg:s3cret@db/floor?schema=No",
    ],
)
def test_a_password_is_never_shown(url: str) -> None:
    try:
        shown = address_of(url).shown
    except JournalProblem as problem:
        shown = str(problem)
    assert "cret" not in shown
    assert "etg@db" in shown


def test_the_password_reaches_the_driver() -> None:
    assert address_of("postgresql://etg:s3cret@db/floor?schema=x").driver_url == "postgresql://etg:s3cret@db/floor"


@pytest.mark.parametrize("schema", ["", "1st", "North", "a b", 'a"b', "a;b", "pg_catalog", "pg_x", "n" * 64, "é"])
def test_a_schema_has_a_plain_name(schema: str) -> None:
    with pytest.raises(JournalProblem, match="expected a schema named with small letters"):
        address_of(f"postgresql://etg@db/floor?schema={schema}")


@pytest.mark.parametrize(
    ("url", "told"),
    [
        ("mysql://db/floor", "expected an address that begins with postgresql://, found mysql://"),
        ("postgresql://db/floor?schema", "expected an address such as"),
        ("postgresql://[db/floor", "expected an address such as"),
    ],
)
def test_what_is_no_address_is_told(url: str, told: str) -> None:
    with pytest.raises(JournalProblem, match=told):
        address_of(url)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql:///floor",
        "postgresql://etg@/floor?host=%2Frun%2Fpg",
        "postgresql://etg@localhost/floor",
        "postgresql://etg@127.0.0.1:5433/floor?sslmode=disable",
        "postgresql://etg@[::1]:5433/floor",
    ],
)
def test_a_server_on_this_machine_needs_no_tls(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PGHOST", raising=False)
    assert "verify-full" not in secured(address_of(url))


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://etg@db/floor",
        "postgresql://etg@10.0.0.7:5433/floor?schema=north",
        "postgresql://etg@localhost,db/floor",
        "postgresql://etg@/floor?host=db",
        "postgresql://etg@[2001:db8::7]/floor",
        "postgresql://etg@db/floor?sslmode=verify-full&sslrootcert=%2Fetc%2Fca.pem",
    ],
)
def test_one_on_another_machine_is_spoken_to_over_tls_checked_to_the_end(url: str) -> None:
    assert secured(address_of(url)).count("sslmode=verify-full") == 1


def test_also_where_the_environment_names_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PGHOST", "db")
    assert secured(address_of("postgresql:///floor")) == "postgresql:///floor?sslmode=verify-full"


@pytest.mark.parametrize("mode", ["disable", "allow", "prefer", "require", "verify-ca"])
def test_less_is_refused_in_words(mode: str) -> None:
    with pytest.raises(JournalProblem, match=f"expected sslmode=verify-full .* found sslmode={mode}"):
        secured(address_of(f"postgresql://etg:s3cret@db/floor?sslmode={mode}"))


def test_nothing_is_said_to_a_server_without_it() -> None:
    """Refused before a socket is opened: the name belongs to nobody, and no connection is tried."""
    with pytest.raises(JournalProblem, match="sslmode=require"):
        read_journal("postgresql://etg@db.invalid/floor?sslmode=require")


def test_no_file_says_which_server_it_is() -> None:
    """The driver would look a service up in a file of its own, and go there in clear."""
    with pytest.raises(JournalProblem, match="expected the server in the address itself, found the service 'prod'"):
        address_of("postgresql:///floor?service=prod")
