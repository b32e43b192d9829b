"""Addresses of journals in PostgreSQL: the schema is ours, the rest is the driver's, the password is nobody's."""

import pytest

from openetg.journal.postgres.address import address_of
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
