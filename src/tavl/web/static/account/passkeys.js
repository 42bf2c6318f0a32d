// Passkeys: between the browser's WebAuthn, which speaks in bytes, and the server, which speaks JSON.
/** @import {PasskeyCeremony, PasskeyMade} from "../shared/messages.js" */

import { ask } from "../shared/api.js";

/** Whether this browser supports passkeys and this page may use them. */
export const canUsePasskeys = () =>
  "PublicKeyCredential" in window && document.querySelector("[data-passkeys='offered']") !== null;

/**
 * Make a passkey for whoever is logged in, or for the guest who makes an account by it.
 * @param {string} name
 * @returns {Promise<PasskeyMade>}
 */
export async function makePasskey(name) {
  /** @type {PasskeyCeremony & {options: PublicKeyCredentialCreationOptionsJSON}} */
  const { ceremony, options } = await ask("POST", "/passkeys/begin");
  const made = await navigator.credentials.create({
    publicKey: /** @type {PublicKeyCredentialCreationOptions} */ ({
      ...options,
      challenge: bytes(options.challenge),
      user: { ...options.user, id: bytes(options.user.id) },
      excludeCredentials: (options.excludeCredentials ?? []).map(described),
    }),
  });
  return ask("POST", "/passkeys", { ceremony, credential: credentialJson(made), ...(name ? { name } : {}) });
}

/** Log in with whichever passkey the person chooses. */
export async function logInByPasskey() {
  /** @type {PasskeyCeremony & {options: PublicKeyCredentialRequestOptionsJSON}} */
  const { ceremony, options } = await ask("POST", "/passkeys/login/begin");
  const answer = await navigator.credentials.get({
    publicKey: /** @type {PublicKeyCredentialRequestOptions} */ ({
      ...options,
      challenge: bytes(options.challenge),
      allowCredentials: (options.allowCredentials ?? []).map(described),
    }),
  });
  return ask("POST", "/passkeys/login", { ceremony, credential: credentialJson(answer) });
}

/** @param {PublicKeyCredentialDescriptorJSON} credential */
const described = ({ id, ...more }) => /** @type {PublicKeyCredentialDescriptor} */ ({ ...more, id: bytes(id) });

/**
 * An authenticator's response, as JSON.
 * @param {Credential | null} credential
 */
function credentialJson(credential) {
  const { id, rawId, type, response } = /** @type {PublicKeyCredential} */ (credential);
  /** @type {Record<string, string>} */
  const said = {};
  for (const name of ["clientDataJSON", "attestationObject", "authenticatorData", "signature", "userHandle"]) {
    const value = /** @type {Record<string, ArrayBuffer | undefined>} */ (/** @type {unknown} */ (response))[name];
    if (value) said[name] = text(value);
  }
  return { id, rawId: text(rawId), type, response: said };
}

/** @param {string} base64url */
function bytes(base64url) {
  const plain = atob(base64url.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (character) => character.charCodeAt(0));
}

/** @param {ArrayBuffer} buffer */
function text(buffer) {
  const plain = String.fromCharCode(...new Uint8Array(buffer));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}
