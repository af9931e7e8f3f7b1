"""Let Chromium trust a certificate authority, as its user would with the certificate manager: python trust_store.py HOME CERTIFICATE.

It writes the database below HOME with NSS, the library that Chromium on Linux reads it with. A program of its own, because NSS keeps state.
"""

from __future__ import annotations

import ctypes
import sys
from pathlib import Path

_VALID_CA, _TRUSTED_CA = 1 << 3, 1 << 4


def trust(home: Path, der: bytes) -> None:
    folder = home / ".pki/nssdb"
    folder.mkdir(parents=True)
    nss, smime = ctypes.CDLL("libnss3.so"), ctypes.CDLL("libsmime3.so")
    for function in (nss.PK11_GetInternalKeySlot, nss.CERT_GetDefaultCertDB, smime.CERT_DecodeCertFromPackage):
        function.restype = ctypes.c_void_p
    _check(nss.NSS_InitReadWrite(f"sql:{folder}".encode()) == 0)
    slot = ctypes.c_void_p(nss.PK11_GetInternalKeySlot())
    _check(nss.PK11_InitPin(slot, None, b"") == 0)
    certificate = ctypes.c_void_p(smime.CERT_DecodeCertFromPackage(der, len(der)))
    _check(bool(certificate) and nss.PK11_ImportCert(slot, certificate, 0, b"Quepu", 0) == 0)
    flags = (ctypes.c_uint * 3)(_VALID_CA | _TRUSTED_CA, 0, 0)
    _check(nss.CERT_ChangeCertTrust(ctypes.c_void_p(nss.CERT_GetDefaultCertDB()), certificate, flags) == 0)


def _check(done: bool) -> None:
    if not done:
        raise OSError("NSS refuses")


if __name__ == "__main__":
    trust(Path(sys.argv[1]), Path(sys.argv[2]).read_bytes())
