"""A certificate for a laptop without internet: a small authority of its own, and what it signs.

The authority is made once and kept in a folder beside the database, so that a phone that trusts it goes on doing so. It
can sign for private networks and local names only: a thief of its key could not impersonate a bank with it.
"""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID
from msgspec import Struct

from tavl.server.settings import Settings

AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # browsers do not accept longer ones
RENEWED_BEFORE = timedelta(days=30)
PRIVATE = (
    "10.0.0.0/8",
    "100.64.0.0/10",
    "127.0.0.0/8",
    "169.254.0.0/16",
    "172.16.0.0/12",
    "192.168.0.0/16",
)
LOCAL_NAMES = ("localhost", "local", "lan", "home.arpa", "internal")
_NETWORKS = tuple(ipaddress.IPv4Network(each) for each in PRIVATE)


class Certificate(Struct, frozen=True):
    authority: Path  # what phones are asked to trust
    chain: Path
    key: Path
    fingerprint: str  # SHA-256 of the authority, as phones show it
    names: tuple[str, ...]  # addresses and host names that it is for


def folder_of(settings: Settings) -> Path:
    """Beside the database; of a PostgreSQL, where the server was started."""
    return Path("tavl-certificate" if "://" in settings.database else f"{settings.database}-certificate")


def host_names() -> list[str]:
    """What this machine is called in its network."""
    own = socket.gethostname().partition(".")[0].lower()
    return ["localhost", f"{own}.local"] if own and own != "localhost" else ["localhost"]


def certificate_for(folder: Path, addresses: Sequence[str], now: datetime) -> Certificate:
    """Made at the first start, and again when there is a new address or the old certificate is about to expire."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    authority, authority_key = _authority(folder, now)
    wanted = [each for each in ("127.0.0.1", *addresses) if _may_be_signed(each)]
    chain, key = folder / "server.crt", folder / "server.key"
    if not (key.exists() and _still_good(chain, authority, wanted, now)):
        _sign(chain, key, authority, authority_key, wanted, now)
    return Certificate(
        folder / "authority.crt",
        chain,
        key,
        fingerprint(authority),
        (*_names(x509.load_pem_x509_certificate(chain.read_bytes())),),
    )


def fingerprint(certificate: x509.Certificate) -> str:
    return certificate.fingerprint(hashes.SHA256()).hex(":").upper()


def _may_be_signed(address: str) -> bool:
    return any(ipaddress.ip_address(address) in network for network in _NETWORKS)


def _authority(folder: Path, now: datetime) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    place, key_place = folder / "authority.crt", folder / "authority.key"
    if place.exists() and key_place.exists():
        known = x509.load_pem_x509_certificate(place.read_bytes())
        key = serialization.load_pem_private_key(key_place.read_bytes(), None)
        if isinstance(key, ec.EllipticCurvePrivateKey) and known.not_valid_after_utc > now + RENEWED_BEFORE:
            return known, key
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, f"tavl at {socket.gethostname()}"[:64])])
    permitted: list[x509.GeneralName] = [x509.DNSName(each) for each in LOCAL_NAMES]
    permitted += [x509.IPAddress(network) for network in _NETWORKS]
    made = (
        _builder(name, name, key.public_key(), now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_usage(signs=True), critical=True)
        .add_extension(x509.NameConstraints(permitted, None), critical=True)
        .sign(key, hashes.SHA256())
    )
    _write(key_place, _encoded(key))
    _write(place, made.public_bytes(serialization.Encoding.PEM))
    return made, key


def _sign(
    place: Path,
    key_place: Path,
    authority: x509.Certificate,
    authority_key: ec.EllipticCurvePrivateKey,
    addresses: Iterable[str],
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = [x509.DNSName(each) for each in host_names()]
    names += [x509.IPAddress(ipaddress.ip_address(each)) for each in addresses]
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "tavl")])
    public = authority_key.public_key()
    made = (
        _builder(subject, authority.subject, key.public_key(), now, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(public), critical=False)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .sign(authority_key, hashes.SHA256())
    )
    _write(key_place, _encoded(key))
    pem = serialization.Encoding.PEM
    _write(place, made.public_bytes(pem) + authority.public_bytes(pem))


def _builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePublicKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))  # a phone's clock may be behind
        .not_valid_after(now + timedelta(days=days - 1))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key), critical=False)
    )


def _usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )


def _still_good(place: Path, authority: x509.Certificate, addresses: Sequence[str], now: datetime) -> bool:
    if not place.exists():
        return False
    known = x509.load_pem_x509_certificate(place.read_bytes())
    if known.issuer != authority.subject or known.not_valid_after_utc <= now + RENEWED_BEFORE:
        return False
    try:
        known.verify_directly_issued_by(authority)
    except Exception:  # of another authority with the same name, in whatever form the library gives it
        return False
    return {*addresses, *host_names()} <= set(_names(known))


def _names(certificate: x509.Certificate) -> list[str]:
    names = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return [*names.get_values_for_type(x509.DNSName), *map(str, names.get_values_for_type(x509.IPAddress))]


def _encoded(key: ec.EllipticCurvePrivateKey) -> bytes:
    plain = serialization.NoEncryption()
    return key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain)


def _write(place: Path, data: bytes) -> None:
    """Readable by nobody else; whole or not at all."""
    part = place.with_name(f"{place.name}.part")
    part.unlink(missing_ok=True)
    with os.fdopen(os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(data)
    part.replace(place)
