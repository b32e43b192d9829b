"""A terminal is paired by a code, opens its socket with a pass, and is let go when it is unpaired."""

from __future__ import annotations

from base64 import b64encode

import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from openetg.server.access.pairing import PASS_LASTS_MS, TRIES, TRIES_MAX, Codes, either, paired_keys
from openetg.server.guests.sessions import Session, key_of, keys_from
from openetg.wire.codec import decode_to_terminal, encode
from openetg.wire.messages import PROTOCOL, Bye, Hello, Welcome
from tests.unit.server.api.floor_app import SECRET, Client, ServedFloor
from tests.unit.server.stage import FakePipe


class Browser:
    """A terminal's browser, with a key that never leaves it."""

    def __init__(self, floor: ServedFloor, terminal: str) -> None:
        self.client = floor.client()
        self.terminal = terminal
        self._key = ec.generate_private_key(ec.SECP256R1())

    @property
    def public_key(self) -> str:
        return b64encode(self._key.public_key().public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()

    def sign(self, challenge: str) -> str:
        der = self._key.sign(b"openetg terminal\n" + challenge.encode(), ec.ECDSA(SHA256()))
        return b64encode(b"".join(half.to_bytes(32) for half in decode_dss_signature(der))).decode()

    def pair(self, code: str) -> int:
        return self.client.post(
            "/api/terminals/pair", terminal=self.terminal, code=code, key=self.public_key
        ).status_code

    def word(self) -> str | None:
        challenge = self.client.post("/api/terminals/challenge", terminal=self.terminal).json()["challenge"]
        signed = {"terminal": self.terminal, "challenge": challenge, "signature": self.sign(challenge)}
        answer = self.client.post("/api/terminals/pass", **signed)
        return answer.json()["key"] if answer.status_code == 200 else None


def hello(floor: ServedFloor, terminal: str, word: str) -> tuple[Session, FakePipe]:
    """What a socket session makes of a hello with that key."""
    pipe = FakePipe()

    def act() -> Session:
        line = floor.app.office.line
        is_key = either(keys_from(SECRET), paired_keys(line.floor, floor.app.office.passes, line.now_ms))
        session = Session(floor.engine.exchange, pipe, is_key)
        session.receive(encode(Hello(PROTOCOL, terminal, word)), line.now_ms)
        return session

    return floor.call(act), pipe


def heard(pipe: FakePipe) -> list[type]:
    return [type(decode_to_terminal(data)) for data in pipe.data]


def code_for(olga: Client, terminal: str) -> str:
    answer = olga.post("/api/terminals/pairing-code", terminal=terminal)
    assert answer.status_code == 200, answer.text
    return str(answer.json()["code"])


@pytest.mark.slow
def test_paired_it_is_known_and_unpaired_it_is_let_go(floor: ServedFloor, olga: Client) -> None:
    browser = Browser(floor, "M1")
    assert browser.word() is None
    assert browser.pair(code_for(olga, "M1").lower()) == 200
    word = browser.word()
    assert word is not None
    _, pipe = hello(floor, "M1", word)
    assert heard(pipe) == [Welcome]
    _, other = hello(floor, "M2", word)
    assert heard(other) == [Bye], "a pass is for one terminal"
    assert olga.send("unpair-terminal", terminal="M1", why="stolen").status_code == 200
    assert heard(pipe)[-1] is Bye
    assert pipe.closed
    assert heard(hello(floor, "M1", word)[1]) == [Bye]
    assert browser.word() is None
    assert browser.pair("AAAA-AAAA") == 401


def test_paired_again_the_key_before_is_worth_nothing(floor: ServedFloor, olga: Client) -> None:
    floor.ahead_ms += 60_000
    old, new = Browser(floor, "M2"), Browser(floor, "M2")
    assert old.pair(code_for(olga, "M2")) == 200
    word = old.word()
    assert word is not None
    _, pipe = hello(floor, "M2", word)
    assert heard(pipe) == [Welcome]
    assert new.pair(code_for(olga, "M2")) == 200
    assert heard(pipe)[-1] is Bye, "who has the key before does not go on playing"
    assert pipe.closed
    assert old.word() is None
    assert heard(hello(floor, "M2", word)[1]) == [Bye]
    assert new.word() is not None


def test_a_code_is_short_lived_used_once_and_not_guessed(floor: ServedFloor, olga: Client) -> None:
    floor.ahead_ms += 60_000
    browser = Browser(floor, "M3")
    code = code_for(olga, "M3")
    assert [browser.pair("AAAA-AAAA") for _ in range(TRIES)] == [401] * TRIES
    assert browser.pair(code) == 401, "too many wrong ones from there, and it is not looked at"
    code = code_for(olga, "M3")
    floor.ahead_ms += 10 * 60 * 1000
    assert browser.pair(code) == 401
    code = code_for(olga, "M3")
    assert browser.pair(code) == 200
    assert browser.pair(code) == 401
    tries = [browser.pair("AAAA-AAAA") for _ in range(20)]
    assert tries[-1] == 429


def test_a_pass_runs_out_and_a_challenge_too(floor: ServedFloor, olga: Client) -> None:
    floor.ahead_ms += 60_000
    browser = Browser(floor, "I1")
    assert browser.pair(code_for(olga, "I1")) == 200
    word = browser.word()
    assert word is not None
    challenge = browser.client.post("/api/terminals/challenge", terminal="I1").json()["challenge"]
    floor.ahead_ms += 61_000
    late = {"terminal": "I1", "challenge": challenge, "signature": browser.sign(challenge)}
    assert browser.client.post("/api/terminals/pass", **late).status_code == 401
    assert heard(hello(floor, "I1", word)[1]) == [Welcome]
    floor.ahead_ms += PASS_LASTS_MS
    assert heard(hello(floor, "I1", word)[1]) == [Bye]
    assert heard(hello(floor, "I1", key_of(SECRET, "I1"))[1]) == [Welcome], "the demonstration floor's own link"


def test_only_the_staff_desk_makes_codes_and_only_p_256_keys_are_taken(floor: ServedFloor) -> None:
    floor.ahead_ms += 60_000
    olga, ann = floor.client("olga"), floor.client("ann")
    assert ann.post("/api/terminals/pairing-code", terminal="M1").status_code == 403
    assert olga.post("/api/terminals/pairing-code", terminal="Z9").status_code == 404
    code = code_for(olga, "I2")
    other = ec.generate_private_key(ec.SECP384R1()).public_key()
    spki = b64encode(other.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()
    for key in (spki, "", "AAAA", "not base64!"):
        answer = ann.post("/api/terminals/pair", terminal="I2", code=code, key=key)
        assert (answer.status_code, answer.json()["reason"]) == (422, "not_a_key"), key
    assert Browser(floor, "I2").pair(code) == 200, "a bad key does not use the code up"


def test_a_challenge_is_signed_once(floor: ServedFloor) -> None:
    floor.ahead_ms += 60_000
    olga = floor.client("olga")
    browser, other = Browser(floor, "M1"), Browser(floor, "M2")
    assert browser.pair(code_for(olga, "M1")) == 200
    challenge = browser.client.post("/api/terminals/challenge", terminal="M1").json()["challenge"]
    signed = {"terminal": "M1", "challenge": challenge, "signature": browser.sign(challenge)}
    assert browser.client.post("/api/terminals/pass", **signed).status_code == 200
    assert browser.client.post("/api/terminals/pass", **signed).status_code == 401, "who has heard it gains nothing"
    challenge = other.client.post("/api/terminals/challenge", terminal="M2").json()["challenge"]
    signed = {"terminal": "M1", "challenge": challenge, "signature": browser.sign(challenge)}
    assert browser.client.post("/api/terminals/pass", **signed).status_code == 401, "it was meant for another terminal"
    challenge = browser.client.post("/api/terminals/challenge", terminal="M1").json()["challenge"]
    floor.ahead_ms += 61_000
    signed = {"terminal": "M1", "challenge": challenge, "signature": browser.sign(challenge)}
    assert browser.client.post("/api/terminals/pass", **signed).status_code == 401, "a minute, and no longer"


def test_a_stranger_who_guesses_does_not_use_up_the_code_of_another() -> None:
    codes = Codes()
    code, _ = codes.offer("M1", "olga", 0)
    assert [codes.take("M1", "AAAA-AAAA", "10.0.0.9", 1) for _ in range(TRIES + 1)] == [None] * (TRIES + 1)
    assert codes.take("M1", code, "10.0.0.9", 1) is None, "no more is looked at from there"
    taken = codes.take("M1", code, "10.0.0.1", 1)
    assert taken is not None
    assert taken.by == "olga"
    code, _ = codes.offer("M1", "olga", 0)
    for number in range(TRIES_MAX):
        codes.take("M1", "AAAA-AAAA", f"10.0.1.{number}", 1)
    assert codes.take("M1", code, "10.0.0.1", 1) is None, "many addresses together do not guess for ever"
