// Asks a real server, as the phone of a seat, whether it may still lie at the board: URL, cookie, and what it was handed.
const [url, cookie, back] = process.argv.slice(2);
globalThis.document = { getElementById: () => null, documentElement: { lang: "en" } };
const { fetch } = globalThis;
globalThis.fetch = (path, options) => fetch(url + path, { ...options, headers: { ...options.headers, Cookie: cookie } });
const { mayLie } = await import("../../../src/tavl/web/static/companion/tournament-match.js");
console.log(JSON.stringify(await mayLie(JSON.parse(back))));
