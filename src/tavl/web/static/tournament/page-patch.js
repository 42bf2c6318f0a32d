// Updates a page while somebody reads it: only what is different is replaced, and nothing moves unnecessarily.

/**
 * Replace the old content with the new. Parts with the same `data-key` or id are the same thing; they stay where
 * they are, with their focus and their scrolling, and are marked for a moment if they say something else.
 * @param {Element} old
 * @param {Element} fresh
 */
export function patch(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName) {
    old.replaceWith(document.importNode(fresh, true));
    return;
  }
  attributes(old, fresh);
  if (!keyed(fresh)) {
    if (old.innerHTML !== fresh.innerHTML) {
      old.replaceChildren(...[...fresh.childNodes].map((node) => document.importNode(node, true)));
      if (old instanceof HTMLElement && old.dataset.key) flash(old);
    }
    return;
  }
  children(old, fresh);
}

/** @param {Element} element */
const keyOf = (element) => element.getAttribute("data-key") ?? element.id ?? "";

/** Whether something within is known by a key: then it is looked at piece by piece. @param {Element} element */
const keyed = (element) => element.querySelector("[data-key], [id]") !== null;

/** @param {Element} element */
function flash(element) {
  element.classList.remove("changed");
  requestAnimationFrame(() => element.classList.add("changed"));
}

/** Keep what the reader has done to an element: whether it is open, found, hidden. */
const THEIRS = new Set(["open", "hidden", "class", "aria-current"]);

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function attributes(old, fresh) {
  for (const { name, value } of fresh.attributes)
    if (!THEIRS.has(name) && old.getAttribute(name) !== value) old.setAttribute(name, value);
  for (const { name } of [...old.attributes])
    if (!THEIRS.has(name) && !fresh.hasAttribute(name)) old.removeAttribute(name);
  const own = ["found", "changed"].filter((name) => old.classList.contains(name));
  const wanted = [fresh.getAttribute("class") ?? "", ...own].join(" ").trim();
  if ((old.getAttribute("class") ?? "") !== wanted) old.setAttribute("class", wanted);
}

/**
 * @param {Element} old
 * @param {Element} fresh
 */
function children(old, fresh) {
  const known = new Map([...old.children].filter((each) => keyOf(each)).map((each) => [keyOf(each), each]));
  const plain = [...old.children].filter((each) => !keyOf(each));
  /** @type {Node[]} */
  const wanted = [];
  for (const node of fresh.childNodes) {
    if (!(node instanceof Element)) {
      wanted.push(document.importNode(node, true));
      continue;
    }
    const key = keyOf(node);
    const same = key ? known.get(key) : plain.shift();
    if (same) {
      patch(same, node);
      wanted.push(same.isConnected ? same : document.importNode(node, true));
    } else wanted.push(document.importNode(node, true));
  }
  const now = [...old.childNodes];
  if (now.length === wanted.length && now.every((node, n) => node === wanted[n])) return;
  // Elements that stay are not taken out and put back: that would lose their scrolling and the focus.
  let at = old.firstChild;
  for (const node of wanted) {
    if (node === at) at = at.nextSibling;
    else if (at && !wanted.includes(at)) {
      const gone = at;
      at = at.nextSibling;
      gone.replaceWith(node);
    } else old.insertBefore(node, at);
  }
  while (at) {
    const gone = at;
    at = at.nextSibling;
    gone.remove();
  }
}
