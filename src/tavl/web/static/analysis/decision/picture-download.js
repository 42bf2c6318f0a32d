// A drawing as a PNG, painted by the browser that shows it.

import { make } from "../../shared/dom.js";

const SCALE = 2;

/** @param {string} address of an SVG with a viewBox */
export async function savePicture(address) {
  const text = await (await fetch(address)).text();
  const drawn = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const [, , width, height] = (drawn.getAttribute("viewBox") ?? "0 0 640 480").split(" ").map(Number);
  drawn.setAttribute("width", String(width * SCALE));
  drawn.setAttribute("height", String(height * SCALE));
  const picture = new Image();
  picture.src = `data:image/svg+xml,${encodeURIComponent(new XMLSerializer().serializeToString(drawn))}`;
  await picture.decode();
  const canvas = make("canvas", { width: String(width * SCALE), height: String(height * SCALE) });
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  make("a", { href: canvas.toDataURL("image/png"), download: "position.png" }).click();
}
