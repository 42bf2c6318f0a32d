// Some things need a recent login. If the server asks for one, the person logs in again and goes on.

import { ask, Refused } from "../shared/api.js";
import { isCancelled, onPress, onSubmit, place } from "./forms.js";
import { logInByPasskey } from "./passkeys.js";

/**
 * Do it; if the server needs a recent login first, ask for the password or a passkey.
 * @template T
 * @param {() => Promise<T>} doing
 * @returns {Promise<T>}
 */
export async function proved(doing) {
  try {
    return await doing();
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== "proof_needed") throw error;
  }
  await prove();
  return doing();
}

/** @type {(() => void) | null} */
let shown = null;

/** @returns {Promise<void>} */
function prove() {
  const dialog = /** @type {HTMLDialogElement} */ (place("proof"));
  dialog.showModal();
  return new Promise((resolve, reject) => {
    shown = resolve;
    dialog.addEventListener("close", () => reject(new DOMException("", "AbortError")), { once: true });
  });
}

function done() {
  shown?.();
  /** @type {HTMLDialogElement} */ (place("proof")).close();
}

export function bindProof() {
  onSubmit(place("proof-form"), async ({ login, password }) => {
    await ask("POST", "/login", { login, password });
    done();
  });
  onPress(place("proof-passkey"), async () => {
    try {
      await logInByPasskey();
      done();
    } catch (error) {
      if (!isCancelled(error)) throw error;
    }
  });
  place("proof-cancel")?.addEventListener("click", () =>
    /** @type {HTMLDialogElement} */ (place("proof")).close(),
  );
}
