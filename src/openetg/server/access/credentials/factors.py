"""Second factors of staff: passkeys, a code generator, recovery codes; what is kept of each, and how each is shown.

One file beside the keys. The secret of a code generator lies in it sealed under a key of that person from the keyring;
of a passkey only the public half is there; of recovery codes only hashes. The journal knows of each a mark drawn by
chance: a factor whose mark is not on record is refused, so writing into the file gains nothing. A code is
taken once: the step it was made for is kept, durably, before a login with it succeeds.
"""

from __future__ import annotations

import secrets
from base64 import b32encode, urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from typing import Any, Literal

from cryptography.hazmat.primitives.hashes import SHA1
from cryptography.hazmat.primitives.twofactor import InvalidToken
from cryptography.hazmat.primitives.twofactor.totp import TOTP
from fido2.server import Fido2Server
from fido2.webauthn import (
    AttestedCredentialData,
    AuthenticationResponse,
    AuthenticatorData,
    PublicKeyCredentialRpEntity,
    PublicKeyCredentialUserEntity,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)
from msgspec import Struct, field
from msgspec.structs import replace

from openetg.keys.keyring import make_keyring
from openetg.keys.sealing import Shut, open_sealed, seal
from openetg.keys.signing import KeyProblem
from openetg.server.access.credentials.kept_file import KeptFile
from openetg.server.access.credentials.passwords import drawn_code, fits_code, hash_code

FILE = "factors"
SECRET_BYTES = 20
DIGITS, STEP_S = 6, 30
AROUND = (0, -1, 1)
"""Steps of the clock that are taken, besides the present one: clocks differ."""
RECOVERY_CODES, RECOVERY_LENGTH = 10, 24
"""Letters of a recovery code: above 112 bits, so that a fast hash of it is enough."""
PASSKEY, TOTP_KIND, RECOVERY = "passkey", "totp", "recovery"
WRONG = "not shown"
BrowserOptions = dict[Literal["publicKey"], dict[str, Any]]
"""The options a browser needs for a passkey, in WebAuthn's form."""


class Passkey(Struct, frozen=True):
    """A passkey: the public half, and the last data of its authenticator."""

    data: str
    """Credential and public key, as WebAuthn gives them."""
    site: str
    """The name of the floor it was made for; it signs for no other."""
    label: str
    made_ms: int
    counter: int = 0
    backup: bool = False
    """Whether it may be copied to other devices of its owner; that never changes."""
    backed_up: bool = False
    used_ms: int = 0


class Generator(Struct, frozen=True):
    """A program that shows codes (TOTP)."""

    sealed: str
    """Its secret, sealed."""
    label: str
    made_ms: int
    step: int = 0
    """The step of the clock whose code was taken last: neither it nor an earlier one is taken again."""
    used_ms: int = 0


class RecoveryCodes(Struct, frozen=True):
    """A sheet of codes, each good once."""

    hashes: tuple[str, ...]
    made_ms: int


class Owned(Struct):
    """The factors of one person, by marks."""

    passkeys: dict[str, Passkey] = {}
    generators: dict[str, Generator] = {}
    recovery: dict[str, RecoveryCodes] = {}

    def kinds(self) -> dict[str, str]:
        """The kind of each factor, by mark."""
        kinds = dict.fromkeys(self.passkeys, PASSKEY) | dict.fromkeys(self.generators, TOTP_KIND)
        return kinds | dict.fromkeys(self.recovery, RECOVERY)


class AllOwned(Struct):
    """Everything in the file."""

    people: dict[str, Owned] = {}


class NotShown(Exception):
    """What was shown is no factor of that person, or was used before; `copied` names a passkey there are two of."""

    def __init__(self, words: str = WRONG, *, copied: str = "") -> None:
        super().__init__(words)
        self.copied = copied


class FactorFile:
    """The file of second factors; nothing here runs on the loop of the writer."""

    def __init__(self, keys: Path) -> None:
        self._keys = keys
        self._file = KeptFile(keys / FILE, AllOwned, "second factors of staff")

    def of(self, person: str) -> Owned:
        """The factors of a person, on record or not."""
        return self._file.read().people.get(person, Owned())

    def add_passkey(self, person: str, passkey: Passkey) -> str:
        """Keeps a passkey; its mark."""
        return self._add(person, lambda owned, mark: owned.passkeys.update({mark: passkey}))

    def add_generator(self, person: str, secret: bytes, label: str, *, step: int, now_ms: int) -> str:
        """Keeps the secret of a code generator in place of the one before; its mark."""
        ring = make_keyring(self._keys)
        try:
            sealed = seal(ring, secret.hex(), said_in="Generator.sealed", subject=f"factor/{person}")
        finally:
            ring.close()

        def put(owned: Owned, mark: str) -> None:
            owned.generators = {mark: Generator(sealed, label, now_ms, step, now_ms)}

        return self._add(person, put)

    def add_recovery(self, person: str, now_ms: int) -> tuple[str, tuple[str, ...]]:
        """A new sheet of codes in place of the one before: its mark, and the codes, to be shown to that person once."""
        codes = tuple(drawn_code(RECOVERY_LENGTH) for _ in range(RECOVERY_CODES))

        def put(owned: Owned, mark: str) -> None:
            owned.recovery = {mark: RecoveryCodes(tuple(map(hash_code, codes)), now_ms)}

        return self._add(person, put), codes

    def remove(self, person: str, mark: str) -> None:
        """Removes a factor."""
        with self._file.changing() as kept:
            owned = kept.people.get(person, Owned())
            for kind in (owned.passkeys, owned.generators, owned.recovery):
                kind.pop(mark, None)

    def keep_only(self, person: str, marks: frozenset[str]) -> None:
        """Removes factors that are not on record."""
        for mark in self.of(person).kinds().keys() - marks:
            self.remove(person, mark)

    def use_code(self, person: str, code: str, marks: frozenset[str], now_ms: int) -> str:
        """Takes a code of a generator or of the recovery sheet, once; returns which kind of factor it was."""
        secrets_of = self._opened(person, marks)
        with self._file.changing() as kept:
            owned = kept.people.get(person, Owned())
            for mark, secret in secrets_of.items():
                known = owned.generators[mark]
                step = step_of(secret, code, now_ms)
                if step is not None and step > known.step:
                    owned.generators[mark] = replace(known, step=step, used_ms=now_ms)
                    return TOTP_KIND
            for mark, sheet in owned.recovery.items():
                left = tuple(each for each in sheet.hashes if not fits_code(code, each))
                if mark in marks and len(left) < len(sheet.hashes):
                    owned.recovery[mark] = replace(sheet, hashes=left)
                    return RECOVERY
        raise NotShown

    def use_passkey(self, person: str, mark: str, said: AuthenticatorData, now_ms: int) -> None:
        """Keeps an authenticator's counter; raises `NotShown` if the passkey must have been copied."""
        with self._file.changing() as kept:
            owned = kept.people.get(person, Owned())
            known = owned.passkeys.get(mark)
            if known is None:
                raise NotShown
            backup, backed_up = _backup_of(said)
            # A counter that stands still counts nothing at all, or it was copied.
            if said.counter <= known.counter and (said.counter or known.counter):
                raise NotShown("its counter went back", copied=mark)
            if backup != known.backup or (backed_up and not backup):
                raise NotShown("whether it may be copied does not change")
            owned.passkeys[mark] = replace(known, counter=said.counter, backed_up=backed_up, used_ms=now_ms)

    def _opened(self, person: str, marks: frozenset[str]) -> dict[str, bytes]:
        generators = {mark: each for mark, each in self.of(person).generators.items() if mark in marks}
        if not generators:
            return {}
        ring = make_keyring(self._keys)
        try:
            found = {mark: open_sealed(ring, each.sealed) for mark, each in generators.items()}
        finally:
            ring.close()
        for each in found.values():
            if isinstance(each, Shut):
                raise KeyProblem(f"{self._file.path}: a code generator cannot be opened: {each.value}")
        return {mark: bytes.fromhex(each.text) for mark, each in found.items() if not isinstance(each, Shut)}

    def _add(self, person: str, put: Callable[[Owned, str], None]) -> str:
        mark = secrets.token_hex(8)
        with self._file.changing() as kept:
            put(kept.people.setdefault(person, Owned()), mark)
        return mark


def new_secret() -> bytes:
    """The secret of a new code generator."""
    return secrets.token_bytes(SECRET_BYTES)


def shown_secret(secret: bytes) -> str:
    """A secret in the form people type."""
    return b32encode(secret).decode().rstrip("=")


def address_of_secret(secret: bytes, person: str, site: str) -> str:
    """The address in a QR code, from which a code generator takes the secret."""
    return TOTP(secret, DIGITS, SHA1(), STEP_S, enforce_key_length=False).get_provisioning_uri(person, site)  # noqa: S303 - as every such program


def step_of(secret: bytes, code: str, now_ms: int) -> int | None:
    """The step of the clock a code was made for; None if it fits no step around now."""
    typed = "".join(code.split())
    if len(typed) != DIGITS or not typed.isascii() or not typed.isdecimal():
        return None
    made = TOTP(secret, DIGITS, SHA1(), STEP_S, enforce_key_length=False)  # noqa: S303 - as every such program
    now = now_ms // 1000 // STEP_S
    fits = [now + by for by in AROUND if _verifies(made, typed, (now + by) * STEP_S)]
    return max(fits, default=None)


def _verifies(made: TOTP, code: str, at_s: int) -> bool:
    try:
        made.verify(code.encode(), at_s)
    except InvalidToken:
        return False
    return True


class Site(Struct, frozen=True):
    """The name of the floor that a passkey is made for, and the pages it may sign for."""

    name: str
    origin: str
    title: str = field(default="OpenETG")

    @property
    def is_possible(self) -> bool:
        """Browsers make passkeys for names, not for addresses."""
        try:
            ip_address(self.name)
        except ValueError:
            return bool(self.name)
        return False

    def server(self) -> Fido2Server:
        """The library's object that makes options for browsers and checks their answers."""
        entity = PublicKeyCredentialRpEntity(id=self.name, name=self.title)
        return Fido2Server(entity, verify_origin=lambda origin: origin == self.origin)


def begin_passkey(site: Site, person: str, owned: Owned) -> tuple[BrowserOptions, Any]:
    """What a browser needs to make a passkey, and the state to keep until it answers."""
    user = PublicKeyCredentialUserEntity(id=person.encode(), name=person, display_name=person)
    there = [_credential(each) for each in owned.passkeys.values() if each.site == site.name]
    options, state = site.server().register_begin(
        user,
        there,
        resident_key_requirement=ResidentKeyRequirement.DISCOURAGED,
        user_verification=UserVerificationRequirement.REQUIRED,
    )
    return {"publicKey": dict(options)["publicKey"]}, state


def end_passkey(site: Site, state: Any, sent: Mapping[str, Any], label: str, now_ms: int) -> Passkey:
    """The passkey a browser has made; raises `NotShown` if it is not the one that was asked for."""
    try:
        said = site.server().register_complete(state, sent)
    except Exception as wrong:  # the library raises many kinds at what a stranger makes up
        raise NotShown from wrong
    backup, backed_up = _backup_of(said)
    if said.credential_data is None or (backed_up and not backup):
        raise NotShown
    data = urlsafe_b64encode(bytes(said.credential_data)).decode()
    return Passkey(
        data=data,
        site=site.name,
        label=label,
        made_ms=now_ms,
        counter=said.counter,
        backup=backup,
        backed_up=backed_up,
        used_ms=now_ms,
    )


def begin_signing(site: Site, owned: Owned, marks: frozenset[str]) -> tuple[BrowserOptions, Any]:
    """What a browser needs to have a passkey sign, and the state to keep until it answers; raises `NotShown` if the
    person has no passkey for this name."""
    there = [_credential(each) for mark, each in owned.passkeys.items() if mark in marks and each.site == site.name]
    if not there:
        raise NotShown
    options, state = site.server().authenticate_begin(there, user_verification=UserVerificationRequirement.REQUIRED)
    return {"publicKey": dict(options)["publicKey"]}, state


def end_signing(
    site: Site, state: Any, sent: Mapping[str, Any], owned: Owned, marks: frozenset[str]
) -> tuple[str, AuthenticatorData]:
    """The mark of the passkey that signed, and what its authenticator says; raises `NotShown` if none did."""
    there = {
        mark: _credential(each) for mark, each in owned.passkeys.items() if mark in marks and each.site == site.name
    }
    try:
        used = site.server().authenticate_complete(state, list(there.values()), sent)
        said = AuthenticationResponse.from_dict(sent).response.authenticator_data
    except Exception as wrong:  # the library raises many kinds at what a stranger makes up
        raise NotShown from wrong
    mark = next(mark for mark, each in there.items() if each.credential_id == used.credential_id)
    return mark, said


def _credential(passkey: Passkey) -> AttestedCredentialData:
    return AttestedCredentialData(urlsafe_b64decode(passkey.data))


def _backup_of(said: AuthenticatorData) -> tuple[bool, bool]:
    flags = AuthenticatorData.FLAG
    return bool(said.flags & flags.BE), bool(said.flags & flags.BS)
