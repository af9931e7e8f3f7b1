"""The local certificate authority: what it signs, what it may not sign, and what happens to its files."""

from __future__ import annotations

import os
import ssl
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from quepu.errors import QuepuError
from quepu.server.https import authority as made
from quepu.server.https.authority import AUTHORITY, SERVER, Authority, authority, read_names, server_certificate
from quepu.server.https.contexts import context

HOST = "192.168.1.20"
NAMES = [HOST, "localhost", "127.0.0.1", "::1", "box", "box.local"]


def trusting(by: Authority) -> ssl.SSLContext:
    """A client that trusts nothing but this authority."""
    return ssl.create_default_context(cadata=by.der)


def shake_hands(server: ssl.SSLContext, client: ssl.SSLContext, name: str) -> None:
    """A handshake without a network; raises SSLError if the client does not trust the certificate."""
    to_server, to_client = ssl.MemoryBIO(), ssl.MemoryBIO()
    ends = [client.wrap_bio(to_client, to_server, server_hostname=name), server.wrap_bio(to_server, to_client, server_side=True)]
    while ends:
        for end in list(ends):
            try:
                end.do_handshake()
                ends.remove(end)
            except ssl.SSLWantReadError:
                pass


def subject_names(path: Path) -> set[str]:
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    return {str(one.value) for one in certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value}


@pytest.fixture(scope="module")
def by(tmp_path_factory: pytest.TempPathFactory) -> Authority:
    return authority(tmp_path_factory.mktemp("https"), "box", [HOST])


@pytest.mark.parametrize("name", NAMES)
def test_a_client_that_trusts_the_authority_trusts_the_server_by_all_its_names(by: Authority, name: str) -> None:
    shake_hands(context(server_certificate(by, NAMES)), trusting(by), name)


@pytest.mark.parametrize("name", ["192.168.1.21", "example.org", "other.local"])
def test_by_another_name_the_server_is_not_trusted(by: Authority, name: str) -> None:
    with pytest.raises(ssl.SSLCertVerificationError, match="mismatch"):
        shake_hands(context(server_certificate(by, NAMES)), trusting(by), name)


@pytest.mark.parametrize("name", ["example.org", "box.example.org", "8.8.8.8", "2001:db8::1"])
def test_with_the_key_of_the_authority_nobody_can_impersonate_a_site_of_the_internet(by: Authority, name: str, tmp_path: Path) -> None:
    assert not any(by.permits(one) for one in read_names([name]))
    path = tmp_path / "wrong.pem"
    path.write_bytes(made.to_pem(*made._sign(by, read_names([name]), datetime.now(UTC))))
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        shake_hands(context(path), trusting(by), name)


def test_what_is_signed_and_how_long_it_is_valid(tmp_path: Path) -> None:
    now = datetime(2026, 11, 20, 12, tzinfo=UTC)
    by = authority(tmp_path / "https", "box", [HOST], now)
    path = server_certificate(by, [*NAMES, HOST, "BOX.", "not a name", "bad_name", "example.org", "x" * 64], now)
    certificate = x509.load_pem_x509_certificate(path.read_bytes())
    assert by.name == "Quepu local CA on box"
    assert (certificate.not_valid_before_utc, certificate.not_valid_after_utc) == (now - timedelta(1), now + timedelta(396))
    assert subject_names(path) == set(NAMES)
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert [one.dotted_string for one in usage] == ["1.3.6.1.5.5.7.3.1"]
    for one, length in ((by.root, 1), (by.certificate, 0)):
        basic = one.extensions.get_extension_for_class(x509.BasicConstraints)
        assert (basic.critical, basic.value.ca, basic.value.path_length) == (True, True, length)
        assert one.extensions.get_extension_for_class(x509.NameConstraints).critical
    assert by.key.public_key() == by.certificate.public_key() != by.root.public_key()
    assert by.path.read_bytes().count(b"BEGIN PRIVATE KEY") == 1, "the key of the root is not kept"
    assert by.fingerprint == by.root.fingerprint(hashes.SHA256()).hex(":").upper()
    assert len(by.fingerprint) == 95


def test_only_their_owner_can_read_the_keys(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        by = authority(tmp_path / "data/https", "box", [HOST])
        path = server_certificate(by, NAMES)
    finally:
        os.umask(before)
    assert [stat.S_IMODE(one.stat().st_mode) for one in (path.parent, by.path, path)] == [0o700, 0o600, 0o600]
    assert sorted(one.name for one in path.parent.iterdir()) == [AUTHORITY, SERVER]


def test_later_starts_use_the_same_until_the_address_changes_or_the_certificate_is_about_to_expire(tmp_path: Path) -> None:
    now = datetime.now(UTC)

    def start(names: list[str], later: float = 0) -> tuple[bytes, bytes]:
        by = authority(tmp_path, "box", names[:1], now + timedelta(later))
        return by.der, server_certificate(by, names, now + timedelta(later)).read_bytes()

    first = start(NAMES)
    assert start([NAMES[0], *reversed(NAMES)], 365) == first
    moved = start(["10.0.0.7", *NAMES[1:]])
    assert (moved[0], moved[1] != first[1]) == (first[0], True)
    assert subject_names(tmp_path / SERVER) == {"10.0.0.7", *NAMES[1:]}
    renewed = start(["10.0.0.7", *NAMES[1:]], 367)
    assert (renewed[0], renewed[1] != moved[1]) == (first[0], True)
    last = start(["10.0.0.7", *NAMES[1:]], 3640)
    by = authority(tmp_path, "box", [], now + timedelta(3640))
    assert x509.load_pem_x509_certificate(last[1]).not_valid_after_utc == by.expires, "no longer than the authority itself"
    assert start(["10.0.0.7", *NAMES[1:]], 3641) == last, "and not made again at each start"


def test_a_damaged_certificate_of_the_server_is_made_again(tmp_path: Path) -> None:
    by = authority(tmp_path, "box", [HOST])
    for content in (b"", b"\xff" * 100, by.path.read_bytes()):
        path = tmp_path / SERVER
        path.write_bytes(content)
        shake_hands(context(server_certificate(by, NAMES)), trusting(by), HOST)


def test_a_public_address_is_permitted_if_the_authority_is_made_for_it(tmp_path: Path) -> None:
    by = authority(tmp_path, "box", ["203.0.113.9", "club.example"])
    shake_hands(context(server_certificate(by, ["203.0.113.9", "club.example"])), trusting(by), "club.example")
    assert [by.permits(one) for one in read_names(["203.0.113.9", "203.0.113.10", "club.example", "example"])] == [True, False, True, False]
    with pytest.raises(QuepuError) as error:
        authority(tmp_path, "box", ["203.0.113.10"])
    assert (error.value.code, error.value.details["name"]) == ("authority_too_narrow", "203.0.113.10")


@contextmanager
def refused(code: str) -> Iterator[None]:
    with pytest.raises(QuepuError) as error:
        yield
    assert error.value.code == code
    assert all(error.value.as_dict(lang)["message"] for lang in ("zh", "en"))


def test_a_wrong_file_of_the_authority_is_an_error_and_is_not_replaced(by: Authority, tmp_path: Path) -> None:
    right = by.path.read_bytes()
    key, certificate, root = right.split(b"-----BEGIN CERTIFICATE-----")
    other = made.to_pem(ec.generate_private_key(ec.SECP256R1()), [])
    server = server_certificate(by, NAMES).read_bytes()
    alone = key + b"-----BEGIN CERTIFICATE-----" + certificate
    swapped = key + b"-----BEGIN CERTIFICATE-----" + root + b"-----BEGIN CERTIFICATE-----" + certificate
    wrong = [b"", b"\xff\x00", right[: len(right) // 2], key, alone, swapped, right[len(key) :], other + right[len(key) :], server]
    path = tmp_path / AUTHORITY
    for content in wrong:
        path.write_bytes(content)
        path.chmod(0o600)
        with refused("authority_damaged"):
            authority(tmp_path, "box", [HOST])
        assert path.read_bytes() == content
        assert os.listdir(tmp_path) == [AUTHORITY]


@pytest.mark.parametrize("mode", [0o644, 0o640, 0o660])
def test_a_key_that_others_can_read_is_not_used(by: Authority, tmp_path: Path, mode: int) -> None:
    (tmp_path / AUTHORITY).write_bytes(by.path.read_bytes())
    (tmp_path / AUTHORITY).chmod(mode)
    with refused("key_not_private"):
        authority(tmp_path, "box", [HOST])


@pytest.mark.parametrize("later", [3651, -2])
def test_an_authority_that_is_not_valid_now_is_an_error(tmp_path: Path, later: int) -> None:
    authority(tmp_path, "box", [HOST])
    with refused("authority_expired"):
        authority(tmp_path, "box", [HOST], datetime.now(UTC) + timedelta(later))


def test_a_folder_where_nothing_can_be_written_or_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with refused("unreadable_file"):
        authority(tmp_path / "file", "box", [HOST])
    (tmp_path / "here" / AUTHORITY).mkdir(parents=True, mode=0o700)
    (tmp_path / "here" / AUTHORITY).chmod(0o700)
    with refused("unreadable_file"):
        authority(tmp_path / "here", "box", [HOST])


def test_a_disk_that_is_full_leaves_no_part_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with refused("unwritable_folder"):
        authority(tmp_path, "box", [HOST])
    assert os.listdir(tmp_path) == []


def test_when_it_is_interrupted_nothing_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(number: int) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", interrupted)
        with pytest.raises(KeyboardInterrupt):
            authority(tmp_path, "box", [HOST])
    assert os.listdir(tmp_path) == []
    assert authority(tmp_path, "box", [HOST]).permits("box.local")


def test_of_two_servers_that_start_together_both_use_the_authority_that_one_of_them_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    make = made._make_authority
    first: list[Authority] = []

    def slowly(machine: str, names: list[made.Name], now: datetime) -> made.Signed:
        if not first:
            first.append(None)  # type: ignore[arg-type]  # so that the other one does not wait for a third
            first[:] = [authority(tmp_path, "box", [HOST])]
        return make(machine, names, now)

    monkeypatch.setattr(made, "_make_authority", slowly)
    second = authority(tmp_path, "box", [HOST])
    assert second.der == first[0].der


def test_certificates_of_the_users_own_are_checked(by: Authority, tmp_path: Path) -> None:
    server = server_certificate(by, NAMES)
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    content = server.read_bytes().partition(b"-----BEGIN CERTIFICATE-----")
    key.write_bytes(content[0])
    certificate.write_bytes(content[1] + content[2])
    shake_hands(own := context(certificate, key), trusting(by), HOST)
    assert own.minimum_version == ssl.TLSVersion.TLSv1_2
    with refused("unreadable_file"):
        context(tmp_path / "none.pem", key)
    with refused("unreadable_file"):
        context(certificate, tmp_path)
    for first, second in ((key, key), (certificate, certificate)):
        with refused("unreadable_certificate"):
            context(first, second)
    certificate.with_name("empty.pem").write_bytes(b"")
    with refused("unreadable_certificate"):
        context(certificate.with_name("empty.pem"), key)
    other = tmp_path / "other.pem"
    other.write_bytes(made.to_pem(ec.generate_private_key(ec.SECP256R1()), []))
    with refused("key_mismatch"):
        context(certificate, other)
    private = serialization.load_pem_private_key(key.read_bytes(), None)
    encryption = serialization.BestAvailableEncryption(b"secret")
    other.write_bytes(private.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, encryption))
    with refused("key_encrypted"):
        context(certificate, other)
