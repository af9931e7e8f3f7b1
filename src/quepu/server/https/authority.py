"""The local certificate authority, and the certificate of the server that it signs. Only this module needs the library ``cryptography``.

A device that trusts an authority believes every certificate that it signs. So this one is limited by name constraints: it may sign only
for this machine's names, for ``.local`` and for addresses of local networks. Clients need not heed constraints of a root, but must heed
those of what the root has signed (RFC 5280). So the root signs one constrained authority, and then its key is thrown away.
"""

from __future__ import annotations

import contextlib
import errno
import ipaddress
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from quepu.errors import QuepuError

AUTHORITY, SERVER = "authority.pem", "server.pem"
"""Each has a key, its certificate and that of whoever has signed it, in one file so that they always match."""

LOCAL_NETWORKS = (
    "127.0.0.0/8", "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10",
    "::1/128", "fc00::/7", "fe80::/10",
)  # fmt: skip

_AUTHORITY_DAYS = 3650
_DAYS = 397
"""The maximum validity of a certificate that all browsers accept."""
_RENEWED_DAYS = 30
"""A certificate that is valid for less time is replaced."""
_BEFORE = timedelta(days=1)
"""The clocks of other devices may be slow."""

_HOST = re.compile(r"(?!-)[a-z0-9-]{1,63}(?<!-)(\.(?!-)[a-z0-9-]{1,63}(?<!-))*")

Address = ipaddress.IPv4Address | ipaddress.IPv6Address
Name = str | Address
Key = ec.EllipticCurvePrivateKey
Signed = tuple[Key, list[x509.Certificate]]
"""A key, its certificate, and the certificate of whoever has signed that."""


@dataclass(frozen=True, slots=True)
class Authority:
    """The local certificate authority."""

    path: Path
    key: Key
    certificate: x509.Certificate
    """It signs the certificates of the server."""
    root: x509.Certificate
    """Devices trust this one, which has signed the other. Its key is nowhere."""

    @property
    def name(self) -> str:
        return str(self.root.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def der(self) -> bytes:
        return self.root.public_bytes(serialization.Encoding.DER)

    @property
    def fingerprint(self) -> str:
        """SHA-256 of the root, as systems show it."""
        return self.root.fingerprint(hashes.SHA256()).hex(":").upper()

    @property
    def expires(self) -> datetime:
        return self.root.not_valid_after_utc

    def permits(self, name: Name) -> bool:
        """Whether its name constraints allow a certificate for this name."""
        permitted = self.certificate.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
        if isinstance(name, str):
            return any(isinstance(one, x509.DNSName) and f".{name}".endswith(f".{one.value}") for one in permitted)
        return any(isinstance(one, x509.IPAddress) and name in _network(one) for one in permitted)


def _network(found: x509.IPAddress) -> ipaddress.IPv4Network | ipaddress.IPv6Network:
    assert isinstance(found.value, ipaddress.IPv4Network | ipaddress.IPv6Network)
    return found.value


def read_names(texts: Iterable[str]) -> list[Name]:
    """Host names and addresses, each once; what cannot be in a certificate is left out."""
    found: dict[Name, None] = {}
    for text in texts:
        with contextlib.suppress(ValueError):
            found[ipaddress.ip_address(text)] = None
            continue
        name = text.casefold().rstrip(".")
        if len(name) <= 253 and _HOST.fullmatch(name):
            found[name] = None
    return list(found)


def authority(folder: Path, machine: str, needed: Iterable[str], now: datetime | None = None) -> Authority:
    """The authority in this folder, which is made if there is none. It must permit the names that are needed; if it is new, it does.
    Raises QuepuError."""
    path = folder / AUTHORITY
    names = read_names(needed)
    now = now or datetime.now(UTC)
    found = _read_authority(path)
    if found is None:
        _write(path, partial(_make_authority, machine, names, now), replace=False)
        found = _read_authority(path)
    if found is None:
        raise QuepuError("unreadable_file", text=str(path), reason=os.strerror(errno.ENOENT))
    for name in names:
        if not found.permits(name):
            raise QuepuError("authority_too_narrow", text=str(path), name=str(name))
    first, last = found.root.not_valid_before_utc, found.expires
    if not first <= now < last:
        raise QuepuError("authority_expired", text=str(path), first=f"{first:%Y-%m-%d}", last=f"{last:%Y-%m-%d}")
    return found


def server_certificate(by: Authority, names: Iterable[str], now: datetime | None = None) -> Path:
    """The file with the server's key and a certificate for those of these names that the authority permits. The one from an earlier start
    is used if it is for them."""
    path = by.path.with_name(SERVER)
    wanted = [name for name in read_names(names) if by.permits(name)]
    now = now or datetime.now(UTC)
    if not _is_usable(path, by, wanted, now):
        _write(path, partial(_sign, by, wanted, now), replace=True)
    return path


def _make_authority(machine: str, names: list[Name], now: datetime) -> Signed:
    local = [ipaddress.ip_network(text) for text in LOCAL_NETWORKS]
    own = [name for name in ["localhost", "local", *names, *read_names([machine])] if isinstance(name, str)]
    others = [ipaddress.ip_network(name) for name in names if not isinstance(name, str) and not any(name in one for one in local)]
    permitted = [*(x509.DNSName(name) for name in dict.fromkeys(own)), *(x509.IPAddress(one) for one in [*local, *others])]
    root_key, key = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    root_name, name = _common_name(f"Quepu local CA on {machine}"), _common_name(f"Quepu signing CA on {machine}")

    def signed(subject: x509.Name, public: ec.EllipticCurvePublicKey, path_length: int) -> x509.Certificate:
        builder = (
            x509.CertificateBuilder(root_name, subject, public, x509.random_serial_number())
            .not_valid_before(now - _BEFORE)
            .not_valid_after(now + timedelta(days=_AUTHORITY_DAYS))
            .add_extension(x509.BasicConstraints(ca=True, path_length=path_length), critical=True)
            .add_extension(_usage(signs_certificates=True), critical=True)
            .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
            .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()), critical=False)
            .add_extension(x509.NameConstraints(permitted, None), critical=True)
        )
        return builder.sign(root_key, hashes.SHA256())

    return key, [signed(name, key.public_key(), 0), signed(root_name, root_key.public_key(), 1)]


def _sign(by: Authority, names: list[Name], now: datetime) -> Signed:
    key = ec.generate_private_key(ec.SECP256R1())
    alternatives = [x509.DNSName(name) if isinstance(name, str) else x509.IPAddress(name) for name in names]
    subject = _common_name("Quepu server")
    builder = (
        x509.CertificateBuilder(by.certificate.subject, subject, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - _BEFORE)
        .not_valid_after(min(now - _BEFORE + timedelta(days=_DAYS), by.expires))
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(by.key.public_key()), critical=False)
    )
    return key, [builder.sign(by.key, hashes.SHA256()), by.certificate]


def _common_name(text: str) -> x509.Name:
    """At most 64 characters, as the standard has it."""
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text[:64])])


def _usage(signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _read(content: bytes) -> Signed:
    """The key in a file, its certificate, and that of whoever has signed this. Raises ValueError, and whatever the library does."""
    key = serialization.load_pem_private_key(content, None)
    certificates = x509.load_pem_x509_certificates(content)
    if not isinstance(key, Key) or key.public_key() != certificates[0].public_key():
        raise ValueError("the key and the certificate do not match")
    if len(certificates) != 2:
        raise ValueError("two certificates were expected")
    certificates[0].verify_directly_issued_by(certificates[1])
    return key, certificates


def _read_authority(path: Path) -> Authority | None:
    """The authority in a file; None if there is no file. Raises QuepuError."""
    try:
        is_open = os.name == "posix" and path.stat().st_mode & 0o077
        content = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        raise QuepuError("unreadable_file", text=str(path), reason=error.strerror or str(error)) from error
    if is_open:
        raise QuepuError("key_not_private", text=str(path))
    try:
        key, [certificate, root] = _read(content)
        found = Authority(path, key, certificate, root)
        if not found.name or not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca:
            raise ValueError("not a certificate authority")
        certificate.extensions.get_extension_for_class(x509.NameConstraints)
    except Exception as error:  # the library raises many kinds for a wrong file
        reason = (str(error).splitlines() or [type(error).__name__])[0][:200]
        raise QuepuError("authority_damaged", text=str(path), reason=reason) from error
    return found


def _is_usable(path: Path, by: Authority, names: list[Name], now: datetime) -> bool:
    """Whether there is a certificate for these names, by this authority, that is valid long enough."""
    try:
        _, [certificate, signer] = _read(path.read_bytes())
        alternatives = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # whatever is wrong with it: another one is made
        return False
    renewed = min(now + timedelta(days=_RENEWED_DAYS), by.expires)
    in_time = certificate.not_valid_before_utc <= now and renewed <= certificate.not_valid_after_utc
    return signer == by.certificate and in_time and {one.value for one in alternatives} == set(names)


def _write(path: Path, make: Callable[[], Signed], replace: bool) -> None:
    """Write a key and its certificates, as a whole or not at all. An existing file is replaced only if that is wanted: of two servers that
    start together, one makes the authority and both use it."""
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _temporary(path.parent) as (number, name):
            content = to_pem(*make())
            with open(number, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            if replace:
                os.replace(name, path)
            else:
                with contextlib.suppress(FileExistsError):
                    os.link(name, path)
    except OSError as error:
        raise QuepuError("unwritable_folder", text=str(path.parent), reason=error.strerror or str(error)) from error


def to_pem(key: Key, certificates: list[x509.Certificate]) -> bytes:
    """As a file has them."""
    pem = serialization.Encoding.PEM
    private = key.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    return private + b"".join(one.public_bytes(pem) for one in certificates)


@contextlib.contextmanager
def _temporary(folder: Path) -> Iterator[tuple[int, str]]:
    """A file that only its owner can read, and that is gone afterwards."""
    number, name = tempfile.mkstemp(dir=folder, prefix=".new-", suffix=".pem")
    try:
        yield number, name
    finally:
        with contextlib.suppress(FileNotFoundError):
            os.unlink(name)
