// Shows a push message that it is the reader's move, even if the page is closed. The server encrypts it; a tap opens the game.
// It stands alone, in the scope /notices/, and touches no request. (No module: workers of this kind are plain scripts.)
{
  const worker = /** @type {import("../shared/worker-scope.js").WorkerScope} */ (/** @type {unknown} */ (self));

  /** @param {import("../shared/pages.js").PushMessage} shown */
  const show = (shown) =>
    worker.registration.showNotification(shown.title, {
      body: shown.body,
      lang: shown.language,
      // Only the last message of a table is shown; duplicates are shown once.
      tag: shown.tag,
      icon: "/static/icons/tavl.svg",
      data: { url: shown.url },
    });

  /** The table where it is open already, else a new window. @param {string} url */
  const open = async (url) => {
    const target = new URL(url, worker.location.origin);
    if (target.origin !== worker.location.origin) return;
    const windows = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const there = windows.find((each) => new URL(each.url).pathname === target.pathname);
    await (there ? there.focus() : worker.clients.openWindow(target.href));
  };

  worker.addEventListener("push", (event) => event.waitUntil(show(event.data.json())));
  worker.addEventListener("notificationclick", (event) => {
    event.notification.close();
    event.waitUntil(open(event.notification.data.url));
  });
  worker.addEventListener("install", () => worker.skipWaiting());
}
