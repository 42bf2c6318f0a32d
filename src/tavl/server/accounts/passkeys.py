"""Passkeys (WebAuthn): several for an account, each with a name; an account can do without a password.

A ceremony is begun, answered by the authenticator, and finished once, within minutes, from the same origin. Passkeys
belong to the domain in the settings: on any other they are not offered.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
import sqlalchemy as sa
import webauthn
from webauthn.helpers import base64url_to_bytes, bytes_to_base64url
from webauthn.helpers.exceptions import WebAuthnException
from webauthn.helpers.structs import (
    AuthenticatorSelectionCriteria,
    PublicKeyCredentialDescriptor,
    ResidentKeyRequirement,
    UserVerificationRequirement,
)

from tavl.server import schema
from tavl.server.accounts import password_hashing
from tavl.server.accounts.identity import Identity
from tavl.server.accounts.login_names import enter_account
from tavl.server.accounts.recent_login import need_fresh_login
from tavl.server.accounts.recovery_codes import recovery_code
from tavl.server.codes import new_token
from tavl.server.errors import ApiError
from tavl.server.logs import log
from tavl.server.messages.accounts import AccountMade, Me, Passkey, PasskeyCeremony
from tavl.server.settings import Settings
from tavl.server.validation.names import usable_name
from tavl.server.wall_clock import MINUTE
from tavl.store import Duplicate, Store
from tavl.store.schema import people as people_rows

CEREMONY = 5 * MINUTE
MAX_PASSKEYS = 20
REGISTER, LOG_IN = "register", "login"
_VERIFIED = UserVerificationRequirement.REQUIRED  # a passkey replaces the password: it must ask for finger, face or PIN
# Errors that a malformed answer of an authenticator leads to, besides the library's own.
_MALFORMED = (WebAuthnException, ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError)


class Passkeys:
    def __init__(self, store: Store, settings: Settings, clock: Callable[[], int]) -> None:
        self._store, self._settings, self._clock = store, settings, clock

    def offered_at(self, host: str) -> bool:
        """Whether a page of this host can use passkeys: browsers offer them only on their own domain."""
        try:
            name, domain = urlsplit(f"//{host}").hostname or "", self._settings.passkey_domain
        except ValueError:
            return False
        return bool(domain) and (name == domain or name.endswith(f".{domain}"))

    def _check_origin(self, origin: str | None) -> str:
        scheme, _, host = (origin or "").partition("://")
        if origin is None or not scheme or not self.offered_at(host):
            raise ApiError("passkeys_elsewhere", domain=self._settings.passkey_domain)
        return origin

    # a new passkey

    async def begin(self, who: Identity, origin: str | None) -> PasskeyCeremony:
        """Begin to add a passkey to an account, or for a guest who makes an account with it."""
        origin = self._check_origin(origin)
        if not who.guest:
            need_fresh_login(who, self._clock())
        have = await self.listed(who)
        if len(have) >= MAX_PASSKEYS:
            raise ApiError("enough_of_them", most=MAX_PASSKEYS)
        options = webauthn.generate_registration_options(
            rp_id=self._settings.passkey_domain,
            rp_name="tavl",
            user_id=who.person.encode(),
            user_name=who.login_name or who.name,
            user_display_name=who.name,
            timeout=CEREMONY,
            authenticator_selection=AuthenticatorSelectionCriteria(
                resident_key=ResidentKeyRequirement.REQUIRED, user_verification=_VERIFIED
            ),
            exclude_credentials=[PublicKeyCredentialDescriptor(id=base64url_to_bytes(known.id)) for known in have],
        )
        return await self._begun(REGISTER, options, who.person, origin)

    async def add(
        self, who: Identity, ceremony: str, credential: dict[str, Any], name: str | None, agent: str
    ) -> tuple[Passkey, AccountMade | None, str | None]:
        """Add the passkey; for a guest also returns the new account and the token of a new login."""
        who.need_person()
        shown = usable_name(name) if name else "Passkey"
        challenge, origin, person = await self._taken(REGISTER, ceremony)
        if person != who.person:
            raise ApiError("ceremony_over")
        try:
            verified = webauthn.verify_registration_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._settings.passkey_domain,
                expected_origin=origin,
                require_user_verification=True,
            )
        except _MALFORMED as error:
            log.info("passkey not accepted: %s", error)
            raise ApiError("passkey_failed") from None
        at, id = self._clock(), bytes_to_base64url(verified.credential_id)
        row = {
            "id": id,
            "person": who.person,
            "key": verified.credential_public_key,
            "counter": verified.sign_count,
            "name": shown,
            "made": at,
        }
        token, code = new_token(), recovery_code()

        def write(connection: sa.Connection) -> str | None:
            connection.execute(sa.insert(schema.passkeys).values(row))
            return enter_account(connection, who, password_hashing.NONE, code, token, agent, at) if who.guest else None

        try:
            login = await self._store.write_rows(write)
        except Duplicate:  # another account's, or the same one sent twice at once
            raise ApiError("passkey_failed") from None
        made = Passkey(id, shown, at, None)
        if login is None:
            return made, None, None
        me = Me(id=who.person, name=who.name, bot=False, guest=False, login=login, language=who.language)
        return made, AccountMade(me, login, code), token

    # logging in

    async def begin_login(self, origin: str | None) -> PasskeyCeremony:
        """The passkey identifies the person: no name is asked for."""
        origin = self._check_origin(origin)
        options = webauthn.generate_authentication_options(
            rp_id=self._settings.passkey_domain, timeout=CEREMONY, user_verification=_VERIFIED
        )
        return await self._begun(LOG_IN, options, None, origin)

    async def log_in(self, ceremony: str, credential: dict[str, Any]) -> str:
        """Whose passkey answered. Every error gets the same answer."""
        challenge, origin, _ = await self._taken(LOG_IN, ceremony)
        k, p = schema.passkeys.c, people_rows.c
        query = (
            sa.select(k.person, k.key, k.counter)
            .join_from(schema.passkeys, people_rows, k.person == p.id)
            .where(k.id == str(credential.get("id")), p.erased.is_(None))
        )
        known = await self._store.read_rows(lambda c: c.execute(query).first())
        try:
            if known is None:
                raise ValueError("not known here")
            handle = credential["response"].get("userHandle")
            if handle and base64url_to_bytes(handle) != known.person.encode():
                raise ValueError("of somebody else")
            verified = webauthn.verify_authentication_response(
                credential=credential,
                expected_challenge=challenge,
                expected_rp_id=self._settings.passkey_domain,
                expected_origin=origin,
                credential_public_key=known.key,
                credential_current_sign_count=known.counter,
                require_user_verification=True,
            )
        except _MALFORMED as error:
            log.info("passkey refused: %s", error)
            raise ApiError("passkey_failed") from None
        changed = {"counter": verified.new_sign_count, "used": self._clock()}
        mine = sa.and_(k.id == bytes_to_base64url(verified.credential_id), k.counter == known.counter)
        update = sa.update(schema.passkeys).where(mine).values(changed)
        if not await self._store.write_rows(lambda c: c.execute(update).rowcount):
            raise ApiError("passkey_failed")  # used twice at once, with one counter
        return str(known.person)

    # the passkeys of an account

    async def listed(self, who: Identity) -> tuple[Passkey, ...]:
        k = schema.passkeys.c
        query = sa.select(k.id, k.name, k.made, k.used).where(k.person == who.person).order_by(k.made, k.id)
        found = await self._store.read_rows(lambda c: c.execute(query).all())
        return tuple(Passkey(*row) for row in found)

    async def rename(self, who: Identity, id: str, name: str) -> Passkey:
        shown, k = usable_name(name), schema.passkeys.c
        mine = sa.and_(k.id == id, k.person == who.person)
        update = sa.update(schema.passkeys).where(mine).values(name=shown).returning(k.id, k.name, k.made, k.used)
        row = await self._store.write_rows(lambda c: c.execute(update).first())
        if row is None:
            raise ApiError("not_found")
        return Passkey(*row)

    async def remove(self, who: Identity, id: str) -> None:
        """Remove a passkey, unless it is the only way to log in."""
        need_fresh_login(who, self._clock())
        k, a = schema.passkeys.c, schema.accounts.c
        account = sa.select(a.password).where(a.person == who.person).with_for_update()
        others = sa.select(k.id).where(k.person == who.person, k.id != id).limit(1)

        def remove(connection: sa.Connection) -> int | None:
            if not connection.execute(account).scalar() and not connection.execute(others).first():
                return None
            return connection.execute(sa.delete(schema.passkeys).where(k.id == id, k.person == who.person)).rowcount

        gone = await self._store.write_rows(remove)
        if gone is None and any(known.id == id for known in await self.listed(who)):
            raise ApiError("last_way_in")
        if not gone:
            raise ApiError("not_found")

    # ceremonies

    async def _begun(self, kind: str, options: Any, person: str | None, origin: str) -> PasskeyCeremony:
        id, now = secrets.token_hex(16), self._clock()
        row = {
            "id": id,
            "kind": kind,
            "challenge": bytes_to_base64url(options.challenge),
            "person": person,
            "origin": origin,
            "until": now + CEREMONY,
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(sa.delete(schema.ceremonies).where(schema.ceremonies.c.until < now))
            connection.execute(sa.insert(schema.ceremonies).values(row))

        await self._store.write_rows(write)
        return PasskeyCeremony(id, msgspec.json.decode(webauthn.options_to_json(options)))

    async def _taken(self, kind: str, ceremony: str) -> tuple[bytes, str, str | None]:
        """Delete a ceremony and return its challenge, origin and person, whether or not the answer is valid."""
        c, now = schema.ceremonies.c, self._clock()
        statement = (
            sa.delete(schema.ceremonies)
            .where(c.id == ceremony, c.kind == kind)
            .returning(c.challenge, c.origin, c.person, c.until)
        )
        row = await self._store.write_rows(lambda connection: connection.execute(statement).first())
        if row is None or row.until < now:
            raise ApiError("ceremony_over")
        return base64url_to_bytes(row.challenge), row.origin, row.person
