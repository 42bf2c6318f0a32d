// Signals of the phone: it stays awake, speaks to a screen reader, vibrates, makes sounds.
/** @import {Habits} from "./settings.js" */
/** @import {State} from "../match/match.js" */

import { part } from "../elements.js";

/** @type {WakeLockSentinel | null} */
let lock = null;
let wanted = false;

/** The screen stays on while a clock runs. @param {State | null} state */
export function stayAwakeFor(state) {
  wanted = state?.clock?.running != null;
  if (!wanted) {
    void lock?.release();
    lock = null;
  } else if (!lock && document.visibilityState === "visible") void awake();
}

async function awake() {
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
    lock?.addEventListener("release", () => (lock = null));
  } catch {
    lock = null; // low battery, or not allowed: the clock is right anyway
  }
}

document.addEventListener("visibilitychange", () => {
  if (wanted && !lock && document.visibilityState === "visible") void awake();
});

/** @param {string} text */
export function say(text) {
  part("says").textContent = text;
}

/** @type {AudioContext | null} */
let audio = null;

/** @param {Habits} habits @param {"press" | "warning"} what */
export function signal(habits, what) {
  if (habits.vibration) navigator.vibrate?.(what === "press" ? 25 : [80, 60, 80]);
  if (!habits.sound) return;
  audio ??= new AudioContext();
  const tone = audio.createOscillator();
  const volume = audio.createGain();
  tone.frequency.value = what === "press" ? 660 : 440;
  volume.gain.setValueAtTime(0.25, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.18);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.2);
}
