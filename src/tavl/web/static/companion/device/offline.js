// Keeps the page on this phone (service-worker.js), puts it on the home screen, and installs a new version between matches.
import { part } from "../elements.js";

/** Another tab has installed a new version while a match was on here. */
let outdated = false;

/** @param {() => boolean} isPlaying */
export async function keepOffline(isPlaying) {
  const words = part("line-words");
  if (!("serviceWorker" in navigator)) return; // an old browser, or a page without https
  const { serviceWorker } = navigator;
  let isKept = Boolean(serviceWorker.controller);
  if (!isKept) words.textContent = words.dataset.waiting ?? "";
  serviceWorker.addEventListener("controllerchange", () => {
    // The first worker only takes care of what is there already; a later one has brought a new page.
    if (!isKept) tell();
    else if (isPlaying()) outdated = true;
    else location.reload();
    isKept = true;
  });
  try {
    const registration = await serviceWorker.register("/sw.js", { scope: "/companion", updateViaCache: "none" });
    registration.addEventListener("updatefound", () => watch(registration.installing, isPlaying));
    takeOver(registration.waiting, isPlaying);
    await serviceWorker.ready;
    tell();
  } catch {
    words.textContent = "";
  }
  function tell() {
    words.textContent = words.dataset.ready ?? "";
    document.documentElement.dataset.stored = "";
    serviceWorker.controller?.postMessage({ page: location.pathname });
  }
}

/** @param {ServiceWorker | null} worker @param {() => boolean} isPlaying */
function watch(worker, isPlaying) {
  worker?.addEventListener("statechange", () => {
    if (worker.state === "installed" && navigator.serviceWorker.controller) takeOver(worker, isPlaying);
  });
}

/** A new version waits while a match is on. @param {ServiceWorker | null} worker @param {() => boolean} isPlaying */
function takeOver(worker, isPlaying) {
  if (worker && !isPlaying()) worker.postMessage("take over");
}

/** Called when a match is over: a waiting version may be installed now. */
export async function letWaitingIn() {
  if (outdated) location.reload();
  const registration = await navigator.serviceWorker?.getRegistration("/companion");
  registration?.waiting?.postMessage("take over");
}

export function offerInstalling() {
  const button = part("install");
  /** What Chromium lends, and no list of types knows. @type {(Event & { prompt: () => Promise<unknown> }) | null} */
  let offered = null;
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offered = /** @type {Event & { prompt: () => Promise<unknown> }} */ (event);
    button.hidden = false;
  });
  addEventListener("appinstalled", () => (button.hidden = true));
  button.addEventListener("click", () => {
    void offered?.prompt();
    button.hidden = true;
  });
}
