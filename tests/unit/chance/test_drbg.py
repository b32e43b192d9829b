"""HMAC-DRBG against the vectors NIST published for its validation programme (CAVS 14.3, SHA-256)."""

from __future__ import annotations

import pytest

from openetg.chance.drbg import LARGEST_REQUEST, RESEED_INTERVAL, HmacDrbg, OutOfBoundsError

unhex = bytes.fromhex


def test_no_reseed_count_0() -> None:
    drbg = HmacDrbg(
        unhex("ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488"),
        unhex("659ba96c601dc69fc902940805ec0ca8"),
    )
    drbg.generate(128)
    assert drbg.generate(128) == unhex(
        "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89"
        "d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2aba6e624abf07745bc1"
        "07694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668"
        "961df86803482cb37ed6d5c0bb8d50cf1f50d476aa0458bdaba806f48be9dcb8"
    )


def test_no_reseed_with_personalization_and_additional_input() -> None:
    drbg = HmacDrbg(
        unhex("5d3286bc53a258a53ba781e2c4dcd79a790e43bbe0e89fb3eed39086be34174b"),
        unhex("c5422294b7318952ace7055ab7570abf"),
        unhex("2dba094d008e150d51c4135bb2f03dcde9cbf3468a12908a1b025c120c985b9d"),
    )
    drbg.generate(128, unhex("793a7ef8f6f0482beac542bb785c10f8b7b406a4de92667ab168ecc2cf7573c6"))
    drawn = drbg.generate(128, unhex("2238cdb4e23d629fe0c2a83dd8d5144ce1a6229ef41dabe2a99ff722e510b530"))
    assert drawn == unhex(
        "d04678198ae7e1aeb435b45291458ffde0891560748b43330eaf866b5a6385e74c6fa5a5a44bdb284d436e98d244018d"
        "6acedcdfa2e9f499d8089e4db86ae89a6ab2d19cb705e2f048f97fb597f04106a1fa6a1416ad3d859118e079a0c319eb"
        "95686f4cbcce3b5101c7a0b010ef029c4ef6d06cdfac97efb9773891688c37cf"
    )


def test_reseed() -> None:
    drbg = HmacDrbg(
        unhex("06032cd5eed33f39265f49ecb142c511da9aff2af71203bffaf34a9ca5bd9c0d"),
        unhex("0e66f71edc43e42a45ad3c6fc6cdc4df"),
    )
    drbg.reseed(unhex("01920a4e669ed3a85ae8a33b35a74ad7fb2a6bb4cf395ce00334a9c9a5a5d552"))
    drbg.generate(128)
    assert drbg.generate(128) == unhex(
        "76fc79fe9b50beccc991a11b5635783a83536add03c157fb30645e611c2898bb2b1bc215000209208cd506cb28da2a51"
        "bdb03826aaf2bd2335d576d519160842e7158ad0949d1a9ec3e66ea1b1a064b005de914eac2e9d4f2d72a8616a802254"
        "22918250ff66a41bd2f864a6a38cc5b6499dc43f7f2bd09e1e0f8f5885935124"
    )


def test_reseed_with_additional_input() -> None:
    drbg = HmacDrbg(
        unhex("05ac9fc4c62a02e3f90840da5616218c6de5743d66b8e0fbf833759c5928b53d"),
        unhex("2b89a17904922ed8f017a63044848545"),
    )
    drbg.reseed(
        unhex("2791126b8b52ee1fd9392a0a13e0083bed4186dc649b739607ac70ec8dcecf9b"),
        unhex("43bac13bae715092cf7eb280a2e10a962faf7233c41412f69bc74a35a584e54c"),
    )
    drbg.generate(128, unhex("3f2fed4b68d506ecefa21f3f5bb907beb0f17dbc30f6ffbba5e5861408c53a1e"))
    drawn = drbg.generate(128, unhex("529030df50f410985fde068df82b935ec23d839cb4b269414c0ede6cffea5b68"))
    assert drawn == unhex(
        "02ddff5173da2fcffa10215b030d660d61179e61ecc22609b1151a75f1cbcbb4363c3a89299b4b63aca5e581e73c8604"
        "91010aa35de3337cc6c09ebec8c91a6287586f3a74d9694b462d2720ea2e11bbd02af33adefb4a16e6b370fa0effd57d"
        "607547bdcfbb7831f54de7073ad2a7da987a0016a82fa958779a168674b56524"
    )


def test_bytes_are_cut_not_stretched() -> None:
    """A request of any length is the beginning of a longer one from the same state."""
    long = HmacDrbg(bytes(32), bytes(16)).generate(100)
    for count in (0, 1, 31, 32, 33, 64, 99):
        assert HmacDrbg(bytes(32), bytes(16)).generate(count) == long[:count]


@pytest.mark.parametrize(("entropy", "nonce"), [(31, 16), (32, 15), (0, 0)])
def test_too_little_to_begin_with(entropy: int, nonce: int) -> None:
    with pytest.raises(OutOfBoundsError):
        HmacDrbg(bytes(entropy), bytes(nonce))


def test_bounds_of_requests() -> None:
    drbg = HmacDrbg(bytes(32), bytes(16))
    assert len(drbg.generate(LARGEST_REQUEST)) == LARGEST_REQUEST
    for count in (LARGEST_REQUEST + 1, -1):
        with pytest.raises(OutOfBoundsError):
            drbg.generate(count)
    with pytest.raises(OutOfBoundsError):
        drbg.reseed(bytes(31))


def test_after_so_many_requests_it_must_be_refreshed() -> None:
    drbg = HmacDrbg(bytes(32), bytes(16))
    drbg.requests = RESEED_INTERVAL
    drbg.generate(1)
    with pytest.raises(OutOfBoundsError):
        drbg.generate(1)
    drbg.reseed(bytes(32))
    drbg.generate(1)
